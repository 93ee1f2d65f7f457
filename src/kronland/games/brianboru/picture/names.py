"""Where the names of towns stand: below each, or on whichever side covers least of what else is on the map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kronland.games.drawing.svg import width_of

Place = tuple[float, float]
Box = tuple[float, float, float, float]
SIZE, BADGE = 15, 20.0  # with the ring round one that can be chosen


class Side(NamedTuple):
    """Beside a town: where a name begins, is in the middle or ends, and how much rather it would stand elsewhere."""

    x: float
    y: float
    anchor: str
    reluctance: float


# At the top right stands a monastery, at the top left the marker of the active town.
BELOW = Side(0, 35, "middle", 0)
SIDES = (BELOW, Side(26, 5, "start", 2), Side(-26, 5, "end", 2), Side(0, -26, "middle", 6))


def sides(names: Sequence[str], towns: Sequence[Place], roads: Iterable[tuple[int, int]], signs: Sequence[Box]) -> tuple[Side, ...]:
    """A side for each town."""
    badges = [(x - BADGE, y - BADGE, x + BADGE, y + BADGE) for x, y in towns]
    ways = [
        (x + (a - x) * n / 8, y + (b - y) * n / 8)
        for one, other in roads
        for (x, y), (a, b) in [(towns[one], towns[other])]
        for n in range(9)
    ]
    chosen: list[Side] = [BELOW] * len(towns)

    def cost(town: int, side: Side) -> float:
        box = box_of(names[town], towns[town], side)
        solid = [*signs, *(badge for other, badge in enumerate(badges) if other != town)]
        solid += [box_of(names[other], towns[other], chosen[other]) for other in range(len(towns)) if other != town]
        crossed = sum(box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y in ways)
        return side.reluctance + sum(shared(box, other) for other in solid) / 4 + 3 * crossed

    for _ in range(2):  # a name that has moved makes room for others
        for town in range(len(towns)):
            chosen[town] = min(SIDES, key=lambda side: cost(town, side))
    return tuple(chosen)


def box_of(name: str, town: Place, side: Side) -> Box:
    width, (x, y) = width_of(name, SIZE), (town[0] + side.x, town[1] + side.y)
    left = {"start": x, "middle": x - width / 2, "end": x - width}[side.anchor]
    return left, y - 11, left + width, y + 1


def shared(one: Box, other: Box) -> float:
    """The area that lies in both."""
    return max(0.0, min(one[2], other[2]) - max(one[0], other[0])) * max(0.0, min(one[3], other[3]) - max(one[1], other[1]))
