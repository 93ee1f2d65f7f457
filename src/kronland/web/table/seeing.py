"""Seeing: one moment of a table, or all that happened there, as a seat may know it. Nothing else of a table reaches a visitor."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kronland.core.events import Event
from kronland.core.flow import Barrier
from kronland.core.foresight import Foreseer, Foresight
from kronland.core.game import SPECTATOR, Game
from kronland.core.match import BARRIERS, NOTHING_TO_UNDO
from kronland.core.record import write
from kronland.core.view import View
from kronland.core.why import Why
from kronland.core.words import N_, Text, Words, words
from kronland.games.drawing.trail import Trail
from kronland.web.errors import Forbidden, NotFound
from kronland.web.table.rights import ENOUGH, NOT_OVER, NOT_RUNNING, NOT_YOUR_SEAT, Rights
from kronland.web.table.table import ChatLine

ONLY_INVITED = N_("Those who sit at the table, and those who watch, can read that. Take the seat that you are invited to first.")
ANOTHERS = N_("The last decision was another player's.")


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
    can_reset: bool = False  # more than one decision can be taken back

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
    place: int = 0  # among the events of the decision
    about: int = SPECTATOR  # whom it is about; -1 for nobody in particular
    sign: str = ""  # of the board's definitions
    says: bool = True  # something that a reader needs
    opens: bool = False  # a turn or a round
    asks: bool = False  # tells whom it is about what they decide now


class Decided:
    """What came of a decision, or of the set-up, in words: the same object for all who know the same of it."""

    __slots__ = ("drawn", "lines", "said")

    def __init__(self, lines: list[Line]) -> None:
        self.lines, self.said = lines, [line for line in lines if line.says]
        self.drawn: dict[Hashable, Any] = {}  # what was made of them for pages


class Seeing(Rights):
    """What somebody may see."""

    def look(self, seat: int = SPECTATOR, language: str = "en", again: bool = False) -> Look:
        """The table as it is now, as the seat may know it. Who looks at every change says so, and draws before giving the lock back."""
        table = self.table
        with table.lock:
            self._check_eyes(seat)
            # Where a game was broken off there is nothing to choose.
            ended = table.stage == "ended"
            trail = table.trails.setdefault((seat, language), Trail()) if again else None
            view = table.match.view_at(table.match.length, seat, language) if ended else table.match.view(seat, language, trail)
            table.memory["view", seat] = view
            refused = self._undo_refusal(seat)
            return Look(
                table.number,
                table.version,
                table.match.length,
                view,
                table.stage,
                table.actors,
                refused is None,
                words(language)(refused) if refused else None,
                self._can_redo(seat),
                refused is None and self._can_reset(seat),
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

    def _undo_refusal(self, seat: int) -> Text | None:
        table = self.table
        if seat not in self.seats:
            return NOT_YOUR_SEAT
        if table.stage != "running":
            return NOT_RUNNING
        if table.match.length <= table.base:
            return NOTHING_TO_UNDO
        if self._log_is_full:  # decisions are made still: without undo they come to an end
            return ENOUGH
        if table.match.chosen_in_secret(seat) is not None:
            return None
        barrier, anothers = table.match.undo_barrier, table.match.last_seat != seat
        if anothers and seat in table.actors and barrier == BARRIERS[Barrier.PASSED]:
            return ANOTHERS  # who is to decide is not told that somebody else is
        return barrier or (ANOTHERS if anothers else None)

    def _can_redo(self, seat: int) -> bool:
        return seat in self.seats and self.table.stage == "running" and self.table.match.redo_seat == seat

    def _can_reset(self, seat: int) -> bool:
        """Whether the seat could take back the decision before the last one, too."""
        table, match = self.table, self.table.match
        before = match.length - 1
        if before <= table.base or match.chosen_in_secret(seat) is not None:
            return False
        return match.decider(before) == seat and Barrier(int(match.state_at(before).barrier)) not in BARRIERS

    def lines(self, seat: int = SPECTATOR, language: str = "en") -> list[Line]:
        """All that happened, in words, as the seat may know it."""
        return [line for decided in self.lines_by_decision(seat, language) for line in decided.lines]

    def lines_by_decision(self, seat: int = SPECTATOR, language: str = "en") -> Sequence[Decided]:
        """The same for the set-up and for each decision; each is made once, and one of which all know the same once for all."""
        table = self.table
        with table.lock:
            self._check_eyes(seat)
            match = table.match
            known: list[Decided] = table.said.setdefault((seat, language), [])
            for at in range(len(known), match.length + 1):
                if seat != SPECTATOR and match.known_to_all(at):
                    known.append(self.lines_by_decision(SPECTATOR, language)[at])
                else:
                    known.append(self._decided(at, seat, language))
            return known

    def _decided(self, at: int, seat: int, language: str) -> Decided:
        match, speak = self.table.match, words(language)
        names, decider = match.names(language), match.decider(at)
        events = enumerate(match.events(seat, at))
        return Decided([_line(match.game, at, decider, place, event, speak, names) for place, event in events])

    def outlines(self, seat: int, at: int) -> list[str]:
        """The places on the board that each event of a decision is about, as the seat may know them. Found out once; where all know the
        same of the events, as who only watches has the board."""
        table = self.table
        with table.lock:
            self._check_eyes(seat)
            match = table.match
            seat = SPECTATOR if match.known_to_all(at) else seat
            known = table.said.setdefault(("outlines", seat), [])  # a list for the set-up and for each decision, or nothing yet
            known.extend([None] * (match.length + 1 - len(known)))
            if known[at] is None:
                shown, events = match.game.happening, match.events(seat, at)
                now = table.memory.get(("view", seat)) if at == match.length else None  # places are not in any language
                view = (now or match.view_at(at, seat)) if any(map(shown.says, events)) else None
                known[at] = [shown.outline(view, event) if view is not None and shown.says(event) else "" for event in events]
            found: list[str] = known[at]
            return found

    def history(self, seat: int = SPECTATOR) -> list[tuple[int, str]]:
        """All decisions as the seat may know them: of another's secret choice only the verb."""
        with self.table.lock:
            self._check_eyes(seat)
            return self.table.match.history_for(seat)

    def why(self, seat: int, action: int) -> Why | None:
        """Why the seat may not choose this action now; None if it may."""
        table = self.table
        with table.lock:
            self._check_own(seat)
            return table.match.why(action, seat)

    def foresight(self, seat: int, action: int) -> Foresight | None:
        """What follows from a legal action, as far as the seat can know; None for one that is not legal."""
        with self.table.lock:
            foreseer = self._foreseer(seat)
            return foreseer.of(action) if foreseer and action in self.table.match.legal_actions(seat) else None

    def foresights(self, seat: int) -> dict[int, Foresight]:
        """What follows from each legal action."""
        with self.table.lock:
            foreseer = self._foreseer(seat)
            return {action: foreseer.of(action) for action in self.table.match.legal_actions(seat)} if foreseer else {}

    def _foreseer(self, seat: int) -> Foreseer | None:
        table = self.table
        self._check_own(seat)
        if seat not in table.actors:
            return None
        if ("foreseer", seat) not in table.memory:
            table.memory["foreseer", seat] = table.match.foreseer(seat)
        found: Foreseer = table.memory["foreseer", seat]
        return found

    def chat_lines(self) -> list[ChatLine]:
        with self.table.lock:
            if not self.may_watch:
                raise Forbidden(ONLY_INVITED)
            return [replace(line, text="") if line.number in self.table.hidden else line for line in self.table.chat]

    def heard(self) -> list[ChatLine]:
        """What this one wants to read: without the lines of whom they do not want to hear."""
        table, muted = self.table, self.visitor.muted
        return [line for line in self.chat_lines() if not muted or table.speaker(line) not in muted]

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


def _line(game: Game, at: int, decider: int, place: int, event: Event, speak: Words, names: Sequence[str]) -> Line:
    kind, shown = game.events[event[0]], game.happening
    about = event.seat if event.seat is not None and event.seat >= 0 else SPECTATOR
    sign, says, opens = shown.signs.get(event[0], ""), shown.says(event), event[0] in shown.opens
    return Line(at, decider, kind.say(event, speak, names), kind.rule, place, about, sign, says, opens, event[0] in shown.asks)
