"""A server in a process of its own, for tests that need another one than theirs: `python served_apart.py DATABASE FILE`.

FILE tells what the clock on the wall shows. The port goes to stdout; the end of stdin is the end of the server.
"""

from __future__ import annotations

import socket
import sys
import threading
from pathlib import Path

import uvicorn

from kronland.web.app import create_app
from kronland.web.notices import posting
from kronland.web.settings import Settings


class Wall:
    """One clock for several processes, which stands still until it is set."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __call__(self) -> float:
        return float(self.file.read_text())

    def set(self, moment: float) -> None:
        new = self.file.with_suffix(".new")
        new.write_text(repr(moment))
        new.replace(self.file)


def settings(database: str) -> Settings:
    return Settings(database=database, mode="python", limits=False, draws_ahead=False, push_anywhere=True)


def main(database: str, file: str) -> None:
    posting.EVERY = 1e6  # the test itself looks what is to be sent
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create_app(settings(database), Wall(Path(file))), log_config=None, timeout_graceful_shutdown=1))

    def stop_at_the_end() -> None:
        sys.stdin.read()
        server.should_exit = True

    threading.Thread(target=stop_at_the_end, daemon=True).start()
    print(listening.getsockname()[1], flush=True)
    server.run(sockets=[listening])


if __name__ == "__main__":
    main(*sys.argv[1:])
