"""The visual language of all games: map paper, ink, and heraldic colours.

Every owner has a colour, a crest and a hatching; the hatchings follow the engravers' old signs for the
tinctures, so that a region is told from its neighbour without colour. Symbols are drawn around the origin,
kept once in the definitions and put in place with `use`. Colours are presentation attributes and every part
has a class, so a page's stylesheet may restyle all of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from kronland.core.guide import Arms
from kronland.games.drawing.svg import (
    Markup,
    Value,
    circle,
    escaped,
    group,
    joined,
    path,
    rect,
    symbol,
    tag,
    text,
    use,
)

SERIF = "'Palatino Linotype', Palatino, 'Book Antiqua', 'URW Palladio L', P052, 'Noto Serif', 'DejaVu Serif', serif"

# Ink and paper
INK, FADED, PAPER, SHEET, EDGE = "#2e2318", "#6b5a45", "#fdf8ea", "#f4e9d0", "#d8c7a2"
GOLD, SILVER, STEEL, STONE, MORTAR, SEAL = "#dcae3c", "#c3c7c9", "#d5d6d2", "#cbbda2", "#5b4a38", "#9c2f2a"
BRIGHT = "#ffd75e"  # what can be chosen
LIGHT = "kl-light"  # the class of a thing that stays paper on a dark page, with all that is written on it


# Type, always in ink
INKED: dict[str, Value] = {"fill": INK, "class_": "kl-ink"}
CENTRED: dict[str, Value] = {**INKED, "text_anchor": "middle"}
BOLD: dict[str, Value] = {**INKED, "font_weight": "bold"}


@dataclass(frozen=True)
class Owner:
    """A colour with its crest: `charge` is a path of about 20 x 20 units, `hatching` one on a tile of 8."""

    name: str
    colour: str
    lighter: str  # the colour for a dark ground
    charge: str
    hatching: str


RED = Owner(
    "red",
    "#a8282c",
    "#d95b5b",
    # a rose: five petals around an eye
    "M3.9-6a3.9 3.9 0 1 1-7.8 0 3.9 3.9 0 1 1 7.8 0ZM9.6-1.9a3.9 3.9 0 1 1-7.8 0 3.9 3.9 0 1 1 7.8 0Z"
    "M7.4 4.9a3.9 3.9 0 1 1-7.8 0 3.9 3.9 0 1 1 7.8 0ZM.4 4.9a3.9 3.9 0 1 1-7.8 0 3.9 3.9 0 1 1 7.8 0Z"
    "M-1.8-1.9a3.9 3.9 0 1 1-7.8 0 3.9 3.9 0 1 1 7.8 0Z"
    "M3.1 0a3.1 3.1 0 1 0-6.2 0 3.1 3.1 0 1 0 6.2 0ZM1.8 0a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 1 1 3.6 0Z",
    "M2 0V8M6 0V8",  # gules: upright
)
OCHRE = Owner(
    "ochre",
    "#bf7d12",
    "#d99a35",
    # a lily
    "M0-11C3.4-7.5 4.2-5 2.8-1.5 2 .2 1.8 1.4 1.8 2.6H-1.8C-1.8 1.4-2 .2-2.8-1.5-4.2-5-3.4-7.5 0-11Z"
    "M3.1 2.6C3.1-1.2 5.6-5.9 9-4.6 11.6-3.4 11 .9 8.2 1 8.8-.6 8-1.8 6.8-1.3 5.3-.6 5 1 5 2.6Z"
    "M-3.1 2.6C-3.1-1.2-5.6-5.9-9-4.6-11.6-3.4-11 .9-8.2 1-8.8-.6-8-1.8-6.8-1.3-5.3-.6-5 1-5 2.6Z"
    "M-5.4 3.5H5.4V5.5H-5.4ZM-1.7 6.4H1.7C1.7 8.2 1 9.8 0 11-1 9.8-1.7 8.2-1.7 6.4Z"
    "M2.7 6.4H4.8C4.8 7.9 5.7 8.6 7 8.2 6.6 10.2 3.6 10.3 2.7 6.4Z"
    "M-2.7 6.4H-4.8C-4.8 7.9-5.7 8.6-7 8.2-6.6 10.2-3.6 10.3-2.7 6.4Z",
    "M1 2h2M5 6h2",  # or: points
)
PURPLE = Owner(
    "purple",
    "#6d3f86",
    "#a97bc4",
    # a chalice
    "M-6.8-10H6.8C7.2-4.2 5.2-.4 1.4.8V1.4C3.2 1.7 3.2 4 1.4 4.2V5.6C3.8 6.2 6 7.4 6.4 10H-6.4"
    "C-6 7.4-3.8 6.2-1.4 5.6V4.2C-3.2 4-3.2 1.7-1.4 1.4V.8C-5.2-.4-7.2-4.2-6.8-10Z",
    "M-1 9L9-1M-1 1L1-1M7 9L9 7",  # purpure: slanting
)
GREY = Owner(
    "grey",
    "#5f6b78",
    "#93a1b0",
    # a dove
    "M-10.6-2.6L-8.7-3.9C-8-5.8-5.2-6-3.9-4.2-3.6-3.6-3.3-2.6-2.9-1.9-2.9-6.2 .2-9.8 5.4-10.6"
    " 4.8-9 5.2-7.9 6.4-7 5.1-6.5 4.8-5.4 5.6-4.2 4.2-3.8 3.9-2 4.4-.4 6.2 .9 8.3 1.6 11 1.6"
    "L9 4.4 10.6 8.4C8 6.7 5.8 6.2 3.6 6.4-2.6 7-7.6 4-8.5-1.2Z",
    "M0 4H8M4 0V8",  # steel: crossed
)
BLUE = Owner(
    "blue",
    "#2c6596",
    "#6aa3d3",
    # a star
    "M0-11L2.9-3.6 10.8-3.3 4.6 1.6 6.8 9.2 0 4.9-6.8 9.2-4.6 1.6-10.8-3.3-2.9-3.6Z",
    "M0 2H8M0 6H8",  # azure: level
)

_SHIELD = "M-10-12H10V0C10 6.6 5.6 10.6 0 13-5.6 10.6-10 6.6-10 0Z"


def arms(owner: Owner, x: float, y: float, scale: float = 1) -> Markup:
    """The owner's shield, about 20 x 25 units."""
    return use(f"kl-arms-{owner.name}", x, y, scale)


