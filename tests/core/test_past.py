"""A match remembers all that was, to the byte, in little room."""

from __future__ import annotations

import gc
import random
import tracemalloc

import pytest

from kronland.core.match import Match
from kronland.core.past import WHOLE
from kronland.games import GAMES, find_game


def played(match: Match, decisions: int, chance: random.Random) -> list[bytes]:
    """The states on the way, the one at hand first."""
    states = [match.state.tobytes()]
    while not match.over and len(states) <= decisions:
        seat = chance.choice(match.actors)
        match.play(chance.choice(match.legal_actions(seat)), seat)
        states.append(match.state.tobytes())
    return states


@pytest.mark.parametrize("game_id", GAMES)
def test_every_state_that_was_can_be_had_again(game_id: str) -> None:
    chance = random.Random(5)
    match = Match(find_game(game_id), seed=5, mode="python")
    states = played(match, 2 * WHOLE + 10, chance)
    assert len(states) > WHOLE
    assert [match.state_at(number).tobytes() for number in range(match.length + 1)] == states
    taken_back = 0
    while match.undo_refusal() is None:
        match.undo()
        taken_back += 1
        assert match.state.tobytes() == states[match.length]
    for _ in range(taken_back):
        match.redo()
    assert [match.state_at(number).tobytes() for number in range(match.length + 1)] == states


def test_undo_goes_back_over_states_that_are_kept_whole() -> None:
    """Further than from one to the next, as nobody could in a game: the barriers are left out."""
    match = Match(find_game("koenig"), seed=2, mode="python")
    states = played(match, 2 * WHOLE + 2, random.Random(2))
    for number in range(match.length - 1, -1, -1):
        match._past.drop()
        assert match._past.newest.tobytes() == states[number] and len(match._past) == number


def test_what_is_played_in_a_copy_is_not_remembered_by_the_other() -> None:
    match = Match(find_game("brianboru"), seed=3, mode="python")
    states = played(match, 20, random.Random(3))
    copy = match.copy()
    ahead = played(copy, 20, random.Random(4))
    assert [match.state_at(number).tobytes() for number in range(21)] == states
    assert [copy.state_at(number).tobytes() for number in range(41)] == states + ahead[1:]


def test_a_match_from_a_state_remembers_that_state() -> None:
    other = Match(find_game("koenig"), seed=3, mode="python")
    played(other, 20, random.Random(3))
    match = Match.from_state(other.game, other.state, mode="python")
    states = played(match, 5, random.Random(4))
    assert [match.state_at(number).tobytes() for number in range(6)] == states


def test_a_decision_that_was_judged_here_can_be_carried_out_when_another_was_taken_back() -> None:
    match = Match(find_game("loewenherz"), seed=1, mode="python")
    for _ in range(200):
        seat = match.actors[0]
        legal = match.legal_actions(seat)
        first, other = match.judged(legal[0], seat), match.judged(legal[-1], seat)
        match.carry_out(other)  # type: ignore[arg-type]
        if match.undo_refusal() is None:
            match.undo()
            match.carry_out(first)  # type: ignore[arg-type]
            return
    raise AssertionError("nothing could be taken back")


@pytest.mark.sampled
@pytest.mark.parametrize("game_id", GAMES)
def test_what_was_takes_little_room(game_id: str) -> None:
    """Whole states would take 14 KB for a decision of Rheinländer."""
    match = Match(find_game(game_id), seed=5, mode="python")
    chance = random.Random(5)
    played(match, 3, chance)
    gc.collect()
    tracemalloc.start()
    before, first = tracemalloc.get_traced_memory()[0], match.length
    while not match.over and match.length < first + 2 * WHOLE:
        seat = match.actors[0]
        match.play(chance.choice(match.legal_actions(seat)), seat)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    each = grown / (match.length - first)
    assert each < 700 + match.game.layout.dtype.itemsize / 20, f"{each:.0f} bytes a decision"
