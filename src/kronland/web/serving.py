"""A server process: alone, or one of several that a supervisor starts, keeps alive and replaces one after the other.

The supervisor is uvicorn's own. It holds the listening socket, which all of them share, so that a connection waits for whoever is free and
none is refused while one is replaced (SIGHUP). Each process makes its application by itself: what is handed over is `Application`. Who asks
for a table is handed to the one at which that table meets (live/meeting.py).
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from multiprocessing.connection import wait
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors import multiprocess as of_uvicorn

from kronland.web import garbage
from kronland.web.app import create_app
from kronland.web.live.live import Live
from kronland.web.live.meeting import MEETING, meeting_place
from kronland.web.logging import log_to_stderr
from kronland.web.metrics import FOLDER, METER
from kronland.web.safety.connections import Doorkeeper, guarded, room_for_connections
from kronland.web.settings import Settings

LOG = logging.getLogger("kronland.web")
GRACE = 5  # seconds that requests have to come to their end when the server stops
READY = 60  # seconds that a process may take to begin, or to say that it is there
ENDING = 30.0  # seconds that it may take to end when it is told to
LOOK = 0.1  # seconds between two looks at whether to stop


class Stopping(uvicorn.Server):
    """One that ends the open streams when it is told to stop, and does not die of the signal once it has stopped in good order."""

    def __init__(self, config: uvicorn.Config, live: Live) -> None:
        super().__init__(config)
        self.live = live

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True
        self.live.stop_soon()


@dataclass(frozen=True)
class Application:
    """How a process of several makes its application."""

    settings: Settings
    log_level: str
    folder: str | None  # in which the processes find each other
    processes: int

    def __call__(self) -> FastAPI:
        garbage.leave()
        log_to_stderr(self.log_level)
        if FOLDER in os.environ:  # the first process wants numbers
            METER.turn_on()
        threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
        app = create_app(self.settings)
        if self.folder is not None:
            MEETING.prepare(self.folder, self.processes)
            app.state.live.elsewhere_by_now = MEETING.elsewhere
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _ending_streams(app.state.live, signal.getsignal(number)))
        return app


class Process(of_uvicorn.Process):
    """One that stands still (stopped, or in a library that does not come back) hears no signal, and nobody waits for it. A supervisor
    that did would neither replace another process nor stop."""

    asked: float | None = None  # since when a sign of life is waited for
    told: float | None = None  # when it was told to end

    def is_alive(self, timeout: float = READY) -> bool:
        """Whether it has given a sign of life when it was last asked for one, or still has time to: uvicorn's own would wait for it here,
        and hear no signal meanwhile."""
        if not self.process.is_alive():
            return False
        try:
            if self.asked is None:
                self.parent_conn.send(b"ping")
                self.asked = time.monotonic()
            elif self.parent_conn.poll(0):
                self.parent_conn.recv()
                self.asked = None
        except (OSError, EOFError, pickle.UnpicklingError):
            return False
        return self.asked is None or time.monotonic() - self.asked < timeout

    def terminate(self) -> None:
        self.told = time.monotonic()
        super().terminate()

    def join(self) -> None:
        """All have been told before the first is waited for: the time is one for all."""
        self.process.join(ENDING if self.told is None else max(0.0, self.told + ENDING - time.monotonic()))
        if self.process.exitcode is None:
            LOG.error("process %s did not end within %d seconds, and was killed", self.pid, ENDING)
            self.process.kill()
            self.process.join()


of_uvicorn.Process = Process  # type: ignore[misc]  # there is no other place to say it


class Exit(threading.Event):
    """Whether to stop, for signals to say: they come between any two steps of the main thread, and whoever waits for an event of Python's
    own holds its lock for some of them. A signal that set it then would wait for that lock for ever."""

    def __init__(self) -> None:
        super().__init__()
        self._said = False

    def is_set(self) -> bool:
        return self._said

    def set(self) -> None:
        self._said = True

    def wait(self, timeout: float | None = None) -> bool:
        end = inf if timeout is None else time.monotonic() + timeout
        while not self._said and (left := end - time.monotonic()) > 0:
            time.sleep(min(left, LOOK))  # a signal that comes during it is heard, and then it is slept on
        return self._said


class Supervisor(Multiprocess):
    """One that hears at once that it is to stop, even while it waits for a new process to be ready."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self.should_exit = Exit()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.should_exit.set()


def _ending_streams(live: Live, stop: Any) -> Callable[[int, FrameType | None], None]:
    """Whoever stops a server would wait in vain for the open event streams to end. Their readers come back, and then meet elsewhere."""

    def handle(sig: int, frame: FrameType | None) -> None:
        MEETING.leave()
        live.stop_soon()
        if callable(stop):
            stop(sig, frame)

    return handle


def _end_with_parent() -> None:
    """A supervisor that was killed cannot stop its processes, and the next one needs their place."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        MEETING.dissolve()
        os.kill(os.getpid(), signal.SIGTERM)


def configuration(app: Any, **more: Any) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=30,
        **more,
    )


def serve_alone(app: FastAPI, listening: socket.socket, started: Callable[[uvicorn.Server], None] = lambda server: None) -> None:
    """Until it is told to stop."""
    server = Stopping(configuration(app, http=guarded(Doorkeeper(room_for_connections()))), app.state.live)
    started(server)
    server.run(sockets=[listening])


def serve_by_many(settings: Settings, log_level: str, listening: socket.socket, workers: int) -> None:
    """The same by several processes. SIGHUP replaces them one after the other."""
    with meeting_place() as folder:
        config = configuration(
            Application(settings, log_level, folder, workers),
            factory=True,
            workers=workers,
            http="kronland.web.door:Door",
            loop="auto" if folder is None else "kronland.web.door:new_loop",
            timeout_worker_healthcheck=READY,
        )
        Supervisor(config, [listening]).run()