@cache
def arms_of(owner: Owner) -> Arms:
    """The owner's colours and shield, for what is no picture of a position."""
    drawn = tag(
        "svg",
        tag("defs", owner_symbols(owner)),
        group(arms(owner, 0, 0)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="-11 -13 22 27",
        width=22,
        height=27,
    )
    return Arms(owner.colour, owner.lighter, drawn)


def knight(owner: Owner, x: float, y: float, scale: float = 1, **attributes: Value) -> Markup:
    return use(f"kl-knight-{owner.name}", x, y, scale, **attributes)


def castle(owner: Owner, x: float, y: float, number: int = 0) -> Markup:
    """A castle; the number tells several of one owner apart."""
    parts = [use(f"kl-castle-{owner.name}")]
    if number:
        parts.append(circle(15, 13, 7, PAPER, INK, 1.2, class_="kl-roundel"))
        parts.append(text(15, 17, str(number), 11.5, font_weight="bold", text_anchor="middle", fill=INK))
    return group(*parts, x=x, y=y, class_="kl-castle", data_piece=f"castle-{owner.name}")


@cache
def owner_symbols(owner: Owner) -> Markup:
    """Charge, hatching, arms, knight and castle. Figures have a pale halo, to stand out from the land."""
    name, colour, dyed = owner.name, owner.colour, f"kl-{owner.name}"
    charge, hatching = (
        f"kl-charge-{name}",
        path(owner.hatching, "none", colour, 1.5, class_=f"kl-line-{name}"),
    )
    keep = "M-8 17V-19h4v3.5h2v-3.5h4v3.5h2v-3.5h4V17Z"
    towers = "M-20 17V-10h4v3h4v-3h4V17ZM8 17V-10h4v3h4v-3h4V17Z"
    return joined(
        [
            tag("path", id=charge, d=owner.charge),
            tag(
                "pattern",
                hatching,
                id=f"kl-hatching-{name}",
                width=8,
                height=8,
                patternUnits="userSpaceOnUse",
            ),
            symbol(
                f"kl-arms-{name}",
                path(_SHIELD, colour, INK, 1.3, class_=dyed),
                path("M0-12H10V0C10 6.6 5.6 10.6 0 13Z", INK, fill_opacity=0.13),
                use(charge, 0, -0.8, 0.76, fill=PAPER),
            ),
            symbol(
                f"kl-knight-{name}",
                path(_SHIELD, PAPER, PAPER, 4.5, stroke_opacity=0.75, transform="translate(0 6)"),
                path("M-1-19C-1-25 7-26 12-20 8-21 6-19 3-17Z", colour, INK, 1, class_=dyed),
                path("M-7-4V-14C-7-18-3.5-20 0-20 3.5-20 7-18 7-14V-4Z", STEEL, INK, 1.3),
                path("M-5-13H5M0-13V-7", "none", INK, 2),
                use(f"kl-arms-{name}", 0, 6),
            ),
            symbol(
                f"kl-castle-{name}",
                path(towers + keep, PAPER, PAPER, 5, stroke_opacity=0.75),
                path(towers, colour, INK, 1.4, class_=dyed),
                path(keep, colour, INK, 1.4, class_=dyed),
                path("M3 17V-14.2H4V-19H8V17ZM-12 17V-10H-8V17ZM16 17V-10H20V17Z", INK, fill_opacity=0.16),
                path("M-4 17V13a4 4 0 0 1 8 0V17ZM-15.5-1h3v5h-3ZM12.5-1h3v5h-3Z", INK),
                use(charge, 0, -2.6, 0.68, fill=PAPER),
            ),
        ]
    )


# Signs: small things with one meaning in every game, about 20 x 20 units ----------------------------------


def _coin(name: str, metal: str) -> Markup:
    cross = path("M-1-4.5H1V-1H4.5V1H1V4.5H-1V1H-4.5V-1H-1Z", INK)
    return symbol(name, circle(0, 0, 9, metal, INK, 1.3), circle(0, 0, 6.4, "none", INK, 0.7), cross)


def _rings(one: str, other: str) -> Markup:
    """Two rings through one another, in the colours of two owners."""
    crossing = "M-3.6-5.4A5.4 5.4 0 0 1 1.8 .6"
    rings = [circle(x, 0, 5.4, "none", *pen) for x, colour in ((-3.6, one), (3.6, other)) for pen in ((INK, 4.2), (colour, 2.4))]
    return joined([*rings, path(crossing, "none", INK, 4.2, stroke_linecap="butt"), path(crossing, "none", one, 2.4)])


def alliance_sign(one: Owner, other: Owner, x: float, y: float) -> Markup:
    roundel = circle(0, 0, 13, PAPER, INK, 1.4, class_="kl-roundel")
    return group(roundel, _rings(one.colour, other.colour), x=x, y=y, class_="kl-alliance")


@cache
def signs() -> Markup:
    helm = "M-7 8V-2C-7-7-3.5-9 0-9 3.5-9 7-7 7-2V8Z"
    return joined(
        [
            _coin("kl-ducats", GOLD),
            _coin("kl-silver", SILVER),
            symbol(
                "kl-border",
                path("M-11 7V-5h4v3h4v-3h6v3h4v-3h4V7Z", STONE, INK, 1.3),
                path("M-11 2H11M-5 2V7M4 2V7M-1-2V2M8-2V2", "none", INK, 0.8),
            ),
            symbol("kl-helm", path(helm, STEEL, INK, 1.3), path("M-5-1H5M0-1V5", "none", INK, 2)),
            symbol(
                "kl-deserter",
                path(helm, STEEL, INK, 1.5, transform="translate(-4 0)scale(.85)"),
                path("M-8-.6H0", "none", INK, 1.8),
                path("M0 5H9M5.5 1L10 5 5.5 9", "none", SEAL, 2.4),
            ),
            symbol(
                "kl-politics",
                path("M-10-7H10V7H-10Z", PAPER, INK, 1.3),
                path("M-10-7L0 2 10-7", "none", INK, 1.3),
                circle(0, 2.5, 3.6, SEAL, INK, 0.9),
            ),
            symbol("kl-rings", _rings(GOLD, SILVER)),
            symbol(
                "kl-treasure",
                path("M-10 0V8H10V0Z", "#a9743a", INK, 1.3),
                path("M-10 0C-10-8 10-8 10 0Z", "#c08a4a", INK, 1.3),
                path("M-2.5-2H2.5V3.5H-2.5Z", GOLD, INK, 1),
            ),
            symbol(
                "kl-fief",
                path("M-10 9C-6 3 4 3 10 9Z", "#a9b67c", INK, 1.3),
                path("M-2 6V-10", "none", INK, 1.3),
                path("M-2-10H8L5-6.5 8-3H-2Z", SEAL, INK, 1.3),
            ),
            symbol(
                "kl-king",
                path("M-9 6L-11-5-5 0 0-8 5 0 11-5 9 6Z", GOLD, INK, 1.3),
                path("M-8.5 3H8.5", "none", INK, 0.9),
                path("M-12-5.5h2M10-5.5h2M-1-9h2", "none", INK, 2.6),
            ),
            symbol(
                "kl-deck",
                rect(-7, -10, 14, 20, rx=2, fill="#8c4a35", stroke=INK, stroke_width=1.3),
                path("M-4.5-7.5H4.5V7.5H-4.5ZM0-5L3.5 0 0 5-3.5 0Z", "none", "#e7c98f", 1),
            ),
            symbol(
                "kl-region",
                rect(
                    -10,
                    -10,
                    20,
                    20,
                    rx=3,
                    fill="none",
                    stroke=INK,
                    stroke_width=1.6,
                    stroke_dasharray="5 2.6",
                ),
                path("M-5.5 6V-3h2.5v2h2V-3h2v2h2V-3h2.5V6Z", INK),
            ),
        ]
    )


# Sheets, buttons, and the scale of points -----------------------------------------------------------------


def sheet(x: float, y: float, width: float, height: float, **more: Value) -> Markup:
    """A piece of paper with an inked edge."""
    usual: dict[str, Value] = {"fill": PAPER, "stroke": EDGE, "stroke_width": 1.5, "class_": "kl-sheet"}
    return rect(x, y, width, height, rx=7, **{**usual, **more})


def button_face(x: float, y: float, width: float, height: float, strong: bool = False) -> Markup:
    fill, line, name = (BRIGHT, INK, "kl-button kl-button-strong") if strong else (SHEET, FADED, "kl-button")
    return rect(x, y, width, height, rx=6, fill=fill, stroke=line, stroke_width=1.4, class_=name)


@lru_cache(maxsize=6000)
def target(verb: str, notation: str, label: str, name: str, *drawing: Markup, armed: bool = False) -> Markup:
    """The one element by which an action is chosen. Its name says all of it, so the drawing is hidden from screen readers.

    Those that are `armed` by a button of the desk (`core/desk.py`, `Arm`) a page shows when it is pressed.
    """
    kinds = f"target target-{verb} target-armed" if armed else f"target target-{verb}"
    names: dict[str, Value] = {"class": kinds, "data-action": notation, "aria-label": name}
    return tag("g", tag("title", escaped(label)), tag("g", *drawing, aria_hidden="true"), **names, role="button", tabindex=0)


SCALE_HEIGHT = 72


def points_scale(width: float, scores: list[tuple[Owner, int]], goal: int | None = None) -> Markup:
    """The scores, on a bar like the scale of a map. It reaches from 0 to 60, further where a score does; a crown marks the goal.

    Shields that would cover one another stand side by side, each with a thread to its place.
    """
    low = min(0, *(score // 10 * 10 for _, score in scores))
    high = max(60, *(-(-score // 20) * 20 for _, score in scores))
    left, right, top = 26.0, width - 26.0, 40.0
    unit = (right - left) / (high - low)
    parts = []
    for n, start in enumerate(range(low, high, 5)):
        fill, name = (PAPER, "kl-scale-light") if n % 2 else (INK, "kl-scale-dark")
        x = left + (start - low) * unit
        parts.append(rect(x, top, 5 * unit, 9, fill=fill, stroke=INK, stroke_width=1.2, class_=name))
    step = 10 if high - low <= 120 else 20
    for value in range(low, high + 1, step):
        said = str(value) if value >= 0 else f"\N{MINUS SIGN}{-value}"
        parts.append(
            text(
                left + (value - low) * unit,
                top + 26,
                said,
                15,
                text_anchor="middle",
                fill=INK,
                class_="kl-ink",
            )
        )
    if goal is not None:
        parts.append(use("kl-king", left + (goal - low) * unit, top + 4, 0.95))
    ordered = sorted(scores, key=lambda pair: pair[1])
    places = [left + (score - low) * unit for _, score in ordered]
    for (owner, _), there, x in zip(ordered, places, _spread(places, 16, width - 16), strict=True):
        parts.append(path(f"M{x:.1f} 28L{there:.1f} {top + 4}", "none", INK, 1.6, class_="kl-line"))
        parts.append(circle(there, top + 4.5, 3.4, owner.colour, PAPER, 1.2))
        parts.append(arms(owner, x, 16, 1.1))
    return tag("g", *parts, class_="kl-scale")


def _spread(places: list[float], least: float, most: float, gap: float = 25) -> list[float]:
    """Rising places moved apart to keep the gap: those too near each other form a row around their middle."""
    rows: list[list[float]] = []
    for place in places:
        rows.append([place])
        while len(rows) > 1 and _middle(rows[-1]) - _middle(rows[-2]) < gap * (len(rows[-1]) + len(rows[-2])) / 2:
            last = rows.pop()
            rows[-1] += last
    spread = []
    for row in rows:
        half = gap * (len(row) - 1) / 2
        start = max(least, min(_middle(row) - half, most - 2 * half))
        spread += [start + gap * n for n in range(len(row))]
    return spread


def _middle(row: list[float]) -> float:
    return sum(row) / len(row)
