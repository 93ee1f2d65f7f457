"""How the parts of a picture are set: sheets beside or under the board, and things side by side on a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from kronland.core.svg import Markup, escaped, fitted, group, tag, text, use
from kronland.core.words import Text, Words
from kronland.games.heraldry import BOLD, INK, INKED, sheet

GAP = 12

Block = tuple[Markup, float]  # a part of the picture, and its height
Placed = tuple[list[Markup], float, float]  # the parts in place, width and height of the whole


def beside(main: Sequence[Block], panels: Sequence[Block], width: float, column: float) -> Placed:
    """The panels in a column to the right of the rest, which is so wide."""
    margin = 16
    parts, bottom = [], 0.0
    for blocks, x in ((main, margin), (panels, width + 2 * margin)):
        y = float(margin)
        for drawing, height in blocks:
            parts.append(group(drawing, x=x, y=y))
            y += height + GAP
        bottom = max(bottom, y)
    return parts, width + column + 3 * margin, bottom - GAP + margin


def below(main: Sequence[Block], panels: Sequence[Block], width: float, column: float) -> Placed:
    """Panels in two columns under the rest, each where there is more room."""
    margin = 4
    parts, y = [], float(margin)
    for drawing, height in main:
        parts.append(group(drawing, x=margin, y=y))
        y += height + GAP
    bottoms = [y, y]
    for drawing, height in panels:
        side = 0 if bottoms[0] <= bottoms[1] else 1
        parts.append(group(drawing, x=margin + side * (column + GAP), y=bottoms[side]))
        bottoms[side] += height + GAP
    return parts, width + 2 * margin, max(bottoms) - GAP + margin


def stacked(main: Sequence[Block], panels: Sequence[Block], width: float, column: float) -> Placed:
    """The board, then all the rest, as wide as a column and enlarged to the board's width: what is to be decided first."""
    margin, scale = 4, width / column
    (board, height), points, choices = main
    parts, y = [group(board, x=margin, y=margin)], margin + height + GAP
    for drawing, height in (choices, points, *panels):
        parts.append(group(drawing, x=margin, y=y, scale=scale))
        y += height * scale + GAP
    return parts, width + 2 * margin, y - GAP + margin


def emphasis(deciding: bool) -> dict[str, str | float | None]:
    """The edge of the sheet of a player who must decide."""
    return {"stroke": INK, "stroke_width": 3, "class_": "kl-sheet kl-deciding"} if deciding else {}


def stat(words: Words, sign: str, value: int, said: Text, x: float, y: float) -> Markup:
    """A sign with a number, and its meaning for who points at it."""
    title = tag("title", escaped(f"{words(said)}: {value}"))
    return tag("g", title, use(sign, x, y, 0.95), text(x + 17, y + 6, str(value), 18, **INKED))


class Rows:
    """Things set side by side on a sheet, from left to right and on to the next row."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.parts: list[Markup] = []
        self.x, self.y, self.row = 12.0, 8.0, 0.0

    def next_row(self) -> None:
        self.x, self.y, self.row = 12.0, self.y + self.row, 0.0

    def line(self, said: str, size: float, bold: bool = False) -> None:
        self.next_row()
        self.add(fitted(16, self.y + size + 4, said, size, self.width - 32, **(BOLD if bold else INKED)))
        self.y += size + 14

    def place(self, width: float, height: float) -> tuple[float, float]:
        """Room for a thing of this size."""
        if self.x + width > self.width - 11:
            self.next_row()
        x = self.x
        self.x += width
        self.row = max(self.row, height)
        return x, self.y

    def add(self, drawing: Markup) -> None:
        self.parts.append(drawing)

    def drawn(self) -> Block:
        height = self.y + self.row + 8
        return tag("g", sheet(0, 0, self.width, height), *self.parts, class_="kl-choices"), height
