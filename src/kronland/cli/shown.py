"""Progress on standard error, results on standard output."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console

if TYPE_CHECKING:
    from kronland.core.game import Game
    from kronland.core.warm import Part


def console() -> Console:
    """Tables and words. Numbers and paths keep their colour to themselves: the text is ours, not a log."""
    return Console(highlight=False, soft_wrap=True)


def print_json(values: dict[str, Any]) -> None:
    print(json.dumps(values, ensure_ascii=False), flush=True)


def points_head(game: Game) -> str:
    """What stands over a column of points: in a game for money, money."""
    from kronland.core.words import words

    return words("en")(game.points_said).lower()


def say(text: str) -> None:
    print(f"kronland: {text}", file=sys.stderr, flush=True)


@contextmanager
def progress(title: str, total: int, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """A bar that the given function moves on; none when nobody watches."""
    if quiet or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(title, total=total)
        yield lambda done: bars.advance(task, done)


def prepare(game: Game, mode: str, quiet: bool = False, *further: Part) -> float:
    """Have the rules compiled, and further parts that are needed, with progress the first time; the seconds it took."""
    from kronland.core.warm import PLAYOUTS, is_warm, warm_up

    if mode == "python" or is_warm(game, *further):
        return 0.0
    title = f"preparing the rules of {game.title}"
    if quiet or not sys.stderr.isatty():
        say(f"{title}: compiling, once, about {'half a minute' if all(part is PLAYOUTS for part in further) else 'a minute or two'}")
        seconds = warm_up(game, None, *further)
    else:
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[step]}"), TimeElapsedColumn()
        with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
            task = bars.add_task(f"{title}: compiling", total=None, step="")
            seconds = warm_up(game, lambda step, done, total: bars.update(task, completed=done, total=total, step=step), *further)
    say(f"{title}: compiled, done in {seconds:.1f} s")
    return seconds


def prepare_gpu(game: Game, players: int, quiet: bool = False) -> float:
    """Have the rules compiled for the GPU; the seconds it took, or took to read them from the disk."""
    import time

    from kronland.core.play import play_batch

    began = time.perf_counter()
    if not quiet:
        say(f"preparing the rules of {game.title} for the GPU: compiling, the first time, about a minute")
    play_batch(game, players, 1, mode="cuda")
    return time.perf_counter() - began
