"""Bots at their tables: each begins to think when it is to move, and moves when it has thought and the table's pace has passed.

A table is looked at after every change and once at the start, so bots go on after a restart as if nothing had been.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from contextlib import suppress
from dataclasses import dataclass

from kronland.bots import choose
from kronland.web.access import Access
from kronland.web.errors import Conflict, WebError
from kronland.web.tables import Table, Tables
from kronland.web.visitors import Visitor

LOG = logging.getLogger("kronland.web")
NOBODY = Visitor(None, "", "en")
AT_ONCE = "page"  # what needs no thought goes where the quick bots think


@dataclass
class Turn:
    """A bot is to move."""

    table: str
    number: int  # the position that it is about
    seat: int
    level: str
    due: float  # not before this moment
    action: str | None = None  # once it has been thought about


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
        for table_id in self.tables.running_with_bots():
            if self._stopped:
                return
            try:
                table = self.tables.find(table_id)
            except WebError as problem:
                LOG.warning("table cannot go on: %s", problem)
                continue
            with table.lock:
                self.look(table)

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
                with suppress(RuntimeError):  # the threads have been stopped
                    self.thinking.submit(level, self._think, turn)

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
        except Exception:
            LOG.exception("a bot could not think")
            return
        with self._news:
            turn.action = action
            self._news.notify()

    def _run(self) -> None:
        while True:
            with self._news:
                if self._stopped:
                    return
                now = time.monotonic()
                thought = [turn for turn in self._turns.values() if turn.action is not None]
                ready = [turn for turn in thought if turn.due <= now]
                if not ready:
                    self._news.wait(min((turn.due for turn in thought), default=now + 60) - now)
                    continue
                for turn in ready:
                    del self._turns[turn.table]
            for turn in ready:
                with suppress(RuntimeError):
                    self.thinking.submit(AT_ONCE, self._move, turn)

    def _move(self, turn: Turn) -> None:
        try:
            table = self.tables.find(turn.table)
            assert turn.action is not None
            Bot(self.tables, table, NOBODY, (turn.seat,)).act(turn.seat, turn.number, turn.action)
        except Conflict:
            pass  # the change that came first has been looked at already
        except Exception:
            LOG.exception("a bot could not move")


class Bot(Access):
    """A bot's access: it gives no sign of life of the person whose seat it keeps."""

    def seen(self) -> None:
        pass
