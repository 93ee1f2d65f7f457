"""The door of a process that a supervisor has started: it finds its protocol and its loop by these names.

A connection is answered here, or handed to the process at which its table meets (live/meeting.py), before anything of a request has
been parsed. That is asked anew for each request of a connection, so that one over which somebody asks for several tables, like a proxy's,
goes to and fro with them.
"""

from __future__ import annotations

import asyncio
from typing import Any

from kronland.web.live.meeting import MEETING, MOST, Handed, Meeting, table_named
from kronland.web.safety.connections import Doorkeeper, Guarded, room_for_connections

KEEPER = Doorkeeper(room_for_connections())
AGAIN = 0.005  # seconds until a process that has much to take in is offered a connection again
PATIENCE = 0.5  # seconds that it is offered one; then the connection is answered here


class Door(Guarded):
    """One connection. What has come of a request stays unparsed until its first line is whole, for as long as any head may take."""

    def __init__(self, *arguments: Any, meeting: Meeting = MEETING, keeper: Doorkeeper = KEEPER, **more: Any) -> None:
        super().__init__(*arguments, doorkeeper=keeper, **more)
        self._meeting = meeting
        self._brought = b""  # what another process has read of the connection that it has handed over
        self._between = True  # whether nothing of the next request has been parsed
        self._waiting = b""  # what has come of the next request

    def bring(self, data: bytes) -> None:
        """Before there is a connection: it comes from another process, which has read this of it. It is not handed on."""
        self._brought, self._between = data, False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._brought:
            self.data_received(self._brought)
            self._brought = b""

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._between = False

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._between = True

    def _take(self, data: bytes) -> None:
        if not (self._between and self._idle and not self.pipeline and not self.transport.get_write_buffer_size()):
            super()._take(data)
            return
        self._waiting += data
        if b"\n" not in self._waiting and len(self._waiting) < MOST:
            return
        table_id = table_named(self._waiting)
        if table_id is None:
            self._answer_here()
        else:
            self._offer(table_id, self.loop.time() + PATIENCE)

    def _offer(self, table_id: str, end: float) -> None:
        if self.transport.is_closing() or not self._waiting:
            return
        handed = self._meeting.give(table_id, self.transport.get_extra_info("socket").fileno(), self._waiting)
        if handed is Handed.GIVEN:
            self._waiting = b""
            self.transport.abort()  # closes it here alone: the other process has it
        elif handed is Handed.BUSY and self.loop.time() < end:
            self.transport.pause_reading()
            self.loop.call_later(AGAIN, self._offer, table_id, end)
        else:
            if handed is Handed.BUSY:
                self._meeting.stalled(table_id)
            self.transport.resume_reading()
            self._answer_here()

    def _answer_here(self) -> None:
        data, self._waiting = self._waiting, b""
        super()._take(data)

    def shutdown(self) -> None:
        """The process stops: what has come is answered, if it is a whole request."""
        if self._waiting and not self.transport.is_closing():
            self._answer_here()
        super().shutdown()


def new_loop() -> asyncio.AbstractEventLoop:
    """The fastest there is; it tells the meeting how connections are answered as soon as they are."""
    try:
        import uvloop
    except ImportError:  # there is none for Windows
        return _telling(asyncio.SelectorEventLoop)()
    return _telling(uvloop.Loop)()


def _telling(kind: type[asyncio.AbstractEventLoop]) -> type[asyncio.AbstractEventLoop]:
    class Telling(kind):  # type: ignore[valid-type, misc]
        async def create_server(self, protocol_factory: Any, *arguments: Any, **more: Any) -> Any:
            server = await super().create_server(protocol_factory, *arguments, **more)
            MEETING.begin(self, protocol_factory)
            return server

    return Telling
