"""The games' rules and bots are compiled in child processes, so that the server answers meanwhile and says how far it is."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
from dataclasses import dataclass

from kronland.bots import BOTS, prepare
from kronland.core.match import Match
from kronland.core.warm import is_warm
from kronland.core.words import N_
from kronland.games import GAMES, find_game
from kronland.web.errors import NotReady

LOG = logging.getLogger("kronland.web")

CHILD = """
import json, sys
from kronland.bots import BOTS
from kronland.core.warm import warm_up
from kronland.games import find_game
warm_up(find_game(sys.argv[1]), lambda step, done, total: print(json.dumps([step, done, total]), flush=True), BOTS)
"""


@dataclass(frozen=True)
class Progress:
    stage: str  # waiting, compiling, ready, failed
    step: str = ""
    done: int = 0
    total: int = 0

    @property
    def ready(self) -> bool:
        return self.stage == "ready"


class Preparation:
    """How far each game is. In `python` mode there is nothing to prepare."""

    def __init__(self, mode: str) -> None:
        self._mode = mode
        self._progress = {game: Progress("ready" if mode == "python" else "waiting") for game in GAMES}
        self._child: subprocess.Popen[str] | None = None
        self._stopped = False
        self._thread: threading.Thread | None = None

    def state(self, game: str) -> Progress:
        return self._progress.get(game, Progress("failed"))

    @property
    def finished(self) -> bool:
        return all(progress.stage in ("ready", "failed") for progress in self._progress.values())

    def check_ready(self, game: str) -> None:
        progress = self.state(game)
        if not progress.ready:
            raise NotReady(N_("This game is being prepared, which happens once and takes a minute. Please come back in a moment."))

    def start(self) -> None:
        """Begin in the background; games that were compiled before come first."""
        if not self.finished:
            self._thread = threading.Thread(target=self._run, name="preparing", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        self._stopped = True
        if self._child is not None:
            self._child.terminate()

    def wait(self) -> None:
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        for game in sorted(GAMES, key=lambda game: not is_warm(find_game(game), BOTS)):
            if self._stopped:
                return
            try:
                self._prepare(game)
                self._progress[game] = Progress("ready")
            except Exception:
                LOG.exception("preparing %s failed", game)
                self._progress[game] = Progress("failed")

    def _prepare(self, game: str) -> None:
        if not is_warm(find_game(game), BOTS):
            self._progress[game] = Progress("compiling")
            command = [sys.executable, "-P", "-c", CHILD, game]
            self._child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
            assert self._child.stdout is not None
            for line in self._child.stdout:
                step, done, total = json.loads(line)
                self._progress[game] = Progress("compiling", step, done, total)
            if code := self._child.wait():
                raise RuntimeError(f"the compiling process ended with {code}")
        # The compiled code is read from the disk now, and not in the middle of somebody's first move.
        match = Match(find_game(game), mode=self._mode)
        match.play(match.legal_actions(match.actors[0])[0], match.actors[0])
        match.view(0), match.twin(0, 1), match.results()
        prepare(find_game(game))
