"""Borders, regions and how they grow: what both Löwenherz games have in common (L97-31 to L97-55, L03-20 to L03-46).

Works on any state with these fields (sets of cells are three words, see `areas`):

- `board`: the fields;
- `open_east`, `open_south`: the lines east and south of a field that exist and carry no border; `borders_left`: the supply;
- `castles`: all castles; `castle_at[castle]`: where one stands (-1: not on the board); castle = colour * 4 + number;
- `figures[colour]`: castles and knights of a colour;
- `region[castle]`: the fields of the region that a castle rules (empty: none).

Where the editions differ, they bind a small policy to their state type: `score_founding`.
"""

from __future__ import annotations

from kronland.core.kernel import Generic, rule
from kronland.games.fields import (
    EMPTY,
    STRIDE,
    beside,
    both,
    count,
    either,
    equal,
    first,
    flood,
    get,
    get_row,
    has,
    is_empty,
    meet,
    north,
    only,
    put,
    put_row,
    reached,
    west,
    without,
)

COLOURS = 4
CASTLES_EACH = 4
CASTLES = COLOURS * CASTLES_EACH

FOUNDING = Generic("score_founding")
score_founding = FOUNDING.function  # score_founding(s, castle, log): a region has just arisen


@rule
def colour_of(castle):
    return castle // CASTLES_EACH


# Borders --------------------------------------------------------------------------------------------------------------------------


@rule
def is_open(s, cell, southward):
    """Whether the line east (or south) of a cell exists and carries no border."""
    return has(get(s.open_south), cell) if southward else has(get(s.open_east), cell)


@rule
def set_border(s, cell, southward):
    """Put a border on an open line; a line that has one, or lies on the frame, stays as it is."""
    if not is_open(s, cell, southward):
        return
    if southward:
        put(s.open_south, without(get(s.open_south), only(cell)))
    else:
        put(s.open_east, without(get(s.open_east), only(cell)))
    s.borders_left -= 1


@rule
def lift_border(s, cell, southward):
    """Take a border back into the supply, if there is one between two fields."""
    there = cell + (STRIDE if southward else 1)
    if is_open(s, cell, southward) or not has(get(s.board), cell) or not has(get(s.board), there):
        return
    if southward:
        put(s.open_south, either(get(s.open_south), only(cell)))
    else:
        put(s.open_east, either(get(s.open_east), only(cell)))
    s.borders_left += 1


@rule
def is_closed_end(s, row, column):
    """Whether a border or the frame touches this corner point (row and column of the field south-east of it)."""
    cell = row * STRIDE + column
    if row == 0 or column == 0:
        return True
    return not (  # at the frame too: beyond the board no line is open
        is_open(s, cell - STRIDE - 1, False)
        and is_open(s, cell - 1, False)
        and is_open(s, cell - STRIDE - 1, True)
        and is_open(s, cell - STRIDE, True)
    )


@rule
def may_part_an_area(s, cell, southward):
    """Whether a border on this line could cut an area in two: only if both its ends meet a border or the frame. Ask before it is set."""
    row, column = cell // STRIDE, cell % STRIDE
    if southward:
        return is_closed_end(s, row + 1, column) and is_closed_end(s, row + 1, column + 1)
    return is_closed_end(s, row, column + 1) and is_closed_end(s, row + 1, column + 1)


@rule
def area_of(s, cell):
    """All fields that can be reached from this one without crossing a border."""
    return flood(only(cell), get(s.open_east), get(s.open_south))


# Regions --------------------------------------------------------------------------------------------------------------------------


@rule
def has_region(s, castle):
    return not is_empty(get_row(s.region, castle))


@rule
def region_at(s, cell):
    """The castle whose region a field belongs to; -1 for none."""
    for castle in range(CASTLES):
        if has(get_row(s.region, castle), cell):
            return castle
    return -1


@rule
def all_regions(s):
    """The fields of all regions."""
    land = EMPTY
    for castle in range(CASTLES):
        land = either(land, get_row(s.region, castle))
    return land


@rule
def land_of(s, colour):
    """The fields of all regions of a colour."""
    land = EMPTY
    for castle in range(colour * CASTLES_EACH, (colour + 1) * CASTLES_EACH):
        land = either(land, get_row(s.region, castle))
    return land


@rule
def castle_on(s, cell):
    """Which castle stands on a cell; -1 for none."""
    for castle in range(CASTLES):
        if s.castle_at[castle] == cell:
            return castle
    return -1


@rule
def found_region(s, cell, log):
    """An area round exactly one castle that has no region yet becomes that castle's region (L97-36, L03-25).

    The open rest of the board is such an area too. What is closed off without a castle belongs to nobody (L97-37).
    """
    area = area_of(s, cell)
    inside = both(area, get(s.castles))
    if count(inside) != 1:
        return
    castle = castle_on(s, first(inside))
    if has_region(s, castle):
        return
    put_row(s.region, castle, area)
    _lift_borders_inside(s, area)
    score_founding(s, castle, log)


@rule
def _lift_borders_inside(s, area):
    """Borders inside a new region go back to the supply (L97-36, L03-27)."""
    inner_east = without(both(area, west(area)), get(s.open_east))
    inner_south = without(both(area, north(area)), get(s.open_south))
    s.borders_left += count(inner_east) + count(inner_south)
    put(s.open_east, either(get(s.open_east), inner_east))
    put(s.open_south, either(get(s.open_south), inner_south))


