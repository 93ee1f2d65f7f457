"""Tables: a game being played, who sits at it, and the log it is rebuilt from.

    tables = Tables(Store("sqlite:///kronland.db"), Settings(...)); tables.store.migrate()
    table = tables.make(visitor, Wish("loewenherz", seats=(SeatWish("me"), SeatWish("bot", level="squire"))))  # see wishes.py
    access = tables.enter(table.id, visitor)      # all that a visitor can see or do goes through an Access, see access.py

A `Table` is kept in memory while it is used, with one lock; everything that changes it is first written to the store and is published
after that. What it holds is uncensored: nothing but `Access` reads it for a visitor.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import sqlalchemy as sa

from kronland.core.game import SPECTATOR, Game
from kronland.core.words import N_
from kronland.games import find_game
from kronland.web import store
from kronland.web.cleaning import clean_name
from kronland.web.errors import NotFound
from kronland.web.keys import new_key, new_table_id
from kronland.web.links import NO_LINK, add_key, end_links, find_link, move_links
from kronland.web.outdated import NO_TABLE, Outdated, remains
from kronland.web.patience import PatientLock
from kronland.web.preparing import Preparation
from kronland.web.seats import Seat, distinct_names, free_bot_name, shuffled
from kronland.web.settings import Settings
from kronland.web.store import Store
from kronland.web.thinking import Thinking
from kronland.web.visitors import Visitor
from kronland.web.wishes import Wish, begun, checked, wish_of_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kronland.web.access import Access

LONGEST_WAIT = 8.0  # seconds for a table's lock: others who wait for the database do so one after another
WAITING_DAYS = 30  # that a table waits for players before it is dropped
MOST_NAMED = 500  # tables in one statement
LISTED = 50  # tables in a list of the home page


@dataclass(frozen=True)
class ChatLine:
    number: int
    seat: int
    name: str
    text: str
    at: float


@dataclass(frozen=True)
class Summary:
    """A table in a list."""

    id: str
    game: str
    title: str
    stage: str
    seats: tuple[Seat, ...]
    actors: tuple[int, ...]  # seats to decide now
    mine: tuple[int, ...]
    made_at: float
    changed_at: float

    @property
    def my_turn(self) -> bool:
        return any(seat in self.actors for seat in self.mine)

    @property
    def open_seats(self) -> int:
        return sum(seat.kind == "open" for seat in self.seats)


class Table:
    """A table in memory. Take `lock` before reading or changing anything that can change."""

    def __init__(self, row: Any, seats: list[Seat], owners: dict[int, set[int]], watchers: set[int], settings: Settings) -> None:
        self.lock = PatientLock(LONGEST_WAIT)
        self.id: str = row.id
        self.game: Game = find_game(row.game)
        self.players: int = row.players
        self.title: str = row.title
        self.stage: str = row.stage
        self.pace: float = row.pace
        self.public: bool = row.public
        self.shuffle: bool = row.shuffle
        self.hints: bool | None = row.hints
        self.maker: int | None = row.maker
        self.rematch: str | None = row.rematch
        self.number: int = row.number
        self.version: int = row.version
        self.made_at: float = row.made_at
        self.address = ""  # of who made it, as last seen since the server started; never kept
        self.seats, self.owners, self.watchers = seats, owners, watchers
        self.chat: list[ChatLine] = []
        self.entries: list[tuple[str, int]] = []  # kind and seat of each entry of the log
        self.memory: dict[Any, Any] = {}  # what `Access` has worked out for the position as it is
        self.said: dict[Any, list[Any]] = {}  # the log in words, by reader
        self.advice: dict[int, Any] = {}  # the hint that each seat has asked for last, see hints.py
        self.match = begun(self.game, row.players, row.options, row.seed, row.salt, row.start, settings.mode, row.rules)
        self.options = self.match.options
        self.base = self.match.length  # where this table began: nothing before can be taken back
        self.rename()

    def rename(self) -> None:
        self.match.rename([seat.name for seat in self.seats])
        self.memory.clear()
        self.said.clear()

    def replay(self, kind: str, seat: int, notation: str) -> None:
        """Carry out an entry of the log; the caller has checked that it may be."""
        if kind == "play":
            self.match.play(notation, seat)
        elif kind == "undo":
            for _ in range(int(notation)):
                self.match.undo()
        elif kind == "redo":
            self.match.redo()
        elif kind == "takeover":
            self.seats[seat].kept_by = notation
        elif kind == "giveback":
            self.seats[seat].kept_by = None
        self.unsay()

    def unsay(self) -> None:
        """Forget what was worked out for another position, and words for what has been taken back."""
        self.memory.clear()
        for lines in self.said.values():
            del lines[self.match.length + 1 :]

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that must decide now, nobody before the game begins."""
        return tuple(self.match.actors) if self.stage == "running" else ()

    def allows_hints(self, seat: int) -> bool:
        """As the table was made; else against bots alone, where a hint gives nobody an advantage over another person."""
        return all(other.kind == "bot" for other in self.seats if other.number != seat) if self.hints is None else self.hints

    @property
    def bots_to_move(self) -> list[int]:
        return [seat for seat in self.actors if self.seats[seat].bot is not None]


