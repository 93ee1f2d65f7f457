"""A match, a game, an event and a refusal as a programmer meets them: they say what they are, in words and by name."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import kronland
from kronland.core.errors import NotationError, PositionError, UsageError
from kronland.core.events import Event
from kronland.core.match import Match
from kronland.core.record import read, write
from kronland.core.words import LANGUAGES
from kronland.games import GAMES, find_game

games = pytest.mark.parametrize("game_id", GAMES)


def played(game_id: str, decisions: int, seed: int = 5, players: int | None = None) -> Match:
    match, chance = kronland.match(game_id, players, seed=seed, mode="python"), random.Random(seed)
    while match.length < decisions and not match.over:
        seat = chance.choice(list(match.actors))
        match.play(chance.choice(match.legal_actions(seat)), seat)
    return match


@games
def test_everything_says_what_it_is_in_one_short_line(game_id: str) -> None:
    match = played(game_id, 40)
    seat = match.actors[0]
    assert repr(match.legal_for(next(seat for seat in range(match.players) if seat not in match.actors))) == "<no legal actions>"
    for thing in (
        kronland.edit(match),
        match,
        match.game,
        match.view(seat),
        match.view(),
        match.known(seat),
        match.game.space,
        match.game.verbs[0],
        match.legal,
    ):
        assert repr(thing).startswith("<") and "\n" not in repr(thing) and len(repr(thing)) < 300 and "0x" not in repr(thing)
    assert "40 decisions made" in repr(match) and game_id in repr(match) and "to decide" in repr(match)


@games
def test_an_event_has_kind_seat_rule_parts_and_words(game_id: str) -> None:
    match = played(game_id, 0)
    chance, kinds = random.Random(1), set()
    for _ in range(80):
        seat = chance.choice(list(match.actors))
        for event in match.play(chance.choice(match.legal_actions(seat)), seat):
            kinds.add(event.kind)
            assert isinstance(event, Event) and event.rule == match.game.events[event[0]].rule
            assert event.seat is None or 0 <= event.seat < match.players
            assert str(event) == event.words("en") and event.words("de") != event.words("en")
            assert event.kind in repr(event) and event.rule in repr(event)
            assert event.hidden == (None in event.parts.values())
        if match.over:
            break
    assert len(kinds) > 5
    assert match.log() == [event.words("en") for number in range(match.length + 1) for event in match.events(number=number)]


def test_an_event_names_those_at_the_table() -> None:
    match = kronland.match("loewenherz", 3, seed=7, names=["Ada", "Bo", ""], setup="beginner", mode="python")
    assert str(match.play("card 1+2")[0]) == "Bo chooses actions 1 and 2."
    assert match.events()[0].parts == {"player": "ochre", "card": "1+2"}


def test_what_a_reader_may_not_know_is_none() -> None:
    match = played("brianboru", 0, players=3)
    while len(match.actors) == 1:
        match.play(next(iter(match.legal)))
    match.play(next(iter(match.legal_for(1))), 1)
    assert match.events(0)[0].parts["pair"] is None and match.events(0)[0].hidden
    assert match.events(1)[0].parts["pair"] is not None


def test_a_refusal_speaks_every_language() -> None:
    match = kronland.match("loewenherz", 3, seed=7, setup="beginner", mode="python")
    why = match.why("done")
    assert why is not None and why.reason == "not_now"
    assert len({why.words(language) for language in LANGUAGES}) == len(LANGUAGES)


@games
def test_a_copy_goes_its_own_way(game_id: str) -> None:
    match = played(game_id, 30)
    for other in (match.copy(), copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert other == match and other.history == match.history and other.game is match.game
        seat = other.actors[0]
        other.play(other.legal_actions(seat)[0], seat)
        assert other != match and match.length == 30 and other.length == 31
    assert match != "a match"
    with pytest.raises(TypeError, match="unhashable"):
        hash(match)


def test_matches_are_equal_however_they_came_there() -> None:
    one, other = (kronland.match("loewenherz", 3, seed=7, mode="python") for _ in range(2))
    first = next(iter(one.legal))
    one.play(first)
    one.undo()
    assert one == other
    other.play(first)
    assert one != other


@games
def test_a_match_goes_on_from_a_state(game_id: str) -> None:
    match = played(game_id, 45)
    other = Match.from_state(match.game, match.state, mode="python")
    assert other == match and other.length == 0 and other.undo_barrier is not None
    again = read(write(other), find_game).replay(mode="python")
    assert again.write_position() == match.write_position()
    with pytest.raises(PositionError, match="hidden"):
        Match.from_state(match.game, match.view(0).state, mode="python")
    with pytest.raises(UsageError, match="expected one like match"):
        Match.from_state(find_game(next(game for game in GAMES if game != game_id)), match.state)


@games
def test_what_is_hidden_can_be_dealt_anew(game_id: str) -> None:
    match = played(game_id, 25)
    for seat in (-1, *range(match.players)):
        one, same_seed, other = match.redealt(1, seat), match.redealt(1, seat), match.redealt(2, seat)
        assert one == same_seed and one != other
        for dealt in (one, other):
            assert dealt.view(seat).text == match.view(seat).text and dealt.view(seat).board == match.view(seat).board
    while not one.over:
        actor = one.actors[0]
        one.play(one.legal_actions(actor)[0], actor)
        if one.length > 60:
            break
    assert read(write(one), find_game).replay(mode="python") == one


@games
def test_all_refusals_at_once_are_those_of_each(game_id: str) -> None:
    match = played(game_id, 33)
    for seat in range(match.players):
        codes = match.legal_for(seat).refusals()
        assert list((codes == 0).nonzero()[0]) == sorted(match.legal_actions(seat))
        for action in random.Random(seat).sample(range(match.game.space.size), 40):
            assert match.game.why(int(codes[action])) == match.why(action, seat)


@pytest.mark.parametrize("game_id", ["loewenherz", "koenig"])
def test_a_castle_has_one_name(game_id: str) -> None:
    game = find_game(game_id)
    action = game.space.parse("expand d4 red-2", 0)
    assert action == game.space.parse("expand d4 R2", 0) == game.space.parse("expand d4 r2") == game.space.parse("expand d4 castle-2")
    assert game.space.notation(action, 0) == "expand d4 red-2" and game.space.notation(action, 1) == "expand d4 ochre-2"
    with pytest.raises(NotationError, match="'ochre-2' is somebody else's; expected a castle of one's own"):
        game.space.parse("expand d4 ochre-2", 0)
    assert game.space.parse("alliance red-1 O2", 0) == game.space.parse("alliance castle-1 ochre-2")


def test_seats_count_alike_in_records_and_history() -> None:
    match = kronland.match("loewenherz", 3, seed=7, setup="beginner", mode="python")
    match.play("card 1+2")
    assert match.history == [(1, "card 1+2")] and '"1 card 1+2"' in write(match)
    old = write(match).replace('"kronland": 2', '"kronland": 1').replace('"1 card', '"2 card')
    assert read(old, find_game).replay(mode="python") == match


@pytest.mark.parametrize("action", [None, 3.5, True, [1], b"card 1"])
def test_what_is_no_action_is_told_and_changes_nothing(action: Any) -> None:
    match = played("rheinlaender", 4)
    before = match.copy()
    with pytest.raises(UsageError, match=r"an action is its notation or its number, not .*; expected one of match\.legal"):
        match.play(action)
    assert match == before and action not in match.legal


def test_numbers_of_numpy_are_numbers() -> None:
    match = played("rheinlaender", 4)
    action = np.int32(match.legal.actions[0])
    assert action in match.legal and match.play(action) and match.length == 5
