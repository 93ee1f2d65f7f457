"""A server beside the measurement, as `kronland serve` starts it: on SQLite by one process, on PostgreSQL by as many as wanted."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tools")]
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def seconds_of(pid: int) -> float:
    """Of a core, that a process has used."""
    try:
        spent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    except FileNotFoundError:
        return 0.0
    return sum(map(int, spent)) / TICK


def megabytes_of(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 1e6


def children(parent: int, named: str = "") -> list[int]:
    """Processes that this one has started, with a word of their command line."""
    listed = subprocess.run(["ps", "-ww", "--ppid", str(parent), "-o", "pid=,args="], capture_output=True, text=True).stdout
    return [int(line.split()[0]) for line in listed.splitlines() if named in line]


class Server:
    """The limits are those of any server: each table's people come from an address of their own, as a proxy would say it."""

    def __init__(self, database: str, workers: int, cores: int, data: str = "") -> None:
        command = [sys.executable, "-P", "-m", "kronland", "serve", "--port", "0", "--pace", "0", "--database", database]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        self.process = subprocess.Popen(
            [*command, "--workers", str(workers)], env=environment, stderr=subprocess.PIPE, text=True, preexec_fn=lambda: _stay_on(cores)
        )
        assert self.process.stderr is not None
        found = re.search(r"serving on (http://\S+)/ ", self.process.stderr.readline())
        assert found, "the server does not begin"
        self.url, self.database, self.workers, self._data = found[1], database, workers, data
        while not self._is_ready():
            time.sleep(0.2)
        self.pids = [self.process.pid] if workers == 1 else children(self.process.pid, "spawn_main")

    def _is_ready(self) -> bool:
        """Compiled, as far as the mode asks for that."""
        try:
            games = httpx2.get(f"{self.url}/healthz", timeout=20).json()["games"]
        except httpx2.TransportError:
            return False
        return bool(games) and (set(games.values()) == {"ready"} or os.environ.get("KRONLAND_MODE") == "python")

    def cpu(self) -> float:
        """Seconds of a core that the servers have used."""
        return sum(map(seconds_of, self.pids))

    def database_cpu(self) -> float:
        """The same of PostgreSQL, with all that serve one connection each."""
        file = Path(self._data) / "postmaster.pid"
        if not self._data or not file.exists():
            return 0.0
        first = int(file.read_text().split()[0])
        return sum(map(seconds_of, [first, *children(first)]))

    def memory(self) -> float:
        """Megabytes of the servers."""
        return sum(map(megabytes_of, self.pids))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def _stay_on(cores: int) -> None:
    """The server has the first cores for itself, where there are more."""
    here = sorted(os.sched_getaffinity(0))
    if len(here) > cores:
        os.sched_setaffinity(0, here[:cores])


@contextmanager
def serving(kind: str, folder: Path, workers: int, cores: int) -> Iterator[Server]:
    """A server on an empty database of this kind."""
    from postgres_cluster import cluster, programs_folder

    @contextmanager
    def database() -> Iterator[tuple[str, str]]:
        if kind == "sqlite":
            yield f"sqlite:///{folder}/served.db", ""
            return
        programs = programs_folder()
        assert programs is not None, "there is no PostgreSQL on this machine"
        with cluster(programs) as made:
            yield made.url, made.data

    with database() as (url, data):
        server = Server(url, workers, cores, data)
        try:
            yield server
        finally:
            server.stop()
