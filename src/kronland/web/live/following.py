"""Other servers on the same database: what they change at tables that are in use here is noticed within a moment.

Whoever asks for a table gets it as it is on disk anyway; this is for those who wait to be told, and for bots.
"""

from __future__ import annotations

import logging
import threading

from kronland.web.table.tables import Tables

LOG = logging.getLogger("kronland.web")
EVERY = 1.0  # seconds


class Following:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="following", daemon=True)

    def start(self) -> None:
        if not self.tables.store.in_memory:  # which no other server can reach
            self._thread.start()

    def stop(self) -> None:
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(EVERY):
            try:
                self.tables.catch_up_all()
            except Exception:
                LOG.exception("other servers' changes could not be read")
