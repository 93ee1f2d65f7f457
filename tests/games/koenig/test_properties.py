"""Löwenherz (2003): what holds through whole games: regions never dissolve, alliances never end, every ducat and point has its event."""

from __future__ import annotations

from collections import Counter

import pytest

from kronland.games.koenig.game import GAME
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.state import FOREST_FEE
from kronland.lab.conformance import play_lively

pytestmark = pytest.mark.slow

EARNED = {
    Event.INCOME: (1, 2, 1),
    Event.SOLD: (1, 3, 1),
    Event.PLAYED: (1, 4, -1),
}  # where an event has the seat and the ducats, and their sign
SCORED = {
    Event.REGION_FOUNDED: (1, 4),
    Event.FIELD_TAKEN: (1, 4),
    Event.FIELD_LOST: (1, 3),
    Event.CUT_OFF: (2, 4),
    Event.MONOPOLY_WON: (1, 3),
    Event.MONOPOLY_LOST: (1, 3),
    Event.DUCAT_BONUS: (1, 2),
}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_through_whole_games(players):
    seen: Counter[int] = Counter()
    for seed in range(40, 44):
        before = None
        for match in play_lively(GAME, players, {}, seed):
            s = match.state
            if before is not None:
                assert all(region.any() for old, region in zip(before.region, s.region, strict=True) if old.any())
                assert all(int(old) & ~int(now) == 0 for old, now in zip(before.alliances, s.alliances, strict=True))
                check_events(before, s, match.events(-1), seen)
            before = s
    assert {Event.INCOME, Event.SOLD, Event.REGION_FOUNDED, Event.FIELD_TAKEN, Event.KNIGHT_IN_FOREST} <= set(seen)


def check_events(before, after, events, seen) -> None:
    """The events of an action tell every change of ducats and points."""
    ducats, points = Counter(), Counter()
    for event in events:
        kind = Event(event[0])
        seen[kind] += 1
        if kind in EARNED:
            seat, amount, sign = EARNED[kind]
            ducats[event[seat]] += sign * event[amount]
        if kind == Event.KNIGHT_IN_FOREST:
            ducats[event[1]] -= FOREST_FEE
        if kind in SCORED:
            seat, amount = SCORED[kind]
            points[event[seat]] += event[amount]
    for seat in range(after.players):
        assert after.ducats[seat] - before.ducats[seat] == ducats[seat]
        assert after.score[seat] - before.score[seat] == points[seat]
