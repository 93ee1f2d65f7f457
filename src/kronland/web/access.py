"""What one visitor may see and do at one table. Pages and the JSON API have no other way to a table.

    access = tables.enter(table_id, visitor)
    look = access.look(seat, "de")                     # one moment of the table, as that seat may know it
    access.act(seat, look.number, "border d4-d5")      # Conflict if somebody was faster, Refused if a rule forbids it

Seat numbers count from 0; -1 is a spectator, whose eyes everybody may use. Before a game begins there is nothing to see but who sits there
(`NotBegun`). While it runs, only the owners of a seat see with its eyes; when it is over, anybody who may watch sees with all eyes. Every
method checks rights itself, and those are of the moment: whose seats they are is asked again when the table has changed.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from kronland.bots import LEVELS, outcomes, points_in, think
from kronland.core.errors import NotationError
from kronland.core.flow import Barrier
from kronland.core.game import SPECTATOR
from kronland.core.match import NOTHING_TO_REDO, NOTHING_TO_UNDO, Why
from kronland.core.record import write
from kronland.core.view import View
from kronland.core.words import N_, Text, words
from kronland.web import store
from kronland.web.attending import share_of
from kronland.web.cleaning import LONGEST_NOTATION, clean_chat, clean_name
from kronland.web.errors import BadInput, BadNotation, Conflict, Forbidden, NotFound, Refused
from kronland.web.hints import Hint
from kronland.web.links import end_links, find_link, new_link
from kronland.web.seats import Seat, distinct_names
from kronland.web.table import ChatLine, Table
from kronland.web.tables import Tables, anew
from kronland.web.visitors import Visitor
from kronland.web.wishes import SeatWish, Wish, checked_pace

LOG = logging.getLogger("kronland.web")
MOST_CHAT = 5000  # lines of one table
MOST_ENTRIES = 20_000  # of the log of one table: no game comes near, but who takes back and plays again, for ever, would

NO_SEAT = N_("There is no seat {seat} at this table.")
NOT_YOUR_SEAT = N_("That is not your seat.")
ONLY_INVITED = N_("Those who sit at the table, and those who watch, can read that. Take the seat that you are invited to first.")
NOT_RUNNING = N_("There is no game on at this table.")
NOT_YOUR_TURN = N_("You have nothing to decide now.")
NOT_OVER = N_("The game is not over yet.")
NO_HINTS = N_("There are no hints at this table.")
ANOTHERS = N_("The last decision was another player's.")
ENOUGH = N_("Enough has been taken back and changed at this table: its log is full, and the game can only go on.")


@dataclass(frozen=True)
class Look:
    """One moment of a table through the eyes of a seat. All of it may be shown to that seat."""

    number: int  # of log entries: to be sent back with an action, so that it meets the position it was meant for
    version: int  # counts every change, chat and names included
    length: int  # decisions made so far
    view: View
    stage: str
    actors: tuple[int, ...]  # seats that must decide now
    can_undo: bool
    undo_refusal: str | None  # why not, in words; None if it can be taken back
    can_redo: bool

    @property
    def my_turn(self) -> bool:
        return self.view.seat in self.actors


@dataclass(frozen=True)
class Line:
    """A line of the log: `at` is the number of decisions after which it stands."""

    at: int
    seat: int  # who decided; -1 for the set-up
    text: str
    rule: str


@dataclass(frozen=True)
class Effect:
    """What an action surely does: points won or lost, by seat; and whether it is final, so that it cannot be taken back."""

    points: tuple[tuple[int, int], ...]
    final: bool


class Access:
    """By a visitor's cookie, or by the key of a link alone."""

    def __init__(self, tables: Tables, table: Table, visitor: Visitor, key: str | None = None) -> None:
        self.tables, self.table, self.visitor, self.key = tables, table, visitor, key
        self._rights: tuple[tuple[int, ...], int | None] = (), None
        self._version = -1  # of the table that they were asked at
        self.seen()

    def _asked(self) -> tuple[tuple[int, ...], int | None]:
        """The own seats, and the one that a key invites to. They may change: by lot when the game begins, or where a link is revoked."""
        table = self.table
        with table.lock:
            if self._version != table.version:
                version = table.version
                if self.key is None:
                    own = tuple(seat for seat in range(table.players) if self.visitor.id in table.owners.get(seat, ()))
                    self._rights = own, None
                else:
                    link = find_link(self.tables.store, self.key)
                    self._rights = ((), link.seat) if link.invites else (() if link.seat == SPECTATOR else (link.seat,), None)
                self._version = version
            return self._rights

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are one's own."""
        return self._asked()[0]

    @property
    def invited(self) -> int | None:
        """The open seat that one is invited to, and has not taken."""
        return self._asked()[1]

    @property
    def may_watch(self) -> bool:
        """Whether one may see the table and hear what is said there: who plays or made it, who has a watch link, of a public one anybody.

        An invitation that is not taken shows who sits there, and no more.
        """
        if self.table.public or self.seats:
            return True
        return self.maker or self.visitor.id in self.table.watchers if self.key is None else self.invited is None

    def seen(self) -> None:
        """A sign of life of those who own the seats."""
        for seat in self.seats:
            self.table.seats[seat].seen = time.monotonic()

    @property
    def maker(self) -> bool:
        return self.visitor.known and self.visitor.id == self.table.maker

    # Seeing -------------------------------------------------------------------------------------------------------------------------

    def _check_eyes(self, seat: int) -> None:
        if seat == SPECTATOR or seat in self.seats:
            return
        if not 0 <= seat < self.table.players:
            raise NotFound(NO_SEAT, seat=seat + 1 if abs(seat) < 1000 else "…")
        if self.table.stage != "over":
            raise Forbidden(NOT_YOUR_SEAT)

    def look(self, seat: int = SPECTATOR, language: str = "en") -> Look:
        """The table as it is now, as the seat may know it."""
        table = self.table
        with table.lock:
            self._check_eyes(seat)
            view = table.match.view(seat, language)
            refused = self._undo_refusal(seat, language)
            return Look(
                table.number,
                table.version,
                table.match.length,
                view,
                table.stage,
                table.actors,
                refused is None,
                refused,
                self._can_redo(seat),
            )

    def at(self, length: int, seat: int = SPECTATOR, language: str = "en") -> Look:
        """The table as it stood after so many decisions."""
        table = self.table
        with table.lock:
            self._check_eyes(seat)
            if not 0 <= length <= table.match.length:
                raise NotFound(N_("There is no position {number}; there are {last}."), number=length, last=f"0-{table.match.length}")
            view = table.match.view_at(length, seat, language)
            return Look(table.number, table.version, length, view, table.stage, (), False, None, False)

    def lines(self, seat: int = SPECTATOR, language: str = "en") -> list[Line]:
        """All that happened, in words, as the seat may know it."""
        table = self.table
        with table.lock:
            self._check_eyes(seat)
            match, speak = table.match, words(language)
            names = match.names(language)
            known = table.said.setdefault((seat, language), [])  # a list for the set-up and for each decision
            for at in range(len(known), match.length + 1):
                kinds = [(event, match.game.events[event[0]]) for event in match.events(seat, at)]
                known.append([Line(at, match.decider(at), kind.say(event, speak, names), kind.rule) for event, kind in kinds])
            return [line for lines in known for line in lines]

    def history(self, seat: int = SPECTATOR) -> list[tuple[int, str]]:
        """All decisions as the seat may know them: of another's secret choice only the verb."""
        with self.table.lock:
            self._check_eyes(seat)
            return self.table.match.history_for(seat)

    def why(self, seat: int, notation: str) -> Why | None:
        """Why the seat may not choose this action now; None if it may."""
        table = self.table
        with table.lock:
            self._check_own(seat)
            return table.match.why(self._action(notation), seat)

    def effects(self, seat: int) -> dict[str, Effect]:
        """What each legal action does, as far as the seat can know: notation -> effect.

        Tried on states that the seat could not tell from the real one, so it says nothing that the seat could not work out. Where these
        disagree, or chance or hidden things come into it, no points are told.
        """
        table = self.table
        with table.lock:
            self._check_own(seat)
            if seat not in table.actors:
                return {}
            if ("effects", seat) not in table.memory:
                actions = table.match.legal_actions(seat)
                first, second = (_effects(table, table.match.twin(seat, secrets.randbits(63)), seat, actions) for _ in range(2))
                sure = [one if one == two else Effect((), True) for one, two in zip(first, second, strict=True)]
                table.memory["effects", seat] = dict(zip(map(table.game.space.notation, actions), sure, strict=True))
            known: dict[str, Effect] = table.memory["effects", seat]
            return known

    def final(self, seat: int, notation: str) -> bool:
        """Whether the action, a legal one, could not be taken back."""
        effect = self.effects(seat).get(self.table.game.space.notation(self._action(notation)))
        return effect is None or effect.final

    def chat_lines(self) -> list[ChatLine]:
        with self.table.lock:
            if not self.may_watch:
                raise Forbidden(ONLY_INVITED)
            return list(self.table.chat)

    def away(self, seat: int) -> bool:
        """Whether the person of a seat has given no sign of life for a while."""
        entry = self.table.seats[seat]
        return entry.kind == "person" and time.monotonic() - entry.seen > self.tables.settings.away_after

    def results(self) -> list[dict[str, float]]:
        """Points, rank and share of each seat, of a finished game."""
        with self.table.lock:
            if self.table.stage != "over":
                raise Forbidden(NOT_OVER)
            return self.table.match.results()

    def commitment(self) -> str:
        """A hash that proves afterwards that the shuffle was fair. It is there when the cards are dealt."""
        return self.table.match.commitment

    def record(self) -> str:
        """The record of a finished game: before the end it would tell every secret."""
        with self.table.lock:
            if self.table.stage != "over":
                raise Forbidden(NOT_OVER)
            return write(self.table.match)

    # Deciding -----------------------------------------------------------------------------------------------------------------------

    def _check_own(self, seat: int) -> None:
        if seat not in self.seats:
            raise Forbidden(NOT_YOUR_SEAT)

    def _action(self, notation: str) -> int:
        if len(notation) > LONGEST_NOTATION:
            raise BadInput(N_("No action has a name that long."))
        try:
            return self.table.game.space.parse(notation)
        except NotationError as problem:
            raise BadNotation(", ".join(self.table.game.space.by_verb), problem) from None

    @contextmanager
    def _turn(self, seat: int, number: int) -> Iterator[sa.Connection]:
        """A change of the position by a seat: nobody else comes in between, and it is on disk before anyone sees it."""
        table = self.table
        with table.lock:
            self._check_own(seat)
            if table.stage != "running":
                raise Forbidden(NOT_RUNNING)
            if number != table.number:
                raise Conflict
            with self.tables.writing(table) as connection:
                yield connection

    @anew
    def act(self, seat: int, number: int, notation: str) -> None:
        """Carry out an action. `number` is that of the `Look` it was chosen from."""
        table, action = self.table, self._action(notation)
        with table.lock:
            self._check_own(seat)
            number = self._undisturbed(seat, number)
            if table.stage == "running" and number == table.number and (refused := table.match.why(action, seat)):
                raise Refused(refused)
            with self._turn(seat, number) as connection:
                shown = table.game.space.notation(action)
                self.tables.append(connection, table, "play", seat, shown)
                table.replay("play", seat, shown)
                if table.match.over:
                    table.stage = "over"

    def _undisturbed(self, seat: int, number: int) -> int:
        """In a decision that several make at once, what others have chosen meanwhile does not disturb: then the number as it is now.

        Since the number that was seen, only others have decided, and the seat was to decide all the time, with the same choices.
        """
        table, since = self.table, self.table.entries[max(number, 0) :]
        if not since or number < 0 or any(kind != "play" or other == seat for kind, other, _ in since):
            return number
        return table.number if table.match.waits_since(len(since), seat) else number

    def _undo_refusal(self, seat: int, language: str) -> str | None:
        table, speak = self.table, words(language)
        if seat not in self.seats:
            return speak(NOT_YOUR_SEAT)
        if table.stage != "running":
            return speak(NOT_RUNNING)
        if table.match.length <= table.base:
            return speak(NOTHING_TO_UNDO)
        if table.number >= MOST_ENTRIES:  # decisions are made still: without undo they come to an end
            return speak(ENOUGH)
        return table.match.undo_refusal(language) or (speak(ANOTHERS) if table.match.last_seat != seat else None)

    def _can_redo(self, seat: int) -> bool:
        return seat in self.seats and self.table.stage == "running" and self.table.match.redo_seat == seat

    def undo(self, seat: int, number: int) -> None:
        """Take the seat's last decision back, as far as the barrier allows."""
        self._take_back(seat, number, 1)

    def reset(self, seat: int, number: int) -> None:
        """Take back all of the seat's turn that can be."""
        self._take_back(seat, number, None)

    @anew
    def _take_back(self, seat: int, number: int, most: int | None) -> None:
        table = self.table
        with table.lock:
            self._check_own(seat)
            if number == table.number and self._undo_refusal(seat, "en"):
                raise TakeBackRefused(self._undo_refusal(seat, "de") or "", self._undo_refusal(seat, "en") or "")
            with self._turn(seat, number) as connection:
                count = 0
                while (most is None or count < most) and self._undo_refusal(seat, "en") is None:
                    table.match.undo()
                    count += 1
                self.tables.append(connection, table, "undo", seat, str(count))
                table.unsay()

    @anew
    def redo(self, seat: int, number: int) -> None:
        table = self.table
        with table.lock:
            self._check_own(seat)
            if number == table.number and not self._can_redo(seat):
                raise TakeBackRefused(words("de")(NOTHING_TO_REDO), words("en")(NOTHING_TO_REDO))
            with self._turn(seat, number) as connection:
                self.tables.append(connection, table, "redo", seat)
                table.replay("redo", seat, "")

    # Hints --------------------------------------------------------------------------------------------------------------------------

    def hint_refusal(self, seat: int) -> Text | None:
        """Why the seat may not ask for a hint now; None if it may."""
        table = self.table
        with table.lock:
            if table.stage != "running":
                return NOT_RUNNING
            if not table.allows_hints(seat):
                return NO_HINTS
            return None if seat in table.actors and table.seats[seat].bot is None else NOT_YOUR_TURN

    def hint(self, seat: int) -> Hint | None:
        """The hint that the seat has asked for in this position."""
        with self.table.lock:
            self._check_own(seat)
            found: Hint | None = self.table.advice.get(seat)
            return found if found and self._undisturbed(seat, found.number) == self.table.number else None

    def ask_hint(self, seat: int, number: int) -> Hint:
        """Have the adviser think about the position, as the seat knows it; everyone at the table sees how many hints a seat has taken."""
        table, adviser = self.table, self.tables.settings.adviser
        with table.lock:
            self._check_own(seat)
            if table.stage == "running" and self._undisturbed(seat, number) != table.number:
                raise Conflict
            if refused := self.hint_refusal(seat):
                raise Forbidden(refused)
            if known := self.hint(seat):
                return known
            twin = table.match.twin(seat, secrets.randbits(63))
            asked = table.game, twin, seat, adviser, secrets.randbits(63), self.tables.games.bot_mode(table.game.id)
            share = share_of(self.tables, table, self.visitor)
            made = table.advice[seat] = Hint(table.number, self.tables.thinking.submit(adviser, share, think, *asked))
            table.memory.clear()  # pages say now that the adviser thinks
        made.thoughts.add_done_callback(lambda _: self._told(seat, made))
        return made

    @anew
    def _told(self, seat: int, hint: Hint) -> None:
        """A hint counts when it has been told. One that comes too late is gone."""
        table = self.table
        with table.lock:
            if table.advice.get(seat) is not hint or self._undisturbed(seat, hint.number) != table.number:
                return
            if not hint.best:
                if not hint.thoughts.cancelled():
                    LOG.error("a hint failed", exc_info=hint.thoughts.exception())
                del table.advice[seat]
            with self.tables.writing(table) as connection:
                table.seats[seat].hints += bool(hint.best)
                self.tables.save_seats(connection, table)

    # Company ------------------------------------------------------------------------------------------------------------------------

    def _check_player(self) -> None:
        if not self.seats:
            raise Forbidden(N_("Only those who play can do that."))

    def _check_maker(self) -> None:
        if not self.maker:
            raise Forbidden(N_("Only who made the table can do that."))

    def _seat(self, seat: int) -> Seat:
        if not 0 <= seat < self.table.players:
            raise NotFound(NO_SEAT, seat=seat + 1 if abs(seat) < 1000 else "…")
        return self.table.seats[seat]

    @anew
    def chat(self, text: str, seat: int | None = None) -> None:
        """Say something; in the name of the first own seat, if not said."""
        table, line = self.table, clean_chat(text)
        with table.lock:
            self._check_player()
            speaker = self.seats[0] if seat is None else seat
            self._check_own(speaker)
            if not line:
                raise BadInput(N_("There is nothing to say in that."))
            if len(table.chat) >= MOST_CHAT:
                raise BadInput(N_("Enough has been said at this table: {most} lines are kept, and no more."), most=MOST_CHAT)
            name = table.seats[speaker].name
            said = ChatLine(len(table.chat), speaker, name, line, time.time())
            with self.tables.writing(table) as connection:
                connection.execute(
                    store.chat.insert().values(table=table.id, number=said.number, seat=speaker, name=name, text=line, at=said.at)
                )
                table.chat.append(said)

    @anew
    def rename(self, seat: int, name: str) -> None:
        table = self.table
        with table.lock:
            self._check_own(seat)
            with self.tables.writing(table) as connection:
                table.seats[seat].name = clean_name(name)
                distinct_names(table.seats)
                self.tables.save_seats(connection, table)
                table.rename()

    @anew
    def set_pace(self, pace: float) -> None:
        """Seconds between two moves of bots."""
        checked = checked_pace(pace)
        with self.table.lock:
            self._check_player()
            with self.tables.writing(self.table):
                self.table.pace = checked

    @anew
    def fill(self, seat: int, level: str) -> None:
        """Put a bot on an open seat."""
        self._check_level(level)
        with self.table.lock:
            self._check_maker()
            if self._seat(seat).kind != "open":
                raise Forbidden(N_("That seat is taken."))
            self.tables.fill(self.table, [seat], level)

    @anew
    def start_now(self, level: str = "squire") -> None:
        """Put bots on all open seats and begin."""
        self._check_level(level)
        with self.table.lock:
            self._check_maker()
            if free := [seat.number for seat in self.table.seats if seat.kind == "open"]:
                self.tables.fill(self.table, free, level)

    @staticmethod
    def _check_level(level: str) -> None:
        if level not in LEVELS:
            raise BadInput(N_("There is no bot {level}; there are {levels}."), level=repr(level[:20]), levels=", ".join(LEVELS))

    @anew
    def take_over(self, seat: int, level: str = "squire") -> None:
        """Let a bot stand in: for oneself at any time, for another person who is away and is to decide."""
        self._check_level(level)
        table = self.table
        with table.lock:
            self._check_player()
            entry = self._seat(seat)
            if table.stage != "running" or entry.kind not in ("person", "guest") or entry.kept_by is not None:
                raise Forbidden(N_("No bot can stand in there."))
            if seat not in self.seats and not (self.away(seat) and seat in table.actors):
                raise Forbidden(N_("That player is not away, or is not to decide."))
            if seat in self.seats and table.number >= MOST_ENTRIES:  # for others once in a while, so that nobody is kept waiting
                raise Forbidden(ENOUGH)
            self._company("takeover", seat, level)

    @anew
    def give_back(self, seat: int) -> None:
        """Take one's own seat back from the bot that stood in."""
        with self.table.lock:
            self._check_own(seat)
            if self.table.seats[seat].kept_by is None:
                raise Forbidden(N_("No bot stands in there."))
            self._company("giveback", seat, "")

    def _company(self, kind: str, seat: int, level: str) -> None:
        with self.tables.writing(self.table) as connection:
            self.tables.append(connection, self.table, kind, seat, level)
            self.table.replay(kind, seat, level)
            self.tables.save_seats(connection, self.table)

    # Links --------------------------------------------------------------------------------------------------------------------------

    @anew
    def seat_link(self, seat: int) -> str:
        """A new secret for a seat: one's own, to go on elsewhere; an open one, to invite a friend, if one made the table."""
        table = self.table
        with table.lock:
            invites = self._seat(seat).kind == "open"
            if not (self.maker if invites else seat in self.seats):
                raise Forbidden(NOT_YOUR_SEAT)
            with self.tables.writing(table) as connection:
                return new_link(connection, table.id, seat, invites)

    @anew
    def watch_link(self) -> str:
        """A new secret to watch by."""
        table = self.table
        with table.lock:
            if not self.maker:
                self._check_player()
            with self.tables.writing(table) as connection:
                return new_link(connection, table.id, SPECTATOR)

    @anew
    def revoke(self, seat: int) -> None:
        """End all links of a seat, and with them every other device that came by one."""
        table = self.table
        with table.lock:
            if not (self.maker and self._seat(seat).kind == "open"):
                self._check_own(seat)
            with self.tables.writing(table) as connection:
                end_links(connection, table.id, seat)
                others = sa.and_(store.owners.c.table == table.id, store.owners.c.seat == seat, store.owners.c.visitor != self.visitor.id)
                connection.execute(store.owners.delete().where(others))
                table.owners[seat] = {visitor for visitor in table.owners.get(seat, ()) if visitor == self.visitor.id}

    @anew
    def revoke_watching(self) -> None:
        """End all watch links, and what they gave."""
        table = self.table
        with table.lock:
            if not self.maker:
                self._check_player()
            with self.tables.writing(table) as connection:
                end_links(connection, table.id, SPECTATOR)
                connection.execute(store.watchers.delete().where(store.watchers.c.table == table.id))
                table.watchers.clear()

    # Afterwards ---------------------------------------------------------------------------------------------------------------------

    def play_on(self, length: int) -> Table:
        """A new table from any position of a finished game: the visitor in its own seat (or the one to decide), bots in the others."""
        table = self.table
        if table.stage != "over":
            raise Forbidden(NOT_OVER)  # what has ended changes no more
        if not 0 <= length < table.match.length:
            raise NotFound(N_("There is no position {number}; there are {last}."), number=length, last=f"0-{table.match.length - 1}")
        match = table.match
        actions = [[seat, notation] for seat, notation in match.history[:length]]
        mine = self.seats[0] if self.seats else match.history[length][0]
        start = {"position": match.position, "components": match.components, "actions": actions}
        seats = tuple(SeatWish("me") if seat == mine else SeatWish("bot") for seat in range(table.players))
        look = Wish(table.game.id, seats, table.options, pace=table.pace, title=table.title)
        wish = replace(look, seed=match.seed, rules=match.rules, salt=match.salt, start=start)
        return self.tables.make(self.visitor, wish)

    @anew
    def rematch(self) -> Table:
        """The same company again. The first to ask takes own seats and bots along; who asks later takes a seat that is open there."""
        table = self.table
        with table.lock:
            self._check_player()
            if table.stage != "over":
                raise Forbidden(NOT_OVER)
            if table.rematch is None:
                seats = tuple(map(self._again, table.seats))
                wish = Wish(table.game.id, seats, table.options, True, table.public, table.pace, table.title, table.hints)
                plan = self.tables.plan(self.visitor, wish)
                with self.tables.writing(table) as connection:  # one change of both tables: there is never a second rematch
                    table.rematch = self.tables.set_up(connection, self.visitor, plan)
                return self.tables.made(table.rematch, self.visitor)
            following = table.rematch
        return self._follow(self.tables.find(following))

    def _follow(self, next_table: Table) -> Table:
        with next_table.lock:
            here = any(self.visitor.id in owners for owners in next_table.owners.values())
            free = [seat.number for seat in next_table.seats if seat.kind == "open"]
            if not here:
                for mine, place in zip(self.seats, free, strict=False):
                    self.tables.claim(next_table, place, self.visitor, self.table.seats[mine].name)
        return next_table

    def _again(self, seat: Seat) -> SeatWish:
        if seat.kind == "bot":
            return SeatWish("bot", seat.name, seat.level or "squire")
        if seat.number in self.seats:
            return SeatWish("guest" if seat.kind == "guest" else "me", seat.name)
        return SeatWish("open")


class TakeBackRefused(Refused):
    """Undo or redo that is not possible, said in both languages by the rules layer."""

    def __init__(self, german: str, english: str) -> None:
        super().__init__(Why("undo", "", german, english))


def _effects(table: Table, twin: Any, seat: int, actions: list[int]) -> list[Effect]:
    """What each action does in this state; of chance and what is hidden nothing is said."""
    states, points = outcomes(table.game, twin, seat, actions, table.match.mode)
    before = table.game.layout.batch(1)
    before[0] = twin
    won = points - points_in(before, table.match.mode)
    return [
        Effect(() if state.barrier > Barrier.PASSED else tuple((who, int(n)) for who, n in enumerate(row) if n), bool(state.barrier))
        for state, row in zip(states, won, strict=True)
    ]
