"""How observations are filled: the state is censored for the seat that looks, and only then looked at.

Every kernel here writes into `out` from place n on and gives the place behind what it has written. Many write only what is not 0: a game
clears what they are to be used on (`clear_from`).
"""

from __future__ import annotations

import numpy as np

from kronland.core.bits import ONE, ZERO, lowest
from kronland.core.game import hide, observe
from kronland.core.kernel import bare, entry, on_gpu
from kronland.core.unpacking import unpack

MOST = 255


@entry
def observed(states, number, room, seat, row):
    """What a seat may know of a state, as numbers; `room` is one state to censor, so that the other stays as it is."""
    return look(states, number, room, seat, row)


@bare
def look(states, number, room, seat, row):
    room[0] = states[number]
    hide(room[0], seat)
    return observe(room[0], seat, row)


@bare
def clear_from(out, n):
    """0 in all places from n on. What lies before has been written in any case, such as planes of a board."""
    for i in range(n, out.shape[0]):
        out[np.uint64(i)] = 0


@on_gpu(clear_from)
@bare
def leave_as_it_is(out, n):
    """A GPU has cleared all of it already."""


@bare
def put_at(out, place, value):
    """A counter in its place: below 0 is 0, and what passes 255 is 255. (An unsigned place: Numba need not ask whether it is below 0.)"""
    out[np.uint64(place)] = min(max(value, 0), MOST)


@on_gpu(put_at)
@bare
def put_above_0(out, place, value):
    """The same where `out` is on a GPU, which has cleared it already: most is 0, and every byte that is written is a way to memory. (This
    is for candidates and for places of a board; the rest of an observation is sketched there, see `core/sketching.py`.)"""
    if value > 0:
        out[place] = min(value, MOST)


@bare
def add_one(out, place):
    """A counter in its place is one more than before."""
    out[np.uint64(place)] += 1


@bare
def put(out, n, value):
    put_at(out, n, value)
    return n + 1


@bare
def put_flag(out, n, is_so):
    if is_so:
        out[np.uint64(n)] = 1
    return n + 1


@bare
def put_one_of(out, n, count, which):
    """A 1 in place `which` of so many; none where it is no such place."""
    if which >= 0 and which < count:
        out[np.uint64(n + np.int64(which))] = 1
    return n + count


@bare
def put_bits(out, n, count, bits):
    """The lowest bits of a whole number."""
    for i in range(count):
        out[np.uint64(n + i)] = (np.int64(bits) >> i) & 1
    return n + count


@on_gpu(put_bits)
@bare
def put_set_bits(out, n, count, bits):
    for i in range(count):
        if (np.int64(bits) >> i) & 1:
            out[n + i] = 1
    return n + count


@bare
def put_word(out, n, count, w):
    """The lowest bits of a word, and no others are set in it: flags that are gathered cost a fraction of those that are put one by one.

    The 64 places from n on are written at once: they must be there, and what is to be in those behind the `count` comes later.
    """
    unpack(out, n, w)
    return n + count


@on_gpu(put_word)
@bare
def put_set_bits_of(out, n, count, w):
    while w != ZERO:
        out[n + lowest(w)] = 1
        w = w & (w - ONE)
    return n + count


@bare
def one_of(which, count):
    """What `put_one_of` puts, for a word."""
    return ONE << np.uint64(which) if which >= 0 and which < count else ZERO


@bare
def seat_after(s, seat, k):
    """Who sits k seats to the left; seats that nobody sits at, and colours that nobody plays, stay what they are."""
    if k >= s.players:
        return k
    other = seat + k
    return other - s.players if other >= s.players else other


@bare
def seats_between(s, seat, other):
    """How many seats to the left another one sits: the way back from `seat_after`; below 0 for nobody."""
    other = np.int64(other)
    if other < 0 or other >= s.players:
        return other
    return other - seat if other >= seat else other - seat + s.players


@bare
def put_seat(s, seat, out, n, count, who):
    """One of so many seats."""
    return put_one_of(out, n, count, seats_between(s, seat, who))


@bare
def put_seats(s, seat, out, n, count, mask):
    """A set of seats."""
    for k in range(s.players):
        put_flag(out, n + k, (np.int64(mask) >> seat_after(s, seat, k)) & 1)
    return n + count


@bare
def put_counts(s, seat, out, n, counts):
    """A counter of each seat, or of each colour."""
    for k in range(counts.shape[0]):
        put_at(out, n + k, counts[seat_after(s, seat, k)])
    return n + counts.shape[0]


@bare
def put_players(s, seat, out, n, count):
    """How many play, 2 to `count`, then which seat looks: actions name colours, which do not turn with it; then who must decide."""
    n = put_one_of(out, n, count - 1, s.players - 2)
    n = put_one_of(out, n, count, seat)
    return put_seats(s, seat, out, n, count, s.actors)
