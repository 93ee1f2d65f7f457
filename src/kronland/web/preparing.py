"""The games' rules and bots are compiled in child processes, so that the server answers meanwhile and says how far it is.

The rules of all games come first: with them a game can be played. Until its bots are compiled too, they think interpreted, which is slow.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass

from kronland.bots import BOTS, prepare
from kronland.core.match import Match
from kronland.core.warm import is_warm
from kronland.core.words import N_
from kronland.games import GAMES, find_game
from kronland.web.errors import NotReady

LOG = logging.getLogger("kronland.web")

CHILD = """
import json, os, sys
from kronland.bots import BOTS
from kronland.core.warm import warm_up
from kronland.games import find_game
os.nice(5)
further = (BOTS,) if "bots" in sys.argv else ()
warm_up(find_game(sys.argv[1]), lambda step, done, total: print(json.dumps([step, done, total]), flush=True), *further)
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
        self._bots: set[str] = set()  # games whose bots are compiled
        self._child: subprocess.Popen[str] | None = None
        self._stopped = False
        self._thread: threading.Thread | None = None
        self.playable = threading.Event()  # set when there are no rules left to prepare
        if mode == "python":
            self.playable.set()

    def state(self, game: str) -> Progress:
        return self._progress.get(game, Progress("failed"))

    def bot_mode(self, game: str) -> str:
        """How bots of the game are to think now."""
        return self._mode if game in self._bots else "python"

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self._mode == "python" or (self._thread is not None and not self._thread.is_alive())

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
        games = sorted(GAMES, key=lambda game: not is_warm(find_game(game)))
        for prepared in (self._prepare_rules, self._prepare_bots):
            for game in games:
                if self._stopped:
                    return
                if self.state(game).stage == "failed":
                    continue
                try:
                    prepared(game)
                except Exception:
                    LOG.exception("preparing %s failed", game)
                    if not self.state(game).ready:  # without compiled bots it can be played still
                        self._progress[game] = Progress("failed")
            self.playable.set()

    def _prepare_rules(self, game: str) -> None:
        if not is_warm(find_game(game)):
            self._progress[game] = Progress("compiling")
            for step, done, total in self._compiling(game):
                self._progress[game] = Progress("compiling", step, done, total)
        # The compiled code is read from the disk now, and not in the middle of somebody's first move.
        match = Match(find_game(game), mode=self._mode)
        match.play(match.legal_actions(match.actors[0])[0], match.actors[0])
        match.view(0), match.twin(0, 1), match.results()
        self._progress[game] = Progress("ready")

    def _prepare_bots(self, game: str) -> None:
        if not is_warm(find_game(game), BOTS):
            for _ in self._compiling(game, "bots"):
                pass
        prepare(find_game(game))
        self._bots.add(game)

    def _compiling(self, game: str, *what: str) -> Iterator[tuple[str, int, int]]:
        """The steps of a child that compiles, as it tells them."""
        command = [sys.executable, "-P", "-c", CHILD, game, *what]
        self._child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
        assert self._child.stdout is not None
        for line in self._child.stdout:
            step, done, total = json.loads(line)
            yield step, done, total
        if code := self._child.wait():
            raise RuntimeError(f"the compiling process ended with {code}")
