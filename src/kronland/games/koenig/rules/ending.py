"""Löwenherz (2003): the end (L03-80 to L03-82)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import finish
from kronland.core.kernel import entry, rule
from kronland.core.log import emit
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.state import KING_TOKEN, MOST_DUCATS_BONUS, SECOND_DUCATS_BONUS, End

TOKEN = np.array(KING_TOKEN, np.int16)


@rule
def king_returns(s, log):
    """Whether somebody stands at or beyond the king token now that an action is complete; the game is over then (L03-80)."""
    token = TOKEN[s.players]
    reached = False
    for seat in range(s.players):
        if s.score[seat] >= token:
            reached = True
            emit(log, Event.TOKEN_REACHED, seat, token)
    if reached:
        _close(s, End.KING, log)
    return reached


@rule
def end_with_deck(s, log):
    """All hands are empty: most ducats +5, second most +3, all who tie; no ducats never count (L03-82)."""
    emit(log, Event.HANDS_EMPTY)
    most, second = 0, 0
    for seat in range(s.players):
        if s.ducats[seat] > most:
            most, second = s.ducats[seat], most
        elif s.ducats[seat] < most:
            second = max(second, s.ducats[seat])
    for seat in range(s.players):
        if s.ducats[seat] > 0 and s.ducats[seat] >= second:
            s.bonus[seat] = MOST_DUCATS_BONUS if s.ducats[seat] == most else SECOND_DUCATS_BONUS
            s.score[seat] += s.bonus[seat]
            emit(log, Event.DUCAT_BONUS, seat, s.bonus[seat])
    _close(s, End.DECK, log)


@rule
def _close(s, way, log):
    s.phase = 0
    winners = 0
    for seat in range(s.players):
        if rank(s, seat) == 1:
            winners += 1
    for seat in range(s.players):
        if rank(s, seat) == 1:
            emit(log, Event.WINNER if winners == 1 else Event.SHARED_WIN, seat, s.score[seat])
    finish(s, way)


@rule
def rank(s, seat):
    """1 for the winner: most points, then most ducats; who is level in both shares a rank."""
    place = 1
    for other in range(s.players):
        if s.score[other] > s.score[seat] or (s.score[other] == s.score[seat] and s.ducats[other] > s.ducats[seat]):
            place += 1
    return place


@entry
def result(s, out):
    """out[0]: share of the win, out[1]: points, out[2]: rank, for each seat."""
    winners = 0
    for seat in range(s.players):
        out[1, seat] = s.score[seat]
        out[2, seat] = rank(s, seat)
        if out[2, seat] == 1:
            winners += 1
    for seat in range(s.players):
        out[0, seat] = 1.0 / winners if out[2, seat] == 1 else 0.0
