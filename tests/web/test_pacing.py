"""Bots at their tables: thinking is inside the pace, few search at once, and nobody else waits for them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from house import House, fewest, wait_for

from kronland.bots import find_bot
from kronland.core.view import Known
from kronland.web.bots import pacing
from kronland.web.bots.attending import MOST_ALONE
from kronland.web.bots.thinking import Thinking
from kronland.web.safety.fairness import Share
from kronland.web.table.tables import Tables

pytestmark = pytest.mark.slow

GAME = "rheinlaender"


class Thinker:
    """Stands in for `choose`: takes its time or waits for a sign, then plays the first legal action; counts who thinks at once."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds, self.go_on = seconds, threading.Event()
        self.thinking = self.most = self.begun = 0
        self._guard = threading.Lock()

    def __call__(self, known: Known, level: str, seed: int, mode: str, within: float) -> int:
        real = pacing_choose(known, "page", seed, mode)
        if not find_bot(level).searches:
            return real
        with self._guard:
            self.begun += 1
            self.thinking += 1
            self.most = max(self.most, self.thinking)
        if self.seconds:
            time.sleep(self.seconds)
        else:
            self.go_on.wait(120)
        with self._guard:
            self.thinking -= 1
        return real


pacing_choose = pacing.choose


def kings(house: House, **more: Any) -> str:
    table, _ = house.make(GAME, ("bot",) * fewest(GAME), "king", public=True, **more)
    return table


