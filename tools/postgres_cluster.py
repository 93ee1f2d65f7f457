"""A PostgreSQL cluster of one's own in a temporary folder, reached through a socket there: for tests and for tools/kill_server.py."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def programs_folder() -> Path | None:
    """Where `initdb` and `pg_ctl` are: on the path, or where Debian puts them."""
    places = [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists() and (place / "pg_ctl").exists()), None)


class Cluster:
    """One that can be stopped and started again."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder, self.programs, self.data = folder, programs, str(folder / "data")
        self.as_user: list[str] = []
        if os.getuid() == 0:  # PostgreSQL refuses to be root
            shutil.chown(folder, "postgres")
            self.as_user = ["runuser", "-u", "postgres", "--"]
        self.run("initdb", "-D", self.data, "-U", "kronland", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")

    @property
    def url(self) -> str:
        """Of a database that is empty at first."""
        return f"postgresql+psycopg://kronland@/postgres?host={self.folder}"

    def run(self, program: str, *arguments: str) -> None:
        command = [*self.as_user, str(self.programs / program), *arguments]
        done = subprocess.run(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        self.run("pg_ctl", "-D", self.data, "-w", "-l", str(self.folder / "log"), "-o", f"-k {self.folder} -h ''", "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-D", self.data, "-m", "immediate", "stop")


@contextmanager
def cluster(programs: Path) -> Iterator[Cluster]:
    """A cluster that runs, as long as the block lasts."""
    # A socket's path has to be short, and the server's user must come in.
    folder = Path(tempfile.mkdtemp(prefix="kl-", dir="/tmp"))
    try:
        made = Cluster(folder, programs)
        made.start()
        try:
            yield made
        finally:
            if (folder / "data" / "postmaster.pid").exists():
                made.stop()
    finally:
        shutil.rmtree(folder)
