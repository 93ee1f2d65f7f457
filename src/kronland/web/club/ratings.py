"""Results of rated games, and the ratings that follow from them, one book for each game.

A result is written in the transaction that ends the game, with the rating that each person has after it. So a rating is never without its
result, and all of them can be worked out again from the results alone, in their order (`recomputed`), to the same numbers. Bots are
anchors: their ratings are given and do not move, so that a number means the same this year and next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from kronland.web.store import schema

if TYPE_CHECKING:
    from kronland.web.table.table import Table

ANCHORS = {"page": 15.0, "squire": 25.0, "knight": 30.0, "king": 33.0}  # of openskill's scale, on which people begin at 25
SURE = 0.5  # sigma of an anchor
SHOWN = 60  # times openskill's numbers: people begin at 1500
BOOK = 0x4B524F4E  # of PostgreSQL's advisory locks: those who write results take turns


@dataclass(frozen=True)
class Rating:
    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        return round(SHOWN * self.mu)

    @property
    def give_or_take(self) -> int:
        """Twice sigma: it lies within with a probability of 95 %."""
        return round(2 * SHOWN * self.sigma)

    @property
    def safe(self) -> float:
        """By which people are ranked: few games do not lead to the top."""
        return self.mu - 2 * self.sigma


BEGINNER = Rating(25.0, 25.0 / 3)


@dataclass(frozen=True)
class Place:
    """What became of one seat."""

    seat: int
    visitor: int | None
    level: str | None  # of a bot
    rank: int


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rated(places: Sequence[Place], before: Mapping[int, Rating]) -> dict[int, Rating]:
    """The ratings of the people at a table after a game, by visitor."""
    model = _model()

    def rating(place: Place) -> Any:
        if place.visitor is None:
            return model.rating(mu=ANCHORS[place.level or "squire"], sigma=SURE)
        known = before.get(place.visitor, BEGINNER)
        return model.rating(mu=known.mu, sigma=known.sigma)

    after = model.rate([[rating(place)] for place in places], ranks=[place.rank for place in places])
    found = {place.visitor: Rating(float(team[0].mu), float(team[0].sigma)) for place, team in zip(places, after, strict=True)}
    return {visitor: new for visitor, new in found.items() if visitor is not None}


def places_of(table: Table) -> list[Place]:
    """How a game came out. One that was broken off is lost for who had no time left; among the rest nobody has won."""
    late = table.late
    ranks = [2 if seat in late else 1 for seat in range(table.players)]
    if table.stage == "over":
        ranks = [int(result["rank"]) for result in table.match.results()]
    people = [min(table.owners.get(seat.number, ()), default=None) if seat.kind == "person" else None for seat in table.seats]
    return [Place(seat.number, people[seat.number], seat.level, ranks[seat.number]) for seat in table.seats]


def write_result(connection: sa.Connection, table: Table, now: float) -> None:
    """Into the book of the game; the caller's transaction ends the game."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(BOOK)))
    row, game = schema.results.c, table.game.id
    number = (connection.scalar(sa.select(sa.func.max(row.number)).where(row.game == game)) or 0) + 1
    places = places_of(table)
    people = [place.visitor for place in places if place.visitor is not None]
    after = rated(places, {visitor: known for visitor in people if (known := current(connection, game, visitor)) is not None})
    for place in places:
        new = None if place.visitor is None else after[place.visitor]
        connection.execute(
            schema.results.insert().values(
                table=table.id,
                seat=place.seat,
                game=game,
                number=number,
                at=now,
                visitor=place.visitor,
                level=place.level,
                rank=place.rank,
                mu=None if new is None else new.mu,
                sigma=None if new is None else new.sigma,
            )
        )


def current(connection: sa.Connection, game: str, visitor: int) -> Rating | None:
    """None: no rated game yet."""
    row = schema.results.c
    newest = sa.select(row.mu, row.sigma).where(row.game == game, row.visitor == visitor).order_by(row.number.desc()).limit(1)
    found = connection.execute(newest).first()
    return None if found is None else Rating(found.mu, found.sigma)


def recomputed(rows: Iterable[Any]) -> list[str]:
    """All ratings worked out again from the results of one game after another; what differs from what was written, in words."""
    wrong = []
    books: dict[str, dict[int, Rating]] = {}
    ordered = sorted(rows, key=lambda row: (row.game, row.number, row.seat))
    for (game, _, table), all_of in groupby(ordered, key=lambda row: (row.game, row.number, row.table)):
        seats, book = list(all_of), books.setdefault(game, {})
        after = rated([Place(row.seat, row.visitor, row.level, row.rank) for row in seats], book)
        book |= after
        for row in seats:
            if row.visitor is not None and (row.mu, row.sigma) != (after[row.visitor].mu, after[row.visitor].sigma):
                wrong.append(f"table {table}, seat {row.seat}: {row.mu} ± {row.sigma} was written, it is {after[row.visitor]}")
    return wrong
