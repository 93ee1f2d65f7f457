"""Löwenherz (2003): borders, knights, expansion and mines on the board (L03-20 to L03-46, L03-70)."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.games.fields import both, count, get_row, is_empty, list_fields, meet, only
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
    border_lines,
    build_border,
    colour_of,
    found_regions_around,
    has_region,
    land_of,
    take_field,
)
from kronland.games.koenig.rules.actions import A_BORDER, A_EXPAND, A_KNIGHT, N_OWN_CASTLES
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.refusals import Refusal
from kronland.games.koenig.rules.state import (
    BOARD,
    FIELD_VALUES,
    FIRST_MINE,
    FOREST_FEE,
    LAYOUT,
    MINE_KINDS,
    MONOPOLY_MINES,
    MONOPOLY_POINTS,
    Terrain,
)

FIELD_OF = BOARD.field_of_cell
LINE_ENDS = BOARD.line_ends
LINE_IS_SOUTH = BOARD.line_is_south
LINE_EAST_OF = BOARD.line_east_of
LINE_SOUTH_OF = BOARD.line_south_of
FOREST_VALUE, VILLAGE_VALUE, CITY_VALUE = FIELD_VALUES[Terrain.FOREST], FIELD_VALUES[Terrain.VILLAGE], FIELD_VALUES[Terrain.ROYAL_CITY]


# Points ---------------------------------------------------------------------------------------------------------------------------


@rule
def value_of(s, fields):
    """Forest 1, village 3, royal city 5 (L03-26)."""
    return (
        FOREST_VALUE * count(both(fields, get_row(s.terrain, Terrain.FOREST)))
        + VILLAGE_VALUE * count(both(fields, get_row(s.terrain, Terrain.VILLAGE)))
        + CITY_VALUE * count(both(fields, get_row(s.terrain, Terrain.ROYAL_CITY)))
    )


@rule
def _score_founding(s, castle, log):
    """A region has arisen: its owner scores its fields at once; the neutral colour never scores (L03-26, L03-6)."""
    region = get_row(s.region, castle)
    owner = colour_of(castle)
    if owner >= s.players:
        emit(log, Event.NEUTRAL_REGION, castle, count(region))
        return
    points = value_of(s, region)
    s.score[owner] += points
    emit(log, Event.REGION_FOUNDED, owner, castle, count(region), points)
    settle_monopolies(s, log)


FOUNDING.bind(LAYOUT.dtype, _score_founding)


@rule
def mines_of(s, seat, mine):
    """How many mines of a kind lie in a player's regions."""
    return count(both(land_of(s, seat), get_row(s.terrain, FIRST_MINE + mine)))


@rule
def income(s, seat):
    """1 ducat for every kind of mine in own regions, however many there are of it (L03-10)."""
    land = land_of(s, seat)
    ducats = 0
    for mine in range(MINE_KINDS):
        if meet(land, get_row(s.terrain, FIRST_MINE + mine)):
            ducats += 1
    return ducats


@rule
def settle_monopolies(s, log):
    """Three or four mines of a kind are a monopoly: 5 points while it lasts (L03-70)."""
    for seat in range(s.players):
        for mine in range(MINE_KINDS):
            had = s.monopolies[seat] >> mine & 1
            has_now = 1 if mines_of(s, seat, mine) >= MONOPOLY_MINES else 0
            if has_now > had:
                s.score[seat] += MONOPOLY_POINTS
                emit(log, Event.MONOPOLY_WON, seat, mine, MONOPOLY_POINTS)
            elif has_now < had:
                s.score[seat] -= MONOPOLY_POINTS
                emit(log, Event.MONOPOLY_LOST, seat, mine, -MONOPOLY_POINTS)
            s.monopolies[seat] ^= (had ^ has_now) << mine


# Borders --------------------------------------------------------------------------------------------------------------------------


@rule
def can_set_border(s):
    return s.borders_left > 0 and not (is_empty(border_lines(s, False)) and is_empty(border_lines(s, True)))


@rule
def border_refusal(s, line):
    if s.left == 0:
        return np.int64(Refusal.BORDERS_USED)
    return border_hindrance(s, LINE_ENDS[line, 0], LINE_IS_SOUTH[line] == 1)


@rule
def border_legal(s, out, n):
    if s.left > 0:
        n = list_borders(s, LINE_EAST_OF, LINE_SOUTH_OF, A_BORDER, out, n)
    return n


