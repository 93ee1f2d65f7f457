"""Bots at their tables: each begins to think when it is to move, and moves when it has thought and the table's pace has passed.

A table is looked at after every change and once at the start, so bots go on after a restart as if nothing had been. What goes wrong at one
table, or with the database for a while, is tried again later, and no other table hears of it.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from kronland.bots import choose
from kronland.web.access import Access
from kronland.web.errors import Conflict, WebError
from kronland.web.table import Table
from kronland.web.tables import Tables
from kronland.web.visitors import Visitor

LOG = logging.getLogger("kronland.web")
NOBODY = Visitor(None, "", "en")
AT_ONCE = "page"  # what needs no thought goes where the quick bots think
PATIENCE = 60.0  # seconds at most before something that has failed is tried again; the first time it is one


@dataclass
class Turn:
    """A bot is to move."""

    table: str
    number: int  # the position that it is about
    seat: int
    level: str
    due: float  # not before this moment
    action: str | None = None  # once it has been thought about
    failed: bool = False  # and is to be taken up again when it is due
    failures: int = 0


class Pacing:
    def __init__(self, tables: Tables) -> None:
        self.tables, self.thinking = tables, tables.thinking
        self._turns: dict[str, Turn] = {}  # by table
        self._news = threading.Condition()
        self._stopped = False
        self._clock = threading.Thread(target=self._run, name="pacing", daemon=True)

    def start(self) -> None:
        self._clock.start()
        threading.Thread(target=self._resume, name="resuming", daemon=True).start()

    def stop(self) -> None:
        """No further moves; one that is being made is finished."""
        with self._news:
            self._stopped = True
            self._news.notify()
        self.thinking.stop()

    def _resume(self) -> None:
        """Tables at which a bot was to move when the server stopped. Games that are being prepared are waited for."""
        self.tables.games.playable.wait()
        for table_id in self._with_bots():
            if self._stopped:
                return
            try:
                table = self.tables.find(table_id)
                with table.lock:
                    self.look(table)
            except WebError as problem:
                LOG.warning("table %s cannot go on: %s", table_id, problem)
            except Exception:
                LOG.exception("the bots of table %s cannot go on", table_id)

    def _with_bots(self) -> list[str]:
        """Which tables these are: as soon as the database says it."""
        failures = 0
        while not self._stopped:
            try:
                return self.tables.running_with_bots()
            except Exception:
                LOG.exception("the tables with bots could not be read")
            with self._news:
                self._news.wait_for(lambda: self._stopped, _pause(failures))
            failures += 1
        return []

    def look(self, table: Table) -> None:
        """Called with the lock of a table that has changed: is a bot to move?"""
        with self._news:
            known = self._turns.get(table.id)
            if not table.bots_to_move:
                self._turns.pop(table.id, None)
            elif known is None or known.number != table.number:
                seat = table.bots_to_move[0]
                level = table.seats[seat].bot
                assert level is not None
                turn = Turn(table.id, table.number, seat, level, time.monotonic() + table.pace)
                self._turns[table.id] = turn
                self._submit(level, self._think, turn)

    def _is_on(self, turn: Turn) -> bool:
        """Whether nothing has happened at the table meanwhile."""
        return not self._stopped and self._turns.get(turn.table) is turn

    def _think(self, turn: Turn) -> None:
        try:
            if not self._is_on(turn):
                return
            table = self.tables.find(turn.table)
            with table.lock:
                if turn.number != table.number:
                    return
                mode, twin = self.tables.games.bot_mode(table.game.id), table.match.twin(turn.seat, secrets.randbits(63))
            action = table.game.space.notation(choose(table.game, twin, turn.seat, turn.level, secrets.randbits(63), mode))
        except WebError as problem:
            self._give_up(turn, problem)
        except Exception:
            LOG.exception("a bot could not think at table %s", turn.table)
            self._later(turn)
        else:
            with self._news:
                turn.action = action
                self._news.notify()

    def _run(self) -> None:
        while True:
            with self._news:
                if self._stopped:
                    return
                now = time.monotonic()
                waiting = [turn for turn in self._turns.values() if turn.action is not None or turn.failed]
                ready = [turn for turn in waiting if turn.due <= now]
                if not ready:
                    self._news.wait(min((turn.due for turn in waiting), default=now + 60) - now)
                    continue
                again = [turn for turn in ready if turn.failed]
                moving = [turn for turn in ready if not turn.failed]
                for turn in again:
                    turn.failed = False
                for turn in moving:
                    del self._turns[turn.table]
            for turn in again:
                self._submit(turn.level, self._think, turn)
            for turn in moving:
                self._submit(AT_ONCE, self._move, turn)

    def _submit(self, level: str, work: Callable[[Turn], None], turn: Turn) -> None:
        try:
            self.thinking.submit(level, work, turn)
        except Exception:
            if not self._stopped:  # else the threads have been stopped
                LOG.exception("a bot at table %s could not begin", turn.table)
                self._later(turn)

    def _move(self, turn: Turn) -> None:
        try:
            table = self.tables.find(turn.table)
            assert turn.action is not None
            Bot(self.tables, table, turn.seat).act(turn.seat, turn.number, turn.action)
        except Conflict:
            pass  # the change that came first has been looked at already
        except WebError as problem:
            self._give_up(turn, problem)
        except Exception:
            LOG.exception("a bot could not move at table %s", turn.table)
            self._later(turn)

    def _give_up(self, turn: Turn, problem: WebError) -> None:
        """The table is gone or damaged."""
        LOG.warning("a bot at table %s does not move: %s", turn.table, problem)
        with self._news:
            if self._turns.get(turn.table) is turn:
                del self._turns[turn.table]

    def _later(self, turn: Turn) -> None:
        """Something has failed that need not fail again: the turn is taken up after a pause, if it is still to be made."""
        with self._news:
            if self._turns.setdefault(turn.table, turn) is turn:
                turn.action, turn.failed, turn.due = None, True, time.monotonic() + _pause(turn.failures)
                turn.failures += 1
                self._news.notify()


def _pause(failures: int) -> float:
    """Seconds until what has failed so often is tried again."""
    return min(PATIENCE, 2.0**failures)


class Bot(Access):
    """A bot's access: it gives no sign of life of the person whose seat it keeps."""

    def __init__(self, tables: Tables, table: Table, seat: int) -> None:
        self._own = (seat,)
        super().__init__(tables, table, NOBODY)

    @property
    def seats(self) -> tuple[int, ...]:
        return self._own

    def seen(self) -> None:
        pass
