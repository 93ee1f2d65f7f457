"""What all finished games of a kind tell: how long they take, how many points they bring, from which seats they are won, and by what.

Kept up as games end: a server remembers what it has counted, and reads only what was written since (`schema.outcomes`, in the order of
their numbers). So a page costs the same after ten games and after ten thousand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import groupby
from threading import Lock
from typing import Any

import sqlalchemy as sa

from kronland.core.shares import wilson
from kronland.web.store import schema
from kronland.web.store.store import Store
from kronland.web.study.outcomes import CLOCK


@dataclass(frozen=True)
class Spread:
    """How numbers are spread."""

    count: int
    least: float
    low: float  # a quarter is below
    median: float
    high: float
    most: float
    mean: float


def spread(numbers: Mapping[float, int]) -> Spread | None:
    """Of numbers and how often each was there; None of none."""
    count = sum(numbers.values())
    if not count:
        return None
    ordered = sorted(numbers.items())

    def at(place: int) -> float:
        for number, times in ordered:
            place -= times
            if place < 0:
                return number
        return ordered[-1][0]

    def quantile(share: float) -> float:
        place = share * (count - 1)
        below, above = at(int(place)), at(min(count - 1, int(place) + 1))
        return below + (above - below) * (place - int(place))

    mean = sum(number * times for number, times in ordered) / count
    return Spread(count, ordered[0][0], quantile(0.25), quantile(0.5), quantile(0.75), ordered[-1][0], mean)


@dataclass
class Mean:
    total: float = 0.0
    count: int = 0

    def add(self, value: float) -> None:
        self.total, self.count = self.total + value, self.count + 1

    @property
    def value(self) -> float:
        return self.total / self.count if self.count else 0.0


@dataclass
class Versus:
    """What winners had, and the others."""

    winners: Mean = field(default_factory=Mean)
    others: Mean = field(default_factory=Mean)

    def add(self, won: bool, value: float) -> None:
        (self.winners if won else self.others).add(value)


@dataclass
class SeatTally:
    games: int = 0
    wins: float = 0.0  # a shared win is shared
    points: Mean = field(default_factory=Mean)

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def between(self) -> tuple[float, float]:
        return wilson(self.share, self.games)


class Tally:
    """Of all games with so many players."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.games = self.broken_off = self.shared = 0
        self.decisions: Counter[float] = Counter()
        self.minutes: Counter[float] = Counter()
        self.margins: Counter[float] = Counter()
        self.by_rank: dict[int, Counter[float]] = {}
        self.seats = [SeatTally() for _ in range(players)]
        self.ends: Counter[str] = Counter()
        self.brought: dict[str, Versus] = {}
        self.had: dict[str, Versus] = {}

    def add(self, rows: Sequence[Any]) -> None:
        """A game, a row a seat."""
        if rows[0].end == CLOCK:
            self.broken_off += 1
            return
        self.games += 1
        self.ends[rows[0].end] += 1
        self.decisions[rows[0].decisions] += 1
        if rows[0].minutes is not None:
            self.minutes[round(rows[0].minutes)] += 1
        self.shared += sum(row.won > 0 for row in rows) > 1
        points = sorted((row.points for row in rows), reverse=True)
        if len(points) > 1:
            self.margins[points[0] - points[1]] += 1
        for row in rows:
            self.by_rank.setdefault(row.rank, Counter())[row.points] += 1
            seat = self.seats[row.seat]
            seat.games, seat.wins = seat.games + 1, seat.wins + row.won
            seat.points.add(row.points)
            for found, told in ((self.brought, row.brought), (self.had, row.had)):
                for name, value in told.items():
                    found.setdefault(name, Versus()).add(row.won > 0, value)


class Statistics:
    def __init__(self, keeper: Store) -> None:
        self.store = keeper
        self._counted: dict[str, tuple[int, dict[int, Tally]]] = {}
        self._guard = Lock()

    def of(self, game: str) -> dict[int, Tally]:
        """By the number of players."""
        with self._guard:
            last, tallies = self._counted.get(game, (0, {}))
            row = schema.outcomes.c
            new = sa.select(schema.outcomes).where(row.game == game, row.number > last).order_by(row.number, row.seat)
            with self.store.read() as connection:
                rows = connection.execute(new).all()
            if rows:
                tallies = deepcopy(tallies)  # others may be reading those
                last = _count(tallies, rows)
                tallies = dict(sorted(tallies.items()))
                self._counted[game] = last, tallies
            return tallies


def _count(tallies: dict[int, Tally], rows: Iterable[Any]) -> int:
    """The last number that was counted."""
    last = 0
    for number, all_of in groupby(rows, key=lambda row: row.number):
        seats = list(all_of)
        if [row.seat for row in seats] == list(range(seats[0].players)):
            tallies.setdefault(seats[0].players, Tally(seats[0].players)).add(seats)
        last = number
    return last
