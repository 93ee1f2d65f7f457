"""Marking the legal actions of a game on a GPU without listing them.

Each kernel of `core.listing` has another here, which is given a row of truth values, one for each action, in place of the list. It makes
those true that would have been listed, and counts them. (`core.picking` is the same for one of them.)
"""

from __future__ import annotations

import numpy as np

from kronland.core.bits import ONE, ZERO, bits, lowest
from kronland.core.kernel import rule


@rule
def append(allowed, n, action):
    allowed[action] = True
    return n + 1


@rule
def append_series(allowed, n, first, step, count):
    count = max(count, 0)
    for i in range(count):
        allowed[first + i * step] = True
    return n + count


@rule
def append_word(allowed, n, first, w):
    count = bits(w)
    while w != ZERO:
        allowed[first + lowest(w)] = True
        w = w & (w - ONE)
    return n + count


@rule
def append_bits(allowed, n, first, bits):
    return append_word(allowed, n, first, np.uint64(bits))


@rule
def append_places(allowed, n, first, step, number_of, start, w):
    count = bits(w)
    while w != ZERO:
        allowed[first + number_of[start + lowest(w)] * step] = True
        w = w & (w - ONE)
    return n + count
