"""The application put together: `create_app(settings)`."""

from __future__ import annotations

import asyncio
import gzip
import logging
import re
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from kronland import __version__
from kronland.games import GAMES
from kronland.web import api, club_api, garbage
from kronland.web.bots.pacing import Pacing
from kronland.web.club import account_routes
from kronland.web.club import routes as club
from kronland.web.club.accounts import Accounts
from kronland.web.club.expiry import Expiry
from kronland.web.club.holidays import Holidays
from kronland.web.club.passkeys import Passkeys
from kronland.web.errors import Unavailable
from kronland.web.health import Health, healthz
from kronland.web.live import board, live
from kronland.web.live.board import Board
from kronland.web.live.following import Following
from kronland.web.live.live import Live
from kronland.web.lobby import open_tables
from kronland.web.lobby import routes as lobby
from kronland.web.metrics import METER
from kronland.web.notices import routes as notices_routes
from kronland.web.notices.keyring import Keyring
from kronland.web.notices.notices import Notices
from kronland.web.notices.posting import Posting
from kronland.web.notices.push import Push
from kronland.web.notices.reach import Reaches
from kronland.web.notices.telling import NOTICED
from kronland.web.pages.answers import add_error_handlers
from kronland.web.pages.pictures import draw_boards
from kronland.web.people import host_routes
from kronland.web.people import routes as people
from kronland.web.people.around import HERE, Around
from kronland.web.people.friends import Friends
from kronland.web.people.hosting import Hosting
from kronland.web.preparing import Preparation
from kronland.web.safety.guard import Guard
from kronland.web.safety.outside import Outside
from kronland.web.safety.visitors import Visitors
from kronland.web.settings import Settings
from kronland.web.store.store import Store
from kronland.web.study.analysing import Analyses
from kronland.web.study.outcomes import Before
from kronland.web.study.statistics import Statistics
from kronland.web.table import routes as table_routes
from kronland.web.table.keeping import LOBBY
from kronland.web.table.tables import Tables
from kronland.web.tournament import routes as tournament_routes
from kronland.web.tournament.tournaments import Tournaments

LOG = logging.getLogger("kronland.web")
STATIC = Path(__file__).parent / "static"

SWITCH = 0.001  # seconds that drawing or a bot may keep the interpreter from what waits to be answered

MEASURED = 5.0  # seconds between two looks at how much there is

COUNTED = 10.0  # seconds between two looks at games of before that are not in the statistics: a twentieth of the time goes there

UNASKED = 2.0  # seconds after which games are prepared though nobody has been answered yet


class AfterTheFirstAnswer:
    """Who opens the page first gets it before games are read and compiled, which would take the interpreter and the cores from it."""

    def __init__(self, app: ASGIApp, do: Callable[[], None]) -> None:
        self.app, self.do = app, do

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.app(scope, receive, send)
        finally:
            if scope["type"] == "http":
                self.do()


