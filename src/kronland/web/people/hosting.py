"""What hosts do, in the browser and on the command line; every deed is written into a log that only grows.

Nothing here asks who may: `people/host_routes.py` lets in hosts alone, and whoever runs the server has the command line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kronland.core.words import N_
from kronland.web.club.accounts import names_of
from kronland.web.club.moving import read_again, touch_all
from kronland.web.errors import BadInput, Forbidden, NotFound
from kronland.web.notices.telling import call_anew
from kronland.web.people.friends import LONGEST_SIGN_IN
from kronland.web.people.moving import tables_with_invitations
from kronland.web.safety.cleaning import clean, clean_name, folded
from kronland.web.safety.visitors import Visitors
from kronland.web.store import schema, society
from kronland.web.table.clock import DAY
from kronland.web.table.keeping import anew
from kronland.web.table.tables import Tables

Write = Callable[[sa.Connection], None]
LISTED = 100
LONGEST_REASON = 400
MOST_DAYS = 3650
NOBODY = N_("There is no such person here.")
NO_SIGN_IN = N_("Nobody has the sign-in name {name}. People without an account are named by their number, like #17.")
NO_REASON = N_("Say why: those who are meant read it, and other hosts.")


@dataclass(frozen=True)
class Member:
    """A person, for hosts."""

    id: int
    name: str
    sign_in: str  # empty: without an account
    made_at: float
    host: bool
    blocked: bool
    blocked_until: float | None
    reason: str
    named: bool


@dataclass(frozen=True)
class Deed:
    id: int
    at: float
    by: str  # empty: from the command line
    what: str
    about: int | None
    name: str
    table: str | None
    words: str


class Hosting:
    """`by` is the host's visitor; None: the command line."""

    def __init__(self, tables: Tables, visitors: Visitors) -> None:
        self.tables, self.visitors, self.store = tables, visitors, tables.store

    # Finding ------------------------------------------------------------------------------------------------------------------------

    def members(self, asked: str = "", only: str = "") -> list[Member]:
        """People whose name or sign-in name begins so, the newest first; `only` hosts, blocked ones, or those with an account."""
        person, account, standing = schema.visitors.c, schema.accounts.c, society.standings.c
        query = self._members()
        if asked:
            begins = clean(asked, 60)
            known = [person.name.istartswith(begins, autoescape=True), account.folded.startswith(folded(begins), autoescape=True)]
            if asked.isascii() and asked.isdigit() and len(asked) < 10:
                known.append(person.id == int(asked))
            query = query.where(sa.or_(*known))
        still = sa.or_(standing.blocked_until.is_(None), standing.blocked_until > self.tables.now())
        blocked = sa.and_(standing.blocked_at.is_not(None), still)
        limits = {"hosts": standing.host_since.is_not(None), "blocked": blocked, "accounts": account.visitor.is_not(None)}
        if only in limits:
            query = query.where(limits[only])
        with self.store.read() as connection:
            return [self._member(one) for one in connection.execute(query.order_by(person.id.desc()).limit(LISTED))]

    def member(self, visitor_id: int) -> Member:
        if not 0 < visitor_id < 2**31:
            raise NotFound(NOBODY)
        with self.store.read() as connection:
            found = connection.execute(self._members().where(schema.visitors.c.id == visitor_id)).first()
        if found is None:
            raise NotFound(NOBODY)
        return self._member(found)

    def called(self, name: str) -> Member:
        """By a sign-in name, or by the number of somebody without an account: "#17"."""
        number = name.removeprefix("#")
        if name.startswith("#") and number.isascii() and number.isdigit() and len(number) < 10:
            return self.member(int(number))
        typed = clean(name, LONGEST_SIGN_IN)
        with self.store.read() as connection:
            who = connection.scalar(sa.select(schema.accounts.c.visitor).where(schema.accounts.c.folded == folded(typed)))
        if who is None:
            raise NotFound(NO_SIGN_IN, name=repr(typed))
        return self.member(who)

    @staticmethod
    def _members() -> Any:
        person, account = schema.visitors.c, schema.accounts.c
        columns = [column for column in society.standings.c if column.name != "visitor"]
        joined = schema.visitors.outerjoin(schema.accounts, account.visitor == person.id).outerjoin(
            society.standings, society.standings.c.visitor == person.id
        )
        return sa.select(person.id, person.name, person.made_at, account.sign_in, *columns).select_from(joined)

    def _member(self, row: Any) -> Member:
        blocked = row.blocked_at is not None and (row.blocked_until is None or row.blocked_until > self.tables.now())
        until = row.blocked_until if blocked else None
        reason = (row.reason or "") if blocked else ""
        return Member(row.id, row.name, row.sign_in or "", row.made_at, row.host_since is not None, blocked, until, reason, bool(row.named))

    def tables_of(self, visitor_id: int) -> list[Any]:
        """Id, game and stage of tables that wait or are played."""
        table, owner = schema.tables.c, schema.owners.c
        sits = sa.exists().where(owner.table == table.id, owner.visitor == visitor_id)
        query = sa.select(table.id, table.game, table.stage).where(sa.or_(sits, table.maker == visitor_id))
        query = query.where(table.stage.in_(("waiting", "running"))).order_by(table.changed_at.desc()).limit(LISTED)
        with self.store.read() as connection:
            return list(connection.execute(query))

    def deeds(self, about: int | None = None) -> list[Deed]:
        """The log, the newest first."""
        row, host, person = society.deeds.c, schema.visitors.alias(), schema.visitors.alias()
        query = sa.select(society.deeds, host.c.name.label("host"), person.c.name.label("person"))
        query = query.outerjoin(host, host.c.id == row.by).outerjoin(person, person.c.id == row.about)
        if about is not None:
            query = query.where(row.about == about)
        with self.store.read() as connection:
            found = connection.execute(query.order_by(row.id.desc()).limit(LISTED)).all()
        return [Deed(one.id, one.at, _host(one), one.what, one.about, one.person or "", one.table, one.words) for one in found]

    # Doing --------------------------------------------------------------------------------------------------------------------------

    def promote(self, by: int | None, visitor_id: int) -> None:
        """Make a host of somebody with an account."""
        found = self.member(visitor_id)
        if not found.sign_in:
            raise Forbidden(N_("A host needs an account: whoever has only a cookie can lose it, or lend it."))
        if found.host:
            raise BadInput(N_("{name} is a host already."), name=found.sign_in)
        self._stand(by, "promote", visitor_id, host_since=self.tables.now())

    def demote(self, by: int | None, visitor_id: int) -> None:
        found = self.member(visitor_id)
        if not found.host:
            raise BadInput(N_("{name} is no host."), name=found.sign_in or f"#{found.id}")
        self._stand(by, "demote", visitor_id, host_since=None)

    def block(self, by: int | None, visitor_id: int, reason: str, days: int | None) -> None:
        """Neither new tables nor seats, talk, invitations or reports; for so many days, or for good. Games that are on go on."""
        found, why = self.member(visitor_id), _reason(reason)
        if found.host:
            raise Forbidden(N_("That is a host. Whoever runs the server can change that."))
        if days is not None and not 1 <= days <= MOST_DAYS:
            raise BadInput(N_("Somebody is blocked for 1 to {most} days, or for good."), most=MOST_DAYS)
        now = self.tables.now()
        until = None if days is None else now + days * DAY
        said = why if days is None else f"{why} ({days} d)"
        self._stand(by, "block", visitor_id, said, blocked_at=now, blocked_until=until, reason=why)

    def unblock(self, by: int | None, visitor_id: int) -> None:
        if not self.member(visitor_id).blocked:
            raise BadInput(N_("Nobody has blocked that person."))
        self._stand(by, "unblock", visitor_id, blocked_at=None, blocked_until=None, reason="")

    def rename(self, by: int | None, visitor_id: int, name: str) -> None:
        """Everywhere, for good: at tables, in what they have said there, and whatever they choose from now on."""
        found, called = self.member(visitor_id), clean_name(name)
        if not called:
            raise BadInput(N_("Say what that person is to be called."))
        owner, seat, said = schema.owners.c, schema.seats.c, schema.chat.c
        ids: list[str] = []

        def write(connection: sa.Connection) -> None:
            sat, own = names_of(connection, visitor_id), sa.select(owner.table, owner.seat).where(owner.visitor == visitor_id)
            seats = connection.execute(own).all()
            ids[:] = sorted({table_id for table_id, _ in seats})
            touch_all(self.store, connection, ids)
            connection.execute(schema.visitors.update().where(schema.visitors.c.id == visitor_id).values(name=called))
            for table_id, number in seats:
                theirs = sa.and_(seat.table == table_id, seat.number == number, seat.kind == "person")
                connection.execute(schema.seats.update().where(theirs).values(name=called))
                connection.execute(schema.chat.update().where(said.table == table_id, said.seat == number).values(name=called))
            call_anew(connection, {*ids, *tables_with_invitations(connection, visitor_id)}, found.name, sat, called)

        self._stand(by, "rename", visitor_id, f"{found.name} → {called}", write, named=True)
        read_again(self.tables, ids)

    @anew
    def end_table(self, by: int | None, table_id: str, reason: str) -> None:
        """A game is broken off and counts for nothing; a table that waits is gone."""
        why, table = _reason(reason), self.tables.find(table_id)
        with table.lock:
            if table.stage in ("over", "ended"):
                raise BadInput(N_("That game has ended already."))
            if table.stage == "running":
                with self.tables.writing(table) as connection:
                    table.stage = "ended"
                    self._log(connection, by, "end", None, table_id, why)
            else:
                self.tables.drop(table, lambda connection: self._log(connection, by, "end", None, table_id, why))

    @anew
    def hide(self, by: int | None, table_id: str, line: int, reason: str) -> None:
        """A line of the chat is not read any more, by nobody."""
        why, table = _reason(reason), self.tables.find(table_id)
        with table.lock:
            if not 0 <= line < len(table.chat) or line in table.hidden:
                raise NotFound(N_("There is no such line in the chat, or it is hidden."))
            said = table.chat[line]
            with self.tables.writing(table) as connection:
                table.hidden |= {line}
                self._log(connection, by, "hide", table.speaker(said), table_id, f"{why} | {said.name}: {said.text}"[:1000])

    def settle(self, by: int | None, report: int, answer: str) -> None:
        """A report has been looked at."""
        row, words = society.reports.c, clean(answer, LONGEST_REASON)
        with self.store.write() as connection:
            waiting = sa.and_(row.id == report, row.done_at.is_(None))
            found = connection.execute(sa.select(row.about, row.table).where(waiting)).first() if 0 < report < 2**31 else None
            if found is None:
                raise NotFound(N_("There is no such report, or it is done."))
            connection.execute(society.reports.update().where(waiting).values(done_at=self.tables.now(), answer=words))
            self._log(connection, by, "settle", found.about, found.table, f"{report}: {words}")

    # Writing ------------------------------------------------------------------------------------------------------------------------

    def _stand(self, by: int | None, what: str, visitor_id: int, words: str = "", more: Write | None = None, **values: Any) -> None:
        """Write how somebody stands, and that it was done."""
        row = society.standings.c
        with self.store.write() as connection:
            if connection.execute(society.standings.update().where(row.visitor == visitor_id).values(**values)).rowcount == 0:
                connection.execute(society.standings.insert().values(visitor=visitor_id, **values))
            if more is not None:
                more(connection)
            self._log(connection, by, what, visitor_id, None, words)
            self.visitors.changed(connection, visitor_id)
        self.visitors.forget(visitor_id)

    def _log(self, connection: sa.Connection, by: int | None, what: str, about: int | None, table: str | None, words: str) -> None:
        values = {"at": self.tables.now(), "by": by, "what": what, "about": about, "table": table, "words": words[:1000]}
        connection.execute(society.deeds.insert().values(**values))


def _host(row: Any) -> str:
    return "" if row.by is None else row.host or f"#{row.by}"


def _reason(text: str) -> str:
    why = clean(text, LONGEST_REASON)
    if not why:
        raise BadInput(NO_REASON)
    return why
