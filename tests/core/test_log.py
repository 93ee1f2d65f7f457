"""The log of one decision: nothing that happened is left out in silence, and there is room for far more than ever happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronland.core import match as matches
from kronland.core.kernel import interpreted
from kronland.core.log import NO_LOG, emit, events_in, new_log, whisper
from kronland.core.match import Match
from kronland.games import find_game

GOLDEN = Path(__file__).parents[1] / "golden"


def test_events_come_out_as_they_went_in() -> None:
    log = new_log(4)
    interpreted(emit)(log, 7, 1, 2)
    interpreted(whisper)(log, 0b10, 8, 3)
    assert events_in(log).tolist() == [[7, 255, 1, 2, 0, 0, 0, 0], [8, 2, 3, 0, 0, 0, 0, 0]]
    interpreted(emit)(log, 9)
    assert len(events_in(log)) == 3, "a log of four rows has room for three"


def test_a_log_that_was_too_small_says_so() -> None:
    log = new_log(3)
    for event in range(5):
        interpreted(emit)(log, event)
    with pytest.raises(OverflowError, match=r"5 events.*room for 2"):
        events_in(log)


def test_a_log_of_no_rows_takes_nothing() -> None:
    interpreted(emit)(NO_LOG, 7)
    assert len(events_in(NO_LOG)) == 0


def test_a_decision_whose_events_find_no_room_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(find_game("koenig"), 2, seed=1, mode="python")
    before = match.state.tobytes()
    monkeypatch.setattr(matches, "new_log", lambda: new_log(1))
    with pytest.raises(OverflowError):
        while match.state.tobytes() == before:
            match.play(match.legal_actions(match.actors[0])[0])
    assert match.state.tobytes() == before and match.length == 0


def test_no_decision_comes_near_to_filling_a_log() -> None:
    """Of all that the golden records know, set-ups and final scorings among them."""
    most = 0
    for file in GOLDEN.rglob("*.log"):
        for decision in file.read_text("utf-8").split("\n# "):
            most = max(most, len(decision.splitlines()) - 1)
    assert 30 < most < len(new_log()) / 8
