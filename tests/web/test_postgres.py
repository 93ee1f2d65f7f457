"""The same store in PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from house import Program, check_seeds_of_before, play

from kronland.web.store.schema import METADATA
from kronland.web.store.store import Store

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def address(postgres: Callable[[], str]) -> str:
    """The URL of an empty database."""
    return postgres()


def test_tables_of_before_keep_their_seed(address: str) -> None:
    """The first test here: the database is still empty."""
    check_seeds_of_before(Store(address))


def test_migrations_lead_to_the_schema_of_the_code(address: str) -> None:
    store = Store(address)
    store.migrate()
    with store.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    store.migrate()
    store.close()


def test_a_table_is_played_there_and_found_again(address: str, opened: Callable[..., Any]) -> None:
    with opened(database=address) as house:
        anna = house.browser("Anna ⚔")
        table = anna.make(kinds=("me", "open", "bot-page"), pace=30)
        ben = house.browser("Ben")
        assert ben.post(anna.link(table, 1)).status_code == 303
        assert anna.post(f"/t/{table}/chat", text="Grüße \N{SNOWMAN} '; drop table tables; --").status_code == 303
        programs = [Program(house.client, table, browser.link(table, seat)[3:]) for seat, browser in enumerate((anna, ben))]
        _, others = house.make(kinds=("me", "me"))
        play(others, 25)
        before = [program.view() for program in (*programs, *others)]
    with opened(database=address) as house:
        for program, view in zip((*programs, *others), before, strict=True):
            program.client = house.client
            assert program.view() == view, "rebuilt from the log, nothing is another"
        assert programs[0].get("chat").json()[0]["text"].startswith("Grüße")
        assert "Anna ⚔" in before[0]["names"]
        assert house.client.get("/healthz").status_code == 200
        play(others, 5)


def test_of_two_servers_one_is_first(address: str, opened: Callable[..., Any]) -> None:
    with opened(database=address) as one, opened(database=address) as two:
        table, seats = one.make(kinds=("me", "me"))
        view = seats[0].view()
        actor = view["actors"][0]
        there = Program(two.client, table, seats[actor].token)
        assert there.view()["number"] == view["number"]
        action = seats[actor].view()["legal"][0]["notation"]
        assert seats[actor].act(view["number"], action).status_code == 200
        assert there.act(view["number"], action).status_code == 409
        assert there.view()["number"] == view["number"] + 1, "who was second sees where the table is"
