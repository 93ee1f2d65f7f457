"""Löwenherz (2003): set-up (L03-1 to L03-7)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, random_below, seat_bit, shuffle
from kronland.core.kernel import entry, rule
from kronland.core.log import emit, whisper
from kronland.games.fields import beside, both, get, get_row, has, list_fields, only, without
from kronland.games.grid.rules.moves import (
    castle_fields,
    castle_hindrance,
    clear_board,
    knight_ground,
    lay_tile,
    put_castle,
    put_knight,
)
from kronland.games.grid.rules.regions import CASTLES_EACH, all_figures
from kronland.games.koenig.components import CENTRE, TILE, TILES
from kronland.games.koenig.rules.actions import A_CASTLE, A_KNIGHT
from kronland.games.koenig.rules.cards import draw_card
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.refusals import Refusal
from kronland.games.koenig.rules.state import (
    BOARD,
    BORDERS,
    CASTLE_DISTANCE,
    HAND,
    KINDS,
    KNIGHTS,
    NO_CARD,
    PILE_NAMES,
    START_DUCATS,
    Phase,
    Terrain,
)
from kronland.games.koenig.rules.turn import begin_turn, clear_action

BOARD_CELLS = BOARD.words
FIELD_OF = BOARD.field_of_cell
PILES = len(PILE_NAMES)
MIDDLE = TILES // 2  # places are numbered row by row, three by three


@rule
def own_pairs(s):
    """Castles of a colour that is played (L03-2)."""
    return 3 if s.players == 4 else 4


@rule
def neutral_pairs(s):
    """Castles of the neutral colour (L03-6)."""
    return 4 if s.players == 2 else 0


@entry
def setup(s, players, options, components, log):
    """The start position: board, cards and hands; castles are set by the players."""
    s.players = players
    clear_board(s, BOARD_CELLS)
    s.borders_left = BORDERS
    for colour in range(players + (1 if players == 2 else 0)):
        s.knights_left[colour] = KNIGHTS
    for seat in range(players):
        s.ducats[seat] = START_DUCATS
    s.start = random_below(s, players)  # L03-4
    _lay_tiles(s, components)
    copy_kinds(s, components)
    _stack_deck(s)
    _deal(s, log)
    clear_action(s)
    s.sold = NO_CARD
    s.phase = Phase.CASTLE
    s.seat = s.start
    s.turn = s.start
    pass_to(s, seat_bit(s.seat))


@rule
def _lay_tiles(s, components):
    """The royal city in the centre, the others in random order round it, all turned at random (L03-1)."""
    order = s.deck  # any array of small numbers serves; the deck is stacked afterwards
    for place in range(TILES):
        order[place] = place
    shuffle(s, order, 1, TILES)  # the centre tile has number 0
    order[CENTRE] = order[MIDDLE]
    order[MIDDLE] = CENTRE
    for place in range(TILES):
        lay_tile(s, components.tile, order[place], TILE, place // 3 * TILE, place % 3 * TILE, random_below(s, 4))


@entry
def copy_kinds(s, components):
    """What cards there are: kept in the state, since an owner's file may replace them."""
    s.kinds = components.kinds
    for kind in range(KINDS):
        s.kind_card[kind] = components.kind_card[kind]
        s.kind_pile[kind] = components.kind_pile[kind]
        s.kind_symbols[kind, 0] = components.kind_symbols[kind, 0]
        s.kind_symbols[kind, 1] = components.kind_symbols[kind, 1]
        s.kind_cost[kind] = components.kind_cost[kind]
        s.kind_sale[kind] = components.kind_sale[kind]
        s.kind_count[kind] = components.kind_count[kind]


@rule
def _stack_deck(s):
    """Piles A to D, each shuffled by itself, A on top (L03-2)."""
    size = 0
    for pile in range(PILES):
        bottom = size
        for kind in range(s.kinds):
            if s.kind_pile[kind] == pile:
                for _ in range(s.kind_count[kind]):
                    s.deck[size] = kind
                    size += 1
        shuffle(s, s.deck, bottom, size)


@rule
def _deal(s, log):
    """Three cards each (L03-2)."""
    for seat in range(s.hand.shape[0]):
        for slot in range(HAND):
            s.hand[seat, slot] = NO_CARD
    for seat in range(s.players):
        for _ in range(HAND):
            draw_card(s, seat)
        one, two, three = s.hand[seat, 0], s.hand[seat, 1], s.hand[seat, 2]
        whisper(log, seat_bit(seat), Event.DEALT, seat, s.kind_card[one], s.kind_card[two], s.kind_card[three])


# The players set castles and knights (L03-4 to L03-7) ------------------------------------------------------------------------------


@rule
def setting_colour(s):
    """The colour of the pair that is set now: own pairs first, then the neutral ones."""
    return s.seat if s.placed < s.players * own_pairs(s) else s.players


@rule
def setting_number(s):
    own = s.players * own_pairs(s)
    return s.placed // s.players if s.placed < own else s.placed - own


@rule
def meadows(s):
    return get_row(s.terrain, Terrain.MEADOW)


@rule
def castle_refusal(s, cell):
    return castle_hindrance(s, setting_colour(s), cell, meadows(s), knight_ground(s), CASTLE_DISTANCE)


@rule
def castle_legal(s, out):
    places = castle_fields(s, setting_colour(s), meadows(s), knight_ground(s), CASTLE_DISTANCE)
    return list_fields(FIELD_OF, places, A_CASTLE, 1, out, 0)


@rule
def set_castle(s, seat, cell, log):
    colour = setting_colour(s)
    put_castle(s, colour, setting_number(s), cell)
    emit(log, Event.CASTLE_SET, seat, colour, FIELD_OF[cell])
    s.phase = Phase.START_KNIGHT


@rule
def _beside_new_castle(s):
    castle = setting_colour(s) * CASTLES_EACH + setting_number(s)
    return without(beside(only(s.castle_at[castle]), get(s.board)), all_figures(s))


@rule
def start_knight_refusal(s, cell):
    if not has(_beside_new_castle(s), cell):
        return np.int64(Refusal.START_KNIGHT_PLACE)
    if not has(knight_ground(s), cell):
        return np.int64(Refusal.START_KNIGHT_GROUND)
    return np.int64(Refusal.NONE)


@rule
def start_knight_legal(s, out):
    return list_fields(FIELD_OF, both(_beside_new_castle(s), knight_ground(s)), A_KNIGHT, 1, out, 0)


@rule
def set_start_knight(s, seat, cell, log):
    put_knight(s, setting_colour(s), cell)
    emit(log, Event.START_KNIGHT_SET, seat, FIELD_OF[cell])
    s.placed += 1
    if s.placed == s.players * own_pairs(s) + neutral_pairs(s):
        begin_turn(s, seat, log)  # L03-7: who set the last castle
    else:
        s.phase = Phase.CASTLE
        s.seat = (s.seat + 1) % s.players
        s.turn = s.seat
        pass_to(s, seat_bit(s.seat))
