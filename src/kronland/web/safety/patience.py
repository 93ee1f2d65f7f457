"""A lock for which nobody waits for ever: a request is told so where the row does not move, instead of standing in it.

A row that moves is no trouble: after a restart all who play at a server come back at once, and each has to wait only for those before.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import TracebackType

from kronland.web.errors import Unavailable

MOST = 5  # times as long is waited in a row that moves


class PatientLock:
    """Like `threading.RLock`, but `with` gives up when nobody who had it has come to a good end for so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._lock, self._seconds = threading.RLock(), seconds
        self._moved = monotonic()  # when somebody last came to a good end

    def __enter__(self) -> None:
        if self._lock.acquire(blocking=False):
            return
        began = monotonic()
        end = began + self._seconds
        while not self._lock.acquire(timeout=max(0.0, end - monotonic())):
            later = min(self._moved, began + (MOST - 1) * self._seconds) + self._seconds
            if later <= end:
                raise Unavailable
            end = later

    @contextmanager
    def at_once(self) -> Iterator[bool]:
        """With the lock if nobody has it, without waiting; whether that is so."""
        had = self._lock.acquire(blocking=False)
        try:
            yield had
        finally:
            if had:
                self._lock.release()

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        if kind is None:
            self._moved = monotonic()
        self._lock.release()
