"""Hints: for a person's own decision, of a table that allows them, for one position, and with no more than the seat knows."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from house import Browser, House, Program, fewest, wait_for
from test_secrets import play_on, replaced

from kronland.bots import LEVELS
from kronland.core.kernel import DEFAULT_MODE
from kronland.core.layout import same
from kronland.web.table import deciding

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def advised(opened: Callable[..., Any]) -> Iterator[House]:
    """A house whose adviser thinks for a few iterations, so that it is quick and, with one seed, says the same."""
    with opened(mode=DEFAULT_MODE, adviser="king:20") as house:
        house.tables.games.wait()
        yield house


def my_turn(house: House, browser: Browser, kinds: tuple[str, ...] = ("me", "bot-page"), **more: Any) -> str:
    table = browser.make("loewenherz", kinds, **more)
    behind = house.behind(table)
    wait_for(lambda: behind.stage == "waiting" or behind.actors == (0,))
    return table


def ask(house: House, browser: Browser, table: str, seat: int = 0) -> Any:
    return browser.post(f"/t/{table}/hint", seat=seat, number=house.behind(table).number)


def told(house: House, browser: Browser, table: str) -> str:
    """The page when the hint is there."""
    wait_for(lambda: house.behind(table).advice.get(0) and house.behind(table).advice[0].told)
    return str(wait_for(lambda: (page := browser.get(f"/t/{table}").text) and "advice-rank" in page and page))


def test_a_hint_shows_the_best_actions_and_marks_them(advised: House) -> None:
    anna = advised.browser("Anna")
    table = my_turn(advised, anna)
    page = anna.get(f"/t/{table}").text
    assert 'id="advise"' in page and "data-advice" not in page
    behind = advised.behind(table)
    before = behind.match.state
    assert ask(advised, anna, table).status_code == 303, "without JavaScript the form leads back to the table"
    page = told(advised, anna, table)
    assert page.count('data-advice="') == page.count("advice-rank") == 3, "there are three"
    assert "advice-why" in page and "chance to win" in page and 'id="advise"' not in page
    assert "1 hint" in page, "everyone at the table sees it on the plate"
    assert same(before, behind.match.state)
    assert anna.post("/language", language="de", back="/").status_code == 303
    assert "Das würde der stärkste Bot tun" in anna.get(f"/t/{table}").text


def test_it_is_gone_with_the_position_and_counted_once(advised: House) -> None:
    anna = advised.browser("Anna")
    table = my_turn(advised, anna)
    behind = advised.behind(table)
    for _ in range(3):
        assert ask(advised, anna, table).status_code == 303
    told(advised, anna, table)
    assert anna.post(f"/t/{table}/chat", text="hm").status_code == 303
    assert "advice-rank" in anna.get(f"/t/{table}").text, "what is said at the table does not take it away"
    assert behind.seats[0].hints == 1
    assert anna.post(f"/t/{table}/hint", seat=0, number=behind.number + 5).status_code == 409
    notation = behind.game.space.notation(behind.match.legal_actions(0)[0])
    assert anna.act(table, 0, behind.number, notation).status_code == 303
    page = anna.get(f"/t/{table}").text
    assert "advice" not in page.replace("data-advice", "?").split("<svg")[0] and "data-advice" not in page
    advised.tables.forget(behind)
    assert advised.behind(table).seats[0].hints == 1, "how many were taken is kept"


def test_one_that_comes_too_late_is_neither_shown_nor_counted(advised: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = advised.browser("Anna")
    table = my_turn(advised, anna)
    behind, go_on = advised.behind(table), threading.Event()
    real = deciding.counsel
    monkeypatch.setattr(deciding, "counsel", lambda *asked: (go_on.wait(120), real(*asked))[1])
    assert ask(advised, anna, table).status_code == 303
    page = anna.get(f"/t/{table}").text
    assert "The strongest bot is thinking" in page and 'http-equiv="refresh"' in page, "without JavaScript the page comes again by itself"
    hint = behind.advice[0]
    assert anna.act(table, 0, behind.number, behind.game.space.notation(behind.match.legal_actions(0)[0])).status_code == 303
    go_on.set()
    wait_for(lambda: hint.told)
    assert "advice-rank" not in anna.get(f"/t/{table}").text
    assert behind.seats[0].hints == 0


def test_who_may_have_one(advised: House) -> None:
    anna, wanda, zoe = advised.browser("Anna"), advised.browser("Wanda"), advised.browser("Zoe")
    table = my_turn(advised, anna, public="yes")
    assert wanda.post(anna.link(table, "watch")).status_code == 303
    for other in (wanda, zoe):
        assert 'id="advise"' not in other.get(f"/t/{table}").text
        assert ask(advised, other, table).status_code == 403
    assert ask(advised, anna, table, seat=1).status_code == 403, "a bot's seat is nobody's"
    assert ask(advised, zoe, my_turn(advised, anna)).status_code == 404, "a private table is not there"
    assert ask(advised, anna, table).status_code == 303
    assert "data-advice" in told(advised, anna, table)
    for other in (wanda, zoe):
        assert "data-advice" not in other.get(f"/t/{table}").text and "advice-rank" not in other.get(f"/t/{table}").text


@pytest.mark.parametrize(
    ("kinds", "hints", "allowed"),
    [
        (("me", "bot-page"), "", True),
        (("me", "bot-page"), "no", False),
        (("me", "guest"), "", False),
        (("me", "guest"), "yes", True),
        (("me", "open"), "", False),
        (("me", "open"), "yes", True),
    ],
)
def test_the_table_says_whether(advised: House, kinds: tuple[str, ...], hints: str, allowed: bool) -> None:
    anna, ben = advised.browser("Anna"), advised.browser("Ben")
    table = anna.make("rheinlaender", (*kinds, "bot-page"), hints=hints)
    behind, people = advised.behind(table), {0: anna, 1: anna}
    if "open" in kinds:
        assert ben.post(anna.link(table, 1)).status_code == 303
        people[1] = ben

    def turn_of_somebody() -> int | None:
        return next((seat for seat in behind.actors if behind.seats[seat].bot is None), None)

    wait_for(lambda: turn_of_somebody() is not None)
    while (seat := turn_of_somebody()) != 0:
        assert seat is not None
        notation = behind.game.space.notation(behind.match.legal_actions(seat)[0])
        assert people[seat].act(table, seat, behind.number, notation).status_code == 303
        wait_for(lambda: turn_of_somebody() is not None)
    if "guest" in kinds:
        assert anna.post(f"/t/{table}/eyes", seat=0).status_code == 303
    assert ('id="advise"' in anna.get(f"/t/{table}").text) == allowed
    assert ask(advised, anna, table).status_code == (303 if allowed else 403)


def test_by_the_api(advised: House) -> None:
    _, seats = advised.make(kinds=("me", "bot"))
    view = wait_for(lambda: (view := seats[0].view())["actors"] == [0] and view)
    answer = seats[0].post("hint", number=view["number"])
    assert answer.status_code == 200, answer.text
    advice = answer.json()
    legal = {action["notation"]: action["label"] for action in view["legal"]}
    assert advice["number"] == view["number"] and len(advice["actions"]) == 3 and advice["why"]
    assert all(legal[action["notation"]] == action["label"] and 0 <= action["share"] <= 1 for action in advice["actions"])
    wait_for(lambda: seats[0].get("").json()["seats"][0]["hints"] == 1)
    assert seats[0].post("hint", number=view["number"] + 1).status_code == 409
    assert Program(advised.client, seats[0].table).post("hint", number=view["number"]).status_code == 404
    _, friends = advised.make(kinds=("me", "me"))
    actor = friends[friends[0].view()["actors"][0]]
    assert actor.post("hint", number=0).status_code == 403
    _, friends = advised.make(kinds=("me", "me"), hints=True)
    first = friends[0].view()["actors"][0]
    assert friends[first].post("hint", number=0).status_code == 200
    assert friends[1 - first].post("hint", number=0).status_code == 403, "not to decide"


def test_too_many_are_refused(opened: Callable[..., Any]) -> None:
    with opened(adviser="king:1", limits=True) as house:
        anna = house.browser("Anna")
        table = my_turn(house, anna)
        answers = [ask(house, anna, table).status_code for _ in range(8)]
        assert answers[0] == 303 and answers[-1] == 429


def test_a_hint_is_the_same_for_twins(advised: House, game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the seat cannot know does not change it: with one seed, tables in twin states give the same hint, byte for byte."""
    monkeypatch.setattr(secrets, "randbits", lambda bits: 5)
    players = fewest(game_id)
    table_id, programs = advised.make(game_id, ("me",) * players, hints=True)
    table, differed = advised.behind(table_id), 0
    for at in (1, 30, 60, 90):
        play_on(table, programs, at)
        for seat in table.actors:
            answers = []
            for seed in (None, 11, 12):
                with table.lock:
                    real = table.match.state
                    twin = real if seed is None else table.match.twin(seat, seed)
                    differed += not same(twin, real)
                with replaced(table, twin):
                    table.advice.clear()
                    answers.append(programs[seat].post("hint", number=table.number).json())
            assert answers[0]["actions"] and answers[1:] == answers[:1] * 2, f"seat {seat} after {at} decisions"
    assert differed > 4, "twins that are the same states prove nothing"