def test_a_bot_thinks_inside_the_pace(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    thinker = Thinker(0.01)
    monkeypatch.setattr(pacing, "choose", thinker)
    with opened() as house:
        bots, clock = house.app.state.bots, [0.0]
        monkeypatch.setattr(bots, "now", lambda: clock[0])
        behind = house.behind(kings(house, pace=4))
        wait_for(lambda: (turn := bots._turns.get(behind.id)) is not None and turn.action is not None)
        assert behind.number == 0 and bots._turns[behind.id].due == 4, "it has thought and waits"
        with bots._news:
            clock[0] = 4
            bots._news.notify_all()
        wait_for(lambda: behind.number == 1)


def test_bots_move_one_after_the_other_at_the_tables_pace(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """All three draft at once, and yet each of their moves has the pace before it: who looks on sees them one by one."""
    with opened() as house:
        bots, clock = house.app.state.bots, [0.0]
        monkeypatch.setattr(bots, "now", lambda: clock[0])
        table, _ = house.make("brianboru", ("bot",) * 3, "page", public=True, pace=5)
        behind = house.behind(table)
        for moved in range(1, 8):
            wait_for(lambda: (turn := bots._turns.get(table)) is not None and turn.action is not None)
            assert behind.number == moved - 1 and bots._turns[table].due == clock[0] + 5
            with bots._news:
                clock[0] += 5
                bots._news.notify_all()
            wait_for(lambda: behind.number == moved)  # noqa: B023


@pytest.mark.parametrize(("threads", "most"), [(1, 1), (2, 1), (4, 2)])
def test_few_search_at_once(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, threads: int, most: int) -> None:
    thinker = Thinker(0.02)
    monkeypatch.setattr(pacing, "choose", thinker)
    with opened(bot_threads=threads) as house:
        tables = [house.behind(kings(house)) for _ in range(4)]
        wait_for(lambda: all(behind.number >= 4 for behind in tables))
    assert thinker.most == most, "a king takes two cores"


def test_nobody_waits_for_a_king_elsewhere(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    thinker = Thinker()
    monkeypatch.setattr(pacing, "choose", thinker)
    with opened(bot_threads=2) as house:
        behind = house.behind(kings(house))
        wait_for(lambda: thinker.thinking)
        table, _ = house.make(GAME, ("bot",) * fewest(GAME), "page", public=True)
        wait_for(lambda: house.behind(table).number >= 20)
        assert behind.number == 0 and "is thinking" in house.client.get(f"/t/{behind.id}").text
        thinker.go_on.set()
        wait_for(lambda: behind.number >= 2)


def test_what_was_thought_for_another_position_is_dropped(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    thinker = Thinker()
    monkeypatch.setattr(pacing, "choose", thinker)
    with opened() as house:
        anna = house.browser("Anna")
        table = anna.make(GAME, ("me", *("bot-page",) * (fewest(GAME) - 1)))
        behind = house.behind(table)
        wait_for(lambda: behind.actors == (0,))
        assert anna.post(f"/t/{table}/take-over", seat=0, level="king").status_code == 303
        wait_for(lambda: thinker.begun)
        assert anna.post(f"/t/{table}/give-back", seat=0).status_code == 303
        number = behind.number
        thinker.go_on.set()
        wait_for(lambda: not thinker.thinking)
        time.sleep(0.3)
        assert behind.number == number and behind.actors == (0,), "it is Anna's decision again"


# Fair shares ------------------------------------------------------------------------------------------------------------------------


def kept_by_kings(house: House, browser: Any, game: str) -> Any:
    """A table of the visitor's at which kings decide everything."""
    table = browser.make(game, ("me", *("bot-king",) * 2), pace=0)
    assert browser.post(f"/t/{table}/take-over", seat=0, level="king").status_code == 303
    return house.behind(table)


def test_one_visitor_with_many_tables_of_kings_holds_nobody_up(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight tables of one and one of another: from the moment both wait, they think by turns. Kings were to think at some of them before a
    king took over as well: that is past then, and costs nobody a turn.
    """
    real, go_on, order = pacing.choose, threading.Event(), []

    def choose(known: Known, level: str, seed: int, mode: str, within: float) -> int:
        if find_bot(level).searches:
            go_on.wait(300)
            order.append(known.game.id)
        return real(known, "page", seed, mode)

    monkeypatch.setattr(pacing, "choose", choose)
    with opened(bot_threads=1) as house:
        greedy, anna = house.browser("Greedy"), house.browser("Anna")
        for _ in range(8):
            kept_by_kings(house, greedy, "rheinlaender")
        behind = kept_by_kings(house, anna, "koenig")
        go_on.set()
        wait_for(lambda: behind.number >= 6)
    assert order.index("koenig") <= 2, "one that was on, and one of the other's"


def test_bots_hints_and_analyses_think_by_turns() -> None:
    """One thread, fake work, and more of it from one person than from all others."""
    thinking, begun, go_on, done = Thinking(1), threading.Event(), threading.Event(), []
    waiting: list[Any] = [thinking.submit("king", Share("greedy", 0), lambda: (begun.set(), go_on.wait(120)))]
    assert begun.wait(120)
    for round_of in range(3):
        waiting += [thinking.submit("king", Share("greedy", table), done.append, f"greedy {table}") for table in range(8)]
        waiting += [thinking.submit("king", Share(person, 0), done.append, person) for person in ("anna", "ben")]
        waiting.append(thinking.submit("king", Share("nobody there", round_of, lambda: False), done.append, "alone"))
    go_on.set()
    for one in waiting:
        one.result(20)
    assert done[:9] == ["greedy 0", "anna", "ben", "greedy 1", "anna", "ben", "greedy 2", "anna", "ben"]
    assert done[-3:] == ["alone"] * 3
    thinking.stop()


def test_bots_play_alone_at_a_few_tables_only(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    thinker = Thinker()
    monkeypatch.setattr(pacing, "choose", thinker)
    with opened(limits=True, away_after=-1.0) as house:
        seats = [{"kind": "bot", "level": "king"}] * 3
        answers = [house.client.post("/api/v1/tables", json={"game": "koenig", "seats": seats}) for _ in range(MOST_ALONE + 1)]
        assert [answer.status_code for answer in answers] == [201] * MOST_ALONE + [429]
        assert f"alone at {MOST_ALONE} of your tables" in answers[-1].json()["error"]["message"]
        anna = house.browser("Anna")
        anna.make("koenig", ("me", "open", "open"))  # without bots there is no limit to it
        house.tables.has_page_open = lambda table_id: True
        assert house.client.post("/api/v1/tables", json={"game": "koenig", "seats": seats}).status_code == 201
        thinker.go_on.set()


def test_a_bot_that_fails_tries_again_and_stops_no_other(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    real, failures = pacing.choose, []

    def choose(known: Known, level: str, seed: int, mode: str, within: float) -> int:
        if known.game.id == "koenig" and len(failures) < 2:
            failures.append(level)
            raise RuntimeError("no idea")
        return real(known, "page", seed, mode)

    monkeypatch.setattr(pacing, "choose", choose)
    monkeypatch.setattr(pacing, "LONGEST_PAUSE", 0.05)
    with opened() as house:
        bad, good = (house.make(game, ("bot",) * 3, public=True)[0] for game in ("koenig", "rheinlaender"))
        wait_for(lambda: house.behind(good).number >= 5)
        wait_for(lambda: house.behind(bad).number >= 2)
        assert len(failures) == 2


def test_a_turn_that_throws_does_not_end_the_clock(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    real, thrown = pacing.Pacing._serve, []

    def serve(self: Any) -> None:
        if not thrown:
            thrown.append(1)
            raise RuntimeError("out of order")
        real(self)

    monkeypatch.setattr(pacing.Pacing, "_serve", serve)
    monkeypatch.setattr(pacing.Pacing, "_pause", lambda self, seconds: None)
    with opened() as house:
        table, _ = house.make("koenig", ("bot",) * 3, public=True)
        wait_for(lambda: house.behind(table).number >= 3)
        assert thrown


def test_a_table_that_cannot_be_read_holds_up_no_other_after_a_start(opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    with opened() as house:
        database = house.tables.settings.database
        ids = [house.make("koenig", ("bot",) * 3, public=True, pace=30)[0] for _ in range(3)]
    real = Tables.find

    def find(self: Tables, table_id: str) -> Any:
        if table_id == ids[1]:
            raise RuntimeError("damaged")
        return real(self, table_id)

    monkeypatch.setattr(Tables, "find", find)
    with opened(database=database) as house:
        wait_for(lambda: {ids[0], ids[2]} <= set(house.app.state.bots._turns))
        assert house.app.state.bots.alive
