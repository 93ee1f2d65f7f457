"""Any page that is open learns of a notice at once: a stream for each browser, which says what is new for its person.

Nothing of a table goes through here. A browser opens one stream for all its pages (notices.js).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

from kronland.core.words import N_
from kronland.web.errors import WebError

HEARTBEAT = 15.0  # seconds: shorter than the patience of any proxy
MOST_BY_VISITOR, MOST_BY_ADDRESS, MOST_IN_ALL = 12, 192, 3000  # streams that are open


class TooManyCalls(WebError):
    status, code = 429, "too-many"

    def __init__(self) -> None:
        super().__init__(N_("Too many pages are open already. Please close one of them."))


class Calls:
    """`call` may be called from any thread."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.stopping = False
        self._open: dict[int, set[asyncio.Event]] = {}
        self._held: Counter[Any] = Counter()

    def call(self, visitor: int) -> None:
        """There is something new for somebody, or less than before."""
        if visitor in self._open and self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._wake, visitor)

    def _wake(self, visitor: int) -> None:
        for event in self._open.get(visitor, ()):
            event.set()

    def stop(self) -> None:
        """End all streams, so that the server can stop."""
        self.stopping = True
        for visitor in list(self._open):
            self._wake(visitor)

    def admit(self, visitor: int, address: str) -> None:
        most = ((visitor, MOST_BY_VISITOR), (address, MOST_BY_ADDRESS), ("all", MOST_IN_ALL))
        if any(self._held[key] >= number for key, number in most):
            raise TooManyCalls

    async def events(self, visitor: int, address: str, news: Callable[[], Any]) -> AsyncIterator[str]:
        """What is new, now and whenever it changes; `news` is awaited, and says None where there is nobody any more."""
        event = asyncio.Event()
        keys = (visitor, address, "all")
        self.loop = asyncio.get_running_loop()
        self._open.setdefault(visitor, set()).add(event)
        self._held.update(keys)
        try:
            yield "retry: 5000\n\n"
            said = ""
            while not self.stopping:
                event.clear()
                text = await news()
                if text is None:
                    return
                if text != said:
                    said = text
                    yield f"event: notices\ndata: {text}\n\n"
                try:
                    await asyncio.wait_for(event.wait(), HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"
        finally:
            self._held.subtract(keys)
            self._held += Counter()  # without those that are at nought
            self._open[visitor].discard(event)
            if not self._open[visitor]:
                del self._open[visitor]
