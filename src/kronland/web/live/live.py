"""Everyone at a table learns of a change at once: server-sent events, whose id is the table's version.

A program is told that there is something new, and fetches it. A page is brought it: the changed part of the page, drawn for its reader, as
a patch of what the same stream brought before. Who has no right to the table any more gets nothing further: each drawing asks anew.

A stream begins with the table as it is, unless the reader has that already (Last-Event-ID): so whoever was cut off misses nothing and sees
nothing twice. Where changes come faster than they can be drawn, only the newest is.

Who is there changes without the table: who goes away, comes back, begins or ceases to watch. That is looked at every few seconds, and pages
are drawn again where it is another; the table keeps its version.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from itertools import compress, count, islice, zip_longest
from math import inf
from operator import ne
from typing import Annotated, Any, Protocol, TypeVar

from fastapi import APIRouter, Header, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse

from kronland.core.words import N_
from kronland.web.errors import WebError
from kronland.web.live.calls import Calls
from kronland.web.live.elsewhere import FORGOTTEN, MOST_NAMED, Attendance, Elsewhere
from kronland.web.metrics import METER
from kronland.web.pages.remembering import make_room
from kronland.web.safety.visitors import Visitor, address_of, look_again, visitor_of
from kronland.web.table.access import Access
from kronland.web.table.page import Presence, fragment, presence
from kronland.web.table.parts import NO_PART, Part, Parts
from kronland.web.table.table import Table
from kronland.web.table.tables import Tables

LOG = logging.getLogger("kronland.web")
HEARTBEAT = 15.0  # seconds without a word at most: shorter than the patience of any proxy
MOST_BY_VISITOR, MOST_BY_ADDRESS, MOST_IN_ALL = 24, 192, 3000  # streams that are open
RELOAD = 6.0  # seconds that somebody may be without a page, between one and the next
PRESENCE = 4.0  # seconds between two looks at who is there
AWAY = 25.0  # seconds since a sign of life at another server
NOT_BACK = RELOAD + 2 * PRESENCE  # seconds without a page after which somebody has left, by what all servers have said
LONGEST_DRAWING = 20.0  # seconds; a picture takes some milliseconds
MOST_WAITING = 30  # patches that a slow reader may be behind
MOST_SENT_ON = 50  # tables at a time whose readers are sent to another process
SENT_ON = "retry: 100\nevent: move\ndata: {}\n\n"  # the last word to a page, which comes back at once
COME_BACK = "retry: 100\n\n"  # and to a program, which only sees that the stream ends
STILL_HERE = ": still here\n\n"  # nothing new, for whoever has heard nothing for long
State = tuple[int, int, str]  # version, number, stage
Shown = dict[tuple[str, int | None], Presence]  # by table and visitor
Patch = tuple[str | tuple[int, int], ...]
LONGEST_PAGE = 40  # signs of what a page calls itself
SHARED = 16  # changes of parts that are kept for other readers who see the same: those of a table are drawn one after the other

router = APIRouter()


class Counted(Protocol):
    """Whoever follows something here."""

    @property
    def address(self) -> str: ...
    @property
    def visitor(self) -> int | None: ...


Held = TypeVar("Held", bound=Counted)


class Stream:
    """One that is open. `draw` says what is new, for a reader who is brought it; without, the state of the table is all.

    `page` is what the page at its other end calls itself.
    """

    def __init__(self, access: Access, seen: int, draw: Callable[[], str | None] | None = None, address: str = "", page: str = "") -> None:
        self.access, self.seen, self.draw, self.page = access, seen, draw, page
        self.address, self.visitor = address, access.visitor.id
        self.news: asyncio.Queue[State | str | None] = asyncio.Queue()  # None: the end
        self.spoke = time.monotonic()  # when something was last sent
        self.lasts = False  # whether whoever reads comes back when it ends

    def put(self, news: State | str | None) -> None:
        self.spoke = time.monotonic()
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

    def __init__(self, elsewhere: Elsewhere | None = None) -> None:
        self.elsewhere = elsewhere  # who is there by way of other servers
        self.loop: asyncio.AbstractEventLoop | None = None
        self.stopping = False
        self.ends: list[Callable[[], None]] = []  # of other streams, when all end
        self.saw: Callable[[Visitor], None] = lambda visitor: None  # told of signs of life
        self._open: dict[str, set[Stream]] = {}
        self._held: Counter[Any] = Counter()  # streams by address, by visitor, and in all
        # One thread draws for all: drawing is work for Python, of which only one thread at a time can do any.
        self._drawing = ThreadPoolExecutor(1, thread_name_prefix="drawing")
        self._due: set[str] = set()  # tables that wait to be drawn
        self._drawn_since: float | None = None  # when the drawing that is on began
        self._there: dict[str, Presence] = {}  # who was there at the last look
        self._shown: Shown = {}  # whom a page showed that was loaded since the last look
        self._shown_before: Shown = {}  # the same until the last look: its stream is opened soon
        self.calls = Calls()  # of people, to whatever page they have open
        self.elsewhere_by_now: Callable[[Iterable[str]], Iterable[str]] = lambda table_ids: ()  # tables that meet at another process
        self.find: Callable[[str], Any] = lambda table_id: None  # a table as it is on disk
        self.left: Callable[[str, int], Any] = lambda table_id, visitor: None  # told of who has closed a page and not opened one again

    @property
    def alive(self) -> bool:
        """Whether pages are brought what changes: nothing is drawn for longer than any drawing takes."""
        began = self._drawn_since
        return self.loop is not None and not self.stopping and (began is None or time.monotonic() - began < LONGEST_DRAWING)

    def has_page_open(self, table_id: str) -> bool:
        """Whether anybody follows the table."""
        return table_id in self._open

    def followers(self, table_id: str) -> set[int]:
        """Visitors who have the page of a table open at this server."""
        streams = self._open.get(table_id, set()).copy() if table_id in self._open else ()
        return {stream.visitor for stream in streams if stream.draw and stream.visitor is not None}

    def is_at(self, table_id: str, visitor: int, seats: Iterable[int]) -> bool:
        """Whether somebody, whose seats these are, has the page of a table open, by way of any server."""
        seen = max((self.elsewhere.seen(table_id, seat) for seat in seats), default=-inf) if self.elsewhere else -inf
        return visitor in self.followers(table_id) or time.monotonic() - seen < AWAY

    def watching(self, table_id: str) -> tuple[str, ...]:
        """The names of those who have a page of the table open and no seat there; an empty one for each who has not said one."""
        named, others = self._watching(table_id)
        if self.elsewhere is not None:
            named_there, others_there = self.elsewhere.watching(table_id)
            named, others = named_there | named, others + others_there
        return tuple(sorted([*named.values(), *[""] * others]))

    def _watching(self, table_id: str) -> tuple[dict[int, str], int]:
        """Who watches by way of this server: names by visitor, and how many are no visitors."""
        streams = [stream for stream in self._open.get(table_id, set()).copy() if stream.draw and not stream.access.seats_as_known]
        named = {stream.visitor: stream.access.visitor.name for stream in streams if stream.visitor is not None}
        return named, sum(stream.visitor is None for stream in streams)

    def here(self, tables: Iterable[Table]) -> Iterator[tuple[str, Attendance]]:
        """Who is at these tables by way of this server, for others; what cannot interest them is left out."""
        now = time.monotonic()
        for table in tables:
            ages = {seat.number: round(now - seat.seen, 1) for seat in table.seats if seat.kind in ("person", "guest") and seat.signed}
            named, others = self._watching(table.id)
            told = dict(list(named.items())[:MOST_NAMED])
            found = Attendance(ages, self.has_page_open(table.id), told, others + len(named) - len(told))
            if found.pages or any(age < FORGOTTEN for age in ages.values()):
                yield table.id, found

    def look_round_soon(self) -> None:
        """From any thread: somebody may have come or gone at another server."""
        self._submit(self._look_round)

    async def look_round(self) -> None:
        """Look at who is there, every few seconds, as long as the server runs."""
        while not self.stopping:
            await asyncio.sleep(PRESENCE)
            self._submit(self._look_round)
            make_room(len(self._open))
            self._beat(time.monotonic())
            self._send_on()

    def _send_on(self) -> None:
        """Readers of a table that meets at another process now are sent there, some at a time: else both would draw it."""
        for table_id in list(islice(self.elsewhere_by_now(list(self._open)), MOST_SENT_ON)):
            for stream in self._open[table_id].copy():
                if stream.lasts:
                    stream.put(SENT_ON if stream.draw else COME_BACK)

    def _beat(self, now: float) -> None:
        """A sign of life on streams that have been silent for long. One look at all: a timer for each would cost at every change."""
        silent = [stream for streams in self._open.values() for stream in streams if now - stream.spoke >= HEARTBEAT - PRESENCE]
        if silent:
            self._submit(self._say_still_here, silent)

    def _say_still_here(self, silent: Sequence[Stream]) -> None:
        """To all of them at once, in the thread that draws: to ask for the right to be here may take a look at the store."""
        told: list[tuple[Stream, str | None]] = []
        for stream in silent:
            self._drawn_since = time.monotonic()
            news: str | None = None
            try:
                stream.access.seen()
                self.saw(stream.access.visitor)
                news = STILL_HERE
            except WebError:  # no right to be here any more
                pass
            except Exception:  # of one stream: the others are not to fall silent for it
                LOG.exception("nobody could tell who is at table %s", stream.access.table.id)
            told.append((stream, news))
        self._drawn_since = None
        self._give(told)

    def shows(self, access: Access) -> None:
        """A page is loaded, which says who is there: who has gone when its stream is opened is another."""
        if any(seat.kind == "person" and seat.number not in access.seats for seat in access.table.seats):
            self._shown[access.table.id, access.visitor.id] = presence(access)

    def _catch_up(self, stream: Stream) -> None:
        """Of a stream that has just been opened, in the thread that draws: its page may show somebody who has gone meanwhile."""
        access = stream.access
        page, there = (access.table.id, access.visitor.id), presence(access)
        self._there.setdefault(access.table.id, there)
        if self._shown.pop(page, self._shown_before.pop(page, there)) != there:
            self._draw(stream)

    def _look_round(self) -> None:
        """In the thread that draws: whose seats they are may have to be asked."""
        now = {}
        for table_id, streams in list(self._open.items()):
            if access := next((stream.access for stream in streams.copy() if stream.draw), None):
                now[table_id] = presence(access)
        changed = [table_id for table_id, there in now.items() if self._there.get(table_id, there) != there]
        self._there, self._shown, self._shown_before = now, {}, self._shown
        for table_id in changed:
            self._draw_table(table_id)

    @property
    def streams(self) -> int:
        """How many are open."""
        return self._held["all"]

    def brings(self, table_id: str, page: str) -> bool:
        """Whether a page is brought what changes at a table, by a stream of this server: then nothing else need bring it."""
        return bool(page) and any(stream.page == page for stream in self._open.get(table_id, set()).copy())

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
            with suppress(RuntimeError):  # it has just been stopped
                self._drawing.submit(work, *arguments)

    def submit(self, work: Callable[[], None]) -> None:
        """To the thread that draws."""
        self._submit(work)

    def _draw_table(self, table_id: str) -> None:
        self._due.discard(table_id)  # whatever changes from here on is drawn again
        streams = self._open.get(table_id, set()).copy()
        waits = {stream for stream in streams if stream.draw and stream.access.table.last_seat in stream.access.seats_as_known}
        self._draw(*waits)  # who has moved looks at the board and waits for it: not for the others' pages too
        self._draw(*(streams - waits))

    def _draw(self, *streams: Stream) -> None:
        drawn: list[tuple[Stream, str | None]] = []
        for stream in streams:
            self._drawn_since = time.monotonic()
            news: str | None = ""
            try:
                with METER.timing("drawing"):
                    news = stream.draw() if stream.draw else ""
                    if news:
                        stream.access.seen()  # with the rights of now
            except WebError:  # no right to be here any more, or no way to find out: who comes back is told which
                news = None
            except Exception:
                LOG.exception("a table could not be drawn")
            if news != "":
                drawn.append((stream, news))
        self._drawn_since = None
        self._give(drawn)

    def _give(self, drawn: list[tuple[Stream, str | None]]) -> None:
        if drawn and self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(_hand_out, drawn)  # waking the loop costs: once for all of them

    def stop_soon(self) -> None:
        """`stop`, from a signal or a thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.stop)

    def stop(self) -> None:
        """End all streams, so that the server can stop."""
        self.stopping = True
        self.calls.stop()
        for streams in self._open.values():
            for stream in streams:
                stream.put(None)
        for end in self.ends:
            end()
        self._drawing.shutdown(wait=False, cancel_futures=True)

    def admit(self, stream: Held) -> Held:
        """Whether there is room for one more. A passer-by counts by address alone: a cookie that we do not know costs nothing to invent."""
        if any(self._held[key] >= most for key, most in _counted(stream)):
            raise TooManyStreams
        return stream

    def hold(self, stream: Counted) -> None:
        self._held.update(key for key, _ in _counted(stream))

    def release(self, stream: Counted) -> None:
        self._held.subtract(key for key, _ in _counted(stream))
        self._held += Counter()  # without those that are at nought

    async def listen(self, stream: Stream) -> AsyncIterator[State | str]:
        """The newest state of the table, or what is drawn of it, whenever it changes; `STILL_HERE` after a silence."""
        table = stream.access.table
        self._open.setdefault(table.id, set()).add(stream)
        self.hold(stream)
        try:
            if table.heard > table.version:  # nobody followed it here when that was told
                with suppress(WebError):
                    await run_in_threadpool(self.find, table.id)
            if table.version != stream.seen:
                if stream.draw is None:
                    stream.put((table.version, table.number, table.stage))
                else:
                    self._submit(self._draw, stream)
            if stream.draw is not None:
                self._submit(self._catch_up, stream)
            while not self.stopping:
                news = await stream.news.get()
                if news is None:
                    return
                if isinstance(news, str):
                    yield news
                elif news[0] != stream.seen:
                    stream.seen = news[0]
                    yield news
        finally:
            self.release(stream)
            self._open[table.id].discard(stream)
            if not self._open[table.id]:
                del self._open[table.id]
            if stream.draw is not None:
                self._submit(self._leaves, stream.access)

    def _leaves(self, access: Access) -> None:
        """Somebody's page has been closed, or cut off: who does not come back soon is away."""
        followed = [stream.access for stream in self._open.get(access.table.id, set()).copy() if stream.draw]
        for seat in access.seats:
            if not any(seat in other.seats for other in followed):
                access.leaves(seat, RELOAD)
        if access.seats and access.visitor.id is not None and self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.loop.call_later, NOT_BACK, self._submit, self._look_after, access)

    def _look_after(self, access: Access) -> None:
        """Who is not back by now has left."""
        visitor, table = access.visitor.id, access.table
        if visitor is None or self.is_at(table.id, visitor, access.seats):
            return
        try:
            self.left(table.id, visitor)
        except WebError as problem:
            LOG.warning("nobody could be told of table %s: %s", table.id, problem)

    async def events(self, stream: Stream) -> AsyncIterator[str]:
        yield "retry: 2000\n\n"
        stream.lasts = True
        async for news in self.listen(stream):
            if isinstance(news, str):  # whoever made it has asked for the right to it, and seen that somebody is there
                yield news
                if news in (SENT_ON, COME_BACK):
                    return
                continue
            try:
                await run_in_threadpool(stream.access.seen)  # which may have to ask the store whose key it is
                self.saw(stream.access.visitor)
            except WebError:  # no right to be here any more
                return
            yield event(*news)


