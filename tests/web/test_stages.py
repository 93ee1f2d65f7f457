"""Every reading route, in every stage of a table, for everyone who can come by: the matrix fails for a new route without a row."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.routing import APIRoute
from house import Browser, House, Program

from kronland.core.seeds import read_seed
from kronland.games import find_game
from kronland.web import api, club_api
from kronland.web.live import live
from kronland.web.lobby import routes as lobby
from kronland.web.lobby.wishes import SeatWish, wish_of_record
from kronland.web.people import routes as people
from kronland.web.store import schema
from kronland.web.table import routes as table_routes
from kronland.web.table.links import new_link

pytestmark = pytest.mark.slow

GAME = "rheinlaender"
EXAMPLE = find_game(GAME).example
assert EXAMPLE is not None
RECORD = EXAMPLE
STAGES = ("waiting", "running", "over", "outdated", "damaged")
ENDED = "ended"  # broken off: everything is answered as of a game that is on, for nothing was uncovered

# What who may see the table is answered, by stage. A table that waits has no position; of a running one the record and the analysis would
# tell everything; one of older rules gives its record to those who played.
ROUTES: dict[str, tuple[int, int, int, int, int]] = {
    "/t/{table_id}": (200, 200, 200, 410, 500),
    "/t/{table_id}/fragment": (204, 200, 200, 410, 500),
    "/t/{table_id}/text": (403, 200, 200, 410, 500),
    "/t/{table_id}/choices": (403, 200, 200, 410, 500),
    "/t/{table_id}/preparing": (200, 200, 200, 410, 500),
    "/t/{table_id}/about": (200, 200, 200, 410, 500),
    "/t/{table_id}/at/{number}": (403, 200, 200, 410, 500),
    "/t/{table_id}/at/{number}/moment": (403, 200, 200, 410, 500),
    "/t/{table_id}/analysis": (403, 403, 200, 410, 500),
    "/t/{table_id}/record.json": (403, 403, 200, 403, 500),
    "/t/{table_id}/report": (200, 200, 200, 410, 500),
    "/t/{table_id}/events": (200, 200, 200, 410, 500),
    "/api/v1/tables/{table_id}": (200, 200, 200, 410, 500),
    "/api/v1/tables/{table_id}/view": (200, 200, 200, 410, 500),
    "/api/v1/tables/{table_id}/why": (403, 403, 403, 410, 500),
    "/api/v1/tables/{table_id}/log": (403, 200, 200, 410, 500),
    "/api/v1/tables/{table_id}/history": (403, 200, 200, 410, 500),
    "/api/v1/tables/{table_id}/record": (403, 403, 200, 410, 500),
    "/api/v1/tables/{table_id}/analysis": (403, 403, 200, 410, 500),
    "/api/v1/tables/{table_id}/chat": (200, 200, 200, 410, 500),
    "/api/v1/tables/{table_id}/wait": (200, 200, 200, 410, 500),
    "/api/v1/tables/{table_id}/events": (200, 200, 200, 410, 500),
}
# Where some are answered otherwise than all who may see the table.
OTHERWISE = {
    ("/t/{table_id}/about", "waiting", "maker"): 403,  # who has a seat is told why there is nothing; others can do nothing anyway
    ("/t/{table_id}/about", "waiting", "sitter"): 403,
    ("/t/{table_id}/record.json", "outdated", "maker"): 200,
    ("/t/{table_id}/record.json", "outdated", "sitter"): 200,
    ("/api/v1/tables/{table_id}/chat", "waiting", "invited"): 403,  # unless the table is public: an invitation shows who sits there
    ("/api/v1/tables/{table_id}/why", "running", "sitter"): 200,
    ("/api/v1/tables/{table_id}/why", "over", "sitter"): 200,
}
ACTION = find_game(GAME).space.notation(0)
QUERIES = {"about": f"?action={ACTION}", "why": f"?action={ACTION}", "wait": "?timeout=0"}


@dataclass
class Company:
    """Anna made the table and sits there, Ben sits there too, Wanda watches; the stranger knows the address; programs have their tokens."""

    house: House
    table: str
    people: dict[str, Browser]
    programs: dict[str, Program] = field(default_factory=dict)

    def status(self, who: str, route: str) -> int:
        path = route.replace("{table_id}", self.table).replace("{number}", "0") + QUERIES.get(route.rpartition("/")[2], "")
        if route.startswith("/api"):
            headers = self.programs[who].headers
            if route.endswith("/events"):
                return self.house.first_event(path, **{name.lower(): value for name, value in headers.items()})[0]
            return int(self.house.client.get(path, headers=headers).status_code)
        browser = self.people[who]
        if route.endswith("/events"):
            return self.house.first_event(path, cookie=f"kl_visitor={browser.client.cookies['kl_visitor']}")[0]
        return int(browser.get(path).status_code)


def waiting(house: House, public: bool) -> Company:
    """Three seats: Anna's, Ben's, and one that an invitation is out for."""
    people = {who: house.browser(who.title()) for who in ("maker", "sitter", "watcher", "stranger")}
    maker = people["maker"]
    table = maker.make(GAME, ("me", "open", "open"), pace=30, **({"public": "yes"} if public else {}))
    assert people["sitter"].post(maker.link(table, 1)).status_code == 303
    assert people["watcher"].post(maker.link(table, "watch")).status_code == 303
    tokens = {
        "sitter": people["sitter"].link(table, 1)[3:],
        "invited": maker.link(table, 2)[3:],
        "watcher": maker.link(table, "watch")[3:],
        "stranger": None,
    }
    return Company(house, table, people, {who: Program(house.client, table, token) for who, token in tokens.items()})


def over(house: House, public: bool) -> Company:
    """A game of a record, less its last decision, which is made here."""
    people = {who: house.browser(who.title()) for who in ("maker", "sitter", "watcher", "stranger")}
    tables = house.tables
    wish = wish_of_record(RECORD.read_text(), tables.games)
    assert wish.start is not None
    seat, notation = wish.start["actions"].pop()
    seats = [SeatWish("me"), *(SeatWish("absent") for _ in wish.seats[1:])]
    visitor = house.app.state.visitors.find(people["maker"].client.cookies["kl_visitor"], "en")  # type: ignore[attr-defined]
    table = tables.make(visitor, type(wish)(**{**vars(wish), "seats": seats, "public": public}))
    with table.lock, tables.writing(table) as connection:
        tables.append(connection, table, "play", seat, notation)
        table.replay("play", seat, notation)
        table.stage = "over"
        token, link = new_link(connection, table.id, 1), new_link(connection, table.id, -1)
    assert people["sitter"].post(f"/s/{token}").status_code == 303
    assert people["watcher"].post(f"/w/{link}").status_code == 303
    programs = {"sitter": token, "watcher": link, "stranger": None}
    return Company(house, table.id, people, {who: Program(house.client, table.id, token) for who, token in programs.items()})


def company_in(house: House, stage: str, public: bool) -> Company:
    if stage == "over":
        return over(house, public)
    company = waiting(house, public)
    if stage == "waiting":
        return company
    assert company.people["maker"].post(f"/t/{company.table}/start", level="page").status_code == 303
    del company.programs["invited"]
    with house.tables.store.write() as connection:
        if stage == ENDED:
            connection.execute(schema.tables.update().where(schema.tables.c.id == company.table).values(stage=ENDED, actors=0))
        if stage == "outdated":
            connection.execute(schema.tables.update().where(schema.tables.c.id == company.table).values(rules=0))
        if stage == "damaged":
            values = {"table": company.table, "number": 0, "kind": "play", "seat": 0, "notation": "nonsense", "at": 0.0}
            connection.execute(schema.entries.insert().values(**values))
            connection.execute(schema.tables.update().where(schema.tables.c.id == company.table).values(number=1))
    if stage != "running":
        house.tables.forget(house.behind(company.table))
    return company


@pytest.mark.parametrize("public", [False, True], ids=["private", "public"])
@pytest.mark.parametrize("stage", [*STAGES, ENDED])
def test_who_may_read_what_in_which_stage(house: House, stage: str, public: bool) -> None:
    company = company_in(house, stage, public)
    stage = "running" if stage == ENDED else stage
    found, expected = {}, {}
    for route, statuses in ROUTES.items():
        for who in company.programs if route.startswith("/api") else company.people:
            found[route, who] = company.status(who, route)
            expected[route, who] = OTHERWISE.get((route, stage, who), statuses[STAGES.index(stage)])
            if who == "stranger" and not public:
                expected[route, who] = 404
            if who == "invited" and public:  # like anybody
                expected[route, who] = statuses[STAGES.index(stage)]
    assert found == expected


def test_every_reading_route_has_a_row() -> None:
    routes = {
        route.path
        for router in (api.router, club_api.router, live.router, lobby.router, people.router, table_routes.router)
        for route in router.routes
        if isinstance(route, APIRoute) and "GET" in route.methods and "{table_id}" in route.path
    }
    assert routes == set(ROUTES)


# Before the game begins -------------------------------------------------------------------------------------------------------------


def deal_of(house: House, table: str) -> Any:
    with house.tables.store.read() as connection:
        return connection.execute(sa.select(schema.deals.c.seed, schema.deals.c.salt).where(schema.deals.c.table == table)).first()


def test_nothing_is_dealt_before_the_game_begins(house: House) -> None:
    company = waiting(house, public=True)
    behind = house.behind(company.table)
    assert behind._match is None and deal_of(house, company.table) is None, "neither in memory nor on disk"
    for who, program in company.programs.items():
        view = program.view()
        assert view["state"] is None and not view["legal"] and view["text"] == view["prompt"] == "", who
        assert [seat["kind"] for seat in program.get("").json()["seats"]] == ["person", "person", "open"]
    for who, browser in company.people.items():
        page = browser.get(f"/t/{company.table}").text
        assert 'id="picture"' not in page and 'id="fair"' not in page and 'id="log"' not in page, who
    assert company.people["maker"].post(f"/t/{company.table}/start", level="page").status_code == 303
    deal = deal_of(house, company.table)
    assert read_seed(deal.seed) == behind.match.seed and deal.salt == behind.match.salt
    assert behind.match.commitment in company.people["stranger"].get(f"/t/{company.table}").text, "published with the deal"


@pytest.mark.parametrize("what", ["act", "undo", "redo", "reset", "hint", "take-over", "give-back", "play-on", "rematch"])
def test_nothing_is_decided_before_the_game_begins(house: House, what: str) -> None:
    company = waiting(house, public=False)
    before = house.behind(company.table).version
    answer = company.people["maker"].post(f"/t/{company.table}/{what}", seat=0, number=0, action=ACTION, at=0)
    assert answer.status_code == (422 if what in ("undo", "redo", "reset") else 403), "nothing to take back, or no game on"
    assert house.behind(company.table).version == before


def test_an_invitation_is_no_key(house: House) -> None:
    company = waiting(house, public=False)
    invited = company.programs["invited"]
    assert invited.view()["seat"] == -1, "no eyes of the seat"
    for what, body in (
        ("actions", {"number": 0, "action": ACTION}),
        ("undo", {"number": 0}),
        ("hint", {"number": 0}),
        ("chat", {"text": "hello"}),
    ):
        assert invited.post(what, **body).status_code == 403, what
    assert invited.post("join", seat=1).status_code == 404, "of another seat"
    taken = invited.post("join", name="Robot")
    assert taken.status_code == 201 and taken.json()["token"] != invited.token
    assert invited.get("view").status_code == 404 == invited.post("join").status_code, "it is spent"
    program = Program(house.client, company.table, taken.json()["token"])
    assert program.view()["seat"] == taken.json()["seat"] == 2 and program.view()["stage"] == "running"


def test_who_is_invited_hears_nothing_before_sitting_down(house: House) -> None:
    company = waiting(house, public=False)
    sitter, invited = company.programs["sitter"], company.programs["invited"]
    assert sitter.post("chat", text="a word among us").status_code == 204
    refused = invited.get("chat")
    assert refused.status_code == 403 and "among us" not in refused.text
    assert "among us" in sitter.get("chat").text and "among us" in company.programs["watcher"].get("chat").text
    program = Program(house.client, company.table, invited.post("join").json()["token"])
    assert "among us" in program.get("chat").text


def test_an_invitation_ends_when_a_bot_takes_the_seat(house: House) -> None:
    company = waiting(house, public=False)
    link = company.people["maker"].link(company.table, 2)
    assert company.people["maker"].post(f"/t/{company.table}/start", level="page").status_code == 303
    assert company.programs["invited"].get("view").status_code == 404
    assert company.people["stranger"].post(link).status_code == 404


def test_no_seat_has_a_key_before_somebody_sits_there(house: House) -> None:
    table, _ = house.make(GAME, ("me", "open", "open"))
    with house.tables.store.read() as connection:
        keys = connection.execute(sa.select(schema.keys.c.seat, schema.keys.c.invites).where(schema.keys.c.table == table)).all()
    assert sorted((key.seat, bool(key.invites)) for key in keys) == [(0, False), (1, True), (2, True)]


def test_rights_move_with_the_lot(house: House) -> None:
    """Who came in before the seats were drawn by lot sees with the eyes of the seat that is its own now, and with no other."""
    for _ in range(8):
        maker, friend = house.browser("Maker"), house.browser("Friend")
        table = maker.make(GAME, ("me", "open", "bot-page"), shuffle="yes")
        visitor = house.app.state.visitors.find(maker.client.cookies["kl_visitor"], "en")  # type: ignore[attr-defined]
        early = house.tables.enter(table, visitor)
        assert early.seats == (0,)
        assert friend.post(maker.link(table, 1)).status_code == 303
        place = next(seat.number for seat in house.behind(table).seats if seat.name == "Maker")
        assert early.seats == (place,)
        if place != 0:
            return
    raise AssertionError("the lot never moved anybody")


def test_a_record_that_goes_on_has_no_open_seats(house: House) -> None:
    record = json.loads(RECORD.read_text())
    wish = wish_of_record(json.dumps(record | {"actions": record["actions"][:5], "result": None}), house.tables.games)
    seats = [SeatWish("open") for _ in wish.seats]
    visitor = house.app.state.visitors.make("en")[0]  # type: ignore[attr-defined]
    with pytest.raises(Exception, match="no open seats"):
        house.tables.make(visitor, type(wish)(**{**vars(wish), "seats": seats}))
