"""Who may do what on whose seat: everyone who can come by, against everything that can be asked for."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.routing import APIRoute
from house import Browser, House, Program

from kronland.core.words import words
from kronland.web import api, club_api
from kronland.web.club import account_routes
from kronland.web.club import routes as club
from kronland.web.live import board, live
from kronland.web.lobby import open_tables
from kronland.web.lobby import routes as lobby
from kronland.web.notices import routes as notices
from kronland.web.pages.texts import LINK_CLAIMED
from kronland.web.people import host_routes
from kronland.web.people import routes as people
from kronland.web.table import routes as table_routes
from kronland.web.table.seats import Seat, distinct_names
from kronland.web.tournament import routes as tournaments

ROUTERS = (
    account_routes.router,
    api.router,
    board.router,
    club.router,
    club_api.router,
    host_routes.router,
    live.router,
    lobby.router,
    notices.router,
    open_tables.router,
    people.router,
    table_routes.router,
    tournaments.router,
)
GONE, NO, YES = 404, 403, (200, 204, 303)


class Company:
    """A table that has begun: Anna made it and has seat 0, Ben has seat 1, Cleo seat 2; Wanda watches; Stranger knows the address."""

    def __init__(self, house: House, public: bool) -> None:
        self.house = house
        self.anna, self.ben, self.cleo = house.browser("Anna"), house.browser("Ben"), house.browser("Cleo")
        self.wanda, self.stranger = house.browser("Wanda"), house.browser("Stranger")
        more = {"public": "yes"} if public else {}
        self.table = self.anna.make(kinds=("me", "open", "open"), **{"option-setup": "beginner"}, **more)
        for number, friend in ((1, self.ben), (2, self.cleo)):
            assert friend.post(self.anna.link(self.table, number), name="").status_code == 303
        assert self.wanda.post(self.anna.link(self.table, "watch")).status_code == 303
        link = self.ben.link(self.table, 1)
        self.ben_program = Program(house.client, self.table, link.removeprefix("/s/"))
        self.watch_program = Program(house.client, self.table, self.anna.link(self.table, "watch").removeprefix("/w/"))
        self.nobody = Program(house.client, self.table)
        self.people: dict[str, Browser] = {
            "maker": self.anna, "player": self.ben, "watcher": self.wanda, "stranger": self.stranger
        }  # fmt: skip

    @property
    def number(self) -> int:
        return self.house.behind(self.table).number


@pytest.fixture(scope="module", params=[False, True], ids=["private", "public"])
def company(request: pytest.FixtureRequest, house: House) -> Company:
    return Company(house, request.param)


# What is fetched of a table that may be watched, and what everyone who may watch gets.
GETS = {
    "": 200, "/fragment": 200, "/text": 200, "/choices": 200, "/at/0": 200, "/at/999": GONE, "/about?action=done": 200, "/record.json": NO,
    "/at/0/moment": 200, "/at/999/moment": GONE, "/analysis": NO, "/preparing": 200, "/report": 200,
}  # fmt: skip
API_GETS = {"": 200, "view": 200, "log": 200, "history": 200, "chat": 200, "wait?timeout=0": 200, "record": NO, "analysis": NO}


@pytest.mark.parametrize("path", GETS)
def test_who_may_see_the_table(company: Company, path: str) -> None:
    public = company.house.behind(company.table).public
    expected = dict.fromkeys(company.people, GETS[path]) | ({} if public else {"stranger": GONE})
    assert {who: browser.get(f"/t/{company.table}{path}").status_code for who, browser in company.people.items()} == expected


def test_who_may_follow_the_table(company: Company) -> None:
    public = company.house.behind(company.table).public
    for who, browser in company.people.items():
        cookie = f"kl_visitor={browser.client.cookies['kl_visitor']}"
        expected = 200 if public or who != "stranger" else GONE
        assert company.house.first_event(f"/t/{company.table}/events", cookie=cookie)[0] == expected, who
    path = f"/api/v1/tables/{company.table}/events"
    for program in (company.ben_program, company.watch_program):
        assert company.house.first_event(path, authorization=program.headers["Authorization"])[0] == 200
    assert company.house.first_event(path)[0] == (200 if public else GONE)
    assert company.house.first_event(path, authorization="Bearer nonsense")[0] == GONE


@pytest.mark.parametrize("what", API_GETS)
def test_what_a_program_may_see(company: Company, what: str) -> None:
    public = company.house.behind(company.table).public
    name, _, query = what.partition("?")
    asked = dict(pair.split("=") for pair in query.split("&") if pair)
    for program in (company.ben_program, company.watch_program):
        assert program.get(name, **asked).status_code == API_GETS[what]
    assert company.nobody.get(name, **asked).status_code == (API_GETS[what] if public else GONE)


def test_whose_eyes_a_program_has(company: Company) -> None:
    assert company.watch_program.view()["seat"] == -1
    assert company.ben_program.view()["seat"] == 1


def test_nobody_sees_with_anothers_eyes(company: Company) -> None:
    public = company.house.behind(company.table).public
    for eyes in (0, 1, 2):
        found = {who: browser.get(f"/t/{company.table}/at/0", eyes=eyes).status_code for who, browser in company.people.items()}
        parts = {who: browser.get(f"/t/{company.table}/at/0/moment", eyes=eyes).status_code for who, browser in company.people.items()}
        assert parts == found
        expected = {"maker": NO, "player": NO, "watcher": NO, "stranger": NO if public else GONE}
        expected |= {"maker": 200} if eyes == 0 else {"player": 200} if eyes == 1 else {}
        assert found == expected
    assert company.anna.get(f"/t/{company.table}/at/0", eyes=7).status_code == 404


# What is posted, and who may: as whom the form claims to act is always seat 1, Ben's.
POSTS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("act", {"seat": 1, "number": "N", "action": "done"}, {"maker": NO, "player": (422,), "watcher": NO}),
    ("undo", {"seat": 1, "number": "N"}, {"maker": NO, "player": (422,), "watcher": NO}),
    ("redo", {"seat": 1, "number": "N"}, {"maker": NO, "player": (422,), "watcher": NO}),
    ("reset", {"seat": 1, "number": "N"}, {"maker": NO, "player": (422,), "watcher": NO}),
    ("hint", {"seat": 1, "number": "N"}, {"maker": NO, "player": NO, "watcher": NO}),
    ("chat", {"text": "hello"}, {"maker": YES, "player": YES, "watcher": NO}),
    ("pace", {"pace": "0.5"}, {"maker": YES, "player": YES, "watcher": NO}),
    ("take-over", {"seat": 0}, {"maker": YES, "player": NO, "watcher": NO}),
    ("give-back", {"seat": 0}, {"maker": YES, "player": NO, "watcher": NO}),
    ("link", {"seat": 1}, {"maker": NO, "player": YES, "watcher": NO}),
    ("link", {"seat": "watch"}, {"maker": YES, "player": YES, "watcher": NO}),
    ("play-on", {"at": 0}, {"maker": NO, "player": NO, "watcher": NO}),
    ("rematch", {}, {"maker": NO, "player": NO, "watcher": NO}),
    ("join", {"seat": 1}, {"maker": YES, "player": YES, "watcher": GONE}),  # who sits there already is taken to the table
    ("revoke", {"seat": 2}, {"maker": NO, "player": NO, "watcher": NO}),
    ("hint", {"seat": 1, "number": "N"}, {"maker": NO, "player": NO, "watcher": NO}),  # among people there are none
    ("start", {}, {"maker": YES, "player": NO, "watcher": NO}),
    ("invite", {}, {"maker": YES, "player": NO, "watcher": NO}),
    ("ask", {"name": "Dora-1234"}, {"maker": NO, "player": NO, "watcher": NO}),  # the game has begun; before, see test_people.py
    ("unask", {"invitation": 1}, {"maker": GONE, "player": NO, "watcher": NO}),
    ("decline", {}, {"maker": NO, "player": NO, "watcher": NO}),
    ("report", {"what": "seat-2", "reason": "insult"}, {"maker": YES, "player": YES, "watcher": YES}),
    ("mute", {"seat": 2}, {"maker": YES, "player": YES, "watcher": YES}),
    ("met", {"met": ""}, {"maker": YES, "player": YES, "watcher": YES}),
    ("eyes", {"seat": 1}, {"maker": YES, "player": YES, "watcher": YES}),  # a cookie, which opens no eyes by itself
]

# What is posted to the API with Ben's token, by whom the table is watched, and by nobody.
API_POSTS: list[tuple[str, dict[str, Any], int, int]] = [
    ("actions", {"number": "N", "action": "done"}, 422, NO),
    ("undo", {"number": "N"}, 422, NO),
    ("redo", {"number": "N"}, 422, NO),
    ("reset", {"number": "N"}, 422, NO),
    ("chat", {"text": "hello"}, 204, NO),
    ("join", {}, GONE, GONE),
    ("hint", {"number": "N"}, NO, NO),
]

# What belongs to no table, or is a table's that does not exist yet: see the tests of links, safety and the API.
FREE = {
    "/", "/play-now", "/language", "/scheme", "/docs", "/settings", "/new", "/import", "/s/{token}", "/w/{token}", "/rules",
    "/rules/{game_id}", "/rules/{game_id}/{rule}",
    "/picture/{game_id}/colours.css", "/picture/{game_id}/arms/{seat}.svg", "/picture/{game_id}/{stage}.svg",
    "/api/v1/games", "/api/v1/tables",
    "/holidays", "/holidays/end",  # one's own: see test_clocks.py
    "/statistics/{game_id}",  # for all, and only of games that are over: see test_statistics.py
    *(route.path for one in (tournaments, club_api) for route in one.router.routes if isinstance(route, APIRoute)),  # see there
    "/club", "/people/{visitor_id}",  # for all, and only of rated games: see test_ratings.py
    "/lobby", "/lobby/events", "/conduct",  # for all: see test_people.py
    *(route.path for route in people.router.routes if isinstance(route, APIRoute) and route.path.startswith("/friends")),  # one's own
    *(route.path for route in host_routes.router.routes if isinstance(route, APIRoute)),  # for hosts alone: see test_order.py
    *(route.path for route in account_routes.router.routes if isinstance(route, APIRoute)),  # one's own: see test_accounts.py
    *(route.path for route in notices.router.routes if isinstance(route, APIRoute)),  # one's own: see notices/test_notices.py
}  # fmt: skip


def test_every_route_is_in_the_matrix() -> None:
    """A new route fails here until somebody has said who may use it."""
    table, api_table = "/t/{table_id}", "/api/v1/tables/{table_id}"
    known = {("GET", table + path.partition("?")[0].replace("/0", "/{number}").replace("/999", "/{number}")) for path in GETS}
    known |= {("GET", f"{api_table}/{what.partition('?')[0]}".rstrip("/")) for what in API_GETS} | {("GET", f"{api_table}/why")}
    known |= {("POST", f"{table}/{what}") for what, _, _ in POSTS} | {("POST", f"{api_table}/{what}") for what, *_ in API_POSTS}
    known |= {("GET", f"{place}/events") for place in (table, api_table)}
    routes = {
        (method, route.path) for router in ROUTERS for route in router.routes if isinstance(route, APIRoute) for method in route.methods
    }
    assert {route for route in routes if route[1] not in FREE} == known


@pytest.mark.parametrize(("what", "body", "player", "watcher"), API_POSTS, ids=[what for what, *_ in API_POSTS])
def test_what_a_program_may_do(company: Company, what: str, body: dict[str, Any], player: int, watcher: int) -> None:
    public = company.house.behind(company.table).public
    filled = {name: company.number if value == "N" else value for name, value in body.items()}
    assert company.ben_program.post(what, **filled).status_code == player
    assert company.watch_program.post(what, **filled).status_code == watcher
    assert company.nobody.post(what, **filled).status_code == (watcher if public else GONE)
    for program, status in ((company.ben_program, 200), (company.watch_program, NO), (company.nobody, NO if public else GONE)):
        assert program.get("why", action="done").status_code == status


@pytest.mark.parametrize(("what", "form", "expected"), POSTS, ids=[f"{what} {form}" for what, form, _ in POSTS])
def test_who_may_do_it(company: Company, what: str, form: dict[str, Any], expected: dict[str, Any]) -> None:
    public = company.house.behind(company.table).public
    stranger = expected["watcher"] if public else GONE
    for who, wanted in {"watcher": expected["watcher"], "stranger": stranger, **expected}.items():
        filled = {name: company.number if value == "N" else value for name, value in form.items()}
        answer = company.people[who].post(f"/t/{company.table}/{what}", **filled)
        assert answer.status_code in (wanted if isinstance(wanted, tuple) else (wanted,)), f"{who}: {answer.status_code}"


def test_a_token_is_good_for_its_seat_alone(company: Company) -> None:
    program, number = company.ben_program, company.number
    assert program.act(number, "done").status_code == 422
    assert company.watch_program.act(number, "done").status_code == 403
    assert company.watch_program.post("chat", text="psst").status_code == 403
    assert company.nobody.act(number, "done").status_code in (403, 404)
    other, _ = company.house.make()
    for what in ("view", "log", "history", "chat", "record"):
        assert Program(company.house.client, other, program.token).get(what).status_code == 404
        assert Program(company.house.client, company.table, "x" * 32).get(what).status_code == 404
    # Cookies mean nothing to the API, and a token nothing to the pages.
    assert company.anna.post(f"/api/v1/tables/{company.table}/chat").status_code in (403, 404, 422)
    answer = company.house.client.post(f"/t/{company.table}/chat", data={"text": "hello"}, headers=program.headers)
    assert answer.status_code in (403, 404)


def test_neither_record_nor_analysis_before_the_end(company: Company) -> None:
    assert company.anna.get(f"/t/{company.table}/analysis").status_code == 403
    assert company.ben_program.get("analysis").status_code == 403
    assert company.anna.get(f"/t/{company.table}/record.json").status_code == 403
    assert company.ben_program.get("record").status_code == 403


def test_revoked_links_are_dead(house: House) -> None:
    company = Company(house, public=False)
    link, watch = company.ben.link(company.table, 1), company.anna.link(company.table, "watch")
    phone = house.browser("Ben's phone")
    assert phone.post(link).status_code == 303 and phone.get(f"/t/{company.table}").status_code == 200
    assert company.ben.post(f"/t/{company.table}/revoke", seat=1).status_code == 200
    assert phone.get(f"/t/{company.table}").status_code == 404, "another device has to go"
    assert company.ben.get(f"/t/{company.table}").status_code == 200, "who revokes stays"
    assert house.browser("Thief").post(link).status_code == 404
    assert company.ben_program.get("view").status_code == 404
    assert company.anna.post(f"/t/{company.table}/revoke", seat="watch").status_code == 200
    assert house.browser("Late").post(watch).status_code == 404
    assert company.wanda.get(f"/t/{company.table}").status_code == 404


def test_a_link_says_whether_somebody_sits_there(house: House) -> None:
    anna, ben = house.browser("Anna"), house.browser("Ben")
    table = anna.make(kinds=("me", "open"))
    links = {who: anna.link(table, who) for who in (0, 1, "watch")}
    assert {who: words("en")(LINK_CLAIMED) in ben.get(link).text for who, link in links.items()} == {0: True, 1: False, "watch": False}


def test_a_seat_that_is_not_there_is_no_other_one(house: House) -> None:
    """Python counts from the end where a number is below 0."""
    anna = house.browser("Anna")
    table = anna.make(kinds=("me", "open", "open"))
    for seat in (-3, -2, 3, 10**30):
        for what in ("link", "revoke"):
            answer = anna.post(f"/t/{table}/{what}", seat=seat)
            assert answer.status_code in (400, 404, 422), (what, seat, answer.status_code)


def test_an_invitation_is_good_for_one(house: House) -> None:
    anna, ben, carl = house.browser("Anna"), house.browser("Ben"), house.browser("Carl")
    table = anna.make(kinds=("me", "open"))
    link = anna.link(table, 1)
    assert ben.get(link).status_code == 200 and ben.get(f"/t/{table}").status_code == 404, "looking at a link takes no seat"
    assert ben.post(link).status_code == 303
    assert carl.post(link).status_code == 404 and carl.get(f"/t/{table}").status_code == 404
    assert house.behind(table).stage == "running"


@pytest.mark.parametrize("kinds", [("me", "open"), ("me", "open", "open")], ids=["running", "waiting"])
def test_a_used_invitation_leads_its_guest_back(house: House, kinds: tuple[str, ...]) -> None:
    """It used to be a dead end, for whoever keeps the link in a mail or presses the button twice."""
    anna, ben, carl = house.browser("Anna"), house.browser("Ben"), house.browser("Carl", "de")
    table = anna.make(kinds=kinds, public="yes", shuffle="yes")
    link, second = anna.link(table, 1), anna.link(table, 1)
    assert ben.post(link).status_code == 303
    for again in (ben.get(link), ben.post(link), ben.get(second), anna.get(link)):
        assert (again.status_code, again.headers.get("location")) == (303, f"/t/{table}")
    assert len(house.behind(table).owners) == 2, "nobody has sat down twice"
    for refused in (carl.get(link), carl.post(link), carl.get(second)):
        assert refused.status_code == 404 and "schon benutzt" in refused.text
    program = Program(house.client, table, link[3:])
    assert program.get("view").status_code == 404 == program.post("join").status_code
    assert "has been used" in program.get("view").json()["error"]["message"]


def test_a_button_pressed_twice_takes_one_seat(house: House) -> None:
    anna, ben, carl = house.browser("Anna"), house.browser("Ben"), house.browser("Carl")
    table = anna.make("rheinlaender", ("me", "open", "open"), public="yes")
    for _ in range(2):
        assert ben.post(f"/t/{table}/join", seat=1).headers["location"] == f"/t/{table}"
    assert [seat.kind for seat in house.behind(table).seats] == ["person", "person", "open"]
    assert carl.post(f"/t/{table}/join", seat=1).status_code == 404 == ben.post(f"/t/{table}/join", seat=9).status_code


def test_a_bot_stands_in_for_who_is_away(house: House) -> None:
    company = Company(house, public=False)
    behind = house.behind(company.table)
    deciding = behind.actors[0]
    people = [company.anna, company.ben, company.cleo]
    away, other = people[deciding], people[(deciding + 1) % 3]
    assert other.post(f"/t/{company.table}/take-over", seat=deciding).status_code == 403, "nobody is away yet"
    behind.seats[deciding].seen -= 2e9
    assert company.wanda.post(f"/t/{company.table}/take-over", seat=deciding).status_code == 403
    assert other.post(f"/t/{company.table}/take-over", seat=deciding).status_code == 303
    assert other.post(f"/t/{company.table}/give-back", seat=deciding).status_code == 403, "only its person takes a seat back"
    assert away.post(f"/t/{company.table}/give-back", seat=deciding).status_code == 303
    assert behind.seats[deciding].kept_by is None


def test_two_people_of_one_name_are_told_apart(house: House) -> None:
    company = Company(house, public=False)
    anna = house.browser("Anna")
    table = company.anna.make(kinds=("me", "open"))
    assert anna.post(company.anna.link(table, 1)).status_code == 303
    assert [seat.name for seat in house.behind(table).seats] == ["Anna", "Anna 2"]
    cyrillic, greek, wide = "\u0410nna", "AN\u039dA", "\uff21nna"
    seats = [Seat(number, "person", name) for number, name in enumerate(("Anna", cyrillic, greek, wide, "Anną", "Il0na", "\u0406lona"))]
    distinct_names(seats)
    assert [seat.name for seat in seats] == ["Anna", f"{cyrillic} 2", f"{greek} 3", f"{wide} 4", "Anną", "Il0na", "\u0406lona 2"]
