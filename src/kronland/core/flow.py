"""How a game moves on: who decides next, chance, what is revealed, the end; and the undo barrier that goes with each.

An action can be taken back only if it drew no random number, revealed nothing hidden and left the decision with the same seat. That who
decides has shown a card of their own does not matter: they alone knew it, and they alone have given something away. Each of these
happens through one function here, which sets the barrier in the same breath, so no rule can forget it.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from kronland.core.bits import ONE, ZERO, lowest
from kronland.core.chance import Generator, cut, next_below, next_number
from kronland.core.kernel import rule


class Barrier(IntEnum):
    """Why an action cannot be taken back; the strongest reason counts."""

    NONE = 0
    SHOWN = 1  # who decided has shown a card of their own, and no more: no reason at all
    PASSED = 2  # the decision has passed to other seats
    REVEALED = 3  # something hidden was shown
    DRAWN = 4  # chance has decided


NO_NUMBER = np.uint64(0)
MOST_OUTCOMES = np.int64(2**32)  # of one number of 64 bits that is cut up


@rule
def _bar(s, reason):
    """No undo across this action."""
    if s.barrier < reason:
        s.barrier = reason


@rule
def random_below(s, n):
    """A number 0 <= x < n from the generator inside the state. Draws are final: nothing before one can be taken back."""
    _bar(s, Barrier.DRAWN)
    return next_below(s, n)


@rule
def shuffle(s, cards, first, last):
    """Shuffle cards[first:last] with the generator inside the state.

    One number of the generator is cut up for several cards, as long as every outcome is as likely as any other but for 2**-32 of that.
    """
    x, outcomes = NO_NUMBER, MOST_OUTCOMES
    for i in range(last - 1, first, -1):
        n = np.int64(i - first + 1)
        if s.generator == Generator.SPLITMIX:
            j = random_below(s, n)
        else:
            outcomes *= n
            if outcomes > MOST_OUTCOMES:
                _bar(s, Barrier.DRAWN)
                x, outcomes = next_number(s), n
            j, x = cut(x, n)
        card = cards[i]
        cards[i] = cards[first + j]
        cards[first + j] = card


@rule
def sort_cards(cards, first, last):
    """Put cards[first:last] in the order of their numbers, so that nothing tells in which order they lay."""
    for i in range(first + 1, last):
        card, j = cards[i], i
        while j > first and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@rule
def sort_different(cards, first, last):
    """The same where the numbers are from 0 to 63 and no two are equal: they are a set, which is quicker to write down than to sort."""
    found = ZERO
    for i in range(first, last):
        found = found | (ONE << np.uint64(cards[i]))
    i = first
    while found != ZERO:
        cards[i] = lowest(found)
        found = found & (found - ONE)
        i += 1


@rule
def reveal(s):
    """Something hidden has been shown to somebody."""
    _bar(s, Barrier.REVEALED)


@rule
def show(s):
    """Who decides has shown something that only they knew."""
    _bar(s, Barrier.SHOWN)


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
