"""Pieces put on the board of both Löwenherz games, and taken off, for the editor of positions: `core/editing.py`.

Only what the text of a position says is changed; regions and supplies follow from it when it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kronland.core.errors import UsageError
from kronland.core.layout import State
from kronland.core.words import Domain
from kronland.games.fields import STRIDE
from kronland.games.grid.board import Board
from kronland.games.grid.rules.regions import CASTLES_EACH

PIECES = "'castle', 'knight' or 'border'"


class Editing:
    """The pieces of one game's board."""

    def __init__(self, board: Board, castles: Domain, colours: Sequence[str]) -> None:
        self.board, self.castles, self.colours = board, castles, colours

    def put(self, s: State, what: str, where: str, whose: str) -> None:
        """A `border` on a line, a `knight` of a colour on a field, or a `castle` by its name."""
        if what == "border":
            self._border(s, where, True)
        elif what == "knight":
            if whose not in self.colours:
                raise UsageError(f"whose is the knight: {whose!r}; expected one of {', '.join(self.colours)}")
            cell = self._cell(where)
            self._clear(s, cell)
            _add(s.figures[self.colours.index(whose)], cell)
        elif what == "castle":
            castle = self.castles.read(whose)
            if castle is None:
                raise UsageError(f"which castle: {whose!r}; expected a name like {self.castles.tokens[0]}")
            cell = self._cell(where)
            self._clear(s, cell)
            if s.castle_at[castle] >= 0:
                self._clear(s, int(s.castle_at[castle]))
            s.castle_at[castle] = cell
            _add(s.castles, cell)
            _add(s.figures[castle // CASTLES_EACH], cell)
        else:
            raise UsageError(f"{what!r} cannot be put on this board; expected {PIECES}")

    def take(self, s: State, where: str) -> None:
        """What stands on a field, or the border on a line."""
        if "-" in where:
            self._border(s, where, False)
        else:
            self._clear(s, self._cell(where))

    def _cell(self, where: str) -> int:
        field = self.board.fields.read(where.lower())
        if field is None:
            raise UsageError(f"there is no field {where!r}; there are {self.board.fields.hint}")
        return int(self.board.cell_of_field[field])

    def _border(self, s: State, where: str, there: bool) -> None:
        line = self.board.lines.read(where.lower())
        if line is None:
            raise UsageError(f"there is no line {where!r}; expected {self.board.lines.hint}")
        one, other = (int(cell) for cell in self.board.line_ends[line])
        lines = s.open_south if other - one == STRIDE else s.open_east
        (_remove if there else _add)(lines, one)

    def _clear(self, s: State, cell: int) -> None:
        for figures in s.figures:
            _remove(figures, cell)
        _remove(s.castles, cell)
        s.castle_at[s.castle_at == cell] = -1


def _add(words: Any, cell: int) -> None:
    words[:] = Board.set_of({*Board.cells_in(words), cell})


def _remove(words: Any, cell: int) -> None:
    words[:] = Board.set_of({*Board.cells_in(words)} - {cell})
