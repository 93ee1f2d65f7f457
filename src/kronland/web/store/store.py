"""Reading and writing what is kept on disk (`schema.py`), so that what was answered is not lost.

SQLite in WAL mode with synchronous=FULL: when `write` has come to its end the change is on disk, and only then is it answered. Writers
take turns inside the process; two processes are kept apart by the database, and at one table by its version, which `Tables.writing` claims
first of all: who has not read what the other wrote cannot write. PostgreSQL does the same by its own means, and tells other servers of it
(`tell`): what is told in a transaction is heard when that is on disk, and not at all if it has not happened.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import StaticPool

from kronland.web.errors import Unavailable
from kronland.web.metrics import METER
from kronland.web.safety.patience import PatientLock

LOG = logging.getLogger("kronland.web")
PATIENCE = 2.0  # seconds that somebody waits for the database, or for others who write
HASTE = 0.05
TOLD = "told"  # what a transaction has to tell when it is on disk

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = 0x6B726F6E  # the lock of whoever brings the schema up to date


class Ear:
    """A connection that listens."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def heard(self, seconds: float) -> Iterator[tuple[str, str]]:
        """What is told within so many seconds: what, and the text."""
        for note in self._driver.notifies(timeout=seconds):
            yield note.channel, note.payload

    def tell(self, what: str, text: str) -> None:
        self._driver.execute("SELECT pg_notify(%s, %s)", (what, text))


