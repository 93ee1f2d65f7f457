"""Where on a board something was pointed at: the actions that could be meant there, so that a page can say why they are not legal.

A picture may mark its places (`data-place`, a token of a domain); the boards of the two Löwenherz games are grids, on which a field and a
line follow from the point itself.
"""

from __future__ import annotations

from kronland.core.view import View
from kronland.games.grid.drawing import CELL, MARGIN

NEAR = 0.22  # of a field's width: so near to a line, the line is meant rather than the field


def meant(view: View, place: str, x: float, y: float) -> list[str]:
    """Actions of the kinds that are to be decided now, at this place; the likeliest first."""
    space = view.game.space
    verbs = list(dict.fromkeys(space.range_of(action).verb for action in view.legal))
    found = []
    for token in [place] if place else _grid_tokens(x, y):
        for verb in verbs:
            domains = space[verb].domains
            if domains and domains[0].read(token) is not None and all("" in domain.index for domain in domains[1:]):
                found.append(f"{verb} {token}")
    return found


def _grid_tokens(x: float, y: float) -> list[str]:
    """The line and the field at a point of the board, in the picture's units; another game's board knows neither."""
    across, down = (x - MARGIN) / CELL, (y - MARGIN) / CELL
    column, row = int(across // 1), int(down // 1)
    if not (0 <= column < 26 and 0 <= row < 26):
        return []
    field = _name(column, row)
    sides = (
        (across - column, _name(column - 1, row)),
        (column + 1 - across, _name(column + 1, row)),
        (down - row, _name(column, row - 1)),
        (row + 1 - down, _name(column, row + 1)),
    )
    distance, neighbour = min(sides)
    return [f"{field}-{neighbour}", field] if distance <= NEAR else [field]


def _name(column: int, row: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"
