"""The taste of careless but lively play on the board of both Löwenherz games (see `core.game.taste`)."""

from __future__ import annotations

from kronland.core.kernel import rule
from kronland.games.fields import STRIDE
from kronland.games.grid.rules.regions import is_closed_end


@rule
def border_taste(s, cell, southward):
    """Loose borders are dull, one that joins another is better, one that could close something is best."""
    row, column = cell // STRIDE, cell % STRIDE
    if southward:
        ends = int(is_closed_end(s, row + 1, column)) + int(is_closed_end(s, row + 1, column + 1))
    else:
        ends = int(is_closed_end(s, row, column + 1)) + int(is_closed_end(s, row + 1, column + 1))
    return 60 if ends == 2 else (12 if ends == 1 else 1)
