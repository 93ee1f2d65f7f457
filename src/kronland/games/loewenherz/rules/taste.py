"""Löwenherz (1997): the taste of careless but lively play: borders that join others, expansions rather than passes, short negotiations.

Weights only: it makes random games reach regions, expansions, alliances and deserters. It is no evaluation.
"""

from __future__ import annotations

from kronland.core.kernel import entry
from kronland.games.grid.rules.taste import border_taste
from kronland.games.loewenherz.rules.actions import (
    A_ACCEPT,
    A_ALLIANCE,
    A_BORDER,
    A_BREAK,
    A_CARD,
    A_DONE,
    A_EXPAND,
    A_OFFER,
    A_REMOVE,
)
from kronland.games.loewenherz.rules.state import BOARD

LINE_ENDS = BOARD.line_ends
LINE_IS_SOUTH = BOARD.line_is_south


@entry
def taste(s, seat, action):
    if action >= A_BORDER and action < A_EXPAND:
        return border_taste(s, LINE_ENDS[action - A_BORDER, 0], LINE_IS_SOUTH[action - A_BORDER] == 1)
    if action >= A_EXPAND and action < A_CARD:
        return 8
    if action >= A_ALLIANCE and action < A_REMOVE:
        return 6
    if action == A_ACCEPT or action == A_BREAK:
        return 16
    if action == A_DONE or (action >= A_OFFER and action < A_ACCEPT):
        return 1
    return 2
