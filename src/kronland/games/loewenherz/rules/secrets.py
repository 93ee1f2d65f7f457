"""Löwenherz (1997): what a seat may know, and what it may suppose (L97-6).

Secret are the order of the action cards not turned up yet, politics cards in the piles and in other hands (but for those that
all have seen), and bids until they are revealed. Money is known to anyone who counts.

Chance comes in when the piles of action cards (L97-3) and the two piles of politics cards are shuffled. What a seat may suppose of bids
is in `resample`, of politics cards in `politics_deal`. Nothing is taken from how things lie: the same knowledge and the same chance give
the same possibility.
"""

from __future__ import annotations

from kronland.core.chance import forget_chance
from kronland.core.flow import random_below, shuffle, sort_cards, sort_different
from kronland.core.kernel import entry, rule
from kronland.games.loewenherz.rules.politics_deal import deal_politics
from kronland.games.loewenherz.rules.purse import KIND, held_treasures
from kronland.games.loewenherz.rules.state import IN_PILE, POLITICS_CARDS, UNKNOWN, Phase


@entry
def censor(s, seat):
    """Blank everything that the seat may not know; seat -1 is a spectator."""
    if not s.ended:
        sort_deck(s)
    hide(s, seat)


@rule
def hide(s, seat):
    """The same but for the order of the action cards to come: observations show which they are, and no order."""
    if not s.ended:
        _hide_politics(s, seat)
    forget_chance(s)
    for other in range(s.players):
        if other != seat and s.bid[other] >= 0:
            s.bid[other] = UNKNOWN
            s.bid_treasures[other] = 0


@rule
def sort_deck(s):
    """The cards that are still to come, in the order of their numbers: which pile they are in is known, their order is not."""
    sort_different(s.deck, s.drawn, s.deck_size)


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
    pile, take, taker = s.politics_pile[a], s.politics_take[a], s.politics_taker[a]
    s.politics_pile[a] = s.politics_pile[b]
    s.politics_take[a] = s.politics_take[b]
    s.politics_taker[a] = s.politics_taker[b]
    s.politics_pile[b] = pile
    s.politics_take[b] = take
    s.politics_taker[b] = taker
    shown, spent = s.politics_shown[a], s.politics_spent[a]
    s.politics_shown[a] = s.politics_shown[b]
    s.politics_spent[a] = s.politics_spent[b]
    s.politics_shown[b] = shown
    s.politics_spent[b] = spent


@entry
def resample(s, seat):
    """Replace what the seat cannot know by a possibility, evenly; a bid that others have made in secret is any that they could make."""
    if s.ended:
        return
    _shuffle_deck(s)
    deal_politics(s, seat)
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
        sort_cards(s.deck, bottom, top)
        shuffle(s, s.deck, bottom, top)
        bottom = top
