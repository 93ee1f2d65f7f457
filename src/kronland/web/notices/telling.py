"""Telling somebody something: a row, in the transaction of the change that it is about. Nothing is sent here, so no move waits for it."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import sqlalchemy as sa

from kronland.web.notices.kinds import LATE, OVER, TURN, Kind
from kronland.web.store import schema
from kronland.web.store.store import Store

if TYPE_CHECKING:
    from kronland.web.live.elsewhere import Elsewhere
    from kronland.web.table.table import Table

NOTICED = "kronland_noticed"  # what servers are told: who has been told something
MOST_KEPT = 60  # notices of one person that nobody has looked at; whoever has so many is not told more
MOST_NAMED = 5  # of the others at a table
ELSEWHERE = 25.0  # seconds since a sign of life at another server: who has a page open there gives one every 15


def tell(
    keeper: Store,
    connection: sa.Connection,
    kind: Kind,
    visitor: int,
    now: float,
    path: str,
    table: str | None = None,
    **words: str,
) -> bool:
    """Somebody is to be told: where it leads, and names and titles (`game`: its id, `title`, `name`, `others`). Whether it is news."""
    row = schema.notices.c
    told = sa.exists().where(row.visitor == visitor, row.table == table, row.kind == kind.name)
    if kind.once and table is not None and connection.scalar(sa.select(told)):
        return False
    unseen = sa.select(sa.func.count()).select_from(schema.notices).where(row.visitor == visitor, row.seen_at.is_(None))
    if (connection.scalar(unseen) or 0) >= MOST_KEPT:
        return False
    connection.execute(
        schema.notices.insert().values(
            visitor=visitor, kind=kind.name, table=table, path=path, words=words, made_at=now, seen_at=None, due=now + kind.grace
        )
    )
    keeper.tell(connection, NOTICED, str(visitor))
    return True


def call_anew(connection: sa.Connection, tables: Collection[str], before: str, sat: Mapping[str, Collection[str]], now: str) -> None:
    """Somebody has another name, or none any more: what others have been told of these tables, and what is still on its way, says so.

    `sat`: the names that the person had at tables."""
    row = schema.notices.c
    for notice in connection.execute(sa.select(row.id, row.table, row.words).where(row.table.in_(tables))).all():
        words, own = dict(notice.words), sat.get(notice.table, ())
        if before and words.get("name") == before:
            words["name"] = now
        others = (now if one in own else one for one in words.get("others", "").split(", "))
        words["others"] = ", ".join(filter(None, others))
        if words != notice.words:
            connection.execute(schema.notices.update().where(row.id == notice.id).values(words=words))


def waits_for(table: Table) -> tuple[int, ...]:
    """The seats whose people are to decide; where a bot stands in nobody is waited for."""
    return tuple(seat for seat in table.actors if table.seats[seat].kind in ("person", "guest") and table.seats[seat].bot is None)


def tell_of_table(
    keeper: Store,
    connection: sa.Connection,
    table: Table,
    before: tuple[str, tuple[int, ...]],
    now: float,
    here: Collection[int],
    elsewhere: Elsewhere,
) -> None:
    """What a change of a table is to those who are not there; `before` has its stage and the seats that it waited for, `here` who has its
    page open at this server."""
    stage, waited = before
    if table.stage == "running":
        if asked := [seat for seat in waits_for(table) if seat not in waited]:
            _tell_seats(keeper, connection, TURN, table, asked, now, here, elsewhere)
    elif stage == "running":
        seats = [seat.number for seat in table.seats if seat.kind in ("person", "guest")]
        _tell_seats(keeper, connection, OVER, table, seats, now, here, elsewhere)


def tell_late(keeper: Store, connection: sa.Connection, table: Table, seats: list[int], now: float) -> None:
    """Whose time has run out: whether they are there or not, they have not been looking."""
    for visitor in {one for seat in seats for one in table.owners.get(seat, ())}:
        tell(keeper, connection, LATE, visitor, now, f"/t/{table.id}", table.id, **words_for(table, visitor))


def _tell_seats(
    keeper: Store,
    connection: sa.Connection,
    kind: Kind,
    table: Table,
    seats: list[int],
    now: float,
    here: Collection[int],
    elsewhere: Elsewhere,
) -> None:
    told: set[int] = set()
    for seat in seats:
        owners = table.owners.get(seat, set())
        if owners.intersection(here) or time.monotonic() - elsewhere.seen(table.id, seat) < ELSEWHERE:
            continue  # the page shows it: to all who play this seat
        for visitor in owners - told:
            told.add(visitor)
            tell(keeper, connection, kind, visitor, now, f"/t/{table.id}", table.id, **words_for(table, visitor))


def words_for(table: Table, visitor: int) -> dict[str, str]:
    """What the table is called, and who else is there; an empty name is said by no one."""
    others = [seat.name for seat in table.seats if seat.name and visitor not in table.owners.get(seat.number, ())]
    more = ["…"] if len(others) > MOST_NAMED else []
    return {"game": table.game.id, "title": table.title, "others": ", ".join(others[:MOST_NAMED] + more)}
