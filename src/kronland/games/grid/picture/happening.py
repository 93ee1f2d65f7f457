"""Where on a board of squares something happened: fields, lines, castles, and regions where all of one is meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kronland.core.events import Event
from kronland.core.view import View
from kronland.games.drawing.outlines import together
from kronland.games.drawing.svg import number
from kronland.games.grid.picture.map import CELL, HALF, SIDES, Chart
from kronland.games.grid.rules.regions import CASTLES_EACH

Lands = Mapping[int, Iterable[int]]  # event -> numbers of the kinds of land that it is about


def outline(chart: Chart, view: View, event: Event, founding: frozenset[int], lands: Lands) -> str:
    """The places that an event names; of one that founds a region all of it, of one about land that land in the player's regions."""
    s, cells_in = view.state, chart.board.cells_in
    found: list[str] = []
    for name, domain, member in event.members():
        if domain.name == "field":
            found.append(edges(chart, [int(chart.board.cell_of_field[member])]))
        elif domain.name == "line":
            found.append(_line(chart, member))
        elif domain.name == "other":  # a castle
            found.append(edges(chart, cells_in(s.region[member]) if event[0] in founding else [int(s.castle_at[member])]))
        elif name == "player" and event[0] in lands:
            own = {cell for row in s.region[member * CASTLES_EACH : (member + 1) * CASTLES_EACH] for cell in cells_in(row)}
            found.append(edges(chart, own & {cell for land in lands[event[0]] for cell in cells_in(s.terrain[land])}))
    return together(found)


def edges(chart: Chart, cells: Iterable[int]) -> str:
    """What parts fields from those that are not among them."""
    inside, parts = set(cells), []
    for cell in sorted(inside):
        x, y = chart.corner(cell)
        strokes = (f"M{x} {y}v{CELL}", f"M{x} {y}h{CELL}", f"M{x + CELL} {y}v{CELL}", f"M{x} {y + CELL}h{CELL}")
        parts += [stroke for (step, _), stroke in zip(SIDES, strokes, strict=True) if cell + step not in inside]
    return "".join(parts)


def _line(chart: Chart, line: int) -> str:
    x, y = chart.line_centre(line)
    if chart.board.line_is_south[line]:
        return f"M{number(x - HALF)} {number(y)}h{CELL}"
    return f"M{number(x)} {number(y - HALF)}v{CELL}"
