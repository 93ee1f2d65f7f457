"""`kronland host`: a copy made while people play is whole, goes into a database of either kind, and everything in it can be played on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from house import Program, play
from typer.testing import CliRunner

from kronland.cli.app import app
from kronland.web.store import schema
from kronland.web.store.alone import Claim
from kronland.web.store.copying import FLEETING, back_up, restore
from kronland.web.store.store import Store

pytestmark = pytest.mark.slow


def host(*words: str) -> tuple[int, str]:
    said = CliRunner().invoke(app, ["host", *words])
    return said.exit_code, said.output


def moves(address: str) -> dict[str, list[Any]]:
    """What the log of each table says."""
    keeper, entry = Store(address), schema.entries.c
    with keeper.read() as connection:
        rows = connection.execute(sa.select(entry.table, entry.kind, entry.seat, entry.notation).order_by(entry.table, entry.number)).all()
    keeper.close()
    found: dict[str, list[Any]] = {}
    for table, *what in rows:
        found.setdefault(table, []).append(tuple(what))
    return found


def test_a_copy_is_made_while_people_play_and_goes_anywhere(
    database: str, opened: Callable[..., Any], postgres: Callable[[], str], tmp_path: Path
) -> None:
    copy, over = tmp_path / "copy.db", threading.Event()
    with opened(database=database) as house:
        games = [house.make("koenig", ("me", "me"))[1] for _ in range(2)]

        def play_on() -> None:
            while not over.is_set():
                for number, seats in enumerate(games):
                    play(seats, 1, number)

        playing = threading.Thread(target=play_on)
        playing.start()
        try:
            while sum(map(len, moves(database).values())) < 6:
                time.sleep(0.01)
            assert host("backup", str(copy), "--database", database)[0] == 0
        finally:
            over.set()
            playing.join(60)
        assert host("check", "--database", database) == (0, checked(database))
        anna = house.browser("Anna")
        assert anna.get("/").status_code == 200, "the server has gone on all the time"
    copied, now = moves(f"sqlite:///{copy}"), moves(database)
    assert copied and all(now[table][: len(log)] == log for table, log in copied.items()), "all of one moment"
    assert host("check", "--database", f"sqlite:///{copy}") == (0, checked(f"sqlite:///{copy}"))
    for place in (f"sqlite:///{tmp_path}/restored.db", postgres()):
        code, said = host("restore", str(copy), "--database", place)
        assert code == 0 and said.startswith("2 tables,"), said
        assert moves(place) == copied
        with opened(database=place) as house:
            for seats in games:
                here = [Program(house.client, seat.table, seat.token) for seat in seats]
                play(here, 2)
            assert house.browser("Ben").make("koenig", ("me", "bot-page")), "who comes new gets a number of their own"
        code, said = host("restore", str(copy), "--database", place)
        assert code == 2 and "something is kept there already" in said


def checked(address: str) -> str:
    found = moves(address)
    return f"2 tables with {sum(map(len, found.values()))} entries: 0 damaged, 0 of rules that are not played any more\n"


def some_value(column: sa.Column[Any], number: int) -> Any:
    """Something that a column can hold, another one in each row."""
    if isinstance(column.type, sa.JSON):
        return {"row": number}
    if isinstance(column.type, sa.Boolean):
        return bool(number % 2)
    if isinstance(column.type, sa.Float):
        return number + 0.5
    if isinstance(column.type, sa.Integer):
        return number
    return f"{number}"


def filled(keeper: Store) -> dict[str, int]:
    """Two rows in every table that there is, whoever has made it; those that others refer to come first."""
    with keeper.write() as connection:
        for table in schema.METADATA.sorted_tables:
            for number in (1, 2):
                connection.execute(table.insert().values({column.name: some_value(column, number) for column in table.columns}))
    return {table.name: 2 for table in schema.METADATA.sorted_tables}


def everything(keeper: Store) -> dict[str, list[Any]]:
    with keeper.read() as connection:
        return {table.name: [tuple(row) for row in connection.execute(sa.select(table).order_by(*table.primary_key))] for table in KEPT}


KEPT = [table for table in schema.METADATA.sorted_tables if table not in FLEETING]


def test_no_table_of_the_database_is_forgotten(database: str, postgres: Callable[[], str], tmp_path: Path) -> None:
    """Rows of every table come back from a copy, into either kind of database; a table that is made tomorrow is tried by itself."""
    source = Store(postgres() if "postgresql" in database else f"sqlite:///{tmp_path}/source.db")
    source.migrate()
    made = filled(source)
    back_up(source, tmp_path / "copy.db")
    for place in (f"sqlite:///{tmp_path}/restored.db", postgres()):
        target = Store(place)
        target.migrate()
        counts = restore(tmp_path / "copy.db", target)
        assert counts == {name: count for name, count in made.items() if name not in {table.name for table in FLEETING}}
        assert everything(target) == everything(source)
        with target.write() as connection:  # and new rows get numbers of their own
            for table in KEPT:
                if (column := table.autoincrement_column) is not None:
                    values = {other.name: some_value(other, 7) for other in table.columns if other is not column and not other.foreign_keys}
                    values |= {other.name: 1 for other in table.columns if other.foreign_keys and isinstance(other.type, sa.Integer)}
                    values |= {other.name: "1" for other in table.columns if other.foreign_keys and isinstance(other.type, sa.String)}
                    assert connection.execute(table.insert().values(values).returning(column)).scalar_one() == 3, table.name
        target.close()
    source.close()


def test_what_is_damaged_or_old_is_named(opened: Callable[..., Any], tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/tables.db"
    with opened(database=address) as house:
        (good, _), (bad, _), (old, _) = (house.make("koenig", ("me", "me")) for _ in range(3))
        play([Program(house.client, good)] and house.make("koenig", ("me", "me"))[1], 2)
    keeper = Store(address)
    with keeper.write() as connection:
        connection.execute(schema.tables.update().where(schema.tables.c.id == bad).values(number=7))
        connection.execute(schema.tables.update().where(schema.tables.c.id == old).values(changed_at=time.time() - 100 * 24 * 3600))
    keeper.close()
    code, said = host("check", "--database", address)
    assert code == 1 and f"{bad}: ValueError: 0 entries in the log, 7 were counted" in said and "4 tables with 2 entries: 1 damaged" in said
    assert host("tidy", "--keep-days", "90", "--dry-run", "--database", address) == (0, "1 tables would be dropped\n")
    assert host("tidy", "--keep-days", "90", "--database", address) == (0, "1 tables dropped\n")
    assert host("tidy", "--keep-days", "90", "--database", address) == (0, "0 tables dropped\n")


def test_mistakes_are_one_line(tmp_path: Path) -> None:
    address, copy = f"sqlite:///{tmp_path}/tables.db", tmp_path / "copy.db"
    code, said = host("backup", str(copy), "--database", address)
    assert code == 2 and "there is no such file" in said and not copy.exists() and not (tmp_path / "tables.db").exists()
    copy.write_text("nothing of ours" * 1000)
    code, said = host("restore", str(copy), "--database", address)
    assert code == 2 and said.startswith(f"kronland: {copy}: file is not a database") and said.count("\n") == 1
    code, said = host("backup", str(copy), "--database", address)
    assert code == 2 and "is there already; name a new file" in said
    claim = Claim(address)
    code, said = host("restore", str(copy), "--database", address)
    assert code == 2 and "another Kronland serves" in said
    claim.release()
