"""Time that has run out: at every table where it has, what was agreed happens, once.

Whose time runs out when is on disk, in the row of the table. Every server looks there now and then; of several that find the same, the one
that writes first has done it, and the others see at the new version of the table that nothing is left to be done.
"""

from __future__ import annotations

import logging
import threading

import sqlalchemy as sa

from kronland.web.errors import Unavailable, WebError
from kronland.web.notices.telling import tell_late
from kronland.web.store import schema
from kronland.web.table.clock import STAND_IN
from kronland.web.table.keeping import anew
from kronland.web.table.table import Table
from kronland.web.table.tables import Tables

LOG = logging.getLogger("kronland.web")
EVERY = 5.0  # seconds between two looks: nobody has less than ten minutes
AT_ONCE = 200  # tables in one look; the next one has the others


class Expiry:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._let_be: set[str] = set()  # tables that cannot be played now: each is named in the server's log once
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="clocks", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def _run(self) -> None:
        while not self._stopped.wait(EVERY):
            try:
                self.look()
            except Unavailable as problem:
                LOG.warning("clocks could not be looked at: %s", problem)
            except Exception:
                LOG.exception("clocks could not be looked at")

    def look(self) -> int:
        """What was agreed happens wherever time has run out; at how many tables."""
        row = schema.tables.c
        late = sa.select(row.id).where(row.due <= self.tables.now(), row.id.not_in(self._let_be)).order_by(row.due).limit(AT_ONCE)
        with self.tables.store.read() as connection:
            ids = list(connection.scalars(late))
        return sum(map(self._settled, ids))

    def _settled(self, table_id: str) -> bool:
        try:
            return self._settle(table_id)
        except Unavailable:
            raise
        except WebError as problem:
            LOG.warning("time has run out at table %s, which cannot go on: %s", table_id, problem)
            self._let_be.add(table_id)
            return False

    @anew
    def _settle(self, table_id: str) -> bool:
        table = self.tables.find(table_id)
        with table.lock:
            now = self.tables.now()
            if table.clock is None or table.due is None or table.due > now:
                if table.clock is not None and table.due is not None:  # a holiday has put it off, and nobody has written that yet
                    with self.tables.writing(table):
                        pass
                return False
            self._end(table, table.clock.run_out(now, table.pauses))
            return True

    def _end(self, table: Table, seats: list[int]) -> None:
        """A bot stands in for each of them, or the game ends here with the rest of the players."""
        assert table.clock is not None
        level = STAND_IN if table.clock.terms.out == "bot" else ""
        with self.tables.writing(table) as connection:
            for seat in seats:
                self.tables.append(connection, table, "timeout", seat, level)
                table.replay("timeout", seat, level)
            self.tables.save_seats(connection, table)
            if level:
                tell_late(self.tables.store, connection, table, seats, self.tables.now())
            else:
                table.stage = "ended"
