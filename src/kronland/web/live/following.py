"""Other servers on the same database: what they change at tables that are in use here is noticed within a moment, and who is there.

Whoever asks for a table gets it as it is on disk anyway; this is for those who wait to be told, and for bots. PostgreSQL tells it at once
(LISTEN and NOTIFY); what may have been missed, while the connection was gone, is looked for as soon as it is back and every few seconds.
A database that tells nothing is looked at every second.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping

from kronland.web.bots.queue import WAITING
from kronland.web.errors import Unavailable, WebError
from kronland.web.live.elsewhere import Attendance
from kronland.web.safety.visitors import RENAMED, Visitors
from kronland.web.store.store import Ear
from kronland.web.table.keeping import CHANGED
from kronland.web.table.tables import Tables

LOG = logging.getLogger("kronland.web")
EVERY = 1.0  # seconds between two looks at a database that tells nothing
SWEEP = 5.0  # and at one that does
PRESENCE = 4.0  # seconds between two messages on who is here
LATE = 15.0  # seconds without a look that succeeded, after which nothing is followed any more
BUSY = 0.02  # seconds until a table is tried again that somebody had in hand
THERE = "kronland_there"  # on who is there


class Following:
    def __init__(
        self,
        tables: Tables,
        visitors: Visitors,
        here: Callable[[], Iterable[tuple[str, Attendance]]] = tuple,
        heard: Callable[[], None] = lambda: None,
        work: Callable[[], None] = lambda: None,
        holds: int | None = None,
        channels: Mapping[str, Callable[[str], None]] | None = None,
        says: Callable[[], Iterable[tuple[str, str]]] = tuple,
        anew: Callable[[], None] = lambda: None,
    ) -> None:
        """`here` says who is at which table by way of this server; `heard` is told when another server has said that, `work` when there is
        something in the queue. A process that only thinks `holds` a lock as long as it listens, by which others see that it is there.
        `channels` are further ones, each with who hears them; `says` is what else is told every few seconds, on which channel;
        `anew` is called when it begins to listen, for what was told before it has not heard."""
        self.channels, self.says, self.anew = dict(channels or {}), says, anew
        self.tables, self.visitors, self.here, self.heard, self.work, self.holds = tables, visitors, here, heard, work, holds
        self._behind: dict[str, int] = {}  # tables that are to be read, and were in somebody's hands
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
                if self.tables.store.shared:
                    with self.tables.store.listening(CHANGED, RENAMED, THERE, WAITING, *self.channels, holds=self.holds) as ear:
                        self.work()
                        self._listen(ear)
                else:
                    self._sweep()
            except Unavailable as problem:
                LOG.warning("other servers' changes could not be read: %s", problem)
            except Exception:
                if not self._stopped.is_set():
                    LOG.exception("other servers' changes could not be read")

    def _sweep(self) -> None:
        self.tables.catch_up_all()
        self._looked = time.monotonic()

    def _listen(self, ear: Ear) -> None:
        """As long as the connection lasts."""
        self.visitors.forget()  # nobody has told who was renamed meanwhile
        self.anew()
        swept = said = -1e9
        while not self._stopped.is_set():
            now = time.monotonic()
            if now - swept >= SWEEP:
                self._sweep()
                swept = now
            if now - said >= PRESENCE:
                for message in self.tables.elsewhere.messages(self.here()):
                    ear.tell(THERE, message)
                for what, text in self.says():
                    ear.tell(what, text)
                said = now
            wait = BUSY if self._behind else max(0.0, min(swept + SWEEP, said + PRESENCE, now + EVERY) - now)
            for what, text in ear.heard(wait):
                self._hear(what, text)
            for table_id, version in list(self._behind.items()):
                self._follow(table_id, version)

    def _follow(self, table_id: str, version: int) -> None:
        """Read what is new of a table; later, if somebody has it in hand."""
        self._behind.pop(table_id, None)
        try:
            if not self.tables.catch_up(table_id, version):
                self._behind[table_id] = version
        except WebError as problem:
            LOG.warning("table %s cannot be followed: %s", table_id, problem)

    def _hear(self, what: str, text: str) -> None:
        if what == CHANGED:
            table_id, _, version = text.partition(" ")
            self._follow(table_id, int(version))
        elif what == RENAMED:
            self.visitors.forget(int(text))
        elif what == WAITING:
            self.work()
        elif what in self.channels:
            self.channels[what](text)
        elif self.tables.elsewhere.hear(text):
            self.heard()
