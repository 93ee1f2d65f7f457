"""The application put together: `create_app(settings)`."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from kronland import __version__
from kronland.core.words import LANGUAGES, N_, Text, words
from kronland.games import GAMES
from kronland.web import api, live, lobby, table_routes
from kronland.web.analysing import Analyses
from kronland.web.errors import NotReady, TooMany, WebError
from kronland.web.following import Following
from kronland.web.live import Live
from kronland.web.pacing import Pacing
from kronland.web.preparing import Preparation
from kronland.web.rendering import render
from kronland.web.safety import TOO_LARGE, Guard
from kronland.web.settings import Settings
from kronland.web.store import Store
from kronland.web.tables import Tables
from kronland.web.visitors import Visitors, asked_language, visitor_of

LOG = logging.getLogger("kronland.web")
STATIC = Path(__file__).parent / "static"

SWITCH = 0.001  # seconds that drawing or a bot may keep the interpreter from what waits to be answered

NOT_UNDERSTOOD = N_("That request could not be understood: {problem}")
NOTHING_HERE = N_("There is nothing at this address.")
NOT_THIS_WAY = N_("That cannot be done this way.")
OUR_FAULT = N_("Something went wrong here. It has been noted.")


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

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        sys.setswitchinterval(SWITCH)
        streams.loop = asyncio.get_running_loop()
        tables.games.start()
        bots.start()
        others.start()
        tidying = asyncio.create_task(_tidy_daily(tables))
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
    app.state.visitors, app.state.analyses = Visitors(store), analyses
    app.add_api_route("/healthz", healthz, include_in_schema=False)
    app.include_router(api.router)
    app.include_router(live.router)
    app.include_router(lobby.router, include_in_schema=False)
    app.include_router(table_routes.router, include_in_schema=False)
    app.mount("/static", Static(directory=STATIC), name="static")
    app.add_middleware(GZipMiddleware, minimum_size=800, compresslevel=1)
    app.add_middleware(Guard, settings=settings)
    _add_error_handlers(app)
    return app


async def _tidy_daily(tables: Tables) -> None:
    while True:
        try:
            if dropped := await asyncio.to_thread(tables.tidy):
                LOG.info("old tables dropped", extra={"count": dropped})
        except SQLAlchemyError:
            LOG.exception("old tables could not be dropped")
        await asyncio.sleep(24 * 3600)


def healthz(request: Request) -> JSONResponse:
    """Whether the store answers, how far the games are, and how their bots think."""
    tables: Tables = request.app.state.tables
    with tables.store.read() as connection:
        connection.exec_driver_sql("SELECT 1")
    stages = {game: tables.games.state(game).stage for game in GAMES}
    bots = {game: tables.games.bot_mode(game) for game in GAMES}
    return JSONResponse({"status": "ok", "version": __version__, "games": stages, "bots": bots})


def _answer(request: Request, status: int, code: str, message: str, rule: str | None = None, wait: float | None = None) -> Response:
    answer: Response
    message = message.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair in what was sent must not break the answer
    if request.url.path.startswith("/api/"):
        answer = JSONResponse({"error": {"code": code, "message": message, "rule": rule or None}}, status)
    else:
        answer = render(request, "error.html", status, number=status, message=message, rule=rule)
    if wait is not None:
        answer.headers["Retry-After"] = str(int(wait) + 1)
    return answer


def _language(request: Request) -> str:
    if not request.url.path.startswith("/api/"):
        return visitor_of(request).language
    said = request.query_params.get("language")
    return said if said in LANGUAGES else asked_language(request)


def _add_error_handlers(app: FastAPI) -> None:
    """Whatever a client sends, it gets a sentence and never a traceback. Plain functions: they run in threads, and may ask the store."""

    def told(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, WebError)
        wait = problem.wait if isinstance(problem, TooMany) else 5.0 if isinstance(problem, NotReady) else None
        return _answer(request, problem.status, problem.code, problem.say(_language(request)), problem.rule, wait)

    def invalid(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, RequestValidationError)
        first = problem.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        message = words(_language(request))(NOT_UNDERSTOOD, problem=f"{where}: {first['msg']}"[:200])
        return _answer(request, 422, "not-understood", message)

    def by_status(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, HTTPException)
        texts: dict[int, Text] = {404: NOTHING_HERE, 405: NOT_THIS_WAY, 413: TOO_LARGE}
        text = texts.get(problem.status_code)
        if text is None:
            message = words(_language(request))(NOT_UNDERSTOOD, problem=str(problem.detail)[:200])
        else:
            message = words(_language(request))(text)
        code = {404: "not-found", 405: "not-this-way", 413: "too-large"}.get(problem.status_code, "not-understood")
        answer = _answer(request, problem.status_code, code, message)
        answer.headers.update(problem.headers or {})
        return answer

    def unexpected(request: Request, problem: Exception) -> Response:
        LOG.error("a request failed", exc_info=problem)
        return _answer(request, 500, "our-fault", words(asked_language(request))(OUR_FAULT))

    app.add_exception_handler(WebError, told)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, by_status)
    app.add_exception_handler(Exception, unexpected)
