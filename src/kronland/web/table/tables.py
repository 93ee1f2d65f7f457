"""Tables: found, made, sat down at, and changed.

    tables = Tables(Store("sqlite:///kronland.db"), Settings(...)); tables.store.migrate()
    table = tables.make(visitor, Wish(game_id, seats=(SeatWish("me"), SeatWish("bot", level="squire"))))  # see wishes.py
    access = tables.enter(table.id, visitor)      # all that a visitor can see or do goes through an Access, see access.py

A `Table` is kept in memory while it is used, with one lock; everything that changes it is first written to the store and is published
after that. Several servers may use one database: a table that another has changed is read anew when it is asked for, and what was meant
for the table as it was is looked at again (`anew`) or refused.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar
from weakref import WeakValueDictionary

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from kronland.core.game import SPECTATOR
from kronland.core.seeds import seed_text
from kronland.core.words import N_
from kronland.games import GAMES
from kronland.web.bots.thinking import Thinking
from kronland.web.errors import Conflict, Damaged, Forbidden, NotFound, WebError
from kronland.web.lobby.lists import Lists
from kronland.web.lobby.wishes import Plan, Wish, begun, checked, wish_of_record
from kronland.web.preparing import Preparation
from kronland.web.safety.cleaning import clean_name
from kronland.web.safety.keys import new_table_id
from kronland.web.safety.visitors import Visitor
from kronland.web.settings import Settings
from kronland.web.store import store
from kronland.web.store.outdated import NO_TABLE, Outdated, record_of, remains
from kronland.web.store.store import Store
from kronland.web.table.links import NO_LINK, find_link, link_of, move_links, new_link
from kronland.web.table.seats import distinct_names, free_bot_name, shuffled
from kronland.web.table.table import Stored, Table, stored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kronland.web.table.access import Access

LOG = logging.getLogger("kronland.web")
WAITING_DAYS = 30  # that a table waits for players before it is dropped
MOST_NAMED = 500  # tables in one statement
MOST_WATCHERS = 1000  # people who came to a table by its watch links
MOST_OWNERS = 50  # browsers that a seat can be played from
MOST_TRIES = 40  # of a change that others were faster with, again and again

NO_FREE_SEAT = N_("There is no free seat there.")
TOO_MANY_HERE = N_("Too many have come by that link already: {most}. Whoever sent it can revoke the old links and make a new one.")

Listener = Callable[[Table], None]
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


@dataclass(frozen=True)
class Taken:
    """A seat that somebody has sat down on, and for a program the key to it."""

    seat: int
    key: str


@dataclass(frozen=True)
class Made:
    """A new table of a program: keys of its own seats, invitations to the open ones, by seat."""

    id: str
    keys: dict[int, str]
    invitations: dict[int, str]


class Tables(Lists):
    def __init__(self, keeper: Store, settings: Settings, games: Preparation | None = None) -> None:
        super().__init__(keeper)
        self.settings = settings
        self.games = games or Preparation(settings.mode)
        self.thinking = Thinking(settings.bot_threads)
        self.listeners: list[Listener] = []  # told of every change, with the table's lock held
        self.makers: list[Callable[[Visitor, Wish], None]] = []  # asked before a table is made: each may refuse it
        self.has_page_open: Callable[[str], bool] = lambda table_id: False
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
                return self._remembered(table_id) or self._keep(self._load(table_id))
        finally:
            with self._guard:
                self._loading.pop(table_id, None)

    def in_memory(self, table_id: str) -> Table | None:
        """The table if somebody uses it; nothing is read."""
        with self._guard:
            return self._alive.get(table_id)

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
            while len(self._recent) > self.settings.cached_tables:
                self._recent.popitem(last=False)
        return table

    def forget(self, table: Table) -> None:
        """The next one who asks gets what is on disk."""
        with self._guard:
            self._recent.pop(table.id, None)
            if self._alive.get(table.id) is table:
                del self._alive[table.id]

    def _load(self, table_id: str) -> Table:
        with self._whole(table_id):
            return Table(self._stored(table_id), self.settings.mode)

    def _stored(self, table_id: str) -> Stored:
        found = stored(self.store, table_id)
        if found.row.game in GAMES:  # another one will never be ready
            self.games.check_ready(found.row.game)
        return found

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

    def _catch_up(self, table: Table) -> None:
        """Read anew what another server has changed."""
        if self.store.in_memory:
            return
        with table.lock:
            with self.store.read() as connection:
                version = connection.scalar(sa.select(store.tables.c.version).where(store.tables.c.id == table.id))
            if version != table.version:
                self._read_anew(table)

    def _read_anew(self, table: Table, afresh: bool = False) -> None:
        try:
            with self._whole(table.id):
                table.read(self._stored(table.id), afresh)
        except BaseException:
            self.forget(table)
            raise
        self.tell(table)

    def catch_up_all(self) -> None:
        """What other servers have changed at tables in memory is read anew, and told to all who follow them here."""
        if self.store.in_memory:
            return
        with self._guard:
            known = {table.id: table.version for table in self._alive.values()}
        ids, versions = list(known), store.tables.c
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

    def enter(self, table_id: str, visitor: Visitor) -> Access:
        """What the visitor may see and do at a table; a private table is not there for those without seat or watch link."""
        from kronland.web.table.access import Access

        try:
            table = self.find(table_id)
        except (Outdated, Damaged):
            remains(self.store, table_id, visitor)  # for others it is not there
            raise
        with table.lock:
            access = Access(self, table, visitor)
            if not access.may_watch:
                raise NotFound(NO_TABLE)
            if access.maker:
                table.address = visitor.address or table.address
            return access

    def enter_by_key(self, key: str) -> Access:
        """A program at a seat, invited to one, or watching, by its token alone."""
        from kronland.web.table.access import Access

        return Access(self, self.find(find_link(self.store, key).table), Visitor(None, "", "en"), key)

    def old_record(self, table_id: str, visitor: Visitor) -> str:
        """The record of a table that the rules of now cannot show."""
        with self._whole(table_id):
            return record_of(self.store, table_id, visitor)

    def tidy(self) -> int:
        """Drop tables that never began and have been waiting for a month, and all that nobody has touched for `keep_days`; how many."""
        now, day = time.time(), 24 * 3600
        old = sa.and_(store.tables.c.stage == "waiting", store.tables.c.changed_at < now - WAITING_DAYS * day)
        if self.settings.keep_days is not None:
            old = sa.or_(old, store.tables.c.changed_at < now - self.settings.keep_days * day)
        with self.store.write() as connection:
            ids = list(connection.scalars(sa.select(store.tables.c.id).where(old).with_for_update()))
            for first in range(0, len(ids), MOST_NAMED):
                named = ids[first : first + MOST_NAMED]
                for kind in store.OF_A_TABLE:
                    connection.execute(kind.delete().where(kind.c.table.in_(named)))
                connection.execute(store.tables.delete().where(store.tables.c.id.in_(named)))
        with self._guard:
            for table_id in ids:
                self._recent.pop(table_id, None)
                self._alive.pop(table_id, None)
        for table_id in ids:
            self.damaged.pop(table_id, None)
        return len(ids)

    # Making -------------------------------------------------------------------------------------------------------------------------

    def make(self, visitor: Visitor, wish: Wish) -> Table:
        """A new table; the game begins at once if no seat is open."""
        plan = self.plan(visitor, wish)
        with self.store.write() as connection:
            table_id = self.set_up(connection, visitor, plan)
        return self.made(table_id, visitor)

    def make_for_program(self, visitor: Visitor, wish: Wish) -> Made:
        """A new table, with keys to the program's own seats and invitations to the open ones."""
        plan = self.plan(visitor, wish)
        with self.store.write() as connection:
            table_id = self.set_up(connection, visitor, plan)
            keys = {seat.number: new_link(connection, table_id, seat.number) for seat in plan.seats if seat.kind == "person"}
            invitations = {seat.number: new_link(connection, table_id, seat.number, True) for seat in plan.seats if seat.kind == "open"}
        self.made(table_id, visitor)
        return Made(table_id, keys, invitations)

    def plan(self, visitor: Visitor, wish: Wish) -> Plan:
        """What a new table will be, or an error that says what is wrong with the wish."""
        for may_refuse in self.makers:
            may_refuse(visitor, wish)
        return checked(wish, visitor, self.games, self.settings)

    @staticmethod
    def set_up(connection: sa.Connection, visitor: Visitor, plan: Plan) -> str:
        """The rows of a new table; its id."""
        table_id = new_table_id()
        connection.execute(store.tables.insert().values(id=table_id, maker=visitor.id, **plan.values))
        if plan.match is not None:
            connection.execute(store.deals.insert().values(table=table_id, seed=seed_text(plan.match.seed), salt=plan.match.salt))
        for seat in plan.seats:
            connection.execute(
                store.seats.insert().values(
                    table=table_id, number=seat.number, kind=seat.kind, name=seat.name, level=seat.level, kept_by=None
                )
            )
            if seat in plan.own and visitor.known:
                connection.execute(store.owners.insert().values(table=table_id, seat=seat.number, visitor=visitor.id))
        return table_id

    def made(self, table_id: str, visitor: Visitor) -> Table:
        """A table that has just been set up, told to all."""
        table = self.find(table_id)
        with table.lock:
            table.address = visitor.address
            self.tell(table)
        return table

    def import_record(self, visitor: Visitor, text: str) -> Table:
        """A table from a record."""
        return self.make(visitor, wish_of_record(text, self.games, self.settings.mode))

    # Taking seats -------------------------------------------------------------------------------------------------------------------

    @anew
    def sit(self, key: str, visitor: Visitor, name: str = "") -> Access:
        """Take the seat of a secret link: an open one becomes the visitor's, a taken one is gone on with from this device."""
        link = find_link(self.store, key)
        if link.seat == SPECTATOR:
            return self.watch(key, visitor)
        table = self.find(link.table)
        with table.lock, self.writing(table) as connection:
            link = link_of(connection, key)
            if link.invites:
                self._sit_down(connection, table, link.seat, visitor, name)
            else:
                _own(connection, table, link.seat, visitor)
        return self.enter(table.id, visitor)

    @anew
    def watch(self, key: str, visitor: Visitor) -> Access:
        """Watch by a secret link."""
        link = find_link(self.store, key)
        if link.seat != SPECTATOR:
            raise NotFound(NO_LINK)
        table = self.find(link.table)
        with table.lock:
            if visitor.id is not None and visitor.id not in table.watchers:
                if len(table.watchers) >= MOST_WATCHERS:
                    raise Forbidden(TOO_MANY_HERE, most=MOST_WATCHERS)
                with self.writing(table) as connection:
                    link_of(connection, key)  # at this very moment
                    connection.execute(store.watchers.insert().values(table=table.id, visitor=visitor.id))
                    table.watchers.add(visitor.id)
        return self.enter(table.id, visitor)

    @anew
    def join(self, table_id: str, visitor: Visitor, seat: int | None = None, name: str = "") -> Access:
        """Take an open seat of a public table; any, if not said. Who has one already, and asks for one that is taken, is at the table."""
        access = self.enter(table_id, visitor)
        table = access.table
        with table.lock:
            if access.seats and seat is not None and 0 <= seat < table.players and table.seats[seat].kind != "open":
                return access  # a button that was pressed twice
            number = self._free(table, None, seat)
            with self.writing(table) as connection:
                self._sit_down(connection, table, number, visitor, name)
        return self.enter(table_id, visitor)

    @anew
    def join_by_program(self, access: Access, seat: int | None = None, name: str = "") -> Taken:
        """Take the seat that the program is invited to, or any of a public table. Only now the key to the seat is made."""
        table = access.table
        with table.lock:
            number = self._free(table, access.invited, seat)
            with self.writing(table) as connection:
                if access.key is not None:
                    link_of(connection, access.key)  # at this very moment
                moved = self._sit_down(connection, table, number, None, name)
                place = moved.get(number, number)
                return Taken(place, new_link(connection, table.id, place))

    @staticmethod
    def _free(table: Table, invited: int | None, wanted: int | None) -> int:
        """The open seat that is to be taken: the one of an invitation, else of a public table any."""
        free = [seat.number for seat in table.seats if seat.kind == "open"]
        free = [invited] if invited is not None and invited in free else free if table.public else []
        if not free or (wanted is not None and wanted not in free):
            raise NotFound(NO_FREE_SEAT)
        return free[0] if wanted is None else wanted

    def claim(self, table: Table, number: int, visitor: Visitor, name: str = "") -> None:
        """A visitor takes an open seat; the caller has checked that it may, and holds the table's lock."""
        with self.writing(table) as connection:
            self._sit_down(connection, table, number, visitor, name)

    def fill(self, table: Table, numbers: Sequence[int], level: str) -> None:
        """Bots take open seats, all at once."""
        with self.writing(table) as connection:
            for number in numbers:
                self._sit_down(connection, table, number, None, level=level)

    def _sit_down(
        self, connection: sa.Connection, table: Table, number: int, visitor: Visitor | None, name: str = "", level: str | None = None
    ) -> dict[int, int]:
        """Somebody takes an open seat: a visitor, a program (no visitor, no level) or a bot. The invitations to the seat are spent.

        The game begins when it was the last open seat. Gives where everybody went, if seats were dealt out by lot.
        """
        seat = table.seats[number]
        seat.kind, seat.level = ("bot", level) if level else ("person", None)
        seat.name = free_bot_name(table.seats) if level else clean_name(name) or (visitor.name if visitor else "")
        seat.seen = time.monotonic()
        distinct_names(table.seats)
        if visitor is not None:
            _own(connection, table, number, visitor)
        moved: dict[int, int] = {}
        if not any(entry.kind == "open" for entry in table.seats):
            moved = self._begin(connection, table)
        self.save_seats(connection, table)
        table.rename()
        return moved

    def _begin(self, connection: sa.Connection, table: Table) -> dict[int, int]:
        """Now the seats are drawn by lot, if they are to be, and the cards are dealt: not before anybody could have looked at them."""
        moved: dict[int, int] = {}
        if table.shuffle:
            moved = shuffled(table.seats)
            table.owners = {moved[seat]: visitors for seat, visitors in table.owners.items()}
            connection.execute(store.owners.delete().where(store.owners.c.table == table.id))
            rows = [{"table": table.id, "seat": seat, "visitor": visitor} for seat, all_of in table.owners.items() for visitor in all_of]
            if rows:
                connection.execute(store.owners.insert(), rows)
            move_links(connection, table.id, moved)
        match = begun(table.game, table.players, table.options, None, None, None, self.settings.mode, None)
        connection.execute(store.deals.insert().values(table=table.id, seed=seed_text(match.seed), salt=match.salt))
        connection.execute(store.tables.update().where(store.tables.c.id == table.id).values(rules=match.rules))
        table.begin(match)
        return moved

    @staticmethod
    def save_seats(connection: sa.Connection, table: Table) -> None:
        for seat in table.seats:
            connection.execute(
                store.seats.update()
                .where(store.seats.c.table == table.id, store.seats.c.number == seat.number)
                .values(kind=seat.kind, name=seat.name, level=seat.level, kept_by=seat.kept_by, hints=seat.hints)
            )

    # Changing -----------------------------------------------------------------------------------------------------------------------

    @contextmanager
    def writing(self, table: Table) -> Iterator[sa.Connection]:
        """A change of a table, with its lock held: on disk when the block ends, then told to all; or else it has not happened.

        The one way to write. The version is claimed first, in the same transaction: this raises `Stale` where another server has written
        since the table was read, and so of two servers only one can ever go on from the same version.
        """
        row = store.tables.c.id == table.id
        try:
            with self.store.write() as connection:
                claim = store.tables.update().where(row, store.tables.c.version == table.version).values(version=table.version + 1)
                if connection.execute(claim).rowcount != 1:
                    raise Stale
                yield connection
                table.version += 1
                connection.execute(
                    store.tables.update()
                    .where(row)
                    .values(
                        stage=table.stage,
                        pace=table.pace,
                        public=table.public,
                        rematch=table.rematch,
                        actors=sum(1 << seat for seat in table.actors),
                        number=table.number,
                        changed_at=time.time(),
                    )
                )
        except Stale:
            self._read_anew(table)
            raise
        except BaseException:
            self._undo_in_memory(table)
            raise
        table.memory.clear()
        self.tell(table)

    def _undo_in_memory(self, table: Table) -> None:
        """Memory and disk may have parted: what is on disk counts."""
        try:
            self._read_anew(table, afresh=True)
        except Exception:
            LOG.warning("table %s could not be read anew; it is when it is asked for", table.id, exc_info=True)

    def append(self, connection: sa.Connection, table: Table, kind: str, seat: int, notation: str = "") -> None:
        """The next entry of the log."""
        connection.execute(
            store.entries.insert().values(table=table.id, number=table.number, kind=kind, seat=seat, notation=notation, at=time.time())
        )
        table.entries.append((kind, seat, notation))
        table.number += 1

    def tell(self, table: Table) -> None:
        """Tell all who listen, each of them whatever becomes of the others: the change is on disk."""
        for listener in self.listeners:
            try:
                listener(table)
            except Exception:
                LOG.exception("a change of table %s could not be told", table.id)


def _own(connection: sa.Connection, table: Table, seat: int, visitor: Visitor) -> None:
    if visitor.id is not None and visitor.id not in table.owners.get(seat, ()):
        if len(table.owners.get(seat, ())) >= MOST_OWNERS:
            raise Forbidden(TOO_MANY_HERE, most=MOST_OWNERS)
        connection.execute(store.owners.insert().values(table=table.id, seat=seat, visitor=visitor.id))
        table.owners.setdefault(seat, set()).add(visitor.id)
