"""What is on disk: visitors, tables, seats, and the append-only log from which every match is rebuilt.

SQLite in WAL mode with synchronous=FULL: when `write` has come to its end the change is on disk, and only then is it answered. Writers
take turns inside the process; two processes are kept apart by the database, and at one table by its version, which `Tables.writing` claims
first of all: who has not read what the other wrote cannot write. PostgreSQL does the same by its own means.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import StaticPool

from kronland.web.errors import Unavailable
from kronland.web.safety.patience import PatientLock

LOG = logging.getLogger("kronland.web")
PATIENCE = 2.0  # seconds that somebody waits for the database, or for others who write
HASTE = 0.05

METADATA = sa.MetaData()

visitors = sa.Table(
    "visitors",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(64), nullable=False, unique=True),  # hash of the cookie
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("language", sa.String(2)),  # None: as the browser asks
    sa.Column("preferences", sa.JSON, nullable=False),
    sa.Column("made_at", sa.Float, nullable=False),
)

tables = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),  # version of the rules that it was begun with; while it waits, made with
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("start", sa.JSON),  # of a table that goes on from a record: position, components, actions
    sa.Column("title", sa.String(240), nullable=False),
    sa.Column("stage", sa.String(8), nullable=False),  # waiting, running, over
    sa.Column("pace", sa.Float, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("shuffle", sa.Boolean, nullable=False),
    sa.Column("hints", sa.Boolean),  # whether players may ask for hints; None: those who play against bots alone
    sa.Column("maker", sa.Integer, sa.ForeignKey("visitors.id")),
    sa.Column("rematch", sa.String(32)),  # the table that came after this one
    sa.Column("actors", sa.Integer, nullable=False),  # bit mask of the seats to decide, for the lists
    sa.Column("number", sa.Integer, nullable=False),  # entries of the log
    sa.Column("version", sa.Integer, nullable=False),  # counts every change, of rights too; whoever writes must have seen the last
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Column("changed_at", sa.Float, nullable=False),
    sa.Index("tables_by_stage", "stage", "changed_at"),
)

# Where the chance of a game comes from. A table that waits has no row: what has not been dealt cannot be told.
deals = sa.Table(
    "deals",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seed", sa.String(32), nullable=False),  # as `core.seeds.seed_text` writes it
    sa.Column("salt", sa.String(64), nullable=False),
)

seats = sa.Table(
    "seats",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),  # person, guest (at the maker's screen), bot, open
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("level", sa.String(16)),  # of a bot
    sa.Column("kept_by", sa.String(16)),  # level of the bot that stands in for a person who is away
    sa.Column("hints", sa.Integer, nullable=False, server_default="0"),  # that were taken
)

owners = sa.Table(
    "owners",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id"), primary_key=True),
    sa.Index("owners_by_visitor", "visitor"),
)

watchers = sa.Table(
    "watchers",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("visitor", sa.Integer, sa.ForeignKey("visitors.id"), primary_key=True),
)

keys = sa.Table(
    "keys",
    METADATA,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),  # -1: watching
    # It leads to an open seat, opens nothing, and is spent when somebody sits down.
    sa.Column("invites", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Index("keys_by_seat", "table", "seat"),
)

entries = sa.Table(
    "entries",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),  # play, undo, redo, takeover, giveback
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("notation", sa.String(100), nullable=False),  # of a play; the bot's level of a takeover; how many of an undo
    sa.Column("at", sa.Float, nullable=False),
)

chat = sa.Table(
    "chat",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("text", sa.String(2000), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

analyses = sa.Table(
    "analyses",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),  # of how games are analysed
    sa.Column("found", sa.JSON, nullable=False),
    sa.Column("made_at", sa.Float, nullable=False),
)

# All that goes with a table when it is dropped.
OF_A_TABLE = tuple(kind for kind in METADATA.sorted_tables if any(key.references(tables) for key in kind.foreign_keys))

MIGRATIONS = Path(__file__).parent / "migrations"


class Store:
    def __init__(self, url: str) -> None:
        address = sa.make_url(url)
        self.in_memory = address.get_backend_name() == "sqlite" and address.database in (None, "", ":memory:")
        # In memory there is one connection, which threads must not use at the same time.
        pool: dict[str, Any] = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}} if self.in_memory else {}
        if address.get_backend_name() != "sqlite":  # a server may close a connection, and allows only so many
            pool = {"pool_pre_ping": True, "pool_size": 8, "max_overflow": 24, "pool_timeout": PATIENCE, "connect_args": _patience(address)}
        self.engine = sa.create_engine(address, **pool)
        # One moment for all that is read together: SQLite's transactions are so by themselves.
        self._reading = {} if address.get_backend_name() == "sqlite" else {"isolation_level": "REPEATABLE READ"}
        self._writing = PatientLock(PATIENCE)
        self._trouble = -1e9  # when the database last did not answer; until something has been written again
        if address.get_backend_name() == "sqlite":
            sa.event.listen(self.engine, "connect", _set_up_sqlite)
            sa.event.listen(self.engine, "begin", _begin)

    def migrate(self, version: str = "head") -> None:
        """Bring the schema up to date, or to an older version; a database of the right version is left alone."""
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        # Not by `write`: whoever starts the server wants to know exactly what is wrong.
        with self.engine.connect().execution_options(writes=PATIENCE) as connection, connection.begin():
            if self.engine.dialect.name == "postgresql":
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0")  # a large database takes its time to be brought up to date
            config.attributes["connection"] = connection
            command.upgrade(config, version)

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """A transaction that is on disk when the block has ended, or has not happened.

        Who has to wait too long for it is told so (`Unavailable`), and once that has happened nobody else waits long behind that one.
        """
        with self._answering(), self._writing, self.engine.connect().execution_options(writes=self._patience) as connection:
            with connection.begin():
                yield connection
            self._trouble = -1e9

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
        return HASTE if time.monotonic() - self._trouble < 2 * PATIENCE else PATIENCE

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """A database that is locked or gone is no fault of ours, and comes back."""
        try:
            yield
        except (OperationalError, InterfaceError, PoolTimeout, Unavailable) as problem:
            self._trouble = time.monotonic()
            if isinstance(problem, Unavailable):
                raise
            LOG.warning("the database does not answer: %s", str(problem).splitlines()[0])
            raise Unavailable from problem
        except DBAPIError as problem:
            if not problem.connection_invalidated:
                raise
            self._trouble = time.monotonic()
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
