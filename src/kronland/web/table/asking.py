"""Asking people to a table: who made it invites, who is invited comes or declines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kronland.core.words import N_
from kronland.web.errors import Forbidden, NotFound
from kronland.web.people.standing import check_standing
from kronland.web.safety.cleaning import folded
from kronland.web.store import society
from kronland.web.table.invited import Meeting, add, invited_to
from kronland.web.table.keeping import anew
from kronland.web.table.rights import Rights

MOST_AT_A_TABLE = 12  # invitations that are out
MOST_BY_ONE = 40  # of one person, to all tables
MOST_TO_ONE = 3  # of one person to another


@dataclass(frozen=True)
class Person:
    """Somebody whom a visitor may turn to: a friend, somebody met, or a sign-in name that was typed. `people/friends.py` makes them."""

    id: int | None  # None: nobody has that name, which is not told
    called: str
    typed: bool = False


class Asking(Rights):
    """Invitations for one person."""

    @anew
    def ask(self, person: Person) -> None:
        """Invite somebody, who alone can take it."""
        table, by = self.table, self.visitor
        check_standing(by)
        with table.lock:
            self._check_maker()
            if table.stage != "waiting" or not table.open_seats():
                raise Forbidden(N_("There is no free seat to invite anybody to."))
            if person.id is not None and person.id == by.id:
                raise Forbidden(N_("That is you."))
            if any(_same(one, person) for one in table.invited):
                raise Forbidden(N_("{player} has been invited to this table already."), player=person.called)
            if len(table.invited) >= MOST_AT_A_TABLE:
                raise Forbidden(N_("{most} invitations to this table are out already. Withdraw one first."), most=MOST_AT_A_TABLE)
            with self.tables.writing(table) as connection:
                _check_many(connection, by.id or 0, person)
                add(connection, table.id, [{"by": by.id, "to": person.id, "called": person.called}], self.tables.now())
                table.invited = invited_to(connection, table.id)
                self.tables.asked(connection, Meeting(table.id, table.game.id, table.title), by, [person.id])

    @anew
    def unask(self, number: int) -> None:
        """Withdraw an invitation. One that was declined stays, so that nobody is asked again who has said no."""
        table = self.table
        with table.lock:
            self._check_maker()
            if not any(one.id == number and not one.declined for one in table.invited):
                raise NotFound(N_("There is no such invitation."))
            with self.tables.writing(table) as connection:
                connection.execute(society.invited.delete().where(society.invited.c.id == number, society.invited.c.table == table.id))
                table.invited = invited_to(connection, table.id)

    @anew
    def decline(self) -> None:
        """Not come. Whoever asked sees it, and a seat that was kept is free."""
        table, row = self.table, society.invited.c
        with table.lock:
            if not self.asked:
                raise Forbidden(N_("Nobody has invited you to this table."))
            with self.tables.writing(table) as connection:
                mine = society.invited.update().where(row.table == table.id, row.to == self.visitor.id)
                connection.execute(mine.values(declined=True, seat=None, kept_until=None))
                table.invited = invited_to(connection, table.id)


def _same(one: Any, person: Person) -> bool:
    """Of a name that was typed only the name is compared: whose it is must not show."""
    return folded(one.called) == folded(person.called) if person.typed else one.to == person.id


def _check_many(connection: sa.Connection, by: int, person: Person) -> None:
    row = society.invited.c
    sent = connection.execute(sa.select(society.invited).where(row.by == by)).all()
    if sum(not one.declined for one in sent) >= MOST_BY_ONE:
        raise Forbidden(N_("{most} of your invitations are out already. Wait for answers first."), most=MOST_BY_ONE)
    if sum(_same(one, person) for one in sent) >= MOST_TO_ONE:
        raise Forbidden(N_("{player} has {most} invitations of yours already."), player=person.called, most=MOST_TO_ONE)
