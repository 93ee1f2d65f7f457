"""How a game moves on: who decides next, chance, what is revealed, the end; and the undo barrier that goes with each.

An action can be taken back only if it drew no random number, revealed nothing hidden and left the decision with the same seat.
Each of these happens through one function here, which sets the barrier in the same breath, so no rule can forget it.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from kronland.core.kernel import rule


class Barrier(IntEnum):
    """Why an action cannot be taken back; the strongest reason counts."""

    NONE = 0
    PASSED = 1  # the decision has passed to other seats
    REVEALED = 2  # something hidden was shown
    DRAWN = 3  # chance has decided


_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@rule
def _bar(s, reason):
    """No undo across this action."""
    if s.barrier < reason:
        s.barrier = reason


@rule
def mixed(x):
    """A well-mixed 64-bit number (the output step of SplitMix64)."""
    x = (x ^ (x >> _30)) * _MIX_1
    x = (x ^ (x >> _27)) * _MIX_2
    return x ^ (x >> _31)


@rule
def start_random(s, seed):
    s.rng = mixed(np.uint64(seed) + _STEP)


@rule
def random_below(s, n):
    """A number 0 <= x < n from the generator inside the state. Draws are final: nothing before one can be taken back."""
    _bar(s, Barrier.DRAWN)
    s.rng = s.rng + _STEP
    return np.int64(((mixed(s.rng) >> _32) * np.uint64(n)) >> _32)


@rule
def shuffle(s, cards, first, last):
    """Shuffle cards[first:last] with the generator inside the state."""
    for i in range(last - 1, first, -1):
        j = first + random_below(s, i - first + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@rule
def reveal(s):
    """Something hidden has been shown to somebody."""
    _bar(s, Barrier.REVEALED)


@rule
def pass_to(s, seats):
    """From here the seats of this bit mask decide."""
    if s.actors != seats:
        _bar(s, Barrier.PASSED)
    s.actors = seats


@rule
def finish(s, way):
    """The game is over; `way` says how it ended."""
    s.actors = 0
    s.ended = way
    _bar(s, Barrier.REVEALED)


@rule
def seat_bit(seat):
    return 1 << seat


@rule
def is_actor(s, seat):
    return seat >= 0 and seat < s.players and (s.actors >> seat) & 1 == 1


@rule
def first_actor(s):
    """The lowest seat that must decide now, -1 if none."""
    for seat in range(s.players):
        if (s.actors >> seat) & 1:
            return seat
    return -1
