"""What is compiled for bots beforehand is all that they need: no decision of theirs compiles anything."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kronland.core.kernel import DEFAULT_MODE

# A process of its own, in which nothing but `prepare` has loaded kernels before.
CODE = """
import sys
from numba.core.dispatcher import Dispatcher
from kronland.bots import choose, expected_shares, prepare, verdict
from kronland.core.match import Match
from kronland.games import GAMES, find_game

def signatures():
    found = {}
    for name, module in list(sys.modules.items()):
        if name.startswith("kronland.bots"):
            found |= {f"{name}.{key}": len(value.signatures) for key, value in vars(module).items() if isinstance(value, Dispatcher)}
    return found

for game_id in GAMES:
    game = find_game(game_id)
    prepare(game)
    before = signatures()
    match = Match(game, game.seats[0], seed=1)
    for number in range(24):
        seat, level = match.actors[0], ("page", "squire", "knight", "king:40")[number % 4]
        state = match.state
        action = choose(game, state, seat, level, number)
        verdict(game, state, seat, action, "knight:20", number), expected_shares(game, state)
        match.play(action, seat)
    new = [name for name, count in signatures().items() if count != before.get(name, 0)]
    print(game_id, "compiled in the middle of a decision:", new) if new else None
"""


@pytest.mark.skipif(DEFAULT_MODE == "python", reason="nothing is compiled")
def test_no_decision_compiles_anything() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert not done.stdout, done.stdout
