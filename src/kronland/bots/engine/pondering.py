"""The one door to both ways to think: looking at what each action brings, and searching.

Both play on with the rules of a game, which are most of their machine code. Behind one door they are compiled together, and the rules with
them once instead of twice.
"""

from __future__ import annotations

import numpy as np

from kronland.bots.engine.judging import judge
from kronland.bots.engine.search import search
from kronland.core.kernel import entry

# What a search has no use for.
NO_ACTIONS, NO_VALUES = np.zeros(0, np.int32), np.zeros(0)


@entry
def ponder(tree, roots, seat, weights, seed, count, decisions, actions, n, values):
    """Judge the n actions over `count` possibilities; or, where there are none, search for `count` iterations."""
    if n > 0:
        judge(tree, roots, seat, weights, actions, n, seed, count, values)
    else:
        search(tree, roots, seat, weights, seed, count, decisions)
