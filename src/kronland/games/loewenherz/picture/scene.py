"""Löwenherz (1997): what the parts of the picture draw from: one seat's view, read once."""

from __future__ import annotations

from kronland.core.words import N_, NN_
from kronland.games.drawing.heraldry import GREY, OCHRE, PURPLE, RED
from kronland.games.drawing.scenes import BaseScene, fact, part
from kronland.games.grid.picture.map import Chart, Position, read_position
from kronland.games.grid.rules.regions import CASTLES_EACH
from kronland.games.loewenherz.rules.state import (
    BOARD,
    DESERTER,
    FIEF,
    FIEF_VALUES,
    TREASURE,
    TREASURE_VALUES,
    Task,
)

OWNERS = (RED, OCHRE, PURPLE, GREY)
LANDS = ("farmland", "forest", "mountain", "town")
CHART = Chart(BOARD)

TASK_SIGNS = {
    Task.DUCATS: "kl-ducats",
    Task.BORDER: "kl-border",
    Task.KNIGHT: "kl-helm",
    Task.POLITICS: "kl-politics",
    Task.SILVER: "kl-silver",
    Task.KING: "kl-king",
}
TASK_TEXTS = {
    Task.DUCATS: NN_("{count} ducat", "{count} ducats", "count"),
    Task.BORDER: NN_("{count} border", "{count} borders", "count"),
    Task.KNIGHT: NN_("{count} knight or expansion", "{count} knights, or knight and expansion", "count"),
    Task.POLITICS: N_("Politics card"),
    Task.SILVER: N_("Silver"),
    Task.KING: N_("The king is dead"),
}


def kind_sign(kind: int) -> tuple[str, int]:
    """The sign of a kind of politics card, and the value on it (0 for none)."""
    if kind >= TREASURE:
        return "kl-treasure", TREASURE_VALUES[kind - TREASURE]
    if kind >= FIEF:
        return "kl-fief", FIEF_VALUES[kind - FIEF]
    return ("kl-deserter", 0) if kind == DESERTER else ("kl-rings", 0)


class Scene(BaseScene):
    @property
    def position(self) -> Position:
        return _position(self)

    def castles_of(self, colour: int) -> int:
        return sum(n // CASTLES_EACH == colour for n in self.position.castles)

    def regions_of(self, colour: int) -> int:
        return _regions_of(self, colour)

    def alliances(self) -> list[tuple[int, int]]:
        return [pair for pair in self.alliances_by_slot() if pair]

    def alliances_by_slot(self) -> list[tuple[int, int] | None]:
        """As actions number them; an alliance that has ended leaves its number behind."""
        pairs = zip(self.s.ally_one.tolist(), self.s.ally_other.tolist(), strict=True)
        return [(one, other) if one >= 0 else None for one, other in pairs]

    def tasks(self) -> list[tuple[Task, int]]:
        """The actions on the card turned up, with their sizes; none before the first."""
        s = self.s
        if not s.drawn:
            return []
        slots = s.card[s.deck[s.drawn - 1]].tolist()
        return [(Task(slot >> 4), slot & 15) for slot in slots if slot]

    def task_text(self, task: Task, size: int) -> str:
        said = TASK_TEXTS[task]
        return self.words(said, count=size) if said.many else self.words(said)


@fact
def _regions_of(scene: Scene, colour: int) -> int:
    return sum(n // CASTLES_EACH == colour for n in scene.position.regions)


@part
def _position(scene: Scene) -> Position:
    return read_position(scene.s, BOARD, LANDS)
