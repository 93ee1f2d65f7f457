"""Games over days in real browsers: four people at two processes play a rated game to its end, each called by notices; a device is lost."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
import uvicorn
from house import near_the_end, wait_for
from people import Person
from post import PushService
from served_apart import Wall, settings

from kronland.games import find_game
from kronland.web.app import create_app
from kronland.web.club.holidays import touch
from kronland.web.notices import posting as posting_of_notices
from kronland.web.store import schema
from kronland.web.table.clock import DAY, Clock, Terms

pytestmark = pytest.mark.slow

GAME = "rheinlaender"
NAMES = ("Anna", "Ben", "Cleo", "Dora")
LEFT = 10  # decisions until the end


class Servers:
    """Two processes on one database, this one and another, with one clock on the wall."""

    def __init__(self, database: str, folder: Path) -> None:
        self.wall = Wall(folder / "moment")
        self.wall.set(1.8e9)
        self.app = create_app(settings(database), self.wall)
        listening = socket.create_server(("127.0.0.1", 0))
        self._here = uvicorn.Server(uvicorn.Config(self.app, log_config=None, timeout_graceful_shutdown=1))
        self._thread = threading.Thread(target=self._here.run, kwargs={"sockets": [listening]}, daemon=True)
        self._thread.start()
        command = [sys.executable, str(Path(__file__).with_name("served_apart.py")), database, str(self.wall.file)]
        self._apart = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._apart.stdout is not None
        ports = (listening.getsockname()[1], int(self._apart.stdout.readline()))
        self.places = [f"http://127.0.0.1:{port}" for port in ports]
        wait_for(lambda: self._here.started)

    def stop(self) -> None:
        assert self._apart.stdin is not None
        self._apart.stdin.close()
        self._here.should_exit = True
        self._thread.join(20)
        assert self._apart.wait(120) == 0

    def passes(self, seconds: float) -> None:
        """Time, and then this server looks, as it would every few seconds."""
        self.wall.set(self.wall() + seconds)
        for _ in range(2):
            self.app.state.expiry.look()
            self.app.state.posting.look()


@pytest.fixture
def servers(postgres: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Servers]:
    monkeypatch.setattr(posting_of_notices, "EVERY", 1e6)
    made = Servers(postgres(), tmp_path)
    yield made
    made.stop()


@pytest.fixture
def people(chromium: Any, servers: Servers) -> Iterator[list[Person]]:
    """Two of them come by way of each server."""
    made = []
    for number in range(4):
        context = chromium.new_context(base_url=servers.places[number % 2], locale="en", viewport={"width": 1000, "height": 800})
        context.set_default_timeout(60_000)
        made.append(Person(context, NAMES[number]))
    yield made
    wrong = [line for one in made for line in one.wrong]
    for one in made:
        one.page.goto("about:blank")
        one.context.close()
    assert not wrong, "\n".join(wrong)


def test_four_people_on_two_processes_are_called_to_a_rated_game(servers: Servers, people: list[Person]) -> None:
    """Over three days nobody looks at the table but who is called there: on the page that is open, and by push."""
    service, tables = PushService(), servers.app.state.tables
    cookies = [next(one["value"] for one in person.context.cookies() if one["name"] == "kl_visitor") for person in people]
    visitors = [servers.app.state.visitors.find(cookie, "en") for cookie in cookies]
    devices = [service.device(name) for name in NAMES]
    for person, device in zip(people, devices, strict=True):
        assert person.context.request.post("/notices/push", form=device.form).status == 204
        person.page.goto("/club")
    example = find_game(GAME).example
    assert example is not None
    clock = Clock.new(Terms("move", DAY, "bot"), 4).kept()
    table, actions = near_the_end(tables, example.read_text("utf-8"), visitors, LEFT, clock=clock)
    touch(tables, table.id)  # the clock begins
    before, called = servers.wall(), 0
    last = table.match.actors[0]
    while (here := tables.find(table.id)).stage == "running":
        seat, notation = actions[here.match.length]
        person = people[seat]
        if seat != last:
            called += 1
            person.page.locator(f"#news a[href='/t/{table.id}']").wait_for()  # from whichever server it comes
            servers.passes(0.9 * DAY)
            assert [said["path"] for said in service.take(devices[seat])] == [f"/t/{table.id}"], "by push, once"
            person.page.click("#news a")
        else:
            person.page.goto(f"/t/{table.id}")
        person.page.locator("#table[data-turn=yes]").wait_for()
        number = person.number
        answer = person.context.request.post(
            f"/t/{table.id}/act", form={"seat": str(seat), "number": number, "action": notation}, max_redirects=0
        )
        assert answer.status == 303
        wait_for(lambda number=number: tables.find(table.id).number > int(number))  # type: ignore[misc]
        person.page.goto("/club")
        last = seat
    others = [seat for seat in range(4) if seat != last]
    for seat in others:
        people[seat].page.get_by_text("The game has ended").first.wait_for()
    servers.passes(DAY / 2)
    assert called >= 3 and servers.wall() - before >= 3 * DAY
    for seat in others:
        assert "The game has ended" in service.take(devices[seat])[0]["body"]
    with tables.store.read() as connection:
        rows = connection.execute(sa.select(schema.results.c.visitor).where(schema.results.c.table == table.id)).all()
        assert sorted(row.visitor for row in rows) == sorted(visitor.id for visitor in visitors), "it counts, once for each"
    service.close()


def test_a_member_loses_a_device_and_recovers(servers: Servers, people: list[Person]) -> None:
    """With a recovery code, at another server and in another browser; the lost device is signed out, and takes no push messages."""
    anna, stranger = people[0], people[1]
    service, page = PushService(), anna.page
    page.goto("/account")
    page.fill("#name", "Anna")
    page.click("form[action='/account/new'] button")
    codes = page.locator("ul.codes code").all_inner_texts()
    name = page.inner_text("#signed-in")
    table = anna.make(GAME, ("me", "open", "open"))
    device = service.device("lost")
    assert anna.context.request.post("/notices/push", form=device.form).status == 204
    new = stranger.page
    new.goto(f"/open?to=/t/{table}")
    new.fill("#sign-in", name)
    new.fill("#secret", codes[0])
    new.click("form[action='/account/sign-in'] button.strong")
    new.wait_for_url(re.compile(f"/t/{table}$"))
    new.goto("/account")
    assert new.inner_text("#signed-in") == name
    lost = new.locator("form[action='/account/sign-out']:not(:has(b)) button")
    assert lost.count() == 1
    lost.click()
    new.wait_for_function("() => document.querySelectorAll(\"form[action='/account/sign-out']\").length === 1")
    anna.expected = ("404",)
    wait_for(lambda: anna.context.request.get(f"/t/{table}").status == 404)
    assert stranger.context.request.get(f"/t/{table}").status == 200
    with servers.app.state.store.read() as connection:
        assert connection.execute(sa.select(schema.subscriptions)).first() is None
    service.close()
