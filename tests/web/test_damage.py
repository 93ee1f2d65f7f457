"""A damaged table is set aside with an alarm, says so, and nothing else suffers; what fails for a while is tried again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from house import House, wait_for
from sqlalchemy.exc import OperationalError

from kronland.web.bots import pacing
from kronland.web.store import schema
from kronland.web.table.tables import Tables

pytestmark = pytest.mark.slow

GAME, BOTS = "rheinlaender", ("bot",) * 3


def entry(table: str, number: int, kind: str = "play", notation: str = "nonsense") -> Any:
    return schema.entries.insert().values(table=table, number=number, kind=kind, seat=0, notation=notation, at=0.0)


def in_table(table: str, **values: Any) -> Any:
    return schema.tables.update().where(schema.tables.c.id == table).values(**values)


# What can be wrong with a table, each in the words of a database.
DAMAGE: dict[str, Callable[[str, int], list[Any]]] = {
    "an entry of the log that is no action": lambda table, number: [entry(table, number), in_table(table, number=number + 1)],
    "an entry of no known kind": lambda table, number: [entry(table, number, "sing"), in_table(table, number=number + 1)],
    "something undone that was never done": lambda table, number: [entry(table, number, "undo", "900"), in_table(table, number=number + 1)],
    "an entry too many": lambda table, number: [entry(table, number)],
    "a log with a gap": lambda table, number: [in_table(table, number=number + 1)],
    "a seed that is no number": lambda table, _: [schema.deals.update().where(schema.deals.c.table == table).values(seed="seven")],
    "no deal": lambda table, _: [schema.deals.delete().where(schema.deals.c.table == table)],
    "options of no game": lambda table, _: [in_table(table, options={"setup": "odd"})],
    "options that are none": lambda table, _: [in_table(table, options=7)],
    "options that are no JSON": lambda table, _: [sa.text(f"UPDATE tables SET options = '{{\"' WHERE id = '{table}'")],
    "an unknown game": lambda table, _: [in_table(table, game="chess")],
    "a position that is none": lambda table, _: [in_table(table, start={"position": "nowhere"})],
    "players that are none": lambda table, _: [in_table(table, players=99)],
    "a seat that is missing": lambda table, _: [schema.seats.delete().where(schema.seats.c.table == table, schema.seats.c.number == 2)],
    "a bot of no level": lambda table, _: [schema.seats.update().where(schema.seats.c.table == table).values(level="emperor")],
    "another stage than the log has": lambda table, _: [in_table(table, stage="over")],
    "no stage at all": lambda table, _: [in_table(table, stage="odd")],
}


def damage(house: House, table: str, how: str) -> None:
    behind = house.behind(table)
    with behind.lock, house.tables.store.write() as connection:
        for statement in DAMAGE[how](table, behind.number):
            connection.execute(statement)
    house.tables.forget(behind)


def test_one_damaged_table_harms_nobody(opened: Callable[..., Any], caplog: pytest.LogCaptureFixture) -> None:
    with opened() as house:
        database = house.tables.settings.database
        anna = house.browser("Anna")
        good = anna.make(GAME, ("me", "bot-page", "bot-page"), pace=30, public="yes")
        bad = {how: anna.make(GAME, ("me", "bot-page", "bot-page"), pace=30, public="yes") for how in DAMAGE}
        for how, table in bad.items():
            damage(house, table, how)
    key = anna.client.cookies["kl_visitor"]
    with opened(database=database) as house, caplog.at_level(logging.WARNING):
        anna, stranger = house.browser(), house.browser("Stranger")
        anna.client.cookies.set("kl_visitor", key)
        behind = house.behind(good)
        with behind.lock:
            behind.pace = 0.0
        assert anna.post(f"/t/{good}/pace", pace="0").status_code == 303
        wait_for(lambda: behind.actors == (0,) or behind.number > 1)  # the bots of a good table play
        for how, table in bad.items():
            for browser in (anna, stranger):
                page = browser.get(f"/t/{table}")
                assert page.status_code == 500 and "Nothing of it is lost" in page.text, how
            assert house.client.get(f"/api/v1/tables/{table}").json()["error"]["code"] == "damaged", how
            assert anna.post(f"/t/{table}/chat", text="hello").status_code == 500, how
        assert set(house.tables.damaged) == set(bad.values())
        alarms = [record for record in caplog.records if record.levelno >= logging.ERROR and "set aside" in record.getMessage()]
        assert len(alarms) == len(bad), "one alarm each, however often they are asked for"
        for path in ("/", "/api/v1/tables"):
            answer = stranger.get(path)
            assert answer.status_code == 200 and good in answer.text, path
        assert anna.get("/").status_code == 200
        assert house.tables.tidy() == 0
        assert house.client.get("/healthz").status_code == 200


def test_a_table_that_was_repaired_is_back(opened: Callable[..., Any]) -> None:
    with opened() as house:
        anna = house.browser("Anna")
        table = anna.make(GAME, ("me", "guest", "guest"))
        damage(house, table, "an unknown game")
        assert anna.get(f"/t/{table}").status_code == 500 and table in house.tables.damaged
        with house.tables.store.write() as connection:
            connection.execute(in_table(table, game=GAME))
        assert anna.get(f"/t/{table}").status_code == 200 and not house.tables.damaged


def test_a_private_damaged_table_is_not_there_for_others(opened: Callable[..., Any]) -> None:
    with opened() as house:
        anna, stranger = house.browser("Anna"), house.browser("Stranger")
        table = anna.make(GAME, ("me", "guest", "guest"))
        damage(house, table, "an entry of the log that is no action")
        assert anna.get(f"/t/{table}").status_code == 500 and stranger.get(f"/t/{table}").status_code == 404


def test_bots_try_again_what_has_failed(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that cannot think, and a database that does not answer for a while, hold up one move and no more."""
    monkeypatch.setattr(pacing, "LONGEST_PAUSE", 0.01)
    thought, real = [0], pacing.choose

    def choose(*asked: Any) -> int:
        thought[0] += 1
        if thought[0] in (2, 3):
            raise RuntimeError("no idea")
        return real(*asked)

    monkeypatch.setattr(pacing, "choose", choose)
    moved, act = [0], pacing.Bot.act

    def moving(*asked: Any) -> None:
        moved[0] += 1
        if moved[0] in (4, 5):
            raise OperationalError("COMMIT", {}, Exception("database is locked"))
        act(*asked)

    monkeypatch.setattr(pacing.Bot, "act", moving)
    with opened() as house:
        table, _ = house.make(GAME, BOTS, public=True)
        wait_for(lambda: house.behind(table).number >= 8)


def test_bots_go_on_when_the_database_is_late_at_the_start(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    with opened() as house:
        table, _ = house.make(GAME, BOTS, public=True, pace=30)
        with house.tables.store.write() as connection:
            connection.execute(in_table(table, pace=0.0))
        database = house.tables.settings.database
    monkeypatch.setattr(pacing, "LONGEST_PAUSE", 0.01)
    asked, real = [0], Tables.running_with_bots

    def late(tables: Any) -> list[str]:
        asked[0] += 1
        if asked[0] < 4:
            raise OperationalError("SELECT", {}, Exception("could not connect"))
        return real(tables)

    monkeypatch.setattr(Tables, "running_with_bots", late)
    with opened(database=database) as house:
        wait_for(lambda: house.behind(table).number >= 2)


def test_a_listener_that_fails_keeps_nothing_from_the_others(opened: Callable[..., Any]) -> None:
    with opened() as house:
        told: list[int] = []

        def broken(table: Any) -> None:
            raise RuntimeError("no ears")

        house.tables.listeners[:0] = [broken]
        house.tables.listeners.append(lambda table: told.append(table.version))
        _, seats = house.make(GAME, ("me",) * 3)
        assert seats[0].post("chat", text="hello").status_code == 204
        assert told == [1, 2]
