"""The notices of a person: which there are now, and when they are no news any more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kronland.web.notices.kinds import INVITATION, KINDS, OVER, ROUND, TOURNAMENT, TURN, Notice
from kronland.web.notices.reach import reach_of
from kronland.web.notices.telling import NOTICED, tell, waits_for, words_for
from kronland.web.safety.visitors import Visitor
from kronland.web.store import schema, society
from kronland.web.table.tables import Tables
from kronland.web.tournament.tournaments import News

SHOWN = 40  # on a page, the newest
KEPT_DAYS = 30
JUST_LEFT = 16.0  # seconds: `left` is asked 14 after a page was closed
JUST_NOW = 60.0  # seconds: whose turn began so shortly before the page was closed may not have seen it


class Notices:
    def __init__(self, tables: Tables) -> None:
        self.tables, self.store, self.now = tables, tables.store, tables.now

    def of(self, visitor: int | None, on_page: bool = False) -> list[Notice]:
        """The newest first; `on_page` leaves out what was seen and what the person does not want to see on every page."""
        if visitor is None:
            return []
        row = schema.notices.c
        mine = [row.visitor == visitor, is_current()] + ([row.seen_at.is_(None)] if on_page else [])
        with self.store.read() as connection:
            found = connection.execute(sa.select(schema.notices).where(*mine).order_by(row.id.desc()).limit(SHOWN)).all()
            reach = reach_of(connection, visitor) if found and on_page else None
        notices = [notice_of(one._mapping) for one in found if one.kind in KINDS]
        return notices if reach is None else [notice for notice in notices if reach.wants(notice.kind, "page")]

    def seen(self, visitor: Visitor) -> None:
        """The list was read: nothing in it has to be sent on. Of a turn nobody is told again before having been at the table."""
        if not visitor.known:
            return
        row = schema.notices.c
        new = sa.and_(row.visitor == visitor.id, row.seen_at.is_(None))
        with self.store.read() as connection:
            if not connection.scalar(sa.select(sa.exists().where(new))):
                return
        with self.store.write() as connection:
            mine = sa.select(row.id).where(new)
            connection.execute(schema.posts.delete().where(schema.posts.c.notice.in_(mine)))
            connection.execute(schema.notices.update().where(new).values(seen_at=self.now(), due=None))
            self.store.tell(connection, NOTICED, str(visitor.id))

    def been_at(self, visitor: int | None, table_id: str) -> None:
        """Somebody is at a table, and sees for themselves."""
        if visitor is None:
            return
        row = schema.notices.c
        mine = sa.and_(row.visitor == visitor, row.table == table_id)
        with self.store.read() as connection:
            if not connection.scalar(sa.select(sa.exists().where(mine))):
                return
        with self.store.write() as connection:
            connection.execute(schema.notices.delete().where(mine))
            self.store.tell(connection, NOTICED, str(visitor))

    def tell_of_tournament(self, connection: sa.Connection, news: News) -> None:
        """A round has begun, or the last is over, in this transaction."""
        words = {"game": news.game, "title": news.title, "name": "", "others": ""}
        if news.kind == "round":
            tell(self.store, connection, ROUND, news.visitor, self.now(), f"/t/{news.table}", news.table, **words)
        else:
            tell(self.store, connection, TOURNAMENT, news.visitor, self.now(), f"/tournaments/{news.tournament}", None, **words)

    def left(self, table_id: str, visitor: int) -> bool:
        """Somebody's page was closed a while ago, and there is none again. Where the turn came just before or since then, it may not have
        been seen: an open page may be that of a phone that sleeps, and another server may have thought that somebody is there. The same is
        true of the end, if it came since then."""
        table = self.tables.find(table_id)
        with table.lock:
            waited_for = any(visitor in table.owners.get(seat, ()) for seat in waits_for(table))
            over = table.stage in ("over", "ended") and any(visitor in owners for owners in table.owners.values())
            if not waited_for and not over:
                return False
            entry, row, now = schema.entries.c, schema.notices.c, self.now()
            with self.store.write() as connection:
                last = connection.scalar(sa.select(sa.func.max(entry.at)).where(entry.table == table_id))
                if last is None:  # nobody has decided anything yet
                    last = connection.scalar(sa.select(schema.tables.c.changed_at).where(schema.tables.c.id == table_id)) or 0.0
                if last < now - (JUST_LEFT if over else JUST_NOW):
                    return False
                kind = OVER if over else TURN
                told = sa.exists().where(row.visitor == visitor, row.table == table_id, row.kind == kind.name)
                if over and connection.scalar(sa.select(told)):
                    return False
                return tell(self.store, connection, kind, visitor, now, f"/t/{table_id}", table_id, **words_for(table, visitor))

    def tidy(self) -> int:
        """Forget what is old; how many."""
        with self.store.write() as connection:
            return connection.execute(schema.notices.delete().where(schema.notices.c.made_at < self.now() - KEPT_DAYS * 24 * 3600)).rowcount


def notice_of(one: Mapping[Any, Any]) -> Notice:
    """From a row."""
    seen = one["seen_at"] is not None
    return Notice(one["id"], KINDS[one["kind"]], one["table"], one["path"], one["words"], one["made_at"], seen)


def is_current() -> sa.ColumnElement[bool]:
    """Whether a notice is still true: a turn passes by, with or without its person, and an invitation is declined or withdrawn."""
    row, table, owner, seat = schema.notices.c, schema.tables.c, schema.owners.c, schema.seats.c
    asked = table.actors.bitwise_and(sa.literal(1).bitwise_lshift(owner.seat)) != 0
    mine = sa.and_(owner.table == row.table, owner.visitor == row.visitor, asked)
    here = sa.and_(seat.table == row.table, seat.number == owner.seat, seat.kept_by.is_(None))
    turn = sa.exists().where(table.id == row.table, table.stage == "running", mine, here)
    asks = society.invited.c
    asking = sa.exists().where(asks.table == row.table, asks.to == row.visitor, asks.declined.is_(False))
    return sa.and_(sa.or_(row.kind != TURN.name, turn), sa.or_(row.kind != INVITATION.name, row.table.is_(None), asking))
