"""Land: woods, fields, mountains, towns, mines, each as a drawing around the origin.

A board has hundreds of them. A browser sorts everything that is moved into place anew at each change of a picture, so what only lies there
is drawn as few long paths instead (`scattered`): of each land, all first strokes of the brush together, then all second ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from kronland.games.drawing.heraldry import GOLD, INK, MORTAR, PAPER, SILVER, STONE
from kronland.games.drawing.outlines import placed
from kronland.games.drawing.svg import Markup, Value, circle, joined, path, symbol, use

WASH = {"farmland": "#f3e8c6", "forest": "#d2d6a4", "mountain": "#dbcdb3", "town": "#f0d7ae", "city": "#ecd08f"}
MINES = ("copper", "silver", "gold", "gems")
WASH |= {f"{mine}-mine": "#dfd2ba" for mine in MINES}


class Stroke(NamedTuple):
    """A part of a drawing: filled, drawn with a line, or both, as `path` has it."""

    d: str
    fill: str
    line: str | None = None
    width: float = 1
    opacity: float | None = None


def _conifer(x: float, y: float) -> str:
    return f"M{x} {y}l4.6 7h-2.4l3.6 6.4h-11.6l3.6-6.4h-2.4ZM{x - 1} {y + 13.4}h2v2.6h-2Z"


def _crown(x: float, y: float) -> str:
    trunk = f"M{x - 1} {y + 9}h2v4h-2Z"
    leaves = "a4 4 0 0 1-.6-7.2 5.2 5.2 0 0 1 9.6-2.4 4.6 4.6 0 0 1 4.2 6.6 3.6 3.6 0 0 1-2.6 3.4Z"
    return f"{trunk}M{x - 6} {y + 8}{leaves}"


_TREES = (
    (_conifer(-12, -16), _crown(9, -12), _conifer(-2, 1), _crown(-14, 6), _conifer(14, 4)),
    (_crown(-10, -14), _conifer(5, -18), _crown(15, -4), _conifer(-15, 3), _crown(2, 7)),
    (_conifer(-5, -19), _conifer(11, -16), _conifer(-15, -4), _crown(2, 2), _conifer(15, 4)),
)
_FURROWS = (
    "M-16 12q5-3 10 0t10 0M-8 17q4-2.5 8 0t8 0",
    "M8-12q4-2.5 8 0M2-7q5-3 10 0t8-1",
    "M-14-8v-5M-14-9l-2-2M-14-9l2-2M10 14v-5M10 13l-2-2M10 13l2-2",
)
_MOUNTAIN = (
    Stroke("M-21 16L-9-9-3 1 5-17 21 16Z", "#efe4cd", MORTAR, 1.4),
    Stroke("M5-17L21 16H7L3 6 6-2ZM-9-9L-3 1-6 16H-9L-11 5Z", "#9a866b"),
    Stroke("M5-17L.6-7 3-8.6 5-5.6 7.4-9 9.4-8Z", PAPER),
    Stroke("M-15 9l-2 5M-11 10l-1 5M-1 6l-3 9M2 10l-1 5", "none", MORTAR, 1),
)
_TOWN = (
    Stroke("M-19 16V3h12V16ZM7 16V1h13V16ZM-6 16V-4H5V16Z", PAPER, INK, 1.1),
    Stroke("M-21 4L-13-6-5 4ZM5 2L13.5-9 22 2ZM-7-4L-.5-21 6-4Z", "#b7673a", INK, 1.1),
    Stroke("M-.5-21v-3M-2-22.8h3M-3 16v-5a2.5 2.5 0 0 1 5 0v5ZM-15.5 8h4v3.5h-4ZM11.5 7h4v3.5h-4Z", INK, INK, 0.9),
    Stroke("M-.5-21L6-4H1ZM13.5-9L22 2H15.5ZM-13-6L-5 4H-11Z", INK, opacity=0.2),
)
_CITY = (
    Stroke("M-20 17V-3h5v3h4v-3h5V17ZM6 17V-3h5v3h4v-3h5V17Z", STONE, INK, 1.2),
    Stroke("M-9 17V-8h4v3h3v-3h4v3h3v-3h4V17Z", PAPER, INK, 1.2),
    Stroke("M-3.5 17V11a3.5 3.5 0 0 1 7 0V17ZM-6-1h2.6v4h-2.6ZM3.4-1h2.6v4h-2.6Z", INK),
    Stroke("M-7-11L-8.5-20-4-16 0-22 4-16 8.5-20 7-11Z", GOLD, INK, 1.2),
)
_HILL = (
    Stroke("M-21 17C-17 3-9-2 0-2 9-2 17 3 21 17Z", "#c3b08c", MORTAR, 1.3),
    Stroke("M-6 17V9.5a6 5.5 0 0 1 12 0V17Z", INK, MORTAR, 1),
    Stroke("M-7 17V8.6M7 17V8.6M-8 8.4H8", "none", "#8a6a42", 2),
)
# What is dug there: a shape for each kind, so that they are told apart without colour
_ORES = {
    "copper": joined([circle(0, -2, 3.8, "none", INK, 1.7), path("M0 2V7.4M-2.8 4.8H2.8", "none", INK, 1.7)]),
    "silver": path("M2.6-5.8A6 6 0 1 0 2.6 5.8 4.6 4.6 0 0 1 2.6-5.8Z", INK),
    "gold": joined([circle(0, 0, 2, INK), circle(0, 0, 5.4, "none", INK, 1.5)]),
    "gems": path("M-3.4-5H3.4L6-1.6 0 6-6-1.6ZM-6-1.6H6M-2 -1.6L0 6 2-1.6", "none", INK, 1.4),
}
_METALS = {"copper": "#cf8355", "silver": SILVER, "gold": GOLD, "gems": "#9ccfc4"}

# The drawings of each land: a map looks drawn by hand when neighbours differ.
_DRAWINGS: dict[str, tuple[tuple[Stroke, ...], ...]] = {
    "farmland": tuple((Stroke(furrow, "none", "#b79f68", 1.3),) for furrow in _FURROWS),
    "forest": tuple(tuple(Stroke(tree, "#81945a", "#465330", 1) for tree in trees) for trees in _TREES),
    "mountain": (_MOUNTAIN, tuple(stroke._replace(d=placed(stroke.d, mirrored=True)) for stroke in _MOUNTAIN)),
    "town": (_TOWN,),
    "city": (_CITY,),
    **{f"{mine}-mine": (_HILL,) for mine in MINES},
}


class Thing(NamedTuple):
    """A land that is to be drawn somewhere; `salt` picks one of its drawings."""

    name: str
    x: float
    y: float
    salt: int = 0


def scattered(things: Iterable[Thing], scale: float = 1) -> Markup:
    """Lands that do not lie over one another."""
    strokes: dict[tuple[str, int], tuple[Stroke, list[str]]] = {}
    ores = []
    for name, x, y, salt in things:
        for number, stroke in enumerate(_DRAWINGS[name][salt % len(_DRAWINGS[name])]):
            strokes.setdefault((name, number), (stroke, []))[1].append(placed(stroke.d, x, y, scale))
        if name.endswith("-mine"):
            ores.append(use(f"kl-{name.removesuffix('-mine')}-ore", x, y - 10 * scale, scale))
    return joined([*(_drawn(stroke, "".join(ds), scale) for stroke, ds in strokes.values()), *ores])


def _drawn(stroke: Stroke, d: str, scale: float = 1) -> Markup:
    opacity: dict[str, Value] = {"fill_opacity": stroke.opacity}
    return path(d, stroke.fill, stroke.line, stroke.width * scale, **opacity)


@cache
def land_symbols() -> Markup:
    """Lands that stand for something, too: a town as a building, mountains as a sign, of the size of signs."""
    drawn = (("kl-town-0", _TOWN, 1), ("kl-mountain", _MOUNTAIN, 0.6))
    return joined(symbol(name, *(_drawn(stroke, placed(stroke.d, 0, 0, scale), scale) for stroke in land)) for name, land, scale in drawn)


@cache
def ore_symbols() -> Markup:
    """The sign of what each mine yields."""
    return joined(symbol(f"kl-{mine}-ore", circle(0, 0, 9.5, _METALS[mine], INK, 1.3), _ORES[mine]) for mine in MINES)
