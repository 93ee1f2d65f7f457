"""Löwenherz (1997): the taste of careless but lively play: borders that join others, expansions rather than passes, short negotiations.

Weights only: it makes random games reach regions, expansions, alliances and deserters. It is no evaluation.
"""

from __future__ import annotations

from kronland.core.kernel import entry
from kronland.games.grid.rules.taste import border_taste
from kronland.games.loewenherz.rules.contents import (
    A_ACCEPT,
    A_ALLIANCE,
    A_BORDER,
    A_BREAK,
    A_DEMAND,
    A_DESERTER,
    A_DONE,
    A_EXPAND,
    A_OFFER,
    ONE,
    VERB,
)
from kronland.games.loewenherz.rules.state import BOARD

LINE_ENDS = BOARD.line_ends
LINE_IS_SOUTH = BOARD.line_is_south


@entry
def taste(s, seat, action):
    verb = VERB[action]
    if verb == A_BORDER:
        return border_taste(s, LINE_ENDS[ONE[action], 0], LINE_IS_SOUTH[ONE[action]] == 1)
    if verb == A_EXPAND:
        return 8
    if verb == A_ALLIANCE or verb == A_DESERTER:
        return 6
    if verb == A_ACCEPT or verb == A_BREAK:
        return 16
    if verb == A_DONE or verb == A_OFFER or verb == A_DEMAND:
        return 1
    return 2
