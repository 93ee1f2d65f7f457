"""What bots see on the board of both Löwenherz games: plots that could be walled in, neighbours that are stronger or weaker."""

from __future__ import annotations

from kronland.core.kernel import rule
from kronland.games.grid.areas import (
    EMPTY,
    STRIDE,
    beside,
    both,
    count,
    either,
    get,
    get_row,
    has,
    meet,
    north,
    only,
    reached,
    west,
    without,
)
from kronland.games.grid.regions import CASTLES, CASTLES_EACH, all_figures, all_regions, colour_of, has_region, knights_in


@rule
def plot(s, castle, steps):
    """The fields round a castle that could become its region: so many steps east and west, then north and south, never across borders, and
    no other colour's figures; own figures beside them come along, since no border can part them."""
    own = get_row(s.figures, colour_of(castle))
    closed = without(all_figures(s), own)
    fields = only(s.castle_at[castle])
    open_east, open_south = get(s.open_east), get(s.open_south)
    for _ in range(steps):
        fields = without(either(fields, reached(fields, open_east, EMPTY)), closed)
    for _ in range(steps):
        fields = without(either(fields, reached(fields, EMPTY, open_south)), closed)
    fields = either(fields, both(reached(fields, open_east, open_south), own))
    return fields


@rule
def open_edge(s, fields):
    """How many borders are missing round a set of fields."""
    inner_east, inner_south = both(fields, west(fields)), both(fields, north(fields))
    east_lines = without(both(either(fields, west(fields)), get(s.open_east)), inner_east)
    south_lines = without(both(either(fields, north(fields)), get(s.open_south)), inner_south)
    return count(east_lines) + count(south_lines)


@rule
def rivals(s, castle, open_to):
    """The regions beside a castle's region: how many of them are stronger, and how many weaker, with no alliance between.

    `open_to` is the set of castles (as bits) whose regions no alliance protects.
    """
    mine = knights_in(s, castle)
    around = beside(get_row(s.region, castle), get(s.board))
    stronger, weaker = 0, 0
    for other in range(CASTLES):
        if colour_of(other) != colour_of(castle) and open_to >> other & 1 and has_region(s, other):
            if meet(around, get_row(s.region, other)):
                theirs = knights_in(s, other)
                if theirs > mine:
                    stronger += 1
                elif theirs < mine:
                    weaker += 1
    return stronger, weaker


@rule
def free_around(s, castle):
    """The fields beside a region that it could simply take: nobody's land without figures."""
    around = beside(get_row(s.region, castle), get(s.board))
    return without(without(around, all_regions(s)), all_figures(s))


@rule
def wall(s, seat, here, there):
    """How much a border between two fields helps to close a plot round a castle of the seat: more, the fewer are left to set."""
    best = 0
    for castle in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        at = s.castle_at[castle]
        if at >= 0 and abs(at // STRIDE - here // STRIDE) <= 4 and abs(at % STRIDE - here % STRIDE) <= 4 and not has_region(s, castle):
            for steps in range(1, 3):
                fields = plot(s, castle, steps)
                if has(fields, here) != has(fields, there):
                    best = max(best, 20_000 // (1 + open_edge(s, fields)) ** 2)
    return best


@rule
def frames_near(cell, rows, columns):
    """How many sides of the frame are near: the frame is a border that costs nothing."""
    row, column = cell // STRIDE, cell % STRIDE
    near = 0
    if row <= 1 or row >= rows - 2:
        near += 1
    if column <= 1 or column >= columns - 2:
        near += 1
    return near


@rule
def within(s, cell, steps):
    """All fields within so many steps of a cell, borders or not."""
    fields = only(cell)
    for _ in range(steps):
        fields = either(fields, beside(fields, get(s.board)))
    return fields
