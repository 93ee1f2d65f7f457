"""Brian Boru: the taste of careless but lively play: money is spent on expansions and purchases, and rows that strive are preferred.

Weights only: it makes random games reach purchases, expansions, battles and monasteries. It is no evaluation.
"""

from __future__ import annotations

from kronland.core.kernel import entry
from kronland.games.brianboru.rules.contents import A_BUY, A_EXPAND, A_LOWER_ROW, VERB


@entry
def taste(s, seat, action):
    if VERB[action] == A_EXPAND:
        return 6
    return 3 if action == A_BUY or action == A_LOWER_ROW else 2