def _counted(stream: Counted) -> list[tuple[Any, int]]:
    """What a stream counts for, and how many of those there may be."""
    by_visitor = [(("visitor", stream.visitor), MOST_BY_VISITOR)] if stream.visitor is not None else []
    return [("all", MOST_IN_ALL), (("address", stream.address), MOST_BY_ADDRESS), *by_visitor]


def _hand_out(drawn: list[tuple[Stream, str | None]]) -> None:
    for stream, news in drawn:
        stream.put(news)


def event(version: int, number: int, stage: str, **more: Any) -> str:
    data = json.dumps({"version": version, "number": number, "stage": stage, **more}, ensure_ascii=False)
    return f"id: {version}\nevent: change\ndata: {data}\n\n"


def patch(old: Sequence[Part], new: Sequence[Part]) -> Patch:
    """How to make the lines of the new parts from those of the old: pieces that are new, and (from, to) for lines that are taken over.

    A part is compared with what stood in its place, and only if it is another one: most are not.
    """
    pieces: list[str | tuple[int, int]] = []
    start = 0
    for before, now in zip_longest(old, new, fillvalue=NO_PART):
        count = len(before.lines)
        if before is now or before.lines == now.lines:
            found: Patch = ((0, count),) if count else ()
        else:
            found = changed(before, now)
        for piece in found:
            last = pieces[-1] if pieces else None
            if isinstance(piece, str):
                pieces[len(pieces) - isinstance(last, str) :] = [f"{last}\n{piece}" if isinstance(last, str) else piece]
            elif isinstance(last, tuple) and last[1] == piece[0] + start:
                pieces[-1] = last[0], piece[1] + start
            else:
                pieces.append((piece[0] + start, piece[1] + start))
        start += count
    return tuple(pieces)


