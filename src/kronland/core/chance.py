"""Chance: the generator inside a state (for the seeds that key it see `core.seeds`).

Number n of a match is SipHash-2-4 of n under a key of 128 bits, and the key is the seed itself. Whoever sees the numbers drawn so far can
tell nothing of those to come but by trying keys, and there is no way back from one to the one before it. Numbers of 64 bits and no others:
the same interpreted, compiled and on CUDA.

Rules version 1 drew from SplitMix64, whose seed can be searched for. Matches that were begun with it go on with it: a state says which
generator it has (`Generator`). Both number their draws, so a state needs a key, a counter and nothing else. SplitMix64 is quicker, and
goes on to serve where nothing is secret: in twins (`start_plain`), and, by `mixed` and `STEP`, for choices of bots, random play and tests.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from kronland.core.kernel import rule

STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
NO_BITS = np.uint64(0)  # the high word of a seed below 2**64
_0, _1, _LOW = np.uint64(0), np.uint64(1), np.uint64(2**32 - 1)

# "somepseudorandomlygeneratedbytes", the number of bytes of a message in the last of them, and the mark before the last rounds
_SIP_0, _SIP_1 = np.uint64(0x736F6D6570736575), np.uint64(0x646F72616E646F6D)
_SIP_2, _SIP_3 = np.uint64(0x6C7967656E657261), np.uint64(0x7465646279746573)
_EIGHT_BYTES, _FINAL = np.uint64(8 << 56), np.uint64(0xFF)
_13, _16, _17, _21 = np.uint64(13), np.uint64(16), np.uint64(17), np.uint64(21)
_51, _48, _47, _43 = np.uint64(51), np.uint64(48), np.uint64(47), np.uint64(43)


class Generator(IntEnum):
    """Where the numbers of a state come from."""

    SPLITMIX = 0  # rules version 1
    SIPHASH = 1


@rule
def mixed(x):
    """A well-mixed 64-bit number (the output step of SplitMix64)."""
    x = (x ^ (x >> _30)) * _MIX_1
    x = (x ^ (x >> _27)) * _MIX_2
    return x ^ (x >> _31)


@rule
def _sip_round(a, b, c, d):
    a += b
    c += d
    b = ((b << _13) | (b >> _51)) ^ a
    d = ((d << _16) | (d >> _48)) ^ c
    a = (a << _32) | (a >> _32)
    c += b
    a += d
    b = ((b << _17) | (b >> _47)) ^ c
    d = ((d << _21) | (d >> _43)) ^ a
    c = (c << _32) | (c >> _32)
    return a, b, c, d


@rule
def siphash(low, high, message):
    """SipHash-2-4 of eight bytes under a key of sixteen."""
    a, b, c, d = low ^ _SIP_0, high ^ _SIP_1, low ^ _SIP_2, high ^ _SIP_3 ^ message
    a, b, c, d = _sip_round(a, b, c, d)
    a, b, c, d = _sip_round(a, b, c, d)
    a, d = a ^ message, d ^ _EIGHT_BYTES
    a, b, c, d = _sip_round(a, b, c, d)
    a, b, c, d = _sip_round(a, b, c, d)
    a, c = a ^ _EIGHT_BYTES, c ^ _FINAL
    a, b, c, d = _sip_round(a, b, c, d)
    a, b, c, d = _sip_round(a, b, c, d)
    a, b, c, d = _sip_round(a, b, c, d)
    a, b, c, d = _sip_round(a, b, c, d)
    return a ^ b ^ c ^ d


@rule
def start_random(s, low, high):
    """Chance begins anew, keyed by these two words of a seed; nothing of what was there before is left."""
    s.key_low = low
    s.key_high = high
    s.draws = _0
    s.generator = Generator.SIPHASH


@rule
def forget_chance(s):
    """Nothing of the generator is left in the state: what it has drawn and will draw is nobody's to know."""
    s.key_low = _0
    s.key_high = _0
    s.draws = _0
    s.generator = 0


@rule
def start_plain(s, seed):
    """Chance begins anew from a seed that is no secret, by the quicker SplitMix64: for twins, and as rules version 1 had it."""
    s.key_low = mixed(seed + STEP)
    s.key_high = _0
    s.draws = _0
    s.generator = Generator.SPLITMIX


@rule
def next_number(s):
    """The next number of the generator, any 64 bits."""
    s.draws = s.draws + _1
    if s.generator == Generator.SIPHASH:
        return siphash(s.key_low, s.key_high, s.draws)
    return mixed(s.key_low + s.draws * STEP)


@rule
def cut(x, n):
    """The product of 64 random bits and n below 2**32: its high word, a number 0 <= j < n, and its low word, which is still random.

    Each j is as likely as any other, but for n / 2**64 of that at most. The low word can be cut again: several numbers cut from one are
    even but for the product of their n, divided by 2**64.
    """
    n = np.uint64(n)
    low = (x & _LOW) * n
    high = (x >> _32) * n + (low >> _32)
    return np.int64(high >> _32), (high << _32) | (low & _LOW)


@rule
def next_below(s, n):
    """A number 0 <= x < n from the next one of the generator."""
    x = next_number(s)
    if s.generator == Generator.SPLITMIX:
        return np.int64(((x >> _32) * np.uint64(n)) >> _32)  # even but for n / 2**32
    return cut(x, n)[0]
