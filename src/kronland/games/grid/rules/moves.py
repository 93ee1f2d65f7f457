"""Castles, borders, knights, expansion, deserters: what both Löwenherz games allow and forbid alike.

Beyond the fields that `regions` names, the state has `terrain[kind]` (sets of fields; row 0 is open land, row 1 forest) and
`knights_left[colour]`.
Where the editions differ, they bind a small policy to their state type: `allied` (alliances are kept differently) and `score_founding`.
What is forbidden in both has the same number in both editions' refusals: a `Hindrance`, which is looked for only outside a set.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from kronland.core.kernel import Generic, rule
from kronland.games.fields import (
    EMPTY,
    STRIDE,
    beside,
    both,
    either,
    first,
    get,
    get_row,
    has,
    is_empty,
    meet,
    north,
    only,
    put,
    put_row,
    west,
    without,
)
from kronland.games.grid.rules.regions import (
    CASTLES,
    CASTLES_EACH,
    all_figures,
    beside_figures,
    border_lines,
    borders_short,
    castle_distance,
    castle_places,
    colour_of,
    has_region,
    is_link,
    is_open,
    knights_in,
    land_of,
    parts_figures,
    region_at,
)

OPEN_LAND, FOREST = 0, 1

ALLIANCES = Generic("allied")
allied = ALLIANCES.function  # allied(s, one, other): whether an alliance binds the regions of two castles


class Hindrance(IntEnum):
    CASTLE_GROUND = 10
    CASTLE_FIELD_TAKEN = 11
    CASTLE_WITHOUT_ROOM = 12
    CASTLES_TOO_CLOSE = 13
    REMOVE_NO_KNIGHT = 30
    REMOVE_LINK = 31
    NO_BORDERS_LEFT = 52
    LINE_TAKEN = 53
    PARTS_FIGURES = 54
    INSIDE_A_REGION = 55
    NO_KNIGHTS_LEFT = 62
    KNIGHT_GROUND = 63
    KNIGHT_FIELD_TAKEN = 64
    KNIGHT_APART = 65
    NOT_BESIDE_REGION = 73
    FIGURE_ON_FIELD = 74
    OWN_REGION = 75
    TOO_FEW_KNIGHTS = 76
    ALLIED = 77
    CANNOT_CLOSE = 78


# The board ------------------------------------------------------------------------------------------------------------------------


@rule
def clear_board(s, cells):
    """An empty board of these fields: every line open, no castle anywhere."""
    put(s.board, cells)
    put(s.open_east, both(cells, west(cells)))
    put(s.open_south, both(cells, north(cells)))
    for castle in range(CASTLES):
        s.castle_at[castle] = -1


@rule
def lay_tile(s, tiles, tile, side, top, left, turns):
    """A square tile of `side` fields, turned by quarters, its corner at this row and column of the board."""
    for row in range(side):
        for column in range(side):
            r, c = row, column
            for _ in range(turns):
                r, c = side - 1 - c, r
            terrain = tiles[tile, r * side + c]
            cell = (top + row) * STRIDE + left + column
            put_row(s.terrain, terrain, either(get_row(s.terrain, terrain), only(cell)))


# Castles --------------------------------------------------------------------------------------------------------------------------


@rule
def put_figure(s, colour, cell):
    put_row(s.figures, colour, either(get_row(s.figures, colour), only(cell)))


@rule
def put_castle(s, colour, number, cell):
    put_figure(s, colour, cell)
    put(s.castles, either(get(s.castles), only(cell)))
    s.castle_at[colour * CASTLES_EACH + number] = cell


@rule
def put_knight(s, colour, cell):
    put_figure(s, colour, cell)
    s.knights_left[colour] -= 1


@rule
def castle_fields(s, colour, ground, room, distance):
    """Where a castle may go, with as much of the distance to its colour's other castles as can still be kept."""
    return castle_places(s, colour, ground, room, castle_distance(s, colour, ground, room, distance))


@rule
def castle_hindrance(s, cell, ground, room):
    if not has(ground, cell):
        return np.int64(Hindrance.CASTLE_GROUND)
    if has(all_figures(s), cell):
        return np.int64(Hindrance.CASTLE_FIELD_TAKEN)
    if not has(beside(without(room, all_figures(s)), get(s.board)), cell):
        return np.int64(Hindrance.CASTLE_WITHOUT_ROOM)
    return np.int64(Hindrance.CASTLES_TOO_CLOSE)


# Borders --------------------------------------------------------------------------------------------------------------------------


@rule
def border_hindrance(s, cell, southward):
    if s.borders_left == 0:
        return np.int64(Hindrance.NO_BORDERS_LEFT)
    if not is_open(s, cell, southward):
        return np.int64(Hindrance.LINE_TAKEN)
    if parts_figures(s, cell, southward):
        return np.int64(Hindrance.PARTS_FIGURES)
    return np.int64(Hindrance.INSIDE_A_REGION)


@rule
def free_lines(s, southward):
    """The cells whose line east (or south) may carry a border: none if no border is left."""
    return border_lines(s, southward) if s.borders_left > 0 else EMPTY


