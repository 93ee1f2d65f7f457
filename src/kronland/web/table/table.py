"""A table in memory: a game being played, or players being waited for, as it stands on disk.

What it holds is uncensored: nothing but `Access` reads it for a visitor. A table that waits has no match at all, so there is nothing that
could be told too early: the cards are dealt when the game begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kronland.core.game import Game
from kronland.core.match import Match
from kronland.core.seeds import read_seed
from kronland.core.words import N_, words
from kronland.games import find_game
from kronland.web.errors import Forbidden, NotFound
from kronland.web.lobby.wishes import begun
from kronland.web.safety.patience import PatientLock
from kronland.web.store import store
from kronland.web.store.outdated import NO_TABLE, Outdated
from kronland.web.table.seats import Seat, check_company

LONGEST_WAIT = 8.0  # seconds for a table's lock: others who wait for the database do so one after another

LogEntry = tuple[str, int, str]  # kind, seat, notation


@dataclass(frozen=True)
class ChatLine:
    number: int
    seat: int
    name: str
    text: str
    at: float


class NotBegun(Forbidden):
    """There is no position before the game begins."""

    def __init__(self) -> None:
        super().__init__(N_("The game has not begun yet."))


@dataclass(frozen=True)
class Stored:
    """A table as it is on disk, all of one moment."""

    row: Any
    deal: Any  # seed and salt; None while the table waits
    seats: list[Seat]
    owners: dict[int, set[int]]
    watchers: set[int]
    entries: list[LogEntry]
    chat: list[ChatLine]


def stored(keeper: store.Store, table_id: str) -> Stored:
    """What is on disk about a table."""
    with keeper.read() as connection:
        row = connection.execute(sa.select(store.tables).where(store.tables.c.id == table_id)).first()
        if row is None:
            raise NotFound(NO_TABLE)
        deal = connection.execute(sa.select(store.deals.c.seed, store.deals.c.salt).where(store.deals.c.table == table_id)).first()
        seats = seats_of(connection, [table_id])[table_id]
        owners: dict[int, set[int]] = {}
        for seat, visitor in connection.execute(
            sa.select(store.owners.c.seat, store.owners.c.visitor).where(store.owners.c.table == table_id)
        ):
            owners.setdefault(seat, set()).add(visitor)
        watchers = set(connection.scalars(sa.select(store.watchers.c.visitor).where(store.watchers.c.table == table_id)))
        entry = store.entries.c
        log = connection.execute(sa.select(entry.kind, entry.seat, entry.notation).where(entry.table == table_id).order_by(entry.number))
        entries = [(kind, seat, notation) for kind, seat, notation in log]
        talk = connection.execute(sa.select(store.chat).where(store.chat.c.table == table_id).order_by(store.chat.c.number))
        chat = [ChatLine(line.number, line.seat, line.name, line.text, line.at) for line in talk]
    return Stored(row, deal, seats, owners, watchers, entries, chat)


def seats_of(connection: sa.Connection, ids: Sequence[str]) -> dict[str, list[Seat]]:
    """The seats of tables, in their order."""
    found: dict[str, list[Seat]] = {table_id: [] for table_id in ids}
    query = sa.select(store.seats).where(store.seats.c.table.in_(ids)).order_by(store.seats.c.table, store.seats.c.number)
    for row in connection.execute(query):
        found[row.table].append(Seat(row.number, row.kind, row.name, row.level, row.kept_by, row.hints))
    return found


class Table:
    """A table in memory. Take `lock` before reading or changing anything that can change."""

    def __init__(self, found: Stored, mode: str) -> None:
        self.lock = PatientLock(LONGEST_WAIT)
        self.mode = mode
        self.address = ""  # of who made it, as last seen since the server started; never kept
        self.memory: dict[Any, Any] = {}  # what `Access` has worked out for the position as it is
        self.said: dict[Any, list[Any]] = {}  # the log in words, by reader
        self.advice: dict[int, Any] = {}  # the hint that each seat has asked for last, see hints.py
        self._match: Match | None = None
        self.entries: list[LogEntry] = []  # of the log, as far as `match` has come
        self.seats: list[Seat] = []
        self.read(found)

    def read(self, found: Stored, afresh: bool = False) -> None:
        """Become what is on disk. Of a log that has only grown the new entries are carried out; `afresh` trusts nothing in memory."""
        row = found.row
        game = find_game(row.game)
        if found.deal is not None and not game.plays(row.rules):
            raise Outdated(row.id, row.rules, game.version)
        if (found.deal is None) != (row.stage == "waiting"):
            raise ValueError(f"stage {row.stage!r} with{'out' if found.deal is None else ''} a deal")
        check_company(row.players, row.stage, found.seats)
        if row.number != len(found.entries):
            raise ValueError(f"{len(found.entries)} entries in the log, {row.number} were counted")
        known = len(self.entries)
        if afresh or self._match is None or found.entries[:known] != self.entries:
            self._match, known = None, 0
            if found.deal is not None:
                self._match = begun(
                    game, row.players, row.options, read_seed(found.deal.seed), found.deal.salt, row.start, self.mode, row.rules
                )
        for before, seat in zip(self.seats, found.seats, strict=False):
            seat.seen = before.seen
        self.id: str = row.id
        self.game: Game = game
        self.players: int = row.players
        self.options: dict[str, str] = row.options if self._match is None else self._match.options
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
        self.base: int = len((row.start or {}).get("actions", ()))  # where this table began: nothing before can be taken back
        self.owners, self.watchers, self.chat = found.owners, found.watchers, found.chat
        kept = [seat.kept_by for seat in found.seats]
        self.seats = found.seats
        del self.entries[known:]
        for entry in found.entries[known:]:
            self.replay(*entry)
            self.entries.append(entry)
        for seat, keeper in zip(self.seats, kept, strict=True):  # the entries lead there too, one after the other
            seat.kept_by = keeper
        if self._match is not None and self._match.over != (self.stage == "over"):
            raise ValueError(f"stage {self.stage!r}, but the log leads elsewhere")
        self.rename()

    def begin(self, match: Match) -> None:
        """The cards are dealt."""
        self._match, self.stage = match, "running"

    @property
    def match(self) -> Match:
        """The game. Everything that is known of a position comes from here, so before the game begins nothing is."""
        if self._match is None:
            raise NotBegun
        return self._match

    def names(self, language: str) -> list[str]:
        """What the seats are called: by their people's names, or by the game's."""
        return [seat.name or usual for seat, usual in zip(self.seats, self.game.names(words(language)), strict=False)]

    def rename(self) -> None:
        if self._match is not None:
            self._match.rename([seat.name for seat in self.seats])
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
        else:
            raise ValueError(f"an entry {kind!r} in the log")
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
