"""`kronland serve`: the table in the browser. Bare `kronland` is the same on a free port, with the browser opened."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import socket
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from kronland.cli.shown import say
from kronland.core.errors import UsageError

if TYPE_CHECKING:
    from types import FrameType

    import uvicorn

    from kronland.web.live.live import Live

USUAL_PORT = 8765
GRACE = 5  # seconds that requests have to come to their end when the server stops

Host = Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 is all of this machine's.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")]
Database = Annotated[str | None, typer.Option(help="Where tables are kept; a file in your data folder, if not said.", metavar="URL")]
PublicUrl = Annotated[str | None, typer.Option(help="How the world reaches this server, for links.", metavar="URL")]
LogLevel = Annotated[Literal["debug", "info", "warning", "error"], typer.Option(help="How much to log; `info` is a line a request.")]
Pace = Annotated[float, typer.Option(min=0, max=30, help="Seconds between two moves of bots, where a table says nothing else.")]
BotThreads = Annotated[int | None, typer.Option(min=1, help="Cores on which bots may think at the same time; all, if not said.")]
KeepDays = Annotated[float | None, typer.Option(min=1, help="Days after which a table that nobody touches is dropped; never, if not said.")]
Open = Annotated[bool, typer.Option("--open/--no-open", help="Open the page in your browser.")]


def serve(
    host: Host = "127.0.0.1",
    port: Port = USUAL_PORT,
    database: Database = None,
    public_url: PublicUrl = None,
    log_level: LogLevel = "warning",
    pace: Pace = 1.0,
    bot_threads: BotThreads = None,
    keep_days: KeepDays = None,
    open_browser: Open = False,
) -> None:
    """Serve the tables: play in the browser, against bots or with friends."""
    import uvicorn
    from alembic.util import CommandError
    from sqlalchemy.exc import SQLAlchemyError

    from kronland.web.app import create_app
    from kronland.web.safety.connections import Doorkeeper, guarded, room_for_connections
    from kronland.web.settings import Settings

    url = public_url.rstrip("/") if public_url is not None else None
    if url is not None and not url.startswith(("http://", "https://")):
        raise UsageError(f"--public-url {public_url!r}: expected an address like https://games.example.org")
    _log_to_stderr(log_level)
    listening = _listen(host, port)
    address = f"http://{_named(host)}:{listening.getsockname()[1]}/"
    place = database or f"sqlite:///{usual_database()}"
    try:
        app = create_app(Settings(database=place, public_url=url, pace=pace, bot_threads=bot_threads, keep_days=keep_days))
    except (SQLAlchemyError, CommandError, ImportError) as problem:
        raise UsageError(f"--database {_without_password(place)}: {_database_problem(problem)}") from None
    config = uvicorn.Config(
        app,
        http=guarded(Doorkeeper(room_for_connections())),
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=30,
    )
    server = _stopping_at_once(config, app.state.live)
    say(f"serving on {address} (Ctrl-C stops)")
    if open_browser:
        threading.Thread(target=_open_when_ready, args=(server, address), daemon=True).start()
    server.run(sockets=[listening])
    say("stopped")


def _stopping_at_once(config: uvicorn.Config, live: Live) -> uvicorn.Server:
    """A server that ends the open event streams when it is told to stop, and would else wait for them in vain."""
    import uvicorn

    class Stopping(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            self.force_exit = self.should_exit and sig == signal.SIGINT
            self.should_exit = True
            live.stop_soon()

    return Stopping(config)


def _database_problem(problem: Exception) -> str:
    """Why a database cannot be used, in a line, with what can be done about it."""
    from alembic.util import CommandError
    from sqlalchemy.exc import DBAPIError

    reason = re.sub(r"^\(\S+\) ", "", str(problem).splitlines()[0]).strip()
    if isinstance(problem, CommandError):
        return f"it was made by a newer Kronland ({reason}); start that one, or name another database"
    if isinstance(problem, ImportError) and "psycopg" in reason:
        return "the driver for PostgreSQL is not installed; start once with KRONLAND_EXTRAS=postgres ./kronland"
    if not isinstance(problem, DBAPIError):
        return f"{reason}; expected one like sqlite:////path/to/tables.db"
    advice = {
        "not a database": "restore a copy, or name another file",
        "malformed": "the file is damaged; restore a copy, or name another file",
        "locked": "another program holds it; stop that one, or name another file",
        "readonly": "no permission to write there; name a file of your own",
        "read-only": "no permission to write there; name a file of your own",
        "unable to open": "the folder must exist, and you must be allowed to write in it",
    }
    return "; ".join([reason, *(said for sign, said in advice.items() if sign in reason)])


def _without_password(url: str) -> str:
    return re.sub(r"//([^/@:]*):[^/@]*@", r"//\1:...@", url)


def play_here() -> None:
    """What `kronland` alone does."""
    serve(port=0, open_browser=has_browser())


def usual_database() -> Path:
    base = os.environ.get("KRONLAND_DATA") or os.environ.get("XDG_DATA_HOME")
    folder = Path(base) / "kronland" if base else Path.home() / ".local" / "share" / "kronland"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageError(f"{folder}: cannot be made ({problem.strerror}); name another place with --database sqlite:///FILE") from None
    return folder / "tables.db"


def has_browser() -> bool:
    """Whether somebody sits here who would see a window."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _listen(host: str, port: int) -> socket.socket:
    """The port is taken before anything else is done, so that a taken one is said at once."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError as problem:
        raise UsageError(f"cannot listen on {host} port {port}: {problem.strerror}; choose another --port, 0 takes a free one") from None
    return listening


def _named(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _open_when_ready(server: uvicorn.Server, address: str) -> None:
    import webbrowser

    while not server.started:
        time.sleep(0.05)
    webbrowser.open(address)


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, what, and what came with it."""

    usual = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message", "taskName"}

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        told: dict[str, Any] = {
            "time": f"{moment}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        told.update({name: value for name, value in record.__dict__.items() if name not in self.usual})
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def _log_to_stderr(level: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name in ("kronland", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper())
