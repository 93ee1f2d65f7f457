"""Chance by weight, for `resample`: numbers larger than `random_below` takes."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import random_below
from kronland.core.kernel import rule

HALF = 31  # bits of one draw
SMALL = 1 << 10  # `random_below` prefers none of so few numbers by more than one part in four million


@rule
def random_wide(s, n):
    """A number 0 <= x < n, evenly, for n up to 2 ** 62: as many bits as n has, drawn again while they are too large.

    At least every second draw will do, so the last resort after 64 of them is never seen.
    """
    n = np.int64(n)
    if n < SMALL:
        return random_below(s, max(n, np.int64(1)))
    bits = np.int64(0)
    while (n - 1) >> bits > 0:
        bits += 1
    low = max(bits - HALF, np.int64(0))
    x = np.int64(0)
    for _ in range(64):
        x = random_below(s, np.int64(1) << (bits - low))
        if low > 0:
            x = (x << low) | random_below(s, np.int64(1) << low)
        if x < n:
            return x
    return x % n


@rule
def pick_weighted(s, weights, n, total):
    """One of n numbers by its weight; `total` is the sum of the weights, and not 0."""
    left = random_wide(s, total)
    for number in range(n):
        if left < weights[number]:
            return number
        left -= weights[number]
    return n - 1
