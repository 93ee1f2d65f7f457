"""Random games by the thousand, portion by portion: here, or spread over a cluster."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TextIO

import numpy as np

from kronland.core.game import Game
from kronland.core.play import play_batch
from kronland.core.tally import Tally
from kronland.core.warm import PLAYOUTS, warm_up
from kronland.games import find_game
from kronland.lab.lively import lively_batch
from kronland.lab.recording import record_games

PORTION = 8192  # games at a time: their final states are a few tens of megabytes
ON_GPU = 1 << 30  # bytes of states at a time there: it needs hundreds of thousands of games to be busy
SHARES = 8  # portions for each processor of a cluster, so that all of them end at about the same time


@dataclass(frozen=True)
class Simulation:
    """What is played how."""

    game: str
    players: int
    options: dict[str, str]
    mode: str
    lively: int | None = None  # so many choices of a hundred are those that the game's taste likes best
    components: str | None = None  # the text of an owner's file

    @property
    def counting(self) -> str:
        """How results are counted and records made."""
        return "native" if self.mode == "cuda" else self.mode

    def portion(self, game: Game, games: int, cores: int | None) -> int:
        """How many games are played at a time: on a GPU, here, or in one job on a cluster with so many processors."""
        if self.mode == "cuda":
            return ON_GPU // int(game.layout.dtype.itemsize)
        return PORTION if cores is None else min(PORTION, -(-games // (SHARES * cores)))


@dataclass(frozen=True)
class Played:
    """What came of a portion."""

    tally: Tally
    choices: Any  # how often each action was chosen, where play is lively
    seconds: float  # that its games were played in
    records: str = ""


def play_portion(
    asked: Simulation,
    first: int,
    games: int,
    threads: int | None = None,
    file: TextIO | None = None,
    single: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Played:
    """Games seeded from `first` on; their records go to `file`."""
    game = find_game(asked.game)
    parts = game.load_components() if asked.components is None else game.load_components(asked.components, "components")
    choices, began = np.zeros(game.space.size, np.int64), time.perf_counter()
    if asked.lively is None:
        batch = play_batch(game, asked.players, games, first, asked.options, asked.mode, threads, parts, progress)
    else:
        batch, choices = lively_batch(game, asked.players, games, first, asked.lively, asked.options, parts, asked.mode, threads, progress)
    seconds, tally = time.perf_counter() - began, Tally(game, asked.players)
    tally.add(batch, asked.counting)
    if file is not None:
        record_games(file, batch, asked.players, first, asked.options, asked.counting, asked.components, single, progress)
    return Played(tally, choices, seconds)


def play_portion_there(asked: Simulation, first: int, games: int, with_records: bool, single: bool) -> Played:
    """The same as one job of many: on one processor, with the records as a text."""
    if asked.mode == "native":
        warm_up(find_game(asked.game), None, PLAYOUTS)
    file = io.StringIO() if with_records else None
    played = play_portion(asked, first, games, 1, file, single)
    return replace(played, records=file.getvalue()) if file else played
