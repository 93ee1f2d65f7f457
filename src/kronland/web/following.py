"""Other servers on the same database: what they change at tables that are in use here is noticed within a moment.

Whoever asks for a table gets it as it is on disk anyway; this is for those who wait to be told, and for bots.
"""

from __future__ import annotations

import logging
import threading
import time

from kronland.web.tables import Tables

LOG = logging.getLogger("kronland.web")
EVERY = 1.0  # seconds
LATE = 15.0  # seconds without a look that succeeded, after which nothing is followed any more


class Following:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="following", daemon=True)
        self._looked = time.monotonic()  # when it last succeeded

    @property
    def alive(self) -> bool:
        """Whether other servers' changes are noticed; a store in memory no other server can reach."""
        return self.tables.store.in_memory or (self._thread.is_alive() and time.monotonic() - self._looked < LATE)

    def start(self) -> None:
        if not self.tables.store.in_memory:
            self._looked = time.monotonic()
            self._thread.start()

    def stop(self) -> None:
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(EVERY):
            try:
                self.tables.catch_up_all()
                self._looked = time.monotonic()
            except Exception:
                LOG.exception("other servers' changes could not be read")
