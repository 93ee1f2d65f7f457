"""How a picture is put together, and how things are set side by side on a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kronland.core.view import View
from kronland.core.words import Text
from kronland.games.drawing.heraldry import BOLD, INK, INKED, SERIF, SHEET, sheet
from kronland.games.drawing.svg import Markup, Value, escaped, fitted, kept, rect, tag, width_of, wrapped

GAP = 12
MARGIN = 16  # round what a picture shows

Block = tuple[Markup, float]  # a part of the picture, and its height
Placed = tuple[Sequence[Markup], float, float]  # the parts in place, width and height of the whole


def whole(view: View, title: Text, description: str, symbols: Sequence[Markup], placed: Placed) -> Markup:
    """The picture of a position: its parts on a ground, with words for those who cannot see it."""
    parts, width, height = placed
    return _whole(view.words(title), description, tuple(symbols), tuple(parts), width, height, len(view.legal) > 0)


@lru_cache(maxsize=8)  # readers of a table are drawn for one after the other: those who may choose nothing have the same
def _whole(
    title: str, description: str, symbols: tuple[Markup, ...], parts: tuple[Markup, ...], width: float, height: float, chooses: bool
) -> Markup:
    root: dict[str, Value] = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width:g} {height:g}"}
    # what is inside an image is hidden from screen readers: it can be one only while nothing can be chosen
    root["role"] = "group" if chooses else "img"
    return tag(
        "svg",
        tag("title", escaped(title)),
        tag("desc", escaped(description)),
        _definitions(symbols),
        rect(0, 0, width, height, fill=SHEET, class_="kl-ground"),
        *parts,
        **root,
        class_="kl-picture",
        font_family=SERIF,
    )


@lru_cache(maxsize=64)
def _definitions(symbols: tuple[Markup, ...]) -> Markup:
    return tag("defs", kept(*symbols))


def emphasis(deciding: bool) -> dict[str, str | float | None]:
    """The edge of the sheet of a player who must decide."""
    return {"stroke": INK, "stroke_width": 3, "class_": "kl-sheet kl-deciding"} if deciding else {}


class Rows:
    """Things set side by side on a sheet, from left to right and on to the next row."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.parts: list[Markup] = []
        self.x, self.y, self.row = 12.0, 8.0, 0.0

    def next_row(self) -> None:
        self.x, self.y, self.row = 12.0, self.y + self.row, 0.0

    def line(self, said: str, size: float, bold: bool = False) -> None:
        """A line of type, or several where it is too long for one; nothing for no words."""
        self.next_row()
        if not said:
            return
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
