"""`kronland think`: a process that thinks for the bots of servers on the same PostgreSQL."""

from __future__ import annotations

import signal
import threading

from kronland.cli.serve import BotThreads, Database, LogLevel, MetricsPort, check_server_is_there, check_shared, counting, naming
from kronland.cli.shown import say
from kronland.core.errors import UsageError


def think(
    database: Database = None, bot_threads: BotThreads = None, log_level: LogLevel = "warning", metrics_port: MetricsPort = None
) -> None:
    """Think for the bots at tables that others serve, from the same PostgreSQL."""
    check_server_is_there()
    from kronland.web.logging import log_to_stderr
    from kronland.web.settings import Settings
    from kronland.web.store.store import Store
    from kronland.web.thinker import think as think_on

    if database is None:
        raise UsageError("kronland think needs the --database of the servers that it is to think for, a PostgreSQL")
    log_to_stderr(log_level)
    with naming(database):
        check_shared(database, "--database: on SQLite the server thinks by itself; kronland think needs PostgreSQL")
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda sig, frame: stop.set())
    say("compiling what is not compiled yet (Ctrl-C stops)")
    with counting(metrics_port):
        think_on(Store(database), Settings(database=database, bot_threads=bot_threads), stop, lambda: say("thinking"))
    say("stopped")
