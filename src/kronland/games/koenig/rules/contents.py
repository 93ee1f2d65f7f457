"""Löwenherz (2003): the table of contents of its rules: what can be done, whether it is legal, what comes of it.

Each verb stands in its chapter, with what is legal, why not, and its effect (`core/verbs.py`): `castles`, `market`, `borders`, `knights`,
`expansion`, `pacts`, `steps` and `refill`.
"""

from __future__ import annotations

import numpy as np

from kronland.core.flow import is_actor
from kronland.core.kernel import entry
from kronland.core.listing import append, append_bits
from kronland.core.refusal import at_the_door
from kronland.core.space import ActionSpace
from kronland.games.fields import has, list_fields
from kronland.games.grid.rules.moves import has_castle
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH
from kronland.games.koenig.rules.borders import BORDER, border_cells, may_set_border, place_border, why_no_border
from kronland.games.koenig.rules.cards import held_kind
from kronland.games.koenig.rules.castles import CASTLE, castle_cells, set_castle, why_no_castle
from kronland.games.koenig.rules.expansion import EXPAND, expand, expansion_cells, why_no_expansion
from kronland.games.koenig.rules.knights import KNIGHT, knight_cells, set_knight, why_no_knight
from kronland.games.koenig.rules.market import PLAY, SELL, list_cards, may_play, may_sell, play, sell, why_no_play, why_no_sale
from kronland.games.koenig.rules.pacts import (
    ALLIANCE,
    DESERTER,
    REMOVE,
    alliance_regions,
    deserter_regions,
    make_alliance,
    removal_cells,
    remove_knight,
    why_no_alliance,
    why_no_deserter,
    why_no_removal,
    win_deserter,
)
from kronland.games.koenig.rules.refill import DRAW, TAKE, draw, kind_of, list_market, may_draw, may_take, take, why_no_take
from kronland.games.koenig.rules.refusals import Refusal
from kronland.games.koenig.rules.state import BOARD, Phase
from kronland.games.koenig.rules.steps import DONE, finish_action, may_finish, why_not_finish

SPACE = ActionSpace(CASTLE, KNIGHT, BORDER, EXPAND, DESERTER, ALLIANCE, REMOVE, SELL, PLAY, DRAW, TAKE, DONE)
SIZE = SPACE.size
VERB, ONE, TWO = SPACE.tables  # number -> verb, and what it is about: a field, line, castle or card; then a castle or the action of a card
A_CASTLE, A_KNIGHT, A_BORDER, A_EXPAND = CASTLE.first, KNIGHT.first, BORDER.first, EXPAND.first
A_DESERTER, A_ALLIANCE, A_REMOVE = DESERTER.first, ALLIANCE.first, REMOVE.first
A_SELL, A_PLAY, A_DRAW, A_TAKE, A_DONE = SELL.first, PLAY.first, DRAW.first, TAKE.first, DONE.first

FIELD_OF, CELL_OF = BOARD.field_of_cell, BOARD.cell_of_field
LINE_EAST_OF, LINE_SOUTH_OF = BOARD.line_east_of, BOARD.line_south_of
ALLOWED, NOT_NOW = np.int64(Refusal.NONE), np.int64(Refusal.NOT_NOW)


