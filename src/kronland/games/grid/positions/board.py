"""Boards as text: fields with their terrain, castles, knights and borders.

       a   b   c   d
      +---+---+---+---+
    1 |.R1 f  |.   t  |
      +   +   +---+   +
    2 |.r  m   .O1 fo |
      +---+---+---+---+

A field begins with the letter of its terrain; a castle follows as the colour's capital letter and its number, a knight as the small letter.
`|` and `---` are borders. A drawing may show a part of the board: its letters and numbers say which, the rest is open and empty. The line
below its last row may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kronland.core.errors import PositionError
from kronland.core.positions import Entry
from kronland.games.fields import STRIDE
from kronland.games.grid.board import Board

PITCH = 4  # from one field to the next: a line, a terrain, two letters for a figure
MARGIN = 4


@dataclass
class Drawn:
    """What a drawing shows. Cells are those of `games.fields`; a border is (cell, southward), as in `regions`."""

    terrain: dict[int, int] = field(default_factory=dict)
    castles: dict[tuple[int, int], int] = field(default_factory=dict)  # (colour, number from 0) -> cell
    knights: dict[int, int] = field(default_factory=dict)  # cell -> colour
    borders: set[tuple[int, bool]] = field(default_factory=set)
    line_of: dict[int, int] = field(default_factory=dict)  # cell -> line of the source


@dataclass(frozen=True)
class TextBoard:
    """How one game's board is drawn and read: its size, the letters of terrains and of colours, castles a colour may have."""

    board: Board
    terrains: str
    colours: str
    castles_each: int

    def draw(self, terrain: Callable[[int], int], figure: Callable[[int], str], border: Callable[[int, bool], bool]) -> list[str]:
        """The whole board; `border` answers for lines between two fields, the frame is always drawn."""
        columns, rows = range(self.board.columns), range(self.board.rows)
        lines = [" " * (MARGIN + 1) + (" " * (PITCH - 1)).join(chr(ord("a") + column) for column in columns)]
        for row in range(self.board.rows + 1):
            on_frame = row in (0, self.board.rows)
            marks = ["---" if on_frame or border((row - 1) * STRIDE + column, True) else "   " for column in columns]
            lines.append(" " * MARGIN + "+" + "+".join(marks) + "+")
            if row in rows:
                cells = [row * STRIDE + column for column in columns]
                fields = [f"{self.terrains[terrain(cell)]}{figure(cell)}".ljust(PITCH - 1) for cell in cells]
                walls = ["|" if cell == cells[-1] or border(cell, False) else " " for cell in cells]
                lines.append(f"{row + 1:>{MARGIN - 1}} |" + "".join(f + wall for f, wall in zip(fields, walls, strict=True)))
        return lines

    def castle(self, colour: int, number: int) -> str:
        return f"{self.colours[colour].upper()}{number + 1}"

    def knight(self, colour: int) -> str:
        return self.colours[colour]

    def read(self, lines: Sequence[Entry]) -> Drawn:
        return _Reader(self, lines).drawn


