"""Decisions of the smallest game, by `core` alone: chosen at the same time, hidden, taken back, said and kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from kronland.core.errors import ComponentError, IllegalAction, NotationError, UndoError, UsageError
from kronland.core.flow import Barrier
from kronland.core.game import SPECTATOR, Game
from kronland.core.layout import same
from kronland.core.log import HIDDEN
from kronland.core.match import Match
from kronland.core.record import read, write
from kronland.core.words import words
from tests.grenzstein.state import COPIES, KINDS, Event
from tests.smallest import handed_in


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    with handed_in() as game:
        yield game


def begun(game: Game, seed: int = 7) -> Match:
    return Match(game, seed=seed, mode="python", salt="s")


def lost(game: Game) -> Match:
    """A match in which somebody has lost a field and is to decide about the household."""
    for seed in range(20):
        match = begun(game, seed)
        for seat in (0, 1):
            match.play(next(iter(match.legal_for(seat))), seat)
        if match.game.space["send"] not in match.view(match.actors[0]).verbs:
            return match
    raise AssertionError("nobody lost")


# At the same time -------------------------------------------------------------------------------------------------------------------


def test_both_decide_and_either_may_be_first(game: Game) -> None:
    one, other = begun(game), begun(game)
    assert list(one.actors) == [0, 1]
    mine, theirs = next(iter(one.legal_for(0))), next(iter(one.legal_for(1)))
    one.play(mine, 0), one.play(theirs, 1)
    other.play(theirs, 1), other.play(mine, 0)
    assert same(one.state, other.state), "what came first makes no difference"


def test_who_has_chosen_waits_and_is_told_for_whom(game: Game) -> None:
    match = begun(game)
    match.play(next(iter(match.legal_for(0))), 0)
    assert list(match.actors) == [1] and match.waits_since(1, 1) and not match.waits_since(1, 0)
    assert match.view(0).prompt == "Waiting for Blue." and match.view(0, "de").prompt == "Warten auf Blau."
    with pytest.raises(IllegalAction, match="It is not your turn to decide"):
        match.play("send king", 0)


def test_a_secret_choice_is_known_to_its_seat_alone(game: Game) -> None:
    match = begun(game)
    card = next(iter(match.legal_for(0)))
    match.play(card, 0)
    (mine,), (theirs,), (nobodys,) = match.events(0), match.events(1), match.events(SPECTATOR)
    assert mine[0] == Event.SENT and HIDDEN not in mine and theirs == nobodys == (Event.SENT, 0, HIDDEN)
    kind, say = game.events[Event.SENT], words("en")
    assert kind.say(theirs, say, match.names()) == "Red sends somebody." and card.split()[1] in kind.say(mine, say, match.names())
    assert match.view(1).state.pick[0] == -1 and match.view(0).state.pick[0] > 0
    texts = {begun_with.view(1).text for begun_with in _all_first_choices(game)}
    assert len(texts) == 1, "whatever is chosen, the other reads the same"


def _all_first_choices(game: Game) -> Iterator[Match]:
    for card in begun(game).legal_for(0):
        match = begun(game)
        match.play(card, 0)
        yield match


# Hidden -----------------------------------------------------------------------------------------------------------------------------


def test_a_view_has_nothing_of_the_other_hand_nor_of_chance(game: Game) -> None:
    match = begun(game)
    for seat in (SPECTATOR, 0, 1):
        s = match.view(seat).state
        assert not s.deck.any() and not s.key_low and not s.key_high and not s.draws
        assert [s.hand[other].sum() for other in (0, 1)] == [3 if other == seat else 0 for other in (0, 1)]


def test_a_twin_may_hold_whatever_was_not_seen_as_often_as_chance_would_have_it(game: Game) -> None:
    """Of the 27 cards that seat 0 has not seen, the other holds three."""
    match, twins = begun(game), 3000
    mine = match.state.hand[0]
    held: Counter[int] = Counter()
    for seed in range(twins):
        twin = match.twin(0, seed)
        assert np.array_equal(twin.hand[0], mine) and twin.hand[1].sum() == 3
        held.update({card: int(twin.hand[1, card]) for card in range(1, KINDS + 1)})
    unseen = COPIES * KINDS - 3
    for card in range(1, KINDS + 1):
        there = COPIES - int(mine[card])
        expected = 3 * twins * there / unseen
        assert abs(held[card] - expected) < 5 * expected**0.5, f"card {card}: {held[card]} times, expected {expected:.0f}"


# Taking back ------------------------------------------------------------------------------------------------------------------------


def test_each_barrier_stands_where_it_must(game: Game) -> None:
    match = begun(game)
    match.play(next(iter(match.legal_for(0))), 0)
    assert match.state.barrier == Barrier.PASSED
    with pytest.raises(UndoError, match="passed on to another player"):
        match.undo()
    match = lost(game)
    assert match.state.barrier == Barrier.REVEALED
    with pytest.raises(UndoError, match="Something hidden has been revealed"):
        match.undo()
    match.play("done")
    assert match.state.barrier == Barrier.DRAWN
    assert match.undo_refusal("de") == "Der Zufall hat entschieden, daher lässt sich das nicht zurücknehmen."


def test_what_nobody_has_seen_is_taken_back_and_done_again(game: Game) -> None:
    match = lost(game)
    seat, before = match.actors[0], match.state
    match.play(next(iter(match.legal)))
    dismissed = match.state
    match.undo()
    assert same(match.state, before) and match.redo_seat == seat
    match.redo()
    assert same(match.state, dismissed)
    while len(match.legal) > 1:
        match.play(next(iter(match.legal)))
    while match.undo_refusal() is None:
        match.undo()
    assert same(match.state, before), "back to the barrier, and no further"
    match.play("done")
    with pytest.raises(UndoError, match="Nothing has been taken back"):
        match.redo()


# Said and kept ----------------------------------------------------------------------------------------------------------------------


def test_notation_may_be_short_and_must_be_clear(game: Game) -> None:
    space = game.space
    assert space.notation(space.parse("s KING")) == "send king" and space.parse("done") == space.size - 1
    for text, why in {
        "d": "ambiguous: dismiss, done",
        "send": "expected a card",
        "send bard": "got 'bard'",
        "done now": "too much",
    }.items():
        with pytest.raises(NotationError, match=why):
            space.parse(text)
    verb, part = space.tables
    assert [int(verb[a]) for a in range(space.size)] == [0] * 6 + [6] * 6 + [12] and part.tolist() == [*range(1, 7)] * 2 + [0]


def test_a_record_from_a_position_leads_back(game: Game) -> None:
    text = game.write_position(lost(game).state)
    match = Match(game, position=text, seed=11, mode="python", names=["Anna", "Ben"])
    while not match.over:
        match.play(next(iter(match.legal)))
    again = read(write(match), lambda _: game).replay(mode="python")
    assert same(again.state, match.state) and again.names() == ["Anna", "Ben"] and again.results() == match.results()


def test_what_the_game_does_not_have_is_refused(game: Game) -> None:
    with pytest.raises(UsageError, match="is for 2 players, not 3"):
        Match(game, 3, mode="python")
    with pytest.raises(UsageError, match="has no option 'moon'; it has none"):
        Match(game, options={"moon": "on"}, mode="python")
    with pytest.raises(ComponentError, match="has no components; expected no file"):
        Match(game, components="[cards]", mode="python")
