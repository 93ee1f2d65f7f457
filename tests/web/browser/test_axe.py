"""axe finds nothing on any page, in both languages, in light and dark colours, on a large screen and on a phone.

With --long it looks at each of them in every way, otherwise at every other one in one way, the next day at others or in other ways. The
tables of all games in every kind of decision are in `test_table.py`, the analysis while it is made and then in `test_advice.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe import BESIDE_THE_BOARD, TODAY, findings
from fastapi.routing import APIRoute
from house import near_the_end
from people import Person

from kronland.core.words import LANGUAGES
from kronland.games import GAMES, find_game
from kronland.web.store import schema

pytestmark = pytest.mark.slow

People = Callable[..., Person]
GAME = "rheinlaender"
LOOKS = [(language, size) for size in ((1440, 900), (390, 844)) for language in LANGUAGES]
# What no page is: pictures, files, parts of pages, streams, and an address that leads on to another.
NO_PAGES = {
    "/healthz", "/worker.js", "/account/export.json", "/t/{table_id}/record.json", "/picture/{game_id}/colours.css",
    "/picture/{game_id}/arms/{seat}.svg", "/picture/{game_id}/{stage}.svg", "/t/{table_id}/fragment", "/t/{table_id}/choices",
    "/t/{table_id}/text", "/t/{table_id}/preparing", "/t/{table_id}/about", "/t/{table_id}/at/{number}/moment", "/t/{table_id}/events",
    "/lobby/events", "/notices/events", "/rules/{game_id}/{rule}", "/open",
}  # fmt: skip


def member(one: Person, app: Any) -> Any:
    """Somebody with an account."""
    assert one.context.request.post("/account/new", form={"name": one.name, "password": ""}).ok
    cookie = next(cookie["value"] for cookie in one.context.cookies() if cookie["name"] == "kl_visitor")
    return app.state.visitors.find(cookie, "en")


def ended(app: Any, people: list[Any]) -> str:
    """A rated game that is over; its table."""
    example = find_game(GAME).example
    assert example is not None
    table, actions = near_the_end(app.state.tables, example.read_text("utf-8"), people, 1)
    seat, notation = actions[-1]
    access = app.state.tables.enter(table.id, people[seat])
    access.act(seat, table.number, table.match.game.space.parse(notation))
    assert table.stage == "over"
    return str(table.id)


def outdated(app: Any, table: str) -> str:
    """A table as rules that are forgotten left it."""
    with app.state.tables.store.write() as connection:
        connection.execute(schema.tables.update().where(schema.tables.c.id == table).values(rules=0))
    app.state.tables.forget(app.state.tables.find(table))
    return table


def everywhere(app: Any, anna: Person, ben: Person, cleo: Person) -> list[str]:
    """Addresses of all kinds of pages for Anna, who has friends, is a host, has played and is playing."""
    people = [member(one, app) for one in (anna, ben, cleo)]
    app.state.hosting.promote(None, people[0].id)
    cups = []
    for name in ("Advent", "Herbstpokal"):
        form = {"game": GAME, "name": name, "players": "3", "rounds": "2", "system": "swiss", "clock": "move-86400", "out": "end"}
        cups.append(anna.send("/tournaments/new", **form))
        for one in (anna, ben, cleo):
            one.send(f"{cups[-1]}/enter")
    anna.send(f"{cups[0]}/start")
    over = ended(app, people)
    anna.send("/friends/ask", who=str(people[1].id))
    ben.page.goto("/friends")
    ben.page.click("form[action='/friends/answer'] button[value=yes]")
    cleo.send("/friends/ask", who=str(people[0].id))
    waiting = anna.make(GAME, ("me", "open", "open"))
    ben.page.goto(anna.link("1"))
    ben.page.click("form button.strong")
    ben.send(f"/t/{waiting}/chat", text="Servus!")
    anna.send(f"/t/{waiting}/report", what="seat-1", reason="insult", words="Servus?")
    anna.page.goto(f"/t/{waiting}")
    links = [anna.link("2"), anna.link("watch")]
    curtain, old = (anna.make(GAME, ("me", "guest", "guest")) for _ in range(2))
    running = [anna.make(game, ("me", *["bot-page"] * (find_game(game).seats[0] - 1))) for game in GAMES]
    return [
        "/", "/new", f"/new?game={GAME}", "/import", "/settings", "/docs", "/lobby", "/club", f"/people/{people[0].id}",
        f"/people/{people[1].id}", f"/statistics/{GAME}", "/statistics/koenig", "/friends", "/conduct", "/notices", "/account", "/host",
        f"/host/people/{people[1].id}", "/tournaments", "/tournaments/new", *cups, "/rules", *(f"/rules/{game}" for game in GAMES),
        "/mail/confirm/nonsense", "/mail/stop/nonsense", "/nothing-here", "/t/nothing", "/s/nothing", *links,
        f"/t/{waiting}", f"/t/{waiting}/report", f"/t/{curtain}", f"/t/{outdated(app, old)}", *(f"/t/{table}" for table in running),
        f"/t/{over}", f"/t/{over}/at/3", f"/t/{over}/analysis",
    ]  # fmt: skip


def test_no_page_has_a_finding(person: People, app: Any, long: bool) -> None:
    anna, stranger = person("Anna"), person("Dora")
    addresses, found = everywhere(app, anna, person("Ben"), person("Cleo")), []
    for part, (language, size) in enumerate(LOOKS):
        for one in (anna, stranger):
            one.expected = ("404", "410")
            one.send("/settings", name=one.name, language=language, guide="yes")
            one.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        for number, address in enumerate(addresses):
            if not long and (number + TODAY) % (2 * len(LOOKS)) != part:
                continue
            page = (stranger if "/s/" in address or "/w/" in address else anna).page
            page.goto(address)
            assert page.evaluate("location.pathname + location.search") == urlsplit(address)._replace(scheme="", netloc="").geturl()
            boards = page.locator("#picture .target").count()
            found += [f"{language} {size}: {one}" for one in findings(page, where=BESIDE_THE_BOARD if boards else None)]
        if long or part == TODAY % len(LOOKS):  # whatever opens at a table
            page.goto(addresses[-4])
            anna.tab("more")
            page.locator("#table:not(.busy)").wait_for()
            for one in ("#share summary", "#words-view summary", "#acts > summary"):
                page.locator(one).click()
            found += [f"{language} {size}: {one}" for one in findings(page, where=BESIDE_THE_BOARD)]
    assert not found, "\n".join(found)
    pages = [route for route in app.routes if isinstance(route, APIRoute) and "GET" in route.methods and not route.path.startswith("/api")]
    paths = [urlsplit(address).path for address in addresses]
    unseen = {route.path for route in pages if not any(route.path_regex.match(path) for path in paths)}
    assert unseen == NO_PAGES, "each page has a row in `everywhere`"
