"""Who is at tables by way of other servers, as those say it: signs of life by seat, pages that are open, and who watches.

Each server tells it every few seconds, all of it, so that one that has just begun knows soon, and of one that has died nothing is left
after a while. Nothing of it is kept: it is told through the database, not written there.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

LONGEST = 7000  # bytes of one message: PostgreSQL takes 8000
GONE = 12.0  # seconds without a word of a table after which a server has no page of it open any more
FORGOTTEN = 120.0  # seconds after which what it said is dropped
MOST_NAMED = 20  # of those who watch at one server; others are counted


@dataclass(frozen=True)
class Attendance:
    """Who is at a table by way of one server."""

    seen: dict[int, float] = field(default_factory=dict)  # by seat: seconds since the last sign of life
    pages: bool = False  # whether any page is open
    named: dict[int, str] = field(default_factory=dict)  # who watches, by visitor
    others: int = 0  # who watch besides, without a name


class Elsewhere:
    """What other servers have said. Any thread may ask."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.server = secrets.token_hex(6)  # what this one calls itself
        self._now = clock
        self._said: dict[str, dict[str, tuple[float, Attendance]]] = {}  # by table, by server: when, and what
        self._guard = threading.Lock()

    # Saying -----------------------------------------------------------------------------------------------------------------------

    def messages(self, here: Iterable[tuple[str, Attendance]]) -> Iterator[str]:
        """What this server says, in messages that are short enough."""
        part: dict[str, Any] = {}
        size = 0
        for table_id, found in here:
            told = [found.seen, found.pages, found.named, found.others]
            length = len(json.dumps({table_id: told}))
            if part and size + length > LONGEST:
                yield json.dumps([self.server, part])
                part, size = {}, 0
            part[table_id] = told
            size += length
        if part:
            yield json.dumps([self.server, part])

    # Hearing ----------------------------------------------------------------------------------------------------------------------

    def hear(self, text: str) -> bool:
        """Whether it was another server that said it."""
        server, tables = json.loads(text)
        if server == self.server:
            return False
        now = self._now()
        with self._guard:
            for table_id, (seen, pages, named, others) in tables.items():
                ages = {int(seat): now - age for seat, age in seen.items()}
                found = Attendance(ages, pages, {int(visitor): name for visitor, name in named.items()}, others)
                self._said.setdefault(table_id, {})[server] = now, found
            for table_id in [table_id for table_id, said in self._said.items() if all(now - at > FORGOTTEN for at, _ in said.values())]:
                del self._said[table_id]
        return True

    # Asking -----------------------------------------------------------------------------------------------------------------------

    def _of(self, table_id: str, patience: float) -> list[Attendance]:
        now = self._now()
        with self._guard:
            return [found for at, found in self._said.get(table_id, {}).values() if now - at <= patience]

    def knows(self, table_id: str) -> bool:
        """Whether another server has the table in hand."""
        return bool(self._of(table_id, GONE))

    def seen(self, table_id: str, seat: int) -> float:
        """When the person of a seat last gave a sign of life at another server."""
        return max((found.seen.get(seat, float("-inf")) for found in self._of(table_id, FORGOTTEN)), default=float("-inf"))

    def has_page_open(self, table_id: str) -> bool:
        return any(found.pages for found in self._of(table_id, GONE))

    def watching(self, table_id: str) -> tuple[dict[int, str], int]:
        """Who watches at other servers: names by visitor, and how many without one."""
        named: dict[int, str] = {}
        found = self._of(table_id, GONE)
        for one in found:
            named |= one.named
        return named, sum(one.others for one in found)
