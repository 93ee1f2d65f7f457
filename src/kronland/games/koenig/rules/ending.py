"""Löwenherz (2003): the end (L03-80 to L03-82)."""

from __future__ import annotations

import numpy as np

from kronland.core.ending import tell_winners
from kronland.core.flow import finish
from kronland.core.kernel import rule
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
def final_scoring(s, log):
    """Most ducats +5, second most +3, all who tie; no ducats never count (L03-82)."""
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


@rule
def end_with_deck(s, log):
    """All hands are empty (L03-81)."""
    emit(log, Event.HANDS_EMPTY)
    final_scoring(s, log)
    _close(s, End.DECK, log)


@rule
def _close(s, way, log):
    s.phase = 0
    tell_winners(s, Event.WINNER, Event.SHARED_WIN, log)
    finish(s, way)


@rule
def points(s, seat):
    return s.score[seat]


@rule
def tie(s, seat):
    """L03-82: the richer one wins."""
    return s.ducats[seat]
