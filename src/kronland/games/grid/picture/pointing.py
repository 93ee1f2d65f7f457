"""Where a point of a board of squares is: on a line, in a field, in a region. The picture marks none of them."""

from __future__ import annotations

from collections.abc import Iterator

from kronland.core.kernel import interpreted
from kronland.core.view import View
from kronland.games.fields import STRIDE
from kronland.games.grid.picture.map import CELL, MARGIN
from kronland.games.grid.rules.regions import region_at

NEAR = 0.22  # of a field's width: so near to a line, the line is meant rather than the field


def places(view: View, x: float, y: float) -> Iterator[str]:
    """The line, the field and the region at a point of the board, in the picture's units."""
    across, down = (x - MARGIN) / CELL, (y - MARGIN) / CELL
    if not (0 <= across < STRIDE and 0 <= down < STRIDE):  # neither is what is no number (nan)
        return
    column, row = int(across), int(down)
    sides = (
        (across - column, _name(column - 1, row)),
        (column + 1 - across, _name(column + 1, row)),
        (down - row, _name(column, row - 1)),
        (row + 1 - down, _name(column, row + 1)),
    )
    distance, neighbour = min(sides)
    line = f"line {_name(column, row)}-{neighbour}"
    if distance <= NEAR:
        yield line
    yield f"field {_name(column, row)}"
    castle = int(interpreted(region_at)(view.state, row * STRIDE + column))
    if castle >= 0:
        yield view.game.space["alliance"].domains[1].place(castle)
    yield line  # where lines are to be chosen, and nothing else, the nearest is meant


def _name(column: int, row: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"
