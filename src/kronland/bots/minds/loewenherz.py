"""Löwenherz (1997): what its bots look at."""

from __future__ import annotations

from math import sqrt

import numpy as np

from kronland.bots.engine.evaluation import Mind
from kronland.bots.minds.grid import frames_near, free_around, mark_edge, open_edge, plot, rivals, within
from kronland.core.flow import seat_bit
from kronland.core.kernel import entry, rule
from kronland.core.room import zeros
from kronland.core.words import N_
from kronland.games.fields import both, count, get_row, has, only
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH, has_region, knights_in, land_of, region_at
from kronland.games.loewenherz.rules.contents import (
    A_ACCEPT,
    A_ALLIANCE,
    A_BID,
    A_BORDER,
    A_BREAK,
    A_CARD,
    A_CASTLE,
    A_DEMAND,
    A_DESERTER,
    A_END,
    A_EXPAND,
    A_KEEP,
    A_KNIGHT,
    A_OFFER,
    A_PILE,
    A_REMOVE,
    ONE,
    TWO,
    VERB,
)
from kronland.games.loewenherz.rules.ending import FIRST_FIEF, mountains
from kronland.games.loewenherz.rules.land import founding_points, towns_in
from kronland.games.loewenherz.rules.purse import KIND, held_treasures, holds, worth
from kronland.games.loewenherz.rules.state import (
    ALLIANCE,
    BOARD,
    DESERTER,
    FIEF_VALUES,
    FIRST_TREASURE,
    FOREST_FEE,
    TOWN_POINTS,
    Offer,
    Phase,
    Task,
    Terrain,
)

CELL_OF = BOARD.cell_of_field
LINES = len(BOARD.line_ends)
LINE_EAST_OF, LINE_SOUTH_OF = BOARD.line_east_of, BOARD.line_south_of
ROWS, COLUMNS = BOARD.rows, BOARD.columns
WALLED = 2  # steps that a plot worth walling in reaches from its castle
EVERY_CASTLE = (1 << CASTLES) - 1

NAMES = (
    "points",
    "ducats",
    "treasures",
    "fiefs",
    "alliances and deserters",
    "mountains",
    "regions",
    "plots",
    "knights in regions",
    "stronger neighbours",
    "weaker neighbours",
    "free land",
    "free towns",
    "borders to set",
    "knights to set",
    "politics to take",
    "ducats to take",
    "land to conquer",
    "land at risk",
)
USUAL_BID = 3.0  # in a duel: whoever bids as much wins every second one
EACH_MISSING = 0.75  # what a plot is worth less for every border that it lacks


@entry
def features(s, seat, out):
    """The features of a seat, in the order of NAMES."""
    for f in range(out.shape[0]):
        out[f] = 0.0
    out[0] = s.score[seat] / 10.0
    winning = _duel_chance(s, seat)
    out[1] = sqrt(max(0.0, s.ducats[seat] - winning * max(0, s.bid[seat]))) / 3.0
    out[2] = (worth(held_treasures(s, seat)) - winning * worth(s.bid_treasures[seat])) / 10.0
    for card in range(FIRST_TREASURE):
        if holds(s, seat, card):
            if KIND[card] == ALLIANCE or KIND[card] == DESERTER:
                out[4] += 1.0
            else:
                out[3] += FIEF_VALUES[card - FIRST_FIEF] / 10.0
    out[5] = mountains(s, seat) / 5.0
    _land(s, seat, out)
    _claims(s, seat, out)
    return (s.drawn + 0.3 * max(0, s.step)) / s.deck_size


@rule
def _land(s, seat, out):
    for castle in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        if s.castle_at[castle] < 0:
            continue
        if has_region(s, castle):
            out[6] += 1.0
            out[8] += sqrt(np.float64(knights_in(s, castle)))
            stronger, weaker, prey, exposed = rivals(s, castle, np.int64(EVERY_CASTLE) & ~_allies_of(s, castle))
            out[9] += stronger
            out[10] += weaker
            out[17] += (count(prey) + TOWN_POINTS * towns_in(s, prey)) / 10.0
            out[18] += (count(exposed) + TOWN_POINTS * towns_in(s, exposed)) / 10.0
            around = free_around(s, castle)
            out[11] += count(around) / 10.0
            out[12] += towns_in(s, around)
        else:
            out[7] += _plot_worth(s, castle) / 10.0


