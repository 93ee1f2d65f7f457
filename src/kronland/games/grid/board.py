"""Fields and lines of a rectangular board: their numbers, names and neighbours.

Fields are numbered row by row from the top left and called a1, b1, ...; a line lies between two neighbouring fields and is called
`a1-b1` (fields side by side) or `a1-a2` (one above the other). Kernels work on cells (see `areas`); the tables here lead from one to the
other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from kronland.core.words import N_, Domain, Words
from kronland.games.fields import CELLS, STRIDE

BETWEEN = N_("{here} and {there}")


class Lines(Domain):
    """Lines by the two fields that they part, in either order."""

    def read(self, token: str) -> int | None:
        here, _, there = token.partition("-")
        found = self.index.get(token)
        return found if found is not None else self.index.get(f"{there}-{here}")

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        here, there = self.tokens[member].split("-")
        return words(BETWEEN, here=here, there=there)


class Board:
    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.cell_of_field = np.array([row * STRIDE + column for row in range(rows) for column in range(columns)], np.int16)
        self.field_of_cell = np.full(CELLS, -1, np.int16)
        self.field_of_cell[self.cell_of_field] = np.arange(columns * rows)
        names = [self.name(int(cell)) for cell in self.cell_of_field]
        self.fields = Domain("field", names, hint=f"{names[0]} to {names[-1]}")
        east = [int(cell) for cell in self.cell_of_field if cell % STRIDE < columns - 1]
        south = [int(cell) for cell in self.cell_of_field if cell // STRIDE < rows - 1]
        ends = [(cell, cell + 1) for cell in east] + [(cell, cell + STRIDE) for cell in south]
        self.lines = Lines(
            "line",
            [f"{self.name(a)}-{self.name(b)}" for a, b in ends],
            hint="two neighbours, like d4-d5 or d4-e4",
        )
        self.line_ends = np.array(ends, np.int16)
        self.line_is_south = np.array([0] * len(east) + [1] * len(south), np.int8)
        self.line_east_of = np.full(CELLS, -1, np.int16)
        self.line_east_of[east] = np.arange(len(east))
        self.line_south_of = np.full(CELLS, -1, np.int16)
        self.line_south_of[south] = len(east) + np.arange(len(south))
        self.words = self.set_of(int(cell) for cell in self.cell_of_field)

    @staticmethod
    def name(cell: int) -> str:
        return f"{chr(ord('a') + cell % STRIDE)}{cell // STRIDE + 1}"

    @staticmethod
    def set_of(cells: Iterable[int]) -> tuple[np.uint64, np.uint64, np.uint64]:
        total = sum([1 << int(cell) for cell in cells])
        mask = (1 << 64) - 1
        return np.uint64(total & mask), np.uint64(total >> 64 & mask), np.uint64(total >> 128)

    @staticmethod
    def cells_in(words: Iterable[int]) -> list[int]:
        """The cells of a set, lowest first, for use outside kernels."""
        total = sum([int(w) << 64 * i for i, w in enumerate(words)])
        return [cell for cell in range(CELLS) if total >> cell & 1]
