"""Places of a board as paths, for marking what happened there: they are drawn as lines, so shapes may lie one over the other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from kronland.games.drawing.svg import number

ABOVE = "kl-above"  # what is written on a board, so that it can be drawn once more, over the marks


def ring(x: float, y: float, radius: float) -> str:
    r = number(radius)
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {number(2 * radius)} 0a{r} {r} 0 1 0 {number(-2 * radius)} 0"


def together(paths: Iterable[str]) -> str:
    """Each once, in their order."""
    return "".join(dict.fromkeys(paths))


_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
# What the numbers of each command are: a way across or down; of an arc also two radii, its turn and size, and which side it is on.
_WAYS = {"m": "xy", "l": "xy", "t": "xy", "h": "x", "v": "y", "q": "xyxy", "s": "xyxy", "c": "xyxyxy", "a": "rr--fxy", "z": ""}


@lru_cache(maxsize=10_000)  # the same things stand in the same places at all tables: strokes of the land, marks on fields and lines
def placed(d: str, x: float = 0, y: float = 0, scale: float = 1, mirrored: bool = False) -> str:
    """A path drawn around the origin, scaled, with its left and right changed, and moved to (x, y): as a transform would show it.

    All but its beginning is told from point to point, so that things which look the same are the same text, which packs well.

    >>> placed("M-2 0h4V3Z", 10, 20)
    'M8 20h4v3z'
    >>> placed("M-2 0L2 1a2 2 0 0 1 1.5-3M0 0H2", scale=0.5, mirrored=True)
    'M1 0l-2 .5a1 1 0 0 0-.8-1.5m1.8 1h-1'
    """
    across = -scale if mirrored else scale
    here, start, said = [0.0, 0.0], [0.0, 0.0], ""
    for command, numbers in _COMMAND.findall(d):
        kind = command.lower()
        ways, values = _WAYS[kind], [float(one) for one in _NUMBER.findall(numbers)]
        if not ways:
            said, here = f"{said}z", list(start)
        for first in range(0, len(values), len(ways) or 1):
            step = list(zip(ways, values[first : first + len(ways)], strict=True))
            origin = {"x": 0.0, "y": 0.0} if command == kind else {"x": here[0], "y": here[1]}
            from_here = [(way, value - origin.get(way, 0)) for way, value in step]
            begins = not said
            sizes = {"x": across, "y": scale, "r": scale}
            shown = [1 - value if way == "f" and mirrored else value * sizes.get(way, 1) for way, value in from_here]
            if begins:
                shown = [shown[0] + x, shown[1] + y]
            said += _spelled("M" if begins else kind, shown)
            for way, value in from_here[-2:]:
                if way in "xy":
                    here["xy".index(way)] += value
            if kind == "m":
                start = list(here)
    return said


def _spelled(command: str, values: Iterable[float]) -> str:
    said = command
    for value in values:
        short = number(float(value))
        short = short.replace("0.", ".", 1) if abs(value) < 1 else short
        said += short if said == command or short.startswith("-") else f" {short}"
    return said