@lru_cache(maxsize=SHARED)
def changed(before: Part, now: Part) -> Patch:
    """The same for one part, found out once for all who have had and get the same."""
    old, new = before.lines, now.lines
    least = min(len(old), len(new))
    head = _alike(old, new, least)
    tail = min(_alike(reversed(old), reversed(new), least), least - head)
    pieces = _taken_over(old[head : len(old) - tail], new[head : len(new) - tail])
    moved = [piece if isinstance(piece, str) else (piece[0] + head, piece[1] + head) for piece in pieces]
    return (*([(0, head)] if head else ()), *moved, *([(len(old) - tail, len(old))] if tail else ()))


def _alike(old: Iterable[str], new: Iterable[str], most: int) -> int:
    """How many lines are the same at the beginning."""
    return next(compress(count(), map(ne, old, new)), most)


def _taken_over(old: Sequence[str], new: Sequence[str]) -> list[str | tuple[int, int]]:
    places = {line: number for number, line in enumerate(old)}
    pieces: list[str | tuple[int, int]] = []
    fresh: list[str] = []
    number, end_of_new = 0, len(new)
    while number < end_of_new:
        start = places.get(new[number])
        if start is None:
            fresh.append(new[number])
            number += 1
            continue
        if fresh:
            pieces.append("\n".join(fresh))
            fresh = []
        end = start
        while number < end_of_new and end < len(old) and old[end] == new[number]:
            number, end = number + 1, end + 1
        pieces.append((start, end))
    if fresh:
        pieces.append("\n".join(fresh))
    return pieces


