"""Who is here now, of those who want their friends to see it: kept in memory alone, and told to other servers every few seconds."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Collection, Iterator

from kronland.web.safety.visitors import Visitor

HERE = "kronland_here"  # what other servers are told
HERE_FOR = 60.0  # seconds after the last sign of life; a page that is open gives one every 15
GONE = 12.0  # seconds after which what another server said is no longer believed
AT_ONCE = 700  # people in one message: PostgreSQL takes 8000 bytes


class Around:
    """Any thread may ask."""

    def __init__(self, server: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.server, self._now = server, clock
        self._seen: dict[int, float] = {}
        self._there: dict[int, float] = {}  # by way of other servers: when they said so
        self._guard = threading.Lock()

    def saw(self, visitor: Visitor) -> None:
        """A sign of life."""
        if visitor.id is not None:
            with self._guard:
                if visitor.preferences.seen:
                    self._seen[visitor.id] = self._now()
                else:
                    self._seen.pop(visitor.id, None)

    def _here(self) -> list[int]:
        now = self._now()
        with self._guard:
            self._seen = {visitor: at for visitor, at in self._seen.items() if now - at < HERE_FOR}
            self._there = {visitor: at for visitor, at in self._there.items() if now - at < GONE}
            return list(self._seen)

    def here(self, people: Collection[int]) -> set[int]:
        """Which of these are here, at this server or another."""
        self._here()
        with self._guard:
            return {visitor for visitor in people if visitor in self._seen or visitor in self._there}

    def messages(self) -> Iterator[tuple[str, str]]:
        """What this server says, in messages that are short enough."""
        here = self._here()
        for first in range(0, len(here), AT_ONCE):
            yield HERE, json.dumps([self.server, here[first : first + AT_ONCE]])

    def hear(self, text: str) -> None:
        server, people = json.loads(text)
        if server != self.server:
            now = self._now()
            with self._guard:
                self._there |= dict.fromkeys(people, now)
