"""The speed goals and how they are measured.

Machines are noisy and get slower while others work on them. So every measurement is a short round, the rounds of all measurements take
turns, and the best round of each counts; what is compared was measured within the same seconds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kronland.core.game import Game
from kronland.core.play import play_batch
from kronland.games import GAMES, find_game
from kronland.lab.copying import copy_many

GAME = GAMES[0]  # with its usual options and all its seats: the goals are about this one
ROUND = 0.3  # seconds, about
COPIES = 200_000
QUORIDOR_GAMES = 100
WITHOUT_OPENSPIEL = (
    "OpenSpiel's Quoridor was not measured; to have it beside: pip install kronland[openspiel], "
    "or in a checkout KRONLAND_EXTRAS=openspiel ./kronland bench"
)


@dataclass(frozen=True)
class Figure:
    """Something measured, and the goal for it where there is one."""

    key: str
    text: str
    value: float
    unit: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def measured(self) -> str:
        return _number(self.value, self.unit)

    @property
    def wanted(self) -> str:
        if self.at_least is not None:
            return f"≥ {_number(self.at_least)}"
        return f"≤ {_number(self.at_most)}" if self.at_most is not None else ""

    @property
    def verdict(self) -> str:
        if self.at_least is None and self.at_most is None:
            return ""
        fine = self.value >= self.at_least if self.at_least is not None else self.value <= (self.at_most or 0)
        return "met" if fine else "missed"


def _number(value: float, unit: str = "") -> str:
    shown = f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
    return f"{shown} {unit}".strip()


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def steps(rounds: int, compiling: bool) -> int:
    """How often `measure` reports progress."""
    return rounds + (2 if compiling else 1)


def measure(rounds: int, compiling: bool, progress: Callable[[int], None] = lambda done: None) -> list[Figure]:
    game = find_game(GAME)
    speed = _Speed(game)
    timers: dict[str, Callable[[], float]] = {"one": lambda: speed.native(1), "interpreted": speed.interpreted, "copy": lambda: _copy(game)}
    if cores() >= 2:
        timers["two"] = lambda: speed.native(2)
    if cores() > 2:
        timers["all"] = lambda: speed.native(cores())
    quoridor = _quoridor()
    if quoridor is not None:
        timers["quoridor"] = quoridor
    best = dict.fromkeys(timers, 0.0)
    for _ in range(rounds):
        for name, timer in timers.items():
            best[name] = max(best[name], timer())
        progress(1)
    return [*_figures(best), *_starts(compiling, progress)]


class _Speed:
    """Decisions a second of random play."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.native(1, games=64)  # loads the kernel and wakes the processor
        began = time.perf_counter()
        self.native(1, games=256)
        self.games = max(256, int(256 * ROUND / (time.perf_counter() - began)))

    def native(self, threads: int, games: int | None = None) -> float:
        count = games or self.games * threads
        return self._timed(count, "native", threads, chunk=max(1, count // (threads * 8)))

    def interpreted(self) -> float:
        return self._timed(1, "python", 1, chunk=1)

    def _timed(self, games: int, mode: str, threads: int, chunk: int) -> float:
        began = time.perf_counter()
        batch = play_batch(self.game, self.game.seats[-1], games, mode=mode, threads=threads, chunk=chunk)
        return int(batch.decisions.sum()) / (time.perf_counter() - began)


def _copy(game: Game) -> float:
    """KB copied in a microsecond."""
    states = game.layout.batch(16)  # what a search works on stays in the processor's own memory
    copy_many(states, 1)
    began = time.perf_counter()
    copy_many(states, COPIES)
    microseconds = (time.perf_counter() - began) * 1e6
    return COPIES * int(states.itemsize) / 1024 / microseconds


def _quoridor() -> Callable[[], float] | None:
    """OpenSpiel's nearest game in kind, played at random within C++; None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("quoridor")
    bots: list[Any] = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]

    def timer() -> float:
        states = [game.new_initial_state() for _ in range(QUORIDOR_GAMES)]
        began = time.perf_counter()
        for number, state in enumerate(states):
            pyspiel.evaluate_bots(state, bots, number)
        seconds = time.perf_counter() - began
        return sum(len(state.history()) for state in states) / seconds

    return timer


def _figures(best: dict[str, float]) -> list[Figure]:
    one, per_second = best["one"], "/s"
    figures = [Figure("one_core", "one core", one, per_second, at_least=1_000_000)]
    if "two" in best:
        figures.append(Figure("two_cores", "two cores", best["two"], per_second))
        figures.append(Figure("two_to_one", "two cores to one", best["two"] / one, "times", at_least=1.8))
    if "all" in best:
        figures.append(Figure("all_cores", f"all {cores()} cores", best["all"], per_second))
        figures.append(Figure("all_to_one", "all cores to one", best["all"] / one, "times"))
    figures.append(Figure("interpreted", "interpreted, one core", best["interpreted"], per_second))
    figures.append(Figure("native_to_interpreted", "compiled to interpreted", one / best["interpreted"], "times", at_least=1000))
    figures.append(Figure("copy", "copying a state", 1 / best["copy"], "µs/KB", at_most=0.2))
    if "quoridor" in best:
        figures.append(Figure("quoridor", "OpenSpiel's Quoridor, C++", best["quoridor"], per_second))
        figures.append(Figure("to_quoridor", "one core to Quoridor's", one / best["quoridor"], "times"))
    return figures


def _starts(compiling: bool, progress: Callable[[int], None]) -> list[Figure]:
    """A first compile in an empty cache folder, and the time from the command to the end of its first game."""
    figures = []
    with tempfile.TemporaryDirectory() as empty:
        if compiling:
            told, _ = _command({"KRONLAND_CACHE": empty})
            progress(1)
            figures.append(Figure("compile", "first compile", told["compile_seconds"], "s", at_most=45))
        seconds = min(_command({"KRONLAND_CACHE": empty} if compiling else {})[1] for _ in range(3))
        progress(1)
    figures.append(Figure("start", "cached start, one game", seconds, "s", at_most=2))
    return figures


def _command(environment: dict[str, str]) -> tuple[dict[str, Any], float]:
    """`kronland simulate` of one game in a process of its own: what it told, and the seconds from start to exit."""
    command = [sys.executable, "-P", "-m", "kronland", "simulate", GAME, "--games", "1", "--json"]
    began = time.perf_counter()
    done = subprocess.run(command, env={**os.environ, "KRONLAND_MODE": "native", **environment}, capture_output=True, text=True, check=True)
    seconds = time.perf_counter() - began
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told, seconds
