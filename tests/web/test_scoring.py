"""The final scoring on the page of a finished table: every point is accounted for."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

import pytest
from house import House

from kronland.core.match import Match
from kronland.core.record import load
from kronland.core.ties import Tie
from kronland.games import GAMES, find_game
from kronland.web.table import ending
from kronland.web.table.scoring import scoring

GOLDEN = Path(__file__).parents[1] / "golden"
SCORES = {"loewenherz": "score", "koenig": "score", "rheinlaender": "coins", "brianboru": "points"}


def ended(game: str) -> list[tuple[Match, list[int]]]:
    """Recorded games to their ends, each with what the players had before the last decision."""
    found = []
    for file in sorted((GOLDEN / game).glob("[0-9]-*.json")):
        record = load(file, find_game)
        match = record.replay(record.length - 1, "python")
        before = getattr(match.state, SCORES[game])[: match.players].tolist()
        seat, _, notation = record.values["actions"][-1].partition(" ")
        match.play(notation, int(seat) - 1)
        found.append((match, before))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_players_had_and_what_each_step_brought_is_what_they_have(game: str) -> None:
    shown = 0
    for match, before in ended(game):
        final = scoring(match)
        if final is None:  # the king token was reached
            assert game == "koenig" and match.game.end_name(match.state) == "king"
            continue
        shown += 1
        totals = [had + sum(step.points[seat] for step in final.steps) for seat, had in enumerate(final.before)]
        assert totals == [result["points"] for result in match.results()]
        # Step by step: each brings something to one of them at most, and the last leads to what they have.
        assert len(final.running) == len(match.events()) - final.first and list(final.running[-1]) == totals
        for one, other in zip((final.before, *final.running), final.running, strict=False):
            assert sum(a != b for a, b in zip(one, other, strict=True)) <= 1
        # What happened before the final scoring may have paid too; where it did not, players come with what they had.
        scored = {code for code, *_ in match.events()[: final.first] if "points" in dict(match.game.events[code].places)}
        if not scored and game != "rheinlaender":
            assert list(final.before) == before
        assert all(have >= had for have, had in zip(final.before, before, strict=True))
    assert shown


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_game_scores_at_the_end_has_a_name(game: str) -> None:
    known = find_game(game)
    assert {code for code in known.events if isinstance(code, IntEnum) and code.name.startswith("FINAL_")} <= set(known.final_steps)
    assert known.final_steps and set(known.final_steps) <= set(known.events)


@pytest.mark.parametrize(("language", "said"), [("en", "comes first by ducats: 12 to 7."), ("de", "liegt vorn nach Dukaten: 12 zu 7.")])
def test_the_page_says_what_broke_a_tie(house: House, language: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which ties there are, `tests/core/test_ties.py` asks."""
    browser, record = house.browser("Anna", language), find_game("koenig").example
    assert record is not None
    table = browser.post("/import", text=record.read_text("utf-8")).headers["location"]
    assert said not in browser.get(table).text
    monkeypatch.setattr(ending, "broken_ties", lambda game, s: [Tie(1, 0, game.tie_breaks[0], 12, 7)])
    page = browser.get(table).text
    assert said in page and "/rules/koenig#L03-82" in page


@pytest.mark.parametrize(("game", "head"), [("rheinlaender", "Taler"), ("koenig", "Punkte")])
def test_what_decides_is_called_what_it_is(house: House, game: str, head: str) -> None:
    """Irmgard won with 48 coins, and the column said points."""
    browser, record = house.browser("Anna", "de"), find_game(game).example
    assert record is not None
    page = browser.get(browser.post("/import", text=record.read_text("utf-8")).headers["location"]).text
    assert f'<th scope="col">Name</th><th scope="col">{head}</th>' in page
