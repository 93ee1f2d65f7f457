"""What a server counts and times, for Prometheus, where whoever runs it wants that; else nothing is counted at all.

    METER.count("moves", game=game.id, by="person")
    with METER.timing("drawing"): ...

The numbers are served on a port of their own that only this machine reaches, never by the application. Where several processes serve, the
first of them gathers what all have counted.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# Name: what it is, and by what it is told apart.
COUNTED = {
    "moves": ("Decisions made at tables", ("game", "by")),
    "handed": ("Connections whose table meets at another process: given to it, or kept where it did not take them", ("how",)),
}
TIMED = {
    "requests": ("Requests answered, by kind and status; streams until they ended", ("kind", "status")),
    "drawing": ("Pages drawn for readers who follow a table", ()),
    "writing": ("Transactions that changed something", ()),
    "thinking": ("Bots thinking about a move", ("level",)),
}
MEASURED = {  # and how the numbers of several processes become one
    "streams": ("Streams that are open", "livesum"),
    "tables": ("Tables in memory", "livesum"),
    "set_aside": ("Tables that cannot be read", "livemax"),
    "waiting": ("Moves and analyses that wait for somebody to think about them", "livemax"),
}
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # where processes leave their numbers for the first of them


class Meter:
    """Does nothing until it is turned on, once, before anything is counted."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}

    @property
    def on(self) -> bool:
        return bool(self._known)

    def turn_on(self) -> None:
        from prometheus_client import Counter, Gauge, Histogram

        if not self.on:
            made: dict[str, Any] = {name: Counter(f"kronland_{name}", about, by) for name, (about, by) in COUNTED.items()}
            made |= {name: Histogram(f"kronland_{name}_seconds", about, by, buckets=BOUNDS) for name, (about, by) in TIMED.items()}
            made |= {name: Gauge(f"kronland_{name}", about, multiprocess_mode=how) for name, (about, how) in MEASURED.items()}
            self._known = made

    def count(self, name: str, **by: str) -> None:
        if self._known:
            self._known[name].labels(**by).inc()

    def took(self, name: str, seconds: float, **by: str) -> None:
        if self._known:
            found = self._known[name]
            (found.labels(**by) if by else found).observe(seconds)

    @contextmanager
    def timing(self, name: str, **by: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            self.took(name, time.perf_counter() - began, **by)

    def measure(self, **values: float) -> None:
        for name, value in values.items() if self._known else ():
            self._known[name].set(value)


METER = Meter()


@contextmanager
def served(port: int | None, processes: int = 1) -> Iterator[None]:
    """Numbers on this port of this machine, as long as the block lasts; of several processes those that are started in it."""
    if port is None:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="kronland-metrics-") as folder:
        if processes > 1:
            os.environ[FOLDER] = folder  # before the library is read, here and in the processes
        from prometheus_client import REGISTRY, CollectorRegistry, start_http_server
        from prometheus_client.multiprocess import MultiProcessCollector

        gathered = REGISTRY
        if processes > 1:
            gathered = CollectorRegistry()
            MultiProcessCollector(gathered)
        else:
            METER.turn_on()
        server, thread = start_http_server(port, "127.0.0.1", gathered)
        try:
            yield
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
            os.environ.pop(FOLDER, None)
