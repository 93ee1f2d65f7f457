"""What bots see on the board of both Löwenherz games: plots that could be walled in, neighbours that are stronger or weaker."""

from __future__ import annotations

from kronland.core.bits import lowest
from kronland.core.kernel import rule
from kronland.games.fields import (
    EMPTY,
    ONE,
    STRIDE,
    ZERO,
    beside,
    both,
    count,
    either,
    get,
    get_row,
    meet,
    north,
    only,
    reached,
    west,
    without,
)
from kronland.games.grid.rules.regions import CASTLES, all_figures, all_regions, colour_of, has_region, knights_in


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
def edge(s, fields):
    """The lines round a set of fields that carry no border: the cells west of such a line, and the cells north of one."""
    inner_east, inner_south = both(fields, west(fields)), both(fields, north(fields))
    east_lines = without(both(either(fields, west(fields)), get(s.open_east)), inner_east)
    south_lines = without(both(either(fields, north(fields)), get(s.open_south)), inner_south)
    return east_lines, south_lines


@rule
def open_edge(s, fields):
    """How many borders are missing round a set of fields."""
    east_lines, south_lines = edge(s, fields)
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
def mark_edge(s, fields, weight, line_east_of, line_south_of, lines):
    """Give the missing borders round a plot its weight, where they have no greater one yet."""
    east_lines, south_lines = edge(s, fields)
    _mark(east_lines, weight, line_east_of, lines)
    _mark(south_lines, weight, line_south_of, lines)


@rule
def _mark(cells, weight, line_of, lines):
    for word in range(3):
        w = cells[0] if word == 0 else (cells[1] if word == 1 else cells[2])
        while w != ZERO:
            line = line_of[word * 64 + lowest(w)]
            lines[line] = max(lines[line], weight)
            w = w & (w - ONE)


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
