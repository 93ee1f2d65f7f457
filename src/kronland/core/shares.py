"""Shares of games that were won, and how sure they are."""

from __future__ import annotations

import math

Z_95 = 1.959964


def wilson(share: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a share of so many independent games (Wilson's).

    >>> low, high = wilson(0.5, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if games == 0:
        return 0.0, 1.0
    if math.isinf(games):
        return share, share
    middle = share + Z_95**2 / (2 * games)
    half = Z_95 * math.sqrt(share * (1 - share) / games + Z_95**2 / (4 * games**2))
    whole = 1 + Z_95**2 / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)
