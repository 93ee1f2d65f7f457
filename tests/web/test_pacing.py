"""Bots at their tables: thinking is inside the pace, few search at once, and nobody else waits for them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from house import House, fewest, wait_for

from kronland.bots import find_bot
from kronland.web import pacing

GAME = "rheinlaender"


class Thinker:
    """Stands in for `choose`: takes its time or waits for a sign, then plays the first legal action; counts who thinks at once."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds, self.go_on = seconds, threading.Event()
        self.thinking = self.most = self.begun = 0
        self._guard = threading.Lock()

    def __call__(self, game: Any, state: Any, seat: int, level: str, seed: int, mode: str) -> int:
        real = pacing_choose(game, state, seat, "page", seed, mode)
        if not find_bot(level).searches:
            return real
        with self._guard:
            self.begun += 1
            self.thinking += 1
            self.most = max(self.most, self.thinking)
        if self.seconds:
            time.sleep(self.seconds)
        else:
            self.go_on.wait(20)
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
        began = time.monotonic()
        behind = house.behind(kings(house, pace=4))
        wait_for(lambda: thinker.begun and not thinker.thinking)
        assert time.monotonic() - began < 4 and behind.number == 0, "it has thought and waits"
        wait_for(lambda: behind.number)
        assert time.monotonic() - began >= 4


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
