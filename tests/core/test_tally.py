"""Many random games, and the figures that are gathered from them: each against what the games themselves say."""

from __future__ import annotations

import numpy as np
import pytest

from kronland.core.kernel import DEFAULT_MODE
from kronland.core.play import Batch, play_batch
from kronland.core.tally import Tally
from kronland.games import find_game

GAME = find_game("brianboru")
PLAYERS, GAMES_PLAYED = 3, 4


@pytest.fixture(scope="module")
def batch() -> Batch:
    return play_batch(GAME, PLAYERS, GAMES_PLAYED, seed=5, mode=DEFAULT_MODE)


def part(batch: Batch, games: slice) -> Batch:
    return Batch(GAME, batch.states[games], batch.decisions[games])


def test_a_tally_adds_up_what_the_games_say(batch: Batch) -> None:
    tally = Tally(GAME, PLAYERS)
    for games in (slice(0, 1), slice(1, GAMES_PLAYED)):
        tally.add(part(batch, games), DEFAULT_MODE)
    said = [GAME.results(state) for state in batch.states]  # shares, points, ranks of each game
    assert tally.games == GAMES_PLAYED and tally.decisions == batch.decisions.sum()
    assert np.allclose(tally.shares(), np.mean([shares for shares, _, _ in said], axis=0)) and sum(tally.shares()) == pytest.approx(1)
    assert np.allclose(tally.mean_points(), np.mean([points for _, points, _ in said], axis=0))
    assert tally.length() == (batch.decisions.min(), pytest.approx(batch.decisions.mean()), batch.decisions.max())
    assert tally.ends == {"estrid": GAMES_PLAYED} and tally.broken == 0


def test_games_that_come_to_no_end_are_told_apart(batch: Batch) -> None:
    states, decisions = batch.states.copy(), batch.decisions.copy()
    states["ended"][:2] = 0
    decisions[0] = -1  # nothing was legal
    tally = Tally(GAME, PLAYERS)
    tally.add(Batch(GAME, states, decisions), DEFAULT_MODE)
    assert tally.ends == {"estrid": GAMES_PLAYED - 2, "dead end": 1, "unfinished": 1} and tally.broken == 2
    assert tally.decisions == batch.decisions[1:].sum()


def test_a_batch_is_the_same_however_it_is_cut_and_tells_of_every_game_once(batch: Batch) -> None:
    told: list[int] = []
    cut = play_batch(GAME, PLAYERS, GAMES_PLAYED, seed=5, mode=DEFAULT_MODE, chunk=3, threads=1, progress=told.append)
    assert cut.states.tobytes() == batch.states.tobytes() and cut.decisions.tolist() == batch.decisions.tolist()
    assert sum(told) == GAMES_PLAYED and min(told) > 0


def test_every_decision_of_a_batch_is_counted(batch: Batch) -> None:
    assert batch.decisions.tolist() == batch.states["clock"].tolist()


def test_every_game_of_a_batch_has_its_own_seed(batch: Batch) -> None:
    later = play_batch(GAME, PLAYERS, 1, seed=5 + GAMES_PLAYED - 1, mode=DEFAULT_MODE)
    assert later.states[0].tobytes() == batch.states[-1].tobytes()
    assert len({state.tobytes() for state in batch.states}) == GAMES_PLAYED
