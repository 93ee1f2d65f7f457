"""Observations on a GPU, sketched in the memory of the block that makes them: a bit for each number, and a byte for each counter.

A thread that writes numbers where they belong, each in a row of its own, sends as many small pieces to memory as it writes numbers. So each
kernel of `core.observing` that writes has another here, which is given a sketch in place of the row: words of bits, one for each number,
behind them counters, eight to a word, and, for each number, which counter it is. The block then writes all its rows together, 16 numbers at
a time, zeros included (`core.marching`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kronland.core import observing
from kronland.core.bits import EVERY_BYTE, ONE, ZERO
from kronland.core.kernel import bare
from kronland.core.observation import Observation

MOST = observing.MOST
NO_COUNTER = -1
WORD = 64  # bits
SIXTEEN = 16  # numbers that are written at once
_63, _64, _255, _LOW_16 = np.uint64(63), np.uint64(64), np.uint64(255), np.uint64(0xFFFF)
_SPREAD = np.uint64(0x0002040810204081)  # a number of seven bits by this one has each of them at the start of a byte
_SEVEN, _7, _8, _56 = np.uint64(0x7F), np.uint64(7), np.uint64(8), np.uint64(56)


def words_for(observation: Observation) -> tuple[int, int]:
    """How many words of bits a sketch has, and how many of counters; the last of the bits is there for what reaches beyond the end."""
    return observation.size // WORD + 2, -(-len(observation.counters) // 8)


def counter_numbers(observation: Observation) -> Any:
    """Of each number which counter it is, then how many words of bits there are."""
    numbers = np.full(observation.size + 1, NO_COUNTER, np.int32)
    numbers[observation.counters] = np.arange(len(observation.counters))
    numbers[-1] = words_for(observation)[0]
    return numbers


# What is put into a sketch ---------------------------------------------------------------------------------------------------------------


@bare
def put_set(out, n, w):
    """The bits of a word, from place n on."""
    bits, place = out[0], np.uint64(n)
    at, shift = np.int64(place // _64), place & _63
    bits[at] |= w << shift
    if shift > ZERO:
        bits[at + 1] |= w >> (_64 - shift)


@bare
def _put_1(out, n):
    place = np.uint64(n)
    out[0][np.int64(place // _64)] |= ONE << (place & _63)


@bare
def _raise(out, place, value):
    """A counter is so much more than it has been."""
    bits, number_of = out
    number = number_of[place]
    if number < 0:
        _put_1(out, place)
    else:
        bits[number_of[number_of.shape[0] - 1] + (number >> 3)] += np.uint64(value) << np.uint64((number & 7) * 8)


@bare
def leave_as_it_is(out, n):
    """The sketch is empty."""


@bare
def put_at(out, place, value):
    """A counter, which is put once."""
    if value > 0:
        _raise(out, place, min(value, MOST))


@bare
def add_one(out, place):
    _raise(out, place, 1)


@bare
def put_flag(out, n, is_so):
    if is_so:
        _put_1(out, n)
    return n + 1


@bare
def put_one_of(out, n, count, which):
    if which >= 0 and which < count:
        _put_1(out, n + np.int64(which))
    return n + count


@bare
def put_bits(out, n, count, bits):
    put_set(out, n, np.uint64(bits) & ((ONE << np.uint64(count)) - ONE))
    return n + count


@bare
def put_word(out, n, count, w):
    put_set(out, n, w)
    return n + count


SKETCHED = {
    observing.clear_from: leave_as_it_is,
    observing.put_at: put_at,
    observing.add_one: add_one,
    observing.put_flag: put_flag,
    observing.put_one_of: put_one_of,
    observing.put_bits: put_bits,
    observing.put_word: put_word,
}


# What is made of it ----------------------------------------------------------------------------------------------------------------------


@bare
def sixteen_bits(room, at, place, size, step):
    """The flags from a place of a row on, whose sketch begins at `at`; behind its end those of the next row, `step` words further."""
    k, shift = at + (place >> 6), np.uint64(place & 63)
    bits = room[k] >> shift
    if shift > ZERO:
        bits |= room[k + 1] << (_64 - shift)
    left = size - place
    if left < SIXTEEN:
        bits = (bits & ((ONE << np.uint64(left)) - ONE)) | (room[at + step] << np.uint64(left))
    return bits & _LOW_16


@bare
def spread(bits):
    """Eight bits as the lowest ones of the bytes of a word."""
    return (((bits & _SEVEN) * _SPREAD) & EVERY_BYTE) | (((bits >> _7) & ONE) << _56)


@bare
def byte_of(w, byte):
    """One of the eight counters in a word."""
    return (w >> np.uint64(byte * 8)) & _255


@bare
def byte_of_ones(byte):
    """The word in which all bits of that counter are set, and no others."""
    return _255 << np.uint64(byte * 8)
