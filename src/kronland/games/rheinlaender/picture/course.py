"""Rheinländer, the picture: the course of the river, computed from the map.

The river winds down the sheet in rows that are joined by half circles. Its axis is measured in steps, one for each section of the main
stream; where arms run beside one another round an island they share a stretch of steps. Every field is the strip between two distances from
the axis, from one step to another, so any map can be drawn: any number of sections, islands, arms.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, product

import numpy as np

from kronland.core.layout import State
from kronland.games.rheinlaender.rules.state import FIELDS, ISLAND, LEFT, NONE, RIGHT, RIVER

WIDTH, NARROW = 960, 780  # of the sheet: beside the players, and above them on an upright phone
BANK = 54  # how deep a land field is
STREAM = 25  # half the width of the river
ARM = 21  # half the width of an arm
ISLE = 54  # how wide an island is
PITCH = 226  # from row to row, at least
EDGE = 30  # from the first fields to the edge of the sheet
FRAME = 9  # from the frame of the map
TURN = 4  # steps of a half circle
STEP = (54, 96)  # how long a step of a row may be, at least and at most
SAMPLES = 4  # points of an outline for every step

Point = tuple[float, float]
Distance = Callable[[float], float]  # from the axis at a step; to the right (downstream) is positive


@dataclass(frozen=True)
class Plot:
    """Where a field lies."""

    outline: tuple[Point, ...]
    centre: Point
    number: Point  # room for a number at the upstream end
    figure: Point  # and for a figure beside it
    other_number: Point  # the same with the number at the downstream end
    other_figure: Point


@dataclass
class Lane:
    """Sections that follow one another, beside other lanes or alone, with the steps where each begins and ends."""

    sections: list[int]
    cuts: list[float] = field(default_factory=list)


@dataclass
class Stretch:
    """A piece of the axis: one section of the main stream, or several lanes with islands between them, left to right."""

    start: float
    steps: int
    lanes: list[Lane]
    isles: list[list[tuple[int, float, float]]] = field(default_factory=list)  # between lanes: field, from, to


class Course:
    """The whole map, ready to be drawn."""

    def __init__(
        self, section_land: Sequence[Sequence[int]], touching: Sequence[Sequence[int]], sections: int, width: float = WIDTH
    ) -> None:
        self.width = width
        self.land = {n: [field for field in section_land[n] if field != NONE] for n in range(1, sections + 1)}
        self.next = {n: [f - RIVER + 1 for f in touching[RIVER + n - 1] if f >= RIVER] for n in range(1, sections + 1)}
        self.stretches = self._stretches()
        self.steps = self.stretches[-1].start + self.stretches[-1].steps
        self.pitch, self.side = float(PITCH), float(STREAM + BANK)
        self.rows = self._rows()
        reaches = self._reaches()
        for one, other in pairwise(reaches):  # islands side by side, or one that will not fit between the half circles
            self.pitch = max(self.pitch, one + other + 16)
        if self._cost(self.rows) > 60:
            self.side = max(reaches)
        self.rows = self._rows()
        reaches = self._reaches()
        self.top = EDGE + 8 + reaches[0]
        self.height = self.top + self.pitch * (len(self.rows) - 1) + reaches[-1] + 8 + EDGE
        self.plots: dict[int, Plot] = {}
        for stretch in self.stretches:
            self._plot(stretch)
        self._squeeze_in()

    def _squeeze_in(self) -> None:
        """An owner's river may take short cuts past its own islands: what has found no place then lies on the water of its section."""
        somewhere = next(iter(self.plots.values()))
        for section, land in self.land.items():
            water = self.plots.setdefault(RIVER + section - 1, somewhere)
            for place in land:
                self.plots.setdefault(place, water)

    # What lies beside what ----------------------------------------------------------------------------------------------------------

    def _stretches(self) -> list[Stretch]:
        main = self._main_stream()
        arms = [self._arm(main, group) for group in self._groups(set(self.next) - set(main))]
        stretches: list[Stretch] = []
        start, at = 0.0, 0
        while at < len(main):
            beside = [arm for arm in arms if arm[0] == at - 1]
            if not beside:
                stretches.append(Stretch(start, 1, [Lane([main[at]], [start, start + 1])]))
                start, at = start + 1, at + 1
                continue
            end = max(last for _, last, _ in beside)
            while more := [arm for arm in arms if at - 1 <= arm[0] < end and arm not in beside]:
                beside += more
                end = max(last for _, last, _ in beside)
            stretches.append(self._beside(start, [main[at:end], *(sections for _, _, sections in beside)]))
            start, at = start + stretches[-1].steps, end
            arms = [arm for arm in arms if arm not in beside]
        return stretches

    def _main_stream(self) -> list[int]:
        """The shortest way from the first section to the last."""
        came = {1: 0}
        todo = [1]
        for section in todo:
            for other in self.next[section]:
                if other not in came:
                    came[other] = section
                    todo.append(other)
        way = [max(came)]
        while came[way[-1]]:
            way.append(came[way[-1]])
        return way[::-1]

    def _groups(self, rest: set[int]) -> list[list[int]]:
        """Sections off the main stream, those that hang together together, in the order of the flow."""
        groups = []
        while rest:
            todo = [min(rest)]
            for section in todo:
                todo += sorted(other for other in self.next[section] if other in rest and other not in todo)
            rest -= set(todo)
            groups.append(sorted(todo))
        return groups

    def _arm(self, main: list[int], group: list[int]) -> tuple[int, int, list[int]]:
        """An arm: the places of the main stream where it leaves and comes back, and its sections."""
        joints = sorted(main.index(other) for section in group for other in self.next[section] if other in main)
        first, last = (joints[0], joints[-1]) if joints else (0, 1)
        if first == last:  # it does not come back
            last = min(first + len(group) + 1, len(main))
        return first, last, group

    def _beside(self, start: float, chains: list[list[int]]) -> Stretch:
        """Lanes from left to right: with a left bank, with none, with a right bank."""
        lanes = [Lane(chain) for chain in sorted((c for c in chains if c), key=self._side)]
        isles: list[list[int]] = [[] for _ in lanes[1:]]
        seen: set[int] = set()
        for at, (lane, other) in enumerate(pairwise(lanes)):
            for section in [*lane.sections, *other.sections]:
                isles[at] += [f for f in self.land[section] if f >= ISLAND and f not in seen]
                seen.update(isles[at])
        steps = max([1, *(len(lane.sections) for lane in lanes), *map(len, isles)])
        stretch = Stretch(start, steps, lanes)
        centres: dict[int, float] = {}
        for isle in isles:
            size = steps / max(1, len(isle))
            stretch.isles.append([(f, start + n * size, start + (n + 1) * size) for n, f in enumerate(sorted(isle))])
            centres.update({f: (begin + end) / 2 for f, begin, end in stretch.isles[-1]})
        for lane in lanes:
            size = steps / len(lane.sections)
            middles = []
            for n, section in enumerate(lane.sections):
                known = [centres[f] for f in self.land[section] if f in centres]
                middles.append(sum(known) / len(known) if known else start + (n + 0.5) * size)
            middles.sort()
            lane.cuts = [start, *((one + other) / 2 for one, other in pairwise(middles)), start + steps]
        return stretch

    def _side(self, chain: list[int]) -> int:
        banks = {f < RIGHT for section in chain for f in self.land[section] if f < ISLAND}
        return 1 if len(banks) != 1 else 0 if True in banks else 2

    # The rows -----------------------------------------------------------------------------------------------------------------------

    def _rows(self) -> list[int]:
        """How many steps each row has: all about equally long, and no island in a half circle, if that can be."""
        count = 1
        while sum(int(self._row_length(n, count) / STEP[0]) for n in range(count)) + TURN * (count - 1) < self.steps:
            count += 1
        total = round(self.steps) - TURN * (count - 1)
        usual = [total * self._row_length(n, count) / sum(self._row_length(m, count) for m in range(count)) for n in range(count)]
        best, least = [], math.inf
        for rows in product(*(range(max(1, int(u) - 5), int(u) + 6) for u in usual[:-1])):
            whole = [*rows, total - sum(rows)]
            cost = self._cost(whole)
            if cost < least:
                best, least = whole, cost
        return best

    def _cost(self, rows: list[int]) -> float:
        cost, at = 0.0, 0.0
        wide = [(stretch.start, stretch.start + stretch.steps) for stretch in self.stretches if len(stretch.lanes) > 1]
        for n, steps in enumerate(rows):
            if steps < 1:
                return math.inf
            size = self._row_length(n, len(rows)) / steps
            cost += (size / 72 - 1) ** 2 + (10 * (STEP[0] - size) if size < STEP[0] else 0) + (size - STEP[1] if size > STEP[1] else 0)
            at += steps
            cost += sum(60 * max(0.0, min(at + TURN, end) - max(at, begin)) for begin, end in wide if n + 1 < len(rows))
            at += TURN
        return cost

    def _reaches(self) -> list[float]:
        """How far the fields of each row reach from the axis: further where an island lies."""
        found, at = [], 0.0
        for steps in self.rows:
            lanes = [len(stretch.lanes) for stretch in self.stretches if at - TURN < stretch.start < at + steps + TURN]
            found.append(max([STREAM, *((count - 1) * (ARM + ISLE / 2) + ARM for count in lanes if count > 1)]) + BANK)
            at += steps + TURN
        return found

    def _row_length(self, row: int, count: int) -> float:
        """The first row comes from the edge of the sheet, the last one goes to it; the others lie between two half circles."""
        turn = EDGE + self.pitch / 2 + self.side
        return self.width - (turn if row else EDGE) - (turn if row < count - 1 else EDGE)

    def axis(self, t: float) -> tuple[Point, Point]:
        """A point of the axis and the direction to its right, looking downstream."""
        at, last = 0.0, len(self.rows) - 1
        for row, steps in enumerate(self.rows):
            if t <= at + steps or row == last:
                return self._on_row(row, (t - at) / steps)
            at += steps
            if t < at + TURN:
                return self._on_turn(row, (t - at) / TURN)
            at += TURN
        raise AssertionError("a step beyond the last row")

    def _row_y(self, row: int) -> float:
        return self.top + self.pitch * row

    def _on_row(self, row: int, u: float) -> tuple[Point, Point]:
        length, count = self._row_length(row, len(self.rows)), len(self.rows)
        onward = 1 if row % 2 == 0 else -1
        turn = EDGE + self.pitch / 2 + self.side
        begin = (turn if row else EDGE) if onward > 0 else self.width - (turn if row else EDGE)
        waves = max(1, round(length / 260)) * math.pi * 2
        inside = min(max(u, 0.0), 1.0)
        swing = 9.0 if count > 1 else 14.0
        y = self._row_y(row) + swing * math.sin(waves * inside) * math.sin(math.pi * inside)
        rise = waves * math.cos(waves * inside) * math.sin(math.pi * inside)
        slope = swing * (rise + math.pi * math.sin(waves * inside) * math.cos(math.pi * inside))
        dx, dy = onward * length, slope
        size = math.hypot(dx, dy)
        return (begin + onward * length * u, y), (-dy / size, dx / size)

    def _on_turn(self, row: int, u: float) -> tuple[Point, Point]:
        radius, turn = self.pitch / 2, EDGE + self.pitch / 2 + self.side
        eastward = row % 2 == 0
        x, y = (self.width - turn if eastward else turn), self._row_y(row) + radius
        angle = math.pi * u - math.pi / 2
        out = (math.cos(angle) * (1 if eastward else -1), math.sin(angle))
        inward = -1.0 if eastward else 1.0
        return (x + radius * out[0], y + radius * out[1]), (out[0] * inward, out[1] * inward)

    def point(self, t: float, away: float) -> Point:
        (x, y), (rx, ry) = self.axis(t)
        return round(x + rx * away, 1), round(y + ry * away, 1)

    # The fields ---------------------------------------------------------------------------------------------------------------------

    def _plot(self, stretch: Stretch) -> None:
        for number, lane in enumerate(stretch.lanes):
            left, right = self._shores(stretch, number)
            for section, (begin, end) in zip(lane.sections, pairwise(lane.cuts), strict=True):
                self.plots[RIVER + section - 1] = self._strip(begin, end, left, right)
                if LEFT + section - 1 in self.land[section]:
                    self.plots[LEFT + section - 1] = self._strip(begin, end, beyond(left, -BANK), left)
                if RIGHT + section - 1 in self.land[section]:
                    self.plots[RIGHT + section - 1] = self._strip(begin, end, right, beyond(right, BANK))
        for number, isle in enumerate(stretch.isles):
            here, there = self._shores(stretch, number)[1], self._shores(stretch, number + 1)[0]
            for which, begin, end in isle:
                self.plots[which] = self._strip(begin, end, here, there)

    def _shores(self, stretch: Stretch, lane: int) -> tuple[Distance, Distance]:
        """The left and the right shore of a lane. Lanes part and meet again within a step."""
        count = len(stretch.lanes)
        near, far = STREAM * 2 / count, ARM * 2 + ISLE

        def middle(t: float, side: int) -> float:
            parted = _ease(min(t - stretch.start, stretch.start + stretch.steps - t) / 1.3) if count > 1 else 0.0
            pitch = near + (far - near) * parted
            half = near / 2 + (ARM - near / 2) * parted
            return (lane - (count - 1) / 2) * pitch + side * half

        return (lambda t: middle(t, -1)), (lambda t: middle(t, 1))

    def _strip(self, begin: float, end: float, left: Distance, right: Distance) -> Plot:
        count = max(2, round((end - begin) * SAMPLES))
        steps = [begin + (end - begin) * n / count for n in range(count + 1)]
        outline = [self.point(t, left(t)) for t in steps] + [self.point(t, right(t)) for t in reversed(steps)]

        def inside(part: float) -> Point:
            t = begin + (end - begin) * part
            return self.point(t, (left(t) + right(t)) / 2)

        return Plot(tuple(outline), inside(0.5), inside(0.24), inside(0.64), inside(0.8), inside(0.44))

    def shores(self) -> list[list[Point]]:
        """All shorelines, each as points downstream; the stream comes from beyond the sheet and leaves it."""
        lines: list[list[Point]] = [[], []]
        for stretch in self.stretches:
            steps = [stretch.start + stretch.steps * n / (SAMPLES * stretch.steps) for n in range(SAMPLES * stretch.steps + 1)]
            outer = self._shores(stretch, 0)[0], self._shores(stretch, len(stretch.lanes) - 1)[1]
            for line, shore in zip(lines[:2], outer, strict=True):
                line += [self.point(t, shore(t)) for t in steps]
            for number in range(len(stretch.lanes) - 1):
                here, there = self._shores(stretch, number)[1], self._shores(stretch, number + 1)[0]
                lines.append([self.point(t, here(t)) for t in steps] + [self.point(t, there(t)) for t in reversed(steps)])
        for line, away in zip(lines[:2], (-STREAM, STREAM), strict=True):
            line.insert(0, self.point(-self.rim(0), away))
            line.append(self.point(self.steps + self.rim(-1), away))
        return lines

    def rim(self, row: int) -> float:
        """How many steps it is from the first or last field to the frame."""
        return (EDGE - FRAME) * self.rows[row] / self._row_length(row % len(self.rows), len(self.rows))

    def current(self) -> list[Point]:
        """The middle of the main stream."""
        lanes = [(stretch, self._shores(stretch, 0)) for stretch in self.stretches]
        return [
            self.point(stretch.start + n / 3, (left(stretch.start + n / 3) + right(stretch.start + n / 3)) / 2)
            for stretch, (left, right) in lanes
            for n in range(3 * stretch.steps)
        ]

    def between(self, one: int, other: int) -> Point:
        """The place of a building: where two fields meet."""
        shared = [point for point in self.plots[one].outline if point in self.plots[other].outline]
        ends = shared if len(shared) > 1 else [self.plots[one].centre, self.plots[other].centre]
        return (ends[0][0] + ends[-1][0]) / 2, (ends[0][1] + ends[-1][1]) / 2


def beyond(shore: Distance, more: float) -> Distance:
    return lambda t: shore(t) + more


def _ease(u: float) -> float:
    u = min(max(u, 0.0), 1.0)
    return u * u * (3 - 2 * u)


@lru_cache(maxsize=8)
def _course(section_land: bytes, touching: bytes, sections: int, width: float, shapes: tuple[tuple[int, ...], ...]) -> Course:
    land = np.frombuffer(section_land, np.int16).reshape(shapes[0]).tolist()
    return Course(land, np.frombuffer(touching, np.int16).reshape(shapes[1]).tolist(), sections, width)


def course_of(s: State, width: float = WIDTH) -> Course:
    """The course of a state's map; the same map is measured once."""
    assert s.touching.shape[0] == FIELDS
    return _course(s.section_land.tobytes(), s.touching.tobytes(), int(s.sections), width, (s.section_land.shape, s.touching.shape))
