"""Threads that games are handed out to, and of a batch, whose turn it is to ask for work.

Kernels run without the interpreter's lock, so two callers could be at the same games at once: one would step what the other one is looking
at, and compiled rules would be given states that are half one game and half another. Here the second one waits.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

Given = ParamSpec("Given")
Got = TypeVar("Got")


class Crew:
    """So many threads, the one that asks included. They begin when there is work, and are not copied or packed with a batch."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._begin()

    def _begin(self) -> None:
        self._process, self._turn = os.getpid(), threading.RLock()
        self._pool: ThreadPoolExecutor | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Crew, (self.threads,)

    @property
    def turn(self) -> threading.RLock:
        """To be held by whoever looks at the games or changes them."""
        if self._process != os.getpid():  # a fork copies everything but threads: nobody would work, or give back a turn that was taken
            self._begin()
        return self._turn

    def work(self, tasks: Sequence[Callable[[], Any]]) -> None:
        """A task for each thread, the first one for whoever asks."""
        if self._pool is None and len(tasks) > 1:
            self._pool = ThreadPoolExecutor(self.threads - 1)
        others = [self._pool.submit(task) for task in tasks[1:]] if self._pool is not None else []
        try:
            tasks[0]()
        finally:
            for other in others:
                other.result()


class HasCrew(Protocol):
    _crew: Crew


Owner = TypeVar("Owner", bound=HasCrew)


def in_turn(method: Callable[Concatenate[Owner, Given], Got]) -> Callable[Concatenate[Owner, Given], Got]:
    """Of a method that looks at the games or changes them: other threads that ask meanwhile wait until it is done."""

    @wraps(method)
    def alone(self: Owner, /, *given: Given.args, **named: Given.kwargs) -> Got:
        with self._crew.turn:
            return method(self, *given, **named)

    return alone


@contextmanager
def pool_of(threads: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that begin nothing more where something goes wrong: Ctrl-C may come while thousands of games are still being handed out."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
