"""`kronland serve`: the table in the browser. Bare `kronland` is the same on a free port, with the browser opened."""

from __future__ import annotations

import errno
import gc
import os
import re
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kronland.cli.shown import say
from kronland.core.errors import UsageError

if TYPE_CHECKING:
    import uvicorn

USUAL_PORT = 8765
BACKLOG = 2048  # connections that wait to be taken; as many as uvicorn lets wait
SERVER = ("fastapi", "uvicorn", "httptools", "jinja2", "python_multipart", "sqlalchemy", "alembic", "pydantic", "markdown_it")

Host = Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 is all of this machine's.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")]
Database = Annotated[str | None, typer.Option(help="Where tables are kept; a file in your data folder, if not said.", metavar="URL")]
PublicUrl = Annotated[str | None, typer.Option(help="How the world reaches this server, for links.", metavar="URL")]
LogLevel = Annotated[Literal["debug", "info", "warning", "error"], typer.Option(help="How much to log; `info` is a line a request.")]
Pace = Annotated[float, typer.Option(min=0, max=30, help="Seconds between two moves of bots, where a table says nothing else.")]
BotThreads = Annotated[int | None, typer.Option(min=1, help="Cores on which bots may think at the same time; all, if not said.")]
KeepDays = Annotated[float | None, typer.Option(min=1, help="Days after which a table that nobody touches is dropped; never, if not said.")]
Workers = Annotated[int, typer.Option(min=1, max=64, help="Processes that serve side by side; more than one needs PostgreSQL.")]
MetricsPort = Annotated[int | None, typer.Option(min=1, max=65535, help="Serve numbers for Prometheus on this port of 127.0.0.1.")]
Smtp = Annotated[
    str | None,
    typer.Option(
        help="Where mail is handed in, smtps://user:password@host or smtp://localhost; none is sent, if not said.",
        metavar="URL",
        envvar="KRONLAND_SMTP",
        show_envvar=True,
    ),
]
MailFrom = Annotated[str, typer.Option(help="Whom mail is from, like 'Kronland <club@example.org>'.", metavar="ADDRESS")]
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
    workers: Workers = 1,
    metrics_port: MetricsPort = None,
    smtp: Smtp = None,
    mail_from: MailFrom = "",
    open_browser: Open = False,
) -> None:
    """Serve the tables: play in the browser, against bots or with friends."""
    gc.disable()  # nothing that a start makes is garbage, and looking for some was a fifth of it; goes on in web/garbage.py
    check_server_is_there()
    from kronland.web.app import create_app
    from kronland.web.logging import log_to_stderr
    from kronland.web.serving import serve_alone, serve_by_many
    from kronland.web.settings import Settings
    from kronland.web.store.alone import Claim

    url = public_url.rstrip("/") if public_url is not None else None
    if url is not None and not url.startswith(("http://", "https://")):
        raise UsageError(f"--public-url {public_url!r}: expected an address like https://games.example.org")
    log_to_stderr(log_level)
    place = database or f"sqlite:///{usual_database()}"
    sender = checked_mail(smtp, mail_from, url)
    settings = Settings(
        database=place, public_url=url, pace=pace, bot_threads=bot_threads, keep_days=keep_days, smtp=smtp, mail_from=sender
    )
    listening = _listen(host, port)
    address = f"http://{_named(host)}:{listening.getsockname()[1]}/"
    with naming(place):
        claim = Claim(place)
        if workers > 1:
            check_shared(place, f"--workers {workers}: several processes need PostgreSQL; name one with --database, or leave it out")
        else:
            app = create_app(settings)
    with counting(metrics_port, workers):
        say(f"serving on {address} (Ctrl-C stops)")
        if workers > 1:
            gc.enable()  # no application in this process
            serve_by_many(settings, log_level, listening, workers)
        else:
            serve_alone(app, listening, partial(_open_in_browser, address) if open_browser else lambda server: None)
    claim.release()
    say("stopped")


def checked_mail(smtp: str | None, mail_from: str, public_url: str | None) -> str:
    """Whom mail is from; what else it needs is said at the start, and not when the first is to go out."""
    from kronland.web.notices.mail import Server, checked_sender

    if not smtp:
        if mail_from:
            raise UsageError("--mail-from: mail needs a server, too; name one with --smtp")
        return ""
    Server.read(smtp)
    if not mail_from:
        raise UsageError("--smtp: mail needs a sender; name one with --mail-from 'Kronland <club@example.org>'")
    if public_url is None:
        raise UsageError("--smtp: links in mails need an address; say it with --public-url https://games.example.org")
    return checked_sender(mail_from)


