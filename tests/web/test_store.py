"""The store: the migrations lead to the schema that the code knows, and an answered change is on disk."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import alembic.command
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from house import House, Program, check_seeds_of_before, play

from kronland.core.chance import Generator
from kronland.core.match import Match
from kronland.core.record import write
from kronland.games import find_game
from kronland.web.errors import NotFound
from kronland.web.settings import Settings
from kronland.web.store import store as stores
from kronland.web.store.schema import METADATA, OF_A_TABLE, analyses, deals, keys, tables, visitors
from kronland.web.store.store import HASTE, Store, _patience
from kronland.web.table.links import MOST_KEYS, find_link, new_link
from kronland.web.table.tables import Tables


def test_migrations_lead_to_the_schema_of_the_code(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/tables.db")
    store.migrate()
    with store.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    store.migrate()  # a second time changes nothing
    store.close()


def test_a_database_of_today_is_not_gone_through_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alembic takes a tenth of a server's start. Of any other version it is asked."""
    asked: list[str] = []
    upgrade = alembic.command.upgrade
    monkeypatch.setattr(alembic.command, "upgrade", lambda config, version: (asked.append(version), upgrade(config, version)))
    for name, before in (("new", None), ("old", "0002"), ("today", "head")):
        store = Store(f"sqlite:///{tmp_path}/{name}.db")
        if before:
            store.migrate(before)
            asked.clear()
        store.migrate()
        assert asked == ([] if name == "today" else ["head"])
        asked.clear()
        store.migrate()
        assert asked == []
        with store.read() as connection:
            assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        store.close()


