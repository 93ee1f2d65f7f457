"""Brian Boru: the taste of careless but lively play: money is spent on expansions, and towns are wanted near one's own.

Weights only: it makes random games reach purchases, expansions and full regions. It is no evaluation.
"""

from __future__ import annotations

from kronland.core.kernel import entry
from kronland.games.brianboru.actions import A_BUY, A_EXPAND, A_REMOVE, A_ROW


@entry
def taste(s, seat, action):
    if action >= A_EXPAND and action < A_REMOVE:
        return 6
    if action == A_BUY:
        return 3
    if action == A_ROW + 1:
        return 3
    return 2
