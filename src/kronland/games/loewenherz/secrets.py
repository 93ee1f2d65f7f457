"""Löwenherz (1997): what a seat may know (L97-6).

Secret are the order of the action cards not turned up yet, politics cards in the piles and in other hands (but for those that
all have seen), and bids until they are revealed. Money is known to anyone who counts. A seat also knows what it saw when it looked
at a pile: `resample` keeps that.
"""

from __future__ import annotations

from kronland.core.chance import forget_chance
from kronland.core.flow import random_below, shuffle
from kronland.core.kernel import entry, rule
from kronland.games.loewenherz.purse import KIND, held_treasures
from kronland.games.loewenherz.state import IN_PILE, POLITICS_CARDS, UNKNOWN, Phase

SWAPS = 8 * POLITICS_CARDS


@entry
def censor(s, seat):
    """Blank everything that the seat may not know; seat -1 is a spectator."""
    if not s.ended:
        sort_deck(s)
        _hide_politics(s, seat)
    forget_chance(s)
    for other in range(s.players):
        if other != seat and s.bid[other] >= 0:
            s.bid[other] = UNKNOWN
            s.bid_treasures[other] = 0


@rule
def sort_deck(s):
    """The cards that are still to come, in the order of their numbers: which pile they are in is known, their order is not."""
    for i in range(s.drawn + 1, s.deck_size):
        card, j = s.deck[i], i
        while j > s.drawn and s.deck[j - 1] > card:
            s.deck[j] = s.deck[j - 1]
            j -= 1
        s.deck[j] = card


@rule
def _hide_politics(s, seat):
    for card in range(POLITICS_CARDS):
        mine = seat >= 0 and s.politics_taker[card] == seat
        seen = s.looking >= 0 and s.seat == seat and s.politics_taker[card] == IN_PILE and s.politics_pile[card] == s.looking
        if not mine and not seen:
            s.politics_pile[card] = UNKNOWN
            s.politics_take[card] = UNKNOWN
            if not s.politics_shown[card]:
                s.politics_taker[card] = UNKNOWN
    # cards of one kind look alike: which of them is which must tell nothing
    for card in range(1, POLITICS_CARDS):
        j = card
        while j > 0 and KIND[j - 1] == KIND[j] and _before(s, j, j - 1):
            _swap_all(s, j, j - 1)
            j -= 1


@rule
def _before(s, a, b):
    if s.politics_taker[a] != s.politics_taker[b]:
        return s.politics_taker[a] < s.politics_taker[b]
    if s.politics_spent[a] != s.politics_spent[b]:
        return s.politics_spent[a] < s.politics_spent[b]
    if s.politics_shown[a] != s.politics_shown[b]:
        return s.politics_shown[a] < s.politics_shown[b]
    if s.politics_take[a] != s.politics_take[b]:
        return s.politics_take[a] < s.politics_take[b]
    return s.politics_pile[a] < s.politics_pile[b]


@rule
def _swap_all(s, a, b):
    _swap_way(s, a, b)
    shown, spent = s.politics_shown[a], s.politics_spent[a]
    s.politics_shown[a] = s.politics_shown[b]
    s.politics_spent[a] = s.politics_spent[b]
    s.politics_shown[b] = shown
    s.politics_spent[b] = spent


@rule
def _swap_way(s, a, b):
    """Two cards swap the way that they have gone: pile, when taken, by whom."""
    pile, take, taker = s.politics_pile[a], s.politics_take[a], s.politics_taker[a]
    s.politics_pile[a] = s.politics_pile[b]
    s.politics_take[a] = s.politics_take[b]
    s.politics_taker[a] = s.politics_taker[b]
    s.politics_pile[b] = pile
    s.politics_take[b] = take
    s.politics_taker[b] = taker


@entry
def resample(s, seat):
    """Replace what the seat cannot know by a random possibility that fits all that it does know."""
    _shuffle_deck(s)
    for _ in range(SWAPS):
        a, b = random_below(s, POLITICS_CARDS), random_below(s, POLITICS_CARDS)
        if a != b and _may_swap(s, seat, a, b):
            _swap_way(s, a, b)
    if s.phase == Phase.BID:
        for other in range(s.players):
            if other != seat and s.bid[other] >= 0:
                s.bid[other] = random_below(s, s.ducats[other] + 1)
                s.bid_treasures[other] = random_below(s, 16) & held_treasures(s, other)


@rule
def _shuffle_deck(s):
    """Each pile of action cards was shuffled by itself (L97-3)."""
    bottom = s.drawn
    while bottom < s.deck_size:
        top = bottom
        while top < s.deck_size and s.card_pile[s.deck[top]] == s.card_pile[s.deck[bottom]]:
            top += 1
        shuffle(s, s.deck, bottom, top)
        bottom = top


@rule
def _may_swap(s, seat, a, b):
    """Whether two politics cards could have gone each other's ways without the seat having noticed."""
    if not _fits(s, a, b) or not _fits(s, b, a):
        return False
    if seat >= 0 and (s.politics_taker[a] == seat or s.politics_taker[b] == seat):
        return False
    if KIND[a] == KIND[b]:
        return True
    for card in range(POLITICS_CARDS):  # every card that the seat took was a look at a whole pile
        if seat >= 0 and s.politics_taker[card] == seat:
            pile, when = s.politics_pile[card], s.politics_take[card]
            if lay_in(s, a, pile, when) != lay_in(s, b, pile, when):
                return False
    if seat >= 0 and s.looking >= 0 and s.seat == seat:
        return lay_in(s, a, s.looking, s.takes) == lay_in(s, b, s.looking, s.takes)
    return True


@rule
def _fits(s, card, way):
    """Whether a card that all have seen keeps its owner, and was taken before it was seen, on the other's way."""
    if not s.politics_shown[card]:
        return True
    return s.politics_taker[way] == s.politics_taker[card] and s.politics_take[way] < s.politics_shown[card]


@rule
def lay_in(s, card, pile, when):
    """Whether a card lay in a pile just before the take with this number."""
    taken = s.politics_take[card]
    return s.politics_pile[card] == pile and (taken < 0 or taken >= when)
