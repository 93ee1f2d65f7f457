"""Löwenherz (1997): the table of contents of its rules: what can be done, whether it is legal, what comes of it.

Each verb stands in its chapter, with what is legal, why not, and its effect (`core/verbs.py`): `castles`, `knights`, `borders`,
`expansion`, `round`, `alliances`, `deserters`, `trial` and `politics`.
"""

from __future__ import annotations

import numpy as np

from kronland.core.flow import is_actor
from kronland.core.kernel import entry, rule
from kronland.core.listing import append, append_bits, append_series
from kronland.core.refusal import at_the_door
from kronland.core.space import ActionSpace
from kronland.games.fields import has, list_fields
from kronland.games.grid.rules.moves import has_castle
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH
from kronland.games.loewenherz.rules.alliances import (
    ALLIANCE,
    END,
    alliance_regions,
    end_alliance,
    list_ends,
    make_alliance,
    ways_to_end,
    why_no_alliance,
    why_no_end,
)
from kronland.games.loewenherz.rules.borders import BORDER, border_cells, may_set_border, place_border, why_no_border
from kronland.games.loewenherz.rules.castles import CASTLE, castle_cells, set_castle, why_no_castle
from kronland.games.loewenherz.rules.deserters import (
    DESERTER,
    REMOVE,
    deserter_regions,
    play_deserter,
    removal_cells,
    remove_knight,
    why_no_deserter,
    why_no_removal,
)
from kronland.games.loewenherz.rules.expansion import EXPAND, expand, expansion_cells, why_no_expansion
from kronland.games.loewenherz.rules.knights import KNIGHT, list_knights, may_set_knight, set_knight, why_no_knight
from kronland.games.loewenherz.rules.politics import (
    KEEP,
    PILE,
    keep_card,
    kinds_in_pile,
    piles,
    view_pile,
    why_no_pile,
    why_no_such_card,
)
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.round import CARD, DONE, card_choices, finish_action, lay_card, may_finish, why_no_choice
from kronland.games.loewenherz.rules.state import BOARD, Offer, Phase
from kronland.games.loewenherz.rules.trial import (
    ACCEPT,
    BID,
    BREAK,
    DEMAND,
    OFFER,
    accept_offer,
    break_off,
    list_bids,
    make_bid,
    make_offer,
    may_accept,
    may_bid,
    may_break_off,
    most_demanded,
    most_offered,
    why_no_agreement,
    why_no_bid,
    why_no_offer,
)

SPACE = ActionSpace(
    CASTLE, KNIGHT, BORDER, EXPAND, CARD, ALLIANCE, DESERTER, REMOVE, OFFER, DEMAND, ACCEPT, BREAK, BID, PILE, KEEP, END, DONE
)
SIZE = SPACE.size
VERB, ONE, TWO = SPACE.tables  # number -> verb, and what it is about: a field, line, castle, card or sum; then a castle or how it is paid
A_CASTLE, A_KNIGHT, A_BORDER, A_EXPAND, A_CARD = CASTLE.first, KNIGHT.first, BORDER.first, EXPAND.first, CARD.first
A_ALLIANCE, A_DESERTER, A_REMOVE, A_END = ALLIANCE.first, DESERTER.first, REMOVE.first, END.first
A_OFFER, A_DEMAND, A_ACCEPT, A_BREAK, A_BID = OFFER.first, DEMAND.first, ACCEPT.first, BREAK.first, BID.first
A_PILE, A_KEEP, A_DONE = PILE.first, KEEP.first, DONE.first

FIELD_OF, CELL_OF = BOARD.field_of_cell, BOARD.cell_of_field
LINE_EAST_OF, LINE_SOUTH_OF = BOARD.line_east_of, BOARD.line_south_of
ALLOWED, NOT_NOW = np.int64(Refusal.NONE), np.int64(Refusal.NOT_NOW)


@entry
def legal(s, seat, out):
    """Write the legal actions of a seat into `out`; how many."""
    if not is_actor(s, seat):
        return 0
    n, phase = 0, s.phase  # only a few sets are not empty: the phase says which, so that the others need not be asked
    if phase == Phase.CARD:
        n = append_bits(out, n, A_CARD, card_choices(s, seat))
        if s.hand_size[seat] > 0:
            n = _list_politics(s, seat, out, n)
    elif phase == Phase.BORDER:
        n = list_fields(LINE_EAST_OF, border_cells(s, seat, False), A_BORDER, 1, out, n)
        n = list_fields(LINE_SOUTH_OF, border_cells(s, seat, True), A_BORDER, 1, out, n)
    elif phase == Phase.KNIGHT:
        n = list_knights(s, seat, A_KNIGHT, out, n)
        for number in range(CASTLES_EACH):
            n = list_fields(FIELD_OF, expansion_cells(s, seat, number), A_EXPAND + number, CASTLES_EACH, out, n)
    elif phase == Phase.NEGOTIATE:
        n = append_series(out, n, A_OFFER, 1, most_offered(s, seat) + 1)
        n = append_series(out, n, A_DEMAND, 1, most_demanded(s) + 1)
        if may_accept(s):
            n = append(out, n, A_ACCEPT)
        if may_break_off(s):
            n = append(out, n, A_BREAK)
    elif phase == Phase.BID:
        n = list_bids(s, seat, A_BID, out, n)
    elif phase == Phase.PILE:
        n = append_bits(out, n, A_PILE, piles(s))
    elif phase == Phase.KEEP:
        n = append_bits(out, n, A_KEEP, kinds_in_pile(s))
    elif phase == Phase.REMOVE:
        n = list_fields(FIELD_OF, removal_cells(s, seat), A_REMOVE, 1, out, n)
    elif phase == Phase.CASTLE:
        n = list_fields(FIELD_OF, castle_cells(s), A_CASTLE, 1, out, n)
    else:
        n = list_knights(s, seat, A_KNIGHT, out, n)
    n = list_ends(s, seat, A_END, out, n)
    if may_finish(s):
        n = append(out, n, A_DONE)
    return n


