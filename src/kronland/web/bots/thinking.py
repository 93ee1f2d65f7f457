"""Where bots think: few at a time, in threads that step back behind everything else, so that pages stay quick.

Compiled searches leave the interpreter free. What searches takes up to as many cores as the settings say, two for each search (a king's);
quick bots have a thread of their own, so that no squire waits for a king at another table. Who waits is served in turn, see fairness.py.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, ParamSpec, TypeVar

from kronland.bots import find_bot
from kronland.web.safety.fairness import Fair, Share

P = ParamSpec("P")
Result = TypeVar("Result")

NICE = 10  # a thread with this priority runs when no thread with the usual one wants to


class Pool:
    """Threads that do the fairest thing next."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, name, _step_back)
        self._waiting: Fair[tuple[Future[Any], Callable[[], Any]]] = Fair(lambda work: not work[0].cancelled())
        self._guard = threading.Lock()

    def submit(self, share: Share, call: Callable[[], Result]) -> Future[Result]:
        done: Future[Result] = Future()
        with self._guard:
            self._threads.submit(self._next)  # as many turns as there is work; which one comes is decided when a thread is free
            self._waiting.put(share, (done, call))
        return done

    def _next(self) -> None:
        with self._guard:
            work = self._waiting.take()
        if work is None:
            return
        done, call = work
        if not done.set_running_or_notify_cancel():
            return
        try:
            done.set_result(call())
        except BaseException as problem:
            done.set_exception(problem)

    def stop(self) -> None:
        """What is being done is finished, what waits is dropped."""
        with self._guard:
            dropped = self._waiting.clear()
        for done, _ in dropped:
            _cancel(done)
        self._threads.shutdown(wait=True, cancel_futures=True)


class Thinking:
    def __init__(self, threads: int | None) -> None:
        each, threads = find_bot("king").threads, threads or os.cpu_count() or 1
        self.searches = max(1, threads // each)  # at the same time
        self._quick = Pool(1, "bot")
        self._deep = Pool(self.searches, "thinker")

    def submit(self, level: str, share: Share, call: Callable[P, Result], *arguments: P.args, **more: P.kwargs) -> Future[Result]:
        """Do this as soon as a bot of this level may think and it is the turn of that table."""
        pool = self._deep if find_bot(level).searches else self._quick
        return pool.submit(share, partial(call, *arguments, **more))

    def submit_when(self, ready: Future[None], level: str, share: Share, call: Callable[[], Result]) -> Future[Result]:
        """The same, but not before something else is done; cancelled where that is, or where no bot thinks any more then."""
        done: Future[Result] = Future()

        def begin(_: Future[None]) -> None:
            try:
                ready.result()
                self.submit(level, share, call).add_done_callback(hand_on)
            except (CancelledError, RuntimeError):
                _cancel(done)

        def hand_on(thought: Future[Result]) -> None:
            if thought.cancelled():
                _cancel(done)
            elif problem := thought.exception():
                done.set_exception(problem)
            else:
                done.set_result(thought.result())

        ready.add_done_callback(begin)
        return done

    def stop(self) -> None:
        for pool in (self._quick, self._deep):
            pool.stop()


def _cancel(done: Future[Any]) -> None:
    done.cancel()
    done.set_running_or_notify_cancel()


def _step_back() -> None:
    """On Linux a priority is a thread's own, and threads that it starts inherit it."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
