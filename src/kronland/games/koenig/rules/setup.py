"""Löwenherz (2003): set-up (L03-1 to L03-7)."""

from __future__ import annotations

from kronland.core.flow import pass_to, random_below, seat_bit, shuffle
from kronland.core.kernel import entry, rule
from kronland.core.log import whisper
from kronland.games.grid.rules.moves import (
    clear_board,
    lay_tile,
)
from kronland.games.koenig.components import CENTRE, TILE, TILES
from kronland.games.koenig.rules.cards import draw_card
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.state import (
    BOARD,
    BORDERS,
    HAND,
    KINDS,
    KNIGHTS,
    NO_CARD,
    PILE_NAMES,
    START_DUCATS,
    Phase,
)
from kronland.games.koenig.rules.turn import clear_action

BOARD_CELLS = BOARD.words
PILES = len(PILE_NAMES)
MIDDLE = TILES // 2  # places are numbered row by row, three by three


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
