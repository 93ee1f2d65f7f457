"""What is compiled for bots beforehand is all that they need: no decision of theirs compiles anything."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kronland.core.kernel import DEFAULT_MODE

pytestmark = pytest.mark.slow

# A process of its own, which finds in the cache what the start of the tests has left there, and would compile the rest.
CODE = """
import sys
from numba.core.dispatcher import Dispatcher
from kronland.bots import choose, expected_shares, verdict
from kronland.core.match import Match
from kronland.games import GAMES, find_game

for game_id in sys.argv[1:] or GAMES:
    game = find_game(game_id)
    match = Match(game, game.seats[0], seed=1)
    for number in range(24):
        seat, level = match.actors[0], ("page", "squire", "knight", "king:40")[number % 4]
        known = match.known(seat)
        action = choose(known, level, number)
        verdict(known, action, "knight:20", number), expected_shares(known)
        match.play(action, seat)
modules = [module for name, module in sys.modules.items() if name.startswith("kronland")]
kernels = {id(value): value for module in modules for value in vars(module).values() if isinstance(value, Dispatcher)}
for kernel in kernels.values():
    if kernel.stats.cache_misses:
        print(kernel.__module__, kernel.__name__, len(kernel.stats.cache_misses))
"""


@pytest.mark.skipif(DEFAULT_MODE == "python", reason="nothing is compiled")
def test_no_decision_compiles_anything() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert not done.stdout, done.stdout