class Page:
    """The page that is open at the other end of a stream: what has been brought to it, and how to draw what is new.

    `shown` is the version that it showed when the stream began: of that nothing need be brought before something else changes.
    """

    def __init__(self, request: Request, table_id: str, shown: int = -1) -> None:
        self.request, self.table_id, self.shown = request, table_id, shown
        self.version = -1
        self.there: Presence | None = None
        self.parts: Parts = ()

    def draw(self) -> str | None:
        """The event for the newest version; empty if it has been brought already."""
        look_again(self.request)
        # As it is in memory: whoever told of the change has read it. To ask the database for each reader would cost as much as some parts.
        access = self.request.app.state.tables.enter(self.table_id, visitor_of(self.request), as_known=True)
        table = access.table
        with table.lock:
            version, number, stage, there = table.version, table.number, table.stage, presence(access)
            if (version, there) == (self.version, self.there):
                return ""
            again = {"again": True} if version in (self.version, self.shown) else {}  # only who is there has changed
            self.there = there
            if stage == "waiting":
                self.version = version
                return event(version, number, stage, **again)
            parts = fragment(self.request, access, there)
        pieces = patch(self.parts, parts)
        self.version, self.parts = version, parts
        return event(version, number, stage, patch=pieces, **again)


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
    request: Request,
    table_id: str,
    since: str = "",
    page: Annotated[str, Query(max_length=LONGEST_PAGE)] = "",
    last_event_id: Annotated[str | None, Header()] = None,
) -> StreamingResponse:
    access = await run_in_threadpool(enter_as_visitor, request, table_id)
    if access.seats_as_known:
        await run_in_threadpool(request.app.state.notices.been_at, access.visitor.id, table_id)
    shown = version_said(last_event_id or since)
    stream = Stream(access, shown, Page(request, table_id, shown).draw, address_of(request), page)
    return event_stream(request, stream)
