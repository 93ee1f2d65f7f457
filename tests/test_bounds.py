"""Compiled code does not check the bounds of arrays: here it does, and an index out of bounds is an error, also for hostile texts."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from kronland.games import GAMES, find_game
from kronland.lab.conformance import set_ups

SCRIPT = """
import sys
from kronland.core.kernel import BOUNDS_CHECKED
from kronland.core.play import play_batch
from kronland.games import find_game
from kronland.lab.conformance import check_games, set_ups
from kronland.lab.hostile import try_seed

game = find_game(sys.argv[1])
assert BOUNDS_CHECKED
report = check_games(game, len(set_ups(game)), seed=21, other_mode=None)
assert not report.violations, report.violations[:3]
for players, options in set_ups(game):
    play_batch(game, players, 20, seed=1, options=options)
for seed in range(HOSTILE):
    outcome = try_seed(game, seed)
    assert not outcome.findings, str(outcome.findings[0])
print(report.games)
"""
HOSTILE = 500  # records, positions and component files that try to do harm, of each game (see `kronland.lab.hostile`)


def run(game_id: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    command = [sys.executable, "-c", SCRIPT.replace("HOSTILE", str(HOSTILE)), game_id]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def runs() -> Iterator[dict[str, Future[subprocess.CompletedProcess[str]]]]:
    """All games at once: to compile with checks takes long, and these are the last tests to run, when other cores have nothing to do."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield {game_id: pool.submit(run, game_id) for game_id in GAMES}


@pytest.mark.parametrize("game_id", GAMES)
def test_bounds(game_id: str, runs: dict[str, Future[subprocess.CompletedProcess[str]]]) -> None:
    done = runs[game_id].result()
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) == len(set_ups(find_game(game_id)))
