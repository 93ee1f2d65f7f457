"""Compiled code does not check the bounds of arrays: here it does, and an index out of bounds is an error."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from kronland.core.game import Game
from kronland.games import GAMES, find_game
from kronland.lab.conformance import set_ups

games = pytest.mark.parametrize("game", [pytest.param(find_game(game_id), id=game_id) for game_id in GAMES])


@games
def test_bounds(game: Game) -> None:
    script = (
        "import sys; from kronland.games import find_game; from kronland.core.kernel import BOUNDS_CHECKED\n"
        "from kronland.core.play import play_batch; from kronland.lab.conformance import check_games, set_ups\n"
        "game = find_game(sys.argv[1]); assert BOUNDS_CHECKED\n"
        "report = check_games(game, len(set_ups(game)), seed=21, other_mode=None)\n"
        "assert not report.violations, report.violations[:3]\n"
        "for players, options in set_ups(game): play_batch(game, players, 20, seed=1, options=options)\n"
        "print(report.games)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, game.id],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert int(run.stdout) == len(set_ups(game))
