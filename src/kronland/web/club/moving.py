"""What a browser had before its person signed in becomes the account's: seats, tables, what may be watched, results and friends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from kronland.web.club.ratings import BOOK, Place, Rating, rated
from kronland.web.people.moving import bring_people_along, tables_with_invitations
from kronland.web.safety.keys import hashed, new_key
from kronland.web.store import schema
from kronland.web.store.store import Store
from kronland.web.table.keeping import CHANGED
from kronland.web.table.tables import Tables
from kronland.web.tournament.entries import move_entries


def bring_along(keeper: Store, connection: sa.Connection, visitor: int, account: int) -> list[str]:
    """All of a visitor becomes another's; the tables that this has changed. What both have stays once.

    Who plays at one rated table with both does not become one there: of two seats nobody may have both, and the second is left. Holidays
    are the account's own, and do not add up.
    """
    table, owner, watcher = schema.tables.c, schema.owners.c, schema.watchers.c
    ids = set(connection.scalars(sa.select(owner.table).where(owner.visitor == visitor)))
    ids |= set(connection.scalars(sa.select(watcher.table).where(watcher.visitor == visitor)))
    ids |= set(connection.scalars(sa.select(table.id).where(table.maker == visitor)))
    ids |= tables_with_invitations(connection, visitor)
    touch_all(keeper, connection, sorted(ids))
    twice = set(connection.scalars(sa.select(owner.table).where(owner.visitor == account, owner.table.in_(ids))))
    counts = sa.or_(table.rated.is_(True), table.tournament.is_not(None))
    twice &= set(connection.scalars(sa.select(table.id).where(counts, table.id.in_(twice))))
    for kind, place in ((schema.owners, schema.owners.c.seat), (schema.watchers, None)):
        both = kind.alias()
        same = [both.c.table == kind.c.table, both.c.visitor == account]
        same += [both.c.seat == place] if place is not None else []
        connection.execute(kind.delete().where(kind.c.visitor == visitor, sa.exists().where(*same)))
        connection.execute(kind.update().where(kind.c.visitor == visitor, kind.c.table.not_in(twice)).values(visitor=account))
    connection.execute(schema.tables.update().where(table.maker == visitor).values(maker=account))
    connection.execute(schema.holidays.delete().where(schema.holidays.c.visitor == visitor))
    move_entries(connection, visitor, account)
    _merge_results(connection, visitor, account)
    bring_people_along(connection, visitor, account)
    for told in (schema.notices, schema.posts, schema.subscriptions):
        connection.execute(told.update().where(told.c.visitor == visitor).values(visitor=account))
    connection.execute(schema.reach.delete().where(schema.reach.c.visitor == visitor))  # how to be told is the account's own to say
    key = hashed(new_key())  # the old cookie is good for nothing any more
    connection.execute(schema.visitors.update().where(schema.visitors.c.id == visitor).values(key=key, name="", preferences={}))
    return sorted(ids)


def _merge_results(connection: sa.Connection, visitor: int, account: int) -> None:
    """Results come along, and the ratings that follow from them, everybody's, are worked out again in their order.

    Where both sat at one table they were two, and remain so.
    """
    row, both = schema.results.c, schema.results.alias()
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(BOOK)))
    met = sa.exists().where(both.c.table == row.table, both.c.visitor == account)
    games = list(connection.scalars(sa.select(row.game).distinct().where(row.visitor == visitor, ~met)))
    if not games:
        return
    own = connection.scalars(sa.select(row.table).where(row.visitor == visitor, ~met)).all()
    connection.execute(schema.results.update().where(row.visitor == visitor, row.table.in_(own)).values(visitor=account))
    for game in games:
        _work_out(connection, game)


def _work_out(connection: sa.Connection, game: str) -> None:
    """The ratings of a book anew; what has changed is written."""
    row = schema.results.c
    book: dict[int, Rating] = {}
    rows = connection.execute(sa.select(schema.results).where(row.game == game).order_by(row.number, row.seat)).all()
    changed: list[dict[str, Any]] = []
    for _, all_of in groupby(rows, key=lambda one: one.number):
        seats = list(all_of)
        after = rated([Place(one.seat, one.visitor, one.level, one.rank) for one in seats], book)
        book |= after
        for one in seats:
            if one.visitor is not None and (one.mu, one.sigma) != ((new := after[one.visitor]).mu, new.sigma):
                changed.append({"of": one.table, "at_seat": one.seat, "mu": new.mu, "sigma": new.sigma})
    if changed:
        place = sa.and_(row.table == sa.bindparam("of"), row.seat == sa.bindparam("at_seat"))
        connection.execute(schema.results.update().where(place).values(mu=sa.bindparam("mu"), sigma=sa.bindparam("sigma")), changed)


def touch_all(keeper: Store, connection: sa.Connection, ids: Sequence[str]) -> None:
    """Tables whose people change have another version: whoever has one in memory reads it anew, on whatever server.

    Called before anything else of them is changed, as in `Keeping.writing`, and in their order: else this and a move at one of them would
    wait for one another, until PostgreSQL breaks one off.
    """
    table = schema.tables.c
    connection.execute(sa.select(table.id).where(table.id.in_(ids)).order_by(table.id).with_for_update()).all()
    connection.execute(schema.tables.update().where(table.id.in_(ids)).values(version=table.version + 1))
    for table_id, version in connection.execute(sa.select(table.id, table.version).where(table.id.in_(ids))).all():
        keeper.tell(connection, CHANGED, f"{table_id} {version}")


def read_again(tables: Tables, ids: Sequence[str]) -> None:
    """Those that are in memory here, at once."""
    for table_id in ids:
        tables.read_again(table_id)
