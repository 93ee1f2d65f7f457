"""Choices by weight: numbers below any bound, and nothing that weighs nothing."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from kronland.core.kernel import interpreted
from kronland.core.layout import Layout, State
from kronland.core.match import Match
from kronland.core.odds import SMALL, pick_weighted, random_wide
from kronland.core.play import lively_choice
from kronland.core.seeds import seed_chance
from kronland.games import find_game

LAYOUT = Layout()


def seeded(seed: int) -> State:
    s = LAYOUT.new()
    seed_chance(s, seed)
    return s


@pytest.mark.parametrize("n", [1, 2, 3, SMALL - 1, SMALL, SMALL + 1, 2**31, 2**31 + 1, 2**40 + 1, 2**62 - 1, 2**62])
def test_a_wide_number_lies_anywhere_below_its_bound(n: int) -> None:
    s, eighths = seeded(1), Counter[int]()
    with np.errstate(over="ignore"):
        for _ in range(200):
            x = int(interpreted(random_wide)(s, n))
            assert 0 <= x < n
            eighths[8 * x // n] += 1
        low_bits = {int(interpreted(random_wide)(s, n)) & 1 for _ in range(50)}
    assert len(eighths) == min(n, 8) and max(eighths.values()) < 2 * 200 / min(n, 8) + 20
    assert len(low_bits) == min(n, 2)


def test_things_are_picked_by_their_weight() -> None:
    s, weights, picked = seeded(2), np.array([0, 30, 0, 60, 10, 0]), Counter[int]()
    with np.errstate(over="ignore"):
        for _ in range(1000):
            picked[int(interpreted(pick_weighted)(s, weights, 6, 100))] += 1
    assert set(picked) == {1, 3, 4}
    assert all(abs(picked[n] - 10 * weights[n]) < 80 for n in picked)


def test_a_lively_choice_gives_every_action_the_part_that_is_its_taste() -> None:
    """Of all numbers that can be drawn, the lowest belong to the first action, and where its part ends the next one's begins."""
    match = Match(find_game("loewenherz"), 3, {"setup": "beginner"}, seed=7, mode="python")
    room = np.zeros(match.game.space.size, np.int32)
    taste, choice = interpreted(match.game.kernels["taste"]), interpreted(lively_choice)
    for _ in range(5):
        s, seat = match.state, match.actors[0]
        liked = [(action, int(taste(s, seat, action))) for action in match.legal_actions(seat)]
        room[: len(liked)] = [action for action, _ in liked]
        total, before = sum(weight for _, weight in liked), 0
        for action, weight in liked[:3]:
            lowest, next_one = (-(-(sum_ << 32) // total) for sum_ in (before, before + weight))
            assert weight == 0 or {int(choice(s, seat, room, len(liked), np.uint64(x << 32))) for x in (lowest, next_one - 1)} == {action}
            before += weight
        match.play(liked[-1][0])
