"""Brian Boru: what a seat may know.

Secret are hands, packets, what others kept, cards discarded unseen, the undealt card and the order of the decks. A seat knows what it
kept, every card that was played, and what it saw in the packets that passed in front of it; `resample` keeps all of that, and what
everyone could infer from who was able to lead (BB-20).
"""

from __future__ import annotations

import numpy as np

from kronland.core.chance import forget_chance
from kronland.core.flow import random_below, shuffle
from kronland.core.kernel import entry, rule
from kronland.games.brianboru.board import FITTING, NO_TOWNS, colour_of, fitting_towns
from kronland.games.brianboru.draft import keeper, lay_packets, receiver
from kronland.games.brianboru.setup import rounds_of
from kronland.games.brianboru.state import CARD_COLOURS, CARDS, FLEETS, MARRIAGES, UNKNOWN, Phase, Stage

SWAPS = 12  # tried for each card that a seat does not hold
COLOUR = np.array(CARD_COLOURS, np.int8)


@entry
def censor(s, seat):
    """Blank everything that the seat may not know; seat -1 is a spectator."""
    forget_chance(s)
    if s.ended:
        return
    sort_cards(s.fleet, s.round_number, FLEETS)
    sort_cards(s.marriage, s.round_number, rounds_of(s.players) - 1)
    for card in range(MARRIAGES):
        if card >= s.round_number and card != rounds_of(s.players) - 1:
            s.marriage[card] = UNKNOWN
    for card in range(CARDS):
        if s.round_number > 0 and (seat < 0 or keeper(s, card) != seat):
            _hide_way(s, seat, card)
    for other in range(s.players):
        if other != seat:
            s.offer[other] = 0
            s.hand[other] = 0


@rule
def sort_cards(cards, first, last):
    for i in range(first + 1, last):
        card, j = cards[i], i
        while j > first and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@rule
def _hide_way(s, seat, card):
    """Of a card that it did not keep, a seat knows the packet if it has seen it there."""
    now, ever = False, False
    for passes in range(s.passes + 1):
        if _saw(s, seat, card, passes):
            ever = True
            now = passes == s.passes and s.stage == Stage.DRAFT
    if not now:
        s.pick[card] = UNKNOWN
    if not ever:
        s.packet[card] = UNKNOWN


@rule
def _saw(s, seat, card, passes):
    """Whether a card was in the packet that lay in front of a seat after so many passes."""
    if seat < 0 or s.packet[card] < 0 or s.packet[card] >= s.players or receiver(s, s.packet[card], passes) != seat:
        return False
    return s.pick[card] < 0 or s.pick[card] >= passes


@entry
def resample(s, seat):
    """Replace what the seat cannot know by a random possibility that fits all that it does know."""
    shuffle(s, s.fleet, s.round_number, FLEETS)
    _shuffle_marriages(s)
    if s.round_number == 0:
        return
    n, others = 0, np.zeros(CARDS, np.int64)
    seen = np.zeros(CARDS, np.int64)  # swaps never change it: only cards that were seen alike are swapped
    for card in range(CARDS):
        if seat < 0 or keeper(s, card) != seat:
            others[n] = card
            seen[card] = seen_after(s, seat, card)
            n += 1
    for _ in range(SWAPS * n):
        a, b = others[random_below(s, n)], others[random_below(s, n)]
        if a != b and seen[a] == seen[b] and _may_swap(s, a, b):
            _swap_ways(s, a, b)
            if not _leader_can_lead(s):
                _swap_ways(s, a, b)
    if s.stage == Stage.DRAFT:
        lay_packets(s)


@rule
def _shuffle_marriages(s):
    """BB-2: those still to come are as unknown as those out of the game; only Estrid's place is known."""
    last = rounds_of(s.players) - 1
    if s.round_number > last:
        shuffle(s, s.marriage, last + 1, MARRIAGES)
        return
    card = s.marriage[last]
    s.marriage[last] = s.marriage[MARRIAGES - 1]
    shuffle(s, s.marriage, s.round_number, MARRIAGES - 1)
    s.marriage[MARRIAGES - 1] = s.marriage[last]
    s.marriage[last] = card


@rule
def seen_after(s, seat, card):
    """After which passes a seat saw a card, a bit for each."""
    passes = np.int64(0)
    for number in range(s.passes + 1):
        if _saw(s, seat, card, number):
            passes |= np.int64(1) << number
    return passes


@rule
def _may_swap(s, a, b):
    """Whether two cards that a seat saw alike, and does not hold, could have gone each other's ways through the draft."""
    one, other = keeper(s, a), keeper(s, b)
    if one != other:
        if s.played_by[a] >= 0 or s.played_by[b] >= 0:  # all know who had these
            return False
        if _lacks(s, one, b) or _lacks(s, other, a):
            return False
    return True


@rule
def _lacks(s, seat, card):
    """Whether all know that a card of this colour is not in that hand."""
    return seat >= 0 and s.lacks[seat] >> COLOUR[card] & 1


@rule
def _swap_ways(s, a, b):
    """Two cards swap packet and pick, and with these their place in a hand."""
    one, other = keeper(s, a), keeper(s, b)
    packet, pick = s.packet[a], s.pick[a]
    s.packet[a] = s.packet[b]
    s.pick[a] = s.pick[b]
    s.packet[b] = packet
    s.pick[b] = pick
    if one != other:
        _move(s, a, one, other)
        _move(s, b, other, one)


@rule
def _move(s, card, giver, taker):
    """A card that nobody has played changes hands; after the tricks all hands are empty."""
    held = s.stage <= Stage.ROW
    if giver >= 0:
        s.hand[giver] &= ~(1 << card)
    if taker >= 0 and held:
        s.hand[taker] |= 1 << card


@rule
def _leader_can_lead(s):
    """BB-20: whoever names a town holds a card for a free one, and whoever has named it, one for that town."""
    if s.phase == Phase.NAME:
        return fitting_towns(s, s.hand[s.seat]) != NO_TOWNS
    if s.phase == Phase.CARD and s.seat == s.leader:
        return s.hand[s.seat] & FITTING[colour_of(s, s.active)] != 0
    return True
