"""Refusals that every game shares. A game's own refusals are numbered from 10."""

from __future__ import annotations

from enum import IntEnum

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