# The levels -------------------------------------------------------------------------------------------------------------------------


def test_every_level_can_be_chosen_and_is_shown(house: House) -> None:
    anna = house.browser("Anna")
    form = anna.get("/new", game="loewenherz").text
    assert all(f'value="bot-{level}"' in form for level in LEVELS)
    table = anna.make("loewenherz", ("me", "bot-knight", "bot-king", "bot-squire"), pace=30)
    page = anna.get(f"/t/{table}").text
    assert all(f"bot, {level}" in page for level in ("knight", "king", "squire"))
    ludwig = house.browser("Ludwig", "de")
    table = ludwig.make("loewenherz", ("me", "bot-knight", "bot-king"), pace=30)
    assert all(f"Bot, {level}" in ludwig.get(f"/t/{table}").text for level in ("Ritter", "König"))
    assert anna.post("/new", game="loewenherz", **{"kind-0": "me", "kind-1": "bot-duke"}).status_code == 400


def test_the_usual_opponent_is_a_preference(house: House) -> None:
    anna = house.browser("Anna")
    assert anna.post("/settings", name="Anna", level="knight").status_code == 303
    assert anna.post("/settings", name="Anna", level="duke").status_code == 303
    location = anna.post("/play-now", game="rheinlaender").headers["location"]
    behind = house.behind(location.removeprefix("/t/"))
    assert {seat.level for seat in behind.seats if seat.kind == "bot"} == {"knight"}
    with behind.lock:
        mine = next(seat.number for seat in behind.seats if seat.kind == "person")
    assert anna.post(f"{location}/take-over", seat=mine, level="king").status_code == 303
    assert behind.seats[mine].kept_by == "king"
    assert "a bot is playing, king" in anna.get(location).text


@pytest.mark.parametrize("level", ["knight", "king"])
def test_searching_bots_play_interpreted_too(opened: Callable[..., Any], level: str) -> None:
    """Slowly, but they move."""
    with opened() as house:
        table, _ = house.make("rheinlaender", ("bot",) * fewest("rheinlaender"), level, public=True)
        wait_for(lambda: house.behind(table).number >= 2, 60)
