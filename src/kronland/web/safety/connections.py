"""Connections: how many one address may hold and how many there are in all, and how long a request may take to arrive.

uvicorn counts connections only in all and answers 503 to everybody beyond, and it waits for ever for headers and bodies that do not come.
This protocol is its own with a doorkeeper: an address that holds too many is turned away at once, and so is what dawdles.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from collections import Counter
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kronland.web.safety.addresses import counted_as

LOG = logging.getLogger("kronland.web")
# What uvicorn says of connections. It warns of every request that is none: a line in the log for whoever likes to write some.
OF_CONNECTIONS = logging.getLogger("uvicorn.error.connections")
OF_CONNECTIONS.setLevel(logging.ERROR)

BY_ADDRESS = 256  # connections; a household or a school behind one address has some for each browser
IN_ALL = 4096
SPARE_FILES = 128  # that the process needs besides connections: database, log, libraries
HEAD_SECONDS = 10.0  # from the first byte of a request, or from the connection, to the end of its headers
BODY_SECONDS = 20.0
WRITE_SECONDS = 30.0  # that somebody may take no byte of what is sent
LONGEST_HEAD = 64 * 1024  # bytes

SHORT = "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {length}\r\nConnection: close\r\n{more}\r\n{text}"


class Doorkeeper:
    """Who may come in."""

    def __init__(self, in_all: int = IN_ALL, by_address: int = BY_ADDRESS) -> None:
        self.in_all, self.by_address = in_all, by_address
        self.here: Counter[str] = Counter()

    def enter(self, address: str, trusted: bool) -> bool:
        """A proxy that is believed brings everybody from one address: only the whole is counted for it."""
        if self.here.total() >= self.in_all or (not trusted and self.here[address] >= self.by_address):
            return False
        self.here[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.here[address] -= 1
        if self.here[address] <= 0:
            del self.here[address]


class Guarded(HttpToolsProtocol):
    """One connection. Use `guarded(doorkeeper)` as the `http` of uvicorn's configuration."""

    def __init__(self, *arguments: Any, doorkeeper: Doorkeeper, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.logger = OF_CONNECTIONS
        self._doorkeeper = doorkeeper
        self._address: str | None = None  # while it is counted
        self._arriving: asyncio.TimerHandle | None = None  # ends a request that does not arrive
        self._stuck: asyncio.TimerHandle | None = None  # ends an answer that nobody takes
        self._head = 0  # bytes since a request began, until its headers are complete
        self._in_body = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host, proxies = self.client[0] if self.client else "", self.config.forwarded_allow_ips
        address, trusted = counted_as(host), host in _believed(proxies if isinstance(proxies, str) else tuple(proxies))
        if not self._doorkeeper.enter(address, trusted):
            self._turn_away(
                "503 Service Unavailable", "There are too many connections. Please try again in a moment.", "Retry-After: 5\r\n"
            )
            return
        self._address = address
        self._expect(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._expect(None)
        self._set_stuck(None)
        if self._address is not None:
            self._doorkeeper.leave(self._address)
            self._address = None

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing() or self.parser is None:
            return  # turned away
        if not self._in_body:
            if self._arriving is None and self._idle:
                self._head = 0
                self._expect(HEAD_SECONDS)
            self._head += len(data)
        self._take(data)
        if not self._in_body and self._arriving is not None and self._head > LONGEST_HEAD:
            self._turn_away("431 Request Header Fields Too Large", "The headers are too long.")

    def _take(self, data: bytes) -> None:
        super().data_received(data)

    @property
    def _idle(self) -> bool:
        """Between two requests."""
        return self.cycle is None or self.cycle.response_complete

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect(HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        self._in_body, self._head = True, 0
        self._expect(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_body = False
        self._expect(None)
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._set_stuck(WRITE_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._set_stuck(None)

    def _expect(self, seconds: float | None) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
        self._arriving = self.loop.call_later(seconds, self._too_slow) if seconds is not None else None

    def _set_stuck(self, seconds: float | None) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
        self._stuck = self.loop.call_later(seconds, self.transport.abort) if seconds is not None else None

    def _too_slow(self) -> None:
        if self._idle or (self.cycle is not None and not self.cycle.response_started):
            self._turn_away("408 Request Timeout", "The request did not arrive in time.")
        else:
            self.transport.close()

    def _turn_away(self, status: str, text: str, more: str = "") -> None:
        """The application is not asked, and nothing further is read."""
        self._expect(None)
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(SHORT.format(status=status, length=len(text) + 1, more=more, text=text + "\n").encode())
        self.transport.close()


@functools.lru_cache(maxsize=8)
def _believed(addresses: str | tuple[str, ...]) -> Any:
    """The proxies whose word on where a request comes from uvicorn takes, as it understands the setting itself."""
    return ProxyHeadersMiddleware(_nothing, addresses if isinstance(addresses, str) else list(addresses)).trusted_hosts


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    pass


def guarded(doorkeeper: Doorkeeper) -> type[asyncio.Protocol]:
    """The protocol with this doorkeeper, for `uvicorn.Config(http=...)`."""

    class Here(Guarded):
        def __init__(self, *arguments: Any, **more: Any) -> None:
            super().__init__(*arguments, doorkeeper=doorkeeper, **more)

    return Here


def room_for_connections() -> int:
    """As many connections as the system lets the process have open, `IN_ALL` at most; its own limit is raised as far as it may be."""
    try:
        import resource
    except ImportError:  # not on every system
        return IN_ALL
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = IN_ALL + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return IN_ALL if soft == resource.RLIM_INFINITY else max(16, min(IN_ALL, soft - SPARE_FILES))