@rule
def place_border(s, seat, line, log):
    s.left -= 1
    s.steps += 1
    emit(log, Event.BORDER_SET, seat, line)
    build_border(s, LINE_ENDS[line, 0], LINE_IS_SOUTH[line] == 1, log)


# Knights --------------------------------------------------------------------------------------------------------------------------


@rule
def payable_places(s, places, ducats):
    """Those of the places that can be paid: a forest costs 1 ducat more (L03-30)."""
    return places if ducats >= FOREST_FEE else both(places, get_row(s.terrain, Terrain.MEADOW))


@rule
def can_set_knight(s, seat, ducats):
    return s.knights_left[seat] > 0 and not is_empty(payable_places(s, knight_places(s, seat), ducats))


@rule
def fee_refusal(s, seat, cell):
    """What still forbids a knight on a field where it could stand."""
    return np.int64(Refusal.KNIGHT_FEE) if is_forest(s, cell) and s.ducats[seat] < FOREST_FEE else np.int64(Refusal.NONE)


@rule
def knight_refusal(s, cell):
    if s.left == 0:
        return np.int64(Refusal.KNIGHTS_USED)
    why = knight_hindrance(s, s.seat, cell)
    return why if why != Refusal.NONE else fee_refusal(s, s.seat, cell)


@rule
def knight_legal(s, out, n):
    if s.left > 0 and s.knights_left[s.seat] > 0:
        n = list_fields(FIELD_OF, payable_places(s, knight_places(s, s.seat), s.ducats[s.seat]), A_KNIGHT, 1, out, n)
    return n


@rule
def place_knight(s, seat, cell, log):
    s.left -= 1
    s.steps += 1
    put_knight(s, seat, cell)
    if is_forest(s, cell):
        s.ducats[seat] -= FOREST_FEE
        emit(log, Event.KNIGHT_IN_FOREST, seat, FIELD_OF[cell])
    else:
        emit(log, Event.KNIGHT_SET, seat, FIELD_OF[cell])


# Expansion ------------------------------------------------------------------------------------------------------------------------


@rule
def _allied(s, one, other):
    """Whether an alliance binds the regions of two castles, for good (L03-60)."""
    return s.alliances[one] >> other & 1 == 1


ALLIANCES.bind(LAYOUT.dtype, _allied)


@rule
def can_expand(s, seat):
    for castle in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        if has_region(s, castle) and not is_empty(takable(s, castle)):
            return True
    return False


@rule
def expand_refusal(s, cell, number):
    castle = s.seat * CASTLES_EACH + number
    if s.left == 0:
        return np.int64(Refusal.FIELDS_USED)
    if s.expanding >= 0 and s.expanding != castle:
        return np.int64(Refusal.OTHER_REGION)
    if not has_region(s, castle):
        return np.int64(Refusal.NO_REGION)
    return expansion_hindrance(s, castle, cell)


@rule
def expand_legal(s, out, n):
    if s.left == 0:
        return n
    for number in range(N_OWN_CASTLES):
        castle = s.seat * CASTLES_EACH + number
        if (s.expanding < 0 or s.expanding == castle) and has_region(s, castle):
            n = list_fields(FIELD_OF, takable(s, castle), A_EXPAND + number, N_OWN_CASTLES, out, n)
    return n


@rule
def expand(s, seat, cell, number, log):
    """A region takes a field and scores it; who loses it, and what it cuts off, loses as much (L03-45)."""
    castle = seat * CASTLES_EACH + number
    s.left -= 1
    s.steps += 1
    s.expanding = castle
    victim, cut = take_field(s, castle, cell)
    points = value_of(s, only(cell))
    s.score[seat] += points
    emit(log, Event.FIELD_TAKEN, seat, FIELD_OF[cell], castle, points)
    loser = colour_of(victim) if victim >= 0 else s.players
    if loser < s.players:
        s.score[loser] -= points
        emit(log, Event.FIELD_LOST, loser, FIELD_OF[cell], -points)
        if not is_empty(cut):
            lost = value_of(s, cut)
            s.score[loser] -= lost
            emit(log, Event.CUT_OFF, victim, loser, count(cut), -lost)
    settle_monopolies(s, log)
    found_regions_around(s, castle, cell, log)
