"""Whole games over HTTP: bots among themselves, and seats that a script plays."""

from __future__ import annotations

import json

import pytest
from house import House, fewest, over, play, wait_for

from kronland.core.kernel import DEFAULT_MODE
from kronland.core.record import read
from kronland.games import find_game

pytestmark = pytest.mark.slow


def test_bots_play_a_whole_game_that_goes_out_and_in_again_and_on(fast_house: House, game_id: str) -> None:
    table, seats = fast_house.make(game_id, ("bot",) * fewest(game_id), "squire" if game_id == "koenig" else "page", public=True)
    final = over(seats[0])
    assert final["actors"] == [] and final["legal"] == []
    assert min(result["rank"] for result in final["results"]) == 1
    text, anna = seats[0].get("record").text, fast_house.browser("Anna")
    assert read(text, find_game).replay(mode=DEFAULT_MODE).over
    # Every line of the log leads to a position that can be shown, through all eyes.
    at = seats[0].get("log").json()[-1]["at"]
    assert fast_house.client.get(f"/t/{table}/at/{at // 2}", params={"eyes": 0}).status_code == 200
    answer = anna.post("/import", text=text)
    assert answer.status_code == 303, answer.text
    copy = answer.headers["location"].removeprefix("/t/")
    assert json.loads(anna.get(f"/t/{copy}/record.json").text)["actions"] == json.loads(text)["actions"]
    assert anna.get(f"/t/{copy}/at/7", eyes=0).status_code == 200
    answer = anna.post(f"/t/{copy}/play-on", at=7)
    assert answer.status_code == 303, answer.text
    behind = fast_house.behind(answer.headers["location"].removeprefix("/t/"))
    assert behind.base == 7 and behind.stage == "running"
    with behind.lock:
        shown = [f"{seat} {notation}" for seat, notation in behind.match.history[:7]]
    assert shown == json.loads(text)["actions"][:7]


def test_scripted_seats_play(fast_house: House, game_id: str, long: bool) -> None:
    """So many decisions, or whole games; the program of the docs plays a whole one in every run (`test_api`)."""
    table, seats = fast_house.make(game_id, ("me",) * fewest(game_id), public=True)
    play(seats, 5_000 if long else 60, seed=3)
    final = [seat.view("de") for seat in seats]
    assert all(view["stage"] == ("over" if long else "running") for view in final)
    history = seats[0].get("history").json()
    assert len(history) == final[0]["length"] == final[0]["number"]
    if long:
        record = json.loads(seats[0].get("record").text)
        assert [f"{entry['seat']} {entry['action']}" for entry in history] == record["actions"]
    for browser in (fast_house.browser("Anna"), fast_house.browser("Anna", "de")):
        page = browser.get(f"/t/{table}")
        assert page.status_code == 200 and "<svg" in page.text
        assert not long or browser.get(f"/t/{table}/record.json").text == seats[0].get("record").text


def test_a_bot_leaves_the_move_to_the_person(fast_house: House, game_id: str) -> None:
    """Bots move until a person is to decide, and then they wait."""
    _, seats = fast_house.make(game_id, ("me", *("bot",) * (fewest(game_id) - 1)))
    view = wait_for(lambda: (view := seats[0].view())["actors"] == [0] and view)
    for _ in range(5):
        answer = seats[0].act(view["number"], view["legal"][0]["notation"])
        assert answer.status_code == 200, answer.text
        view = wait_for(lambda: (view := seats[0].view())["actors"] == [0] and view)
    assert view["length"] >= 5
