"""Holidays: while somebody is away by intention their clocks stand still, at all tables, within limits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

import sqlalchemy as sa

from kronland.core.words import N_
from kronland.web.errors import BadInput, NotFound, WebError
from kronland.web.safety.visitors import Visitor
from kronland.web.store import schema
from kronland.web.table.clock import DAY
from kronland.web.table.keeping import anew
from kronland.web.table.tables import Tables

MOST_DAYS = 30  # of holidays within a year, before and after any of them
LONGEST = 21  # days in one go
YEAR = 365 * DAY
AHEAD = 366  # days from now that a holiday may begin in


@dataclass(frozen=True)
class Holiday:
    number: int
    first: float
    last: float  # the moment at which it is over

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last day of it."""
        return datetime.fromtimestamp(self.first, UTC).date(), datetime.fromtimestamp(self.last - 1, UTC).date()


class Holidays:
    """Those of all visitors. Days are those of UTC: a server knows no other."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def of(self, visitor: Visitor) -> list[Holiday]:
        """Now and to come."""
        with self.tables.store.read() as connection:
            return [one for one in self._all(connection, visitor) if one.last > self.tables.now()] if visitor.known else []

    @staticmethod
    def _all(connection: sa.Connection, visitor: Visitor) -> list[Holiday]:
        row = schema.holidays.c
        found = sa.select(row.id, row.first, row.last).where(row.visitor == visitor.id).order_by(row.first)
        return [Holiday(*values) for values in connection.execute(found)]

    def take(self, visitor: Visitor, first: date, last: date) -> None:
        """From one day to another, both included; one that begins today begins now: no clock is turned back."""
        now = self.tables.now()
        today = datetime.fromtimestamp(now, UTC).date()
        if not today <= first <= last:
            raise BadInput(N_("A holiday begins today or later, and ends on that day or later."))
        if (last - first).days >= LONGEST or (first - today).days > AHEAD:
            raise BadInput(N_("A holiday lasts {most} days at most, and begins within a year."), most=LONGEST)
        begin = max(now, _moment(first))
        end = _moment(last + timedelta(days=1))
        with self.tables.store.write() as connection:
            _alone(connection, visitor)
            known = self._all(connection, visitor)
            near = [one for one in known if one.last > begin - YEAR and one.first < end + YEAR]
            if any(one.first < end and begin < one.last for one in near):
                raise BadInput(N_("You have a holiday on one of these days already."))
            if sum(one.last - one.first for one in near) + (end - begin) > MOST_DAYS * DAY:
                raise BadInput(N_("That would be more than {most} days of holidays within a year."), most=MOST_DAYS)
            connection.execute(schema.holidays.insert().values(visitor=visitor.id, first=begin, last=end))
        self._tell(visitor)

    def end(self, visitor: Visitor, number: int) -> None:
        """Be back now from a holiday, or do without one to come."""
        now, row = self.tables.now(), schema.holidays.c
        with self.tables.store.write() as connection:
            mine = sa.and_(row.id == number, row.visitor == visitor.id, row.last > now)
            found = connection.execute(sa.select(row.first).where(mine)).first()
            if found is None:
                raise NotFound(N_("You have no such holiday."))
            if found.first >= now:
                connection.execute(schema.holidays.delete().where(mine))
            else:
                connection.execute(schema.holidays.update().where(mine).values(last=now))
        self._tell(visitor)

    def _tell(self, visitor: Visitor) -> None:
        """The clocks at all tables of the visitor go on otherwise."""
        owner, table = schema.owners.c, schema.tables.c
        with self.tables.store.read() as connection:
            mine = sa.select(table.id).distinct().join(schema.owners, owner.table == table.id)
            ids = list(connection.scalars(mine.where(owner.visitor == visitor.id, table.stage == "running", table.due.is_not(None))))
        for table_id in ids:
            try:
                touch(self.tables, table_id)
            except WebError:  # a table that cannot be played now is read anew when it can
                continue

    def tidy(self) -> int:
        """Forget those that count no more; how many."""
        with self.tables.store.write() as connection:
            return connection.execute(schema.holidays.delete().where(schema.holidays.c.last < self.tables.now() - 2 * YEAR)).rowcount


@anew
def touch(tables: Tables, table_id: str) -> None:
    """Write a table anew, and with it what its clock says now."""
    table = tables.find(table_id)
    with table.lock, tables.writing(table):
        pass


def _alone(connection: sa.Connection, visitor: Visitor) -> None:
    """Two requests of one person do not add up to more than one may have."""
    connection.execute(sa.select(schema.visitors.c.id).where(schema.visitors.c.id == visitor.id).with_for_update())


def _moment(day: date) -> float:
    return datetime.combine(day, time(), UTC).timestamp()
