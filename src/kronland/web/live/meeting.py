"""The processes of one machine: a connection that asks for a table is handed to the one at which the readers of that table meet.

Each process has a place, a number in a folder that their supervisor has made for them, and listens there on a socket. Whoever has accepted
a connection looks at the first line of each of its requests (door.py). Where that names a table of another place, the connection goes there
with what has been read of it (SCM_RIGHTS), and is answered there as if it had come there.

Which place a table belongs to follows from its ID and the places that there are (rendezvous hashing): nobody keeps or asks for a list. Nor
does anybody watch whether the others live: what is sent to a socket whose process has died is refused at once, and the next in order has
the table. Nothing depends on it: any process answers any request, and whatever cannot be handed on is answered where it is.

A process that is replaced leaves its place to the one that has been started for that (`leave`), and the place of a dead one is taken by
whoever is started next. So tables stay where they are, or come back.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import re
import shutil
import socket
import tempfile
import time
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from kronland.web.metrics import METER

LOG = logging.getLogger("kronland.web")
NAMES_A_TABLE = re.compile(rb"[A-Z]{1,10} /(?:t|api/v1/tables)/([\w-]{1,64})[/? ]")  # the first line of a request
MOST = 48 * 1024  # bytes of a request that are handed on with its connection; more is answered where it is
AT_ONCE = 64  # connections that are taken in before others have their turn
LOOK = 2.0  # seconds between two looks at one's own place
STALLED = 5.0  # seconds for which nothing more is handed to a process that did not take what was


class Handed(Enum):
    """What has become of a connection."""

    GIVEN = "given"  # it is another process's
    KEPT = "kept"  # it belongs here, or cannot be handed on
    BUSY = "busy"  # whose it is has much to take in just now


class Meeting:
    """This process among the others. It does nothing before `prepare` and `begin`."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._folder: Path | None = None
        self._places = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._answering: Callable[[], Any] | None = None
        self._in: socket.socket | None = None
        self._out: socket.socket | None = None
        self._self: tuple[int, int] | None = None  # what tells the own socket from others, whatever its name is by now
        self._left = False
        self._stalled: dict[str, float] = {}  # places that did not take what was handed to them, and until when they are let be
        self._taking: set[asyncio.Future[Any]] = set()

    # One's own place ----------------------------------------------------------------------------------------------------------------

    def prepare(self, folder: str, places: int) -> None:
        self._folder, self._places = Path(folder), places

    def begin(self, loop: asyncio.AbstractEventLoop, answering: Callable[[], Any]) -> None:
        """Connections are answered from now on, by what this makes, and so are those that others hand over."""
        if self._folder is None:
            return
        self._loop, self._answering = loop, answering
        self._out = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._out.setblocking(False)
        self._look()

    def _look(self) -> None:
        """To have a place, again if need be: that of one who has died, or what somebody has swept away."""
        assert self._loop is not None
        if self._left:
            return
        try:
            if self._where() is None:
                self._listen()
            if not (found := self._where()) or not found.name.isdigit():
                self._take_place()
        except OSError as problem:
            LOG.warning("connections cannot be handed from process to process: %s", problem)
        self._loop.call_later(LOOK, self._look)

    def _listen(self) -> None:
        assert self._folder is not None and self._loop is not None
        self._shut()
        self._in = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._in.setblocking(False)
        path = self._folder / f"new-{os.getpid()}"
        path.unlink(missing_ok=True)
        self._in.bind(str(path))
        self._self = _identity(path)
        self._loop.add_reader(self._in.fileno(), self._take_in)

    def _take_place(self) -> None:
        """One that nobody has, or a dead one; else this process waits for another to leave."""
        assert self._folder is not None
        with suppress(Timeout), FileLock(self._folder / "lock", timeout=1, poll_interval=0.01):
            for number in range(self._places):
                if not _is_alive(self._folder / str(number)):
                    if found := self._where():
                        found.replace(self._folder / str(number))
                    return

    def _where(self) -> Path | None:
        """The name of the own socket now: who left may have given it another."""
        return next((path for path in self._all() if _identity(path) == self._self), None) if self._self else None

    def leave(self) -> None:
        """This process stops: its place goes to one that waits for it, or to nobody, and nothing more is handed to it."""
        if self._left or self._self is None:
            return
        self._left = True
        with suppress(OSError):
            if (mine := self._where()) is not None:
                waiting = [path for path in self._all() if not path.name.isdigit() and path != mine and _is_alive(path)]
                if mine.name.isdigit() and waiting:
                    waiting[0].replace(mine)
                else:
                    mine.unlink()

    def dissolve(self) -> None:
        """The supervisor is gone, who would have tidied up."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def end(self) -> None:
        """As if the process had died."""
        self._left = True
        self._shut()

    def _shut(self) -> None:
        if self._in is not None and self._loop is not None:
            self._loop.remove_reader(self._in.fileno())
            self._in.close()
            self._in = None

    def _all(self) -> list[Path]:
        assert self._folder is not None
        with suppress(FileNotFoundError), os.scandir(self._folder) as entries:
            return [Path(entry.path) for entry in entries if entry.name != "lock"]
        return []

    # Handing over -------------------------------------------------------------------------------------------------------------------

    def _in_order(self, table_id: str, places: list[Path]) -> Iterator[Path]:
        """The places of a table, each for when those before it are gone."""
        weigh = lambda place: hashlib.blake2b(f"{place.name} {table_id}".encode(), digest_size=8).digest()  # noqa: E731
        yield from sorted(places, key=weigh)

    def _taken_places(self) -> list[Path]:
        return [path for path in self._all() if path.name.isdigit()]

    def give(self, table_id: str, connection: int, data: bytes) -> Handed:
        """Hand on a connection, of which `data` has been read, if its table meets elsewhere."""
        if self._out is None or len(data) > MOST:
            return Handed.KEPT
        for place in self._in_order(table_id, self._taken_places()):
            if _identity(place) == self._self:
                return Handed.KEPT
            if self._now() < self._stalled.get(place.name, 0.0):
                return Handed.KEPT
            try:
                # `socket.send_fds` leaves out the address in Python 3.11.
                self._out.sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [connection]))], 0, str(place))
            except (ConnectionRefusedError, FileNotFoundError):  # its process is dead, or has just left
                continue
            except BlockingIOError:
                return Handed.BUSY
            except OSError as problem:  # of this system's sockets: too large, too many
                LOG.warning("a connection could not be handed on: %s", problem)
                self.stalled(table_id)
                return Handed.KEPT
            METER.count("handed", how=Handed.GIVEN.value)
            return Handed.GIVEN
        return Handed.KEPT

    def stalled(self, table_id: str) -> None:
        """Whose the table is did not take what was to be handed to it in all the time that it had."""
        METER.count("handed", how=Handed.KEPT.value)
        place = next(self._in_order(table_id, [path for path in self._taken_places() if _is_alive(path)]), None)
        if place is not None:
            self._stalled[place.name] = self._now() + STALLED

    def elsewhere(self, table_ids: Iterable[str]) -> Iterator[str]:
        """Those of the tables that meet at another process, which is there."""
        if self._out is None:
            return
        now = self._now()
        places = [place for place in self._taken_places() if _is_alive(place)]
        mine = {place for place in places if _identity(place) == self._self}
        if not mine and not self._left:
            return
        for table_id in table_ids:
            place = next(self._in_order(table_id, places), None)
            if place is not None and place not in mine and now >= self._stalled.get(place.name, 0.0):
                yield table_id

    # Taking in ----------------------------------------------------------------------------------------------------------------------

    def _take_in(self) -> None:
        assert self._in is not None
        for _ in range(AT_ONCE):
            try:
                data, connections, _, _ = socket.recv_fds(self._in, MOST, 1, getattr(socket, "MSG_CMSG_CLOEXEC", 0))
            except BlockingIOError:
                return
            for connection in connections:
                taking = asyncio.ensure_future(self._adopt(socket.socket(fileno=connection), data), loop=self._loop)
                self._taking.add(taking)
                taking.add_done_callback(self._taking.discard)

    async def _adopt(self, connection: socket.socket, data: bytes) -> None:
        assert self._loop is not None and self._answering is not None
        protocol = self._answering()
        protocol.bring(data)
        try:
            connection.setblocking(False)
            await self._loop.connect_accepted_socket(lambda: protocol, connection)
        except OSError:  # who had connected has gone meanwhile
            connection.close()


MEETING = Meeting()


@contextmanager
def meeting_place() -> Iterator[str | None]:
    """A folder in which the processes find each other, and nobody else may be; none where connections cannot be handed on (Windows)."""
    if not (hasattr(socket, "send_fds") and hasattr(socket, "AF_UNIX")):
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="kronland-meeting-", ignore_cleanup_errors=True) as folder:
        yield folder


def table_named(line: bytes) -> str | None:
    """By the first line of a request."""
    found = NAMES_A_TABLE.match(line)
    return found[1].decode("ascii") if found else None


def _identity(path: Path) -> tuple[int, int] | None:
    with suppress(FileNotFoundError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def _is_alive(path: Path) -> bool:
    """Whether somebody listens there."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(str(path))
        except OSError:
            return False
    return True