@rule
def _allies_of(s, castle):
    """The castles allied with one, as bits (L97-70)."""
    allies = np.int64(0)
    for n in range(3):
        if s.ally_one[n] == castle:
            allies |= np.int64(1) << np.int64(s.ally_other[n])
        elif s.ally_one[n] >= 0 and s.ally_other[n] == castle:
            allies |= np.int64(1) << np.int64(s.ally_one[n])
    return allies


@rule
def _plot_worth(s, castle):
    """What the best plot round a castle would bring, less for every border that it lacks."""
    best = 0.0
    for steps in range(1, 4):
        fields = plot(s, castle, steps)
        points = founding_points(count(fields)) + TOWN_POINTS * towns_in(s, fields)
        best = max(best, points * EACH_MISSING ** np.float64(open_edge(s, fields)))
    return best


@rule
def _claims(s, seat, out):
    """Actions of this round that are still to come and that the seat has laid a card for, shared with whoever else has (L97-13)."""
    if s.phase == 0 or s.phase < Phase.CARD:
        return
    for step in range(max(0, s.step), 3):
        task, size = s.card[s.deck[s.drawn - 1], step] >> 4, s.card[s.deck[s.drawn - 1], step] & 15
        if step == s.step and s.phase >= Phase.BORDER:  # under way
            part = 1.0 if s.seat == seat else 0.0
            size = s.left if s.phase <= Phase.KNIGHT else size
        else:
            several = 0
            for other in range(s.players):
                several += s.laid[other] >> step & 1
            part = 1.0 / several if s.laid[seat] >> step & 1 else 0.0
            if step == s.step and s.phase == Phase.BID and s.bid[seat] >= 0:
                part = _duel_chance(s, seat)
        if task == Task.BORDER:
            out[13] += part * size
        elif task == Task.KNIGHT:
            out[14] += part * size
        elif task == Task.POLITICS:
            out[15] += part
        elif task == Task.DUCATS:
            out[16] += part * size / 10.0


@rule
def _duel_chance(s, seat):
    """How likely a bid that has been made will win the duel, as far as one can tell before the others': bids are small, as a rule."""
    if s.phase != Phase.BID or s.bid[seat] < 0:
        return 0.0
    amount, chance = np.float64(s.bid[seat] + worth(s.bid_treasures[seat])), 1.0
    for other in range(s.players):
        if other != seat and s.rivals >> other & 1:
            chance *= amount / (amount + USUAL_BID)
    return chance


# Hunches ----------------------------------------------------------------------------------------------------------------------------


@entry
def hunches(s, seat, actions, n, out):
    lines = zeros(LINES, np.float64)
    if s.phase == Phase.BORDER:
        _plots(s, seat, lines)
    for i in range(n):
        action = actions[i]
        out[i] = 1.0 + lines[ONE[action]] if VERB[action] == A_BORDER else _hunch(s, seat, VERB[action], ONE[action], TWO[action])


@rule
def _plots(s, seat, lines):
    """Weigh the lines round all plots of castles that have no region yet."""
    for castle in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        if s.castle_at[castle] >= 0 and not has_region(s, castle):
            for steps in range(1, WALLED + 1):
                fields = plot(s, castle, steps)
                weight = 20_000.0 / (1.0 + open_edge(s, fields)) ** 2
                mark_edge(s, fields, weight, LINE_EAST_OF, LINE_SOUTH_OF, lines)