def test_postgresql_is_told_how_long_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its library takes whole seconds, two at least; all other databases are told nothing."""
    for patience, seconds in ((0.5, 2), (3.0, 3)):
        monkeypatch.setattr("kronland.web.store.store.PATIENCE", patience)
        told = _patience(sa.make_url("postgresql+psycopg://here/there"))
        assert told["connect_timeout"] == seconds and told["tcp_user_timeout"] == 4000 * patience
        for what, times in (("lock_timeout", 1), ("statement_timeout", 4), ("idle_in_transaction_session_timeout", 20)):
            assert f"-c {what}={1000 * times * patience:.0f}" in told["options"]
        assert _patience(sa.make_url("sqlite:///there")) == {}


def test_after_trouble_nobody_waits_long_until_something_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(f"sqlite:///{tmp_path}/tables.db")
    assert store._patience == stores.PATIENCE
    now = time.monotonic()
    store._trouble = now
    assert store._patience == HASTE
    for since, patience in ((2.1, stores.PATIENCE), (1.9, HASTE)):
        monkeypatch.setattr(store, "_trouble", now - since * stores.PATIENCE)
        monkeypatch.setattr("kronland.web.store.store.monotonic", lambda: now)
        assert store._patience == patience
    with store.write():
        pass
    assert store._patience == stores.PATIENCE
    store.close()


def test_of_many_links_of_a_seat_the_newest_hold(house: House) -> None:
    table, _ = house.make()
    with house.tables.store.write() as connection:
        links = [new_link(connection, table, 0) for _ in range(2 * MOST_KEYS)]
    for link in links[:MOST_KEYS]:
        with pytest.raises(NotFound):
            find_link(house.tables.store, link)
    assert all(find_link(house.tables.store, link).table == table for link in links[MOST_KEYS:])


def test_tables_that_wait_lose_the_seed_of_older_versions(database: str) -> None:
    """Before version 3 of the schema a table was dealt when it was made: one that waits is dealt anew, one that runs goes on."""
    store = Store(database)
    store.migrate("0002")
    values = {"game": "loewenherz", "rules": 1, "players": 2, "options": "{}", "seed": 2**63 - 1, "salt": "salt", "title": "", "pace": 1}
    values |= {"public": True, "shuffle": False, "actors": 0, "number": 0, "version": 1, "made_at": 0, "changed_at": 0}
    with store.write() as connection:
        for table, stage in (("waits", "waiting"), ("runs", "running")):
            row = {"id": table, "stage": stage, **values}
            names = ", ".join(row)
            connection.execute(sa.text(f"INSERT INTO tables ({names}) VALUES ({', '.join(f':{name}' for name in row)})"), row)
            for number, kind in enumerate(("person", "open" if stage == "waiting" else "person")):
                connection.exec_driver_sql(f"INSERT INTO seats (\"table\", number, kind, name) VALUES ('{table}', {number}, '{kind}', '')")
                connection.exec_driver_sql(
                    f"INSERT INTO keys (hash, \"table\", seat, made_at) VALUES ('{table}{number}', '{table}', {number}, 0)"
                )
    store.migrate()
    with store.read() as connection:
        assert connection.execute(sa.select(deals)).all() == [("runs", str(2**63 - 1), "salt")]
        invites = {row.hash: bool(row.invites) for row in connection.execute(sa.select(keys.c.hash, keys.c.invites))}
        assert invites == {"waits0": False, "waits1": True, "runs0": False, "runs1": False}
        assert "seed" not in {column["name"] for column in sa.inspect(connection).get_columns("tables")}
    tables_of = Tables(store, Settings(mode="python"))
    waiting = tables_of.find("waits")
    assert waiting.stage == "waiting" and waiting._match is None
    tables_of.fill(waiting, [1], "page")
    assert waiting.stage == "running" and waiting.match.seed != 2**63 - 1
    tables_of.thinking.stop()
    store.close()


def test_tables_of_before_keep_their_seed(tmp_path: Path) -> None:
    check_seeds_of_before(Store(f"sqlite:///{tmp_path}/tables.db"))


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


def aged(house: House, table: str, days: float) -> None:
    with house.tables.store.write() as connection:
        connection.execute(tables.update().where(tables.c.id == table).values(changed_at=time.time() - days * 24 * 3600))


def test_tables_that_never_began_are_dropped_after_a_month(opened: Callable[..., Any]) -> None:
    with opened() as house:
        anna = house.browser("Anna")
        waiting, young, running = anna.make(kinds=("me", "open")), anna.make(kinds=("me", "open")), anna.make(kinds=("me", "guest"))
        link = anna.link(waiting, 1)
        for table, days in ((waiting, 31), (young, 29), (running, 4000)):
            aged(house, table, days)
        assert house.tables.tidy() == 1
        assert [anna.get(f"/t/{table}").status_code for table in (waiting, young, running)] == [404, 200, 200]
        assert house.browser("Ben").get(link).status_code == 404
        assert house.tables.tidy() == 0


def test_tables_are_dropped_after_as_many_days_as_were_said(opened: Callable[..., Any]) -> None:
    with opened(keep_days=100) as house:
        table, seats = house.make(kinds=("me", "me"))
        play(seats, 5)
        assert seats[0].post("chat", text="hello").status_code == 204
        with house.tables.store.write() as connection:
            connection.execute(analyses.insert().values(table=table, version=1, found={}, made_at=0.0))
        aged(house, table, 99)
        assert house.tables.tidy() == 0
        aged(house, table, 101)
        assert house.tables.tidy() == 1 and seats[0].get("view").status_code == 404
        with house.tables.store.read() as connection:
            for kind in OF_A_TABLE:
                assert connection.execute(sa.select(kind)).all() == [], kind.name


def test_a_table_of_earlier_rules_that_can_be_played_goes_on(opened: Callable[..., Any], tmp_path: Path) -> None:
    """Begun with version 1 of the rules, by its own generator, before a server with today's was started."""
    database = f"sqlite:///{tmp_path}/tables.db"
    with opened(database=database) as house:
        table, seats = house.make(game="brianboru", kinds=("me", "me", "me"))
        with house.tables.store.write() as connection:
            connection.execute(tables.update().where(tables.c.id == table).values(rules=1))
            connection.execute(deals.update().where(deals.c.table == table).values(seed="12345"))
    with opened(database=database) as house:
        for seat in seats:
            seat.client = house.client
        match = house.behind(table).match
        begun = Match(find_game("brianboru"), 3, seed=12345, rules=1, mode="python")
        assert match.rules == 1 and match.state.tobytes() == begun.state.tobytes()
        play(seats, 40)
        record = json.loads(write(house.behind(table).match))
        assert (record["rules"], record["seed"], len(record["actions"])) == (1, 12345, 40)
        views = [seat.view() for seat in seats]
    with opened(database=database) as house:
        for seat, view in zip(seats, views, strict=True):
            seat.client = house.client
            assert seat.view() == view
        assert house.behind(table).match.state.generator == Generator.SPLITMIX


