"""Rheinländer: what the parts of the picture draw from: one seat's view, read once."""

from __future__ import annotations

import math

from kronland.core.layout import State
from kronland.core.svg import Markup
from kronland.core.view import View
from kronland.games.heraldry import BLUE, GREY, OCHRE, PURPLE, RED, target
from kronland.games.rheinlaender.actions import SPACE
from kronland.games.rheinlaender.course import NARROW, WIDTH, Point, course_of
from kronland.games.rheinlaender.state import DUCHIES, FIELDS, ISLAND, NONE, SEATS, Building

OWNERS = (RED, OCHRE, PURPLE, GREY, BLUE)
COLUMN, TALL = 474, 420  # of a panel beside the map, and of everything under it on an upright phone

Choices = dict[str, list[tuple[int, tuple[int, ...]]]]  # verb -> actions, each with its members


class Scene:
    def __init__(self, view: View, wide: bool = True) -> None:
        self.view = view
        self.s: State = view.state
        self.seat, self.words, self.names = view.seat, view.words, view.names
        self.players = int(self.s.players)
        self.course = course_of(self.s, WIDTH if wide else NARROW)
        self.width, self.column = (self.course.width, COLUMN) if wide else (TALL, TALL)  # of what is to be decided, and of a panel
        self.on: list[int] = self.s.on.tolist()
        self.duchy: list[int] = self.s.duchy.tolist()
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

    def knights(self) -> list[tuple[int, int]]:
        """Fields with a knight, and whose it is."""
        return [(field, thing) for field, thing in enumerate(self.on) if 0 <= thing < SEATS]

    def dukes_of(self, seat: int) -> int:
        return int((self.s.duke[1:DUCHIES] == seat).sum())

    def ruler(self, field: int) -> int:
        """The seat of the duke of the duchy that a field belongs to, -1 for none."""
        return int(self.s.duke[self.duchy[field]]) if self.duchy[field] else NONE

    def fields_of(self, duchy: int) -> list[int]:
        return [field for field in range(FIELDS) if self.duchy[field] == duchy]

    def spots(self) -> list[tuple[int, Building, tuple[int, int]]]:
        """Spots with a building on them: number, building, the two fields."""
        fields = [(int(one), int(other)) for one, other in self.s.spot_field[: self.s.spots]]
        return [(n, Building(int(self.s.building[n])), pair) for n, pair in enumerate(fields) if self.s.building[n]]

    def place(self, field: int) -> Point:
        """Where a figure stands on a field: on water and islands beside the number."""
        plot = self.course.plots[field]
        if field < ISLAND:
            return plot.centre
        return plot.other_figure if self._number_below(field) else plot.figure

    def number_place(self, field: int) -> Point:
        plot = self.course.plots[field]
        return plot.other_number if self._number_below(field) else plot.number

    def _number_below(self, field: int) -> bool:
        """An island's building stands at one end of a field; the number goes to the other."""
        plot = self.course.plots[field]
        for _, _, pair in self.spots():
            if field in pair:
                building = self.course.between(*pair)
                return math.dist(building, plot.number) < math.dist(building, plot.other_number)
        return False

    def shows_coins(self, seat: int) -> bool:
        """RH-27."""
        return bool(seat == self.seat or self.s.open_money or self.s.ended)
