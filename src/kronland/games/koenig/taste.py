"""Löwenherz (2003): the taste of careless but lively play: cards played rather than sold, borders that join others, steps, not stops.

Weights only: it makes random games reach regions, expansions, alliances and deserters. It is no evaluation.
"""

from __future__ import annotations

from kronland.core.kernel import entry
from kronland.games.grid.taste import border_taste
from kronland.games.koenig.actions import A_BORDER, A_DONE, A_DRAW, A_EXPAND, A_PLAY
from kronland.games.koenig.state import BOARD

LINE_ENDS = BOARD.line_ends
LINE_IS_SOUTH = BOARD.line_is_south


@entry
def taste(s, seat, action):
    if action >= A_BORDER and action < A_EXPAND:
        return border_taste(s, LINE_ENDS[action - A_BORDER, 0], LINE_IS_SOUTH[action - A_BORDER] == 1)
    if action >= A_PLAY and action < A_DRAW:
        return 8
    if action == A_DRAW:
        return 6
    if action == A_DONE:
        return 1
    return 2