def test_a_record_of_earlier_rules_is_a_table_of_them(opened: Callable[..., Any]) -> None:
    """What is brought in goes on by the rules and the chance it was begun with, and so does a game played on from it."""
    with opened() as house:
        anna = house.browser("Anna")
        text = (Path(__file__).parents[1] / "golden/koenig/3-players-seed-55.json").read_text("utf-8")
        answer = anna.post("/import", text=text)
        assert answer.status_code == 303
        table = house.behind(answer.headers["location"].split("/")[2])
        assert table.match.rules == 1 and table.stage == "over"
        assert json.loads(write(table.match))["result"] == json.loads(text)["result"]
        answer = anna.post(f"/t/{table.id}/play-on", at=20)
        assert answer.status_code == 303, answer.text
        on = house.behind(answer.headers["location"].split("/")[2])
        house.tables.forget(on)
        again = house.behind(on.id)
        assert again.match.rules == 1 and again.match.seed == table.match.seed
        assert again.match.state_at(20).tobytes() == table.match.state_at(20).tobytes()


def test_a_new_table_has_a_wide_seed(opened: Callable[..., Any]) -> None:
    with opened() as house:
        table, _ = house.make(kinds=("me", "me"))
        match = house.behind(table).match
        with house.tables.store.read() as connection:
            seed = connection.scalar(sa.select(deals.c.seed).where(deals.c.table == table))
            rules = connection.scalar(sa.select(tables.c.rules).where(tables.c.id == table))
        assert match.seed >= 2**64 and seed == f"{match.seed:032x}" and rules == match.game.version


def test_a_table_of_older_rules_says_so_and_gives_its_record(opened: Callable[..., Any]) -> None:
    with opened() as house:
        anna, ben, wanda, stranger = (house.browser(name) for name in ("Anna", "Ben", "Wanda", "Stranger"))
        table = anna.make(kinds=("me", "open"))
        assert ben.post(anna.link(table, 1)).status_code == 303
        assert wanda.post(anna.link(table, "watch")).status_code == 303
        behind = house.behind(table)
        seat = behind.actors[0]
        actor = (anna, ben)[seat]
        for undo in (False, True, False):
            action = next(iter(behind.match.legal_for(seat)))
            assert actor.act(table, seat, behind.number, action).status_code == 303
            if undo and behind.match.undo_refusal() is None:
                assert actor.post(f"/t/{table}/undo", seat=seat, number=behind.number).status_code == 303
            if behind.actors != (seat,):
                seat = behind.actors[0]
                actor = (anna, ben)[seat]
        whole = json.loads(write(behind.match))
        program = Program(house.client, table, anna.link(table, 0)[3:])
        with house.tables.store.write() as connection:
            connection.execute(tables.update().where(tables.c.id == table).values(rules=0))
        house.tables.forget(behind)
        said = anna.get(f"/t/{table}")
        assert said.status_code == 410 and "version 0 of the rules" in said.text and "record.json" in said.text
        assert json.loads(anna.get(f"/t/{table}/record.json").text) == whole | {"rules": 0}
        assert wanda.get(f"/t/{table}").status_code == 410
        assert wanda.get(f"/t/{table}/record.json").status_code == 403, "it tells every secret of a game that was not over"
        assert stranger.get(f"/t/{table}").status_code == 404 == stranger.get(f"/t/{table}/record.json").status_code
        assert anna.act(table, 0, 0, "done").status_code == 410
        assert program.get("view").json()["error"]["code"] == "outdated"
        assert table in anna.get("/").text


def test_a_store_in_memory_closes_when_whoever_writes_is_done() -> None:
    """Its one connection was closed under a thread that was tidying, which ended the process."""
    kept = Store("sqlite://")
    kept.migrate()
    writing, done, closed = threading.Event(), threading.Event(), threading.Event()

    def write() -> None:
        with kept.write() as connection:
            writing.set()
            done.wait(120)
            connection.exec_driver_sql("SELECT 1")

    def close() -> None:
        kept.close()
        closed.set()

    threads = [threading.Thread(target=target) for target in (write, close)]
    threads[0].start()
    assert writing.wait(120)
    threads[1].start()
    assert not closed.wait(0.3)
    done.set()
    for thread in threads:
        thread.join(120)
    assert closed.is_set()
