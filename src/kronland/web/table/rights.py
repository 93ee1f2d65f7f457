"""Who somebody is at a table: which seats are theirs, what they are invited to, whether they may watch.

Rights are of the moment: whose seats they are is asked again when the table has changed.
"""

from __future__ import annotations

import time

from kronland.core.game import SPECTATOR
from kronland.core.words import N_
from kronland.web.errors import Forbidden, NotFound
from kronland.web.safety.visitors import Visitor
from kronland.web.table.links import find_link
from kronland.web.table.seats import Seat
from kronland.web.table.table import Table
from kronland.web.table.tables import Tables

NO_SEAT = N_("There is no seat {seat} at this table.")
NOT_YOUR_SEAT = N_("That is not your seat.")
NOT_RUNNING = N_("There is no game on at this table.")
NOT_OVER = N_("The game is not over yet.")
ENOUGH = N_("Enough has been taken back and changed at this table: its log is full, and the game can only go on.")

MOST_ENTRIES = 20_000  # of the log of one table: no game comes near, but who takes back and plays again, for ever, would


class Rights:
    """By a visitor's cookie, or by the key of a link alone."""

    def __init__(self, tables: Tables, table: Table, visitor: Visitor, key: str | None = None) -> None:
        self.tables, self.table, self.visitor, self.key = tables, table, visitor, key
        self._rights: tuple[tuple[int, ...], int | None] = (), None
        self._version = -1  # of the table that they were asked at
        self.seen()

    def _asked(self) -> tuple[tuple[int, ...], int | None]:
        """The own seats, and the one that a key invites to. They may change: by lot when the game begins, or where a link is revoked."""
        table = self.table
        if self._version == table.version:  # nearly always: no need for the lock
            return self._rights
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
    def seats_as_known(self) -> tuple[int, ...]:
        """Those that were one's own when it was last asked, for who must not wait for the table."""
        return self._rights[0]

    @property
    def invited(self) -> int | None:
        """The open seat that one is invited to, and has not taken."""
        return self._asked()[1]

    @property
    def may_watch(self) -> bool:
        """Whether one may see the table and hear what is said there: who plays or made it; if the table has watchers, who has a watch
        link, and of a public one anybody.

        An invitation that is not taken shows who sits there, and no more.
        """
        table = self.table
        if self.seats or (table.public and (table.watch or table.stage == "waiting")):
            return True
        if self.key is None:
            return self.maker or (table.watch and self.visitor.id in table.watchers)
        return table.watch and self.invited is None

    @property
    def asked(self) -> bool:
        """Whether somebody has invited this very person, who has neither come nor declined: such a one sees who sits there."""
        if not self.visitor.known or self.table.stage != "waiting":
            return False
        return any(one.to == self.visitor.id and not one.declined and one.by not in self.visitor.muted for one in self.table.invited)

    def seen(self) -> None:
        """A sign of life of those who own the seats."""
        for seat in self.seats:
            self.table.seats[seat].seen, self.table.seats[seat].signed = time.monotonic(), True

    def leaves(self, seat: int, grace: float) -> None:
        """The person of a seat has gone: away in so many seconds, unless there is another sign of life."""
        entry = self.table.seats[seat]
        entry.seen = min(entry.seen, time.monotonic() - self.tables.settings.away_after + grace)

    @property
    def maker(self) -> bool:
        return self.visitor.known and self.visitor.id == self.table.maker

    def away(self, seat: int) -> bool:
        """Whether the person of a seat has given no sign of life for a while, here or at another server."""
        entry = self.table.seats[seat]
        if entry.kind != "person" or time.monotonic() - entry.seen <= self.tables.settings.away_after:
            return False
        return time.monotonic() - self.tables.elsewhere.seen(self.table.id, seat) > self.tables.settings.away_after

    # Checks: each refuses with a reason -----------------------------------------------------------------------------------------------

    def _check_eyes(self, seat: int) -> None:
        if seat == SPECTATOR or seat in self.seats:
            return
        if not 0 <= seat < self.table.players:
            raise NotFound(NO_SEAT, seat=seat + 1 if abs(seat) < 1000 else "…")
        if self.table.stage != "over":
            raise Forbidden(NOT_YOUR_SEAT)

    def _check_own(self, seat: int) -> None:
        if seat not in self.seats:
            raise Forbidden(NOT_YOUR_SEAT)

    def _check_player(self) -> None:
        if not self.seats:
            raise Forbidden(N_("Only those who play can do that."))

    def _check_maker(self) -> None:
        if not self.maker:
            raise Forbidden(N_("Only whoever made the table can do that."))

    def _seat(self, seat: int) -> Seat:
        if not 0 <= seat < self.table.players:
            raise NotFound(NO_SEAT, seat=seat + 1 if abs(seat) < 1000 else "…")
        return self.table.seats[seat]

    @property
    def _log_is_full(self) -> bool:
        return self.table.number >= MOST_ENTRIES
