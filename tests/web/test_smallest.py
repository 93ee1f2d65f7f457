"""A game that was handed in sits at the table like any other: no page knows it, and all show it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from house import Browser, House, over, play, wait_for
from tests.smallest import handed_in

from kronland.core.words import LANGUAGES

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house(opened: Callable[..., Any]) -> Iterator[House]:
    with handed_in(), opened() as house:
        yield house


@pytest.mark.parametrize(
    "path",
    ["/", "/new", "/new?game=grenzstein", "/rules", "/rules/grenzstein", "/api/v1/games", "/healthz", "/picture/grenzstein/middle.svg"],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_show_it(house: House, path: str, language: str) -> None:
    answer = house.browser("Anna", language).get(path)
    assert answer.status_code == 200 and "grenzstein" in answer.text.lower()


def test_a_game_for_two_is_not_for_two_to_two(house: House) -> None:
    anna = house.browser("Anna")
    assert "2 to 2" not in anna.get("/").text and "<span>2 players</span>" in anna.get("/").text
    answer = house.client.post("/api/v1/tables", json={"game": "grenzstein", "seats": [{"kind": "me"}] * 3})
    assert answer.status_code == 400 and "Grenzstein is for 2 players" in answer.text


def test_a_table_of_it_is_played_to_the_end_in_the_page(house: House) -> None:
    """Against a bot, by what the page offers: choices are the targets of the picture; what nobody has seen is taken back."""
    anna, chance = house.browser("Anna", "de"), random.Random(2)
    for _ in range(30):  # deals are drawn anew each time, and there are games in which nothing can be dismissed
        table, undone = _played(house, anna, chance)
        if undone:
            break
    assert undone
    for page in ("", "/at/3", "/analysis", "/record.json", "/text"):
        assert anna.get(f"/t/{table}{page}").status_code == 200, page


def _played(house: House, anna: Browser, chance: random.Random) -> tuple[str, int]:
    """A table that was played to the end, and how often something was taken back."""
    table, undone = anna.make("grenzstein", ("me", "bot-squire")), 0
    behind = house.behind(table)
    while behind.stage != "over":
        wait_for(lambda: 0 in behind.actors or behind.stage == "over")
        page = anna.get(f"/t/{table}").text
        assert "Grenzstein" in page
        choices = sorted(set(re.findall(r'data-action="([^"]+)"', page)))
        if behind.stage == "over":
            break
        assert choices == sorted(behind.match.legal_for(0))
        action = next((choice for choice in choices if choice.startswith("dismiss")), chance.choice(choices))
        assert anna.act(table, 0, behind.number, action).status_code == 303
        if action.startswith("dismiss"):
            assert anna.post(f"/t/{table}/undo", seat=0, number=behind.number).status_code == 303
            undone += 1
            assert anna.act(table, 0, behind.number, "done").status_code == 303
    assert behind.match.over
    return table, undone


def test_programs_play_it_and_see_no_secret(house: House) -> None:
    _, seats = house.make("grenzstein", ("me", "me"))
    mine, other = seats[0].view(), seats[1].view()
    card = mine["legal"][0]["notation"]
    assert seats[0].act(mine["number"], card).status_code == 200
    told = seats[1].view()
    assert told["legal"] == other["legal"] and card not in str(told["log"] if "log" in told else told["text"])
    play(seats, 60)
    assert seats[0].view()["stage"] == "over"


def test_bots_play_it_among_themselves(house: House) -> None:
    _, seats = house.make("grenzstein", ("bot", "bot"), level="squire", public=True)
    assert over(seats[0])["stage"] == "over"
