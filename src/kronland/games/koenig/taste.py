"""Löwenherz (2003): the taste of careless but lively play: cards played rather than sold, own castles walled in, good fields taken.

Weights only: it makes random games reach regions, expansions, alliances, deserters and the king token. It is no evaluation.
"""

from __future__ import annotations

from kronland.core.kernel import entry, rule
from kronland.games.grid.areas import EMPTY, STRIDE, both, count, either, get, get_row, has, north, only, reached, west, without
from kronland.games.grid.regions import CASTLES_EACH, all_figures, has_region
from kronland.games.grid.taste import border_taste
from kronland.games.koenig.actions import A_BORDER, A_DESERTER, A_DONE, A_DRAW, A_EXPAND, A_KNIGHT, A_PLAY, A_SELL, A_TAKE, N_OWN_CASTLES
from kronland.games.koenig.land import value_of
from kronland.games.koenig.state import BOARD

CELL_OF = BOARD.cell_of_field
LINE_ENDS = BOARD.line_ends
LINE_IS_SOUTH = BOARD.line_is_south
LAST = BOARD.columns - 1


@entry
def taste(s, seat, action):
    if action < A_KNIGHT:
        return 1 + 10 * _frames_near(CELL_OF[action])
    if action >= A_BORDER and action < A_EXPAND:
        line = action - A_BORDER
        plain = border_taste(s, LINE_ENDS[line, 0], LINE_IS_SOUTH[line] == 1)
        return plain + _wall_taste(s, seat, LINE_ENDS[line, 0], LINE_ENDS[line, 1])
    if action >= A_EXPAND and action < A_DESERTER:
        return 2 + 8 * value_of(s, only(CELL_OF[(action - A_EXPAND) // N_OWN_CASTLES]))
    if action >= A_PLAY and action < A_DRAW:
        return 20
    if action == A_DRAW:
        return 6
    if action == A_DONE or (action >= A_SELL and action < A_PLAY) or action >= A_TAKE:
        return 1
    return 2


@rule
def _frames_near(cell):
    """How many sides of the frame are near: the frame is a border that costs nothing."""
    row, column = cell // STRIDE, cell % STRIDE
    near = 0
    if row <= 1 or row >= LAST - 1:
        near += 1
    if column <= 1 or column >= LAST - 1:
        near += 1
    return near


@rule
def _wall_taste(s, seat, here, there):
    """More for a line on the edge of the plot round an own castle without a region, and the more the fewer of them are left."""
    best = 0
    for castle in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        at = s.castle_at[castle]
        if at >= 0 and abs(at // STRIDE - here // STRIDE) <= 3 and abs(at % STRIDE - here % STRIDE) <= 3 and not has_region(s, castle):
            plot = _plot(s, seat, at)
            if has(plot, here) != has(plot, there):
                best = max(best, 20_000 // _open_edge(s, plot) ** 2)
    return best


@rule
def _plot(s, seat, at):
    """The fields round a castle that a careless player would wall in: the square of nine, more in a corner of the board."""
    strangers = without(all_figures(s), get_row(s.figures, seat))
    plot = only(at)
    steps = 2 if _frames_near(at) == 2 else 1
    open_east, open_south = get(s.open_east), get(s.open_south)
    for _ in range(steps):
        plot = without(either(plot, reached(plot, open_east, EMPTY)), strangers)
    for _ in range(steps):
        plot = without(either(plot, reached(plot, EMPTY, open_south)), strangers)
    return plot


@rule
def _open_edge(s, plot):
    """How many lines between a plot and the fields round it carry no border."""
    inner_east, inner_south = both(plot, west(plot)), both(plot, north(plot))
    east_lines = without(both(either(plot, west(plot)), get(s.open_east)), inner_east)
    south_lines = without(both(either(plot, north(plot)), get(s.open_south)), inner_south)
    return count(east_lines) + count(south_lines)
