"""Compile a game's rules once, with progress, instead of in the middle of its first use.

What else is compiled for a game (its bots, in a layer above) is a further `Part`, which comes after the rules. A complete part leaves a
marker in the cache folder, so that the next start knows for the price of one look at the disk.
"""

from __future__ import annotations

import gc
import platform
import re
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kronland.core import kernel
from kronland.core.ending import result
from kronland.core.errors import UsageError
from kronland.core.files import alone
from kronland.core.game import MOST_SEATS, Game, act, resampled
from kronland.core.kernel import Kernel
from kronland.core.log import NO_LOG
from kronland.core.play import batch_playout, batch_result, playout

Progress = Callable[[str, int, int], None]  # the kernel that comes next, how many are done, of how many
Steps = list[tuple[str, Callable[[], Any]]]  # calls with the arguments that kernels are called with, each with a name

KEPT = 4  # cache folders of other checkouts, or for other versions of Numba: a few may take turns
UNUSED = 3600.0  # seconds: whoever used a folder this short ago may be using it still
FOLDER = re.compile(r"[0-9a-f]{16}-numba[\w.]+-py\d+(-checked)?")


@dataclass(frozen=True)
class Part:
    """A part of what is compiled for a game."""

    name: str
    steps: Callable[[Game], Steps]
    kernels: Callable[[Game], Sequence[Kernel]] = lambda game: ()  # what the steps compile: when one changes, the part is to be made again


def is_warm(game: Game, *further: Part) -> bool:
    """Whether the rules of the game, and further parts, lie compiled in the cache, whose folder is there from then on."""
    if kernel.DEFAULT_MODE == "python":
        return True
    try:
        kernel.CACHE.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageError(
            f"{kernel.CACHE}: cannot be made ({problem.strerror}); expected KRONLAND_CACHE to name a folder for compiled rules"
        ) from None
    if not all(_marker(game, part).exists() for part in (RULES, *further)):
        return False
    _used(kernel.CACHE)
    return True


def warm_up(game: Game, progress: Progress | None = None, *further: Part) -> float:
    """Compile what is not yet; the seconds it took."""
    began = time.perf_counter()
    if is_warm(game, *further):
        return 0.0
    # The second of two starts at once waits, and finds the work done.
    with alone(kernel.CACHE / f"{game.id}.lock"), without_collecting():
        cold = [(part, part.steps(game)) for part in (RULES, *further) if not _marker(game, part).exists()]
        done, total = 0, sum(len(steps) for _, steps in cold)
        for part, steps in cold:
            for name, call in steps:
                if progress:
                    progress(name, done, total)
                call()
                done += 1
            for marker in kernel.CACHE.glob(f"{game.id}-{part.name}-*.warm"):  # of earlier sources
                marker.unlink(missing_ok=True)
            _marker(game, part).touch()
        if progress:
            progress("", done, total)
    prune()
    return time.perf_counter() - began


@contextmanager
def without_collecting() -> Iterator[None]:
    """Compiling makes millions of small objects that are needed to its end: looking for garbage among them takes a tenth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _marker(game: Game, part: Part) -> Path:
    """Compiled code is for one processor; a home folder may be shared by several."""
    import llvmlite.binding as llvm

    made_from = kernel.kernel_digest(game.layout.dtype, *part.kernels(game))
    return Path(kernel.CACHE / f"{game.id}-{part.name}-{made_from}-{platform.machine()}-{llvm.get_host_cpu_name()}.warm")


def _rules(game: Game) -> Steps:
    """A call of every kernel that Python calls."""
    kernels, players = game.kernels, game.seats[-1]
    options = game.option_numbers(game.check_options(players, {}))
    parts = game.load_components()
    states = game.layout.batch(1)
    s, seed, out = states[0], np.uint64(0), np.zeros(game.space.size, np.int32)
    table = np.zeros((3, MOST_SEATS))

    def play_one() -> None:
        kernels["setup"](s, players, options, parts, NO_LOG)
        seat = next(seat for seat in range(players) if int(s.actors) >> seat & 1)
        kernels["legal"](s, seat, out)
        act(s, seat, int(out[0]), NO_LOG)

    return [
        ("setup", lambda: kernels["setup"](s, players, options, parts, NO_LOG)),
        ("refusal", lambda: kernels["refusal"](s, 0, 0)),
        ("legal", lambda: kernels["legal"](s, 0, out)),
        ("act", play_one),
        ("censor", lambda: kernels["censor"](s.copy(), -1)),
        ("resample", lambda: resampled(s.copy(), 0, seed)),
        ("result", lambda: result(s, table)),
        ("results", lambda: batch_result(states, table.reshape(1, 3, MOST_SEATS))),
        ("position", lambda: game.write_position(s)),  # a game may have kernels of its own for that
    ]


def _kernels(game: Game) -> Sequence[Kernel]:
    return (*game.kernels.values(), act, resampled, result, batch_result)


def _playouts(game: Game) -> Steps:
    players = game.seats[-1]
    options = game.option_numbers(game.check_options(players, {}))
    parts, states, seed, out = game.load_components(), game.layout.batch(1), np.uint64(0), np.zeros(game.space.size, np.int32)

    def play_out() -> None:
        game.kernels["setup"](states[0], players, options, parts, NO_LOG)
        playout(states[0], seed, out, NO_LOG, game.longest)

    return [
        ("playout", play_out),
        ("playouts", lambda: batch_playout(states, players, options, parts, seed, out, NO_LOG, game.longest, np.zeros(1, np.int64))),
    ]


RULES = Part("rules", _rules, _kernels)
# Random games, many a second: who simulates needs them, and no table does, which would wait for a tenth of its compiling.
PLAYOUTS = Part("playouts", _playouts, lambda game: (game.kernels["setup"], playout, batch_playout))


def _used(folder: Path) -> None:
    with suppress(OSError):  # a shared cache that is not ours is as good
        folder.touch()


def prune() -> list[Path]:
    """Remove what was compiled of other checkouts, but for the few used last; the folders removed."""
    now = time.time()
    others = []
    for folder in kernel.CACHE.parent.iterdir():
        if folder != kernel.CACHE and FOLDER.fullmatch(folder.name) and folder.is_dir():
            others.append((folder.stat().st_mtime, folder))
    old = [folder for used, folder in sorted(others, reverse=True)[KEPT:] if now - used > UNUSED]
    for folder in old:
        shutil.rmtree(folder, ignore_errors=True)
    return old
