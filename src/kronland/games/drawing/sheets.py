"""How the parts of a picture are set: sheets beside or under the board, and things side by side on a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from kronland.core.view import View
from kronland.core.words import Text, Words
from kronland.games.drawing.heraldry import BOLD, INK, INKED, SERIF, SHEET, sheet
from kronland.games.drawing.svg import Markup, Value, escaped, fitted, group, rect, tag, text, use, width_of, wrapped

GAP = 12
MARGIN = 16  # round the board in a wide picture

Block = tuple[Markup, float]  # a part of the picture, and its height
Placed = tuple[list[Markup], float, float]  # the parts in place, width and height of the whole


def beside(main: Sequence[Block], panels: Sequence[Block], width: float, column: float) -> Placed:
    """The panels in a column to the right of the rest, which is so wide."""
    parts, bottom = [], 0.0
    for blocks, x in ((main, MARGIN), (panels, width + 2 * MARGIN)):
        y = float(MARGIN)
        for drawing, height in blocks:
            parts.append(group(drawing, x=x, y=y))
            y += height + GAP
        bottom = max(bottom, y)
    return parts, width + column + 3 * MARGIN, bottom - GAP + MARGIN


def stacked(board: Block, rest: Sequence[Block], width: float, column: float) -> Placed:
    """The board, then all the rest, as wide as a column and enlarged to the board's width: for an upright phone."""
    margin, scale = 4, width / column
    parts, y = [group(board[0], x=margin, y=margin)], margin + board[1] + GAP
    for drawing, height in rest:
        parts.append(group(drawing, x=margin, y=y, scale=scale))
        y += height * scale + GAP
    return parts, width + 2 * margin, y - GAP + margin


def whole(view: View, title: Text, description: str, symbols: Sequence[Markup], placed: Placed) -> Markup:
    """The picture of a position: its parts on a ground, with words for those who cannot see it."""
    parts, width, height = placed
    root: dict[str, Value] = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width:g} {height:g}"}
    # what is inside an image is hidden from screen readers: it can be one only while nothing can be chosen
    root["role"] = "group" if len(view.legal) else "img"
    return tag(
        "svg",
        tag("title", escaped(view.words(title))),
        tag("desc", escaped(description)),
        tag("defs", *symbols),
        rect(0, 0, width, height, fill=SHEET, class_="kl-ground"),
        *parts,
        **root,
        class_="kl-picture",
        font_family=SERIF,
    )


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
        """A line of type, or several where it is too long for one."""
        self.next_row()
        look, room = BOLD if bold else INKED, self.width - 32
        short = width_of(said, size) <= 1.15 * room  # so little is better set smaller than broken
        for part in [said] if short else wrapped(said.split(), size, 0.87 * room if bold else room):
            self.add(fitted(16, self.y + size + 4, part, size, room, **look))
            self.y += size + 4
        self.y += 10

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
