"""A SQLite file is served by one server alone: a lock beside it, which the system takes back when its process ends, however that ends."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from filelock import FileLock, Timeout


class InUse(Exception):
    """Another server has the file."""


class Claim:
    """The file of a database, for as long as the process lasts or until it is released; of another kind of database nothing is claimed."""

    def __init__(self, database: str) -> None:
        address = sa.make_url(database)
        self._lock: FileLock | None = None
        if address.get_backend_name() != "sqlite" or address.database in (None, "", ":memory:"):
            return
        file = Path(address.database.removeprefix("file:").partition("?")[0]).resolve()
        if not file.parent.is_dir():  # FileLock would make it, for a name that was mistyped; opening the database says what is wrong
            return
        lock = FileLock(f"{file}.lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise InUse(str(file)) from None
        except OSError:  # nobody may write there: opening the database says that better
            return
        self._lock = lock

    def release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None
