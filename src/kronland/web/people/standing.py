"""What somebody may begin: nothing new while a host has blocked them, and no more at a time than one person can have a use for."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from kronland.core.words import N_, words
from kronland.web.errors import Forbidden
from kronland.web.safety.visitors import Block, Visitor
from kronland.web.store import schema, society

MOST_WAITING = 20  # tables of one person that wait for players
MOST_OPEN = 5  # of them on the home page
MOST_OPEN_HERE = 20  # made from one address: the list of open tables is not one address's, however many cookies it has
MOST_SEATS = 100  # public tables, and tables with a clock, that wait or are played, at which one person sits

BLOCKED = N_("A host has blocked you here: {reason} You can go on with the games that you are in.")
BLOCKED_UNTIL = N_("A host has blocked you here until {until}: {reason} You can go on with the games that you are in.")


class Blocked(Forbidden):
    """By a host: neither new tables nor seats, talk, invitations or reports."""

    def __init__(self, block: Block) -> None:
        self.block = block
        super().__init__(BLOCKED, reason=block.reason)

    def say(self, language: str) -> str:
        from kronland.web.pages.moments import said_moment

        speak, reason = words(language), self.block.reason.strip()
        reason = reason if reason.endswith((".", "!", "?")) else f"{reason}."
        if self.block.until is None:
            return speak(BLOCKED, reason=reason)
        return speak(BLOCKED_UNTIL, reason=reason, until=said_moment(self.block.until, speak))


def check_standing(visitor: Visitor) -> None:
    if visitor.block is not None:
        raise Blocked(visitor.block)


def check_may_talk(connection: sa.Connection, owners: Collection[int], now: float) -> None:
    """Of a seat: whoever speaks for it, a program too. Asked at this very moment, for talk is what most are blocked for."""
    row = society.standings.c
    blocked = sa.select(row.reason, row.blocked_until).where(row.visitor.in_(owners), row.blocked_at.is_not(None))
    found = connection.execute(blocked.where(sa.or_(row.blocked_until.is_(None), row.blocked_until > now))).first() if owners else None
    if found is not None:
        raise Blocked(Block(found.reason, found.blocked_until))


def check_waiting(connection: sa.Connection, visitor: Visitor, public: bool) -> None:
    """Whether there is room for one more table of this visitor that waits."""
    table = schema.tables.c
    if not visitor.known:
        return
    count, shown = sa.func.count(), sa.func.sum(sa.case((table.public.is_(True), 1), else_=0))
    waiting, listed = connection.execute(sa.select(count, shown).where(table.maker == visitor.id, table.stage == "waiting")).one()
    if public and (listed or 0) >= MOST_OPEN:
        raise Forbidden(N_("{most} of your tables stand in the list of open tables already. Begin at one of them first."), most=MOST_OPEN)
    if waiting >= MOST_WAITING:
        raise Forbidden(N_("{most} of your tables wait for players already. Begin at one of them first."), most=MOST_WAITING)


def check_seats(connection: sa.Connection, visitor: Visitor) -> None:
    """Whether somebody may sit down at one more table with others."""
    table, owner = schema.tables.c, schema.owners.c
    shared = sa.and_(table.stage.in_(("waiting", "running")), sa.or_(table.public.is_(True), table.clock.is_not(None)))
    mine = sa.select(sa.func.count(sa.distinct(table.id))).join(schema.owners, owner.table == table.id)
    if (connection.scalar(mine.where(owner.visitor == visitor.id, shared)) or 0) >= MOST_SEATS:
        raise Forbidden(N_("You sit at {most} tables already. Finish a game there first."), most=MOST_SEATS)
