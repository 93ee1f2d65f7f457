"""Löwenherz (2003): the taste of careless but lively play: own castles walled in, good fields taken, money kept for what is worth it.

Weights only: they make random games reach regions, expansions, alliances, deserters and the king token, and they are sensible enough to
weigh the components by (docs/koenig-balance.md). They look at the own hand and at what lies open, and one step ahead.
"""

from __future__ import annotations

from kronland.core.kernel import entry, rule
from kronland.games.fields import EMPTY, STRIDE, both, count, either, get, get_row, has, meet, north, only, reached, west, without
from kronland.games.grid.rules.moves import takable
from kronland.games.grid.rules.regions import CASTLES_EACH, all_figures, has_region
from kronland.games.grid.rules.taste import border_taste
from kronland.games.koenig.rules.contents import (
    A_BORDER,
    A_CASTLE,
    A_DONE,
    A_DRAW,
    A_EXPAND,
    A_PLAY,
    A_SELL,
    A_TAKE,
    CELL_OF,
    ONE,
    TWO,
    VERB,
)
from kronland.games.koenig.rules.land import value_of
from kronland.games.koenig.rules.state import BOARD, FIRST_MINE, MINE_KINDS, Task, Terrain

LINE_ENDS = BOARD.line_ends
LINE_IS_SOUTH = BOARD.line_is_south
REACH = 3  # of a plot that is walled in, in rows and columns
DEAR = 5  # ducats that a good card may cost: with fewer, cards are rather sold


@entry
def taste(s, seat, action):
    verb, one = VERB[action], ONE[action]
    if verb == A_CASTLE:
        return _castle_taste(s, seat, CELL_OF[one])
    if verb == A_BORDER:
        plain = border_taste(s, LINE_ENDS[one, 0], LINE_IS_SOUTH[one] == 1)
        return plain + _wall_taste(s, seat, LINE_ENDS[one, 0], LINE_ENDS[one, 1])
    if verb == A_EXPAND:
        return 1 + _field_taste(s, only(CELL_OF[one]))
    if verb == A_SELL:
        return _sale_taste(s, seat, one)
    if verb == A_PLAY:
        return _task_taste(s, seat, TWO[action])
    if verb == A_TAKE:
        return _card_taste(s, seat, one) // 2 + 1
    if verb == A_DRAW:
        return 12
    return 1 if verb == A_DONE else 4


# Where castles go -----------------------------------------------------------------------------------------------------------------


@rule
def _castle_taste(s, seat, cell):
    """The frame is a border that costs nothing, and the land should be worth something."""
    _, worth = _best_plot(s, seat, cell)
    return 1 + worth * worth // 100


@rule
def _mines_in(s, fields):
    """How many kinds of mine these fields hold."""
    kinds = 0
    for mine in range(MINE_KINDS):
        if meet(fields, get_row(s.terrain, FIRST_MINE + mine)):
            kinds += 1
    return kinds


# Borders --------------------------------------------------------------------------------------------------------------------------


@rule
def _wall_taste(s, seat, here, there):
    """More for a line on the edge of the best plot round an own castle without a region."""
    best = 0
    for castle in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        at = s.castle_at[castle]
        if (
            at >= 0
            and abs(at // STRIDE - here // STRIDE) <= REACH + 1
            and abs(at % STRIDE - here % STRIDE) <= REACH + 1
            and not has_region(s, castle)
        ):
            plot, worth = _best_plot(s, seat, at)
            if has(plot, here) != has(plot, there):
                best = max(best, worth * worth * worth // 100)
    return best


@rule
def _best_plot(s, seat, at):
    """The fields round a castle that are best walled in, and how good they are: what they hold for the borders that they still need.

    Plots reach up to three columns and rows from the castle, as far as borders and other colours' figures let them.
    """
    strangers = without(all_figures(s), get_row(s.figures, seat))
    open_east, open_south = get(s.open_east), get(s.open_south)
    best, most = EMPTY, 0
    strip = only(at)
    for _ in range(REACH):
        strip = without(either(strip, reached(strip, open_east, EMPTY)), strangers)
        plot = strip
        for _ in range(REACH):
            plot = without(either(plot, reached(plot, EMPTY, open_south)), strangers)
            edge = _open_edge(s, plot)
            worth = 1500 * (3 + value_of(s, plot) + 2 * _mines_in(s, plot)) // ((edge + 1) * (edge + 4))
            if worth > most:
                best, most = plot, worth
    return best, most


@rule
def _open_edge(s, plot):
    """How many lines between a plot and the fields round it carry no border."""
    inner_east, inner_south = both(plot, west(plot)), both(plot, north(plot))
    east_lines = without(both(either(plot, west(plot)), get(s.open_east)), inner_east)
    south_lines = without(both(either(plot, north(plot)), get(s.open_south)), inner_south)
    return max(1, count(east_lines) + count(south_lines))


# Expansion ------------------------------------------------------------------------------------------------------------------------


@rule
def _field_taste(s, field):
    value = value_of(s, field) + _mines_in(s, field)
    return 6 * value * value


@rule
def _best_field(s, seat):
    """What the best field is worth that a region of this player could take now."""
    best = 0
    for castle in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        if has_region(s, castle):
            ring = takable(s, castle)
            if meet(ring, get_row(s.terrain, Terrain.ROYAL_CITY)):
                best = max(best, 5)
            elif meet(ring, get_row(s.terrain, Terrain.VILLAGE)):
                best = max(best, 3)
            elif meet(ring, get_row(s.terrain, Terrain.FOREST)) or _mines_in(s, ring) > 0:
                best = max(best, 1)
    return best


# Cards ----------------------------------------------------------------------------------------------------------------------------


@rule
def _task_taste(s, seat, task):
    """How much a player wants an action now."""
    if task == Task.BORDER:
        return 60 if _has_plots(s, seat) else 3
    if task == Task.EXPAND:
        return 25 * _best_field(s, seat) + 1
    if task == Task.KNIGHT:
        return 20
    return 15


@rule
def _has_plots(s, seat):
    """Whether a castle of this player has no region yet."""
    for castle in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        if s.castle_at[castle] >= 0 and not has_region(s, castle):
            return True
    return False


@rule
def _card_taste(s, seat, card):
    """How much a player wants a card: for the better of its actions."""
    best = 0
    for kind in range(s.kinds):
        if s.kind_card[kind] == card:
            for symbol in range(2):
                task = s.kind_symbols[kind, symbol] >> 4
                if task > 0:
                    best = max(best, _task_taste(s, seat, task))
    return best


@rule
def _sale_taste(s, seat, card):
    """A card is sold rather than played when money is short, and rather one that is not wanted."""
    wanted = _card_taste(s, seat, card)
    if s.ducats[seat] >= 2 * DEAR:
        return 1
    return max(1, (40 if s.ducats[seat] < DEAR else 10) - wanted // 2)