@rule
def build_border(s, cell, southward, log):
    """Set a border; found what it closes, on either side."""
    parts = may_part_an_area(s, cell, southward)
    set_border(s, cell, southward)
    if parts:
        there = cell + (STRIDE if southward else 1)
        if not has(area_of(s, cell), there):
            found_region(s, cell, log)
            found_region(s, there, log)


@rule
def regions_touch(s, one, other):
    """Whether two regions share a border."""
    return meet(beside(get_row(s.region, one), get(s.board)), get_row(s.region, other))


# Where borders may go -------------------------------------------------------------------------------------------------------------


@rule
def parts_figures(s, cell, southward):
    """Whether a border here would stand between two figures of one colour (L97-32, L03-21)."""
    there = cell + (STRIDE if southward else 1)
    for colour in range(COLOURS):
        mine = get_row(s.figures, colour)
        if has(mine, cell) and has(mine, there):
            return True
    return False


@rule
def border_lines(s, southward):
    """The cells whose line east (or south) may carry a border (L97-31 to L97-33, L03-20 to L03-22)."""
    free = without(get(s.open_south) if southward else get(s.open_east), all_regions(s))
    for colour in range(COLOURS):
        mine = get_row(s.figures, colour)
        pairs = both(mine, north(mine) if southward else west(mine))
        free = without(free, pairs)
    return free


# Figures --------------------------------------------------------------------------------------------------------------------------


@rule
def all_figures(s):
    return either(
        either(get_row(s.figures, 0), get_row(s.figures, 1)),
        either(get_row(s.figures, 2), get_row(s.figures, 3)),
    )


@rule
def knights_in(s, castle):
    """How many knights stand in a castle's region."""
    return count(both(without(get_row(s.figures, colour_of(castle)), get(s.castles)), get_row(s.region, castle)))


@rule
def beside_figures(s, colour):
    """Free fields next to a figure of this colour with no border between."""
    return without(reached(get_row(s.figures, colour), get(s.open_east), get(s.open_south)), all_figures(s))


@rule
def is_link(s, castle, cell):
    """Whether taking the knight on this cell away would part another knight of the region from its castle."""
    figures = without(both(get_row(s.figures, colour_of(castle)), get_row(s.region, castle)), only(cell))
    linked = only(s.castle_at[castle])
    while True:
        more = both(either(linked, reached(linked, get(s.open_east), get(s.open_south))), figures)
        if equal(more, linked):
            return not equal(linked, figures)
        linked = more


@rule
def castle_places(s, colour, ground, room, distance):
    """Free fields of the ground for a castle, with room for its knight beside it, `distance` or more from castles of its colour."""
    figures = all_figures(s)
    near = both(get_row(s.figures, colour), get(s.castles))
    for _ in range(distance - 1):
        near = either(near, beside(near, get(s.board)))
    return without(both(without(ground, figures), beside(without(room, figures), get(s.board))), near)


@rule
def castle_distance(s, colour, ground, room, distance):
    """The distance that castles of a colour must keep now: less than the usual one where no field is left for that (L97-5, L03-5)."""
    while distance > 1 and is_empty(castle_places(s, colour, ground, room, distance)):
        distance -= 1
    return distance


# Expansion ------------------------------------------------------------------------------------------------------------------------


@rule
def borders_short(s, castle, cell):
    """How many borders the supply lacks to close a new field of a region, those that come free counted in (L97-51, L03-44)."""
    region = get_row(s.region, castle)
    board = get(s.board)
    sides = beside(only(cell), board)
    inside = count(both(sides, region))
    needed = 0
    outside = without(sides, region)
    if has(outside, cell + 1) and is_open(s, cell, False):
        needed += 1
    if has(outside, cell + STRIDE) and is_open(s, cell, True):
        needed += 1
    if has(outside, cell - 1) and is_open(s, cell - 1, False):
        needed += 1
    if has(outside, cell - STRIDE) and is_open(s, cell - STRIDE, True):
        needed += 1
    return needed - inside - s.borders_left


@rule
def _close_or_open(s, castle, there, low, southward):
    """A side of a field that a region takes: no border towards the region, one towards any other field (L97-50, L03-44)."""
    if has(get_row(s.region, castle), there):
        lift_border(s, low, southward)
    else:
        set_border(s, low, southward)


@rule
def take_field(s, castle, cell):
    """A region takes a field next to it: borders move, and a region that loses the field keeps what is still joined to its castle
    (L97-50, L97-54, L03-44, L03-45).

    Gives the castle of the region that lost it (-1: none) and the set of fields that were cut off from that castle.
    """
    victim = region_at(s, cell)
    _close_or_open(s, castle, cell + 1, cell, False)
    _close_or_open(s, castle, cell + STRIDE, cell, True)
    _close_or_open(s, castle, cell - 1, cell - 1, False)
    _close_or_open(s, castle, cell - STRIDE, cell - STRIDE, True)
    put_row(s.region, castle, either(get_row(s.region, castle), only(cell)))
    cut = EMPTY
    if victim >= 0:
        rest = without(get_row(s.region, victim), only(cell))
        kept = area_of(s, s.castle_at[victim])
        cut = without(rest, kept)
        put_row(s.region, victim, kept)
    return victim, cut


@rule
def found_regions_around(s, castle, cell, log):
    """After a field was taken: found what the new borders have closed (L97-55, L03-46)."""
    outside = without(beside(only(cell), get(s.board)), get_row(s.region, castle))
    while not is_empty(outside):
        next_to = first(outside)
        found_region(s, next_to, log)
        outside = without(outside, only(next_to))
