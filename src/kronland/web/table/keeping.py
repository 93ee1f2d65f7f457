"""Tables kept: in memory while they are used, on disk always. How one is found, and the one way to change it.

A `Table` in memory has one lock; everything that changes it is first written to the store and is published after that. Several servers may
use one database: a table that another has changed is read anew when it is asked for, and what was meant for the table as it was is looked
at again (`anew`) or refused.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakValueDictionary

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from kronland.web.club.ratings import write_result
from kronland.web.errors import Conflict, Damaged, NotFound, WebError
from kronland.web.live.elsewhere import Elsewhere
from kronland.web.lobby.lists import Lists
from kronland.web.metrics import METER
from kronland.web.notices.telling import tell_of_table, waits_for
from kronland.web.preparing import Preparation
from kronland.web.settings import Settings
from kronland.web.store import schema
from kronland.web.store.store import Store
from kronland.web.study.outcomes import write_outcome
from kronland.web.table.clock import pauses_of
from kronland.web.table.table import Table, stored
from kronland.web.tournament.placing import write_placing

LOG = logging.getLogger("kronland.web")
WAITING_DAYS = 30  # that a table waits for players before it is dropped
MOST_FINISHED = 32  # games that are over and kept in memory: hardly anybody comes back to one
MOST_WORDED = 64  # tables whose log is kept in words, for each reader: those used last, and besides all whose page is open
MOST_NAMED = 500  # tables in one statement
CHANGED = "kronland_changed"  # what other servers are told: that a table has another version
LOBBY = "kronland_lobby"  # and that other tables are open
MOST_TRIES = 40  # of a change that others were faster with, again and again

# Statements of every move, made once: putting one together costs more than to carry it out.
_ROW = schema.tables.c.id == sa.bindparam("row")
VERSION = sa.select(schema.tables.c.version).where(_ROW)
CLAIM = schema.tables.update().where(_ROW, schema.tables.c.version == sa.bindparam("known")).values(version=sa.bindparam("claimed"))
CHANGE = (
    schema.tables.update()
    .where(_ROW)
    .values(
        {name: sa.bindparam(f"new_{name}") for name in ("stage", "pace", "public", "hidden", "rematch", "actors", "number", "changed_at")}
    )
)
ENTRY = schema.entries.insert()

Listener = Callable[[Table], None]
Writer = Callable[[sa.Connection, Table], None]
Self = TypeVar("Self")
P = ParamSpec("P")
Result = TypeVar("Result")


class Stale(Exception):
    """Another server has changed the table, which has been read anew; nothing was written."""


def anew(change: Callable[Concatenate[Self, P], Result]) -> Callable[Concatenate[Self, P], Result]:
    """A change that begins again, checks and all, where another server was faster: it is made if it is still possible then."""

    @wraps(change)
    def again(self: Self, /, *arguments: P.args, **more: P.kwargs) -> Result:
        for _ in range(MOST_TRIES):
            try:
                return change(self, *arguments, **more)
            except Stale:
                continue
        raise Conflict

    return again


class Keeping(Lists):
    """The tables of a server."""

    def __init__(self, keeper: Store, settings: Settings, games: Preparation | None = None, now: Callable[[], float] = time.time) -> None:
        super().__init__(keeper, now)
        self.settings = settings
        self.games = games or Preparation(settings.mode)
        self.elsewhere = Elsewhere()
        self.writers: list[Writer] = []  # each writes along with every change, in its transaction
        self.listeners: list[Listener] = []  # told of every change, with the table's lock held
        self.lobby_changed: Callable[[], None] = lambda: None  # told when a public table waits, or waits no more, or for others
        self.has_page_open: Callable[[str], bool] = lambda table_id: False  # whether anybody has it open here
        self.followers: Callable[[str], Collection[int]] = lambda table_id: ()  # visitors who have the table's page open here
        self.wanted: Callable[[str], bool] = lambda table_id: True  # whether somebody wants to know of each change at once
        self.damaged: dict[str, str] = {}  # tables that are set aside, and why
        self._recent: OrderedDict[str, Table] = OrderedDict()
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._guard = threading.Lock()
        self._loading: dict[str, threading.Lock] = {}

    # Finding ------------------------------------------------------------------------------------------------------------------------

    def find(self, table_id: str) -> Table:
        """The table as it is now, from memory or rebuilt from its log."""
        if table := self._remembered(table_id):
            self._catch_up(table)
            return table
        with self._guard:
            loading = self._loading.setdefault(table_id, threading.Lock())
        try:
            with loading:
                return self._remembered(table_id) or self._keep(self._begun_elsewhere(self._load(table_id)))
        finally:
            with self._guard:
                self._loading.pop(table_id, None)

    def _begun_elsewhere(self, table: Table) -> Table:
        """After a start everybody has a while to come back. Of a table that another server has in hand, that one knows who is there."""
        if self.elsewhere.knows(table.id):
            for seat in table.seats:
                seat.seen = float("-inf")
        return table

    def in_memory(self, table_id: str) -> Table | None:
        """The table if somebody uses it; nothing is read."""
        with self._guard:
            return self._alive.get(table_id)

    def in_use(self) -> list[Table]:
        """The tables in memory."""
        with self._guard:
            return list(self._alive.values())

    def _remembered(self, table_id: str) -> Table | None:
        with self._guard:
            table = self._alive.get(table_id)
            if table is not None:
                self._recent[table_id] = table
                self._recent.move_to_end(table_id)
            return table

    def _keep(self, table: Table) -> Table:
        with self._guard:
            self._alive[table.id] = self._recent[table.id] = table
            finished = [known.id for known in self._recent.values() if known.stage in ("over", "ended")]
            for table_id in finished[:-MOST_FINISHED]:
                del self._recent[table_id]
            while len(self._recent) > self.settings.cached_tables:
                self._recent.popitem(last=False)
            others = list(self._recent.values())[:-MOST_WORDED]
        for known in others:
            if not self.has_page_open(known.id):
                known.put_away()
        return table

    def forget(self, table: Table) -> None:
        """The next one who asks gets what is on disk."""
        with self._guard:
            self._recent.pop(table.id, None)
            if self._alive.get(table.id) is table:
                del self._alive[table.id]

    def _load(self, table_id: str) -> Table:
        with self._whole(table_id):
            return Table(stored(self.store, table_id), self.games.mode)

    @contextmanager
    def _whole(self, table_id: str) -> Iterator[None]:
        """Whatever a table on disk brings, it harms nobody else: one that cannot be read is set aside."""
        try:
            yield
        except (WebError, SQLAlchemyError):
            raise
        except Exception as problem:
            self.set_aside(table_id, problem)
            raise Damaged(table_id) from problem
        self.damaged.pop(table_id, None)

    def _catch_up(self, table: Table) -> bool:
        """Read anew what another server has changed; whether anything was."""
        if self.store.in_memory:
            return False
        with table.lock:
            with self.store.read() as connection:
                version = connection.scalar(VERSION, {"row": table.id})
            if version == table.version:
                return False
            self._read_anew(table)
            return True

    def as_known_or_now(self, table: Table, attempt: Callable[[], Result]) -> Result:
        """A change that is tried on the table as it is in memory: whether another server was faster the write finds out by itself. Only
        what is refused is looked at again, if the table is another one on disk."""
        try:
            return attempt()
        except WebError:
            if not self._catch_up(table):
                raise
        return attempt()

    def catch_up(self, table_id: str, version: int) -> bool:
        """Another server has told that the table has this version now; here it may be in use, or not, or newer.

        False if somebody has it in hand just now: whoever follows many tables does not wait for one. Where nobody wants to know of it, it
        is read when it is asked for."""
        table = self.in_memory(table_id)
        if table is None:
            return True
        table.heard = max(table.heard, version)  # before anybody is looked for: who begins to follow looks the other way round
        if not self._is_followed(table):
            return True
        with table.lock.at_once() as free:
            if free and version > table.version:
                self._read_anew(table)
            return free

    def _is_followed(self, table: Table) -> bool:
        """A table that waits costs nothing to read, and is counted for who made it."""
        return not self.store.shared or table.stage == "waiting" or self.wanted(table.id)

    def _read_anew(self, table: Table, afresh: bool = False) -> None:
        try:
            with self._whole(table.id):
                table.read(stored(self.store, table.id, None if afresh else table), afresh)
        except NotFound:  # a host has ended it before it began
            self.forget(table)
            self.tell(table)
            raise
        except BaseException:
            self.forget(table)
            raise
        self.tell(table)

    def read_again(self, table_id: str) -> None:
        """Of a table in memory, what is on disk counts: it was changed there by another way than `writing`, with its version."""
        table = self.in_memory(table_id)
        if table is not None:
            with table.lock, suppress(WebError):  # a table that cannot be read is told so to whoever asks for it
                self._read_anew(table)

    def catch_up_all(self) -> None:
        """What other servers have changed at tables in memory is read anew, and told to all who follow them here."""
        if self.store.in_memory:
            return
        known = {table.id: table.version for table in self.in_use() if self._is_followed(table)}
        ids, versions = list(known), schema.tables.c
        for first in range(0, len(ids), MOST_NAMED):
            with self.store.read() as connection:
                named = sa.select(versions.id, versions.version).where(versions.id.in_(ids[first : first + MOST_NAMED]))
                found = {row.id: row.version for row in connection.execute(named)}
            for table_id, version in found.items():
                if version != known[table_id]:
                    try:
                        self.find(table_id)
                    except WebError as problem:
                        LOG.warning("table %s cannot be followed: %s", table_id, problem)

    def _is_old(self) -> sa.ColumnElement[bool]:
        """Tables that never began and have been waiting for a month, and all that nobody has touched for `keep_days`."""
        now, day = self.now(), 24 * 3600
        old = sa.and_(schema.tables.c.stage == "waiting", schema.tables.c.changed_at < now - WAITING_DAYS * day)
        if self.settings.keep_days is not None:
            old = sa.or_(old, schema.tables.c.changed_at < now - self.settings.keep_days * day)
        return old

    def old(self) -> list[str]:
        """What `tidy` would drop."""
        with self.store.read() as connection:
            return list(connection.scalars(sa.select(schema.tables.c.id).where(self._is_old())))

    def tidy(self) -> int:
        """Drop what is old; how many."""
        with self.store.write() as connection:
            ids = list(connection.scalars(sa.select(schema.tables.c.id).where(self._is_old()).with_for_update()))
            self._drop(connection, ids)
        self._dropped(ids)
        return len(ids)

    def drop(self, table: Table, write_along: Callable[[sa.Connection], None]) -> None:
        """A table that is not wanted any more, with all that belongs to it; its lock is held, and its version claimed as in `writing`."""
        row = schema.tables.c
        try:
            with self.store.write() as connection:
                claim = schema.tables.update().where(row.id == table.id, row.version == table.version).values(version=table.version + 1)
                if connection.execute(claim).rowcount != 1:
                    raise Stale
                write_along(connection)
                self._drop(connection, [table.id])
                self.store.tell(connection, CHANGED, f"{table.id} {table.version + 1}")
        except Stale:
            self._read_anew(table)
            raise
        self._dropped([table.id])
        self.tell(table)

    def _drop(self, connection: sa.Connection, ids: list[str]) -> None:
        for first in range(0, len(ids), MOST_NAMED):
            named = ids[first : first + MOST_NAMED]
            for kind in schema.OF_A_TABLE:
                connection.execute(kind.delete().where(kind.c.table.in_(named)))
            connection.execute(schema.tables.delete().where(schema.tables.c.id.in_(named)))
        if ids:
            self.tell_lobby(connection)

    def _dropped(self, ids: list[str]) -> None:
        with self._guard:
            for table_id in ids:
                self._recent.pop(table_id, None)
                self._alive.pop(table_id, None)
        for table_id in ids:
            self.damaged.pop(table_id, None)
        if ids:
            self.lobby_changed()

    # Changing -----------------------------------------------------------------------------------------------------------------------

    @staticmethod
    def save_seats(connection: sa.Connection, table: Table) -> None:
        for seat in table.seats:
            connection.execute(
                schema.seats.update()
                .where(schema.seats.c.table == table.id, schema.seats.c.number == seat.number)
                .values(kind=seat.kind, name=seat.name, level=seat.level, kept_by=seat.kept_by, hints=seat.hints)
            )

    @contextmanager
    def writing(self, table: Table) -> Iterator[sa.Connection]:
        """A change of a table, with its lock held: on disk when the block ends, then told to all; or else it has not happened.

        The one way to write. The version is claimed first, in the same transaction: this raises `Stale` where another server has written
        since the table was read, and so of two servers only one can ever go on from the same version.
        """
        before = table.stage, waits_for(table)
        try:
            with self.store.write() as connection:
                claim = {"row": table.id, "known": table.version, "claimed": table.version + 1}
                if connection.execute(CLAIM, claim).rowcount != 1:
                    raise Stale
                yield connection
                table.version += 1
                if before[0] == "running" and table.stage in ("over", "ended"):
                    self._write_end(connection, table)
                if table.clock is not None:
                    connection.execute(schema.tables.update().where(schema.tables.c.id == table.id).values(self._timed(connection, table)))
                change = {
                    "new_stage": table.stage,
                    "new_pace": table.pace,
                    "new_public": table.public,
                    "new_hidden": sorted(table.hidden) or None,
                    "new_rematch": table.rematch,
                    "new_actors": sum(1 << seat for seat in table.actors),
                    "new_number": table.number,
                    "new_changed_at": self.now(),
                }
                connection.execute(CHANGE, {"row": table.id, **change})
                for write_along in self.writers:
                    write_along(connection, table)
                tell_of_table(self.store, connection, table, before, self.now(), self.followers(table.id), self.elsewhere)
                self.store.tell(connection, CHANGED, f"{table.id} {table.version}")
                if table.public and "waiting" in (before, table.stage):
                    self.tell_lobby(connection)
        except Stale:
            self._read_anew(table)
            raise
        except BaseException:
            self._undo_in_memory(table)
            raise
        table.memory.clear()
        self.tell(table)
        if table.public and "waiting" in (before, table.stage):
            self.lobby_changed()

    def tell_lobby(self, connection: sa.Connection) -> None:
        """Other servers hear that other tables are open now."""
        self.store.tell(connection, LOBBY, "")

    def _write_end(self, connection: sa.Connection, table: Table) -> None:
        """What follows from a game that ends with this change."""
        if table.tournament is not None:
            write_placing(connection, table)
        if table.stage == "over" or table.late:  # what a host ends does not count
            if table.rated:
                write_result(connection, table, self.now())
            write_outcome(connection, table, self.now())

    def _timed(self, connection: sa.Connection, table: Table) -> dict[str, Any]:
        """What the clock says after the change, for the table's row."""
        assert table.clock is not None
        table.pauses = pauses_of(connection, [table.id])[table.id]
        table.follow_clock(self.now())
        return {"clock": table.clock.kept(), "due": table.due}

    def _undo_in_memory(self, table: Table) -> None:
        """Memory and disk may have parted: what is on disk counts."""
        try:
            self._read_anew(table, afresh=True)
        except Exception:
            LOG.warning("table %s could not be read anew; it is when it is asked for", table.id, exc_info=True)

    def append(self, connection: sa.Connection, table: Table, kind: str, seat: int, notation: str = "") -> None:
        """The next entry of the log."""
        entry = {"table": table.id, "number": table.number, "kind": kind, "seat": seat, "notation": notation, "at": self.now()}
        connection.execute(ENTRY, entry)
        table.entries.append((kind, seat, notation))
        table.number += 1
        if kind == "play":
            METER.count("moves", game=table.game.id, by="person" if table.seats[seat].bot is None else "bot")

    def tell(self, table: Table) -> None:
        """Tell all who listen, each of them whatever becomes of the others: the change is on disk."""
        for listener in self.listeners:
            try:
                listener(table)
            except Exception:
                LOG.exception("a change of table %s could not be told", table.id)
