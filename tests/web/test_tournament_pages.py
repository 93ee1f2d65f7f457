"""The pages of tournaments: who may do what there, what they say in both languages, and what nonsense is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi.routing import APIRoute
from house import Browser, House

from kronland.core.words import LANGUAGES
from kronland.web import club_api
from kronland.web.table.clock import DAY
from kronland.web.tournament import routes
from kronland.web.tournament.tournaments import Tournaments

GAME = "rheinlaender"
FORM = {"game": GAME, "name": "Autumn cup", "players": 3, "rounds": 2, "system": "swiss", "clock": f"move-{DAY:.0f}", "out": "end"}
NO, YES, GONE = 403, 303, 404


class Wall:
    moment = 1.8e9

    def __call__(self) -> float:
        return self.moment


class Hall:
    """A house in which time goes by as the test says, and people."""

    def __init__(self, house: House, wall: Wall) -> None:
        self.house, self.wall = house, wall
        self.tournaments: Tournaments = house.app.state.tournaments  # type: ignore[attr-defined]

    def make(self, maker: Browser, **more: Any) -> str:
        answer = maker.post("/tournaments/new", **{**FORM, **more})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def late(self) -> None:
        self.wall.moment += DAY
        self.house.app.state.expiry.look()  # type: ignore[attr-defined]
        self.tournaments.look()

    def over(self, place: str) -> None:
        while self.tournaments.found(place.rpartition("/")[2]).stage == "running":
            self.late()


@pytest.fixture(scope="module")
def hall(opened: Callable[..., Any]) -> Iterator[Hall]:
    wall = Wall()
    with opened(now=wall) as house:
        yield Hall(house, wall)


# Who may: the maker, an entrant, somebody else, and who has no name and no cookie yet.
POSTS: dict[str, tuple[dict[str, Any], dict[str, tuple[int, int, int, int]]]] = {
    "enter": ({"name": "Nemo"}, {"entries": (YES, YES, YES, YES), "running": (NO, NO, NO, NO), "over": (NO, NO, NO, NO)}),
    "leave": ({}, {"entries": (NO, YES, NO, NO), "running": (NO, YES, NO, NO), "over": (NO, NO, NO, NO)}),
    "remove": ({"number": 1}, {"entries": (YES, NO, NO, NO), "running": (YES, NO, NO, NO), "over": (NO, NO, NO, NO)}),
    "start": ({}, {"entries": (YES, NO, NO, NO), "running": (NO, NO, NO, NO), "over": (NO, NO, NO, NO)}),
    "go-on": ({"round": 1}, {"entries": (NO, NO, NO, NO), "running": (YES, NO, NO, NO), "over": (NO, NO, NO, NO)}),
    "call-off": ({}, {"entries": (YES, NO, NO, NO), "running": (YES, NO, NO, NO), "over": (NO, NO, NO, NO)}),
}


@pytest.fixture(scope="module")
def people(hall: Hall) -> list[Browser]:
    """The maker, an entrant, somebody else, two more entrants; who has no name yet comes anew each time."""
    return [hall.house.browser(name) for name in ("Maker", "Ben", "Cleo", "Dora", "Emil")]


def in_stage(hall: Hall, people: list[Browser], stage: str) -> str:
    place = hall.make(people[0], rounds=1)
    for entrant in (people[1], *people[3:]):
        assert entrant.post(f"{place}/enter").status_code == 303
    if stage != "entries":
        assert people[0].post(f"{place}/start").status_code == 303
    if stage == "over":
        hall.over(place)
    return place


@pytest.mark.parametrize("stage", ["entries", "running", "over"])
def test_who_may_do_what(hall: Hall, people: list[Browser], stage: str) -> None:
    fresh, place = False, in_stage(hall, people, stage)
    for what, (form, expected) in POSTS.items():
        for who in (3, 2, 1, 0):
            wanted = expected[stage][who]
            if fresh:  # what was done there changes what others may
                people[0].post(f"{place}/call-off")
                fresh, place = False, in_stage(hall, people, stage)
            browser = people[who] if who < 3 else hall.house.browser()
            answer = browser.post(f"{place}/{what}", **form)
            assert answer.status_code == wanted, (what, who, answer.status_code)
            assert wanted == YES or 'role="alert"' in answer.text, "the page says why"
            assert browser.get(place).status_code == 200
            fresh = wanted == YES
    people[0].post(f"{place}/call-off")


def test_every_route_has_a_row() -> None:
    posts = {route.path for route in routes.router.routes if isinstance(route, APIRoute) and "POST" in route.methods}
    assert posts == {"/tournaments/new", *(f"/tournaments/{{tournament_id}}/{what}" for what in POSTS)}
    reads = {
        route.path for one in (routes, club_api) for route in one.router.routes if isinstance(route, APIRoute) and "GET" in route.methods
    }
    assert reads == {
        "/tournaments", "/tournaments/new", "/tournaments/{tournament_id}",
        "/api/v1/tournaments", "/api/v1/tournaments/{tournament_id}", "/api/v1/games/{game_id}/statistics",
    }  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tournament_as_people_see_it(hall: Hall, language: str) -> None:
    said = {
        "en": ("Entries are open.", "Round 1 of 2 is being played.", "Standings", "has won the tournament", "To your table"),
        "de": ("Die Anmeldung ist offen.", "Runde 1 von 2 läuft.", "Stand", "hat das Turnier gewonnen", "Zu deinem Tisch"),
    }[language]
    anna, *others = (hall.house.browser(name, language) for name in ("Anna", "Ben <b>", "Cleo", "Dora"))
    place = hall.make(anna, name=f"Cup & {language}", rated="yes")
    assert said[0] in others[0].get(place).text and f"Cup &amp; {language}" in others[0].get("/").text
    for person in (anna, *others):
        assert person.post(f"{place}/enter").status_code == 303
    assert "Ben &lt;b&gt;" in anna.get(place).text and "Ben <b>" not in anna.get(place).text
    assert anna.post(f"{place}/start").status_code == 303
    page = anna.get(place).text
    assert said[1] in page and said[2] in page and said[4] in page
    table = hall.tournaments.found(place.rpartition("/")[2]).chairs[0].table
    assert f'href="/t/{table}"' in page and hall.house.browser("Wanda").get(f"/t/{table}").status_code == 200, "everybody may watch"
    assert place in hall.house.browser("Wanda").get(f"/t/{table}").text
    assert table in "".join(person.get("/").text for person in (anna, *others))
    told = hall.house.client.get(f"/api/v1{place}").json()
    assert told["stage"] == "running" and len(told["boards"]) == 1 and {seat["rank"] for seat in told["boards"][0]["places"]} == {None}
    hall.over(place)
    page = anna.get(place).text
    assert said[3] in page and "sha" in page.lower()
    told = hall.house.client.get(f"/api/v1{place}").json()
    assert [one["place"] for one in told["standings"]] == [1, 2, 3, 4] and len(told["people"]) == 4 and told["seed"] in page
    listed = hall.house.client.get("/api/v1/tournaments").json()
    assert told["id"] in [one["id"] for one in listed] and f'href="{place}"' in anna.get("/tournaments").text
    first = hall.tournaments.found(told["id"]).by_number[told["standings"][0]["entrant"]].visitor
    page = anna.get(f"/people/{first}").text
    assert f'href="{place}"' in page, f"a rated one stands on one's page: {told}, {page.partition('<main')[2]}"


def test_tables_of_a_tournament_are_played_without_help(hall: Hall) -> None:
    people = [hall.house.browser(name) for name in ("Anna", "Ben", "Cleo")]
    place = hall.make(people[0])
    for person in people:
        person.post(f"{place}/enter")
    people[0].post(f"{place}/start")
    chair = next(one for one in hall.tournaments.found(place.rpartition("/")[2]).chairs if one.entrant == 1)
    behind = hall.house.behind(chair.table)
    assert not behind.rated and behind.counts and not behind.allows_hints(chair.seat) and behind.maker is None
    for what, form in (("take-over", {"seat": chair.seat}), ("link", {"seat": chair.seat}), ("start", {}), ("invite", {})):
        assert people[0].post(f"/t/{chair.table}/{what}", **form).status_code == 403, what


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"players": "x"},
        {"players": 2},
        {"rounds": 99},
        {"clock": ""},
        {"clock": "move-1"},
        {"closes": "soon"},
        {"longest": "1"},
    ],
    ids=lambda wrong: f"{next(iter(wrong.items()))}",
)
def test_what_is_wrong_is_said_and_the_rest_stays(hall: Hall, wrong: dict[str, Any]) -> None:
    answer = hall.house.browser("Anna").post("/tournaments/new", **{**FORM, "name": "My <cup>", **wrong})
    assert answer.status_code == 400 and 'role="alert"' in answer.text
    assert "name" in wrong or 'value="My &lt;cup&gt;"' in answer.text


def test_nonsense(hall: Hall) -> None:
    anna = hall.house.browser("Anna")
    for path in (
        "/tournaments/nothing",
        "/statistics/chess",
        "/api/v1/tournaments/x",
        "/api/v1/games/x/statistics",
    ):
        assert anna.get(path).status_code == 404, path
    for what, (form, _) in POSTS.items():
        assert anna.post(f"/tournaments/nothing/{what}", **form).status_code == 404
    assert anna.post("/tournaments/new", game="chess").status_code == 404 == anna.get("/tournaments/new", game="chess").status_code
    assert anna.post(f"{hall.make(anna)}/remove", number="x").status_code == 400
    assert anna.get("/tournaments/new").status_code == 200 == anna.get("/tournaments/new", game=GAME).status_code
    form = {"game": GAME, "kind-0": "me", "kind-1": "entrant", "kind-2": "bot-page"}
    assert anna.post("/new", **form).status_code == 400, "nobody is sat down by others"


def test_who_has_no_name_is_asked_for_one(hall: Hall) -> None:
    place = hall.make(hall.house.browser("Anna"))
    nobody = hall.house.browser()
    assert 'name="name"' in nobody.get(place).text
    assert nobody.post(f"{place}/enter").status_code == 403
    assert nobody.post(f"{place}/enter", name="Nemo").status_code == 303 and "Nemo" in nobody.get(place).text
