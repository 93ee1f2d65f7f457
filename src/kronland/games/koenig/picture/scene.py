"""Löwenherz (2003): what the parts of the picture draw from: one seat's view, read once; and how a card looks."""

from __future__ import annotations

from kronland.core.view import View
from kronland.games.drawing.heraldry import BLUE, CENTRED, EDGE, GREY, INK, INKED, LIGHT, MINES, OCHRE, PAPER, RED, SEAL, SHEET
from kronland.games.drawing.scenes import BaseScene, part
from kronland.games.drawing.sheets import GAP
from kronland.games.drawing.svg import Markup, escaped, group, rect, tag, text, use
from kronland.games.grid.picture.map import Chart, Position, read_position
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH
from kronland.games.koenig.rules.actions import CARDS
from kronland.games.koenig.rules.state import BACK, BOARD, PILE_NAMES, Task
from kronland.games.koenig.words.text import card_text

OWNERS = (RED, OCHRE, BLUE, GREY)
LANDS = ("farmland", "forest", "town", "city", *(f"{mine}-mine" for mine in MINES))
CHART = Chart(BOARD)
WIDTH = CHART.width
COLUMN, TALL = (WIDTH - GAP) // 2, 400  # of a panel beside the board, and of everything under it on an upright phone
CARD_WIDTH, CARD_HEIGHT = 62, 72

TASK_SIGNS = {
    Task.BORDER: "kl-border",
    Task.KNIGHT: "kl-helm",
    Task.EXPAND: "kl-region",
    Task.DESERTER: "kl-deserter",
    Task.ALLIANCE: "kl-rings",
}


class Scene(BaseScene):
    def __init__(self, view: View, wide: bool = True) -> None:
        super().__init__(view, wide)
        self.width, self.column = (WIDTH, COLUMN) if wide else (TALL, TALL)  # of what is to be decided, and of a panel

    @property
    def position(self) -> Position:
        return _position(self)

    def regions_of(self, colour: int) -> int:
        return sum(n // CASTLES_EACH == colour for n in self.position.regions)

    def alliances(self) -> list[tuple[int, int]]:
        bound = self.s.alliances.tolist()
        return [(one, other) for one in range(CASTLES) for other in range(one + 1, CASTLES) if bound[one] >> other & 1]

    def kind_of(self, card: int) -> int:
        """The kind of a card that is named in an action."""
        return int(self.s.kind_card[: self.s.kinds].tolist().index(card))

    def symbols(self, kind: int) -> list[tuple[Task, int]]:
        return [(Task(symbol >> 4), symbol & 15) for symbol in self.s.kind_symbols[kind].tolist() if symbol]

    def card(self, kind: int, x: float, y: float, count: int = 1, is_open: bool = False) -> Markup:
        """A card: its symbols, the cost below on the left and the sale value on the right; or its back."""
        title = tag("title", escaped(card_text(self.view, kind)))
        if kind <= BACK:
            return group(title, *card_back(PILE_NAMES[BACK - kind]), x=x, y=y, class_="kl-card-back")
        symbols = self.symbols(kind)
        parts = [
            title,
            rect(0, 0, CARD_WIDTH, CARD_HEIGHT, rx=5, fill=PAPER, stroke=INK, stroke_width=2.4 if is_open else 1.2, class_="kl-card"),
            text(CARD_WIDTH - 6, 13, PILE_NAMES[self.s.kind_pile[kind]], 11, text_anchor="end", fill=INK, class_="kl-ink"),
        ]
        for (task, size), place in zip(symbols, (31,) if len(symbols) == 1 else (17, 45), strict=True):
            parts.append(use(TASK_SIGNS[task], place, 25, 0.95))
            if task in (Task.BORDER, Task.KNIGHT, Task.EXPAND):
                parts.append(text(place, 50, str(size), 15, **CENTRED))
        if len(symbols) == 2:
            parts.append(text(31, 30, "/", 15, **CENTRED))
        parts.append(text(7, 66, str(self.s.kind_cost[kind]), 15, font_weight="bold", fill=SEAL, class_="kl-cost"))
        parts.append(text(CARD_WIDTH - 7, 66, f"({self.s.kind_sale[kind]})", 13, text_anchor="end", **INKED))
        if count > 1:
            parts.append(text(5, 13, f"{count}×", 12, font_weight="bold", **INKED))
        return group(*parts, x=x, y=y, class_=LIGHT, data_place=CARDS.place(int(self.s.kind_card[kind])))


def card_back(letter: str) -> list[Markup]:
    return [
        rect(0, 0, CARD_WIDTH, CARD_HEIGHT, rx=5, fill=SEAL, stroke=INK, stroke_width=1.2, class_="kl-back"),
        rect(5, 5, CARD_WIDTH - 10, CARD_HEIGHT - 10, rx=3, fill="none", stroke=EDGE, stroke_width=1.2),
        text(CARD_WIDTH / 2, 46, letter, 28, text_anchor="middle", font_weight="bold", fill=SHEET, class_="kl-back-letter"),
    ]


@part
def _position(scene: Scene) -> Position:
    return read_position(scene.s, BOARD, LANDS)
