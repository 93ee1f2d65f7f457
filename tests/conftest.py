"""Before the tests: compile rules and bots of the games once, so that the workers find them in the cache and do not all compile them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence

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


def games_of(asked: Sequence[str]) -> Sequence[str]:
    """The games that the tests asked for are about: those of their folders, or all."""
    folders = [re.search(r"tests/games/(\w+)/", f"{argument}/") for argument in asked]
    found = {folder[1] for folder in folders if folder and folder[1] in GAMES}
    return sorted(found) if all(folders) and found else GAMES


def pytest_sessionstart(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput") or session.config.option.collectonly or DEFAULT_MODE == "python":
        return
    needed = games_of(session.config.args)
    halves = [needed[0::2], needed[1::2]]
    started = [
        subprocess.Popen([sys.executable, "-c", WARM_UP, *half], env={**os.environ, "PYTHONUNBUFFERED": "1"}) for half in halves if half
    ]
    for process in started:
        process.wait()
