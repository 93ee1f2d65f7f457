"""Rheinländer: hands, the draw pile and the discards (RH-3, RH-18)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import reveal, seat_bit, show, shuffle
from kronland.core.kernel import rule
from kronland.core.listing import append
from kronland.core.log import emit, whisper
from kronland.games.fields import ONE, ZERO
from kronland.games.rheinlaender.rules.domains import CARDS as SECTION_CARDS
from kronland.games.rheinlaender.rules.eras import begin_era, count_draw, count_play
from kronland.games.rheinlaender.rules.events import Event
from kronland.games.rheinlaender.rules.state import CARDS, HAND, NONE, SHUFFLE_CARD

FIRST_CARD = SECTION_CARDS.first


@rule
def card_bit(card):
    return ONE << np.uint64(card)


@rule
def has_card(cards, card):
    return cards & card_bit(card) != ZERO


@rule
def list_cards(s, seat, cards, verb, out, n):
    """Append the actions of a verb on these cards of a hand, in its order; how many are listed now."""
    for place in range(s.hand_size[seat]):
        card = s.hand[seat, place]
        if has_card(cards, card):
            n = append(out, n, verb + card - FIRST_CARD)
    return n


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
    s.hand_size[seat] = size + 1


@rule
def lay_off(s, seat, card):
    """A card goes from the hand to the discards, for all to see."""
    last = s.hand_size[seat] - 1
    for place in range(place_in_hand(s, seat, card), last):
        s.hand[seat, place] = s.hand[seat, place + 1]
    s.hand[seat, last] = NONE
    s.hand_size[seat] = last
    count_play(s, seat, card)
    s.discards = s.discards | card_bit(card)
    show(s)


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
            count_draw(s, seat)
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
        begin_era(s, seat, s.discards)
    for card in range(1, s.sections + 1):
        if s.discards & card_bit(card) != ZERO and s.pile_size < CARDS - 1:
            s.pile[s.pile_size] = card
            s.pile_size += 1
    s.discards = ZERO
    s.pile[s.pile_size] = SHUFFLE_CARD
    s.pile_size += 1
    shuffle(s, s.pile, 0, s.pile_size)
