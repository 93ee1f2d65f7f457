"""Löwenherz (1997): what the parts of the picture draw from: one seat's view, read once."""

from __future__ import annotations

from kronland.core.layout import State
from kronland.core.svg import Markup
from kronland.core.view import View
from kronland.core.words import N_, NN_
from kronland.games.grid.drawing import Chart, read_position
from kronland.games.grid.regions import CASTLES_EACH
from kronland.games.heraldry import GREY, OCHRE, PURPLE, RED, target
from kronland.games.loewenherz.actions import SPACE
from kronland.games.loewenherz.state import (
    BOARD,
    DESERTER,
    FIEF,
    FIEF_VALUES,
    TREASURE,
    TREASURE_VALUES,
    Task,
)
from kronland.games.sheets import GAP

OWNERS = (RED, OCHRE, PURPLE, GREY)
LANDS = ("farmland", "forest", "mountain", "town")
CHART = Chart(BOARD)
WIDTH = CHART.width
COLUMN = (WIDTH - GAP) // 2  # two panels are as wide as the board

Choices = dict[str, list[tuple[int, tuple[int, ...]]]]  # verb -> actions, each with its members

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


class Scene:
    def __init__(self, view: View) -> None:
        self.view = view
        self.s: State = view.state
        self.seat, self.words, self.names = view.seat, view.words, view.names
        self.players = int(self.s.players)
        self.position = read_position(self.s, BOARD, LANDS)
        self.may_choose = len(view.legal) > 0
        self.choices: Choices = {r.verb: [] for r in SPACE.ranges}
        for action in sorted(view.legal):
            found = SPACE.range_of(action)
            self.choices[found.verb].append((action, found.members(action)))

    def target(self, action: int, *drawing: Markup) -> Markup:
        label = SPACE.label(action, self.words, self.names)
        return target(SPACE.range_of(action).verb, SPACE.notation(action), label, *drawing)

    def is_deciding(self, seat: int) -> bool:
        return bool(int(self.s.actors) >> seat & 1)

    def castles_of(self, colour: int) -> int:
        return sum(n // CASTLES_EACH == colour for n in self.position.castles)

    def regions_of(self, colour: int) -> int:
        return sum(n // CASTLES_EACH == colour for n in self.position.regions)

    def alliances(self) -> list[tuple[int, int]]:
        pairs = zip(self.s.ally_one.tolist(), self.s.ally_other.tolist(), strict=True)
        return [(one, other) for one, other in pairs if one >= 0]

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
