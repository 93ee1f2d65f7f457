"""A whole database copied, while it is used: all of one moment, row by row, from and to either kind.

A copy is a SQLite file, whatever it was made from. So a backup of one server becomes the beginning of another, and tables move from
SQLite to PostgreSQL and back.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import sqlalchemy as sa

from kronland.web.store.schema import METADATA, posts, served, work
from kronland.web.store.store import Store

AT_ONCE = 500  # rows
# What bots have to do is noted again where it is missing; what was on its way to somebody is sent by the server that it was taken from.
FLEETING = (work, served, posts)


class NotEmpty(Exception):
    """Something is kept there already."""


def copy_all(source: Store, target: Store) -> dict[str, int]:
    """Copy all rows into an empty database; how many of each kind. What is there is on disk when this ends, or nothing is."""
    counts: dict[str, int] = {}
    with source.read() as reading, target.write() as writing:
        for table in METADATA.sorted_tables:
            if writing.execute(sa.select(table).limit(1)).first() is not None:
                raise NotEmpty(table.name)
        if target.shared:
            writing.exec_driver_sql("SET LOCAL statement_timeout = 0")
            writing.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
        for table in METADATA.sorted_tables:
            if table in FLEETING:
                continue
            counts[table.name] = 0
            for rows in reading.execution_options(yield_per=AT_ONCE).execute(sa.select(table)).mappings().partitions(AT_ONCE):
                writing.execute(table.insert(), [dict(row) for row in rows])
                counts[table.name] += len(rows)
        if target.shared:
            for table in METADATA.sorted_tables:
                _count_on(writing, table)
    return counts


def _count_on(connection: sa.Connection, table: sa.Table) -> None:
    """PostgreSQL counts new rows by itself, and must not begin anew."""
    column = table.autoincrement_column
    if column is not None:
        last = connection.scalar(sa.select(sa.func.max(column)))
        counter = sa.func.pg_get_serial_sequence(table.name, column.name)
        connection.execute(sa.select(sa.func.setval(counter, last or 1, last is not None)))


def back_up(source: Store, file: Path) -> dict[str, int]:
    """Into a new file, which is there when it is whole."""
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=f".{file.name}.") as folder:
        place = Path(folder) / "copy.db"
        target = Store(f"sqlite:///{place}")
        target.migrate()
        counts = copy_all(source, target)
        with target.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        target.close()
        place.replace(file)
    return counts


def restore(file: Path, target: Store) -> dict[str, int]:
    """From a copy, an older Kronland's too, into an empty database. The file stays as it is."""
    with tempfile.TemporaryDirectory() as folder:
        place = shutil.copy(file, Path(folder) / "copy.db")
        source = Store(f"sqlite:///{place}")
        source.migrate()
        counts = copy_all(source, target)
        source.close()
    return counts
