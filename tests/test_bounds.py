"""Compiled code does not check the bounds of arrays: here it does, and an index out of bounds is an error, also for hostile texts."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from kronland.games import GAMES

pytestmark = pytest.mark.slow

SCRIPT = """
import random
import sys

import numpy as np

from kronland.core.game import SPECTATOR, act, censor, legal, resampled
from kronland.core.kernel import BOUNDS_CHECKED, in_mode
from kronland.core.log import new_log
from kronland.core.match import Match
from kronland.core.play import lively_choice, play_batch
from kronland.games import find_game
from kronland.lab.conformance import set_ups
from kronland.lab.hostile import try_seed
from kronland.lab.probes import count_mismatches

game, chance = find_game(sys.argv[1]), random.Random(21)
room, flags, size = np.zeros(game.space.size, np.int32), np.zeros(game.space.size, np.int8), game.space.size
checked = (in_mode(kernel, "native") for kernel in (count_mismatches, censor, resampled, legal, lively_choice, act))
count_mismatches, censor, resampled, legal, lively_choice, act = checked
assert BOUNDS_CHECKED
decisions = 0
for players, options in set_ups(game):
    play_batch(game, players, 20, seed=1, options=options)
    state = Match(game, players, options, seed=21).state
    while actors := int(state.actors):
        seat = actors.bit_length() - 1
        for reader in range(SPECTATOR, players):
            assert not count_mismatches(state, reader, room, flags, size, chance.randrange(3) - 2, 3)
            seen, twin = state.copy(), state.copy()
            censor(seen, reader)
            resampled(twin, reader, np.uint64(chance.getrandbits(64)))
        count = legal(state, seat, room)
        act(state, seat, lively_choice(state, seat, room, count, np.uint64(chance.getrandbits(64))), new_log())
        decisions += 1
for seed in range(HOSTILE):
    outcome = try_seed(game, seed)
    assert not outcome.findings, str(outcome.findings[0])
print(decisions)
"""
HOSTILE = 500  # records, positions and component files that try to do harm, of each game (see `kronland.lab.hostile`)


def run(game_id: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0"}  # machine code that is hardly used pays no optimiser
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
    assert int(done.stdout) > 100