@rule
def _hunch(s, seat, verb, one, two):
    if verb == A_CASTLE:
        return _castle_hunch(s, CELL_OF[one])
    if verb == A_KNIGHT:
        return _knight_hunch(s, seat, CELL_OF[one], two)
    if verb == A_EXPAND:
        return _expand_hunch(s, CELL_OF[one])
    if verb == A_CARD:
        return 10
    if verb == A_DESERTER or verb == A_REMOVE:
        return 5
    if verb == A_OFFER or verb == A_DEMAND:
        return _offer_hunch(s, seat, verb == A_DEMAND, one)
    if verb == A_ACCEPT:
        return 12
    if verb == A_BREAK:
        return 6
    if verb == A_BID:
        return _bid_hunch(s, seat, one, two)
    if verb == A_ALLIANCE or verb == A_PILE:
        return 2
    if verb == A_KEEP:
        return 4 if one > DESERTER else 2
    if verb == A_END:
        return 1 if two == 0 and s.ducats[seat] >= 20 else 0
    return 1  # done


@rule
def _castle_hunch(s, cell):
    """Near the frame, near towns."""
    near = within(s, cell, 2)
    return 1 + 10 * frames_near(cell, ROWS, COLUMNS) + 12 * towns_in(s, near) + count(both(near, get_row(s.terrain, Terrain.MOUNTAIN)))


@rule
def _knight_hunch(s, seat, cell, payment):
    """In own regions rather than outside; treasures pay for a forest only where ducats cannot."""
    if payment > 0 and s.ducats[seat] >= FOREST_FEE:
        return 0
    return 12 if has(land_of(s, seat), cell) else 4


@rule
def _expand_hunch(s, cell):
    """Towns above all, then other players' land, then mountains."""
    field = only(cell)
    weight = 6 + 40 * towns_in(s, field) + 4 * count(both(field, get_row(s.terrain, Terrain.MOUNTAIN)))
    victim = region_at(s, cell)
    return weight + 10 if victim >= 0 and victim // CASTLES_EACH < s.players else weight


@rule
def _offer_hunch(s, seat, demand, amount):
    """One or two offers of a fair price; whoever goes on haggling gets a duel (L97-21). An action is worth about 4 ducats."""
    if s.offers >= 3 or amount < 2 or amount > 8 or amount % 2:
        return 0
    if not demand and 2 * amount > s.ducats[seat]:
        return 0
    if s.offer == Offer.PAY and demand and amount <= s.offer_sum:
        return 0  # one could as well accept
    return 2


@rule
def _bid_hunch(s, seat, amount, treasures):
    """Small sums, not more than two thirds of the purse; a treasure by itself or with a few ducats."""
    if treasures & (treasures - 1):
        return 0
    if treasures:
        return 1 if amount == 0 or amount == 2 else 0
    if amount <= 1:
        return 4
    if 3 * amount > 2 * s.ducats[seat] and amount > 3:
        return 0
    if amount <= 6:
        return 4
    return 2 if amount <= 16 and amount % 2 else 0


# What others have chosen in secret --------------------------------------------------------------------------------------------------


@entry
def withdraw(s, seat):
    """Secret bids of others are taken back, so that the search bids for them."""
    if s.phase == Phase.BID:
        for other in range(s.players):
            if other != seat and s.bid[other] >= 0:
                s.bid[other] = -1
                s.bid_treasures[other] = 0
                s.actors |= seat_bit(other)


WORDS = {
    N_("points"): ("points",),
    N_("ducats"): ("ducats", "ducats to take"),
    N_("treasures"): ("treasures",),
    N_("fiefs"): ("fiefs",),
    N_("alliances and deserters"): ("alliances and deserters",),
    N_("mountains"): ("mountains",),
    N_("regions"): ("regions",),
    N_("land that can be enclosed"): ("plots",),
    N_("strength against the neighbours"): ("knights in regions", "stronger neighbours", "weaker neighbours"),
    N_("room to grow"): ("free land", "free towns"),
    N_("actions still to come"): ("borders to set", "knights to set", "politics to take"),
    N_("land to conquer"): ("land to conquer",),
    N_("safety of the land"): ("land at risk",),
}
MIND = Mind(NAMES, {"features": features, "hunches": hunches, "withdraw": withdraw}, WORDS)
