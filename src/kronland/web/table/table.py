"""A table in memory: a game being played, or players being waited for, as it stands on disk.

What it holds is uncensored: nothing but `Access` reads it for a visitor. A table that waits has no match at all, so there is nothing that
could be told too early: the cards are dealt when the game begins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import sqlalchemy as sa

from kronland.core.game import Game
from kronland.core.match import Decision, Match
from kronland.core.seeds import read_seed
from kronland.core.words import N_, words
from kronland.games import find_game
from kronland.games.drawing.trail import Trail
from kronland.web.bots import hints
from kronland.web.errors import Forbidden, NotFound
from kronland.web.lobby.wishes import begun
from kronland.web.safety.patience import PatientLock
from kronland.web.store import schema, store
from kronland.web.store.outdated import NO_TABLE, Outdated
from kronland.web.table.clock import Clock, Pause, Terms, pauses_of
from kronland.web.table.invited import Invited, invited_to
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
    visitor: int | None = None  # who said it; None: a program, or it was not written down


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
    pauses: dict[int, list[Pause]]  # holidays of those who own the seats, where there is a clock
    hints: dict[int, tuple[int, Any]]  # that were told, by seat: for which position, and what
    invited: list[Invited]  # while it waits


def stored(keeper: store.Store, table_id: str, known: Table | None = None) -> Stored:
    """What is on disk about a table. Log and chat only grow: of a table that is known, only what has been added is read.

    Only names change in what was said, and with them those of the seats."""
    log_known, chat_known = ([], []) if known is None else (known.entries, known.chat)
    with keeper.read() as connection:
        row = connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table_id)).first()
        if row is None:
            raise NotFound(NO_TABLE)
        deal = connection.execute(sa.select(schema.deals.c.seed, schema.deals.c.salt).where(schema.deals.c.table == table_id)).first()
        seats = seats_of(connection, [table_id])[table_id]
        owners: dict[int, set[int]] = {}
        for seat, visitor in connection.execute(
            sa.select(schema.owners.c.seat, schema.owners.c.visitor).where(schema.owners.c.table == table_id)
        ):
            owners.setdefault(seat, set()).add(visitor)
        watchers = set(connection.scalars(sa.select(schema.watchers.c.visitor).where(schema.watchers.c.table == table_id)))
        entry = schema.entries.c
        added = sa.and_(entry.table == table_id, entry.number >= len(log_known))
        log = connection.execute(sa.select(entry.kind, entry.seat, entry.notation).where(added).order_by(entry.number))
        entries = [*log_known, *((kind, seat, notation) for kind, seat, notation in log)]
        line = schema.chat.c
        if known is not None and [seat.name for seat in seats] != [seat.name for seat in known.seats]:
            chat_known = []  # whoever has another name, or none any more, may have it there, too
        added = sa.and_(line.table == table_id, line.number >= len(chat_known))
        talk = connection.execute(sa.select(schema.chat).where(added).order_by(line.number))
        chat = [*chat_known, *(ChatLine(said.number, said.seat, said.name, said.text, said.at, said.visitor) for said in talk)]
        asked = invited_to(connection, table_id) if row.stage == "waiting" else []
        pauses = {} if row.clock is None else pauses_of(connection, [table_id])[table_id]
        told: dict[int, tuple[int, Any]] = {}
        if keeper.shared:
            hint = schema.hints.c
            for seat, number, found in connection.execute(sa.select(hint.seat, hint.number, hint.found).where(hint.table == table_id)):
                told[seat] = number, found
    return Stored(row, deal, seats, owners, watchers, entries, chat, pauses, told, asked)


def seats_of(connection: sa.Connection, ids: Sequence[str]) -> dict[str, list[Seat]]:
    """The seats of tables, in their order."""
    found: dict[str, list[Seat]] = {table_id: [] for table_id in ids}
    query = sa.select(schema.seats).where(schema.seats.c.table.in_(ids)).order_by(schema.seats.c.table, schema.seats.c.number)
    for row in connection.execute(query):
        found[row.table].append(Seat(row.number, row.kind, row.name, row.level, row.kept_by, row.hints))
    return found


class Table:
    """A table in memory. Take `lock` before reading or changing anything that can change."""

    def __init__(self, found: Stored, mode: Callable[[str], str]) -> None:
        self.lock = PatientLock(LONGEST_WAIT)
        self.mode = mode  # in which the rules of a game are used now: from one decision to the next that may be another one
        self.heard = -1  # the newest version of which another server has told while nobody here wanted to know at once
        self.address = ""  # of who made it, as last seen since the server started; never kept
        self.memory: dict[Any, Any] = {}  # what `Access` has worked out for the position as it is
        self.said: dict[Any, list[Any]] = {}  # the log in words, by reader
        self.trails: dict[tuple[int, str], Trail] = {}  # what was drawn for those who look at every change, by seat and language
        self.kept: dict[str, Any] = {}  # and for all of them, from one change to the next
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
        known, names = len(self.entries), [seat.name for seat in self.seats]
        if afresh or self._match is None or found.entries[:known] != self.entries:
            self._match, known = None, 0
            if found.deal is not None:
                self._match = begun(
                    game, row.players, row.options, read_seed(found.deal.seed), found.deal.salt, row.start, self.mode(row.game), row.rules
                )
        for before, seat in zip(self.seats, found.seats, strict=False):
            seat.seen, seat.signed = before.seen, before.signed
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
        self.rated: bool = row.rated
        self.tournament: str | None = row.tournament
        self.whole: bool = row.start is None  # all of the game was played here
        self.language: str | None = row.language
        self.watch: bool = row.watch
        self.hidden: frozenset[int] = frozenset(row.hidden or ())
        self.invited = found.invited
        self.clock: Clock | None = None if row.clock is None else Clock.read(row.clock, row.players)
        self.pauses = found.pauses
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
        for number, (position, counsel) in found.hints.items():
            if number not in self.advice or self.advice[number].number < position:
                self.advice[number] = hints.read(position, counsel)
        self.memory.clear()
        if known == 0 or names != [seat.name for seat in self.seats]:
            self.rename()

    def begin(self, match: Match) -> None:
        """The cards are dealt."""
        self._match, self.stage = match, "running"

    @property
    def match(self) -> Match:
        """The game. Everything that is known of a position comes from here, so before the game begins nothing is."""
        if self._match is None:
            raise NotBegun
        self._match.mode = self.mode(self._match.game.id)
        return self._match

    @property
    def last_seat(self) -> int | None:
        """Who decided last; None before anybody has."""
        return None if self._match is None else self._match.last_seat

    def names(self, language: str) -> list[str]:
        """What the seats are called: by their people's names, or by the game's."""
        return [seat.name or usual for seat, usual in zip(self.seats, self.game.names(words(language)), strict=False)]

    def rename(self) -> None:
        if self._match is not None:
            self._match.rename([seat.name for seat in self.seats])
        self.memory.clear()
        self.said.clear()
        self.trails.clear()
        self.kept.clear()

    def replay(self, kind: str, seat: int, notation: str) -> None:
        """Carry out an entry of the log, as it stands on disk."""
        if kind == "play":
            self.match.play(notation, seat)
        elif kind == "undo":
            for _ in range(int(notation)):
                self.match.undo()
        elif kind == "redo":
            self.match.redo()
        elif kind == "withdraw":
            kept = self.match.withdraw(seat)
            for lines in self.said.values():  # what others have chosen since has other numbers now
                del lines[kept + 1 :]
        elif kind in ("takeover", "timeout"):  # after the end of a game's time nobody stands in: the notation is empty
            self.seats[seat].kept_by = notation or None
        elif kind == "giveback":
            self.seats[seat].kept_by = None
        else:
            raise ValueError(f"an entry {kind!r} in the log")
        self.unsay()

    def put_away(self) -> None:
        """Keep no more than the game itself, unless somebody uses the table just now: the rest is made again when it is asked for."""
        with self.lock.at_once() as free:
            if free:
                self.memory.clear()
                self.said.clear()
                self.trails.clear()
                self.kept.clear()

    def carry_out(self, decision: Decision) -> None:
        """What somebody has just decided."""
        self.match.carry_out(decision)
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

    @property
    def counts(self) -> bool:
        """Whether more hangs on it than the game: then everybody plays for themselves, without help."""
        return self.rated or self.tournament is not None

    @property
    def terms(self) -> Terms | None:
        """Of the clock."""
        return None if self.clock is None else self.clock.terms

    def follow_clock(self, now: float) -> None:
        """Let the clock run for those who are to decide now, and stop it for the others."""
        if self.clock is not None and self.stage != "waiting":
            waited = [seat for seat in self.actors if self.seats[seat].bot is None]
            self.clock.follow(waited, self.entries, self.match.undo_barrier is not None, now, self.pauses)

    @property
    def late(self) -> tuple[int, ...]:
        """Whose time had run out when the game was broken off; nobody's, if a host has ended it."""
        if self.stage != "ended":
            return ()
        ends = takewhile(lambda entry: entry[0] == "timeout" and not entry[2], reversed(self.entries))  # others have a bot that stands in
        return tuple(sorted(seat for _, seat, _ in ends))

    @property
    def due(self) -> float | None:
        """When somebody's time will have run out; None if no clock runs."""
        return None if self.clock is None else self.clock.due(self.pauses)

    def speaker(self, line: ChatLine) -> int | None:
        """The visitor who said something, as far as that is known."""
        return line.visitor if line.visitor is not None else min(self.owners.get(line.seat, ()), default=None)

    def open_seats(self) -> list[int]:
        return [seat.number for seat in self.seats if seat.kind == "open"]

    def allows_hints(self, seat: int) -> bool:
        """As the table was made; else against bots alone, where a hint gives nobody an advantage over another person."""
        return all(other.kind == "bot" for other in self.seats if other.number != seat) if self.hints is None else self.hints

    @property
    def bots_to_move(self) -> list[int]:
        return [seat for seat in self.actors if self.seats[seat].bot is not None]