@contextmanager
def naming(place: str, what: str = "--database ") -> Iterator[None]:
    """What is wrong with a database is one line that names it."""
    from kronland.web.store.alone import InUse

    try:
        yield
    except InUse as problem:
        raise UsageError(f"--database {place}: another Kronland serves {problem} already; use that one, or name another file") from None
    except Exception as problem:
        if not _is_of_the_database(problem):
            raise
        raise UsageError(f"{what}{without_password(place)}: {_database_problem(problem)}") from None


@contextmanager
def counting(port: int | None, processes: int = 1) -> Iterator[None]:
    """Numbers for Prometheus, where they are wanted."""
    from kronland.web.metrics import served

    if port is not None and find_spec("prometheus_client") is None:
        raise UsageError("--metrics-port: prometheus-client is not installed; pip install 'kronland[metrics]'")
    try:
        with served(port, processes):
            yield
    except OSError as problem:
        if port is None or problem.errno != errno.EADDRINUSE:
            raise
        raise UsageError(f"--metrics-port {port}: {problem.strerror}; choose another") from None


def check_shared(place: str, otherwise: str) -> None:
    """That several processes can use the database, which is brought up to date for them."""
    from kronland.web.store.store import Store

    store = Store(place)
    if not store.shared:
        raise UsageError(otherwise)
    store.migrate()
    store.close()


def check_server_is_there() -> None:
    """What serves is an extra: who plays in Python alone does without it."""
    missing = [package for package in SERVER if find_spec(package) is None]
    if missing:
        raise UsageError(f"the server is not installed ({missing[0]} is missing); install it with: pip install 'kronland[server]'")


def _is_of_the_database(problem: Exception) -> bool:
    from alembic.util import CommandError  # asked for only here: a start that goes well does without Alembic
    from sqlalchemy.exc import SQLAlchemyError

    return isinstance(problem, (SQLAlchemyError, CommandError, ImportError))


def _database_problem(problem: Exception) -> str:
    """Why a database cannot be used, in a line, with what can be done about it."""
    from alembic.util import CommandError
    from sqlalchemy.exc import DBAPIError

    reason = re.sub(r"^\(\S+\) ", "", str(problem).splitlines()[0]).strip()
    if isinstance(problem, CommandError):
        return f"it was made by a newer Kronland ({reason}); start that one, or name another database"
    if isinstance(problem, ImportError) and "psycopg" in reason:
        wheel, checkout = "pip install 'kronland[server,postgres]'", "KRONLAND_EXTRAS=postgres ./kronland"
        return f"its driver is not installed; {wheel}, or in a checkout once {checkout}"
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


def without_password(url: str) -> str:
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


LOST_AFTER = 8  # seconds in which somebody whose network is gone neither answers nor takes anything


def _notice_the_lost(listening: socket.socket) -> None:
    """A connection whose other end is gone without a word ends soon, and others at the table see it; where the system can do that."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (("KEEPIDLE", LOST_AFTER), ("KEEPINTVL", 3), ("KEEPCNT", 3), ("USER_TIMEOUT", 1000 * LOST_AFTER)):
        if hasattr(socket, f"TCP_{option}"):
            listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, f"TCP_{option}"), value)


def _listen(host: str, port: int) -> socket.socket:
    """The port is taken before anything else is done: a taken one is said at once, and whoever comes before the server is ready waits
    and is not refused."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.socket(family, kind, protocol)
        if os.name == "posix":  # on Windows this would let two servers have one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            _notice_the_lost(listening)
        listening.bind(address)
        listening.listen(BACKLOG)  # until then a second server could bind itself to the same port, too
    except OSError as problem:
        raise UsageError(f"cannot listen on {host} port {port}: {problem.strerror}; choose another --port, 0 takes a free one") from None
    return listening


def _named(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _open_in_browser(address: str, server: uvicorn.Server) -> None:
    threading.Thread(target=_open_when_ready, args=(server, address), daemon=True).start()


def _open_when_ready(server: uvicorn.Server, address: str) -> None:
    import webbrowser

    while not server.started:
        time.sleep(0.05)
    webbrowser.open(address)
