"""Where bots think: few at a time, in threads that step back behind everything else, so that pages stay quick.

Compiled searches leave the interpreter free. What searches waits in one queue and takes up to as many cores as the settings say, two for
each search (a king's); quick bots have a thread of their own, so that no squire waits for a king at another table.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import ParamSpec, TypeVar

from kronland.bots import find_bot

P = ParamSpec("P")
Result = TypeVar("Result")

NICE = 10  # a thread with this priority runs when no thread with the usual one wants to


class Thinking:
    def __init__(self, threads: int | None) -> None:
        each, threads = find_bot("king").threads, threads or os.cpu_count() or 1
        self._quick = ThreadPoolExecutor(1, "bot", _step_back)
        self._deep = ThreadPoolExecutor(max(1, threads // each), "thinker", _step_back)

    def submit(self, level: str, call: Callable[P, Result], *arguments: P.args, **more: P.kwargs) -> Future[Result]:
        """Do this as soon as a bot of this level may think."""
        pool = self._deep if find_bot(level).searches else self._quick
        return pool.submit(call, *arguments, **more)

    def stop(self) -> None:
        """What is being thought is finished, what waits is dropped."""
        for pool in (self._quick, self._deep):
            pool.shutdown(wait=True, cancel_futures=True)


def _step_back() -> None:
    """On Linux a priority is a thread's own, and threads that it starts inherit it."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
