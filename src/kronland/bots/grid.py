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
    put_row,
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
    """The regions beside a castle's region: how many of them are stronger, and how many weaker, with no alliance between; and the fields
    without figures that it could take from weaker ones, and that it could lose to stronger ones.

    `open_to` is the set of castles (as bits) whose regions no alliance protects.
    """
    mine, region = knights_in(s, castle), get_row(s.region, castle)
    around = beside(region, get(s.board))
    stronger, weaker = 0, 0
    prey, exposed = EMPTY, EMPTY
    for other in range(CASTLES):
        if colour_of(other) != colour_of(castle) and open_to >> other & 1 and has_region(s, other):
            beyond = get_row(s.region, other)
            if meet(around, beyond):
                theirs = knights_in(s, other)
                if theirs > mine:
                    stronger += 1
                    exposed = either(exposed, both(region, beside(beyond, get(s.board))))
                elif theirs < mine:
                    weaker += 1
                    prey = either(prey, both(around, beyond))
    figures = all_figures(s)
    return stronger, weaker, without(prey, figures), without(exposed, figures)


@rule
def free_around(s, castle):
    """The fields beside a region that it could simply take: nobody's land without figures."""
    around = beside(get_row(s.region, castle), get(s.board))
    return without(without(around, all_regions(s)), all_figures(s))


@rule
def plots_of(s, seat, steps, plots, missing):
    """All plots of up to so many steps round castles of the seat that have no region: their fields, and the borders that each lacks.

    `plots` and `missing` have room for CASTLES_EACH * steps; how many there are.
    """
    number = 0
    for castle in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        if s.castle_at[castle] >= 0 and not has_region(s, castle):
            for step in range(1, steps + 1):
                fields = plot(s, castle, step)
                put_row(plots, number, fields)
                missing[number] = open_edge(s, fields)
                number += 1
    return number


@rule
def wall(plots, weights, number, here, there):
    """How much a border between two fields helps to close a plot: the weight of the best plot that has it on its edge."""
    best = 0.0
    for n in range(number):
        if weights[n] > best:
            fields = get_row(plots, n)
            if has(fields, here) != has(fields, there):
                best = weights[n]
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