@rule
def _list_politics(s, seat, out, n):
    """Alliances and deserters, those between the same two regions side by side."""
    for number in range(CASTLES_EACH):
        alliances, deserters = alliance_regions(s, seat, number), deserter_regions(s, seat, number)
        if alliances | deserters:
            for other in range(CASTLES):
                if has_castle(alliances, other):
                    n = append(out, n, A_ALLIANCE + number * CASTLES + other)
                if has_castle(deserters, other):
                    n = append(out, n, A_DESERTER + number * CASTLES + other)
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
        return ALLOWED if may_set_knight(s, seat, CELL_OF[one], two) else why_no_knight(s, seat, CELL_OF[one], two)
    if verb == A_BORDER:
        return ALLOWED if may_set_border(s, seat, one) else why_no_border(s, seat, one)
    if verb == A_EXPAND:
        return ALLOWED if has(expansion_cells(s, seat, two), CELL_OF[one]) else why_no_expansion(s, seat, CELL_OF[one], two)
    if verb == A_CARD:
        return ALLOWED if card_choices(s, seat) >> one & 1 else why_no_choice(s)
    if verb == A_ALLIANCE:
        return ALLOWED if has_castle(alliance_regions(s, seat, one), two) else why_no_alliance(s, seat, one, two)
    if verb == A_DESERTER:
        return ALLOWED if has_castle(deserter_regions(s, seat, one), two) else why_no_deserter(s, seat, one, two)
    if verb == A_REMOVE:
        return ALLOWED if has(removal_cells(s, seat), CELL_OF[one]) else why_no_removal(s, CELL_OF[one])
    if verb == A_OFFER:
        return ALLOWED if one <= most_offered(s, seat) else why_no_offer(s)
    if verb == A_DEMAND:
        return ALLOWED if one <= most_demanded(s) else why_no_offer(s)
    if verb == A_ACCEPT:
        return ALLOWED if may_accept(s) else why_no_agreement(s)
    if verb == A_BREAK:
        return ALLOWED if may_break_off(s) else NOT_NOW
    if verb == A_BID:
        return ALLOWED if may_bid(s, seat, one, two) else why_no_bid(s, seat, one)
    if verb == A_PILE:
        return ALLOWED if piles(s) >> one & 1 else why_no_pile(s)
    if verb == A_KEEP:
        return ALLOWED if kinds_in_pile(s) >> one & 1 else why_no_such_card(s)
    if verb == A_END:
        return ALLOWED if ways_to_end(s, seat, one) >> two & 1 else why_no_end(s, seat, one, two)
    return ALLOWED if may_finish(s) else NOT_NOW


@entry
def apply(s, seat, action, log):
    """Carry out a legal action."""
    verb, one, two = VERB[action], ONE[action], TWO[action]
    if verb == A_CASTLE:
        set_castle(s, seat, CELL_OF[one], log)
    elif verb == A_KNIGHT:
        set_knight(s, seat, CELL_OF[one], two, log)
    elif verb == A_BORDER:
        place_border(s, seat, one, log)
    elif verb == A_EXPAND:
        expand(s, seat, CELL_OF[one], two, log)
    elif verb == A_CARD:
        lay_card(s, seat, one, log)
    elif verb == A_ALLIANCE:
        make_alliance(s, seat, one, two, log)
    elif verb == A_DESERTER:
        play_deserter(s, seat, one, two, log)
    elif verb == A_REMOVE:
        remove_knight(s, CELL_OF[one], log)
    elif verb == A_OFFER:
        make_offer(s, seat, Offer.PAY, one, log)
    elif verb == A_DEMAND:
        make_offer(s, seat, Offer.DEMAND, one, log)
    elif verb == A_ACCEPT:
        accept_offer(s, seat, log)
    elif verb == A_BREAK:
        break_off(s, seat, log)
    elif verb == A_BID:
        make_bid(s, seat, one, two, log)
    elif verb == A_PILE:
        view_pile(s, seat, one, log)
    elif verb == A_KEEP:
        keep_card(s, seat, one, log)
    elif verb == A_END:
        end_alliance(s, seat, one, two, log)
    elif verb == A_DONE:
        finish_action(s, seat, log)
