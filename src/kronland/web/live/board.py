"""The open tables, live: every reader of a language is brought the same, drawn once.

What changes is sent as a patch of what was brought before, made once as well, so that a thousand readers cost a thousand sends and no more.
Changes that come close together are drawn together. A table that another server has opened is heard of by NOTIFY (`keeping.LOBBY`).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from kronland.core.words import LANGUAGES
from kronland.web.errors import WebError
from kronland.web.live.live import HEARTBEAT, MOST_WAITING, Live, patch
from kronland.web.safety.visitors import Visitor, address_of, visitor_of
from kronland.web.table.parts import Part

router = APIRouter(include_in_schema=False)

PAUSE = 0.4  # seconds between two drawings, at least
FRESH = 5.0  # seconds after which it is drawn anew for who asks: a command may have changed something that nobody was told of
AGAIN = 30.0  # seconds after which it is drawn anew for those who read: a seat is kept no longer


class Reader:
    """A page with the open tables on it."""

    def __init__(self, visitor: Visitor, address: str) -> None:
        self.person, self.visitor, self.address = visitor, visitor.id, address
        self.news: asyncio.Queue[str | None] = asyncio.Queue()  # None: the end

    def put(self, news: str | None) -> None:
        self.news.put_nowait(None if self.news.qsize() >= MOST_WAITING else news)  # nobody reads: who comes back begins anew


class Board:
    """`draw` makes the list in a language."""

    def __init__(self, live: Live, draw: Callable[[str], str]) -> None:
        self.live, self.draw = live, draw
        live.ends.append(self.stop)
        self._readers: dict[str, set[Reader]] = {language: set() for language in LANGUAGES}
        self._drawn: dict[str, tuple[float, str]] = {}  # by language: when, and what
        self._brought: dict[str, str] = {}  # what its readers have
        self._guard = threading.Lock()
        self._turn = 0  # counts changes
        self._due = False

    def text(self, language: str) -> str:
        """The list, from memory while nothing has changed."""
        with self._guard:
            known, turn = self._drawn.get(language), self._turn
        if known is not None and time.monotonic() - known[0] < FRESH:
            return known[1]
        began, made = time.monotonic(), self.draw(language)
        with self._guard:
            if turn == self._turn:  # else it may be older than what has changed meanwhile
                self._drawn[language] = began, made
        return made

    def _forget(self) -> None:
        with self._guard:
            self._turn += 1
            self._drawn.clear()

    def changed(self) -> None:
        """From any thread: other tables are open now."""
        self._forget()
        loop = self.live.loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._soon, PAUSE)

    def _soon(self, pause: float) -> None:
        if not self._due and any(self._readers.values()) and self.live.loop is not None:
            self._due = True
            self.live.loop.call_later(pause, self.live.submit, self._redraw)

    def _redraw(self) -> None:
        """In the thread that draws."""
        self._due = False  # whatever changes from here on is drawn again
        for language, readers in self._readers.items():
            if not readers:
                continue
            try:
                now = self.text(language)
            except WebError:  # the database does not answer: the next change is drawn, or the next look
                continue
            loop = self.live.loop
            if loop is not None and not loop.is_closed():
                loop.call_soon_threadsafe(self._bring, language, now)

    def _bring(self, language: str, now: str) -> None:
        before = self._brought.get(language)
        if before == now:
            return
        self._brought[language] = now
        news = event(before, now)
        for reader in self._readers[language]:
            reader.put(news)

    async def look_again(self) -> None:
        """As long as the server runs."""
        while not self.live.stopping:
            await asyncio.sleep(AGAIN)
            self._forget()
            self._soon(0.0)

    async def events(self, reader: Reader) -> AsyncIterator[str]:
        """First the whole list, the same that all others who read it have by now, so that the next patch fits."""
        language = reader.person.language
        readers = self._readers[language]
        self.live.hold(reader)
        try:
            yield "retry: 4000\n\n"
            readers.add(reader)
            if language in self._brought:
                yield event(None, self._brought[language])
            else:
                text = await asyncio.to_thread(self.text, language)
                if language not in self._brought:  # else it has been brought meanwhile, as a whole
                    self._bring(language, text)
            while not self.live.stopping:
                try:
                    news = await asyncio.wait_for(reader.news.get(), HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"
                else:
                    if news is None:
                        return
                    yield news
                self.live.saw(reader.person)
        finally:
            readers.discard(reader)
            self.live.release(reader)
            if not readers:
                self._brought.pop(language, None)  # nobody has it any more

    def stop(self) -> None:
        for readers in self._readers.values():
            for reader in readers:
                with suppress(RuntimeError):
                    reader.put(None)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def event(before: str | None, now: str) -> str:
    """How to make the list from the one before, or all of it."""
    pieces = patch(() if before is None else (Part(before),), (Part(now),))
    data = json.dumps({"from": None if before is None else digest(before), "now": digest(now), "patch": pieces}, ensure_ascii=False)
    return f"event: tables\ndata: {data}\n\n"


@router.get("/lobby/events", include_in_schema=False)
async def events(request: Request) -> StreamingResponse:
    board: Board = request.app.state.board
    visitor = await asyncio.to_thread(visitor_of, request)
    reader = board.live.admit(Reader(visitor, address_of(request)))
    return StreamingResponse(board.events(reader), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