Listener = Callable[[Table], None]


class Tables:
    def __init__(self, keeper: Store, settings: Settings, games: Preparation | None = None) -> None:
        self.store, self.settings = keeper, settings
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
        """The table, from memory or rebuilt from its log."""
        if table := self._remembered(table_id):
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
        """Memory and disk may have parted: the next one who asks gets what is on disk."""
        with self._guard:
            self._recent.pop(table.id, None)
            if self._alive.get(table.id) is table:
                del self._alive[table.id]

    def _load(self, table_id: str) -> Table:
        with self.store.read() as connection:
            row = connection.execute(sa.select(store.tables).where(store.tables.c.id == table_id)).first()
            if row is None:
                raise NotFound(NO_TABLE)
            seats = self._seats_of(connection, [table_id])[table_id]
            owners: dict[int, set[int]] = {}
            for seat, visitor in connection.execute(
                sa.select(store.owners.c.seat, store.owners.c.visitor).where(store.owners.c.table == table_id)
            ):
                owners.setdefault(seat, set()).add(visitor)
            watchers = set(connection.scalars(sa.select(store.watchers.c.visitor).where(store.watchers.c.table == table_id)))
            entries = connection.execute(
                sa.select(store.entries.c.kind, store.entries.c.seat, store.entries.c.notation)
                .where(store.entries.c.table == table_id)
                .order_by(store.entries.c.number)
            ).all()
            talk = connection.execute(sa.select(store.chat).where(store.chat.c.table == table_id).order_by(store.chat.c.number)).all()
        self.games.check_ready(row.game)
        if not find_game(row.game).plays(row.rules):
            raise Outdated(table_id, row.rules, find_game(row.game).version)
        table = Table(row, seats, owners, watchers, self.settings)
        for kind, seat, notation in entries:
            table.replay(kind, seat, notation)
            table.entries.append((kind, seat))
        table.chat = [ChatLine(line.number, line.seat, line.name, line.text, line.at) for line in talk]
        return table

    @staticmethod
    def _seats_of(connection: sa.Connection, ids: Sequence[str]) -> dict[str, list[Seat]]:
        found: dict[str, list[Seat]] = {table_id: [] for table_id in ids}
        query = sa.select(store.seats).where(store.seats.c.table.in_(ids)).order_by(store.seats.c.table, store.seats.c.number)
        for row in connection.execute(query):
            found[row.table].append(Seat(row.number, row.kind, row.name, row.level, row.kept_by, row.hints))
        return found

    def enter(self, table_id: str, visitor: Visitor) -> Access:
        """What the visitor may see and do at a table; a private table is not there for those without seat or watch link."""
        from kronland.web.access import Access

        try:
            table = self.find(table_id)
        except Outdated:
            remains(self.store, table_id, visitor)  # for others it is not there
            raise
        with table.lock:
            own = tuple(seat for seat in range(table.players) if visitor.id in table.owners.get(seat, ()))
            known = visitor.known and (visitor.id in table.watchers or visitor.id == table.maker)
            if not own and not known and not table.public:
                raise NotFound(NO_TABLE)
            if known and visitor.id == table.maker:
                table.address = visitor.address or table.address
            return Access(self, table, visitor, own)

    def enter_by_key(self, key: str) -> Access:
        """A program at a seat, or watching, by its token alone."""
        from kronland.web.access import Access

        link = find_link(self.store, key)
        return Access(self, self.find(link.table), Visitor(None, "", "en"), () if link.seat == SPECTATOR else (link.seat,))

    # Lists --------------------------------------------------------------------------------------------------------------------------

    def mine(self, visitor: Visitor) -> list[Summary]:
        """The visitor's tables, the last changed first."""
        if not visitor.known:
            return []
        owned = sa.select(store.owners.c.table).where(store.owners.c.visitor == visitor.id)
        return self._summaries(visitor, sa.or_(store.tables.c.id.in_(owned), store.tables.c.maker == visitor.id))

    def open_tables(self, visitor: Visitor) -> list[Summary]:
        """Public tables that wait for players."""
        return self._summaries(visitor, store.tables.c.public.is_(True), store.tables.c.stage == "waiting")

    def to_watch(self, visitor: Visitor) -> list[Summary]:
        """Public tables at which a game is on."""
        return self._summaries(visitor, store.tables.c.public.is_(True), store.tables.c.stage == "running")

    def _summaries(self, visitor: Visitor, *conditions: Any) -> list[Summary]:
        with self.store.read() as connection:
            query = sa.select(store.tables).where(*conditions).order_by(store.tables.c.changed_at.desc()).limit(LISTED)
            rows = connection.execute(query).all()
            ids = [row.id for row in rows]
            seats = self._seats_of(connection, ids)
            mine: dict[str, list[int]] = {}
            query_mine = sa.select(store.owners.c.table, store.owners.c.seat).where(
                store.owners.c.visitor == visitor.id, store.owners.c.table.in_(ids)
            )
            for table_id, seat in connection.execute(query_mine) if visitor.known else ():
                mine.setdefault(table_id, []).append(seat)
        return [
            Summary(
                row.id,
                row.game,
                row.title,
                row.stage,
                tuple(seats[row.id]),
                tuple(seat for seat in range(row.players) if row.actors >> seat & 1),
                tuple(mine.get(row.id, ())),
                row.made_at,
                row.changed_at,
            )
            for row in rows
        ]

    def running_with_bots(self) -> list[str]:
        """Tables at which a bot may be to move, for a start after a stop."""
        kept = sa.select(store.seats.c.table).where(sa.or_(store.seats.c.kind == "bot", store.seats.c.kept_by.is_not(None)))
        with self.store.read() as connection:
            query = sa.select(store.tables.c.id).where(store.tables.c.stage == "running", store.tables.c.id.in_(kept))
            return list(connection.scalars(query.order_by(store.tables.c.changed_at.desc())))

    def tidy(self) -> int:
        """Drop tables that never began and have been waiting for a month, and all that nobody has touched for `keep_days`; how many."""
        now, day = time.time(), 24 * 3600
        old = sa.and_(store.tables.c.stage == "waiting", store.tables.c.changed_at < now - WAITING_DAYS * day)
        if self.settings.keep_days is not None:
            old = sa.or_(old, store.tables.c.changed_at < now - self.settings.keep_days * day)
        with self.store.write() as connection:
            ids = list(connection.scalars(sa.select(store.tables.c.id).where(old)))
            for first in range(0, len(ids), MOST_NAMED):
                named = ids[first : first + MOST_NAMED]
                for kind in store.OF_A_TABLE:
                    connection.execute(kind.delete().where(kind.c.table.in_(named)))
                connection.execute(store.tables.delete().where(store.tables.c.id.in_(named)))
        with self._guard:
            for table_id in ids:
                self._recent.pop(table_id, None)
                self._alive.pop(table_id, None)
        return len(ids)

    # Making -------------------------------------------------------------------------------------------------------------------------

    def make(self, visitor: Visitor, wish: Wish) -> Table:
        """A new table; the game begins at once if no seat is open."""
        for may_refuse in self.makers:
            may_refuse(visitor, wish)
        table_id = new_table_id()
        values, seats = checked(wish, visitor, self.games, self.settings)
        own = [seat for seat, wanted in zip(seats, wish.seats, strict=True) if wanted.kind in ("me", "guest")]
        if values["shuffle"] and values["stage"] == "running":
            shuffled(seats)
        with self.store.write() as connection:
            connection.execute(store.tables.insert().values(id=table_id, maker=visitor.id, **values))
            for seat in seats:
                connection.execute(
                    store.seats.insert().values(
                        table=table_id, number=seat.number, kind=seat.kind, name=seat.name, level=seat.level, kept_by=None
                    )
                )
                if seat in own and visitor.known:
                    connection.execute(store.owners.insert().values(table=table_id, seat=seat.number, visitor=visitor.id))
        table = self.find(table_id)
        table.address = visitor.address
        self.tell(table)
        return table

    def import_record(self, visitor: Visitor, text: str) -> Table:
        """A table from a record."""
        return self.make(visitor, wish_of_record(text, self.games, self.settings.mode))

    # Taking seats -------------------------------------------------------------------------------------------------------------------

    def sit(self, key: str, visitor: Visitor, name: str = "") -> Access:
        """Take the seat of a secret link: an open one becomes the visitor's, a taken one is gone on with from this device."""
        link = find_link(self.store, key)
        if link.seat == SPECTATOR:
            return self.watch(key, visitor)
        table = self.find(link.table)
        with table.lock:
            if table.seats[link.seat].kind == "open":
                self.claim(table, link.seat, visitor, name)
            else:
                with self.writing(table) as connection:
                    _own(connection, table, link.seat, visitor)
        return self.enter(table.id, visitor)

    def watch(self, key: str, visitor: Visitor) -> Access:
        """Watch by a secret link."""
        link = find_link(self.store, key)
        if link.seat != SPECTATOR:
            raise NotFound(NO_LINK)
        table = self.find(link.table)
        with table.lock:
            if visitor.id is not None and visitor.id not in table.watchers:
                with self.store.write() as connection:
                    connection.execute(store.watchers.insert().values(table=table.id, visitor=visitor.id))
                table.watchers.add(visitor.id)
        return self.enter(table.id, visitor)

    def join(self, table_id: str, visitor: Visitor, seat: int | None = None, name: str = "") -> Access:
        """Take an open seat of a public table; any, if not said."""
        table = self.enter(table_id, visitor).table
        with table.lock:
            free = [entry.number for entry in table.seats if entry.kind == "open"]
            if not table.public or not free or (seat is not None and seat not in free):
                raise NotFound(N_("There is no free seat there."))
            self.claim(table, free[0] if seat is None else seat, visitor, name)
        return self.enter(table_id, visitor)

    def claim(self, table: Table, number: int, visitor: Visitor | None, name: str = "", level: str | None = None) -> str:
        """Somebody takes an open seat: a visitor, a program (no visitor, no level) or a bot; the game begins when it was the last one.

        The links that invited to the seat end. Gives the first new one.
        """
        seat, key = table.seats[number], new_key()
        with self.writing(table) as connection:
            seat.kind, seat.level = ("bot", level) if level else ("person", None)
            seat.name = free_bot_name(table.seats) if level else clean_name(name) or (visitor.name if visitor else "")
            distinct_names(table.seats)
            end_links(connection, table.id, number)
            if level is None:
                add_key(connection, table.id, number, key)
            if visitor is not None:
                _own(connection, table, number, visitor)
            if not any(entry.kind == "open" for entry in table.seats):
                self._begin(connection, table)
            self.save_seats(connection, table)
            table.rename()
        return key

    def _begin(self, connection: sa.Connection, table: Table) -> None:
        table.stage = "running"
        if table.shuffle:
            moved = shuffled(table.seats)
            table.owners = {moved[seat]: visitors for seat, visitors in table.owners.items()}
            connection.execute(store.owners.delete().where(store.owners.c.table == table.id))
            rows = [{"table": table.id, "seat": seat, "visitor": visitor} for seat, all_of in table.owners.items() for visitor in all_of]
            if rows:
                connection.execute(store.owners.insert(), rows)
            move_links(connection, table.id, moved)

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
        """A change of a table, with its lock held: on disk when the block ends, then told to all; or else forgotten altogether."""
        try:
            with self.store.write() as connection:
                yield connection
                table.version += 1
                connection.execute(
                    store.tables.update()
                    .where(store.tables.c.id == table.id)
                    .values(
                        stage=table.stage,
                        pace=table.pace,
                        public=table.public,
                        rematch=table.rematch,
                        actors=sum(1 << seat for seat in table.actors),
                        number=table.number,
                        version=table.version,
                        changed_at=time.time(),
                    )
                )
        except BaseException:
            self.forget(table)
            raise
        table.memory.clear()
        self.tell(table)

    def append(self, connection: sa.Connection, table: Table, kind: str, seat: int, notation: str = "") -> None:
        """The next entry of the log; fails if another process has written it first."""
        connection.execute(
            store.entries.insert().values(table=table.id, number=table.number, kind=kind, seat=seat, notation=notation, at=time.time())
        )
        table.entries.append((kind, seat))
        table.number += 1

    def tell(self, table: Table) -> None:
        for listener in self.listeners:
            listener(table)


def _own(connection: sa.Connection, table: Table, seat: int, visitor: Visitor) -> None:
    if visitor.id is not None and visitor.id not in table.owners.get(seat, ()):
        connection.execute(store.owners.insert().values(table=table.id, seat=seat, visitor=visitor.id))
        table.owners.setdefault(seat, set()).add(visitor.id)