class Store:
    def __init__(self, url: str) -> None:
        address = sa.make_url(url)
        self.in_memory = address.get_backend_name() == "sqlite" and address.database in (None, "", ":memory:")
        self.shared = address.get_backend_name() == "postgresql"  # by any number of servers, which tell one another what they do
        # In memory there is one connection, which threads must not use at the same time.
        pool: dict[str, Any] = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}} if self.in_memory else {}
        if address.get_backend_name() != "sqlite":  # a server may close a connection, and allows only so many
            pool = {"pool_pre_ping": True, "pool_size": 8, "max_overflow": 24, "pool_timeout": PATIENCE, "connect_args": _patience(address)}
        self.engine = sa.create_engine(address, hide_parameters=True, **pool)  # what goes wrong is logged, and what was written is not
        # One moment for all that is read together: SQLite's transactions are so by themselves.
        self._reading = {} if address.get_backend_name() == "sqlite" else {"isolation_level": "REPEATABLE READ"}
        self._writing = PatientLock(PATIENCE)
        self._trouble = -1e9  # when the database last did not answer; until something has been written again
        self.ears: dict[str, Callable[[str], None]] = {}  # where no database tells, what is told is heard in this process alone
        if address.get_backend_name() == "sqlite":
            sa.event.listen(self.engine, "connect", _set_up_sqlite)
            sa.event.listen(self.engine, "begin", _begin)

    def _is_current(self) -> bool:
        """Whether there is nothing to do: then a start need not wait for Alembic, which takes a tenth of it."""
        newest = max(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))
        try:
            with self.engine.connect().execution_options(writes=PATIENCE) as connection, connection.begin():  # it can be written, too
                return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all() == [newest]
        except DBAPIError:  # no such table, or something is wrong that the migration says better
            return False

    def migrate(self, version: str = "head") -> None:
        """Bring the schema up to date, or to an older version; a database of the right version is left alone."""
        if version == "head" and self._is_current():
            return
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        # Not by `write`: whoever starts the server wants to know exactly what is wrong.
        with self.engine.connect().execution_options(writes=PATIENCE) as connection, connection.begin():
            if self.engine.dialect.name == "postgresql":
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0")  # a large database takes its time to be brought up to date
                connection.exec_driver_sql("SET LOCAL lock_timeout = 0")  # and of several servers that start at once one does it
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
            config.attributes["connection"] = connection
            command.upgrade(config, version)

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """A transaction that is on disk when the block has ended, or has not happened.

        Who has to wait too long for it is told so (`Unavailable`), and once that has happened nobody else waits long behind that one.
        """
        with (
            self._answering(),
            METER.timing("writing"),
            self._writing,
            self.engine.connect().execution_options(writes=self._patience) as connection,
        ):
            connection.info.pop(TOLD, None)  # of one that has not happened
            with connection.begin():
                yield connection
            self._trouble = -1e9
            told = connection.info.pop(TOLD, ())
        for what, text in told:
            self.ears[what](text)

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """A transaction that sees one moment."""
        with self._answering():
            if self.in_memory:
                with self._writing, self.engine.connect() as connection:
                    yield connection
            else:
                with self.engine.connect().execution_options(**self._reading) as connection:
                    yield connection

    @property
    def _patience(self) -> float:
        """Seconds to wait for another process: few, and next to none while it has just been in vain."""
        return HASTE if monotonic() - self._trouble < 2 * PATIENCE else PATIENCE

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """A database that is locked or gone is no fault of ours, and comes back."""
        try:
            yield
        except (OperationalError, InterfaceError, PoolTimeout, Unavailable) as problem:
            self._trouble = monotonic()
            if isinstance(problem, Unavailable):
                raise
            LOG.warning("the database does not answer: %s", str(problem).splitlines()[0])
            raise Unavailable from problem
        except DBAPIError as problem:
            if not problem.connection_invalidated:
                raise
            self._trouble = monotonic()
            raise Unavailable from problem

    def tell(self, connection: sa.Connection, what: str, text: str) -> None:
        """Other servers on the same database hear it when this transaction is on disk; alone, whoever listens here."""
        if self.shared:
            connection.execute(sa.select(sa.func.pg_notify(what, text)))
        elif what in self.ears:
            connection.info.setdefault(TOLD, []).append((what, text))

    @contextmanager
    def listening(self, *whats: str, holds: int | None = None) -> Iterator[Ear]:
        """What is told from here on, by others and by ourselves; over a connection of its own, which may hold a lock that others share."""
        try:
            held = self.engine.raw_connection()
            try:
                driver: Any = held.driver_connection
                driver.autocommit = True
                for what in whats:
                    driver.execute(f"LISTEN {what}")
                if holds is not None:
                    driver.execute("SELECT pg_advisory_lock_shared(%s)", (holds,))
                yield Ear(driver)
            finally:
                held.invalidate()  # it would go on to listen in the hands of others
        except self.engine.dialect.loaded_dbapi.OperationalError as problem:  # it has gone, and comes back
            raise Unavailable from problem

    def check_reading(self) -> None:
        with self.read() as connection:
            connection.exec_driver_sql("SELECT 1")

    def check_writing(self) -> None:
        """By a change that is not kept."""
        with suppress(_NotKept), self.write() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
            raise _NotKept

    def close(self) -> None:
        if not self.in_memory:
            self.engine.dispose()
            return
        with (
            suppress(Unavailable),
            self._writing,
        ):  # the one connection may be at work in another thread: closed then, it would end the process
            self.engine.dispose()


def _set_up_sqlite(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say, in `_begin`
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", f"busy_timeout = {PATIENCE * 1000:.0f}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    # A writer takes the write lock at once: a reader that turns writer late can be refused.
    patience = connection.get_execution_options().get("writes")
    if patience is None:
        connection.exec_driver_sql("BEGIN")
    else:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {patience * 1000:.0f}")
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _patience(address: sa.URL) -> dict[str, Any]:
    """What PostgreSQL is told: how long to wait for it, for a lock, and for the end of a statement."""
    if address.get_backend_name() != "postgresql":
        return {}
    limits = {"lock_timeout": PATIENCE, "statement_timeout": 4 * PATIENCE, "idle_in_transaction_session_timeout": 20 * PATIENCE}
    options = " ".join(f"-c {name}={seconds * 1000:.0f}" for name, seconds in limits.items())
    return {"connect_timeout": max(2, round(PATIENCE)), "options": options, "tcp_user_timeout": round(4000 * PATIENCE)}


class _NotKept(Exception):
    """Ends a transaction that only tried."""
