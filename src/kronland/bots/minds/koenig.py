"""Löwenherz – Der König kehrt zurück (2003): what its bots look at."""

from __future__ import annotations

from math import sqrt

import numpy as np

from kronland.bots.engine.evaluation import Mind
from kronland.bots.minds.grid import free_around, mark_edge, open_edge, plot, rivals
from kronland.core.kernel import entry, rule
from kronland.core.room import zeros
from kronland.core.words import N_
from kronland.games.fields import both, count, get_row, meet
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH, has_region, knights_in
from kronland.games.koenig.rules.contents import A_BORDER, A_SELL, A_TAKE, ONE, VERB
from kronland.games.koenig.rules.ending import TOKEN
from kronland.games.koenig.rules.land import income, mines_of, value_of
from kronland.games.koenig.rules.state import BOARD, DECK, FIRST_MINE, HAND, MINE_KINDS, MONOPOLY_MINES, PILE_NAMES, Phase, Task
from kronland.games.koenig.rules.taste import taste

PILES = len(PILE_NAMES)
LINES = len(BOARD.line_ends)
LINE_EAST_OF, LINE_SOUTH_OF = BOARD.line_east_of, BOARD.line_south_of
STEPS = 3  # that a plot may reach from its castle
EVERY_CASTLE = (1 << CASTLES) - 1

NAMES = (
    "points",
    "last stretch",
    "ducats",
    "income",
    "mines for a monopoly",
    "regions",
    "plots",
    "knights in regions",
    "stronger neighbours",
    "weaker neighbours",
    "free land",
    "cards",
    "borders in hand",
    "knights in hand",
    "expansions in hand",
    "pacts in hand",
    "steps left",
    "land to conquer",
    "land at risk",
)
EACH_MISSING = 0.75  # what a plot is worth less for every border that it lacks
MINE_VALUE = 1.5  # of a kind of mine on a plot: a ducat each turn


@entry
def features(s, seat, out):
    """The features of a seat, in the order of NAMES."""
    for f in range(out.shape[0]):
        out[f] = 0.0
    token = np.float64(TOKEN[s.players])
    out[0] = s.score[seat] / 10.0
    out[1] = max(0.0, s.score[seat] - 0.7 * token) / 10.0
    out[2] = sqrt(max(0.0, np.float64(s.ducats[seat]))) / 3.0
    out[3] = income(s, seat)
    for mine in range(MINE_KINDS):
        if mines_of(s, seat, mine) == MONOPOLY_MINES - 1:
            out[4] += 1.0
    for castle in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        if s.castle_at[castle] < 0:
            continue
        if has_region(s, castle):
            out[5] += 1.0
            out[7] += sqrt(np.float64(knights_in(s, castle)))
            stronger, weaker, prey, exposed = rivals(s, castle, np.int64(EVERY_CASTLE) & ~np.int64(s.alliances[castle]))
            out[8] += stronger
            out[9] += weaker
            out[17] += value_of(s, prey) / 10.0
            out[18] += value_of(s, exposed) / 10.0
            out[10] += value_of(s, free_around(s, castle)) / 10.0
        else:
            out[6] += _plot_worth(s, castle) / 10.0
    _hand(s, seat, out)
    if s.seat == seat:
        out[16] = s.left
    best = 0.0
    for other in range(s.players):
        best = max(best, s.score[other] / token)
    return min(1.0, max(best, s.drawn / DECK))


@rule
def _plot_worth(s, castle):
    """What the best plot round a castle would bring, less for every border that it lacks."""
    best = 0.0
    for steps in range(1, STEPS + 1):
        fields = plot(s, castle, steps)
        best = max(best, _worth_walled(s, fields, np.float64(open_edge(s, fields))))
    return best


@rule
def _worth_walled(s, fields, missing):
    points = 1.0 + value_of(s, fields)
    for mine in range(MINE_KINDS):
        if meet(fields, get_row(s.terrain, FIRST_MINE + mine)):
            points += MINE_VALUE + 0.5 * count(both(fields, get_row(s.terrain, FIRST_MINE + mine)))
    return points * EACH_MISSING**missing


@rule
def _hand(s, seat, out):
    for slot in range(HAND):
        kind = s.hand[seat, slot]
        if kind < 0:
            continue
        out[11] += 1.0
        for symbol in range(2):
            task, size = s.kind_symbols[kind, symbol] >> 4, s.kind_symbols[kind, symbol] & 15
            if task == Task.BORDER:
                out[12] += size
            elif task == Task.KNIGHT:
                out[13] += size
            elif task == Task.EXPAND:
                out[14] += size
            elif task > 0:
                out[15] += 1.0


@entry
def hunches(s, seat, actions, n, out):
    """Borders by the plots that they wall in; otherwise the game's own taste, but a card is sold more readily.

    Nobody takes from the market when a whole round of hands came from there: bots among themselves would sell and take for the ducats
    alone, as long as L03-14 lets them, and neither would win by it nor a game come to its end."""
    lines = zeros(LINES, np.float64)
    if s.phase == Phase.BORDER:
        _plots(s, seat, lines)
    for i in range(n):
        action = actions[i]
        verb = VERB[action]
        if verb == A_BORDER:
            out[i] = 1.0 + lines[ONE[action]]
        elif verb == A_SELL:
            out[i] = 8.0
        elif verb == A_TAKE:
            out[i] = 2.0 if s.market_refills < s.players else 0.0
        else:
            out[i] = taste(s, seat, action)


@rule
def _plots(s, seat, lines):
    """Weigh the lines round all plots of castles that have no region yet."""
    for castle in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        if s.castle_at[castle] >= 0 and not has_region(s, castle):
            for steps in range(1, STEPS + 1):
                fields = plot(s, castle, steps)
                weight = 40.0 * _worth_walled(s, fields, np.float64(open_edge(s, fields))) ** 2
                mark_edge(s, fields, weight, LINE_EAST_OF, LINE_SOUTH_OF, lines)


WORDS = {
    N_("points"): ("points", "last stretch"),
    N_("ducats"): ("ducats",),
    N_("income"): ("income",),
    N_("the way to a monopoly"): ("mines for a monopoly",),
    N_("regions"): ("regions",),
    N_("land that can be enclosed"): ("plots",),
    N_("strength against the neighbours"): ("knights in regions", "stronger neighbours", "weaker neighbours"),
    N_("room to grow"): ("free land",),
    N_("cards in hand"): ("cards", "borders in hand", "knights in hand", "expansions in hand", "pacts in hand"),
    N_("steps that are left"): ("steps left",),
    N_("land to conquer"): ("land to conquer",),
    N_("safety of the land"): ("land at risk",),
}
MIND = Mind(NAMES, {"features": features, "hunches": hunches}, WORDS)
