"""Positions are written, and checked, in the middle of requests: nobody waits for a compiler there."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kronland.core.kernel import DEFAULT_MODE

CODE = """
import random
from numba.core import event
from kronland.core.match import Match
from kronland.games import find_game
from kronland.games.rheinlaender.rules.eras import catch_up

match, chance = Match(find_game("rheinlaender"), 5, seed=3, mode="python"), random.Random(1)
game = match.game
with event.install_recorder("numba:compile") as recorder:
    while not (match.state.past_size > 0).any():
        match.play(chance.choice(match.legal_actions(match.actors[0])), match.actors[0])
    state = match.state
    interpreted = game.write_position(state)
    again = game.read_position(interpreted)
    assert not game.invariants(again)
assert not recorder.buffer and not catch_up.overloads, "interpreted rules are asked interpreted"
game.kernels["censor"](state.copy(), -1)
assert game.write_position(state) == interpreted and catch_up.overloads, "and compiled ones compiled"
"""


@pytest.mark.slow
@pytest.mark.skipif(DEFAULT_MODE == "python", reason="nothing is compiled")
def test_what_is_written_of_interpreted_rules_compiles_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
