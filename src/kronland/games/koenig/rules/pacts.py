"""Löwenherz (2003): deserters and alliances: what passes between two regions (L03-50 to L03-60)."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.words import N_
from kronland.games.fields import EMPTY, is_empty
from kronland.games.grid.rules.moves import (
    ALLIANCES,
    NO_REGIONS,
    allied,
    are_rivals,
    has_castle,
    neighbours,
    removable_knights,
    removal_hindrance,
    take_off_knight,
)
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH, colour_of, knights_in, regions_touch
from kronland.games.koenig.rules.domains import ALL_CASTLES, FIELDS, OWN_CASTLES
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.knights import room_for_deserter
from kronland.games.koenig.rules.refusals import Refusal
from kronland.games.koenig.rules.state import BOARD, FOREST_FEE, LAYOUT, Phase
from kronland.games.koenig.rules.steps import take_step
from kronland.games.koenig.rules.turn import complete_action

FIELD_OF = BOARD.field_of_cell


@rule
def _allied(s, one, other):
    """Whether an alliance binds the regions of two castles, for good (L03-60)."""
    return s.alliances[one] >> other & 1 == 1


ALLIANCES.bind(LAYOUT.dtype, _allied)


# Deserter ---------------------------------------------------------------------------------------------------------------------------

DESERTER = Verb(
    "deserter",
    OWN_CASTLES,
    ALL_CASTLES,
    label=N_("Deserter from the region of {other} to that of {castle}"),
    prompt=N_("Choose the two regions between which a knight deserts."),
    lesson=N_("You set one of your knights, and the owner of the neighbouring region must take one away."),
    rules=("L03-50",),
)


@rule
def deserter_regions(s, seat, number):
    """The regions from which a knight may desert to that of an own castle now: nothing else decides it."""
    return _with_deserters(s, seat * CASTLES_EACH + number, s.ducats[seat]) if s.phase == Phase.DESERTER else NO_REGIONS


@rule
def _with_deserters(s, own, ducats):
    """Neighbours with knights of a region with knights, where the gained one can be placed, surcharge included (L03-50, L03-52)."""
    if knights_in(s, own) == 0 or is_empty(room_for_deserter(s, own, ducats)):
        return NO_REGIONS
    regions = neighbours(s, own)
    for other in range(CASTLES):
        if has_castle(regions, other) and knights_in(s, other) == 0:
            regions ^= np.int64(1) << np.int64(other)
    return regions


@rule
def can_win_deserter(s, seat, ducats):
    """Whether a card for a deserter could be played, with so many ducats left after its cost (L03-13)."""
    for own in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        if _with_deserters(s, own, ducats):
            return True
    return False


@rule
def why_no_deserter(s, seat, number, other):
    own = seat * CASTLES_EACH + number
    if s.phase != Phase.DESERTER:
        return np.int64(Refusal.NOT_NOW)
    if not are_rivals(s, own, other):
        return np.int64(Refusal.DESERTER_REGIONS)
    if not regions_touch(s, own, other):
        return np.int64(Refusal.DESERTER_APART)
    if knights_in(s, own) == 0 or knights_in(s, other) == 0:
        return np.int64(Refusal.DESERTER_KNIGHTS)
    if is_empty(room_for_deserter(s, own, FOREST_FEE)):
        return np.int64(Refusal.DESERTER_ROOM)
    return np.int64(Refusal.DESERTER_FEE)


@rule
def win_deserter(s, seat, number, other, log):
    s.desert_to = seat * CASTLES_EACH + number
    s.desert_from = other
    s.phase = Phase.SETTLE
    emit(log, Event.DESERTER, seat, s.desert_to, other)


# The knight that leaves -------------------------------------------------------------------------------------------------------------

REMOVE = Verb(
    "remove",
    FIELDS,
    label=N_("Remove the knight on {field}"),
    prompt=N_("Choose the knight that leaves the region."),
    lesson=N_("One knight of this region must go; none may be left without a way to its castle."),
    rules=("L03-51",),
)


@rule
def removal_cells(s):
    """The fields whose knight may be the deserter: nothing else decides it."""
    return removable_knights(s, s.desert_from) if s.phase == Phase.REMOVE and s.steps == 1 else EMPTY


@rule
def why_no_removal(s, cell):
    if s.phase != Phase.REMOVE:
        return np.int64(Refusal.NOT_NOW)
    if s.steps > 1:
        return np.int64(Refusal.REMOVED)
    return removal_hindrance(s, s.desert_from, cell)


@rule
def remove_knight(s, cell, log):
    colour = colour_of(s.desert_from)
    take_off_knight(s, colour, cell)
    s.steps += 1
    emit(log, Event.KNIGHT_REMOVED, colour, FIELD_OF[cell])
    if s.seat != s.turn:
        complete_action(s, log)


# Alliance ---------------------------------------------------------------------------------------------------------------------------

ALLIANCE = Verb(
    "alliance",
    OWN_CASTLES,
    ALL_CASTLES,
    label=N_("Alliance of the regions of {castle} and {other}"),
    prompt=N_("Choose the two regions that become allies for good."),
    lesson=N_("To the end of the game neither of the two regions may expand into the other."),
    rules=("L03-60",),
)


@rule
def alliance_regions(s, seat, number):
    """The regions with which that of an own castle may be allied now: nothing else decides it."""
    return _without_alliance(s, seat * CASTLES_EACH + number) if s.phase == Phase.ALLIANCE and s.left > 0 else NO_REGIONS


@rule
def _without_alliance(s, own):
    """Neighbours of a region that no alliance binds to it."""
    return neighbours(s, own) & ~np.int64(s.alliances[own])


@rule
def can_make_alliance(s, seat):
    """Whether a card for an alliance could be played (L03-13)."""
    for own in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        if _without_alliance(s, own):
            return True
    return False


@rule
def why_no_alliance(s, seat, number, other):
    own = seat * CASTLES_EACH + number
    if s.phase != Phase.ALLIANCE:
        return np.int64(Refusal.NOT_NOW)
    if s.left == 0:
        return np.int64(Refusal.ALLIANCE_MADE)
    if not are_rivals(s, own, other):
        return np.int64(Refusal.ALLIANCE_REGIONS)
    if allied(s, own, other):
        return np.int64(Refusal.ALLIANCE_STANDS)
    return np.int64(Refusal.ALLIANCE_APART)


@rule
def make_alliance(s, seat, number, other, log):
    own = seat * CASTLES_EACH + number
    take_step(s)
    s.alliances[own] |= 1 << other
    s.alliances[other] |= 1 << own
    emit(log, Event.ALLIANCE, seat, own, other)
