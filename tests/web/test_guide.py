"""The first-game guide: every decision is explained the first time that it is met."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronland.core.record import load
from kronland.core.rulebook import rulebook
from kronland.games import GAMES, find_game
from kronland.web.guide import MOST, lessons

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_decision_has_a_lesson_and_a_rule(game: str) -> None:
    taught = find_game(game).lessons
    assert set(taught) == {kind.verb for kind in find_game(game).space.ranges}
    assert {lesson.rule for lesson in taught.values()} <= set(rulebook(game, "en"))


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_of_a_game_is_explained_once(game: str) -> None:
    """One reader, who has all seats one after the other and reads whatever is told."""
    record = load(sorted((GOLDEN / game).glob("3-players-*.json"))[0], find_game)
    match, met, phases = record.replay(0, "python"), set[str](), set[int]()
    for action in record.values["actions"]:
        seat, _, notation = action.partition(" ")
        view = match.view(int(seat) - 1, "de")
        while told := lessons(view, met):
            assert len(told) <= MOST and not met & {lesson.key for lesson in told}
            met |= {lesson.key for lesson in told}
        phases.add(int(match.state.phase))
        assert f"{game}:{notation.split()[0]}" in met
        match.play(notation, int(seat) - 1)
    assert len(phases) >= {"loewenherz": 7, "koenig": 8, "rheinlaender": 3, "brianboru": 9}[game]
