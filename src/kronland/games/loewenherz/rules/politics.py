"""Löwenherz (1997): politics cards: taking them, alliances, deserters (L97-60 to L97-72)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import reveal, seat_bit
from kronland.core.kernel import rule
from kronland.core.listing import append
from kronland.core.log import emit, whisper
from kronland.games.fields import both, first, get_row, has, is_empty, list_fields, only, without
from kronland.games.grid.rules.moves import (
    allied,
    are_rivals,
    knight_hindrance,
    put_knight,
    removable_knights,
    removal_hindrance,
    settling_places,
    take_off_knight,
)
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH, colour_of, regions_touch
from kronland.games.loewenherz.rules.actions import (
    A_ALLIANCE,
    A_DESERTER,
    A_END,
    A_KEEP,
    A_PILE,
    A_REMOVE,
    N_ALL_CASTLES,
    N_OWN_CASTLES,
    N_PAYMENTS,
)
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.land import FIELD_OF, forest_fee, list_knight_places
from kronland.games.loewenherz.rules.purse import (
    KIND,
    VALUES,
    can_pay,
    held_treasures,
    holds,
    pay,
    payment_refusal,
    spend_card,
)
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.round import advance
from kronland.games.loewenherz.rules.state import (
    ALLIANCE,
    ALLIANCE_FEE,
    DESERTER,
    FOREST_FEE,
    IN_PILE,
    KINDS,
    POLITICS_CARDS,
    Phase,
    Terrain,
)

# Taking a card (L97-60) -----------------------------------------------------------------------------------------------------------


@rule
def pile_refusal(s, pile):
    return np.int64(Refusal.PILE_EMPTY) if s.pile_size[pile] == 0 else np.int64(Refusal.NONE)


@rule
def pile_legal(s, out, n):
    for pile in range(2):
        if s.pile_size[pile] > 0:
            n = append(out, n, A_PILE + pile)
    return n


@rule
def view_pile(s, seat, pile, log):
    s.looking = pile
    s.phase = Phase.KEEP
    reveal(s)
    emit(log, Event.PILE_VIEWED, seat, pile)


@rule
def _card_in_pile(s, kind):
    """A card of this kind in the pile that is looked at; -1 if there is none."""
    for card in range(POLITICS_CARDS):
        if KIND[card] == kind and s.politics_taker[card] == IN_PILE and s.politics_pile[card] == s.looking:
            return card
    return -1


@rule
def keep_refusal(s, kind):
    return np.int64(Refusal.NOT_IN_PILE) if _card_in_pile(s, kind) < 0 else np.int64(Refusal.NONE)


@rule
def keep_legal(s, out, n):
    for kind in range(KINDS):
        if _card_in_pile(s, kind) >= 0:
            n = append(out, n, A_KEEP + kind)
    return n


@rule
def keep_card(s, seat, kind, log):
    card = _card_in_pile(s, kind)
    s.politics_taker[card] = seat
    s.politics_take[card] = s.takes
    s.takes += 1
    s.pile_size[s.looking] -= 1
    s.hand_size[seat] += 1
    s.looking = -1
    whisper(log, seat_bit(seat), Event.CARD_KEPT, seat, kind)
    advance(s, log)


# Playing a card with a decision card (L97-12) --------------------------------------------------------------------------------------


@rule
def _card_in_hand(s, seat, kind):
    for card in range(POLITICS_CARDS):
        if KIND[card] == kind and holds(s, seat, card):
            return card
    return -1


@rule
def alliance_refusal(s, number, other):
    own = s.seat * CASTLES_EACH + number
    if _card_in_hand(s, s.seat, ALLIANCE) < 0:
        return np.int64(Refusal.NO_ALLIANCE_CARD)
    if s.politics_left == 0:
        return np.int64(Refusal.POLITICS_PLAYED)
    if not are_rivals(s, own, other):
        return np.int64(Refusal.ALLIANCE_REGIONS)
    if allied(s, own, other):
        return np.int64(Refusal.ALLIANCE_STANDS)
    if not regions_touch(s, own, other):
        return np.int64(Refusal.ALLIANCE_APART)
    return np.int64(Refusal.NONE)


@rule
def politics_legal(s, out, n):
    """Alliances and deserters that may be played now."""
    if s.politics_left == 0:
        return n
    alliance, deserter = _card_in_hand(s, s.seat, ALLIANCE) >= 0, _card_in_hand(s, s.seat, DESERTER) >= 0
    if not alliance and not deserter:
        return n
    for number in range(N_OWN_CASTLES):
        own = s.seat * CASTLES_EACH + number
        for other in range(CASTLES):
            if are_rivals(s, own, other) and regions_touch(s, own, other):
                if alliance and not allied(s, own, other):
                    n = append(out, n, A_ALLIANCE + number * N_ALL_CASTLES + other)
                if deserter and _can_desert(s, own, other):
                    n = append(out, n, A_DESERTER + number * N_ALL_CASTLES + other)
    return n


@rule
def make_alliance(s, seat, number, other, log):
    own = seat * CASTLES_EACH + number
    spend_card(s, seat, _card_in_hand(s, seat, ALLIANCE))
    s.politics_left -= 1
    s.ally_one[s.alliances_made] = own
    s.ally_other[s.alliances_made] = other
    s.alliances_made += 1
    emit(log, Event.ALLIANCE_MADE, seat, own, other)


# Ending an alliance (L97-71) --------------------------------------------------------------------------------------------------------


@rule
def end_refusal(s, seat, slot, payment):
    if s.ally_one[slot] < 0:
        return np.int64(Refusal.NO_SUCH_ALLIANCE)
    if not _is_party(s, seat, slot):
        return np.int64(Refusal.NOT_YOUR_ALLIANCE)
    why = payment_refusal(s, seat, ALLIANCE_FEE, payment, Refusal.ALLIANCE_FEE)
    if why == Refusal.NONE and not _deserter_still_paid(s, seat, payment):
        return np.int64(Refusal.NEEDED_FOR_DESERTER)
    return why


@rule
def _is_party(s, seat, slot):
    return colour_of(s.ally_one[slot]) == seat or colour_of(s.ally_other[slot]) == seat


@rule
def _deserter_still_paid(s, seat, payment):
    """Both or neither (L97-72): a deserter under way must stay payable after the fee for an alliance."""
    if s.phase != Phase.REMOVE and s.phase != Phase.SETTLE:
        return True
    ducats, treasures = s.ducats[seat], held_treasures(s, seat)
    if payment == 0:
        ducats -= ALLIANCE_FEE
    else:
        ducats -= max(0, ALLIANCE_FEE - VALUES[payment - 1])
        treasures &= ~(1 << (payment - 1))
    return can_pay(ducats, treasures, _cheapest_desertion(s))


@rule
def end_legal(s, seat, out, n):
    for slot in range(s.alliances_made):
        if s.ally_one[slot] >= 0 and _is_party(s, seat, slot):
            for payment in range(N_PAYMENTS):
                if end_refusal(s, seat, slot, payment) == Refusal.NONE:
                    n = append(out, n, A_END + slot * N_PAYMENTS + payment)
    return n


@rule
def end_alliance(s, seat, slot, payment, log):
    pay(s, seat, ALLIANCE_FEE, payment, log)
    emit(log, Event.ALLIANCE_ENDED, seat, s.ally_one[slot], s.ally_other[slot])
    s.ally_one[slot] = -1
    s.ally_other[slot] = -1


# Deserter (L97-72) ------------------------------------------------------------------------------------------------------------------


@rule
def _least_fee(s, cells):
    """The forest fee of the cheapest of these fields."""
    return 0 if not is_empty(both(cells, get_row(s.terrain, Terrain.FARMLAND))) else FOREST_FEE


@rule
def _desertion_fee(s, own, other):
    """What it costs at least to remove a knight there and set one here; -1 if that cannot be done at any price."""
    if s.knights_left[s.seat] == 0:
        return -1
    knights, places = removable_knights(s, other), settling_places(s, own)
    if is_empty(knights) or is_empty(places):
        return -1
    return _least_fee(s, knights) + _least_fee(s, places)


@rule
def _can_desert(s, own, other):
    """Whether a knight can be removed there and one be set here, and both fees be paid."""
    fee = _desertion_fee(s, own, other)
    return fee >= 0 and can_pay(s.ducats[s.seat], held_treasures(s, s.seat), fee)


@rule
def deserter_refusal(s, number, other):
    own = s.seat * CASTLES_EACH + number
    if _card_in_hand(s, s.seat, DESERTER) < 0:
        return np.int64(Refusal.NO_DESERTER_CARD)
    if s.politics_left == 0:
        return np.int64(Refusal.POLITICS_PLAYED)
    if not are_rivals(s, own, other):
        return np.int64(Refusal.DESERTER_REGIONS)
    if not regions_touch(s, own, other):
        return np.int64(Refusal.DESERTER_APART)
    if _desertion_fee(s, own, other) < 0:
        return np.int64(Refusal.DESERTER_IMPOSSIBLE)
    if not _can_desert(s, own, other):
        return np.int64(Refusal.DESERTER_FEE)
    return np.int64(Refusal.NONE)


@rule
def play_deserter(s, seat, number, other, log):
    spend_card(s, seat, _card_in_hand(s, seat, DESERTER))
    s.politics_left -= 1
    s.desert_to = seat * CASTLES_EACH + number
    s.desert_from = other
    s.phase = Phase.REMOVE
    emit(log, Event.DESERTER_PLAYED, seat, s.desert_to, other)


@rule
def _cheapest_desertion(s):
    """What the deserter under way will cost at least."""
    fee = _least_fee(s, settling_places(s, s.desert_to))
    if s.desert_cell >= 0:
        return fee + forest_fee(s, s.desert_cell)
    return fee + _least_fee(s, removable_knights(s, s.desert_from))


@rule
def remove_refusal(s, cell):
    why = removal_hindrance(s, s.desert_from, cell)
    if why != Refusal.NONE:
        return why
    fee = forest_fee(s, cell) + _least_fee(s, settling_places(s, s.desert_to))
    if not can_pay(s.ducats[s.seat], held_treasures(s, s.seat), fee):
        return np.int64(Refusal.REMOVE_FEE)
    return np.int64(Refusal.NONE)


@rule
def remove_legal(s, out):
    knights = removable_knights(s, s.desert_from)
    rest = knights
    while not is_empty(rest):
        cell = first(rest)
        rest = without(rest, only(cell))
        if remove_refusal(s, cell) != Refusal.NONE:
            knights = without(knights, only(cell))
    return list_fields(FIELD_OF, knights, A_REMOVE, 1, out, 0)


@rule
def remove_knight(s, cell, log):
    colour = colour_of(s.desert_from)
    take_off_knight(s, colour, cell)
    s.desert_cell = cell
    s.phase = Phase.SETTLE
    emit(log, Event.KNIGHT_REMOVED, colour, FIELD_OF[cell])


@rule
def settle_refusal(s, cell, payment):
    if not has(get_row(s.region, s.desert_to), cell):
        return np.int64(Refusal.SETTLE_OUTSIDE)
    why = knight_hindrance(s, s.seat, cell)
    if why != Refusal.NONE:
        return why
    fee = forest_fee(s, s.desert_cell) + forest_fee(s, cell)  # one payment
    return payment_refusal(s, s.seat, fee, payment, Refusal.KNIGHT_FEE)


@rule
def settle_legal(s, out):
    return list_knight_places(s, settling_places(s, s.desert_to), forest_fee(s, s.desert_cell), out, 0)


@rule
def settle_knight(s, seat, cell, payment, log):
    pay(s, seat, forest_fee(s, s.desert_cell) + forest_fee(s, cell), payment, log)
    put_knight(s, seat, cell)
    emit(log, Event.KNIGHT_SET, seat, FIELD_OF[cell])
    s.desert_to = -1
    s.desert_from = -1
    s.desert_cell = -1
    s.phase = Phase.CARD
