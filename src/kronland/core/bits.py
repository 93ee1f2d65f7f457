"""The bits of a word: how many there are, and which is the lowest."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import instruction, rule

ZERO, ONE = np.uint64(0), np.uint64(1)
_2, _4, _56 = np.uint64(2), np.uint64(4), np.uint64(56)
_FIVES = np.uint64(0x5555555555555555)
_THREES = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
EVERY_BYTE = np.uint64(0x0101010101010101)  # a one in each


@rule
@instruction("popc")
def bits(w):
    """How many bits of a word are set (compiled to one instruction where the machine has one)."""
    w = w - ((w >> ONE) & _FIVES)
    w = (w & _THREES) + ((w >> _2) & _THREES)
    return np.int64((((w + (w >> _4)) & _NIBBLES) * EVERY_BYTE) >> _56)


@rule
def lowest(w):
    """The number of the lowest bit that is set; the word must not be 0."""
    return bits((w & (~w + ONE)) - ONE)
