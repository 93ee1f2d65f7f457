"""The board of both Löwenherz editions as a map: land, regions, borders, figures, and what can be chosen.

Everything is read from the fields that `regions` names; lengths are in units of the picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from kronland.core.layout import State
from kronland.games.drawing.heraldry import (
    BRIGHT,
    EDGE,
    FADED,
    GOLD,
    INK,
    MORTAR,
    PAPER,
    SEAL,
    SHEET,
    STONE,
    Owner,
    alliance_sign,
    castle,
    knight,
)
from kronland.games.drawing.land import WASH, Thing, scattered
from kronland.games.drawing.outlines import placed
from kronland.games.drawing.svg import Markup, Pieces, Value, circle, joined, kept, number, path, pieces, rect, symbol, tag, text, use
from kronland.games.fields import STRIDE
from kronland.games.grid.board import Board
from kronland.games.grid.rules.regions import CASTLES_EACH

CELL = 48
HALF = CELL // 2
MARGIN = 32  # the frame, with the coordinates in it

# The four sides of a field: the step to the neighbour, and the turn of an arrow that comes in from there
SIDES = ((-1, 0), (-STRIDE, 90), (1, 180), (STRIDE, 270))


class Chart:
    """Where the fields and lines of a board lie in the picture."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.width = board.columns * CELL + 2 * MARGIN
        self.height = board.rows * CELL + 2 * MARGIN

    def corner(self, cell: int) -> tuple[int, int]:
        """The top left corner of a field."""
        return MARGIN + cell % STRIDE * CELL, MARGIN + cell // STRIDE * CELL

    def centre(self, cell: int) -> tuple[int, int]:
        x, y = self.corner(cell)
        return x + HALF, y + HALF

    def line_centre(self, line: int) -> tuple[float, float]:
        here, there = (self.centre(int(cell)) for cell in self.board.line_ends[line])
        return (here[0] + there[0]) / 2, (here[1] + there[1]) / 2


@dataclass(frozen=True)
class Position:
    """What stands on the board, as lists of cells."""

    lands: Mapping[str, tuple[int, ...]]
    lines: list[int]  # that carry a border
    castles: dict[int, int]  # castle -> cell
    knights: list[tuple[int, int]]  # colour, cell
    regions: dict[int, frozenset[int]]  # castle -> cells


def read_position(s: State, board: Board, lands: Sequence[str]) -> Position:
    castles = {n: cell for n, cell in enumerate(s.castle_at.tolist()) if cell >= 0}
    on_castles = set(castles.values())
    open_east, open_south = set(board.cells_in(s.open_east)), set(board.cells_in(s.open_south))
    return Position(
        lands={name: tuple(board.cells_in(row)) for name, row in zip(lands, s.terrain, strict=True)},
        lines=[
            line
            for line, ((cell, _), southward) in enumerate(zip(board.line_ends.tolist(), board.line_is_south.tolist(), strict=True))
            if cell not in (open_south if southward else open_east)
        ],
        castles=castles,
        knights=[(colour, cell) for colour, row in enumerate(s.figures) for cell in board.cells_in(row) if cell not in on_castles],
        regions={n: frozenset(cells) for n, row in enumerate(s.region) if (cells := board.cells_in(row))},
    )


def shared_lines(chart: Chart, one: frozenset[int], other: frozenset[int]) -> list[int]:
    """The lines between two regions."""
    found = []
    for line, (a, b) in enumerate(chart.board.line_ends.tolist()):
        if (a in one and b in other) or (b in one and a in other):
            found.append(line)
    return found


# The map --------------------------------------------------------------------------------------------------


