"""Company: talk, names, bots that come or stand in, and links by which others come."""

from __future__ import annotations

import sqlalchemy as sa

from kronland.bots import LEVELS
from kronland.core.game import SPECTATOR
from kronland.core.words import N_
from kronland.web.errors import BadInput, Forbidden
from kronland.web.lobby.wishes import checked_pace
from kronland.web.people.standing import check_may_talk
from kronland.web.safety.cleaning import clean_chat, clean_name
from kronland.web.store import schema
from kronland.web.table.keeping import anew
from kronland.web.table.links import end_links, new_link, shown_again
from kronland.web.table.rights import ENOUGH, NOT_YOUR_SEAT, Rights
from kronland.web.table.seats import distinct_names
from kronland.web.table.table import ChatLine

MOST_CHAT = 5000  # lines of one table


class Company(Rights):
    """What somebody may do for, and with, the others at a table."""

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
            name, who = table.seats[speaker].name, min(table.owners.get(speaker, ()), default=None) if self.key else self.visitor.id
            said = ChatLine(len(table.chat), speaker, name, line, self.tables.now(), who)
            with self.tables.writing(table) as connection:
                check_may_talk(connection, table.owners.get(speaker, ()), said.at)
                connection.execute(
                    schema.chat.insert().values(
                        table=table.id, number=said.number, seat=speaker, name=name, text=line, at=said.at, visitor=who
                    )
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
            if seat not in self.seats and table.clock is not None:
                raise Forbidden(N_("That player has time: a bot stands in when the clock has run out."))
            if seat not in self.seats and not (self.away(seat) and seat in table.actors):
                raise Forbidden(N_("That player is not away, or is not to decide."))
            if table.counts:
                raise Forbidden(N_("This game counts: a bot stands in only when the clock has run out."))
            if seat in self.seats and self._log_is_full:  # for others once in a while, so that nobody is kept waiting
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
        """The link of a seat: of one's own, to go on elsewhere; of an open one, to invite a friend, if one made the table.

        The one that was made before, where it can be shown again.
        """
        table = self.table
        with table.lock:
            invites = self._seat(seat).kind == "open"
            if not (self.maker if invites else seat in self.seats):
                raise Forbidden(NOT_YOUR_SEAT)
            if table.counts and not invites:
                raise Forbidden(N_("This game counts: its seats are played by those who sit there, and by nobody else."))
            if known := self._links().get(seat):
                return known
            with self.tables.writing(table) as connection:
                return new_link(connection, table.id, seat, invites, self.visitor.secret)

    def _links(self) -> dict[int, str]:
        """Links that this visitor has made, by seat; -1 is watching."""
        with self.tables.store.read() as connection:
            return shown_again(connection, self.table.id, self.visitor.secret)

    def invitations(self) -> dict[int, str]:
        """The links to the open seats, for who made the table, as far as they were made in the same browser."""
        with self.table.lock:
            free = {seat.number for seat in self.table.seats if seat.kind == "open"} if self.maker else set()
            return {seat: key for seat, key in self._links().items() if seat in free} if free else {}

    @anew
    def invite(self) -> None:
        """Make a link to every open seat that has none to be shown."""
        table = self.table
        with table.lock:
            self._check_maker()
            known = self._links()
            missing = [seat.number for seat in table.seats if seat.kind == "open" and seat.number not in known]
            if missing:
                with self.tables.writing(table) as connection:
                    for seat in missing:
                        new_link(connection, table.id, seat, True, self.visitor.secret)

    @anew
    def watch_link(self) -> str:
        """The link to watch by; the one that was made before, where it can be shown again."""
        table = self.table
        with table.lock:
            if not self.maker:
                self._check_player()
            if not table.watch:
                raise Forbidden(N_("Nobody watches at this table: so it was made."))
            if known := self._links().get(SPECTATOR):
                return known
            with self.tables.writing(table) as connection:
                return new_link(connection, table.id, SPECTATOR, secret=self.visitor.secret)

    @anew
    def revoke(self, seat: int) -> None:
        """End all links of a seat, and with them every other device that came by one."""
        table = self.table
        with table.lock:
            if not (self.maker and self._seat(seat).kind == "open"):
                self._check_own(seat)
            with self.tables.writing(table) as connection:
                end_links(connection, table.id, seat)
                others = sa.and_(
                    schema.owners.c.table == table.id, schema.owners.c.seat == seat, schema.owners.c.visitor != self.visitor.id
                )
                connection.execute(schema.owners.delete().where(others))
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
                connection.execute(schema.watchers.delete().where(schema.watchers.c.table == table.id))
                table.watchers.clear()
