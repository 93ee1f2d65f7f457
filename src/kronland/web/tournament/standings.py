"""Who stands where in a tournament: worked out from the ranks of its games alone, so that it can be again at any time.

Of a game somebody has the share of the others that came off worse: 1 for who beat all, 0 for who beat nobody, an equal one counts half.
So games of three and of five weigh the same. Who has as many points as another is ahead by

1. the strength of those met: for each game the mean of what these have in the end (Buchholz's idea, for groups of any size);
2. the points made in the games, measured by the mean of each table, on average;
3. head to head: in games among those who are still equal, how often ahead of one less how often behind;
4. the lot, which follows from a seed that everybody is shown when the tournament has begun.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import fsum


@dataclass(frozen=True)
class Seat:
    """What became of somebody in one game."""

    entrant: int | None  # None: a bot that filled
    rank: int
    share: float  # points made there, in means of the table: 1 is as many as the others on average


Game = Sequence[Seat]


@dataclass(frozen=True)
class Standing:
    place: int
    entrant: int
    points: Fraction
    strength: Fraction  # of those met
    share: float
    direct: int  # head to head
    games: int
    lot: str


def lot(seed: str, entrant: int) -> str:
    """The lot of an entrant; the lowest is ahead."""
    return hashlib.sha256(f"{seed}:{entrant}".encode()).hexdigest()


def earned(ranks: Sequence[int]) -> list[Fraction]:
    """The points of a game, by its ranks."""
    others = len(ranks) - 1
    return [
        Fraction(2 * sum(other > rank for other in ranks) + sum(other == rank for other in ranks) - 1, 2 * others)
        if others
        else Fraction(0)
        for rank in ranks
    ]


def share_of(points: Sequence[float]) -> list[float]:
    """In means of the table, so that tables of any size weigh the same; all the same where that says nothing."""
    mean = sum(points) / len(points)
    if mean <= 0 or min(points) < 0:
        return [1.0] * len(points)
    return [one / mean for one in points]


def standings(entrants: Iterable[int], games: Sequence[Game], seed: str) -> list[Standing]:
    """All of them, the first first, from games that are over."""
    people = sorted(entrants)
    points = dict.fromkeys(people, Fraction(0))
    for game in games:
        for seat, won in zip(game, earned([seat.rank for seat in game]), strict=True):
            if seat.entrant is not None:
                points[seat.entrant] += won
    strength = dict.fromkeys(people, Fraction(0))
    shares: dict[int, list[float]] = {one: [] for one in people}
    for game in games:
        present = [seat.entrant for seat in game if seat.entrant is not None]
        for seat in game:
            if seat.entrant is None:
                continue
            shares[seat.entrant].append(seat.share)
            if others := [points[one] for one in present if one != seat.entrant]:
                strength[seat.entrant] += sum(others, Fraction(0)) / len(others)
    means = {one: round(fsum(found) / len(found), 9) if found else 0.0 for one, found in shares.items()}

    def before(one: int) -> tuple[Fraction, Fraction, float]:
        return -points[one], -strength[one], -means[one]

    ordered: list[tuple[int, int]] = []
    for _, equal in groupby(sorted(people, key=before), key=before):
        tied = list(equal)
        direct = head_to_head(tied, games)
        ordered += [(one, direct[one]) for one in sorted(tied, key=lambda one: (-direct[one], lot(seed, one)))]
    return [
        Standing(place, one, points[one], strength[one], means[one], direct, len(shares[one]), lot(seed, one))
        for place, (one, direct) in enumerate(ordered, 1)
    ]


def head_to_head(tied: Sequence[int], games: Sequence[Game]) -> dict[int, int]:
    """Among these alone: how often ahead of one of them, less how often behind."""
    found = dict.fromkeys(tied, 0)
    if len(tied) > 1:
        for game in games:
            ranks = [(seat.entrant, seat.rank) for seat in game if seat.entrant in found]
            for one, rank in ranks:
                found[one] += sum((other > rank) - (other < rank) for _, other in ranks)
    return found