class Static(StaticFiles):
    """Files whose address tells their content (?v=digest) may be kept for good."""

    def file_response(self, *arguments: object, **more: object) -> Response:
        answer = super().file_response(*arguments, **more)  # type: ignore[arg-type]
        scope = arguments[2] if len(arguments) > 2 else more.get("scope")
        versioned = isinstance(scope, dict) and b"v=" in scope.get("query_string", b"")
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable" if versioned else "public, max-age=300"
        asked = Headers(scope=scope).get("accept-encoding", "") if isinstance(scope, dict) else ""
        if "gzip" in asked and isinstance(answer, FileResponse) and (kept := packed(Path(answer.path))):
            answer.headers.update({"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
            del answer.headers["content-length"], answer.headers["etag"], answer.headers["last-modified"]
            return Response(kept, headers=answer.headers, media_type=answer.media_type)
        return answer


# Lines of them, and what is between signs: they are for who reads the sources, and every first visit would bring 5 KB of them.
COMMENTS = {".js": re.compile(rb"^[ \t]*//.*\n", re.MULTILINE), ".css": re.compile(rb"/\*.*?\*/\s*", re.DOTALL)}


@cache
def packed(file: Path) -> bytes | None:
    """What everybody loads is packed once, as tightly as can be, without comments; what is packed already (a font) is left as it is."""
    comments = COMMENTS.get(file.suffix)
    return None if comments is None else gzip.compress(comments.sub(b"", file.read_bytes()), 9, mtime=0)


def create_app(settings: Settings | None = None, now: Callable[[], float] = time.time) -> FastAPI:
    """`now` is the clock on the wall, by which moves are timed; a test brings its own."""
    settings = settings or Settings()
    store = Store(settings.database)
    store.migrate()
    tables = Tables(store, settings, Preparation(settings.mode), now)
    expiry, holidays, tournaments = Expiry(tables), Holidays(tables), Tournaments(tables)
    visitors, streams, bots = Visitors(store, now), Live(tables.elsewhere), Pacing(tables)
    analyses = Analyses(tables, bots)
    notices, keys = Notices(tables), Keyring(store)
    push = Push(tables, keys)
    posting = Posting(tables, keys, push, streams.is_at)
    around = Around(tables.elsewhere.server)
    open_board = Board(streams, partial(open_tables.drawn, tables))

    def noticed(visitor: str) -> None:
        streams.calls.call(int(visitor))

    channels = {LOBBY: lambda _: open_board.changed(), HERE: around.hear, NOTICED: noticed}
    here = lambda: streams.here(tables.in_use())  # noqa: E731
    others = Following(
        tables, visitors, here, streams.look_round_soon, bots.wake, channels=channels, says=around.messages, anew=open_board.changed
    )
    store.ears[NOTICED] = noticed
    streams.saw, tables.lobby_changed = around.saw, open_board.changed
    tournaments.tell = notices.tell_of_tournament
    tables.listeners = [streams.tell, bots.look, tournaments.hear]
    tables.makers, tables.has_page_open, tables.watching = [bots.check_alone], streams.has_page_open, streams.watching
    tables.followers, streams.left = streams.followers, notices.left
    tables.wanted, streams.find = lambda table_id: streams.has_page_open(table_id) or bots.has_in_hand(table_id), tables.find

    def settle() -> None:
        tables.games.wait_for_reading()  # somebody may be waiting for a bot, and nobody waits for this
        garbage.look_from_here()
        if settings.draws_ahead:
            draw_boards()

    settling = threading.Thread(target=settle, name="boards", daemon=True)

    def begin() -> None:
        tables.games.start()
        if settling.ident is None:
            settling.start()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        sys.setswitchinterval(SWITCH)
        streams.loop = asyncio.get_running_loop()
        unasked = streams.loop.call_later(UNASKED, begin)
        bots.start()
        analyses.start()
        others.start()
        expiry.start()
        posting.start()
        tournaments.run()
        tidying = asyncio.create_task(_tidy_daily(tables, visitors, bots, holidays, notices))
        looking = asyncio.create_task(streams.look_round())
        listing = asyncio.create_task(open_board.look_again())
        measuring = asyncio.create_task(_measure(tables, streams, bots))
        counting = asyncio.create_task(_count(app.state.statistics, Before(store)))
        yield
        counting.cancel()
        measuring.cancel()
        looking.cancel()
        listing.cancel()
        unasked.cancel()
        tidying.cancel()
        expiry.stop()
        posting.stop()
        tournaments.stop()
        others.stop()
        streams.stop()
        tables.games.stop()
        analyses.stop()
        await asyncio.to_thread(bots.stop)
        store.close()

    app = FastAPI(
        title="Kronland",
        version=__version__,
        summary="German classics of borders and majorities, for programs.",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # they would load scripts from other hosts
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.settings, app.state.store, app.state.tables, app.state.live = settings, store, tables, streams
    app.state.health, app.state.others = Health(tables, bots, streams, others), others
    app.state.expiry, app.state.holidays, app.state.tournaments = expiry, holidays, tournaments
    app.state.statistics = Statistics(store)
    app.state.visitors, app.state.analyses, app.state.bots = visitors, analyses, bots
    app.state.notices, app.state.posting, app.state.push, app.state.reaches = notices, posting, push, Reaches(tables, keys)
    app.state.accounts = Accounts(tables, visitors)
    app.state.around, app.state.board = around, open_board
    app.state.friends, app.state.hosting = Friends(tables, visitors, around), Hosting(tables, visitors)
    app.state.passkeys = Passkeys(app.state.accounts)
    app.add_api_route("/healthz", healthz, include_in_schema=False)
    # Who asks goes through them from the first: at a table most is asked.
    rooms = (
        table_routes, live, api, club_api, board, open_tables, lobby, people, host_routes, club, account_routes, notices_routes,
        tournament_routes,
    )  # fmt: skip
    for part in rooms:
        app.router.routes.extend(part.router.routes)  # `include_router` would make each anew: a tenth of the way to a first page
    app.mount("/static", Static(directory=STATIC), name="static")
    app.add_middleware(GZipMiddleware, minimum_size=800, compresslevel=6)
    app.add_middleware(Outside)
    app.add_middleware(Guard, settings=settings)
    app.add_middleware(AfterTheFirstAnswer, do=begin)
    add_error_handlers(app)
    return app


async def _measure(tables: Tables, streams: Live, bots: Pacing) -> None:
    """Numbers that stand for a moment, where they are wanted."""
    while METER.on:
        try:
            waiting = 0 if bots.queue is None else await asyncio.to_thread(bots.queue.waiting)
            METER.measure(streams=streams.streams, tables=len(tables.in_use()), set_aside=len(tables.damaged), waiting=waiting)
        except Unavailable:
            pass
        await asyncio.sleep(MEASURED)


async def _count(statistics: Statistics, before: Before) -> None:
    """Ten thousand games take seconds to count, and nobody waits for that; then those from before outcomes were kept, a few at a time."""
    counted = False
    while not (counted and before.done):
        await asyncio.sleep(COUNTED)
        try:
            for game in () if counted else list(GAMES):
                await asyncio.to_thread(statistics.of, game)
            counted = True
            await asyncio.to_thread(before.catch_up, COUNTED / 20)
        except Unavailable:
            pass
        except Exception:
            LOG.exception("games of before could not be counted")
            return


async def _tidy_daily(tables: Tables, visitors: Visitors, bots: Pacing, holidays: Holidays, notices: Notices) -> None:
    while True:
        try:
            if dropped := await asyncio.to_thread(tables.tidy):
                LOG.info("old tables dropped", extra={"count": dropped})
            if bots.queue is not None:
                await asyncio.to_thread(bots.queue.tidy)
            if gone := await asyncio.to_thread(visitors.tidy):
                LOG.info("visitors forgotten", extra={"count": gone})
            await asyncio.to_thread(holidays.tidy)
            await asyncio.to_thread(notices.tidy)
        except Unavailable as problem:
            LOG.warning("what is old could not be dropped: %s", problem)
            await asyncio.sleep(60)
            continue
        except Exception:
            LOG.exception("what is old could not be dropped")
        await asyncio.sleep(24 * 3600)
