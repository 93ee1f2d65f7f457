"""A tournament as it stands on disk, all of one moment, and what follows from that: standings, who has met whom, which seats were had."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import sqlalchemy as sa

from kronland.core.words import N_
from kronland.web.errors import NotFound
from kronland.web.store import schema
from kronland.web.table.clock import Terms
from kronland.web.tournament.pairing import BOT
from kronland.web.tournament.standings import Game, Seat, Standing, lot, standings

NO_TOURNAMENT = N_("There is no such tournament.")
STAGES = ("entries", "running", "over", "off")


@dataclass(frozen=True)
class Entrant:
    number: int
    visitor: int
    name: str
    gone: int | None  # the first round without them
    place: int | None  # as it was written when all was over


@dataclass(frozen=True)
class Chair:
    """Somebody's seat at a table of a round."""

    table: str
    seat: int
    round: int
    board: int
    entrant: int | None  # None: a bot that fills
    level: str | None
    rank: int | None  # None: the game is on
    share: float | None


class Tournament:
    def __init__(self, row: Any, maker: str, entrants: Sequence[Entrant], chairs: Sequence[Chair]) -> None:
        self.row, self.maker_name, self.entrants, self.chairs = row, maker, entrants, chairs
        self.id: str = row.id
        self.seed: str = row.seed or ""  # of the lots
        self.stage: str = row.stage
        self.terms = Terms(row.clock["kind"], row.clock["seconds"], row.clock["out"])

    @cached_property
    def by_number(self) -> dict[int, Entrant]:
        return {one.number: one for one in self.entrants}

    def entrant_of(self, visitor: int | None) -> Entrant | None:
        return next((one for one in self.entrants if one.visitor == visitor), None)

    @property
    def present(self) -> list[Entrant]:
        """Who plays on."""
        return [one for one in self.entrants if one.gone is None]

    @cached_property
    def tables(self) -> dict[str, list[Chair]]:
        """In the order of rounds and boards."""
        found: dict[str, list[Chair]] = {}
        for chair in sorted(self.chairs, key=lambda one: (one.round, one.board, one.seat)):
            found.setdefault(chair.table, []).append(chair)
        return found

    @cached_property
    def games(self) -> list[Game]:
        """Those that are over."""
        over = (chairs for chairs in self.tables.values() if all(chair.rank is not None for chair in chairs))
        return [[Seat(chair.entrant, chair.rank or 0, chair.share or 0.0) for chair in chairs] for chairs in over]

    @cached_property
    def standings(self) -> list[Standing]:
        return standings(self.by_number, self.games, self.seed)

    def drawn(self, people: Iterable[Entrant]) -> list[Entrant]:
        """In the order of their lots."""
        return sorted(people, key=lambda one: lot(self.seed, one.number))

    def met(self) -> dict[tuple[int, int], int]:
        """Who has met whom, games that are on included; BOT is whoever fills."""
        found: dict[tuple[int, int], int] = {}
        for chairs in self.tables.values():
            people = sorted(chair.entrant for chair in chairs if chair.entrant is not None)
            bots = len(chairs) - len(people)
            for pair in [*combinations(people, 2), *((BOT, one) for one in people for _ in range(bots))]:
                found[pair] = found.get(pair, 0) + 1
        return found

    def sat(self) -> dict[tuple[int, int], int]:
        """How often somebody has had a seat."""
        found: dict[tuple[int, int], int] = {}
        for chair in self.chairs:
            if chair.entrant is not None:
                found[chair.entrant, chair.seat] = found.get((chair.entrant, chair.seat), 0) + 1
        return found


def read(connection: sa.Connection, tournament_id: str) -> Tournament:
    row = connection.execute(sa.select(schema.tournaments).where(schema.tournaments.c.id == tournament_id)).first()
    if row is None:
        raise NotFound(NO_TOURNAMENT)
    entrant, person, placing = schema.entrants.c, schema.visitors.c, schema.placings.c
    people = sa.select(schema.entrants, person.name).join(schema.visitors, person.id == entrant.visitor)
    people = people.where(entrant.tournament == tournament_id).order_by(entrant.number)
    entrants = [Entrant(one.number, one.visitor, one.name, one.gone, one.place) for one in connection.execute(people)]
    seats = sa.select(schema.placings).where(placing.tournament == tournament_id)
    chairs = [
        Chair(one.table, one.seat, one.round, one.board, one.entrant, one.level, one.rank, one.share) for one in connection.execute(seats)
    ]
    maker = connection.scalar(sa.select(person.name).where(person.id == row.maker)) or ""
    return Tournament(row, maker, entrants, chairs)
