"""Rheinländer: what the parts of the picture draw from: one seat's view, read once."""

from __future__ import annotations

import math

from kronland.games.drawing.heraldry import BLUE, GREY, OCHRE, PURPLE, RED
from kronland.games.drawing.scenes import BaseScene, fact, part
from kronland.games.rheinlaender.picture.course import Course, Point, course_of
from kronland.games.rheinlaender.rules.state import DUCHIES, ISLAND, NONE, SEATS, Building

OWNERS = (RED, OCHRE, PURPLE, GREY, BLUE)


Spot = tuple[int, Building, tuple[int, int]]  # with a building on it: number, building, the two fields


class Scene(BaseScene):
    @property
    def course(self) -> Course:
        return _course(self)

    @property
    def on(self) -> list[int]:
        return _on(self)

    @property
    def duchy(self) -> list[int]:
        return _duchy(self)

    def knights(self) -> list[tuple[int, int]]:
        """Fields with a knight, and whose it is."""
        return [(field, thing) for field, thing in enumerate(self.on) if 0 <= thing < SEATS]

    def dukes_of(self, seat: int) -> int:
        return _dukes_of(self, seat)

    def ruler(self, field: int) -> int:
        """The seat of the duke of the duchy that a field belongs to, -1 for none."""
        return int(self.s.duke[self.duchy[field]]) if self.duchy[field] else NONE

    def fields_of(self, duchy: int) -> list[int]:
        return [field for field, there in enumerate(self.duchy) if there == duchy]

    def spots(self) -> list[Spot]:
        return _spots(self)

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
        """An island's building stands at one end of a field, or it begins in a point there; the number goes to the other."""
        plot = self.course.plots[field]
        for _, _, pair in self.spots():
            if field in pair:
                building = self.course.between(*pair)
                return math.dist(building, plot.number) < math.dist(building, plot.other_number)
        half = len(plot.outline) // 2
        begin, end = (plot.outline[0], plot.outline[-1]), (plot.outline[half - 1], plot.outline[half])
        return 2 * math.dist(*begin) < math.dist(*end)

    def shows_coins(self, seat: int) -> bool:
        """RH-27."""
        return bool(self.is_own(seat) or self.s.open_money or self.s.ended)


@part
def _course(scene: Scene) -> Course:
    return course_of(scene.s)


@part
def _on(scene: Scene) -> list[int]:
    found: list[int] = scene.s.on.tolist()
    return found


@part
def _duchy(scene: Scene) -> list[int]:
    found: list[int] = scene.s.duchy.tolist()
    return found


@part
def _spots(scene: Scene) -> list[Spot]:
    s = scene.s
    fields = [(int(one), int(other)) for one, other in s.spot_field[: s.spots]]
    return [(n, Building(int(s.building[n])), pair) for n, pair in enumerate(fields) if s.building[n]]


@fact
def _dukes_of(scene: Scene, seat: int) -> int:
    return int((scene.s.duke[1:DUCHIES] == seat).sum())
