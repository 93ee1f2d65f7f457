"""Löwenherz (2003): deserters and alliances: what passes between two regions (L03-50 to L03-60)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, seat_bit
from kronland.core.kernel import rule
from kronland.core.listing import append
from kronland.core.log import emit
from kronland.games.fields import get_row, has, is_empty, list_fields
from kronland.games.grid.rules.moves import (
    allied,
    are_rivals,
    knight_hindrance,
    removable_knights,
    removal_hindrance,
    settling_places,
    take_off_knight,
)
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH, colour_of, knights_in, regions_touch
from kronland.games.koenig.rules.actions import A_ALLIANCE, A_DESERTER, A_KNIGHT, A_REMOVE, N_ALL_CASTLES, N_OWN_CASTLES
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.land import FIELD_OF, fee_refusal, payable_places, place_knight
from kronland.games.koenig.rules.refusals import Refusal
from kronland.games.koenig.rules.state import FOREST_FEE, Phase
from kronland.games.koenig.rules.turn import complete_action

# Deserter -------------------------------------------------------------------------------------------------------------------------


@rule
def _finds_room(s, own, ducats):
    """Whether the gained knight can be placed in this region, surcharge included (L03-52)."""
    return s.knights_left[colour_of(own)] > 0 and not is_empty(payable_places(s, settling_places(s, own), ducats))


@rule
def _both_have_knights(s, own, other):
    return knights_in(s, own) > 0 and knights_in(s, other) > 0


@rule
def _can_desert(s, own, other, ducats):
    return are_rivals(s, own, other) and regions_touch(s, own, other) and _both_have_knights(s, own, other) and _finds_room(s, own, ducats)


@rule
def can_win_deserter(s, seat, ducats):
    for own in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        for other in range(CASTLES):
            if _can_desert(s, own, other, ducats):
                return True
    return False


@rule
def deserter_refusal(s, number, other):
    own = s.seat * CASTLES_EACH + number
    if not are_rivals(s, own, other):
        return np.int64(Refusal.DESERTER_REGIONS)
    if not regions_touch(s, own, other):
        return np.int64(Refusal.DESERTER_APART)
    if not _both_have_knights(s, own, other):
        return np.int64(Refusal.DESERTER_KNIGHTS)
    if not _finds_room(s, own, FOREST_FEE):
        return np.int64(Refusal.DESERTER_ROOM)
    if not _finds_room(s, own, s.ducats[s.seat]):
        return np.int64(Refusal.DESERTER_FEE)
    return np.int64(Refusal.NONE)


@rule
def deserter_legal(s, out, n):
    for number in range(N_OWN_CASTLES):
        for other in range(CASTLES):
            if _can_desert(s, s.seat * CASTLES_EACH + number, other, s.ducats[s.seat]):
                n = append(out, n, A_DESERTER + number * N_ALL_CASTLES + other)
    return n


@rule
def win_deserter(s, seat, number, other, log):
    s.desert_to = seat * CASTLES_EACH + number
    s.desert_from = other
    s.phase = Phase.SETTLE
    emit(log, Event.DESERTER, seat, s.desert_to, other)


@rule
def settle_refusal(s, cell):
    if s.left == 0:
        return np.int64(Refusal.KNIGHTS_USED)
    if not has(get_row(s.region, s.desert_to), cell):
        return np.int64(Refusal.SETTLE_OUTSIDE)
    why = knight_hindrance(s, s.seat, cell)
    return why if why != Refusal.NONE else fee_refusal(s, s.seat, cell)


@rule
def settle_legal(s, out, n):
    if s.left > 0:
        n = list_fields(FIELD_OF, payable_places(s, settling_places(s, s.desert_to), s.ducats[s.seat]), A_KNIGHT, 1, out, n)
    return n


@rule
def settle_knight(s, seat, cell, log):
    """The own knight is set. A neutral region's knight is chosen by the same player (L03-51); an opponent is asked after `done`."""
    place_knight(s, seat, cell, log)
    if colour_of(s.desert_from) >= s.players:
        s.phase = Phase.REMOVE


@rule
def ask_for_deserter(s):
    """The opponent chooses which knight goes (L03-51)."""
    s.phase = Phase.REMOVE
    s.seat = colour_of(s.desert_from)
    pass_to(s, seat_bit(s.seat))


@rule
def remove_refusal(s, cell):
    if s.steps > 1:
        return np.int64(Refusal.REMOVED)
    return removal_hindrance(s, s.desert_from, cell)


@rule
def remove_legal(s, out, n):
    if s.steps == 1:
        n = list_fields(FIELD_OF, removable_knights(s, s.desert_from), A_REMOVE, 1, out, n)
    return n


@rule
def remove_knight(s, cell, log):
    colour = colour_of(s.desert_from)
    take_off_knight(s, colour, cell)
    s.steps += 1
    emit(log, Event.KNIGHT_REMOVED, colour, FIELD_OF[cell])
    if s.seat != s.turn:
        complete_action(s, log)


# Alliance -------------------------------------------------------------------------------------------------------------------------


@rule
def can_make_alliance(s, seat):
    for own in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        for other in range(CASTLES):
            if are_rivals(s, own, other) and not allied(s, own, other) and regions_touch(s, own, other):
                return True
    return False


@rule
def alliance_refusal(s, number, other):
    own = s.seat * CASTLES_EACH + number
    if s.left == 0:
        return np.int64(Refusal.ALLIANCE_MADE)
    if not are_rivals(s, own, other):
        return np.int64(Refusal.ALLIANCE_REGIONS)
    if allied(s, own, other):
        return np.int64(Refusal.ALLIANCE_STANDS)
    if not regions_touch(s, own, other):
        return np.int64(Refusal.ALLIANCE_APART)
    return np.int64(Refusal.NONE)


@rule
def alliance_legal(s, out, n):
    if s.left == 0:
        return n
    for number in range(N_OWN_CASTLES):
        own = s.seat * CASTLES_EACH + number
        for other in range(CASTLES):
            if are_rivals(s, own, other) and not allied(s, own, other) and regions_touch(s, own, other):
                n = append(out, n, A_ALLIANCE + number * N_ALL_CASTLES + other)
    return n


@rule
def make_alliance(s, seat, number, other, log):
    own = seat * CASTLES_EACH + number
    s.left -= 1
    s.steps += 1
    s.alliances[own] |= 1 << other
    s.alliances[other] |= 1 << own
    emit(log, Event.ALLIANCE, seat, own, other)
