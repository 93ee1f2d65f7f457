"""Who plays here, and how well: the table of the club, and what can be said of one person. Only rated games tell anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kronland.core.words import N_
from kronland.web.club.ratings import Rating
from kronland.web.errors import NotFound
from kronland.web.safety.visitors import Visitor
from kronland.web.store import schema
from kronland.web.store.store import Store

LISTED = 200  # people in the table of a game
NEWEST = 30  # results on somebody's page
MOST_PLOTTED = 200  # games
NOBODY = N_("There is nobody here of whom anything could be told.")


@dataclass(frozen=True)
class Ranked:
    """A person in the table of a game."""

    visitor: int
    name: str
    rating: Rating
    games: int
    wins: int


@dataclass(frozen=True)
class Opponent:
    """Somebody who has been met."""

    visitor: int
    name: str
    games: int
    ahead: int  # games in which the other came off worse
    behind: int


@dataclass(frozen=True)
class Result:
    """A game, as it came out for one person."""

    table: str
    game: str
    at: float
    rank: int
    rating: Rating
    others: Sequence[tuple[str, str | None, int]]  # name, level of a bot, rank
    open: bool  # to the reader


@dataclass(frozen=True)
class Profile:
    visitor: int
    name: str
    games: dict[str, Ranked]  # the most played first
    curves: dict[str, list[Rating]]
    results: list[Result]
    opponents: list[Opponent]
    average: dict[str, float]  # place, by game
    tournaments: list[Any]  # that were played to the end: id, name, place, how many played


def ranking(keeper: Store, game: str) -> list[Ranked]:
    """All who have played a rated game of it, the best first."""
    row, person = schema.results.c, schema.visitors.c
    last = sa.select(row.visitor, sa.func.max(row.number).label("last"), sa.func.count().label("games"), _wins().label("wins"))
    last = last.where(row.game == game, row.visitor.is_not(None)).group_by(row.visitor)
    newest = last.subquery()
    query = (
        sa.select(person.id, person.name, row.mu, row.sigma, newest.c.games, newest.c.wins)
        .join(newest, newest.c.visitor == person.id)
        .join(schema.results, sa.and_(row.game == game, row.visitor == person.id, row.number == newest.c.last))
        .order_by((row.mu - 2 * row.sigma).desc(), person.id)
        .limit(LISTED)
    )
    with keeper.read() as connection:
        return [Ranked(one.id, one.name, Rating(one.mu, one.sigma), one.games, one.wins) for one in connection.execute(query)]


def _wins() -> Any:
    return sa.func.sum(sa.case((schema.results.c.rank == 1, 1), else_=0))


def profile(keeper: Store, visitor_id: int, reader: Visitor) -> Profile:
    """Of somebody who has played a rated game; of others there is nothing to be told."""
    row, person = schema.results.c, schema.visitors.c
    with keeper.read() as connection:
        mine = connection.execute(
            sa.select(schema.results).where(row.visitor == visitor_id).order_by(row.at.desc(), row.number.desc())
        ).all()
        if not mine:
            raise NotFound(NOBODY)
        name = connection.scalar(sa.select(person.name).where(person.id == visitor_id)) or ""
        tables = [one.table for one in mine[:NEWEST]]
        others: dict[str, list[Any]] = {table: [] for table in tables}
        company = sa.select(row.table, row.seat, row.visitor, row.level, row.rank, person.name).outerjoin(
            schema.visitors, person.id == row.visitor
        )
        for one in connection.execute(company.where(row.table.in_(tables)).order_by(row.rank, row.seat)):
            if one.visitor != visitor_id:
                others[one.table].append((one.name or "", one.level, one.rank))
        opened = _open_to(connection, reader, tables)
        opponents = _opponents(connection, visitor_id)
        tournaments = _tournaments(connection, visitor_id)
    games: dict[str, list[Any]] = {}
    for one in mine:
        games.setdefault(one.game, []).append(one)
    ordered = dict(sorted(games.items(), key=lambda item: -len(item[1])))
    ranked = {
        game: Ranked(visitor_id, name, Rating(all_of[0].mu, all_of[0].sigma), len(all_of), sum(one.rank == 1 for one in all_of))
        for game, all_of in ordered.items()
    }
    curves = {game: [Rating(one.mu, one.sigma) for one in reversed(all_of[:MOST_PLOTTED])] for game, all_of in ordered.items()}
    results = [
        Result(one.table, one.game, one.at, one.rank, Rating(one.mu, one.sigma), others[one.table], one.table in opened)
        for one in mine[:NEWEST]
    ]
    average = {game: sum(one.rank for one in all_of) / len(all_of) for game, all_of in ordered.items()}
    return Profile(visitor_id, name, ranked, curves, results, opponents, average, tournaments)


def _tournaments(connection: sa.Connection, visitor_id: int) -> list[Any]:
    """Rated ones that are over, the last first."""
    row, entrant, all_of = schema.tournaments.c, schema.entrants.c, schema.entrants.alias()
    count = sa.select(sa.func.count()).where(all_of.c.tournament == row.id).scalar_subquery()
    query = sa.select(row.id, row.name, row.game, entrant.place, count.label("entrants")).join(
        schema.entrants, entrant.tournament == row.id
    )
    query = query.where(entrant.visitor == visitor_id, row.stage == "over", row.rated.is_(True))
    return list(connection.execute(query.order_by(row.changed_at.desc()).limit(NEWEST)))


def _open_to(connection: sa.Connection, reader: Visitor, tables: Sequence[str]) -> set[str]:
    """Which of the tables the reader may look at: public ones, and those where the reader has played."""
    table, owner = schema.tables.c, schema.owners.c
    sat = sa.exists().where(owner.table == table.id, owner.visitor == (reader.id if reader.known else -1))
    return set(connection.scalars(sa.select(table.id).where(table.id.in_(tables), sa.or_(table.public.is_(True), sat))))


def _opponents(connection: sa.Connection, visitor_id: int) -> list[Opponent]:
    """Head to head with everybody who has been met, the most met first."""
    mine, theirs, person = schema.results.alias(), schema.results.alias(), schema.visitors.c
    ahead = sa.func.sum(sa.case((mine.c.rank < theirs.c.rank, 1), else_=0))
    behind = sa.func.sum(sa.case((mine.c.rank > theirs.c.rank, 1), else_=0))
    count = sa.func.count()
    query = (
        sa.select(theirs.c.visitor, person.name, count.label("games"), ahead.label("ahead"), behind.label("behind"))
        .join(theirs, mine.c.table == theirs.c.table)
        .join(schema.visitors, person.id == theirs.c.visitor)
        .where(mine.c.visitor == visitor_id, theirs.c.visitor != visitor_id)
        .group_by(theirs.c.visitor, person.name)
        .order_by(count.desc(), theirs.c.visitor)
        .limit(NEWEST)
    )
    return [Opponent(*one) for one in connection.execute(query)]


def changes(keeper: Store, table_id: str) -> dict[int, Rating]:
    """What the people of a table are rated after it, by seat; nothing while it is played, or where it does not count."""
    row = schema.results.c
    with keeper.read() as connection:
        found = connection.execute(sa.select(row.seat, row.mu, row.sigma).where(row.table == table_id, row.visitor.is_not(None)))
        return {one.seat: Rating(one.mu, one.sigma) for one in found}
