"""Löwenherz – Der König kehrt zurück (2003): what the table knows. Sets of fields are three words (see `games.fields`)."""

from __future__ import annotations

from enum import IntEnum

from kronland.core.layout import Layout, i1, i2, i4, u8
from kronland.games.grid.board import Board
from kronland.games.grid.rules.regions import CASTLES, COLOURS

BOARD = Board(12, 12)  # L03-1
SEATS = 4
COLOUR_NAMES = ("red", "ochre", "blue", "grey")  # seat n plays colour n; with two players the third is neutral (L03-6)

# L03-2, L03-5, L03-24, L03-30
KNIGHTS, BORDERS, START_DUCATS, HAND = 15, 100, 7, 3
CASTLE_DISTANCE = 7
FOREST_FEE = 1
KING_TOKEN = (0, 0, 50, 40, 30)  # L03-3: by the number of players
MONOPOLY_MINES, MONOPOLY_POINTS = 3, 5  # L03-70
MOST_DUCATS_BONUS, SECOND_DUCATS_BONUS = 5, 3  # L03-82

# Cards: 60 in four piles (L03-2). Cards of one kind (pile, symbols, cost, sale) are alike; at most every card is a kind of its own.
DECK = 60
KINDS = 60
PILE_NAMES = "ABCD"
NO_CARD = -1
BACK = -2  # in a censored state: a card of which only the back is known; BACK - pile
MARKET_REFILLS = 24  # L03-14: so many refills from the market in a row, then one must come from the deck
MARKET_NEAR = 8  # from so many left on everyone is told: two turns each, with four players


class Terrain(IntEnum):
    MEADOW = 0
    FOREST = 1
    VILLAGE = 2
    ROYAL_CITY = 3
    COPPER = 4
    SILVER = 5
    GOLD = 6
    GEMS = 7


FIRST_MINE, MINE_KINDS, MINES_EACH = int(Terrain.COPPER), 4, 4
FIELD_VALUES = (0, 1, 3, 5, 0, 0, 0, 0)  # L03-26


class Task(IntEnum):
    """The actions that cards show; a symbol is task * 16 + size."""

    BORDER = 1
    KNIGHT = 2
    EXPAND = 3
    DESERTER = 4
    ALLIANCE = 5


TASK_SIZES = {Task.BORDER: (1, 2, 3), Task.KNIGHT: (1, 2), Task.EXPAND: (1, 2), Task.DESERTER: (1,), Task.ALLIANCE: (1,)}


class Phase(IntEnum):
    """Which decision is at hand."""

    CASTLE = 1  # L03-4: set a castle
    START_KNIGHT = 2  # L03-4: and its knight
    CARD = 3  # L03-11: sell or play a card
    BORDER = 4  # L03-20
    KNIGHT = 5  # L03-30
    EXPAND = 6  # L03-40
    DESERTER = 7  # L03-50: which two regions
    SETTLE = 8  # L03-50: where the own knight goes
    REMOVE = 9  # L03-51: which knight leaves
    ALLIANCE = 10  # L03-60
    REFILL = 11  # L03-14: from the deck or from the market


class End(IntEnum):
    KING = 1  # L03-80: somebody has reached the king token
    DECK = 2  # L03-81: all cards are played or sold


LAYOUT = Layout(
    "board kinds kind_card kind_pile kind_symbols kind_cost kind_sale kind_count",
    # whose decision
    phase=i1,
    seat=i1,  # who decides
    turn=i1,  # whose turn it is: another seat may have to decide in it (L03-51)
    start=i1,  # who set the first castle
    # the board (L03-1)
    board=(u8, 3),
    terrain=(u8, (len(Terrain), 3)),
    open_east=(u8, 3),
    open_south=(u8, 3),
    borders_left=i2,
    # figures
    figures=(u8, (COLOURS, 3)),
    castles=(u8, 3),
    castle_at=(i2, CASTLES),
    knights_left=(i1, COLOURS),
    region=(u8, (CASTLES, 3)),
    placed=i1,  # castle and knight pairs set so far (L03-4)
    alliances=(i4, CASTLES),  # bit mask of the castles that one is allied with (L03-60)
    # players
    score=(i2, COLOURS),
    ducats=(i2, COLOURS),
    monopolies=(i1, COLOURS),  # bit mask of mine kinds (L03-70)
    bonus=(i1, COLOURS),  # part of the score: the ducat bonus (L03-82)
    # the kinds of cards, in the order of the piles: components can be replaced, so they are no constants
    kinds=i1,
    kind_card=(i2, KINDS),  # its number among all cards that can be named (see `domains`)
    kind_pile=(i1, KINDS),
    kind_symbols=(i1, (KINDS, 2)),
    kind_cost=(i1, KINDS),
    kind_sale=(i1, KINDS),
    kind_count=(i1, KINDS),
    # where the cards are
    deck=(i1, DECK),  # kinds; NO_CARD where one has been drawn
    drawn=i1,
    hand=(i1, (SEATS, HAND)),  # kinds in rising order, NO_CARD behind them
    hand_open=(i1, (SEATS, HAND)),  # 1: taken from the market, so all know it
    market=(i1, KINDS),  # how many of each kind lie there
    spent=(i1, KINDS),  # how many of each kind were played
    sold=i1,  # the kind sold in this turn, -1 for none (L03-14)
    market_refills=i1,  # in a row, since the deck was last drawn from
    # the action under way
    left=i1,  # borders, knights or fields that may still be set or taken
    steps=i1,  # how many have been
    expanding=i1,  # the castle whose region grows, -1 for none yet (L03-40)
    desert_to=i1,  # the castles of a deserter's regions, -1 for none (L03-50)
    desert_from=i1,
)
