"""Löwenherz (1997): set-up (L97-1 to L97-7), up to where the players set castles."""

from __future__ import annotations

from kronland.core.flow import pass_to, random_below, seat_bit, shuffle
from kronland.core.kernel import entry, rule
from kronland.games.fields import EMPTY, STRIDE, either, has, only, put_row
from kronland.games.grid.rules.moves import clear_board, lay_tile, put_castle, put_knight
from kronland.games.grid.rules.regions import CASTLES_EACH, area_of, set_border
from kronland.games.loewenherz.components import PAIRS, TILE, TILES
from kronland.games.loewenherz.rules.round import open_round
from kronland.games.loewenherz.rules.state import (
    BOARD,
    BORDERS,
    DECK,
    IN_PILE,
    KNIGHTS,
    PILE_SIZES,
    PILES,
    POLITICS_CARDS,
    START_DUCATS,
    Phase,
)

BOARD_CELLS = BOARD.words


@entry
def setup(s, players, options, components, log):
    """The start position. options: beginners' set-up (0 or 1), open money (0 or 1)."""
    s.players = players
    s.beginner = options[0]
    s.open_money = options[1]
    clear_board(s, BOARD_CELLS)
    s.borders_left = BORDERS
    for colour in range(players + (1 if players < 4 else 0)):
        s.knights_left[colour] = KNIGHTS
    for seat in range(players):
        s.ducats[seat] = START_DUCATS
    s.start = random_below(s, players)  # L97-7
    _lay_tiles(s, components)
    _stack_action_cards(s, components)
    _stack_politics_cards(s)
    _clear_tasks(s)
    if s.beginner:
        _beginners_board(s, components)
        open_round(s, log)
    else:
        s.phase = Phase.CASTLE
        s.seat = s.start
        pass_to(s, seat_bit(s.seat))


@rule
def _lay_tiles(s, components):
    """Six tiles, three by two; in the variable set-up in random order and turned at random (L97-3)."""
    order = s.deck  # any array of small numbers serves; the deck is stacked afterwards
    for tile in range(TILES):
        order[tile] = tile
    if not s.beginner:
        shuffle(s, order, 0, TILES)
    for place in range(TILES):
        turns = 0 if s.beginner else random_below(s, 4)
        lay_tile(s, components.tile, order[place], TILE, place // 3 * TILE, place % 3 * TILE, turns)


@rule
def _stack_action_cards(s, components):
    """Piles A to E, each shuffled, A on top; beginners leave A out (L97-2, L97-3)."""
    s.deck_size = 0
    for pile in range(1 if s.beginner else 0, PILES):
        bottom = s.deck_size
        for card in range(DECK):
            if components.card_pile[card] == pile:
                s.deck[s.deck_size] = card
                s.deck_size += 1
        shuffle(s, s.deck, bottom, s.deck_size)
    for place in range(s.deck_size, DECK):
        s.deck[place] = -1
    for card in range(DECK):
        s.card_pile[card] = components.card_pile[card]
        for slot in range(3):
            s.card[card, slot] = components.card[card, slot]


@rule
def _stack_politics_cards(s):
    """13 politics cards in piles of 6 and 7 (L97-6)."""
    for card in range(POLITICS_CARDS):
        s.politics_pile[card] = 0 if card < PILE_SIZES[0] else 1
        s.politics_take[card] = -1
        s.politics_taker[card] = IN_PILE
    shuffle(s, s.politics_pile, 0, POLITICS_CARDS)
    s.pile_size[0] = PILE_SIZES[0]
    s.pile_size[1] = PILE_SIZES[1]


@rule
def _clear_tasks(s):
    s.looking = -1
    s.expanding = -1
    s.cut_from = -1
    s.desert_to = -1
    s.desert_from = -1
    s.desert_cell = -1
    for slot in range(3):
        s.ally_one[slot] = -1
        s.ally_other[slot] = -1
    for seat in range(s.bid.shape[0]):
        s.bid[seat] = -1


@rule
def _beginners_board(s, components):
    """L97-2: castles, knights and one enclosed region a colour, which scores nothing."""
    for colour in range(components.start_pair.shape[0]):
        for pair in range(PAIRS):
            put_castle(s, colour, pair, components.start_pair[colour, pair, 0])
            put_knight(s, colour, components.start_pair[colour, pair, 1])
        _enclose(s, components.start_region[colour, 0], components.start_region[colour, 1])
        castle = colour * CASTLES_EACH
        put_row(s.region, castle, area_of(s, s.castle_at[castle]))


@rule
def _enclose(s, first_cell, last_cell):
    """Borders round a rectangle of fields."""
    inside = EMPTY
    for row in range(first_cell // STRIDE, last_cell // STRIDE + 1):
        for column in range(first_cell % STRIDE, last_cell % STRIDE + 1):
            inside = either(inside, only(row * STRIDE + column))
    for row in range(first_cell // STRIDE - 1, last_cell // STRIDE + 1):
        for column in range(first_cell % STRIDE - 1, last_cell % STRIDE + 1):
            cell = row * STRIDE + column
            if row >= 0 and column >= 0:
                if has(inside, cell) != has(inside, cell + 1):
                    set_border(s, cell, False)
                if has(inside, cell) != has(inside, cell + STRIDE):
                    set_border(s, cell, True)
