"""The analysis of a finished game: made once, kept, told in both languages, and only of a game that is over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from house import Browser, House, Program, fewest, over, wait_for

from kronland.bots import Verdict
from kronland.core.kernel import DEFAULT_MODE
from kronland.web.store import schema
from kronland.web.study import analysing
from kronland.web.study.analysing import Analysis, Decision, standing_out
from kronland.web.study.graph import Line, Words, graph

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "rheinlaender"


@pytest.fixture(scope="module")
def finished(fast_house: House, game_id: str) -> tuple[House, str, Program]:
    """A game that pages have played."""
    table, seats = fast_house.make(game_id, ("bot",) * fewest(game_id), public=True)
    over(seats[0])
    return fast_house, table, seats[0]


def analysed(seat: Program) -> Any:
    return wait_for(lambda: (found := seat.get("analysis").json())["ready"] and found, 120, 0.1)


@pytest.mark.skipif(DEFAULT_MODE == "python", reason="a whole game is judged")
def test_every_game_can_be_analysed(finished: tuple[House, str, Program]) -> None:
    house, table, seat = finished
    found, view, history = analysed(seat), seat.view(), seat.get("history").json()
    players = len(view["names"][: len(view["results"])])
    assert len(found["shares"]) == len(history) + 1
    assert all(len(row) == players and sum(row) == pytest.approx(1, abs=0.001) for row in found["shares"])
    assert found["shares"][-1] == pytest.approx([result["share"] for result in view["results"]], abs=0.001), "in the end, what came of it"
    assert 1 <= len(found["decisions"]) <= 2 * analysing.OF_EACH_KIND
    for decision in found["decisions"]:
        at, who = decision["at"], decision["seat"]
        assert (who, decision["action"]) == (history[at]["seat"], history[at]["action"])
        assert decision["before"] == found["shares"][at][who] and decision["after"] == found["shares"][at + 1][who]
        assert 0 <= decision["share"] <= 1 and 0 <= decision["best_share"] <= 1
    for browser, word in (
        (house.browser("Anna"), "The decisions that changed most"),
        (house.browser("Anna", "de"), "am meisten verändert"),
    ):
        page = browser.get(f"/t/{table}/analysis").text
        assert word in page and 'class="graph"' in page and "data-again" not in page
        links = re.findall(rf'href="(/t/{table}/at/\d+\?eyes=\d)"', page)
        assert len(links) == len(found["decisions"])
        assert browser.get(links[0]).status_code == 200
    assert f"/t/{table}/analysis" in house.browser().get(f"/t/{table}").text


@pytest.fixture(scope="module")
def bravely(opened: Callable[..., Any]) -> Iterator[House]:
    """Interpreted, with time for the fewest verdicts."""
    with opened(analysis_seconds=0) as house:
        yield house


def a_finished_table(browser: Browser) -> str:
    """A short game from a record."""
    record = min(GOLDEN.glob("*.json"), key=lambda file: file.stat().st_size)
    answer = browser.post("/import", text=record.read_text("utf-8"))
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"].removeprefix("/t/"))


def test_it_is_made_in_the_background_and_kept(bravely: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = bravely.browser("Anna")
    table = a_finished_table(anna)
    page = anna.get(f"/t/{table}/analysis").text
    assert 'data-again="1"' in page and 'http-equiv="refresh"' in page, "with and without JavaScript it comes again by itself"
    wait_for(lambda: "data-again" not in anna.get(f"/t/{table}/analysis").text, 120, 0.2)
    legend = anna.get(f"/t/{table}/analysis").text.partition('class="legend"')[2].partition("</ul>")[0]
    assert re.search(r"place 1, (one coin|\d+ coins)<", legend) and "point" not in legend, "Rheinländer is won by money"
    monkeypatch.setattr(analysing, "expected_shares", None)  # a second analysis would fail
    assert 'class="graph"' in anna.get(f"/t/{table}/analysis").text
    with bravely.tables.store.read() as connection:
        assert (
            connection.execute(sa.select(sa.func.count()).select_from(schema.analyses).where(schema.analyses.c.table == table)).scalar()
            == 1
        )


def test_a_failure_is_said(bravely: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = bravely.browser("Anna")
    table = a_finished_table(anna)
    monkeypatch.setattr(analysing, "expected_shares", None)
    anna.get(f"/t/{table}/analysis")
    wait_for(lambda: "could not be analysed" in anna.get(f"/t/{table}/analysis").text)


def test_who_may_read_it(bravely: House) -> None:
    anna, zoe = bravely.browser("Anna"), bravely.browser("Zoe")
    running = anna.make("loewenherz", ("me", "bot-page"))
    assert anna.get(f"/t/{running}/analysis").status_code == 403, "a running game has secrets"
    assert "/analysis" not in anna.get(f"/t/{running}").text
    _, seats = bravely.make(kinds=("me", "me"))
    assert seats[0].get("analysis").status_code == 403
    private = a_finished_table(anna)
    assert anna.get(f"/t/{private}/analysis").status_code == 200
    assert zoe.get(f"/t/{private}/analysis").status_code == 404
    assert Program(bravely.client, private).get("analysis").status_code == 404


def test_ones_own_turning_points_and_no_change_that_is_none(bravely: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decisions that cost something but changed nothing say what they cost, not "33 % to 33 %"."""
    anna = bravely.browser("Anna")
    table = a_finished_table(anna)
    length, players = bravely.behind(table).match.length, bravely.behind(table).players
    history = bravely.behind(table).match.history
    told = [
        Decision(at, history[at][0], history[at][1], 0.33, after, 0.2, history[at][1], 0.2) for at, after in ((0, 0.33), (1, 0.5), (2, 0.1))
    ]
    made = Analysis([[1 / players] * players] * (length + 1), told)
    monkeypatch.setattr(bravely.client.app.state.analyses, "of", lambda access: made)  # type: ignore[attr-defined]
    page = anna.get(f"/t/{table}/analysis").text
    assert re.search("33 ?% → 50", page) and not re.search("33 ?% → 33", page) and page.count('class="decision ') == 3
    for seat in range(players):
        mine = anna.get(f"/t/{table}/analysis", only=seat).text
        assert mine.count('class="decision ') == sum(decision.seat == seat for decision in told)


def test_what_stands_out() -> None:
    def found(loss: float, forced: bool = False) -> Verdict:
        return Verdict(1, 0.5, 0.5 - loss, forced)

    swings = [0.0, 0.3, -0.2, 0.4, 0.001, 0.1]
    verdicts = {0: found(0.2), 1: found(0.0), 2: found(0.0), 3: found(0.0, forced=True), 4: found(0.001)}
    assert standing_out(swings, verdicts) == [0, 1, 2], "costly, wide, wide; not the forced, the small or the unjudged one"
    many = [0.02 + number / 100 for number in range(30)]
    assert standing_out(many, {number: found(0.0) for number in range(30)}) == [25, 26, 27, 28, 29]


def test_numbers_on_the_graph_keep_apart_and_inside() -> None:
    lines = [Line(0, [0.5] * 101), Line(1, [0.5] * 101)]
    said = Words(lambda share: f"{share:.0%}", "decisions", "label", lambda position: f"<at {position}>")
    drawn = graph(lines, [1, 1, 1, 99, 99, 99, 100], said, lambda position: f"/at/{position}", tall=True)
    tops = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', drawn)]
    assert tops == sorted(tops) and all(two - one >= 18 for one, two in pairwise(tops))
    assert tops[0] > 0 and tops[-1] <= 420 - 9
    assert "&lt;at 0&gt;" in drawn and "<at" not in drawn
