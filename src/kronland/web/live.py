"""Everyone at a table learns of a change at once: server-sent events, whose id is the table's version.

An event only says that there is something new; what it is the reader then fetches, as it may know it. A stream begins with the version
as it is, unless the reader has that already (Last-Event-ID): so whoever was cut off misses nothing and sees nothing twice.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse

from kronland.web.access import Access
from kronland.web.tables import Table, Tables
from kronland.web.visitors import visitor_of

HEARTBEAT = 15.0  # seconds: shorter than the patience of any proxy
State = tuple[int, int, str]  # version, number, stage

router = APIRouter()


class Live:
    """The streams that are open, by table. `tell` may be called from any thread."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.stopping = False
        self._open: dict[str, set[asyncio.Queue[State | None]]] = {}

    def tell(self, table: Table) -> None:
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._spread, table.id, (table.version, table.number, table.stage))

    def _spread(self, table_id: str, state: State) -> None:
        for queue in self._open.get(table_id, ()):
            while not queue.empty():  # only the newest version matters
                queue.get_nowait()
            queue.put_nowait(state)

    def stop_soon(self) -> None:
        """`stop`, from a signal or a thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.stop)

    def stop(self) -> None:
        """End all streams, so that the server can stop."""
        self.stopping = True
        for queues in self._open.values():
            for queue in queues:
                queue.put_nowait(None)

    async def states(self, access: Access, seen: int) -> AsyncIterator[State | None]:
        """The newest state of the table whenever it changes, and None for a heartbeat."""
        table = access.table
        queue: asyncio.Queue[State | None] = asyncio.Queue()
        self._open.setdefault(table.id, set()).add(queue)
        try:
            if table.version != seen:
                seen = table.version
                yield table.version, table.number, table.stage
            while not self.stopping:
                try:
                    state = await asyncio.wait_for(queue.get(), HEARTBEAT)
                except TimeoutError:
                    yield None
                    continue
                if state is None:
                    return
                if state[0] != seen:
                    seen = state[0]
                    yield state
        finally:
            self._open[table.id].discard(queue)
            if not self._open[table.id]:
                del self._open[table.id]

    async def stream(self, access: Access, seen: int) -> AsyncIterator[str]:
        yield "retry: 2000\n\n"
        async for state in self.states(access, seen):
            access.seen()
            if state is None:
                yield ": still here\n\n"
            else:
                version, number, stage = state
                yield f"id: {version}\nevent: change\ndata: {json.dumps({'version': version, 'number': number, 'stage': stage})}\n\n"


def enter_as_visitor(request: Request, table_id: str) -> Access:
    tables: Tables = request.app.state.tables
    return tables.enter(table_id, visitor_of(request))


def event_stream(request: Request, access: Access, last_event_id: str | None) -> StreamingResponse:
    live: Live = request.app.state.live
    seen = int(last_event_id) if last_event_id and last_event_id.isascii() and last_event_id.isdigit() else 0
    return StreamingResponse(live.stream(access, seen), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


@router.get("/t/{table_id}/events", include_in_schema=False)
async def events(request: Request, table_id: str, last_event_id: Annotated[str | None, Header()] = None) -> StreamingResponse:
    access = await run_in_threadpool(enter_as_visitor, request, table_id)
    return event_stream(request, access, last_event_id)
