"""The store: the migrations lead to the schema that the code knows, and an answered change is on disk."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from kronland.web.store import METADATA, Store, visitors


def test_migrations_lead_to_the_schema_of_the_code(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/tables.db")
    store.migrate()
    with store.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    store.migrate()  # a second time changes nothing
    store.close()


def test_a_percent_sign_in_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "100 % ours"
    folder.mkdir()
    store = Store(f"sqlite:///{folder}/tables.db")
    store.migrate()
    store.close()
    assert (folder / "tables.db").exists()


def test_what_was_written_is_synced(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/tables.db")
    store.migrate()
    with store.read() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2, "FULL"
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    with store.write() as connection:
        connection.execute(visitors.insert().values(key="k", name="Anna", preferences={}, made_at=0))
    other = sqlite3.connect(tmp_path / "tables.db")
    assert other.execute("SELECT name FROM visitors").fetchall() == [("Anna",)]
    other.close()
    store.close()


def test_a_failed_change_has_not_happened(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/tables.db")
    store.migrate()
    try:
        with store.write() as connection:
            connection.execute(visitors.insert().values(key="k", name="Anna", preferences={}, made_at=0))
            raise RuntimeError
    except RuntimeError:
        pass
    with store.read() as connection:
        assert connection.execute(sa.select(visitors)).all() == []
    store.close()
