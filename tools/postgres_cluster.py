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


@contextmanager
def cluster(programs: Path) -> Iterator[str]:
    """The URL of an empty database, as long as the block lasts."""
    # A socket's path has to be short, and the server's user must come in.
    folder = Path(tempfile.mkdtemp(prefix="kl-", dir="/tmp"))
    as_user: list[str] = []
    if os.getuid() == 0:  # PostgreSQL refuses to be root
        shutil.chown(folder, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]

    def run(program: str, *arguments: str) -> None:
        done = subprocess.run([*as_user, str(programs / program), *arguments], cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        assert done.returncode == 0, done.stderr.decode()

    data = str(folder / "data")
    try:
        run("initdb", "-D", data, "-U", "kronland", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        run("pg_ctl", "-D", data, "-w", "-l", str(folder / "log"), "-o", f"-k {folder} -h ''", "start")
        try:
            yield f"postgresql+psycopg://kronland@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)