class _Reader:
    def __init__(self, form: TextBoard, lines: Sequence[Entry]) -> None:
        self.form, self.board, self.drawn = form, form.board, Drawn()
        rest = [(line.number, line.text) for line in lines[1:]]
        number, header = lines[0].number, lines[0].text
        self.columns = self._columns(number, header)
        self.left = rest[0][1].find("+") if rest else -1  # where each line of the drawing begins
        if self.left < 0 or header.find(header.strip()) - self.left not in (1, 2):
            raise error(number + 1, "expected '+---+---' below the letters of the columns, its first '+' just left of the first letter")
        first_row = row = -1
        for place, (number, text) in enumerate(rest):
            text = text.rstrip().ljust(self.left + PITCH * len(self.columns) + 1)
            if place % 2 == 0:
                above = row if row >= 0 else self._row(*rest[place + 1]) - 1 if len(rest) > 1 else -1
                self._corners(number, text, above)
            else:
                row = self._row(number, text)
                first_row = row if first_row < 0 else first_row
                if row != first_row + place // 2:
                    raise error(number, f"row {row + 1} stands where row {first_row + place // 2 + 1} should")
                self._fields(number, text, row)
        if row < 0:
            raise error(number, "the drawing ends before its first row")

    def _columns(self, number: int, header: str) -> list[int]:
        letters = header.split()
        columns = [ord(letter) - ord("a") for letter in letters if len(letter) == 1]
        if len(columns) != len(letters) or header.strip() != (" " * (PITCH - 1)).join(letters):
            raise error(number, f"the drawing begins with {header.strip()!r}; expected the letters of its columns, {PITCH} places apart")
        if columns != list(range(columns[0], columns[0] + len(columns))):
            raise error(number, f"the columns {' '.join(letters)} do not follow one another")
        if columns[0] < 0 or columns[-1] >= self.board.columns:
            last = chr(ord("a") + self.board.columns - 1)
            raise error(number, f"the columns {letters[0]} to {letters[-1]} do not fit the board; it has a to {last}")
        return columns

    def _row(self, number: int, text: str) -> int:
        label = text[: max(self.left, 0)].strip()
        if not re.fullmatch("[0-9]{1,4}", label):
            raise error(number, f"expected a row with its number and '|' or a blank before each field, got {text.strip()!r}")
        if not 1 <= int(label) <= self.board.rows:
            raise error(number, f"row {label} is not on the board; it has rows 1 to {self.board.rows}")
        return int(label) - 1

    def _corners(self, number: int, text: str, row: int) -> None:
        """A line between two rows: borders on the south side of the fields of `row`."""
        for place, column in enumerate(self.columns):
            at = self.left + PITCH * place
            corner, mark = text[at], text[at + 1 : at + PITCH]
            if corner != "+" or mark not in ("---", "   "):
                name = chr(ord("a") + column)
                raise error(number, f"expected '+---' or '+   ' above column {name}, got {text[at : at + PITCH]!r}")
            if mark == "---":
                self._border(row * STRIDE + column, True)
        if text[self.left + PITCH * len(self.columns) :].strip() not in ("+", ""):
            raise error(number, f"the line is longer than {len(self.columns)} columns")

    def _fields(self, number: int, text: str, row: int) -> None:
        for place, column in enumerate(self.columns):
            at = self.left + PITCH * place
            cell = row * STRIDE + column
            name = self.board.name(cell)
            if text[at] not in "| ":
                raise error(number, f"expected '|' or a blank before {name}, got {text[at]!r}")
            if text[at] == "|":
                self._border(cell - 1, False)
            self._field(number, cell, text[at + 1 : at + PITCH].rstrip())
            self.drawn.line_of[cell] = number
        end = text[self.left + PITCH * len(self.columns) :].strip()
        if end not in ("|", ""):
            raise error(number, f"{end!r} after column {chr(ord('a') + self.columns[-1])}; the row is longer than the letters above it")
        if end:
            self._border(row * STRIDE + self.columns[-1], False)

    def _border(self, cell: int, southward: bool) -> None:
        """Note a border; lines of the frame need none."""
        lines = self.board.line_south_of if southward else self.board.line_east_of
        if cell >= 0 and lines[cell] >= 0:
            self.drawn.borders.add((cell, southward))

    def _field(self, number: int, cell: int, text: str) -> None:
        name, drawn, form = self.board.name(cell), self.drawn, self.form
        terrain = form.terrains.find(text[0]) if text else -1
        if terrain < 0:
            raise error(number, f"{name} is {text!r}; a field begins with its terrain, one of {' '.join(form.terrains)}")
        drawn.terrain[cell] = terrain
        figure = text[1:]
        if not figure:
            return
        if re.fullmatch(f"[{form.colours}{form.colours.upper()}]{{2}}", figure):
            raise error(number, f"two figures stand on {name}")
        found = re.fullmatch(f"([{form.colours}{form.colours.upper()}])([0-9]?)", figure)
        if not found or found[1].isupper() != bool(found[2]):
            like = f"{form.colours[0].upper()}1 for a castle, {form.colours[0]} for a knight"
            raise error(number, f"{figure!r} on {name} is no figure; expected one like {like}")
        colour = form.colours.index(found[1].lower())
        if found[1].islower():
            drawn.knights[cell] = colour
            return
        if not 1 <= int(found[2]) <= form.castles_each:
            raise error(number, f"there is no castle {figure} ({name}); castles are numbered 1 to {form.castles_each}")
        key = (colour, int(found[2]) - 1)
        if key in drawn.castles:
            raise error(number, f"castle {figure} stands twice, on {self.board.name(drawn.castles[key])} and {name}")
        drawn.castles[key] = cell


def error(number: int, text: str) -> PositionError:
    return Entry(number, "").error(text)
