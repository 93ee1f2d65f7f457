"""Löwenherz (1997): alliances (L97-70, L97-71)."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.listing import append_bits
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.words import N_
from kronland.games.grid.rules.moves import ALLIANCES, NO_REGIONS, allied, are_rivals, has_castle, neighbours
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH, colour_of
from kronland.games.loewenherz.rules import domains, state
from kronland.games.loewenherz.rules.deserters import fee_to_come
from kronland.games.loewenherz.rules.domains import ALL_CASTLES, OWN_CASTLES, PAYMENTS
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.purse import (
    N_PAYMENTS,
    VALUES,
    card_in_hand,
    card_to_play,
    held_treasures,
    pay,
    play_card,
    ways,
    ways_to_pay,
    why_no_payment,
)
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.state import ALLIANCE_FEE, LAYOUT, Phase

CARD = state.ALLIANCE


@rule
def _allied(s, one, other):
    """Whether an alliance binds the regions of two castles (L97-70)."""
    for slot in range(s.ally_one.shape[0]):
        a, b = s.ally_one[slot], s.ally_other[slot]
        if (a == one and b == other) or (a == other and b == one):
            return True
    return False


ALLIANCES.bind(LAYOUT.dtype, _allied)

# Making one (L97-70) ----------------------------------------------------------------------------------------------------------------

ALLIANCE = Verb(
    "alliance",
    OWN_CASTLES,
    ALL_CASTLES,
    label=N_("Alliance: your castle {castle} with {other}"),
    lesson=N_("Allied regions cannot expand into one another."),
    rules=("L97-70",),
)


@rule
def alliance_regions(s, seat, number):
    """The regions with which that of an own castle may be allied now: nothing else decides it."""
    if card_to_play(s, seat, CARD) < 0:
        return NO_REGIONS
    own = seat * CASTLES_EACH + number
    regions = neighbours(s, own)
    for other in range(CASTLES):
        if has_castle(regions, other) and allied(s, own, other):
            regions ^= np.int64(1) << np.int64(other)
    return regions


@rule
def why_no_alliance(s, seat, number, other):
    own = seat * CASTLES_EACH + number
    if s.phase != Phase.CARD:
        return np.int64(Refusal.NOT_NOW)
    if card_in_hand(s, seat, CARD) < 0:
        return np.int64(Refusal.NO_ALLIANCE_CARD)
    if s.politics_left == 0:
        return np.int64(Refusal.POLITICS_PLAYED)
    if not are_rivals(s, own, other):
        return np.int64(Refusal.ALLIANCE_REGIONS)
    if allied(s, own, other):
        return np.int64(Refusal.ALLIANCE_STANDS)
    return np.int64(Refusal.ALLIANCE_APART)


@rule
def make_alliance(s, seat, number, other, log):
    own = seat * CASTLES_EACH + number
    play_card(s, seat, CARD)
    s.ally_one[s.alliances_made] = own
    s.ally_other[s.alliances_made] = other
    s.alliances_made += 1
    emit(log, Event.ALLIANCE_MADE, seat, own, other)


# Ending one (L97-71) ----------------------------------------------------------------------------------------------------------------

END = Verb(
    "end",
    domains.ALLIANCES,
    PAYMENTS,
    label=N_("End alliance {alliance} for 10 ducats{payment}"),
    lesson=N_("For ten ducats an alliance of yours comes to its end."),
    rules=("L97-71",),
)


@rule
def ways_to_end(s, seat, slot):
    """How a party to an alliance can pay for its end now, a bit each (see `purse.ways`): nothing else decides it."""
    if s.phase == Phase.BID or s.ally_one[slot] < 0 or not _is_party(s, seat, slot):  # not during secret bids
        return 0
    found = ways_to_pay(s, seat, ALLIANCE_FEE)
    for payment in range(N_PAYMENTS):
        if found >> payment & 1 and not _deserter_still_paid(s, seat, payment):
            found ^= 1 << payment
    return found


@rule
def list_ends(s, seat, verb, out, n):
    """Append the actions of a verb that end an alliance, with every way to pay; how many are listed now."""
    for slot in range(s.alliances_made):
        n = append_bits(out, n, verb + slot * N_PAYMENTS, ways_to_end(s, seat, slot))
    return n


@rule
def _is_party(s, seat, slot):
    return colour_of(s.ally_one[slot]) == seat or colour_of(s.ally_other[slot]) == seat


@rule
def _deserter_still_paid(s, seat, payment):
    """Both or neither (L97-72): a deserter under way must stay payable after the fee for an alliance."""
    fee = fee_to_come(s)
    if fee == 0:
        return True
    ducats, treasures = s.ducats[seat], held_treasures(s, seat)
    if payment == 0:
        ducats -= ALLIANCE_FEE
    else:
        ducats -= max(0, ALLIANCE_FEE - VALUES[payment - 1])
        treasures &= ~(1 << (payment - 1))
    return ways(ducats, treasures, fee) != 0


@rule
def why_no_end(s, seat, slot, payment):
    if s.phase == Phase.BID:
        return np.int64(Refusal.NOT_NOW)
    if s.ally_one[slot] < 0:
        return np.int64(Refusal.NO_SUCH_ALLIANCE)
    if not _is_party(s, seat, slot):
        return np.int64(Refusal.NOT_YOUR_ALLIANCE)
    if ways_to_pay(s, seat, ALLIANCE_FEE) >> payment & 1 == 0:
        return why_no_payment(s, seat, ALLIANCE_FEE, payment, Refusal.ALLIANCE_FEE)
    return np.int64(Refusal.NEEDED_FOR_DESERTER)


@rule
def end_alliance(s, seat, slot, payment, log):
    pay(s, seat, ALLIANCE_FEE, payment, log)
    emit(log, Event.ALLIANCE_ENDED, seat, s.ally_one[slot], s.ally_other[slot])
    s.ally_one[slot] = -1
    s.ally_other[slot] = -1
