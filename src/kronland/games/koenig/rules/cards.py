"""Löwenherz (2003): the deck and the hands (L03-2, L03-14)."""

from __future__ import annotations

from kronland.core.flow import reveal, show
from kronland.core.kernel import rule
from kronland.games.koenig.rules.state import DECK, HAND, NO_CARD


@rule
def has_cards(s, seat):
    return s.hand[seat, 0] != NO_CARD


@rule
def held_kind(s, seat, card):
    """The kind of a card in a hand, NO_CARD if it is not there."""
    for slot in range(HAND):
        kind = s.hand[seat, slot]
        if kind != NO_CARD and s.kind_card[kind] == card:
            return kind
    return NO_CARD


@rule
def gain_card(s, seat, kind, is_open):
    """A card joins a hand, in its place in the order."""
    slot = HAND - 1
    while slot > 0 and (s.hand[seat, slot - 1] == NO_CARD or s.hand[seat, slot - 1] * 2 + s.hand_open[seat, slot - 1] > kind * 2 + is_open):
        s.hand[seat, slot] = s.hand[seat, slot - 1]
        s.hand_open[seat, slot] = s.hand_open[seat, slot - 1]
        slot -= 1
    s.hand[seat, slot] = kind
    s.hand_open[seat, slot] = is_open


@rule
def lose_card(s, seat, kind):
    """A card leaves a hand for all to see. Of two alike it is the one that all know of: the other could still be any card."""
    slot = HAND - 1
    while slot > 0 and s.hand[seat, slot] != kind:
        slot -= 1
    if not s.hand_open[seat, slot]:
        show(s)
    for place in range(slot, HAND - 1):
        s.hand[seat, place] = s.hand[seat, place + 1]
        s.hand_open[seat, place] = s.hand_open[seat, place + 1]
    s.hand[seat, HAND - 1] = NO_CARD
    s.hand_open[seat, HAND - 1] = 0


@rule
def deck_is_empty(s):
    return s.drawn >= DECK


@rule
def draw_card(s, seat):
    """The top card of the deck joins a hand; its kind, NO_CARD where there is none."""
    if deck_is_empty(s):
        return NO_CARD
    kind = s.deck[s.drawn]
    s.deck[s.drawn] = NO_CARD
    s.drawn += 1
    gain_card(s, seat, kind, 0)
    reveal(s)
    return kind
