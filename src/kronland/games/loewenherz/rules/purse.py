"""Löwenherz (1997): cards in the hand, ducats and treasures as payment (L97-12, L97-41, L97-71 to L97-73)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import show
from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.games.grid.rules.moves import is_forest
from kronland.games.loewenherz.rules.domains import PAYMENTS
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.state import FIRST_TREASURE, FOREST_FEE, KIND_OF, POLITICS_CARDS, TREASURE, TREASURE_VALUES, Phase

VALUES = np.array(TREASURE_VALUES, np.int16)
KIND = np.array(KIND_OF, np.int8)
N_PAYMENTS = len(PAYMENTS)


@rule
def holds(s, seat, card):
    return s.politics_taker[card] == seat and s.politics_spent[card] == 0


@rule
def card_in_hand(s, seat, kind):
    """A card of this kind in a player's hand; -1 if there is none."""
    for card in range(POLITICS_CARDS):
        if KIND[card] == kind and holds(s, seat, card):
            return card
    return -1


@rule
def card_to_play(s, seat, kind):
    """A card of this kind that may be played now, beside a decision card (L97-12); -1 if there is none."""
    return card_in_hand(s, seat, kind) if s.phase == Phase.CARD and s.politics_left > 0 else -1


@rule
def play_card(s, seat, kind):
    spend_card(s, seat, card_in_hand(s, seat, kind))
    s.politics_left -= 1


@rule
def held_treasures(s, seat):
    """Bit mask of the treasures in a player's hand."""
    mask = 0
    for t in range(VALUES.shape[0]):
        if holds(s, seat, FIRST_TREASURE + t):
            mask |= 1 << t
    return mask


@rule
def worth(treasures):
    """What a set of treasures counts."""
    total = 0
    for t in range(VALUES.shape[0]):
        if treasures >> t & 1:
            total += VALUES[t]
    return total


@rule
def spend_card(s, seat, card):
    """A politics card is shown and leaves the hand for good."""
    show_card(s, card)
    s.politics_spent[card] = 1
    s.hand_size[seat] -= 1


@rule
def show_card(s, card):
    """Everyone has seen whose hand a card is in; from now on that is known."""
    if s.politics_shown[card] == 0:
        s.politics_shown[card] = s.takes
        show(s)


@rule
def forest_fee(s, cell):
    """What it costs to set a knight here, or to take one away (L97-41, L97-72)."""
    return FOREST_FEE if is_forest(s, cell) else 0


@rule
def ways(ducats, treasures, fee):
    """How a fee can be paid, a bit each: bit 0 in ducats, bit n with treasure n, which ducats complete (L97-73).

    One treasure is enough to look at: for fees of 5 and 10 a second one would always be too much.
    """
    found = 1 if ducats >= fee else 0
    if fee > 0:
        for t in range(VALUES.shape[0]):
            if treasures >> t & 1 and VALUES[t] + ducats >= fee:
                found |= 2 << t
    return found


@rule
def ways_to_pay(s, seat, fee):
    """How a player can pay a fee: nothing else decides it."""
    return ways(s.ducats[seat], held_treasures(s, seat) if fee > 0 else 0, fee)


@rule
def can_pay(s, seat, fee):
    return ways_to_pay(s, seat, fee) != 0


@rule
def why_no_payment(s, seat, fee, payment, short):
    """Why a fee cannot be paid like this; `short` is the refusal for too little money."""
    if payment > 0 and fee == 0:
        return np.int64(Refusal.FEE_NOT_DUE)
    if payment > 0 and not holds(s, seat, FIRST_TREASURE + payment - 1):
        return np.int64(Refusal.TREASURE_NOT_HELD)
    return np.int64(short)


@rule
def pay(s, seat, fee, payment, log):
    """Pay a fee to the bank; what a treasure is worth beyond it lapses (L97-73)."""
    if fee == 0:
        return
    if payment > 0:
        spend_card(s, seat, FIRST_TREASURE + payment - 1)
        emit(log, Event.TREASURE_PAID, seat, TREASURE + payment - 1)
        fee = max(0, fee - VALUES[payment - 1])
    if fee > 0:
        s.ducats[seat] -= fee
        emit(log, Event.FEE_PAID, seat, fee)
