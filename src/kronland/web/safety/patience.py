"""A lock for which nobody waits for ever: a request that cannot have it in time is told so instead of standing in a row."""

from __future__ import annotations

import threading
from types import TracebackType

from kronland.web.errors import Unavailable


class PatientLock:
    """Like `threading.RLock`, but `with` gives up after so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._lock, self._seconds = threading.RLock(), seconds

    def __enter__(self) -> None:
        if not self._lock.acquire(timeout=self._seconds):
            raise Unavailable

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self._lock.release()
