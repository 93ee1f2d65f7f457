"""Deciding: a move, taking it back, doing it again, and a hint at what to do."""

from __future__ import annotations

import logging
import secrets

import sqlalchemy as sa

from kronland.bots import Counsel, counsel
from kronland.core.errors import NotationError
from kronland.core.match import NOTHING_TO_REDO, Decision
from kronland.core.why import Why
from kronland.core.words import N_, Text
from kronland.web.bots.attending import share_of
from kronland.web.bots.hints import Hint, written
from kronland.web.errors import BadInput, BadNotation, Conflict, Forbidden, Refused
from kronland.web.safety.cleaning import LONGEST_NOTATION
from kronland.web.store import schema
from kronland.web.table.keeping import anew
from kronland.web.table.rights import NOT_RUNNING
from kronland.web.table.seeing import Seeing

LOG = logging.getLogger("kronland.web")

NOT_YOUR_TURN = N_("You have nothing to decide now.")
NO_HINTS = N_("There are no hints at this table.")


class TakeBackRefused(Refused):
    """Undo or redo that is not possible."""

    def __init__(self, text: Text) -> None:
        super().__init__(Why("undo", "", text))


class Deciding(Seeing):
    """What somebody may decide."""

    def action(self, notation: str, seat: int) -> int:
        """The number of an action of the seat."""
        if len(notation) > LONGEST_NOTATION:
            raise BadInput(N_("No action has a name that long."))
        space = self.table.game.space
        try:
            return space.parse(notation, seat)
        except NotationError as problem:
            example = space.notation(space[problem.verb].first, seat) if problem.verb else ""
            raise BadNotation(", ".join(space.by_verb), problem, example) from None

    def _check_turn(self, number: int) -> None:
        """Whether the position that somebody has seen is the one that is to be changed."""
        if self.table.stage != "running":
            raise Forbidden(NOT_RUNNING)
        if number != self.table.number:
            raise Conflict

    @anew
    def act(self, seat: int, number: int, action: int) -> None:
        """Carry out an action. `number` is that of the `Look` it was chosen from. On disk before anyone sees it."""
        table = self.table
        with table.lock:
            self._check_own(seat)
            self._check_turn(self._undisturbed(seat, number))
            found = table.match.judged(action, seat)
            if isinstance(found, Why):
                raise Refused(found)
            with self.tables.writing(table) as connection:
                self._carry_out(connection, found)
                while (forced := self._left_to_finish()) is not None:
                    self._carry_out(connection, forced)

    def _carry_out(self, connection: sa.Connection, decision: Decision) -> None:
        table = self.table
        self.tables.append(connection, table, "play", decision.seat, table.game.space.notation(decision.action, decision.seat))
        table.carry_out(decision)
        if table.match.over:
            table.stage = "over"

    def _left_to_finish(self) -> Decision | None:
        """A person at a page is not asked to finish where that is all that is left, unless there is something to be taken back first.

        It is an entry of the log like any other; programs are asked.
        """
        table, actors = self.table, self.table.actors
        if len(actors) != 1 or table.seats[actors[0]].bot is not None or not table.owners.get(actors[0]):
            return None
        seat, match = actors[0], table.match
        if match.last_seat == seat and match.undo_barrier is None:
            return None
        legal = match.legal_actions(seat)
        if len(legal) != 1 or table.game.space.verb_of(legal[0]).name not in table.game.closing:
            return None
        found = match.judged(legal[0], seat)
        return found if isinstance(found, Decision) else None

    def _undisturbed(self, seat: int, number: int) -> int:
        """In a decision that several make at once, what others have chosen meanwhile does not disturb: then the number as it is now.

        Since the number that was seen, only others have decided, and the seat was to decide all the time, with the same choices.
        """
        table, since = self.table, self.table.entries[max(number, 0) :]
        if not since or number < 0 or any(kind not in ("play", "withdraw") or other == seat for kind, other, _ in since):
            return number
        more = sum(1 if kind == "play" else -1 for kind, _, _ in since)  # who withdraws a choice makes it anew, or has not yet
        return table.number if table.match.waits_since(max(0, more), seat) else number

    def _unanswered(self, seat: int, number: int) -> int:
        """What others choose beside it does not disturb who withdraws a choice either."""
        since = self.table.entries[max(number, 0) :]
        quiet = number >= 0 and all(kind in ("play", "withdraw") and other != seat for kind, other, _ in since)
        return self.table.number if quiet else number

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
            if number == table.number and (refused := self._undo_refusal(seat)):
                raise TakeBackRefused(refused)
            if table.match.chosen_in_secret(seat) is not None:
                self._check_turn(self._unanswered(seat, number))
                with self.tables.writing(table) as connection:
                    self.tables.append(connection, table, "withdraw", seat)
                    table.replay("withdraw", seat, "")
                return
            self._check_turn(number)
            with self.tables.writing(table) as connection:
                count = 0
                while (most is None or count < most) and self._undo_refusal(seat) is None:
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
                raise TakeBackRefused(NOTHING_TO_REDO)
            self._check_turn(number)
            with self.tables.writing(table) as connection:
                self.tables.append(connection, table, "redo", seat)
                table.replay("redo", seat, "")

    def choose_instead(self, seat: int, number: int, action: int) -> None:
        """Take the seat's last decision back and make another in its place; where the rules refuse that, nothing changes."""
        with self.table.lock:
            self.undo(seat, number)
            try:
                self.act(seat, self.table.number, action)
            except Refused:
                self.redo(seat, self.table.number)
                raise

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
            known_here, seed, games, game = table.match.known(seat), secrets.randbits(63), self.tables.games, table.game.id

            def advise() -> Counsel:
                return counsel(known_here, adviser, seed, games.bot_mode(game))

            share = share_of(self.tables, table, self.visitor)
            thoughts = self.tables.thinking.submit_when(games.over(game), adviser, share, advise)  # interpreted, a search finds too little
            made = table.advice[seat] = Hint(table.number, thoughts)
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
                if self.tables.store.shared and hint.counsel is not None:  # pages of the seat may be open at other servers
                    connection.execute(schema.hints.delete().where(schema.hints.c.table == table.id, schema.hints.c.seat == seat))
                    values = {"table": table.id, "seat": seat, "number": hint.number, "found": written(hint.counsel)}
                    connection.execute(schema.hints.insert().values(values))
                self.tables.save_seats(connection, table)
