"""Löwenherz (1997): regions take fields (L97-50 to L97-56)."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.fields import EMPTY, count, either, get, has, is_empty, only, put, without
from kronland.games.grid.rules.moves import expansion_hindrance, takable
from kronland.games.grid.rules.regions import CASTLES_EACH, colour_of, found_regions_around, has_region, take_field
from kronland.games.loewenherz.rules.domains import FIELDS, OWN_CASTLES
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.land import founding_points, towns_in
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.state import BOARD, TOWN_POINTS, Phase

FIELD_OF = BOARD.field_of_cell

SECOND_FIELD = N_("Expand the same region to a second field, or finish.")
EXPANSION = N_("Expand a region, or finish.")


def ask_for_a_field(view: View) -> str:
    """Who could set a knight as well is asked by that verb."""
    return view.words(SECOND_FIELD if view.state.expanding >= 0 else EXPANSION)


EXPAND = Verb(
    "expand",
    FIELDS,
    OWN_CASTLES,
    label=N_("Expand the region of your castle {castle} to {field}"),
    prompt=ask_for_a_field,
    lesson=N_("Your region may swallow fields next to it, also those of a neighbour with fewer knights: that is what knights are for."),
    rules=("L97-50",),
)


@rule
def expansion_cells(s, seat, number):
    """The fields that the region of an own castle may take now: nothing else decides it."""
    castle = seat * CASTLES_EACH + number
    return takable(s, castle) if s.phase == Phase.KNIGHT and _can_expand(s, castle) else EMPTY


@rule
def _can_expand(s, castle):
    """Whether this region may take another field now, as far as the action goes (L97-40, L97-50)."""
    if s.expanding >= 0:
        return s.expanding == castle
    return s.left > 0 and s.expansions > 0 and has_region(s, castle)


@rule
def why_no_expansion(s, seat, cell, number):
    castle = seat * CASTLES_EACH + number
    if s.phase != Phase.KNIGHT:
        return np.int64(Refusal.NOT_NOW)
    if s.expanding >= 0 and s.expanding != castle:
        return np.int64(Refusal.OTHER_REGION)
    if not has_region(s, castle):
        return np.int64(Refusal.NO_REGION)
    if not _can_expand(s, castle):
        return np.int64(Refusal.EXPANSION_USED)
    return expansion_hindrance(s, castle, cell)


@rule
def expand(s, seat, cell, number, log):
    """A region takes a field: +1, and +5 for a town; who loses it loses the same (L97-53)."""
    castle = seat * CASTLES_EACH + number
    second = s.expanding >= 0
    if not second:
        s.left -= 1
        s.expansions = 0
    victim, cut = take_field(s, castle, cell)
    if second and has(get(s.cut), cell):  # cut off by the first step, taken by the second: counts as taken (L97-54)
        victim = s.cut_from
        put(s.cut, without(get(s.cut), only(cell)))
    points = 1 + TOWN_POINTS * towns_in(s, only(cell))
    s.score[seat] += points
    emit(log, Event.FIELD_TAKEN, seat, FIELD_OF[cell], castle, points)
    if victim >= 0 and colour_of(victim) < s.players:
        s.score[colour_of(victim)] -= points
        emit(log, Event.FIELD_LOST, colour_of(victim), FIELD_OF[cell], -points)
    if second and victim == s.cut_from:
        put(s.cut, either(get(s.cut), cut))
    elif second:
        _settle_cut(s, victim, cut, log)
    else:
        put(s.cut, cut)
        s.cut_from = victim
    found_regions_around(s, castle, cell, log)
    s.expanding = castle
    if second:
        settle_expansion(s, log)


@rule
def settle_expansion(s, log):
    """The expansion is over: what was cut off is settled, once for each region (L97-54)."""
    if s.expanding < 0:
        return
    _settle_cut(s, s.cut_from, get(s.cut), log)
    s.expanding = -1
    s.cut_from = -1
    put(s.cut, EMPTY)


@rule
def _settle_cut(s, castle, cut, log):
    """The victim loses the table's points for the fields cut off, and 5 a town; nobody gains them."""
    if castle < 0 or is_empty(cut) or colour_of(castle) >= s.players:
        return
    points = founding_points(count(cut)) + TOWN_POINTS * towns_in(s, cut)
    s.score[colour_of(castle)] -= points
    emit(log, Event.CUT_OFF, castle, colour_of(castle), count(cut), -points)
