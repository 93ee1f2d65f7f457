"""Friends, people one has met, and whom one does not want to hear of.

Whoever types a sign-in name is told the same whether anybody has it, and whether that one wants to hear of them: what was asked stands in
the asker's list under the name as it was typed, until it is answered or withdrawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from kronland.core.words import N_
from kronland.web.errors import BadInput, Forbidden, NotFound
from kronland.web.notices.kinds import INVITATION
from kronland.web.notices.telling import tell
from kronland.web.people.around import Around
from kronland.web.people.standing import check_standing
from kronland.web.safety.cleaning import clean, folded
from kronland.web.safety.visitors import Visitor, Visitors
from kronland.web.store import schema, society
from kronland.web.table.asking import Person
from kronland.web.table.invited import Meeting
from kronland.web.table.tables import Tables

LONGEST_SIGN_IN = 60
MOST_FRIENDS = 300
MOST_ASKED = 30  # that have not been answered
MOST_MUTED = 500
LISTED = 40  # people met
MOST_SEATS = 400  # of others, at the tables of before, among which they are looked for
NO_SUCH = N_("There is nobody like that among your friends and those whom you have met.")


@dataclass(frozen=True)
class Friend:
    number: int  # of the friendship
    id: int
    name: str
    here: bool


@dataclass(frozen=True)
class Asked:
    number: int
    name: str


@dataclass(frozen=True)
class Circle:
    friends: list[Friend]
    asking: list[Asked]  # who ask to be friends
    asked: list[Asked]  # whom the visitor has asked
    met: list[Person]
    muted: list[Person]


class Friends:
    def __init__(self, tables: Tables, visitors: Visitors, around: Around) -> None:
        self.tables, self.visitors, self.around, self.store = tables, visitors, around, tables.store
        tables.asked = self.invited

    # Looking ------------------------------------------------------------------------------------------------------------------------

    def circle(self, visitor: Visitor) -> Circle:
        """All that the page of friends shows."""
        if not visitor.known:
            return Circle([], [], [], [], [])
        row, person, muted = society.friends.c, schema.visitors.c, society.mutes.c
        with self.store.read() as connection:
            friends = self._friends(connection, visitor)
            to_me = (
                sa.select(row.id, person.name).join(schema.visitors, person.id == row.by).where(row.to == visitor.id, row.since.is_(None))
            )
            asking = [Asked(*one) for one in connection.execute(to_me.where(row.by.not_in(visitor.muted)).order_by(row.id))]
            by_me = sa.select(row.id, row.called).where(row.by == visitor.id, row.since.is_(None)).order_by(row.id)
            asked = [Asked(*one) for one in connection.execute(by_me)]
            known = {friend.id for friend in friends} | visitor.muted
            met = [one for one in _met(connection, visitor.id or 0) if one.id not in known]
            unheard = sa.select(muted.whom, muted.called).where(muted.by == visitor.id).order_by(muted.at)
            hushed = [Person(*one) for one in connection.execute(unheard)]
        return Circle(friends, asking, asked, met[:LISTED], hushed)

    def _friends(self, connection: sa.Connection, visitor: Visitor) -> list[Friend]:
        row, person = society.friends.c, schema.visitors.c
        other = sa.case((row.by == visitor.id, row.to), else_=row.by)
        mine = sa.and_(sa.or_(row.by == visitor.id, row.to == visitor.id), row.since.is_not(None))
        found = connection.execute(
            sa.select(row.id, person.id.label("who"), person.name, person.preferences).join(schema.visitors, person.id == other).where(mine)
        ).all()
        here = self.around.here([one.who for one in found if (one.preferences or {}).get("seen")])
        return sorted(
            (Friend(one.id, one.who, one.name, one.who in here) for one in found), key=lambda one: (not one.here, one.name.casefold())
        )

    def known(self, visitor: Visitor) -> list[Person]:
        """Whom somebody may invite without typing a name: friends, then those met, as far as they want to hear of each other."""
        if not visitor.known:
            return []
        with self.store.read() as connection:
            people = [Person(one.id, one.name) for one in self._friends(connection, visitor)]
            seen = {one.id for one in people} | visitor.muted
            return [*people, *(one for one in _met(connection, visitor.id or 0) if one.id not in seen)][: 2 * LISTED]

    def named(self, visitor: Visitor, number: str, typed: str) -> Person:
        """Whom a form names: by the number of somebody known, or by a sign-in name."""
        if number:
            found = next((one for one in self.known(visitor) if str(one.id) == number), None)
            if found is None:
                raise NotFound(NO_SUCH)
            return found
        name = clean(typed, LONGEST_SIGN_IN)
        if not name:
            raise BadInput(N_("Choose somebody, or type a sign-in name."))
        with self.store.read() as connection:
            who = connection.scalar(sa.select(schema.accounts.c.visitor).where(schema.accounts.c.folded == folded(name)))
        return Person(who, name, typed=True)

    # Friends ------------------------------------------------------------------------------------------------------------------------

    def ask(self, visitor: Visitor, person: Person) -> None:
        """To be friends; who has been asked by that one already has said yes by this."""
        check_standing(visitor)
        me, row, now = visitor.id, society.friends.c, self.tables.now()
        if person.id == me:
            raise Forbidden(N_("That is you."))
        with self.store.write() as connection:
            self._alone(connection, visitor)
            theirs = sa.and_(row.by == person.id, row.to == me)
            if person.id is not None and person.id not in visitor.muted:
                said_yes = society.friends.update().where(theirs, row.since.is_(None)).values(since=now)
                if connection.execute(said_yes).rowcount:
                    _once(connection, me or 0, person.id)
                    return
            if person.typed:  # whose name it is must not show: only what was typed is compared
                typed = connection.scalars(sa.select(row.called).where(row.by == me))
                known = any(folded(one) == folded(person.called) for one in typed)
            else:
                before = sa.or_(sa.and_(row.by == me, row.to == person.id), theirs)
                known = bool(connection.scalar(sa.select(sa.exists().where(before))))
            if known:
                raise Forbidden(N_("{player} is your friend, or has been asked."), player=person.called)
            self._check_room(connection, visitor)
            connection.execute(society.friends.insert().values(by=me, to=person.id, called=person.called, made_at=now))

    def _check_room(self, connection: sa.Connection, visitor: Visitor) -> None:
        me, row, count = visitor.id, society.friends.c, sa.select(sa.func.count())
        if (connection.scalar(count.where(row.by == me, row.since.is_(None))) or 0) >= MOST_ASKED:
            raise Forbidden(N_("You have asked {most} people already. Wait for answers, or withdraw some."), most=MOST_ASKED)
        if (connection.scalar(count.where(sa.or_(row.by == me, row.to == me), row.since.is_not(None))) or 0) >= MOST_FRIENDS:
            raise Forbidden(N_("More than {most} friends cannot be kept in mind."), most=MOST_FRIENDS)

    def answer(self, visitor: Visitor, number: int, yes: bool) -> None:
        """To who has asked."""
        row = society.friends.c
        mine = sa.and_(row.id == number, row.to == (visitor.id if visitor.known else -1), row.since.is_(None))
        with self.store.write() as connection:
            other = connection.scalar(sa.select(row.by).where(mine))
            if other is None:
                raise NotFound(N_("Nobody has asked you that, or not any more."))
            if yes:
                connection.execute(society.friends.update().where(mine).values(since=self.tables.now()))
                _once(connection, visitor.id or 0, other)
            else:
                connection.execute(society.friends.delete().where(mine))

    def end(self, visitor: Visitor, number: int) -> None:
        """A friendship, by either of the two; or what one has asked."""
        row, me = society.friends.c, visitor.id if visitor.known else -1
        mine = sa.or_(row.by == me, sa.and_(row.to == me, row.since.is_not(None)))
        with self.store.write() as connection:
            if not connection.execute(society.friends.delete().where(row.id == number, mine)).rowcount:
                raise NotFound(NO_SUCH)

    # Not hearing of somebody --------------------------------------------------------------------------------------------------------

    def mute(self, visitor: Visitor, person: Person) -> None:
        """Neither talk nor invitations of that one reach the visitor any more; they are no friends, either."""
        whom = person.id
        if whom is None or person.typed:  # by a name alone it would show who has it
            raise NotFound(NO_SUCH)
        if whom == visitor.id:
            raise Forbidden(N_("That is you."))
        row, muted = society.friends.c, society.mutes.c
        with self.store.write() as connection:
            self._alone(connection, visitor)
            if (connection.scalar(sa.select(sa.func.count()).where(muted.by == visitor.id)) or 0) >= MOST_MUTED:
                raise Forbidden(N_("More than {most} people cannot be muted."), most=MOST_MUTED)
            connection.execute(society.friends.delete().where(row.by == visitor.id, row.to == whom))
            connection.execute(society.friends.delete().where(row.by == whom, row.to == visitor.id, row.since.is_not(None)))
            if not connection.scalar(sa.select(sa.exists().where(muted.by == visitor.id, muted.whom == whom))):
                connection.execute(society.mutes.insert().values(by=visitor.id, whom=whom, called=person.called, at=self.tables.now()))
            self.visitors.changed(connection, visitor.id)
        self.visitors.forget(visitor.id)

    def unmute(self, visitor: Visitor, whom: int) -> None:
        muted = society.mutes.c
        with self.store.write() as connection:
            if not connection.execute(society.mutes.delete().where(muted.by == visitor.id, muted.whom == whom)).rowcount:
                raise NotFound(NO_SUCH)
            self.visitors.changed(connection, visitor.id)
        self.visitors.forget(visitor.id)

    @staticmethod
    def _alone(connection: sa.Connection, visitor: Visitor) -> None:
        """Two requests of one person do not add up to more than one may have."""
        connection.execute(sa.select(schema.visitors.c.id).where(schema.visitors.c.id == visitor.id).with_for_update())

    # Telling ------------------------------------------------------------------------------------------------------------------------

    def invited(self, connection: sa.Connection, meeting: Meeting, by: Visitor, people: Sequence[int | None]) -> None:
        """Those who are invited are told: "{by.name} invites you: {meeting.game}", which leads to the table.

        `tables.asked`: called in the transaction that invites them, so that nobody is told what has not happened.
        """
        words = {"game": meeting.game, "title": meeting.title, "name": by.name}
        for visitor in may_hear(connection, by, people):
            tell(self.store, connection, INVITATION, visitor, self.tables.now(), f"/t/{meeting.table}", meeting.table, **words)


def may_hear(connection: sa.Connection, by: Visitor, people: Sequence[int | None]) -> list[int]:
    """Those of these people who want to hear of somebody."""
    muted, known = society.mutes.c, [one for one in people if one is not None]
    deaf = set(connection.scalars(sa.select(muted.by).where(muted.whom == by.id, muted.by.in_(known))))
    return [one for one in known if one not in deaf]


def _once(connection: sa.Connection, me: int, other: int) -> None:
    """Who have become friends are so once: both may have asked, or one of them by two names. What the other has asked stays: it may be by a
    name, and must not show that it is this one's."""
    row = society.friends.c
    ours = sa.or_(sa.and_(row.by == me, row.to == other), sa.and_(row.by == other, row.to == me))
    first = sa.select(sa.func.min(row.id)).where(ours, row.since.is_not(None)).scalar_subquery()
    again = sa.or_(sa.and_(row.since.is_not(None), row.id != first), sa.and_(row.since.is_(None), row.by == me))
    connection.execute(society.friends.delete().where(ours, again))


def _met(connection: sa.Connection, me: int) -> list[Person]:
    """Who has sat at one's tables, the last first, under the name they had there."""
    mine, theirs, seat, table = schema.owners.alias(), schema.owners.alias(), schema.seats.c, schema.tables.c
    found = (
        sa.select(theirs.c.visitor, seat.name)
        .join(theirs, theirs.c.table == mine.c.table)
        .join(schema.seats, sa.and_(seat.table == theirs.c.table, seat.number == theirs.c.seat))
        .join(schema.tables, table.id == theirs.c.table)
        .where(mine.c.visitor == me, theirs.c.visitor != me)
        .order_by(table.changed_at.desc())
        .limit(MOST_SEATS)
    )
    people: dict[int, str] = {}
    for visitor, name in connection.execute(found):
        people.setdefault(visitor, name)
    return [Person(visitor, name) for visitor, name in people.items()]
