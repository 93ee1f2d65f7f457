"""Work for bots, kept in PostgreSQL: what is to be thought about, for whichever process is free to do it.

A row says that a bot is to move at a table, or that a finished game is to be analysed. It is written in the same transaction as the
change that made it so, replaced by the next one, and gone with it: work cannot be lost, and nothing is done twice that counts. Who takes
some holds it for a few seconds and renews that as long as it lives; what a process had in hand when it died is taken by another
within `LEASE`.

Served first are tables at which somebody is; among them whoever has waited longest since the last turn, persons first, then tables.
Times are the database's: processes may be on several machines.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kronland.bots import find_bot
from kronland.web.bots.attending import is_attended, person_of
from kronland.web.safety.fairness import BY_ADDRESS
from kronland.web.store.schema import seats, served, tables, work
from kronland.web.store.store import Store
from kronland.web.table.table import Table
from kronland.web.table.tables import Tables

LEASE = 6.0  # seconds that work is held without a word
ATTENDED = 12.0  # seconds that somebody counts as being at a table without a word
THINKERS = 0x6B726F6F  # a lock that every process holds which does nothing but think
WAITING = "kronland_work"  # what processes are told: there is some
CROWDED = 60.0  # seconds for which a person counts among those of one address

NOW = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float)
FREE = work.c.taken_until < NOW


def insert(into: sa.Table) -> Any:
    """As PostgreSQL does it; imported only where there is one, for a server on SQLite starts without it."""
    from sqlalchemy.dialects.postgresql import insert as inserting

    return inserting(into)


@dataclass(frozen=True)
class Job:
    """Something to be thought about."""

    table: str
    kind: str  # move, analysis
    number: int  # the position that it is about
    seat: int
    level: str
    wait: float  # seconds until it may be carried out


class Queue:
    def __init__(self, store: Store) -> None:
        self.store, self.name = store, secrets.token_hex(8)
        self._key = secrets.token_bytes(16)  # addresses are kept by nobody, and cannot be found out from what is written
        self._addresses: dict[str, dict[Hashable, float]] = {}  # persons by address, and when they last had something to be done

    # Putting ------------------------------------------------------------------------------------------------------------------------

    def note(self, connection: sa.Connection, tables: Tables, table: Table) -> None:
        """Of a table that is being changed: whether a bot is to move, and which."""
        if not any(seat.bot is not None for seat in table.seats):
            return
        if not table.bots_to_move:
            self._remove(connection, table.id, "move")
            return
        seat = table.bots_to_move[0]
        level = table.seats[seat].bot
        assert level is not None
        self._put(connection, tables, table, "move", seat, level, table.pace, self._line(table))

    def ask(self, tables: Tables, table: Table, kind: str, level: str, person: Hashable) -> bool:
        """Something that somebody wants done; False if it waits already."""
        with self.store.write() as connection:
            here = sa.exists().where(work.c.table == table.id, work.c.kind == kind)
            if connection.scalar(sa.select(here)):
                return False
            self._put(connection, tables, table, kind, -1, level, 0.0, self._named(person))
            return True

    def _put(
        self, connection: sa.Connection, tables: Tables, table: Table, kind: str, seat: int, level: str, pause: float, line: str
    ) -> None:
        values = {
            "number": table.number,
            "seat": seat,
            "level": level,
            "deep": find_bot(level).searches,
            "line": line,
            "due": NOW + pause,
            "attended_until": NOW + ATTENDED if is_attended(tables, table.id) else 0.0,
            "taken_by": None,
            "taken_until": 0.0,
            "made_at": NOW,
        }
        row = insert(work).values(table=table.id, kind=kind, **values)
        connection.execute(row.on_conflict_do_update(index_elements=["table", "kind"], set_=values))
        self.store.tell(connection, WAITING, "")

    def _line(self, table: Table) -> str:
        """As whom this waits: the person, or one of the crowd of an address from which many wait already."""
        person, address, now = person_of(table), table.address, time.monotonic()
        here = {known: at for known, at in self._addresses.get(address, {}).items() if now - at < CROWDED}
        if address:
            self._addresses[address] = here
            while len(self._addresses) > 10 * BY_ADDRESS**2:
                self._addresses.pop(next(iter(self._addresses)))
            if person not in here and len(here) >= BY_ADDRESS:
                return self._named(("crowd", address))
            here[person] = now
        return self._named(person)

    def _named(self, person: Hashable) -> str:
        kind, who = person if isinstance(person, tuple) else ("", person)
        return (
            f"visitor {who}" if kind == "visitor" else hashlib.blake2b(f"{kind} {who}".encode(), key=self._key, digest_size=16).hexdigest()
        )

    @staticmethod
    def _remove(connection: sa.Connection, table: str, kind: str) -> None:
        connection.execute(work.delete().where(work.c.table == table, work.c.kind == kind))

    def missing(self) -> list[str]:
        """Tables at which a bot is to move and nobody has noted it: those of an older Kronland, and what was cut off while it was made."""
        to_move = sa.and_(
            tables.c.stage == "running",
            seats.c.table == tables.c.id,
            sa.or_(seats.c.kind == "bot", seats.c.kept_by.is_not(None)),
            tables.c.actors.op(">>")(seats.c.number).op("&")(1) == 1,
            ~sa.exists().where(work.c.table == tables.c.id, work.c.kind == "move"),
        )
        with self.store.read() as connection:
            return list(connection.scalars(sa.select(tables.c.id).where(to_move).distinct()))

    # Taking -------------------------------------------------------------------------------------------------------------------------

    def free(self, kind: str) -> set[bool]:
        """Whether there is something to be taken, with a search (True) and without. Cheap: nobody who writes waits for it."""
        with self.store.read() as connection:
            query = sa.select(work.c.deep).where(FREE, work.c.kind == kind, work.c.failed.is_(False)).distinct()
            return set(connection.scalars(query))

    def take(self, kind: str, deep: bool) -> Job | None:
        """What comes next, for this process to do."""
        person, place = served.alias(), served.alias()
        chosen = (
            sa.select(work.c.table)
            .outerjoin(person, person.c.who == work.c.line)
            .outerjoin(place, place.c.who == work.c.table)
            .where(FREE, work.c.kind == kind, work.c.deep == deep, work.c.failed.is_(False))
            .order_by((work.c.attended_until >= NOW).desc(), person.c.at.nulls_first(), place.c.at.nulls_first(), work.c.made_at)
            .limit(1)
            .with_for_update(of=work, skip_locked=True)
        )
        with self.store.write() as connection:
            table = connection.scalar(chosen)
            if table is None:
                return None
            held = work.update().where(work.c.table == table, work.c.kind == kind).values(taken_by=self.name, taken_until=NOW + LEASE)
            row = connection.execute(held.returning(work, (work.c.due - NOW).label("wait"))).one()
            for who in sorted((row.line, table)):  # in one order: two who wait for one another would wait for ever
                at = insert(served).values(who=who, at=NOW)
                connection.execute(at.on_conflict_do_update(index_elements=["who"], set_={"at": NOW}))
            return Job(row.table, row.kind, row.number, row.seat, row.level, float(row.wait))

    def renew(self, held: Sequence[str], kind: str) -> None:
        """Still at it."""
        if held:
            with self.store.write() as connection:
                mine = sa.and_(work.c.taken_by == self.name, work.c.kind == kind, work.c.table.in_(held))
                connection.execute(work.update().where(mine).values(taken_until=NOW + LEASE))

    def attend(self, attended: Sequence[str]) -> None:
        """Somebody is at these tables."""
        with self.store.write() as connection:
            here = sa.and_(work.c.table.in_(attended), work.c.attended_until < NOW + ATTENDED / 2)
            connection.execute(work.update().where(here).values(attended_until=NOW + ATTENDED))

    def progress(self, table: str, kind: str, done: int, total: int) -> None:
        """How far this process is with it."""
        with self.store.write() as connection:
            mine = sa.and_(work.c.taken_by == self.name, work.c.kind == kind, work.c.table == table)
            connection.execute(work.update().where(mine).values(done=done, total=total, taken_until=NOW + LEASE))

    def put_off(self, table: str, kind: str, seconds: float) -> None:
        """It cannot be done now: for so long nobody tries."""
        with self.store.write() as connection:
            mine = sa.and_(work.c.taken_by == self.name, work.c.kind == kind, work.c.table == table)
            connection.execute(work.update().where(mine).values(taken_by=None, taken_until=NOW + seconds))

    def drop(self, job: Job) -> None:
        """It is about a position that is past."""
        with self.store.write() as connection:
            same = sa.and_(work.c.table == job.table, work.c.kind == job.kind, work.c.number == job.number, work.c.seat == job.seat)
            connection.execute(work.delete().where(same, work.c.taken_by == self.name))

    def done(self, connection: sa.Connection, table: str, kind: str) -> None:
        self._remove(connection, table, kind)

    def failed(self, table: str, kind: str) -> None:
        """Nobody need try again."""
        with self.store.write() as connection:
            connection.execute(work.update().where(work.c.table == table, work.c.kind == kind).values(failed=True))

    def release(self) -> None:
        """All that this process has in hand is for others now."""
        with self.store.write() as connection:
            connection.execute(work.update().where(work.c.taken_by == self.name).values(taken_by=None, taken_until=0.0))
            self.store.tell(connection, WAITING, "")

    # Who thinks ---------------------------------------------------------------------------------------------------------------------

    def thinkers(self) -> bool:
        """Whether there is any process that does nothing but think: servers leave it to those."""
        locks = sa.table("pg_locks", sa.column("locktype"), sa.column("objid"), sa.column("database"), sa.column("granted"))
        here = sa.select(sa.text("oid")).select_from(sa.text("pg_database")).where(sa.text("datname = current_database()"))
        with self.store.read() as connection:
            held = sa.exists().where(
                locks.c.locktype == "advisory", locks.c.objid == THINKERS, locks.c.granted, locks.c.database == here.scalar_subquery()
            )
            return bool(connection.scalar(sa.select(held)))

    def asked(self, table: str, kind: str) -> Any:
        """The row of something that was asked for: done, total, failed; None if there is none."""
        with self.store.read() as connection:
            return connection.execute(sa.select(work).where(work.c.table == table, work.c.kind == kind)).first()

    def waiting(self, kind: str | None = None, person: Hashable | None = None) -> int:
        """How much waits, in all or of one kind and person."""
        of = [work.c.kind == kind] if kind is not None else []
        of += [work.c.line == self._named(person)] if person is not None else []
        with self.store.read() as connection:
            query = sa.select(sa.func.count()).select_from(work).where(work.c.failed.is_(False), *of)
            return int(connection.scalar(query) or 0)

    def alone(self, person: Hashable) -> int:
        """Tables of a person at which bots are to move while nobody is there."""
        with self.store.read() as connection:
            here = sa.and_(work.c.kind == "move", work.c.line == self._named(person), work.c.attended_until < NOW)
            return int(connection.scalar(sa.select(sa.func.count()).select_from(work).where(here)) or 0)

    def tidy(self) -> None:
        """Who was served long ago comes first anyway; what failed may be tried again another day."""
        with self.store.write() as connection:
            connection.execute(served.delete().where(served.c.at < NOW - 24 * 3600))
            connection.execute(work.delete().where(work.c.failed, work.c.made_at < NOW - 24 * 3600))
