"""Rheinländer: the end (RH-50 to RH-52)."""

from __future__ import annotations

from kronland.core.flow import finish
from kronland.core.kernel import entry, rule
from kronland.core.log import emit
from kronland.games.rheinlaender.rules.events import Event
from kronland.games.rheinlaender.rules.state import ARCHBISHOP_VALUE, DUCHIES, FIELDS, FINAL_DUKE_VALUE, NONE, End


@rule
def end_game(s, log):
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
    s.phase = 0
    winners = 0
    for seat in range(s.players):
        if rank(s, seat) == 1:
            winners += 1
    for seat in range(s.players):
        if rank(s, seat) == 1:
            emit(log, Event.WINNER if winners == 1 else Event.SHARED_WIN, seat, s.coins[seat])
    finish(s, End.KNIGHTS)


@rule
def _first_field(s, duchy):
    field = 0
    while field < FIELDS - 1 and s.duchy[field] != duchy:
        field += 1
    return field


@rule
def rank(s, seat):
    """RH-52: most money wins; who is level shares a rank."""
    place = 1
    for other in range(s.players):
        if s.coins[other] > s.coins[seat]:
            place += 1
    return place


@entry
def result(s, out):
    """out[0]: share of the win, out[1]: points, out[2]: rank, for each seat."""
    winners = 0
    for seat in range(s.players):
        out[1, seat] = s.coins[seat]
        out[2, seat] = rank(s, seat)
        if out[2, seat] == 1:
            winners += 1
    for seat in range(s.players):
        out[0, seat] = 1.0 / winners if out[2, seat] == 1 else 0.0
