"""Löwenherz (1997): borders, knights and expansion on the board (L97-31 to L97-56)."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.games.fields import EMPTY, both, count, either, get, get_row, has, is_empty, list_fields, only, put, without
from kronland.games.grid.rules.moves import (
    ALLIANCES,
    border_hindrance,
    expansion_hindrance,
    is_forest,
    knight_hindrance,
    knight_places,
    list_borders,
    put_knight,
    takable,
)
from kronland.games.grid.rules.regions import (
    CASTLES_EACH,
    FOUNDING,
    build_border,
    colour_of,
    found_regions_around,
    has_region,
    take_field,
)
from kronland.games.loewenherz.rules.actions import A_BORDER, A_EXPAND, A_KNIGHT, N_OWN_CASTLES, N_PAYMENTS
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.purse import holds, pay, payment_covers, payment_refusal
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.state import (
    BOARD,
    FIRST_TREASURE,
    FOREST_FEE,
    LAYOUT,
    REGION_CAP,
    TOWN_POINTS,
    Terrain,
)

FIELD_OF = BOARD.field_of_cell
LINE_ENDS = BOARD.line_ends
LINE_IS_SOUTH = BOARD.line_is_south
LINE_EAST_OF = BOARD.line_east_of
LINE_SOUTH_OF = BOARD.line_south_of


# Scoring --------------------------------------------------------------------------------------------------------------------------


@rule
def founding_points(fields):
    """The founding table (L97-36)."""
    if fields <= 0:
        return 0
    if fields <= 4:
        return 3
    if fields <= 10:
        return 5
    if fields <= 20:
        return 7
    if fields <= 30:
        return 9
    return 12


@rule
def towns_in(s, fields):
    return count(both(fields, get_row(s.terrain, Terrain.TOWN)))


@rule
def _score_founding(s, castle, log):
    """A region has been founded: the table by its size, and 5 a town; the neutral colour scores nothing (L97-36)."""
    region = get_row(s.region, castle)
    fields, towns = count(region), towns_in(s, region)
    owner = colour_of(castle)
    if owner >= s.players:
        emit(log, Event.NEUTRAL_REGION, castle, fields)
        return
    points = founding_points(fields) + TOWN_POINTS * towns
    s.score[owner] += points
    emit(log, Event.REGION_FOUNDED, owner, castle, fields, towns, points)


FOUNDING.bind(LAYOUT.dtype, _score_founding)


# Borders --------------------------------------------------------------------------------------------------------------------------


@rule
def _regions_of(s, colour):
    """How many regions a colour owns."""
    n = 0
    for castle in range(colour * CASTLES_EACH, (colour + 1) * CASTLES_EACH):
        if has_region(s, castle):
            n += 1
    return n


@rule
def border_refusal(s, line):
    cell, southward = LINE_ENDS[line, 0], LINE_IS_SOUTH[line] == 1
    if s.left == 0:
        return np.int64(Refusal.BORDERS_USED)
    if _regions_of(s, s.seat) >= REGION_CAP:
        return np.int64(Refusal.THREE_REGIONS)
    return border_hindrance(s, cell, southward)


@rule
def border_legal(s, out, n):
    if s.left > 0 and _regions_of(s, s.seat) < REGION_CAP:
        n = list_borders(s, LINE_EAST_OF, LINE_SOUTH_OF, A_BORDER, out, n)
    return n


@rule
def place_border(s, seat, line, log):
    s.left -= 1
    emit(log, Event.BORDER_SET, seat, line)
    build_border(s, LINE_ENDS[line, 0], LINE_IS_SOUTH[line] == 1, log)


# Knights --------------------------------------------------------------------------------------------------------------------------


@rule
def forest_fee(s, cell):
    return FOREST_FEE if is_forest(s, cell) else 0


@rule
def knight_refusal(s, cell, payment):
    if s.left == 0:
        return np.int64(Refusal.KNIGHT_USED)
    why = knight_hindrance(s, s.seat, cell)
    if why != Refusal.NONE:
        return why
    return payment_refusal(s, s.seat, forest_fee(s, cell), payment, Refusal.KNIGHT_FEE)


@rule
def list_knight_places(s, places, fee, out, n):
    """Append the ways of setting a knight on these places, whose fee comes on top of what is due already."""
    farmland = both(places, get_row(s.terrain, Terrain.FARMLAND))
    forest = without(places, farmland)
    n = _list_paid_places(s, farmland, fee, out, n)
    return _list_paid_places(s, forest, fee + FOREST_FEE, out, n)


@rule
def _list_paid_places(s, places, fee, out, n):
    if is_empty(places):
        return n
    for payment in range(N_PAYMENTS if fee > 0 else 1):
        if payment == 0 or holds(s, s.seat, FIRST_TREASURE + payment - 1):
            if payment_covers(s, s.seat, fee, payment):
                n = list_fields(FIELD_OF, places, A_KNIGHT + payment, N_PAYMENTS, out, n)
    return n


@rule
def knight_legal(s, out, n):
    if s.left > 0 and s.knights_left[s.seat] > 0:
        n = list_knight_places(s, knight_places(s, s.seat), 0, out, n)
    return n


@rule
def place_knight(s, seat, cell, payment, log):
    settle_expansion(s, log)
    s.left -= 1
    pay(s, seat, forest_fee(s, cell), payment, log)
    put_knight(s, seat, cell)
    emit(log, Event.KNIGHT_SET, seat, FIELD_OF[cell])


# Expansion ------------------------------------------------------------------------------------------------------------------------


@rule
def _allied(s, one, other):
    """Whether an alliance binds the regions of two castles (L97-70)."""
    for slot in range(s.ally_one.shape[0]):
        a, b = s.ally_one[slot], s.ally_other[slot]
        if (a == one and b == other) or (a == other and b == one):
            return True
    return False


ALLIANCES.bind(LAYOUT.dtype, _allied)


@rule
def can_expand(s, castle):
    """Whether this region may take another field now, as far as the action goes (L97-40, L97-50)."""
    if s.expanding >= 0:
        return s.expanding == castle
    return s.left > 0 and s.expansions > 0 and has_region(s, castle)


@rule
def expand_refusal(s, cell, number):
    castle = s.seat * CASTLES_EACH + number
    if s.expanding >= 0 and s.expanding != castle:
        return np.int64(Refusal.OTHER_REGION)
    if not has_region(s, castle):
        return np.int64(Refusal.NO_REGION)
    if not can_expand(s, castle):
        return np.int64(Refusal.EXPANSION_USED)
    return expansion_hindrance(s, castle, cell)


@rule
def expand_legal(s, out, n):
    for number in range(N_OWN_CASTLES):
        castle = s.seat * CASTLES_EACH + number
        if can_expand(s, castle):
            n = list_fields(FIELD_OF, takable(s, castle), A_EXPAND + number, N_OWN_CASTLES, out, n)
    return n


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
