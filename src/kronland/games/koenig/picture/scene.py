"""Löwenherz (2003): what the parts of the picture draw from: one seat's view, read once; and how a card looks."""

from __future__ import annotations

from functools import cache, lru_cache

from kronland.core.desk import Face
from kronland.games.drawing.desks import face
from kronland.games.drawing.heraldry import BLUE, CENTRED, EDGE, GREY, INK, INKED, LIGHT, OCHRE, PAPER, RED, SEAL, SHEET
from kronland.games.drawing.land import MINES
from kronland.games.drawing.scenes import BaseScene, fact, part
from kronland.games.drawing.svg import Markup, joined, path, rect, symbol, tag, text, use
from kronland.games.grid.picture.map import Chart, Position, read_position
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH
from kronland.games.koenig.rules.state import BACK, BOARD, PILE_NAMES, Task

OWNERS = (RED, OCHRE, BLUE, GREY)
LANDS = ("farmland", "forest", "town", "city", *(f"{mine}-mine" for mine in MINES))
CHART = Chart(BOARD)
CARD_WIDTH, CARD_HEIGHT = 88, 112
COUNTED = (Task.BORDER, Task.KNIGHT, Task.EXPAND)  # the tasks that come in sizes

TASK_SIGNS = {
    Task.BORDER: "kl-border",
    Task.KNIGHT: "kl-helm",
    Task.EXPAND: "kl-region",
    Task.DESERTER: "kl-deserter",
    Task.ALLIANCE: "kl-rings",
}


class Scene(BaseScene):
    @property
    def position(self) -> Position:
        return _position(self)

    def regions_of(self, colour: int) -> int:
        return _regions_of(self, colour)

    def alliances(self) -> list[tuple[int, int]]:
        bound = self.s.alliances.tolist()
        return [(one, other) for one in range(CASTLES) for other in range(one + 1, CASTLES) if bound[one] >> other & 1]

    def kind_of(self, card: int) -> int:
        """The kind of a card that is named in an action."""
        return int(self.s.kind_card[: self.s.kinds].tolist().index(card))

    def symbols(self, kind: int) -> list[tuple[Task, int]]:
        return [(Task(symbol >> 4), symbol & 15) for symbol in self.s.kind_symbols[kind].tolist() if symbol]

    def face(self, kind: int) -> Face:
        """A card: its symbols, the price below on the left and the sale value on the right; or its back."""
        return back_face(PILE_NAMES[BACK - kind]) if kind <= BACK else _face(self, kind)


@part
def _face(scene: Scene, kind: int) -> Face:
    symbols = scene.symbols(kind)
    parts = [
        rect(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, rx=6, fill=PAPER, stroke=INK, stroke_width=1.5, class_="kl-card"),
        text(CARD_WIDTH - 9, 19, PILE_NAMES[scene.s.kind_pile[kind]], 16, text_anchor="end", **INKED),
    ]
    for (task, size), place in zip(symbols, (44,) if len(symbols) == 1 else (24, 64), strict=True):
        parts.append(use(TASK_SIGNS[task], place, 42, 1.5))
        if task in COUNTED:
            parts.append(text(place, 76, str(size), 21, **CENTRED))
    if len(symbols) == 2:
        parts.append(text(44, 49, "/", 20, **CENTRED))
    cost, sale = int(scene.s.kind_cost[kind]), int(scene.s.kind_sale[kind])
    parts += [
        path(f"M6 84H{CARD_WIDTH - 6}", "none", EDGE, 1.2),
        text(10, 103, f"\N{MINUS SIGN}{cost}", 17, font_weight="bold", fill=SEAL, class_="kl-cost"),
        text(CARD_WIDTH - 10, 103, f"+{sale}", 16, text_anchor="end", **INKED),
        use("kl-ducats", CARD_WIDTH / 2, 97, 0.7),
    ]
    return face(CARD_WIDTH, CARD_HEIGHT, tag("g", *parts, class_=LIGHT))


@lru_cache(maxsize=16)
def back_face(letter: str) -> Face:
    parts = [
        rect(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, rx=6, fill=SEAL, stroke=INK, stroke_width=1.5, class_="kl-back"),
        rect(7, 7, CARD_WIDTH - 14, CARD_HEIGHT - 14, rx=4, fill="none", stroke=EDGE, stroke_width=1.4),
        text(CARD_WIDTH / 2, 68, letter, 38, text_anchor="middle", font_weight="bold", fill=SHEET, class_="kl-back-letter"),
    ]
    return face(CARD_WIDTH, CARD_HEIGHT, tag("g", *parts, class_="kl-card-back"))


@cache
def back_signs() -> Markup:
    """The backs of the cards in little."""
    back = rect(-8, -11, 16, 22, rx=2.5, fill=SEAL, stroke=INK, stroke_width=1.2, class_="kl-back")
    return joined(
        symbol(f"kl-back-{letter}", back, text(0, 5.5, letter, 15, text_anchor="middle", font_weight="bold", fill=SHEET))
        for letter in PILE_NAMES
    )


@fact
def _regions_of(scene: Scene, colour: int) -> int:
    return sum(n // CASTLES_EACH == colour for n in scene.position.regions)


@part
def _position(scene: Scene) -> Position:
    return read_position(scene.s, BOARD, LANDS)
