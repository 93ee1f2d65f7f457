"""Rheinländer: the end (RH-50 to RH-52)."""

from __future__ import annotations

from kronland.core.ending import tell_winners
from kronland.core.flow import finish
from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.games.rheinlaender.rules.events import Event
from kronland.games.rheinlaender.rules.state import ARCHBISHOP_VALUE, DUCHIES, FIELDS, FINAL_DUKE_VALUE, NONE, End


@rule
def final_scoring(s, log):
    """Every duke is paid for the duchy, the duke himself counting 5; so does the archbishop, if that is played."""
    for duchy in range(1, DUCHIES):
        seat = s.duke[duchy]
        if seat != NONE:
            coins = FINAL_DUKE_VALUE + s.worth[duchy]
            s.coins[seat] += coins
            emit(log, Event.FINAL_DUCHY, seat, coins, _first_field(s, duchy))
    if s.archbishop_counts and s.archbishop != NONE:
        s.coins[s.archbishop] += ARCHBISHOP_VALUE
        emit(log, Event.FINAL_ARCHBISHOP, s.archbishop, ARCHBISHOP_VALUE)


@rule
def end_game(s, log):
    """The knights are used up."""
    final_scoring(s, log)
    s.phase = 0
    tell_winners(s, Event.WINNER, Event.SHARED_WIN, log)
    finish(s, End.KNIGHTS)


@rule
def _first_field(s, duchy):
    for field in range(FIELDS):
        if s.duchy[field] == duchy:
            return field
    return NONE


@rule
def points(s, seat):
    """RH-52: most money wins; nothing breaks a tie."""
    return s.coins[seat]
