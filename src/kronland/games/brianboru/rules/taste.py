"""Brian Boru: the taste of careless but lively play: money is spent on expansions and purchases, and rows that strive are preferred.

Weights only: it makes random games reach purchases, expansions, battles and monasteries. It is no evaluation.
"""

from __future__ import annotations

from kronland.core.kernel import entry
from kronland.games.brianboru.rules.actions import A_BUY, A_EXPAND, A_REMOVE, A_ROW


@entry
def taste(s, seat, action):
    if action >= A_EXPAND and action < A_REMOVE:
        return 6
    if action == A_BUY:
        return 3
    if action == A_ROW + 1:
        return 3
    return 2
