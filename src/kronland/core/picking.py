"""Picking the n-th legal action on a GPU without listing the others.

A list of each game, kilobytes of it, would be written and read for one number. So each kernel of `core.listing` has another here, which
only counts, by the word where it can, and keeps the action whose turn it was. `legal` is asked twice: how many there are, then which.
What they are given in place of the list, `pick`, is two numbers: the place in the list that is wanted, and the action that has it.
"""

from __future__ import annotations

import numpy as np

from kronland.core.bits import ONE, bits
from kronland.core.kernel import rule

WANTED, FOUND = 0, 1


@rule
def nth_bit(w, k):
    """The number of the bit before which k others are set: halves are left out by what they count."""
    at, size = 0, 32
    while size > 0:
        low = bits(w & ((ONE << np.uint64(size)) - ONE))
        if k >= low:
            k -= low
            w = w >> np.uint64(size)
            at += size
        size >>= 1
    return at


@rule
def append(pick, n, action):
    if n == pick[WANTED]:
        pick[FOUND] = action
    return n + 1


@rule
def append_series(pick, n, first, step, count):
    count = max(count, 0)
    k = pick[WANTED] - n
    if k >= 0 and k < count:
        pick[FOUND] = first + k * step
    return n + count


@rule
def append_word(pick, n, first, w):
    count, k = bits(w), pick[WANTED] - n
    if k >= 0 and k < count:
        pick[FOUND] = first + nth_bit(w, k)
    return n + count


@rule
def append_bits(pick, n, first, bits):
    return append_word(pick, n, first, np.uint64(bits))


@rule
def append_places(pick, n, first, step, number_of, start, w):
    count, k = bits(w), pick[WANTED] - n
    if k >= 0 and k < count:
        pick[FOUND] = first + number_of[start + nth_bit(w, k)] * step
    return n + count
