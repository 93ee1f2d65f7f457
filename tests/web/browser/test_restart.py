"""The server stops and comes back, soon or late, its games compiled or not: open pages come back to their table by themselves."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from people import Person

from kronland.web.app import create_app
from kronland.web.preparing import Preparation
from kronland.web.safety.visitors import Visitor
from kronland.web.settings import Settings
from kronland.web.table.tables import Tables

GAME = "loewenherz"


class Slow(Preparation):
    """Compiles for as long as the test likes. What comes of it is interpreted like what was before."""

    def __init__(self) -> None:
        super().__init__("native")

    def start(self) -> None:
        pass

    def finish(self) -> None:
        self._mode = "python"
        for work in self._works.values():
            self._end(work, "ready")


class Host:
    """A server that can be stopped and started again, at the same address and with the same tables."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(database=f"sqlite:///{folder}/tables.db", pace=0.0, limits=False, mode="python")
        with socket.create_server(("127.0.0.1", 0)) as place:
            self.port = int(place.getsockname()[1])
        self.tables: Tables
        self.start()

    def start(self, preparing: bool = False) -> None:
        app = create_app(self.settings)
        self.tables = app.state.tables
        if preparing:
            self.tables.games = Slow()
        place = socket.create_server(("127.0.0.1", self.port))
        self.server = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=1))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [place]}, daemon=True)
        self.thread.start()
        end = time.monotonic() + 120
        while not self.server.started:
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.02)
        self.app = app

    def stop(self) -> None:
        self.app.state.live.stop_soon()
        self.server.should_exit = True
        self.thread.join(120)
        assert not self.thread.is_alive()

    def prepared(self) -> None:
        assert isinstance(self.tables.games, Slow)
        self.tables.games.finish()

    def play(self, table_id: str) -> int:
        """Somebody else's move, at another page of the same seat; the number that the table has then."""
        table = self.tables.find(table_id)
        seat = table.actors[0]
        owner = next(iter(table.owners[seat]))
        access = self.tables.enter(table_id, Visitor(owner, "", "en"))
        access.act(seat, table.number, table.match.legal_actions(seat)[0])
        return table.number


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = Host(tmp_path)
    yield made
    if made.thread.is_alive():
        made.stop()


@pytest.fixture
def anna(chromium: Any, host: Host) -> Iterator[Person]:
    context = chromium.new_context(base_url=f"http://127.0.0.1:{host.port}", locale="en")
    context.set_default_timeout(90_000)
    one = Person(context, "Anna")
    one.expected = ("ERR_", "net::", "503")
    yield one
    assert not one.wrong, one.wrong
    context.close()


def comes_to(one: Person, number: int) -> None:
    one.page.wait_for_function("number => document.getElementById('table')?.dataset.number === String(number)", arg=number)
    one.page.locator("#lost").wait_for(state="hidden")


@pytest.mark.parametrize("preparing", [False, True])
def test_a_table_comes_back_by_itself(host: Host, anna: Person, preparing: bool) -> None:
    anna.without_guide()
    table = anna.make(GAME, ("me", "guest"), ("Anna", "Bert"))
    anna.page.locator("#table").wait_for()
    comes_to(anna, host.play(table))
    anna.page.evaluate("window.stayed = true")
    host.stop()
    anna.page.locator("#lost").wait_for(state="visible")
    host.start(preparing)
    number = host.play(table)
    comes_to(anna, number)
    comes_to(anna, host.play(table))
    assert anna.page.evaluate("window.stayed"), "the page was never left"


def test_a_page_says_that_bots_are_being_prepared_and_when_they_are(host: Host, anna: Person) -> None:
    host.stop()
    host.start(preparing=True)
    anna.page.goto("/")
    home = anna.page.locator("#preparing")
    assert home.is_visible() and home.locator("progress").count() == 4
    anna.without_guide()
    anna.make(GAME, ("me", "bot-king"))
    anna.page.locator("#table").wait_for()
    anna.page.evaluate("window.stayed = true")
    other = anna.context.new_page()
    other.goto("/")
    anna.page.locator(".player-note", has_text="for now").wait_for()
    anna.page.locator("#preparing", has_text="seconds more").wait_for()
    host.prepared()
    for page in (anna.page, other):
        page.locator("#preparing").wait_for(state="hidden")
    anna.page.locator(".player-note", has_text="for now").wait_for(state="detached")
    assert anna.page.evaluate("window.stayed"), "the page was never left"


def test_a_page_of_another_build_is_loaded_anew(host: Host, anna: Person) -> None:
    anna.without_guide()
    table = anna.make(GAME, ("me", "guest"), ("Anna", "Bert"))
    anna.page.locator("#table").wait_for()
    anna.page.evaluate("document.body.dataset.build = 'older'; window.stayed = true")
    host.stop()
    host.start()
    anna.page.wait_for_function("() => !window.stayed && document.getElementById('table')")
    comes_to(anna, host.play(table))
