"""Taking back where nobody else can have gained from it: a card of one's own that was shown, and a secret choice before the last one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kronland.core.errors import UndoError
from kronland.core.flow import Barrier
from kronland.core.layout import same
from kronland.core.match import Match
from kronland.core.record import read, write
from kronland.games import find_game


def match_of(game: str, players: int = 3, seed: int = 5) -> Match:
    return Match(find_game(game), players, seed=seed, mode="python", salt="s")


def until(match: Match, wanted: Callable[[Match], bool]) -> Match:
    """Played on by the first of what can be chosen."""
    for _ in range(400):
        if wanted(match):
            return match
        seat = match.actors[0]
        match.play(match.legal_actions(seat)[0], seat)
    raise AssertionError("it never came to that")


def drafting() -> Match:
    return until(match_of("brianboru"), lambda match: len(match.actors) == 3)


def test_a_card_of_ones_own_that_was_shown_can_be_taken_back_while_one_decides() -> None:
    match = until(match_of("koenig"), lambda match: any(verb.name == "sell" for verb in match.view(match.actors[0]).verbs))
    seat, before = match.actors[0], match.state
    match.play(next(action for action in match.legal if str(action).startswith("sell")))
    assert list(match.actors) == [seat] and match.state.barrier == Barrier.SHOWN
    match.undo()
    assert same(match.state, before)
    match.redo()
    match.play("draw" if "draw" in match.legal else next(iter(match.legal)))
    assert match.undo_barrier is not None, "what was drawn or has passed on stays"


def test_a_secret_choice_can_be_changed_until_the_last_has_chosen() -> None:
    match = drafting()
    packets = {seat: match.legal_actions(seat) for seat in range(3)}
    assert all(match.chosen_in_secret(seat) is None for seat in range(3))
    match.play(packets[0][0], 0)
    match.play(packets[1][0], 1)
    before = match.length
    assert [match.chosen_in_secret(seat) for seat in range(3)] == [before - 1, before, None]
    assert match.withdraw(0) == before - 2
    assert match.length == before - 1 and list(match.actors) == [0, 2], "what the other has chosen stays"
    assert match.legal_actions(0) == packets[0] and match.redo_seat == 0
    other = drafting()
    other.play(packets[1][0], 1)
    assert same(match.state, other.state), "as if the seat had not chosen at all"
    match.play(packets[0][3], 0)
    match.play(packets[2][0], 2)
    assert all(match.chosen_in_secret(seat) is None for seat in range(3)), "now the packets have gone round"
    with pytest.raises(UndoError):
        match.withdraw(0)
    again = read(write(match), find_game).replay(mode="python")
    assert same(again.state, match.state), "the record replays"


def test_what_was_withdrawn_can_be_done_again() -> None:
    match = drafting()
    match.play(match.legal_actions(2)[1], 2)
    chosen = match.state
    match.withdraw(2)
    match.redo()
    assert same(match.state, chosen)


def test_a_bid_can_be_changed_until_the_last_is_made() -> None:
    match = match_of("loewenherz", 3, 11)
    until(match, lambda match: len(match.actors) > 1)
    one, *others = match.actors
    match.play("bid 0", one)
    assert match.undo_refusal() is not None and match.chosen_in_secret(one) == match.length
    match.withdraw(one)
    assert list(match.actors) == [one, *others]


def test_a_choice_that_is_not_made_at_the_same_time_is_no_such() -> None:
    """Secret or not: once another decides because of it, it stays."""
    for game in ("loewenherz", "koenig", "rheinlaender"):
        match = match_of(game)
        for _ in range(60):
            together, seat = len(match.actors) > 1, match.actors[0]
            match.play(match.legal_actions(seat)[-1], seat)
            if match.over:
                break
            assert together or match.chosen_in_secret(seat) is None
