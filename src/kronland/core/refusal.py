"""Refusals that every game shares, with their numbers, words and checks. A game's own refusals are numbered from 10."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from kronland.core.flow import is_actor
from kronland.core.kernel import rule
from kronland.core.words import N_, RefusalKind


class Common(IntEnum):
    NONE = 0
    GAME_OVER = 1
    NOT_YOUR_DECISION = 2
    NO_SUCH_ACTION = 3
    NOT_NOW = 4


COMMON_REFUSALS: dict[int, RefusalKind] = {
    Common.GAME_OVER: RefusalKind("", N_("The game is over.")),
    Common.NOT_YOUR_DECISION: RefusalKind("", N_("It is not your turn to decide.")),
    Common.NO_SUCH_ACTION: RefusalKind("", N_("There is no such action.")),
    Common.NOT_NOW: RefusalKind("", N_("Something else is to be decided now.")),
}


@rule
def at_the_door(s, seat, action, size):
    """Why an action is looked at no further: the game is over, there is no such action, or another seat decides; 0 if it is."""
    if s.ended:
        return np.int64(Common.GAME_OVER)
    if action < 0 or action >= size:
        return np.int64(Common.NO_SUCH_ACTION)
    if not is_actor(s, seat):
        return np.int64(Common.NOT_YOUR_DECISION)
    return np.int64(Common.NONE)
