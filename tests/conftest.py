"""Before the tests: compile rules and bots of all games once, so that the workers find them in the cache and do not all compile them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from kronland.core.kernel import DEFAULT_MODE
from kronland.games import GAMES

WARM_UP = """
import sys
from kronland.bots import BOTS
from kronland.core.warm import warm_up
from kronland.games import find_game
from kronland.lab.conformance import check_games
for game_id in sys.argv[1:]:
    game = find_game(game_id)
    print(f"compiling {game.title} ...", flush=True)
    warm_up(game, None, BOTS)
    check_games(game, 1)
"""


def pytest_sessionstart(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput") or session.config.option.collectonly or DEFAULT_MODE == "python":
        return
    halves = [GAMES[0::2], GAMES[1::2]]
    started = [
        subprocess.Popen([sys.executable, "-c", WARM_UP, *half], env={**os.environ, "PYTHONUNBUFFERED": "1"}) for half in halves if half
    ]
    for process in started:
        process.wait()
