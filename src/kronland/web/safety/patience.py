"""A lock for which nobody waits for ever: a request that cannot have it in time is told so instead of standing in a row."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from kronland.web.errors import Unavailable


class PatientLock:
    """Like `threading.RLock`, but `with` gives up after so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._lock, self._seconds = threading.RLock(), seconds

    def __enter__(self) -> None:
        if not self._lock.acquire(timeout=self._seconds):
            raise Unavailable

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
        self._lock.release()
