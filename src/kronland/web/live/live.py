"""Everyone at a table learns of a change at once: server-sent events, whose id is the table's version.

A program is told that there is something new, and fetches it. A page is brought it: the changed part of the page, drawn for its reader, as
a patch of what the same stream brought before. Who has no right to the table any more gets nothing further: each drawing asks anew.

A stream begins with the table as it is, unless the reader has that already (Last-Event-ID): so whoever was cut off misses nothing and sees
nothing twice. Where changes come faster than they can be drawn, only the newest is.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse

from kronland.core.words import N_
from kronland.web.errors import WebError
from kronland.web.safety.visitors import address_of, look_again, visitor_of
from kronland.web.table.access import Access
from kronland.web.table.page import fragment
from kronland.web.table.table import Table
from kronland.web.table.tables import Tables

LOG = logging.getLogger("kronland.web")
HEARTBEAT = 15.0  # seconds: shorter than the patience of any proxy
MOST_BY_VISITOR, MOST_BY_ADDRESS, MOST_IN_ALL = 24, 192, 3000  # streams that are open
LONGEST_DRAWING = 20.0  # seconds; a picture takes some milliseconds
MOST_WAITING = 30  # patches that a slow reader may be behind
State = tuple[int, int, str]  # version, number, stage
Patch = tuple[str | tuple[int, int], ...]
SHARED = 256  # pages and patches that are kept for other readers who see the same

router = APIRouter()


class Stream:
    """One that is open. `draw` says what is new, for a reader who is brought it; without, the state of the table is all."""

    def __init__(self, access: Access, seen: int, draw: Callable[[], str | None] | None = None, address: str = "") -> None:
        self.access, self.seen, self.draw = access, seen, draw
        self.address, self.visitor = address, access.visitor.id
        self.news: asyncio.Queue[State | str | None] = asyncio.Queue()  # None: the end

    def put(self, news: State | str | None) -> None:
        if self.news.qsize() >= MOST_WAITING:  # nobody reads: who comes back begins anew
            news = None
        while not self.news.empty() and not isinstance(news, str):  # of states only the newest matters; patches build on one another
            self.news.get_nowait()
        self.news.put_nowait(news)


class TooManyStreams(WebError):
    """More than one person, one household or the server can have a use for."""

    status, code = 429, "too-many"

    def __init__(self) -> None:
        super().__init__(N_("Too many pages are open already. Please close one of them."))


class Live:
    """The streams that are open, by table. `tell` may be called from any thread."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.stopping = False
        self._open: dict[str, set[Stream]] = {}
        self._held: Counter[Any] = Counter()  # streams by address, by visitor, and in all
        # One thread draws for all: drawing is work for Python, of which only one thread at a time can do any.
        self._drawing = ThreadPoolExecutor(1, thread_name_prefix="drawing")
        self._due: set[str] = set()  # tables that wait to be drawn
        self._drawn_since: float | None = None  # when the drawing that is on began

    @property
    def alive(self) -> bool:
        """Whether pages are brought what changes: nothing is drawn for longer than any drawing takes."""
        began = self._drawn_since
        return self.loop is not None and not self.stopping and (began is None or time.monotonic() - began < LONGEST_DRAWING)

    def has_page_open(self, table_id: str) -> bool:
        """Whether anybody follows the table."""
        return table_id in self._open

    def tell(self, table: Table) -> None:
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._spread, table.id, (table.version, table.number, table.stage))

    def _spread(self, table_id: str, state: State) -> None:
        streams = self._open.get(table_id, ())
        for stream in streams:
            if stream.draw is None:
                stream.put(state)
        if table_id not in self._due and any(stream.draw for stream in streams):
            self._due.add(table_id)
            self._submit(self._draw_table, table_id)

    def _submit(self, work: Callable[..., None], *arguments: Any) -> None:
        if not self.stopping:
            self._drawing.submit(work, *arguments)

    def _draw_table(self, table_id: str) -> None:
        self._due.discard(table_id)  # whatever changes from here on is drawn again
        self._draw(*self._open.get(table_id, set()).copy())

    def _draw(self, *streams: Stream) -> None:
        drawn: list[tuple[Stream, str | None]] = []
        for stream in streams:
            self._drawn_since = time.monotonic()
            news: str | None = ""
            try:
                news = stream.draw() if stream.draw else ""
            except WebError:  # no right to be here any more, or no way to find out: who comes back is told which
                news = None
            except Exception:
                LOG.exception("a table could not be drawn")
            if news != "":
                drawn.append((stream, news))
        self._drawn_since = None
        if drawn and self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(_hand_out, drawn)  # waking the loop costs: once a table

    def stop_soon(self) -> None:
        """`stop`, from a signal or a thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.stop)

    def stop(self) -> None:
        """End all streams, so that the server can stop."""
        self.stopping = True
        for streams in self._open.values():
            for stream in streams:
                stream.put(None)
        self._drawing.shutdown(wait=False, cancel_futures=True)

    def admit(self, stream: Stream) -> Stream:
        """Whether there is room for one more. A passer-by counts by address alone: a cookie that we do not know costs nothing to invent."""
        if any(self._held[key] >= most for key, most in _counted(stream)):
            raise TooManyStreams
        return stream

    async def listen(self, stream: Stream) -> AsyncIterator[State | str | None]:
        """The newest state of the table, or what is drawn of it, whenever it changes; None for a heartbeat."""
        table = stream.access.table
        self._open.setdefault(table.id, set()).add(stream)
        self._held.update(key for key, _ in _counted(stream))
        try:
            if table.version != stream.seen:
                if stream.draw is None:
                    stream.put((table.version, table.number, table.stage))
                else:
                    self._submit(self._draw, stream)
            while not self.stopping:
                try:
                    news = await asyncio.wait_for(stream.news.get(), HEARTBEAT)
                except TimeoutError:
                    yield None
                    continue
                if news is None:
                    return
                if isinstance(news, str):
                    yield news
                elif news[0] != stream.seen:
                    stream.seen = news[0]
                    yield news
        finally:
            self._held.subtract(key for key, _ in _counted(stream))
            self._held += Counter()  # without those that are at nought
            self._open[table.id].discard(stream)
            if not self._open[table.id]:
                del self._open[table.id]

    async def events(self, stream: Stream) -> AsyncIterator[str]:
        yield "retry: 2000\n\n"
        async for news in self.listen(stream):
            try:
                await run_in_threadpool(stream.access.seen)  # which may have to ask the store whose key it is
            except WebError:  # no right to be here any more
                return
            if news is None:
                yield ": still here\n\n"
            elif isinstance(news, str):
                yield news
            else:
                yield event(*news)


def _counted(stream: Stream) -> list[tuple[Any, int]]:
    """What a stream counts for, and how many of those there may be."""
    by_visitor = [(("visitor", stream.visitor), MOST_BY_VISITOR)] if stream.visitor is not None else []
    return [("all", MOST_IN_ALL), (("address", stream.address), MOST_BY_ADDRESS), *by_visitor]


def _hand_out(drawn: list[tuple[Stream, str | None]]) -> None:
    for stream, news in drawn:
        stream.put(news)


def event(version: int, number: int, stage: str, **more: Any) -> str:
    data = json.dumps({"version": version, "number": number, "stage": stage, **more}, ensure_ascii=False)
    return f"id: {version}\nevent: change\ndata: {data}\n\n"


@lru_cache(maxsize=SHARED)
def lines_of(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n"))


@lru_cache(maxsize=SHARED)
def patch(old: tuple[str, ...], new: tuple[str, ...]) -> Patch:
    """How to make the new lines from the old ones: pieces that are new, and (from, to) for lines that are taken over."""
    places = {line: number for number, line in enumerate(old)}
    pieces: list[str | tuple[int, int]] = []
    fresh: list[str] = []
    number, count = 0, len(new)
    while number < count:
        start = places.get(new[number])
        if start is None:
            fresh.append(new[number])
            number += 1
            continue
        if fresh:
            pieces.append("\n".join(fresh))
            fresh = []
        end = start
        while number < count and end < len(old) and old[end] == new[number]:
            number, end = number + 1, end + 1
        pieces.append((start, end))
    if fresh:
        pieces.append("\n".join(fresh))
    return tuple(pieces)


class Page:
    """The page that is open at the other end of a stream: what has been brought to it, and how to draw what is new."""

    def __init__(self, request: Request, table_id: str) -> None:
        self.request, self.table_id = request, table_id
        self.version = -1
        self.lines: tuple[str, ...] = ()

    def draw(self) -> str | None:
        """The event for the newest version; empty if it has been brought already."""
        look_again(self.request)
        access = enter_as_visitor(self.request, self.table_id)
        table = access.table
        with table.lock:
            if table.version == self.version:
                return ""
            version, number, stage = table.version, table.number, table.stage
            if stage == "waiting":
                self.version = version
                return event(version, number, stage)
            lines = lines_of(fragment(self.request, access))
        pieces = patch(self.lines, lines)
        self.version, self.lines = version, lines
        return event(version, number, stage, patch=pieces)


def enter_as_visitor(request: Request, table_id: str) -> Access:
    tables: Tables = request.app.state.tables
    return tables.enter(table_id, visitor_of(request))


def version_said(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 12 else 0


def event_stream(request: Request, stream: Stream) -> StreamingResponse:
    live: Live = request.app.state.live
    return StreamingResponse(live.events(live.admit(stream)), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


@router.get("/t/{table_id}/events", include_in_schema=False)
async def events(
    request: Request, table_id: str, since: str = "", last_event_id: Annotated[str | None, Header()] = None
) -> StreamingResponse:
    access = await run_in_threadpool(enter_as_visitor, request, table_id)
    page = Page(request, table_id)
    stream = Stream(access, version_said(last_event_id or since), page.draw, address_of(request))
    return event_stream(request, stream)
