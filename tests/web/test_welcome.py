"""Whoever comes for the first time: the home page, one click to a game, and what is said before the first move."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from house import Browser, House, wait_for

import kronland.web
from kronland.core.match import Match
from kronland.games import GAMES, find_game
from kronland.web.table.guide import TURN, WINS, lessons

STATIC = Path(kronland.web.__file__).parent / "static"


def test_play_now_begins_with_what_makes_a_first_game_easy(house: House) -> None:
    anna = house.browser("Anna")

    def played(game: str) -> Any:
        table = house.tables.find(anna.post("/play-now", game=game).headers["location"].removeprefix("/t/"))
        return table.options, table

    options, table = played("loewenherz")
    assert options["setup"] == "beginner"
    assert played("loewenherz")[0]["setup"] == "beginner", "a game that is on is not one that was played"
    with table.lock, house.tables.writing(table):
        table.stage = "over"
    options, table = played("loewenherz")
    assert options["setup"] == "variable"
    for game in GAMES:
        played(game)


def seated(house: House) -> tuple[Browser, str]:
    """Somebody who decides at a table."""
    anna = house.browser("Anna")
    table = anna.make("koenig", ("me", "me"))
    anna.post(f"/t/{table}/eyes", seat=house.tables.find(table).actors[0])
    return anna, table


@pytest.mark.parametrize("game_id", GAMES)
def test_before_the_first_move_it_is_said_what_wins_and_what_a_turn_is(game_id: str) -> None:
    game = find_game(game_id)
    match = Match(game, seed=1, mode="python")
    view = match.view(match.actors[0], "de")
    first = lessons(view, ())
    assert [told.key for told in first] == [f"{game_id}:{WINS}", f"{game_id}:{TURN}"]
    assert all(told.text.endswith(".") for told in first)
    then = lessons(view, {told.key for told in first})
    assert then and not {told.key for told in then} & {told.key for told in first}


def test_what_was_read_first_is_remembered(house: House) -> None:
    anna, table = seated(house)
    anna.post("/settings", name="Anna", guide="yes")
    page = anna.get(f"/t/{table}").text
    assert "Whoever reaches the king token first wins." in page and "koenig:~wins koenig:~turn" in page
    anna.post(f"/t/{table}/met", met="koenig:~wins koenig:~turn koenig:nothing")
    page = anna.get(f"/t/{table}").text
    assert "Whoever reaches the king token first wins." not in page and "Castles are where your regions will grow." in page


def test_home_shows_what_to_play_before_all_else(house: House) -> None:
    anna, ben = house.browser("Anna"), house.browser("Ben")
    for _ in range(5):
        ben.make("koenig", ("me", "open"), public="yes")
    anna.make("koenig", ("me", "me"))
    page = anna.get("/").text
    assert "loading=" not in page, "a picture is there at once"
    assert page.index('id="mine"') < page.index('id="open"') < page.index('action="/play-now"'), "a row of open tables, and no more"
    ben.make("koenig", ("me", "me"))
    assert "3 more of yours" in ben.get("/").text, "a row of one's own tables, and the rest behind a word"


def test_the_boards_of_the_home_page_are_drawn_ahead(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from threading import Event

    from kronland.web import app

    drawn = Event()
    monkeypatch.setattr(app, "draw_boards", drawn.set)
    with opened(draws_ahead=True) as house:
        assert house.client.get("/").status_code == 200
        assert drawn.wait(120)
        assert house.client.get("/picture/koenig/board.svg?language=de").headers["content-type"].startswith("image/svg")
        assert house.client.get("/picture/koenig/board.svg?language=xx").status_code == 404


def test_light_dark_or_as_the_system_has_it(house: House) -> None:
    anna = house.browser("Anna")
    page = anna.get("/").text
    assert re.search(r'dark\.css\?v=\w+" media="\(prefers-color-scheme: dark\)"', page)
    for chosen, there in (("dark", True), ("light", False)):
        assert anna.post("/scheme", scheme=chosen, back="/rules").headers["location"] == "/rules"
        page = anna.get("/").text
        assert ("dark.css" in page) == there and "prefers-color-scheme" not in page and f'content="{chosen}"' in page
    assert anna.post("/scheme", scheme="pink", back="https://example.org/").headers["location"] == "/"
    assert "prefers-color-scheme" in anna.get("/").text
    assert anna.post("/settings", name="Anna", scheme="dark").status_code == 303
    assert re.search(r'value="dark" checked', anna.get("/settings").text)


def test_another_language_leads_back_to_the_same_page(house: House) -> None:
    """With what was asked of it; from an answer to a form that has no page, home."""
    anna = house.browser("Anna")
    back = re.compile(r'name="back" value="([^"]*)"')
    assert set(back.findall(anna.get("/new", game="koenig").text)) == {"/new?game=koenig"}
    refused = anna.post("/friends/ask", who="0")
    assert refused.status_code == 404 and set(back.findall(refused.text)) == {"/"}


def test_a_waiting_table_tells_only_of_options_that_were_a_choice(house: House) -> None:
    anna = house.browser("Anna")
    for others, told in ((3, False), (4, True)):  # the option is about tricks with five players
        table = anna.make("brianboru", ("me", *["open"] * others))
        assert ("Tricks with five players" in anna.get(f"/t/{table}").text) == told


def test_the_page_for_programs_says_what_their_own_description_says(house: House) -> None:
    page = house.client.get("/docs")
    described = house.client.get("/api/v1/openapi.json").json()
    assert page.status_code == 200 and "http" not in page.text.split("<main")[1], "nothing is loaded from elsewhere"
    for path, methods in described["paths"].items():
        for method in methods:
            assert f"<b>{method.upper()}</b> <code>{path}</code>" in page.text
    assert '<a href="/docs">' in house.client.get("/").text


def test_the_command_box_is_for_who_asks_for_it(house: House) -> None:
    anna, table = seated(house)
    page = anna.get(f"/t/{table}").text
    assert re.search(r'<details id="commanding"><summary>[^<]+</summary>\s*<form class="command"', page)


def test_scripts_and_styles_are_packed_as_tightly_as_can_be_and_without_comments(house: House) -> None:
    for name in sorted(file.name for file in STATIC.iterdir() if file.suffix in (".css", ".js")):
        plain = house.client.get(f"/static/{name}", headers={"Accept-Encoding": "identity"})
        packed = house.client.get(f"/static/{name}", headers={"Accept-Encoding": "gzip"})
        assert plain.text == (STATIC / name).read_text("utf-8")
        assert packed.headers["content-encoding"] == "gzip" and packed.headers["vary"] == "Accept-Encoding"
        if name.endswith(".css"):
            assert packed.text == re.sub(r"/\*[^*]*\*+(?:[^/*][^*]*\*+)*/\s*", "", plain.text)
            continue
        left, quotes = [], 0
        for line in plain.text.splitlines():
            if line.lstrip().startswith("//"):
                assert quotes % 2 == 0, f"{name}: a line of a longer text looks like a comment: {line}"
            else:
                left.append(line)
                quotes += line.count("`")
        assert packed.text.splitlines() == left
    largest = house.client.get("/static/table.css", headers={"Accept-Encoding": "gzip"})
    assert int(largest.headers["content-length"]) < (STATIC / "table.css").stat().st_size / 3.5
    assert "content-encoding" not in house.client.get("/static/fonts/vollkorn-latin-wght-normal.woff2").headers


def sent(house: House, page: str, anna: Browser) -> int:
    """All bytes that a first visit to a page brings, packed as a browser asks for it."""
    packed = {"Accept-Encoding": "gzip"}
    html = anna.client.get(page, headers=packed)
    parts = set(re.findall(r'(?:src|href)="(/(?:static|picture)/[^"]+)"', html.text))
    answers = [html, *(house.client.get(part.replace("&amp;", "&"), headers=packed) for part in parts)]
    assert all(answer.status_code == 200 for answer in answers) and any("woff2" in part for part in parts)
    return sum(int(answer.headers["content-length"]) for answer in answers)


def test_a_first_visit_brings_no_more_than_120_kilobytes(house: House) -> None:
    anna = house.browser(language="de")
    assert sent(house, "/", anna) < 120_000
    for game in GAMES:
        table = anna.post("/play-now", game=game).headers["location"]
        behind = house.behind(table.rpartition("/")[2])
        seat = next(number for number, seat in enumerate(behind.seats) if seat.bot is None)
        wait_for(lambda: seat in behind.actors)  # noqa: B023 - with all that can be chosen on the page
        assert sent(house, table, anna) < 120_000, game
