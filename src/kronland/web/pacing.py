"""Bots at their tables: each moves after the table's pace, thinking in a pool of threads, so that nobody waits for them.

A table is looked at after every change and once at the start, so bots go on after a restart as if nothing had been.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from kronland.bots import choose
from kronland.web.access import Access
from kronland.web.errors import Conflict, WebError
from kronland.web.tables import Table, Tables
from kronland.web.visitors import Visitor

LOG = logging.getLogger("kronland.web")
NOBODY = Visitor(None, "", "en")


class Pacing:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._pool = ThreadPoolExecutor(tables.settings.bot_threads, thread_name_prefix="bot")
        self._due: dict[str, tuple[float, int]] = {}  # table -> when its next bot moves, and at which number
        self._news = threading.Condition()
        self._stopped = False
        self._clock = threading.Thread(target=self._run, name="pacing", daemon=True)

    def start(self) -> None:
        self._clock.start()
        self._pool.submit(self._resume)

    def stop(self) -> None:
        """No further moves; one that is being made is finished."""
        with self._news:
            self._stopped = True
            self._news.notify()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _resume(self) -> None:
        """Tables at which a bot was to move when the server stopped. Games that are being prepared are waited for."""
        self.tables.games.wait()
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
            if not table.bots_to_move:
                self._due.pop(table.id, None)
            elif self._due.get(table.id, (0.0, -1))[1] != table.number:
                self._due[table.id] = (time.monotonic() + table.pace, table.number)
                self._news.notify()

    def _run(self) -> None:
        while True:
            with self._news:
                if self._stopped:
                    return
                now = time.monotonic()
                ready = [table_id for table_id, (when, _) in self._due.items() if when <= now]
                if not ready:
                    soonest = min((when for when, _ in self._due.values()), default=now + 60)
                    self._news.wait(soonest - now)
                    continue
                for table_id in ready:
                    del self._due[table_id]
            for table_id in ready:
                try:
                    self._pool.submit(self._move, table_id)
                except RuntimeError:  # the pool has been shut down meanwhile
                    return

    def _move(self, table_id: str) -> None:
        try:
            self._move_one(self.tables.find(table_id))
        except Conflict:
            pass  # the change that came first has been looked at already
        except Exception:
            LOG.exception("a bot could not move")

    def _move_one(self, table: Table) -> None:
        with table.lock:
            if self._stopped or not table.bots_to_move:
                return
            seat, number, mode = table.bots_to_move[0], table.number, table.match.mode
            level = table.seats[seat].bot
            assert level is not None
            twin = table.match.twin(seat, secrets.randbits(63))
        action = choose(table.game, twin, seat, level, secrets.randbits(63), mode)
        Bot(self.tables, table, NOBODY, (seat,)).act(seat, number, table.game.space.notation(action))


class Bot(Access):
    """A bot's access: it gives no sign of life of the person whose seat it keeps."""

    def seen(self) -> None:
        pass