@entry
def legal(s, seat, out):
    """Write the legal actions of a seat into `out`; how many."""
    if not is_actor(s, seat):
        return 0
    n, phase = 0, s.phase  # only one or two sets are not empty: the phase says which, so that the others need not be asked
    if phase == Phase.CARD:
        n = list_cards(s, seat, A_SELL, A_PLAY, out, n)
    elif phase == Phase.REFILL:
        if may_draw(s):
            n = append(out, n, A_DRAW)
        n = list_market(s, A_TAKE, out, n)
    elif phase == Phase.BORDER:
        n = list_fields(LINE_EAST_OF, border_cells(s, False), A_BORDER, 1, out, n)
        n = list_fields(LINE_SOUTH_OF, border_cells(s, True), A_BORDER, 1, out, n)
    elif phase == Phase.EXPAND:
        for number in range(CASTLES_EACH):
            n = list_fields(FIELD_OF, expansion_cells(s, seat, number), A_EXPAND + number, CASTLES_EACH, out, n)
    elif phase == Phase.DESERTER:
        for number in range(CASTLES_EACH):
            n = append_bits(out, n, A_DESERTER + number * CASTLES, deserter_regions(s, seat, number))
    elif phase == Phase.REMOVE:
        n = list_fields(FIELD_OF, removal_cells(s), A_REMOVE, 1, out, n)
    elif phase == Phase.ALLIANCE:
        for number in range(CASTLES_EACH):
            n = append_bits(out, n, A_ALLIANCE + number * CASTLES, alliance_regions(s, seat, number))
    elif phase == Phase.CASTLE:
        n = list_fields(FIELD_OF, castle_cells(s), A_CASTLE, 1, out, n)
    else:
        n = list_fields(FIELD_OF, knight_cells(s, seat), A_KNIGHT, 1, out, n)
    if may_finish(s):
        n = append(out, n, A_DONE)
    return n


@entry
def refusal(s, seat, action):
    """0 if the seat may choose this action now, otherwise the reason."""
    turned_away = at_the_door(s, seat, action, SIZE)
    if turned_away:
        return turned_away
    verb, one, two = VERB[action], ONE[action], TWO[action]
    if verb == A_CASTLE:
        return ALLOWED if has(castle_cells(s), CELL_OF[one]) else why_no_castle(s, CELL_OF[one])
    if verb == A_KNIGHT:
        return ALLOWED if has(knight_cells(s, seat), CELL_OF[one]) else why_no_knight(s, seat, CELL_OF[one])
    if verb == A_BORDER:
        return ALLOWED if may_set_border(s, one) else why_no_border(s, one)
    if verb == A_EXPAND:
        return ALLOWED if has(expansion_cells(s, seat, two), CELL_OF[one]) else why_no_expansion(s, seat, CELL_OF[one], two)
    if verb == A_DESERTER:
        return ALLOWED if has_castle(deserter_regions(s, seat, one), two) else why_no_deserter(s, seat, one, two)
    if verb == A_ALLIANCE:
        return ALLOWED if has_castle(alliance_regions(s, seat, one), two) else why_no_alliance(s, seat, one, two)
    if verb == A_REMOVE:
        return ALLOWED if has(removal_cells(s), CELL_OF[one]) else why_no_removal(s, CELL_OF[one])
    if verb == A_SELL:
        return ALLOWED if may_sell(s, held_kind(s, seat, one)) else why_no_sale(s)
    if verb == A_PLAY:
        return ALLOWED if may_play(s, seat, held_kind(s, seat, one), two) else why_no_play(s, seat, one, two)
    if verb == A_DRAW:
        return ALLOWED if may_draw(s) else NOT_NOW
    if verb == A_TAKE:
        return ALLOWED if may_take(s, kind_of(s, one)) else why_no_take(s, one)
    return ALLOWED if may_finish(s) else why_not_finish(s)


@entry
def apply(s, seat, action, log):
    """Carry out a legal action."""
    verb, one, two = VERB[action], ONE[action], TWO[action]
    if verb == A_CASTLE:
        set_castle(s, seat, CELL_OF[one], log)
    elif verb == A_KNIGHT:
        set_knight(s, seat, CELL_OF[one], log)
    elif verb == A_BORDER:
        place_border(s, seat, one, log)
    elif verb == A_EXPAND:
        expand(s, seat, CELL_OF[one], two, log)
    elif verb == A_DESERTER:
        win_deserter(s, seat, one, two, log)
    elif verb == A_ALLIANCE:
        make_alliance(s, seat, one, two, log)
    elif verb == A_REMOVE:
        remove_knight(s, CELL_OF[one], log)
    elif verb == A_SELL:
        sell(s, seat, one, log)
    elif verb == A_PLAY:
        play(s, seat, one, two, log)
    elif verb == A_DRAW:
        draw(s, seat, log)
    elif verb == A_TAKE:
        take(s, seat, one, log)
    elif verb == A_DONE:
        finish_action(s, seat, log)
