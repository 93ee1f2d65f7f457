"""After the game: a new table from any of its positions, or the same company again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kronland.core.words import N_
from kronland.web.errors import Forbidden, NotFound
from kronland.web.lobby.wishes import SeatWish, Wish
from kronland.web.table.invited import Meeting, add, free_for, kept_for
from kronland.web.table.keeping import anew
from kronland.web.table.rights import NOT_OVER, Rights
from kronland.web.table.seats import Seat
from kronland.web.table.table import Table


class Afterwards(Rights):
    """What somebody may begin when a game has ended."""

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
        """The same company again. The first to ask takes own seats and bots along; the others are invited, and their seats are kept."""
        table = self.table
        with table.lock:
            self._check_player()
            if table.stage not in ("over", "ended"):
                raise Forbidden(NOT_OVER)
            if table.rematch is None:
                seats = tuple(map(self._again, table.seats))
                wish = Wish(
                    table.game.id,
                    seats,
                    table.options,
                    True,
                    table.public,
                    table.pace,
                    table.title,
                    table.hints,
                    table.terms,
                    table.rated,
                    watch=table.watch,
                )
                plan = self.tables.plan(self.visitor, wish)
                circle = self._circle()
                with self.tables.writing(table) as connection:  # one change of both tables: there is never a second rematch
                    table.rematch = self.tables.set_up(connection, self.visitor, plan)
                    add(connection, table.rematch, circle, self.tables.now())
                    meeting = Meeting(table.rematch, table.game.id, table.title)
                    self.tables.asked(connection, meeting, self.visitor, [row["to"] for row in circle])
                return self.tables.made(table.rematch, self.visitor)
            following = table.rematch
        return self._follow(self.tables.find(following))

    def _follow(self, next_table: Table) -> Table:
        with next_table.lock:
            here = any(self.visitor.id in owners for owners in next_table.owners.values())
            free = free_for(next_table.open_seats(), next_table.invited, self.visitor.id, self.tables.now())
            if not here:
                for mine, place in zip(self.seats, free, strict=False):
                    self.tables.claim(next_table, place, self.visitor, self.table.seats[mine].name)
        return next_table

    def _circle(self) -> list[dict[str, Any]]:
        """Invitations for all others who played, each with the seat that is kept for them."""
        table, until = self.table, self.tables.now() + kept_for(self.table.terms)
        return [
            {"by": self.visitor.id, "to": person, "called": table.seats[seat].name, "seat": seat, "kept_until": until}
            for seat, people in sorted(table.owners.items())
            if self.visitor.known and seat not in self.seats
            for person in sorted(people)
        ]

    def _again(self, seat: Seat) -> SeatWish:
        if seat.kind == "bot":
            return SeatWish("bot", seat.name, seat.level or "squire")
        if seat.number in self.seats:
            return SeatWish("guest" if seat.kind == "guest" else "me", seat.name)
        return SeatWish("open")
