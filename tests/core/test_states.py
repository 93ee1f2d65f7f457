"""States from outside: whatever numbers stand in one, it is refused, or the rules find their way in it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from kronland.core.errors import PositionError
from kronland.core.game import SPECTATOR, act
from kronland.core.kernel import interpreted
from kronland.core.layout import State, same
from kronland.core.log import new_log
from kronland.core.match import Match
from kronland.core.view import Known
from kronland.games import GAMES, find_game
from kronland.lab.guarded import guarded, guarded_room

games = pytest.mark.parametrize("game_id", GAMES)
TRIED = 150  # states of each game
CHANGES = (-128, -2, -1, 0, 1, 2, 7, 60, 127)


def played(game_id: str, decisions: int, seed: int) -> Match:
    chance, match = random.Random(seed), Match(find_game(game_id), seed=seed, mode="python")
    for _ in range(decisions):
        seat = chance.choice(match.actors)
        match.play(chance.choice(match.legal_actions(seat)), seat)
    return match


def changed(state: State, chance: random.Random) -> State:
    """One number of it is another."""
    made: Any = np.empty(1, state.dtype)
    made[0] = state
    name = chance.choice(state.dtype.names)
    numbers = made[name].reshape(-1)
    place, most = chance.randrange(numbers.size), np.iinfo(numbers.dtype)
    number = chance.choice([chance.choice(CHANGES), int(numbers[place]) + chance.choice([-1, 1]), int(most.min), int(most.max)])
    numbers[place] = min(max(number, int(most.min)), int(most.max))
    made[name] = numbers.reshape(made[name].shape)
    found: State = made[0]
    return found


@pytest.mark.slow
@games
def test_a_state_with_another_number_is_refused_or_can_be_played(game_id: str) -> None:
    """Compiled rules read on behind an array, and neither of them should: behind the guard a negative index is an error, too."""
    chance, refused = random.Random(5), 0
    for real in (played(game_id, decisions, seed).state for seed, decisions in enumerate((0, 40, 90))):
        for _ in range(TRIED // 3):
            state = changed(real, chance)
            try:
                match = Match.from_state(find_game(game_id), state, mode="python")
            except PositionError:
                refused += 1
                continue
            for seat in (SPECTATOR, *range(match.players)):
                assert match.view(seat).text and match.view(seat).board
                match.known(max(seat, 0))
            play_guarded(match, chance, 4)
    assert refused > TRIED / 3


def play_guarded(match: Match, chance: random.Random, decisions: int) -> None:
    kernels, state, room = match.game.kernels, match.state, guarded_room(match.game.space.size, "python")
    with np.errstate(over="ignore"):
        for _ in range(decisions):
            if not state.actors:
                return
            seat = int(state.actors).bit_length() - 1
            count = interpreted(kernels["legal"])(guarded(state, "python"), seat, room)
            interpreted(act)(guarded(state, "python"), seat, int(room[chance.randrange(int(count))]), new_log())


@games
def test_nothing_that_is_printed_may_be_nonsense(game_id: str) -> None:
    """Where the land is, what cards say: rules go by it."""
    match, chance = played(game_id, 30, 3), random.Random(8)
    assert match.game.layout.printed
    for name in match.game.layout.printed:
        made: Any = np.empty(1, match.state.dtype)
        made[0] = match.state
        numbers = made[name].reshape(-1)
        numbers[chance.randrange(numbers.size)] ^= numbers.dtype.type(np.iinfo(numbers.dtype).min or np.iinfo(numbers.dtype).max)
        made[name] = numbers.reshape(made[name].shape)
        with pytest.raises(PositionError, match="the state cannot arise"):
            Match.from_state(match.game, made[0], mode="python")
        with pytest.raises(PositionError, match="the state cannot arise"):
            Known(match.game, made[0], 0, "python")


@games
def test_what_is_known_of_a_state_from_outside_is_what_a_match_knows(game_id: str) -> None:
    match = played(game_id, 50, 4)
    for seat in range(match.players):
        known = Known(match.game, match.state, seat, "python", seed=3)
        assert same(known.state, match.known(seat, seed=3).state)
        assert same(known.another(9).state, match.known(seat, seed=9).state) and not same(known.another(9).state, known.state)


def test_what_is_known_of_hands_must_have_happened() -> None:
    """Rheinländer notes what happened to a hand and counts it up later, from mixes that must be there."""
    match = played("rheinlaender", 90, 1)
    for notes, size in (([127], 1), ([-1], 1), ([0], 1), ([7, 7], 2), ([], 60), ([], -1)):
        state = match.state
        state.past[0, : len(notes)] = notes
        state.past_size[0] = size
        with pytest.raises(PositionError, match="what is known of the hand"):
            Match.from_state(match.game, state, mode="python")
