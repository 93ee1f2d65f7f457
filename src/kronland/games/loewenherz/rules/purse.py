"""Löwenherz (1997): ducats and treasures as payment (L97-41, L97-71 to L97-73)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import reveal
from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.state import FIRST_TREASURE, KIND_OF, TREASURE, TREASURE_VALUES

VALUES = np.array(TREASURE_VALUES, np.int16)
KIND = np.array(KIND_OF, np.int8)


@rule
def holds(s, seat, card):
    return s.politics_taker[card] == seat and s.politics_spent[card] == 0


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
        reveal(s)


@rule
def can_pay(ducats, treasures, fee):
    """Whether a fee can be paid in any way: in ducats, or with one treasure that ducats complete (L97-73).

    One treasure is enough to look at: for fees of 5 and 10 a second one would always be too much.
    """
    if ducats >= fee:
        return True
    for t in range(VALUES.shape[0]):
        if treasures >> t & 1 and VALUES[t] + ducats >= fee:
            return True
    return False


@rule
def payment_covers(s, seat, fee, payment):
    """Whether this way of paying (0: ducats, n: treasure n - 1 first) covers the fee."""
    if payment == 0:
        return s.ducats[seat] >= fee
    return VALUES[payment - 1] + s.ducats[seat] >= fee


@rule
def payment_refusal(s, seat, fee, payment, short):
    """Why a fee cannot be paid like this; `short` is the refusal for too little money."""
    if payment > 0:
        if fee == 0:
            return np.int64(Refusal.FEE_NOT_DUE)
        if not holds(s, seat, FIRST_TREASURE + payment - 1):
            return np.int64(Refusal.TREASURE_NOT_HELD)
    if not payment_covers(s, seat, fee, payment):
        return np.int64(short)
    return np.int64(Refusal.NONE)


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
