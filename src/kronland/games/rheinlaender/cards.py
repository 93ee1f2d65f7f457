"""Rheinländer: hands, the draw pile and the discards (RH-3, RH-18), and what everybody knows of a hidden hand.

Hands are secret, but not everything about them is. When the cards are shuffled anew, no hand held one of the discards; when somebody
discards without effect, nothing in that hand allowed anything (RH-15). Such a thing is true of all cards held at that moment, so cards
held for longer are bound more tightly: `may_be` goes along with the hand, longest held first, and each set lies inside the next. Nobody
sees from which place a card is played; to take it from the longest held place where it could have been keeps all that can be known:
whatever was played in truth, the cards left fit the sets left.
"""

from __future__ import annotations

import numpy as np

from kronland.core.flow import reveal, seat_bit, shuffle
from kronland.core.kernel import rule
from kronland.core.log import emit, whisper
from kronland.games.grid.areas import ONE, ZERO
from kronland.games.rheinlaender.events import Event
from kronland.games.rheinlaender.state import CARDS, HAND, NONE, SHUFFLE_CARD


@rule
def card_bit(card):
    return ONE << np.uint64(card)


@rule
def any_card(s):
    """All numbered cards."""
    return card_bit(s.sections + 1) - card_bit(1)


@rule
def place_in_hand(s, seat, card):
    """Where a card is in a hand, -1 if it is not there."""
    for place in range(s.hand_size[seat]):
        if s.hand[seat, place] == card:
            return place
    return NONE


@rule
def take_card(s, seat, card):
    size = s.hand_size[seat]
    if size >= HAND:
        return
    s.hand[seat, size] = card
    s.may_be[seat, size] = any_card(s)
    s.hand_size[seat] = size + 1


@rule
def lay_off(s, seat, card):
    """A card goes from the hand to the discards, for all to see."""
    last = s.hand_size[seat] - 1
    for place in range(place_in_hand(s, seat, card), last):
        s.hand[seat, place] = s.hand[seat, place + 1]
    oldest = 0
    while oldest < last and s.may_be[seat, oldest] & card_bit(card) == ZERO:
        oldest += 1
    for place in range(oldest, last):
        s.may_be[seat, place] = s.may_be[seat, place + 1]
    s.hand[seat, last] = NONE
    s.may_be[seat, last] = ZERO
    s.hand_size[seat] = last
    s.discards = s.discards | card_bit(card)
    reveal(s)


@rule
def rule_out(s, seat, cards):
    """Everybody knows that none of these cards is in the hand."""
    for place in range(s.hand_size[seat]):
        s.may_be[seat, place] = s.may_be[seat, place] & ~cards


@rule
def draw_card(s, seat, log):
    """RH-18: one card; the shuffle card has everything but the hands shuffled anew, and one draws again."""
    while s.pile_size > 0:
        s.pile_size -= 1
        card = s.pile[s.pile_size]
        s.pile[s.pile_size] = NONE
        reveal(s)
        if card != SHUFFLE_CARD:
            take_card(s, seat, card)
            whisper(log, seat_bit(seat), Event.CARD_DRAWN, seat, card - 1)
            return
        if s.pile_size == 0 and s.discards == ZERO:  # all other cards are in hands: there is none to draw
            s.pile[0] = SHUFFLE_CARD
            s.pile_size = 1
            return
        emit(log, Event.RESHUFFLED, seat)
        _shuffle_anew(s)


@rule
def _shuffle_anew(s):
    for seat in range(s.players):
        rule_out(s, seat, s.discards)
    for card in range(1, s.sections + 1):
        if s.discards & card_bit(card) != ZERO and s.pile_size < CARDS - 1:
            s.pile[s.pile_size] = card
            s.pile_size += 1
    s.discards = ZERO
    s.pile[s.pile_size] = SHUFFLE_CARD
    s.pile_size += 1
    shuffle(s, s.pile, 0, s.pile_size)
