"""Brian Boru: sets of towns, who controls them, and what they count (BB-0).

A set of towns is one 64-bit word; it is combined with & | ~ as it stands.
"""

from __future__ import annotations

import numpy as np

from kronland.core.bits import bits, lowest
from kronland.core.kernel import rule
from kronland.core.listing import append_word
from kronland.games.brianboru.rules.state import CARD_COLOURS, CARDS, TOWNS, Colour

NO_TOWNS, ONE = np.uint64(0), np.uint64(1)
ALL_TOWNS = np.uint64((1 << TOWNS) - 1)

# The cards that fit a town of each colour: those of the colour, and the white ones (BB-20)
WHITE_CARDS = sum(1 << card for card in range(CARDS) if CARD_COLOURS[card] == Colour.WHITE)
FITTING = np.array([WHITE_CARDS | sum(1 << card for card in range(CARDS) if CARD_COLOURS[card] == colour) for colour in range(3)], np.int32)


@rule
def only(town):
    return ONE << np.uint64(town)


@rule
def has(towns, town):
    return (towns >> np.uint64(town)) & ONE == ONE


@rule
def list_towns(towns, verb, out, n):
    """Append the actions of a verb on all towns of a set; how many are listed now."""
    return append_word(out, n, verb, towns)


@rule
def taken(s):
    """The towns with a disc on them."""
    towns = NO_TOWNS
    for seat in range(s.players):
        towns |= s.disc[seat]
    return towns


@rule
def free_towns(s):
    return ALL_TOWNS & ~taken(s)


@rule
def controlled(s, seat):
    """The towns with the seat's disc on top."""
    return s.disc[seat] & ~s.vikings


@rule
def weight(s, towns):
    """What towns count in a region: those with a monastery twice."""
    return bits(towns) + bits(towns & s.monastery)


@rule
def strength(s, seat, region):
    """What a player counts in a region, Viking towns included under a military pact (BB-72)."""
    towns = controlled(s, seat)
    if s.pact == seat:
        towns |= s.vikings
    return weight(s, towns & s.region[region])


@rule
def viking_strength(s, region):
    """What the Vikings count as a rival; nothing if they fight for a player."""
    return np.int64(0) if s.pact >= 0 else np.int64(weight(s, s.vikings & s.region[region]))


@rule
def colour_of(s, town):
    for colour in range(2):
        if has(s.town_colour[colour], town):
            return colour
    return 2


@rule
def fitting_towns(s, cards):
    """The free towns for which one of these cards fits."""
    towns = NO_TOWNS
    for colour in range(3):
        if cards & FITTING[colour]:
            towns |= s.town_colour[colour]
    return towns & free_towns(s)


@rule
def expansion_towns(s, seat):
    """BB-28: free towns one road away from a town of one's own, but for the active one."""
    own, reached = controlled(s, seat), NO_TOWNS
    while own != NO_TOWNS:
        reached |= s.road[lowest(own)]
        own &= own - ONE
    return reached & free_towns(s) & ~only(s.active)


@rule
def monastery_towns(s, seat):
    """BB-60: controlled towns without a monastery."""
    return controlled(s, seat) & ~s.monastery
