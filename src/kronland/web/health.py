"""Whether the server works: `/healthz`, for whoever watches over it.

It answers 200 while the database can be read and written, bots are served, pages are brought what changes and other servers' changes are
noticed, else 503. It is asked by anyone, so it tells nothing secret, and looks anew only when the last look is some seconds old.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse

from kronland import __version__
from kronland.games import GAMES
from kronland.web.errors import Unavailable
from kronland.web.following import Following
from kronland.web.live import Live
from kronland.web.pacing import Pacing
from kronland.web.tables import Tables

LOG = logging.getLogger("kronland.web")
FRESH = 2.0  # seconds for which one look is good


class Health:
    def __init__(self, tables: Tables, bots: Pacing, live: Live, others: Following, clock: Callable[[], float] = time.monotonic) -> None:
        self.tables, self.bots, self.live, self.others, self._clock = tables, bots, live, others, clock
        self._looking = threading.Lock()
        self._looked = -1e9
        self._found: dict[str, Any] | None = None

    def look(self) -> dict[str, Any]:
        """What was found last; only one looks at a time, and nobody waits for that one who can have an older answer."""
        if self._looking.acquire(blocking=self._found is None):
            try:
                if self._found is None or self._clock() - self._looked >= FRESH:
                    self._found = self._look()
                    self._looked = self._clock()
            finally:
                self._looking.release()
        assert self._found is not None
        return self._found

    def _look(self) -> dict[str, Any]:
        reads, writes = self._works(self.tables.store.check_reading), self._works(self.tables.store.check_writing)
        works = {"store": reads, "writes": writes, "bots": self.bots.alive, "live": self.live.alive, "following": self.others.alive}
        for name, well in works.items():
            if not well:
                LOG.error("%s: out of order", name)
        return {
            "status": "ok" if all(works.values()) else "failing",
            **works,
            "set_aside": len(self.tables.damaged),
            "version": __version__,
            "games": {game: self.tables.games.state(game).stage for game in GAMES},
            "thinking": {game: self.tables.games.bot_mode(game) for game in GAMES},
        }

    @staticmethod
    def _works(check: Callable[[], None]) -> bool:
        try:
            check()
        except Unavailable:
            return False
        except Exception:
            LOG.exception("the store is out of order")
            return False
        return True


def healthz(request: Request) -> JSONResponse:
    """What works (see above), how many tables are set aside, how far games are, and how their bots think."""
    health: Health = request.app.state.health
    found = health.look()
    return JSONResponse(found, 200 if found["status"] == "ok" else 503)