# Knights --------------------------------------------------------------------------------------------------------------------------


@rule
def is_forest(s, cell):
    return has(get_row(s.terrain, FOREST), cell)


@rule
def knight_ground(s):
    return either(get_row(s.terrain, OPEN_LAND), get_row(s.terrain, FOREST))


@rule
def knight_places(s, colour):
    """Where a knight of this colour may go, fees aside: nowhere if none is left (L97-41, L97-42, L03-30 to L03-32)."""
    return both(beside_figures(s, colour), knight_ground(s)) if s.knights_left[colour] > 0 else EMPTY


@rule
def knight_hindrance(s, colour, cell):
    if s.knights_left[colour] == 0:
        return np.int64(Hindrance.NO_KNIGHTS_LEFT)
    if not has(knight_ground(s), cell):
        return np.int64(Hindrance.KNIGHT_GROUND)
    if has(all_figures(s), cell):
        return np.int64(Hindrance.KNIGHT_FIELD_TAKEN)
    return np.int64(Hindrance.KNIGHT_APART)


# Expansion ------------------------------------------------------------------------------------------------------------------------


@rule
def expansion_hindrance(s, castle, cell):
    """Why the region of a castle may not take this field (L97-50 to L97-52, L03-40 to L03-44)."""
    region = get_row(s.region, castle)
    if has(region, cell) or not has(beside(region, get(s.board)), cell):
        return np.int64(Hindrance.NOT_BESIDE_REGION)
    if has(all_figures(s), cell):
        return np.int64(Hindrance.FIGURE_ON_FIELD)
    holder = region_at(s, cell)
    if holder >= 0:
        if colour_of(holder) == colour_of(castle):
            return np.int64(Hindrance.OWN_REGION)
        if knights_in(s, castle) <= knights_in(s, holder):
            return np.int64(Hindrance.TOO_FEW_KNIGHTS)
        if allied(s, castle, holder):
            return np.int64(Hindrance.ALLIED)
    return np.int64(Hindrance.CANNOT_CLOSE)


@rule
def takable(s, castle):
    """The fields that a region may take (L97-50 to L97-52, L03-40 to L03-44)."""
    region = get_row(s.region, castle)
    ring = without(without(beside(region, get(s.board)), all_figures(s)), land_of(s, colour_of(castle)))
    strength = knights_in(s, castle)
    for holder in range(CASTLES):
        if colour_of(holder) != colour_of(castle) and meet(get_row(s.region, holder), ring):
            if strength <= knights_in(s, holder) or allied(s, castle, holder):
                ring = without(ring, get_row(s.region, holder))
    if s.borders_left < 2:  # a new field needs at most three borders and frees at least one
        rest = ring
        while not is_empty(rest):
            cell = first(rest)
            rest = without(rest, only(cell))
            if borders_short(s, castle, cell) > 0:
                ring = without(ring, only(cell))
    return ring


# Two regions: alliances and deserters ---------------------------------------------------------------------------------------------


NO_REGIONS = np.int64(0)  # a set of regions: a bit for each castle


@rule
def neighbours(s, own):
    """The regions of other colours that share a border with the region of a castle."""
    regions, ring = NO_REGIONS, beside(get_row(s.region, own), get(s.board))
    if not is_empty(ring):
        for other in range(CASTLES):
            if colour_of(other) != colour_of(own) and meet(ring, get_row(s.region, other)):
                regions |= np.int64(1) << np.int64(other)
    return regions


@rule
def has_castle(regions, castle):
    return regions >> np.int64(castle) & 1 == 1


@rule
def are_rivals(s, own, other):
    """Two regions of different colours."""
    return colour_of(other) != colour_of(own) and has_region(s, own) and has_region(s, other)


@rule
def removable_knights(s, castle):
    """The knights of a region that may be taken away: all others stay joined to the castle (L97-72, L03-51)."""
    knights = without(both(get_row(s.figures, colour_of(castle)), get_row(s.region, castle)), get(s.castles))
    rest = knights
    while not is_empty(rest):
        cell = first(rest)
        rest = without(rest, only(cell))
        if is_link(s, castle, cell):
            knights = without(knights, only(cell))
    return knights


@rule
def removal_hindrance(s, castle, cell):
    if not has(get_row(s.region, castle), cell) or not has(get_row(s.figures, colour_of(castle)), cell):
        return np.int64(Hindrance.REMOVE_NO_KNIGHT)
    if s.castle_at[castle] == cell:
        return np.int64(Hindrance.REMOVE_NO_KNIGHT)
    return np.int64(Hindrance.REMOVE_LINK)


@rule
def take_off_knight(s, colour, cell):
    """A knight goes back to its colour's supply."""
    put_row(s.figures, colour, without(get_row(s.figures, colour), only(cell)))
    s.knights_left[colour] += 1


@rule
def settling_places(s, own):
    """Where a knight that comes over to a region may go, fees aside."""
    return both(knight_places(s, colour_of(own)), get_row(s.region, own))
