"""Löwenherz (2003): what a seat may know, and what it may suppose.

Secret are the order of the deck and the cards in other hands, but for those taken from the market, which all have seen. The backs of
cards show their pile, so everyone knows from which pile a hidden card comes; money, market and played cards are open (L03-2, L03-14). So a
seat can count, pile by pile, which cards it has not seen.

Chance comes in once, when each pile is shuffled. `resample` draws from one distribution, exactly: every order of the piles that deals the
cards seen to where they were seen counts the same, cards that look alike being different ones all the same. A hand that plays or sells a
card shows that it held this one, and no more: what is left of its hidden cards could each have been any card of the pile not seen. So
the cards not seen of a pile are shuffled over the places of that pile. Nothing is taken from how they lie: the same knowledge and the same
chance give the same deal.
"""

from __future__ import annotations

from kronland.core.chance import forget_chance
from kronland.core.flow import shuffle, sort_cards
from kronland.core.kernel import entry, rule
from kronland.games.koenig.rules.state import BACK, DECK, HAND, NO_CARD, PILE_NAMES

PILES = len(PILE_NAMES)


@rule
def is_hidden(s, seat, other, slot):
    """Whether a seat does not know a card in a hand."""
    return other != seat and s.hand[other, slot] >= 0 and not s.hand_open[other, slot]


@entry
def censor(s, seat):
    """Blank everything that the seat may not know; seat -1 is a spectator. After the game nothing is secret."""
    forget_chance(s)
    if s.ended:
        return
    for place in range(s.drawn, DECK):
        if s.deck[place] >= 0:  # a state may be censored twice
            s.deck[place] = BACK - s.kind_pile[s.deck[place]]
    for other in range(s.players):
        for slot in range(HAND):
            if is_hidden(s, seat, other, slot):
                s.hand[other, slot] = BACK - s.kind_pile[s.hand[other, slot]]
        sort_hand(s, other)


@rule
def sort_hand(s, seat):
    """Where a hidden card stood in a hand would tell something about it, so backs have an order of their own."""
    for i in range(1, HAND):
        j = i
        while j > 0 and s.hand[seat, j] != NO_CARD and _order(s, seat, j) < _order(s, seat, j - 1):
            kind, is_open = s.hand[seat, j], s.hand_open[seat, j]
            s.hand[seat, j] = s.hand[seat, j - 1]
            s.hand_open[seat, j] = s.hand_open[seat, j - 1]
            s.hand[seat, j - 1] = kind
            s.hand_open[seat, j - 1] = is_open
            j -= 1


@rule
def _order(s, seat, slot):
    return s.hand[seat, slot] * 2 + s.hand_open[seat, slot]


@entry
def resample(s, seat):
    """Deal the cards that the seat has not seen anew, each deal as likely as any other.

    Hidden cards go back on top of the deck, those of the lowest pile first: as cards are drawn from the top, the deck is in the order of
    its piles then too. Each pile is shuffled, and every place gets a card of the pile that its back showed.
    """
    if s.ended:
        return
    top = s.drawn
    for pile in range(PILES - 1, -1, -1):
        for other in range(s.players):
            for slot in range(HAND):
                if is_hidden(s, seat, other, slot) and s.kind_pile[s.hand[other, slot]] == pile:
                    top -= 1
                    s.deck[top] = s.hand[other, slot]
                    s.hand[other, slot] = BACK - pile
    bottom = top
    while bottom < DECK:
        end = bottom
        while end < DECK and s.kind_pile[s.deck[end]] == s.kind_pile[s.deck[bottom]]:
            end += 1
        sort_cards(s.deck, bottom, end)
        shuffle(s, s.deck, bottom, end)
        bottom = end
    for pile in range(PILES):
        for other in range(s.players):
            for slot in range(HAND):
                if s.hand[other, slot] == BACK - pile:
                    s.hand[other, slot] = s.deck[top]
                    s.deck[top] = NO_CARD
                    top += 1
    for other in range(s.players):
        sort_hand(s, other)
