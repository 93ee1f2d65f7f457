"""The bots: what they choose is legal, depends on nothing hidden, and squires take the points that lie there."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kronland.bots import LEVELS, choose, outcomes
from kronland.core.errors import UsageError
from kronland.core.match import Match
from kronland.games import GAMES, find_game


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_choices_are_legal_and_repeatable(game_id: str, level: str) -> None:
    game, chance = find_game(game_id), random.Random(level)
    match = Match(game, seed=5)
    for _ in range(60):
        if match.over:
            break
        seat, seed = match.actors[0], chance.getrandbits(63)
        twin = match.twin(seat, seed)
        before = twin.tobytes()
        action = choose(game, twin, seat, level, seed)
        assert choose(game, twin, seat, level, seed) == action
        assert twin.tobytes() == before, "a bot changes nothing"
        match.play(action, seat)  # legal in the real state as well


def test_no_bot_without_a_decision() -> None:
    match = Match(find_game("loewenherz"), 3, {"setup": "beginner"}, seed=1)
    idle = next(seat for seat in range(3) if seat not in match.actors)
    with pytest.raises(UsageError, match="nothing to decide"):
        choose(match.game, match.state, idle, "page", 1)
    with pytest.raises(UsageError, match="knave"):
        choose(match.game, match.state, match.actors[0], "knave", 1)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_squire_leaves_no_point_lying(game_id: str) -> None:
    """Of all that can be done, what it does brings the most at once, counted against the best of the others."""
    game = find_game(game_id)
    match, told = Match(game, game.seats[0], seed=11), 0
    while not match.over:
        seat = match.actors[0]
        twin, legal = match.twin(seat, match.length), match.legal_actions(seat)
        if match.length % 3:
            match.play(choose(game, twin, seat, "page", match.length), seat)
            continue
        points = outcomes(game, twin, seat, legal)[1]
        lead = points[:, seat] - np.delete(points, seat, axis=1).max(axis=1)
        action = choose(game, twin, seat, "squire", match.length)
        assert lead[legal.index(action)] == lead.max()
        told += lead.max() > lead.min()
        match.play(choose(game, twin, seat, "page", match.length), seat)
    assert told, "there never was anything to choose between"
