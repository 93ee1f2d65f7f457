"""The application put together: `create_app(settings)`."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware

from kronland import __version__
from kronland.web import api, live, lobby, table_routes
from kronland.web.analysing import Analyses
from kronland.web.answers import add_error_handlers
from kronland.web.following import Following
from kronland.web.health import Health, healthz
from kronland.web.live import Live
from kronland.web.outside import Outside
from kronland.web.pacing import Pacing
from kronland.web.preparing import Preparation
from kronland.web.safety import Guard
from kronland.web.settings import Settings
from kronland.web.store import Store
from kronland.web.tables import Tables
from kronland.web.visitors import Visitors

LOG = logging.getLogger("kronland.web")
STATIC = Path(__file__).parent / "static"

SWITCH = 0.001  # seconds that drawing or a bot may keep the interpreter from what waits to be answered


class Static(StaticFiles):
    """Files whose address tells their content (?v=digest) may be kept for good."""

    def file_response(self, *arguments: object, **more: object) -> Response:
        answer = super().file_response(*arguments, **more)  # type: ignore[arg-type]
        scope = arguments[2] if len(arguments) > 2 else more.get("scope")
        versioned = isinstance(scope, dict) and b"v=" in scope.get("query_string", b"")
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable" if versioned else "public, max-age=300"
        return answer


def create_app(settings: Settings | None = None) -> FastAPI:
    settings = settings or Settings()
    store = Store(settings.database)
    store.migrate()
    tables = Tables(store, settings, Preparation(settings.mode))
    streams, bots, analyses, others = Live(), Pacing(tables), Analyses(tables), Following(tables)
    tables.listeners = [streams.tell, bots.look]
    tables.makers, tables.has_page_open = [bots.check_alone], streams.has_page_open

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        sys.setswitchinterval(SWITCH)
        streams.loop = asyncio.get_running_loop()
        tables.games.start()
        bots.start()
        others.start()
        tidying = asyncio.create_task(_tidy_daily(tables, app.state.visitors))
        yield
        tidying.cancel()
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
    app.state.visitors, app.state.analyses, app.state.bots = Visitors(store), analyses, bots
    app.add_api_route("/healthz", healthz, include_in_schema=False)
    app.include_router(api.router)
    app.include_router(live.router)
    app.include_router(lobby.router, include_in_schema=False)
    app.include_router(table_routes.router, include_in_schema=False)
    app.mount("/static", Static(directory=STATIC), name="static")
    app.add_middleware(GZipMiddleware, minimum_size=800, compresslevel=1)
    app.add_middleware(Outside)
    app.add_middleware(Guard, settings=settings)
    add_error_handlers(app)
    return app


async def _tidy_daily(tables: Tables, visitors: Visitors) -> None:
    while True:
        try:
            if dropped := await asyncio.to_thread(tables.tidy):
                LOG.info("old tables dropped", extra={"count": dropped})
            if gone := await asyncio.to_thread(visitors.tidy):
                LOG.info("visitors forgotten", extra={"count": gone})
        except Exception:
            LOG.exception("what is old could not be dropped")
        await asyncio.sleep(24 * 3600)
