"""The graph of an analysis: the expected share of each player over the game, as SVG whose colours come from the page's style sheet.

Players are told apart by colour, by dashes and by the marks along their lines. Numbers on top name the decisions that stand out; a click
anywhere leads to that position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kronland.games.drawing.svg import Markup, Value, circle, escaped, group, joined, path, rect, tag, text

DASHES = (None, "9 4", "2 4", "12 4 2 4", "5 3")
SIGNS = (
    "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0",
    "M-4-4H4V4H-4Z",
    "M0-5.5L5 4H-5Z",
    "M0-5.5L5.5 0 0 5.5-5.5 0Z",
    "M0 5.5L5-4H-5Z",
)
MARKS = 7  # along each line
COLUMNS = 90  # places to click at, at most
TIP = 9  # radius of the number of a decision


@dataclass(frozen=True)
class Line:
    """One player's."""

    seat: int
    shares: Sequence[float]


@dataclass(frozen=True)
class Shape:
    """Sizes in the picture's units: a wide screen, or an upright one on which type must not shrink."""

    width: float
    height: float
    left: float = 48
    right: float = 14
    top: float = 40
    bottom: float = 42


WIDE, TALL = Shape(1000, 420), Shape(420, 380)


@dataclass(frozen=True)
class Words:
    """What the graph says: shares in per cent, the name of the axis, and each position for whoever points at it."""

    percent: Callable[[float], str]
    axis: str
    label: str
    position: Callable[[int], str]


def graph(lines: Sequence[Line], decisions: Sequence[int], said: Words, address: Callable[[int], str], tall: bool) -> Markup:
    """`decisions` are the positions after those that stand out; `address` is the page of a position."""
    shape = TALL if tall else WIDE
    length = len(lines[0].shares) - 1
    across, down = shape.width - shape.left - shape.right, shape.height - shape.top - shape.bottom

    def x(position: float) -> float:
        return shape.left + across * position / max(length, 1)

    def y(share: float) -> float:
        return shape.top + down * (1 - share)

    return tag(
        "svg",
        group(
            _frame(shape, x, y, length, said),
            joined(_threads(decisions, lines, x, y, shape)),
            joined(_line(line, x, y) for line in lines),
            joined(_columns(length, x, shape, said, address)),
            joined(_tips(decisions, x, shape)),
            aria_hidden="true",
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {shape.width} {shape.height}",
        class_="graph",
        role="group",
        aria_label=said.label,
    )


def sample(seat: int) -> Markup:
    """The line of a player, for the legend."""
    line = path("M2 8H46", "none", "", None, class_=f"graph-line seat-{seat}", stroke_dasharray=DASHES[seat])
    return tag("svg", line, _mark(seat, 24, 8), viewBox="0 0 48 16", class_="graph-sample", aria_hidden="true")


def _frame(shape: Shape, x: Callable[[float], float], y: Callable[[float], float], length: int, said: Words) -> Markup:
    parts = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(path(f"M{shape.left} {y(share):.1f}H{shape.width - shape.right}", "none", "", None, class_="graph-grid"))
        parts.append(text(shape.left - 7, y(share) + 5, said.percent(share), 14, class_="graph-words", text_anchor="end"))
    step = next(step for step in (10, 20, 25, 50, 100, 200, 500, 10_000) if length / step <= shape.width / 90)
    for position in range(0, length + 1, step):
        parts.append(path(f"M{x(position):.1f} {y(0)}v5", "none", "", None, class_="graph-grid"))
        parts.append(text(x(position), y(0) + 20, str(position), 14, class_="graph-words", text_anchor="middle"))
    parts.append(text(shape.width - shape.right, shape.height - 5, said.axis, 14, class_="graph-words", text_anchor="end"))
    return joined(parts)


def _line(line: Line, x: Callable[[float], float], y: Callable[[float], float]) -> Markup:
    length, seat = len(line.shares) - 1, line.seat
    points = " ".join(f"{x(position):.1f} {y(share):.1f}" for position, share in enumerate(line.shares))
    drawn = path(f"M{points}", "none", "", None, class_=f"graph-line seat-{seat}", stroke_dasharray=DASHES[seat])
    places = [round(length * (place + (seat + 1) / 6) / MARKS) for place in range(MARKS)]
    marks = [_mark(seat, x(position), y(line.shares[position])) for position in places if position <= length]
    return joined([drawn, *marks])


def _mark(seat: int, x: float, y: float) -> Markup:
    """A sign of its own for every player."""
    return group(tag("path", d=SIGNS[seat], class_=f"graph-mark seat-{seat}"), x=x, y=y)


def _spread(places: Sequence[float], least: float, last: float) -> list[float]:
    """Places in a row, moved apart where they are nearer than this."""
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + least) if moved else place)
    over = last
    for number in range(len(moved) - 1, -1, -1):
        moved[number] = min(moved[number], over)
        over = moved[number] - least
    return moved


def _tops(decisions: Sequence[int], x: Callable[[float], float], shape: Shape) -> list[float]:
    return _spread([x(position) for position in decisions], 2 * TIP + 3, shape.width - shape.right)


def _threads(
    decisions: Sequence[int], lines: Sequence[Line], x: Callable[[float], float], y: Callable[[float], float], shape: Shape
) -> list[Markup]:
    """From each number down to its place."""
    found = []
    for position, top in zip(decisions, _tops(decisions, x, shape), strict=True):
        d = f"M{top:.1f} {2 * TIP + 4}L{x(position):.1f} {shape.top - 4}V{y(0):.1f}"
        found.append(path(d, "none", "", None, class_="graph-thread"))
    return found


def _tips(decisions: Sequence[int], x: Callable[[float], float], shape: Shape) -> list[Markup]:
    found = []
    for number, top in enumerate(_tops(decisions, x, shape), 1):
        face = circle(top, TIP + 3, TIP, class_="graph-tip")
        words = text(top, TIP + 8, str(number), 13, class_="graph-tip-words", text_anchor="middle", font_weight="bold")
        found.append(tag("a", face, words, href=f"#decision-{number}", tabindex=-1))
    return found


def _columns(length: int, x: Callable[[float], float], shape: Shape, said: Words, address: Callable[[int], str]) -> list[Markup]:
    """Invisible: whoever points at one reads the shares, and a click leads to the position."""
    count = min(length, COLUMNS)
    found = []
    for column in range(count + 1):
        position = round(length * column / max(count, 1))
        half = (x(length) - x(0)) / max(count, 1) / 2
        size: dict[str, Value] = {"class_": "graph-column"}
        area = rect(x(position) - half, shape.top, 2 * half, shape.height - shape.top - shape.bottom, **size)
        found.append(tag("a", tag("title", escaped(said.position(position))), area, href=address(position), tabindex=-1))
    return found
