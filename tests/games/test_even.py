"""`resample` in all games: it draws from what a seat knows, and from nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from kronland.core.game import SPECTATOR, censor, resampled
from kronland.core.kernel import in_mode
from kronland.core.layout import State, differences, same
from kronland.games import GAMES, find_game
from kronland.lab.conformance import play_lively

pytestmark = pytest.mark.slow


def anew(s: State, seat: int, seed: int) -> State:
    copy = s.copy()
    with np.errstate(over="ignore"):
        in_mode(resampled, "python")(copy, seat, np.uint64(seed))
    return copy


def seen(s: State, seat: int) -> State:
    copy = s.copy()
    in_mode(censor, "python")(copy, seat)
    return copy


@pytest.mark.parametrize("game_id", GAMES)
def test_the_same_knowledge_and_the_same_chance_give_the_same_deal(game_id: str) -> None:
    """Whatever the truth is: nothing is taken from how the cards lie. And what is drawn is known no better than the truth."""
    game = find_game(game_id)
    for number, match in enumerate(play_lively(game, game.seats[-1], {}, seed=3)):
        if number > 270:
            break
        if match.over or number % 9:
            continue
        for seat in range(SPECTATOR, match.players):
            one, twin = anew(match.state, seat, 5), anew(match.state, seat, 6)
            again = anew(twin, seat, 5)
            assert same(one, again), (number, seat, differences(one, again))
            assert same(seen(one, seat), seen(twin, seat)), (number, seat)
            assert game.invariants(twin) == []
