"""The final scoring on the page of a finished table: every point is accounted for."""

from __future__ import annotations

from pathlib import Path

import pytest
from house import House

import kronland.web
from kronland.core.match import Match
from kronland.core.record import load
from kronland.core.ties import Tie
from kronland.games import GAMES, find_game
from kronland.web import table_page
from kronland.web.scoring import STEPS, event_names, scoring

EXAMPLES = Path(kronland.web.__file__).parent / "examples"
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
    names, shown = event_names(find_game(game)), 0
    for match, before in ended(game):
        final = scoring(match)
        if final is None:  # the king token was reached
            assert game == "koenig" and match.game.end_name(match.state) == "king"
            continue
        shown += 1
        totals = [had + sum(step.points[seat] for step in final.steps) for seat, had in enumerate(final.before)]
        assert totals == [result["points"] for result in match.results()]
        # What happened before the final scoring may have paid too; where it did not, players come with what they had.
        scored = {
            name for code, *_ in match.events()[: final.first] if (name := names[code]) and "points" in dict(match.game.events[code].places)
        }
        if not scored and game != "rheinlaender":
            assert list(final.before) == before
        assert all(have >= had for have, had in zip(final.before, before, strict=True))
    assert shown


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_game_scores_at_the_end_has_a_name(game: str) -> None:
    names = set(event_names(find_game(game)).values())
    assert {name for name in names if name.startswith("FINAL_")} <= set(STEPS)
    assert names & set(STEPS)


@pytest.mark.parametrize(("language", "said"), [("en", "comes first by ducats: 12 to 7."), ("de", "liegt vorn nach Dukaten: 12 zu 7.")])
def test_the_page_says_what_broke_a_tie(house: House, language: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which ties there are, `tests/core/test_ties.py` asks."""
    browser = house.browser("Anna", language)
    table = browser.post("/import", text=(EXAMPLES / "koenig.json").read_text("utf-8")).headers["location"]
    assert said not in browser.get(table).text
    monkeypatch.setattr(table_page, "broken_ties", lambda game, s: [Tie(1, 0, game.tie_breaks[0], 12, 7)])
    page = browser.get(table).text
    assert said in page and "/rules/koenig#L03-82" in page