def draw_map(chart: Chart, position: Position, owners: Sequence[Owner]) -> Pieces:
    """The board with all that stands on it."""
    lands = tuple(position.lands.items())
    parts = [_ground(chart, lands)]
    for n, cells in position.regions.items():
        parts.append(_region(chart, owners[n // CASTLES_EACH], cells))
    parts.append(_features(chart, lands))
    parts.append(_walls(chart, position.lines))
    for colour, cell in position.knights:
        parts.append(knight(owners[colour], *chart.centre(cell), 0.92))
    for n, cell in position.castles.items():
        parts.append(castle(owners[n // CASTLES_EACH], *chart.centre(cell), n % CASTLES_EACH + 1))
    return pieces("g", *parts, class_="kl-map", **{"aria-hidden": "true"})


Lands = tuple[tuple[str, tuple[int, ...]], ...]


@lru_cache(maxsize=64)  # the land of a match never changes
def _ground(chart: Chart, lands: Lands) -> Markup:
    width, height = chart.width, chart.height
    inner = MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN
    return kept(
        rect(0, 0, width, height, rx=8, fill=EDGE, class_="kl-frame"),
        rect(2, 2, width - 4, height - 4, rx=7, fill=SHEET, class_="kl-frame-sheet"),
        _neatline(chart),
        rect(*inner, fill=WASH["farmland"], class_="kl-farmland"),
        *(
            path(_squares(chart, frozenset(cells)), WASH[name], class_=f"kl-{name}")
            for name, cells in lands
            if name != "farmland" and cells
        ),
        rect(*inner, fill="url(#kl-vellum)"),
    )


def _neatline(chart: Chart) -> Markup:
    """The edge of the map: a rule of dark and light pieces, each as long as a field."""
    near, right, bottom = 7.5, chart.width - 7.5, chart.height - 7.5
    rule = f"M{near} {near}H{right}V{bottom}H{near}Z"
    across = "".join(f"M{MARGIN} {y}H{chart.width - MARGIN}" for y in (near, bottom))
    down = "".join(f"M{x} {MARGIN}V{chart.height - MARGIN}" for x in (near, right))
    pieces: dict[str, Value] = {"stroke_dasharray": f"{CELL} {CELL}", "stroke_linecap": "butt"}
    return joined(
        [
            path(rule, "none", INK, 5, class_="kl-neatline"),
            path(rule, "none", SHEET, 3, class_="kl-neatline-light"),
            path(across + down, "none", INK, 3, class_="kl-neatline", **pieces),
        ]
    )


@lru_cache(maxsize=64)
def _features(chart: Chart, lands: Lands) -> Markup:
    """Grid, symbols of the land, coordinates."""
    left, top, right, bottom = MARGIN, MARGIN, chart.width - MARGIN, chart.height - MARGIN
    upright = "".join(f"M{left + CELL * n} {top}V{bottom}" for n in range(1, chart.board.columns))
    level = "".join(f"M{left} {top + CELL * n}H{right}" for n in range(1, chart.board.rows))
    parts = [path(upright + level, "none", FADED, 0.9, stroke_dasharray="0.6 3.4", class_="kl-grid")]
    things = []
    for name, cells in lands:
        for cell in cells:
            # a hash, so that neighbours differ without a rhythm; two fields of farmland in three stay plain
            salt = cell * 2654435761 >> 7 & 0xFFFF
            if name != "farmland" or salt % 3 == 0:
                things.append(Thing(name, *chart.centre(cell), salt // 3))
    parts.append(scattered(things))
    said: dict[str, Value] = {"text_anchor": "middle", "fill": INK, "class_": "kl-coordinate"}
    for column in range(chart.board.columns):
        x = left + CELL * column + HALF
        parts += [text(x, y, chr(ord("a") + column), 14, **said) for y in (23.5, chart.height - 14)]
    for row in range(chart.board.rows):
        y = top + CELL * row + HALF + 4.5
        parts += [text(x, y, str(row + 1), 13, **said) for x in (18.5, chart.width - 18.5)]
    return kept(*parts)


def _squares(chart: Chart, cells: frozenset[int]) -> str:
    """Fields as one outline a row, so that no seam shows between neighbours."""
    outlines = []
    for cell in sorted(cells):
        if cell - 1 in cells and cell % STRIDE:
            continue
        run = 1
        while cell + run in cells and (cell + run) % STRIDE:
            run += 1
        x, y = chart.corner(cell)
        outlines.append(f"M{x} {y}h{run * CELL}v{CELL}h{-run * CELL}z")
    return "".join(outlines)


_BAND = 9
# A strip along each side of a field, in the order of SIDES
_STRIPS = tuple(f"h{width}v{height}h{-width}z" for width, height in ((_BAND, CELL), (CELL, _BAND), (-_BAND, CELL), (CELL, -_BAND)))


def _region(chart: Chart, owner: Owner, cells: frozenset[int]) -> Markup:
    """Tint, hatching, a band along the inner edge, and the crest on every second field."""
    shape = _squares(chart, cells)
    band = []
    crests = []
    for cell in sorted(cells):
        x, y = chart.corner(cell)
        for (step, _), strip in zip(SIDES, _STRIPS, strict=True):
            if cell + step not in cells:
                band.append(f"M{x + CELL if step == 1 else x} {y + CELL if step == STRIDE else y}{strip}")
        if (cell % STRIDE + cell // STRIDE) % 2 == 0:
            crests.append(use(f"kl-charge-{owner.name}", x + HALF, y + HALF, 1.35))
    return kept(
        path(shape, owner.colour, fill_opacity=0.34),
        path(shape, f"url(#kl-hatching-{owner.name})", fill_opacity=0.5),
        path("".join(band), owner.colour, fill_opacity=0.6),
        tag("g", *crests, fill=owner.colour, fill_opacity=0.5, class_="kl-watermark"),
        class_=f"kl-region kl-region-{owner.name}",
    )


def _walls(chart: Chart, lines: Sequence[int]) -> Markup:
    """Borders and the frame's inner edge, as a wall seen from above: shadow, body, battlements."""
    width, height = chart.width - 2 * MARGIN, chart.height - 2 * MARGIN
    strokes = [f"M{MARGIN} {MARGIN}h{width}v{height}h{-width}z"]
    for line in lines:
        x, y = chart.line_centre(line)
        southward = chart.board.line_is_south[line]
        along = f"{number(x - HALF)} {number(y)}h" if southward else f"{number(x)} {number(y - HALF)}v"
        strokes.append(f"M{along}{CELL}")
    course = "".join(strokes)
    square: dict[str, Value] = {"stroke_linecap": "square", "stroke_linejoin": "miter"}
    joints: dict[str, Value] = {"stroke_linecap": "butt", "stroke_dasharray": "1.2 4.8"}
    return tag(
        "g",
        path(course, "none", INK, 9, stroke_opacity=0.28, transform="translate(1.5 2.5)", **square),
        path(course, "none", INK, 9.5, class_="kl-wall-edge", **square),
        path(course, "none", STONE, 6.5, class_="kl-wall", data_strokes="", **square),
        path(course, "none", MORTAR, 6.5, class_="kl-wall-joints", **joints),
        class_="kl-walls",
    )


def draw_alliance(chart: Chart, position: Position, owners: Sequence[Owner], pair: tuple[int, int], where: Slots) -> Markup:
    """Two rings on the shared border; regions that no longer touch are tied by a thread instead."""
    one, other = (owners[n // CASTLES_EACH] for n in pair)
    lines = shared_lines(chart, *(position.regions.get(n, frozenset()) for n in pair))
    if lines:
        return alliance_sign(one, other, *where.take(lines)[0])
    (x1, y1), (x2, y2) = (chart.centre(position.castles[n]) for n in pair)
    thread = path(f"M{x1} {y1}L{x2} {y2}", "none", INK, 2, stroke_dasharray="2 5", class_="kl-line")
    return joined([thread, alliance_sign(one, other, (x1 + x2) / 2, (y1 + y2) / 2)])


class Slots:
    """Places for signs on lines, so that no sign covers another while there is room."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.taken: list[tuple[float, float]] = []

    def take(self, lines: Sequence[int], count: int = 1) -> list[tuple[float, float]]:
        """Places for one or two signs on a line of these: where there is most room, then near the middle."""
        middle = len(lines) // 2
        best: tuple[float, int] = (-1, 0)
        places: list[tuple[float, float]] = []
        for rank, line in enumerate(lines):
            spots = self._spots(line, count)
            room = min((abs(x - a) + abs(y - b) for x, y in spots for a, b in self.taken), default=CELL)
            if (value := (min(room, CELL), -abs(rank - middle))) > best:
                best, places = value, spots
        self.taken += places
        return places

    def _spots(self, line: int, count: int) -> list[tuple[float, float]]:
        x, y = self.chart.line_centre(line)
        offsets = (0,) if count == 1 else (-14, 14)
        southward = self.chart.board.line_is_south[line]
        return [(x + along, y) if southward else (x, y + along) for along in offsets]


# What can be chosen ---------------------------------------------------------------------------------------

_CLEAR: dict[str, Value] = {"fill_opacity": 0, "class_": "kl-hit", "pointer-events": "all"}


@cache
def map_symbols() -> Markup:
    """Paper that has darkened towards its edges."""
    shades = ((0.55, 0), (1, 0.15))
    stops = [tag("stop", offset=at, stop_color=MORTAR, stop_opacity=opacity) for at, opacity in shades]
    return tag("radialGradient", *stops, id="kl-vellum", r=0.75)


@cache
def target_symbols() -> Markup:
    """Hit areas and marks."""
    square = rect(-HALF, -HALF, CELL, CELL, fill=PAPER, **_CLEAR)
    ring: dict[str, Value] = {"fill_opacity": 0.45, "stroke_dasharray": "4 2.5", "class_": "kl-mark"}
    return joined(
        [
            symbol("kl-place", square, circle(0, 0, 15, BRIGHT, INK, 1.2, **ring)),
            symbol("kl-ghost", path("M-9 8V-5h4v3h3V-8h4v6h3V-5h4V8Z", INK, fill_opacity=0.75)),
            symbol("kl-square", square),
            symbol("kl-wedge", path(f"M{-HALF} {-HALF}L0 0 {-HALF} {HALF}Z", PAPER, **_CLEAR)),
            symbol(
                "kl-arrow",
                circle(0, 0, 10, BRIGHT, INK, 1.2, class_="kl-mark"),
                path("M-6-2.5H0V-6.5L7 0 0 6.5V2.5H-6Z", INK),
            ),
            symbol("kl-badge", circle(0, 0, 13.5, BRIGHT, INK, 1.4, class_="kl-mark")),
            symbol(
                "kl-remove",
                square,
                circle(0, 0, 20, "none", INK, 5),
                circle(0, 0, 20, "none", BRIGHT, 3, class_="kl-mark"),
                circle(15, -15, 8, SEAL, PAPER, 1.2),
                path("M12-18L18-12M18-18L12-12", "none", PAPER, 2.2),
            ),
        ]
    )


def castle_target(chart: Chart, cell: int) -> Markup:
    x, y = chart.centre(cell)
    return joined([use("kl-place", x, y), use("kl-ghost", x, y)])


def knight_target(chart: Chart, cell: int) -> Markup:
    x, y = chart.centre(cell)
    return joined([use("kl-place", x, y), use("kl-helm", x, y)])


def coin_target(chart: Chart, cell: int, corner: int, value: int) -> Markup:
    """A coin in a corner of the field: paid with something of this value."""
    x, y = chart.centre(cell)
    x, y = x + (15 if corner % 2 else -15), y + (15 if corner // 2 else -15)
    said = text(x, y + 4, str(value), 10.5, font_weight="bold", text_anchor="middle", fill=INK)
    return joined([circle(x, y, 9, GOLD, INK, 1.2, class_="kl-mark"), said])


def expand_target(chart: Chart, cell: int, region: frozenset[int], alone: bool) -> Markup:
    """An arrow from the region into the field; alone it has the whole field, else the quarter on its side."""
    x, y = chart.centre(cell)
    turn = next(turn for step, turn in SIDES if cell + step in region)
    place = f"translate({x} {y})" + (f"rotate({turn})" if turn else "")
    return tag("g", use("kl-square" if alone else "kl-wedge"), use("kl-arrow", -14), transform=place)


_RHOMB = f"M{-HALF} 0L0 {-HALF} {HALF} 0 0 {HALF}Z"
_LEVEL = "M-8.5-2.5h17a2.5 2.5 0 0 1 0 5h-17a2.5 2.5 0 0 1 0-5Z"
_UPRIGHT = "M-2.5-8.5a2.5 2.5 0 0 1 5 0v17a2.5 2.5 0 0 1-5 0Z"


@lru_cache(maxsize=1000)  # a few hundred for a board, and a move may light up most of them
def line_target(chart: Chart, line: int) -> Markup:
    """A bar, and to be hit a rhomb between two field centres: wide, and overlapping no other. Drawn in place, for there are hundreds."""
    at = chart.line_centre(line)
    hit = path(placed(_RHOMB, *at), "none", class_="kl-hit", **{"pointer-events": "all"})
    bar = placed(_LEVEL if chart.board.line_is_south[line] else _UPRIGHT, *at)
    return joined([hit, tag("path", d=bar, fill=BRIGHT, stroke=MORTAR, stroke_width=0.8, class_="kl-mark")])


def badge_target(sign: str, x: float, y: float) -> Markup:
    return joined([use("kl-badge", x, y), use(sign, x, y, 0.85)])


def remove_target(chart: Chart, cell: int) -> Markup:
    return use("kl-remove", *chart.centre(cell))
