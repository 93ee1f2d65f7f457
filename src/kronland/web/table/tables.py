"""Tables: entered, made and sat down at.

    tables = Tables(Store("sqlite:///kronland.db"), Settings(...)); tables.store.migrate()
    table = tables.make(visitor, Wish(game_id, seats=(SeatWish("me"), SeatWish("bot", level="squire"))))  # see wishes.py
    access = tables.enter(table.id, visitor)      # all that a visitor can see or do goes through an Access, see access.py

How tables are kept, in memory and on disk, is in keeping.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy as sa

from kronland.core.game import SPECTATOR
from kronland.core.seeds import seed_text
from kronland.core.words import N_
from kronland.web.bots.thinking import Thinking
from kronland.web.errors import Damaged, Forbidden, NotFound
from kronland.web.lobby.wishes import Plan, Wish, begun, checked, wish_of_record
from kronland.web.people.standing import MOST_OPEN_HERE, check_seats, check_standing, check_waiting
from kronland.web.preparing import Preparation
from kronland.web.safety.cleaning import clean_name
from kronland.web.safety.keys import new_table_id
from kronland.web.safety.visitors import Visitor
from kronland.web.settings import Settings
from kronland.web.store import schema
from kronland.web.store.outdated import NO_TABLE, Outdated, record_of, remains
from kronland.web.store.store import Store
from kronland.web.table.invited import Meeting, free_for, invited_to, settle
from kronland.web.table.keeping import Keeping, anew
from kronland.web.table.links import NO_LINK, find_link, link_of, move_links, new_link
from kronland.web.table.seats import distinct_names, free_bot_name, shuffled
from kronland.web.table.table import Table

if TYPE_CHECKING:
    from kronland.web.table.access import Access

MOST_WATCHERS = 1000  # people who came to a table by its watch links
MOST_OWNERS = 50  # browsers that a seat can be played from

NO_FREE_SEAT = N_("There is no free seat there.")
TOO_MANY_OPEN = N_("{most} tables from your address stand in the list of open tables already. Begin at one of them first.")
TOO_MANY_HERE = N_("Too many have come by that link already: {most}. Whoever sent it can revoke the old links and make a new one.")


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


class Tables(Keeping):
    """The tables of a server, and how to get to one."""

    def __init__(self, keeper: Store, settings: Settings, games: Preparation | None = None, now: Callable[[], float] = time.time) -> None:
        super().__init__(keeper, settings, games, now)
        self.thinking = Thinking(settings.bot_threads)
        self.makers: list[Callable[[Visitor, Wish], None]] = []  # asked before a table is made: each may refuse it
        # Told when people are invited, in the transaction that does it: to which table, by whom, and who (`people/friends.py`).
        self.asked: Callable[[sa.Connection, Meeting, Visitor, Sequence[int | None]], None] = lambda *told: None
        self.watching: Callable[[str], tuple[str, ...]] = lambda table_id: ()  # names of those who have a page open and no seat

    # Entering -----------------------------------------------------------------------------------------------------------------------

    def enter(self, table_id: str, visitor: Visitor, as_known: bool = False) -> Access:
        """What the visitor may see and do at a table; a private table is not there for those without seat or watch link.

        `as_known`: as the table is in memory, if it is there, without asking whether another server has just changed it."""
        from kronland.web.table.access import Access

        try:
            table = (self._remembered(table_id) if as_known else None) or self.find(table_id)
        except (Outdated, Damaged):
            remains(self.store, table_id, visitor)  # for others it is not there
            raise
        with table.lock:
            access = Access(self, table, visitor)
            if not (access.may_watch or access.asked):
                raise NotFound(NO_TABLE)
            if access.maker:
                table.address = visitor.address or table.address
            self.games.first(table.game.id)
            return access

    def enter_by_key(self, key: str) -> Access:
        """A program at a seat, invited to one, or watching, by its token alone."""
        from kronland.web.table.access import Access

        table = self.find(find_link(self.store, key).table)
        self.games.first(table.game.id)
        return Access(self, table, Visitor(None, "", "en"), key)

    def old_record(self, table_id: str, visitor: Visitor) -> str:
        """The record of a table that the rules of now cannot show."""
        with self._whole(table_id):
            return record_of(self.store, table_id, visitor)

    # Making -------------------------------------------------------------------------------------------------------------------------

    def make(self, visitor: Visitor, wish: Wish) -> Table:
        """A new table; the game begins at once if no seat is open."""
        plan = self.plan(visitor, wish)
        with self.store.write() as connection:
            self._check_room(connection, visitor, plan)
            table_id = self.set_up(connection, visitor, plan)
            for seat in plan.seats:
                if seat.kind == "open" and visitor.secret:
                    new_link(connection, table_id, seat.number, True, visitor.secret)
        return self.made(table_id, visitor)

    def make_for_program(self, visitor: Visitor, wish: Wish) -> Made:
        """A new table, with keys to the program's own seats and invitations to the open ones."""
        plan = self.plan(visitor, wish)
        with self.store.write() as connection:
            self._check_room(connection, visitor, plan)
            table_id = self.set_up(connection, visitor, plan)
            keys = {seat.number: new_link(connection, table_id, seat.number) for seat in plan.seats if seat.kind == "person"}
            invitations = {seat.number: new_link(connection, table_id, seat.number, True) for seat in plan.seats if seat.kind == "open"}
        self.made(table_id, visitor)
        return Made(table_id, keys, invitations)

    def plan(self, visitor: Visitor, wish: Wish) -> Plan:
        """What a new table will be, or an error that says what is wrong with the wish."""
        check_standing(visitor)
        for may_refuse in self.makers:
            may_refuse(visitor, wish)
        return checked(wish, visitor, self.games, self.settings, self.now())

    def set_up(self, connection: sa.Connection, visitor: Visitor, plan: Plan) -> str:
        """The rows of a new table; its id."""
        table_id = new_table_id()
        connection.execute(schema.tables.insert().values(id=table_id, maker=visitor.id, **plan.values))
        if plan.values["public"] and plan.match is None:
            self.tell_lobby(connection)
        if plan.match is not None:
            connection.execute(schema.deals.insert().values(table=table_id, seed=seed_text(plan.match.seed), salt=plan.match.salt))
        for seat in plan.seats:
            connection.execute(
                schema.seats.insert().values(
                    table=table_id, number=seat.number, kind=seat.kind, name=seat.name, level=seat.level, kept_by=None
                )
            )
            if seat in plan.own and visitor.known:
                connection.execute(schema.owners.insert().values(table=table_id, seat=seat.number, visitor=visitor.id))
        for seat, whose in plan.entrants:
            connection.execute(schema.owners.insert().values(table=table_id, seat=seat.number, visitor=whose))
        return table_id

    def made(self, table_id: str, visitor: Visitor) -> Table:
        """A table that has just been set up, told to all."""
        table = self.find(table_id)
        self.games.first(table.game.id)
        with table.lock:
            table.address = visitor.address
            if self.writers:
                with self.store.write() as connection:
                    for write_along in self.writers:
                        write_along(connection, table)
            self.tell(table)
        if table.public:
            self.lobby_changed()
        return table

    def _check_room(self, connection: sa.Connection, visitor: Visitor, plan: Plan) -> None:
        if self.settings.limits and plan.match is None:
            check_waiting(connection, visitor, plan.values["public"])
            open_here = [one for one in self.in_use() if one.public and one.stage == "waiting" and one.address == visitor.address]
            if plan.values["public"] and len(open_here) >= MOST_OPEN_HERE:
                raise Forbidden(TOO_MANY_OPEN, most=MOST_OPEN_HERE)

    def import_record(self, visitor: Visitor, text: str) -> Table:
        """A table from a record."""
        return self.make(visitor, wish_of_record(text, self.games))

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
            if not table.watch:
                raise NotFound(NO_LINK)
            if visitor.id is not None and visitor.id not in table.watchers:
                if len(table.watchers) >= MOST_WATCHERS:
                    raise Forbidden(TOO_MANY_HERE, most=MOST_WATCHERS)
                with self.writing(table) as connection:
                    link_of(connection, key)  # at this very moment
                    connection.execute(schema.watchers.insert().values(table=table.id, visitor=visitor.id))
                    table.watchers.add(visitor.id)
        return self.enter(table.id, visitor)

    @anew
    def join(self, table_id: str, visitor: Visitor, seat: int | None = None, name: str = "") -> Access:
        """Take an open seat of a public table, or of one that the visitor is invited to; any, if not said.

        Who has one already, and asks for any or for one that is taken, is at the table."""
        access = self.enter(table_id, visitor)
        table = access.table
        with table.lock:
            if access.seats and (seat is None or (0 <= seat < table.players and table.seats[seat].kind != "open")):
                return access  # a button that was pressed twice
            number = self._free(table, None, seat, visitor.id)
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

    def _free(self, table: Table, invited: int | None, wanted: int | None, visitor: int | None = None) -> int:
        """The open seat that is to be taken: the one of an invitation, else of a public table any that is not kept for another."""
        free = table.open_seats()
        asked = visitor is not None and any(one.to == visitor and not one.declined for one in table.invited)
        may = free_for(free, table.invited, visitor, self.now()) if table.public or asked else []
        free = [invited] if invited in free else may
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
        if table.rated and level is None:
            self._check_rated(table, visitor)
        if visitor is not None:
            check_standing(visitor)
            if self.settings.limits:
                check_seats(connection, visitor)
        seat = table.seats[number]
        seat.kind, seat.level = ("bot", level) if level else ("person", None)
        called = clean_name(name) if visitor is None else visitor.called(clean_name(name))
        seat.name = free_bot_name(table.seats) if level else called
        seat.seen = time.monotonic()
        distinct_names(table.seats)
        if visitor is not None:
            _own(connection, table, number, visitor)
        moved: dict[int, int] = {}
        if not any(entry.kind == "open" for entry in table.seats):
            moved = self._begin(connection, table)
        settle(connection, table.id, number, None if visitor is None else visitor.id, table.stage != "waiting")
        table.invited = invited_to(connection, table.id) if table.stage == "waiting" else []
        self.save_seats(connection, table)
        table.rename()
        return moved

    @staticmethod
    def _check_rated(table: Table, visitor: Visitor | None) -> None:
        """A result counts for somebody, and nobody plays against themselves."""
        if visitor is None or not visitor.known:
            raise Forbidden(N_("This game is rated: a seat is for a person who comes by a page, not for a program."))
        if any(visitor.id in owners for owners in table.owners.values()):
            raise Forbidden(N_("This game is rated: nobody can have two seats."))

    def _begin(self, connection: sa.Connection, table: Table) -> dict[int, int]:
        """Now the seats are drawn by lot, if they are to be, and the cards are dealt: not before anybody could have looked at them."""
        moved: dict[int, int] = {}
        if table.shuffle:
            moved = shuffled(table.seats)
            table.owners = {moved[seat]: visitors for seat, visitors in table.owners.items()}
            connection.execute(schema.owners.delete().where(schema.owners.c.table == table.id))
            rows = [{"table": table.id, "seat": seat, "visitor": visitor} for seat, all_of in table.owners.items() for visitor in all_of]
            if rows:
                connection.execute(schema.owners.insert(), rows)
            move_links(connection, table.id, moved)
        match = begun(table.game, table.players, table.options, None, None, None, self.games.mode(table.game.id), None)
        connection.execute(schema.deals.insert().values(table=table.id, seed=seed_text(match.seed), salt=match.salt))
        connection.execute(schema.tables.update().where(schema.tables.c.id == table.id).values(rules=match.rules))
        table.begin(match)
        return moved


def _own(connection: sa.Connection, table: Table, seat: int, visitor: Visitor) -> None:
    if visitor.id is not None and visitor.id not in table.owners.get(seat, ()):
        if len(table.owners.get(seat, ())) >= MOST_OWNERS:
            raise Forbidden(TOO_MANY_HERE, most=MOST_OWNERS)
        connection.execute(schema.owners.insert().values(table=table.id, seat=seat, visitor=visitor.id))
        table.owners.setdefault(seat, set()).add(visitor.id)
