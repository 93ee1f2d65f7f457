"""Löwenherz (1997): deserters (L97-72): a knight of a neighbouring region goes, and an own one comes (`knights`); both or neither."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.words import N_
from kronland.games.fields import EMPTY, both, get_row, has, is_empty, without
from kronland.games.grid.rules.moves import (
    NO_REGIONS,
    are_rivals,
    has_castle,
    neighbours,
    removable_knights,
    removal_hindrance,
    settling_places,
    take_off_knight,
)
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH, colour_of
from kronland.games.loewenherz.rules import state
from kronland.games.loewenherz.rules.domains import ALL_CASTLES, FIELDS, OWN_CASTLES
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.purse import can_pay, card_in_hand, card_to_play, forest_fee, play_card
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.state import BOARD, FOREST_FEE, Phase, Terrain

FIELD_OF = BOARD.field_of_cell
CARD = state.DESERTER

# Playing the card -------------------------------------------------------------------------------------------------------------------

DESERTER = Verb(
    "deserter",
    OWN_CASTLES,
    ALL_CASTLES,
    label=N_("Deserter: from {other} to your castle {castle}"),
    lesson=N_("A knight of a neighbouring region leaves its lord and comes over to yours."),
    rules=("L97-72",),
)


@rule
def deserter_regions(s, seat, number):
    """The regions from which a knight may desert to that of an own castle now: nothing else decides it."""
    if card_to_play(s, seat, CARD) < 0:
        return NO_REGIONS
    own = seat * CASTLES_EACH + number
    regions = neighbours(s, own)
    for other in range(CASTLES):
        if has_castle(regions, other) and not _can_desert(s, seat, own, other):
            regions ^= np.int64(1) << np.int64(other)
    return regions


@rule
def _can_desert(s, seat, own, other):
    """Whether a knight can be removed there and one be set here, and both fees be paid."""
    fee = _desertion_fee(s, own, other)
    return fee >= 0 and can_pay(s, seat, fee)


@rule
def _desertion_fee(s, own, other):
    """What it costs at least to remove a knight there and set one here; -1 if that cannot be done at any price."""
    knights, places = removable_knights(s, other), settling_places(s, own)
    if is_empty(knights) or is_empty(places):
        return -1
    return _least_fee(s, knights) + _least_fee(s, places)


@rule
def _least_fee(s, cells):
    """The forest fee of the cheapest of these fields."""
    return 0 if not is_empty(both(cells, get_row(s.terrain, Terrain.FARMLAND))) else FOREST_FEE


@rule
def why_no_deserter(s, seat, number, other):
    own = seat * CASTLES_EACH + number
    if s.phase != Phase.CARD:
        return np.int64(Refusal.NOT_NOW)
    if card_in_hand(s, seat, CARD) < 0:
        return np.int64(Refusal.NO_DESERTER_CARD)
    if s.politics_left == 0:
        return np.int64(Refusal.POLITICS_PLAYED)
    if not are_rivals(s, own, other):
        return np.int64(Refusal.DESERTER_REGIONS)
    if not has_castle(neighbours(s, own), other):
        return np.int64(Refusal.DESERTER_APART)
    if _desertion_fee(s, own, other) < 0:
        return np.int64(Refusal.DESERTER_IMPOSSIBLE)
    return np.int64(Refusal.DESERTER_FEE)


@rule
def play_deserter(s, seat, number, other, log):
    play_card(s, seat, CARD)
    s.desert_to = seat * CASTLES_EACH + number
    s.desert_from = other
    s.phase = Phase.REMOVE
    emit(log, Event.DESERTER_PLAYED, seat, s.desert_to, other)


@rule
def fee_to_come(s):
    """What a deserter under way will cost at least; 0 if there is none."""
    if s.phase != Phase.REMOVE and s.phase != Phase.SETTLE:
        return 0
    fee = _least_fee(s, settling_places(s, s.desert_to))
    if s.desert_cell >= 0:
        return fee + forest_fee(s, s.desert_cell)
    return fee + _least_fee(s, removable_knights(s, s.desert_from))


# The knight that deserts ------------------------------------------------------------------------------------------------------------

REMOVE = Verb(
    "remove",
    FIELDS,
    label=N_("Remove the knight on {field}"),
    prompt=N_("Choose the knight that deserts."),
    lesson=N_("The knight that leaves is gone for its lord: take the one whose loss hurts most."),
    rules=("L97-72",),
)


@rule
def removal_cells(s, seat):
    """The fields whose knight may be the deserter, both fees being payable: nothing else decides it."""
    if s.phase != Phase.REMOVE:
        return EMPTY
    knights, fee = removable_knights(s, s.desert_from), _least_fee(s, settling_places(s, s.desert_to))
    if can_pay(s, seat, fee + FOREST_FEE):
        return knights
    return without(knights, get_row(s.terrain, Terrain.FOREST)) if can_pay(s, seat, fee) else EMPTY


@rule
def why_no_removal(s, cell):
    if s.phase != Phase.REMOVE:
        return np.int64(Refusal.NOT_NOW)
    if not has(removable_knights(s, s.desert_from), cell):
        return removal_hindrance(s, s.desert_from, cell)
    return np.int64(Refusal.REMOVE_FEE)


@rule
def remove_knight(s, cell, log):
    colour = colour_of(s.desert_from)
    take_off_knight(s, colour, cell)
    s.desert_cell = cell
    s.phase = Phase.SETTLE
    emit(log, Event.KNIGHT_REMOVED, colour, FIELD_OF[cell])
