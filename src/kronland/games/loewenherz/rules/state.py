"""Löwenherz (1997): what the table knows. Sets of fields are three words (see `games.fields`)."""

from __future__ import annotations

from enum import IntEnum

from kronland.core.layout import Layout, i1, i2, u8
from kronland.games.grid.board import Board
from kronland.games.grid.rules.regions import CASTLES, COLOURS

BOARD = Board(15, 10)  # L97-1
SEATS = 4
COLOUR_NAMES = (
    "red",
    "ochre",
    "purple",
    "grey",
)  # seat n plays colour n; the colour after the last seat is neutral (L97-4)

# L97-1, L97-5, L97-34, L97-35, L97-41, L97-71
KNIGHTS, BORDERS, START_DUCATS = 12, 100, 12
CASTLE_DISTANCE, REGION_CAP = 7, 3
FOREST_FEE, ALLIANCE_FEE = 5, 10
TOWN_POINTS = 5
OFFERS = 6  # L97-21

DECK = 31
PILES = 5  # of action cards, A to E
# Four players' start money and every ducats action: with the published cards nobody can ever own more than 134 ducats. A position may say
# that the players own that much while all the cards are still to come: nobody ever owns more than can be named.
DUCATS_ON_CARDS = 86
MOST_NAMED = SEATS * START_DUCATS + 2 * DUCATS_ON_CARDS  # in an offer, a demand or a bid

# The 13 politics cards (L97-70 to L97-74) and their nine kinds
POLITICS_CARDS = 13
ALLIANCE, DESERTER, FIEF, TREASURE = 0, 1, 2, 5  # kinds; three fiefs and four treasures follow one another
FIEF_VALUES = (3, 4, 5)
TREASURE_VALUES = (8, 10, 12, 15)
KIND_OF = (0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8)
FIRST_TREASURE = 9  # cards 9 to 12
KINDS = 9
PILE_SIZES = (6, 7)
IN_PILE = -1  # taker of a card that nobody has taken yet
UNKNOWN = -2  # in a censored state: not for this seat to know


class Terrain(IntEnum):
    FARMLAND = 0
    FOREST = 1
    MOUNTAIN = 2
    TOWN = 3


class Task(IntEnum):
    """The actions on an action card; a card's slot is task * 16 + size."""

    DUCATS = 1
    BORDER = 2
    KNIGHT = 3
    POLITICS = 4
    SILVER = 5
    KING = 6


class Phase(IntEnum):
    """Which decision is at hand."""

    CASTLE = 1  # L97-3: set a castle
    START_KNIGHT = 2  # L97-3: and its knight
    CARD = 3  # L97-11, L97-12: lay a decision card, or play a politics card first
    REMOVE = 4  # L97-72: which knight deserts
    SETTLE = 5  # L97-72: where the own knight goes
    NEGOTIATE = 6  # L97-21
    BID = 7  # L97-22
    BORDER = 8  # L97-31
    KNIGHT = 9  # L97-40
    PILE = 10  # L97-60: which pile to look at
    KEEP = 11  # L97-60: which card to keep


class End(IntEnum):
    KING = 1  # L97-90: the king is dead


class Offer(IntEnum):
    NONE = 0
    PAY = 1  # I pay you and act
    DEMAND = 2  # you pay me and act


LAYOUT = Layout(
    "board card card_pile",
    # options
    beginner=i1,
    open_money=i1,
    # whose decision
    phase=i1,
    seat=i1,  # who decides, where one seat does
    start=i1,  # the start player
    round_number=i1,
    # the board (L97-1)
    board=(u8, 3),
    terrain=(u8, (4, 3)),
    open_east=(u8, 3),
    open_south=(u8, 3),
    borders_left=i2,
    # figures
    figures=(u8, (COLOURS, 3)),
    castles=(u8, 3),
    castle_at=(i2, CASTLES),
    knights_left=(i1, COLOURS),
    region=(u8, (CASTLES, 3)),
    placed=i1,  # castle and knight pairs set so far (L97-3)
    # players
    score=(i2, COLOURS),
    ducats=(i2, COLOURS),
    # action cards (L97-10): the deck as numbers of cards, and what is on each card
    deck=(i1, DECK),
    deck_size=i1,
    drawn=i1,
    card=(i1, (DECK, 3)),
    card_pile=(i1, DECK),
    laid=(i1, SEATS),  # decision cards on the table: bit 0 is action 1
    politics_left=i1,  # politics cards that may still be played with them (L97-12)
    step=i1,  # the action being settled: 0, 1, 2
    # politics cards: where each began, when and by whom it was taken, when all saw it, whether it is spent
    politics_pile=(i1, POLITICS_CARDS),
    politics_take=(i1, POLITICS_CARDS),
    politics_taker=(i1, POLITICS_CARDS),
    politics_shown=(i1, POLITICS_CARDS),
    politics_spent=(i1, POLITICS_CARDS),
    takes=i1,  # politics cards taken so far
    pile_size=(i1, 2),
    hand_size=(i1, SEATS),
    looking=i1,  # the pile that the deciding seat looks at, -1 for none
    # alliances (L97-70): the two castles, -1 for none
    ally_one=(i1, 3),
    ally_other=(i1, 3),
    alliances_made=i1,
    # trial of power
    rivals=i1,
    offers=i1,
    offer=i1,  # the standing offer (Offer)
    offer_sum=i2,
    duel=i1,  # 1: first bids, 2: second bids after a tie
    bid=(i2, SEATS),  # -1: none yet
    bid_treasures=(i1, SEATS),
    # the action under way
    left=i1,  # borders, or knights and expansions, still to be set
    expansions=i1,  # expansions still allowed: 1 or 0
    expanding=i1,  # the castle whose region has just taken a first field, -1 for none
    cut=(u8, 3),  # fields cut off by that first field (L97-54)
    cut_from=i1,  # and the castle of the region that lost them
    # a deserter under way (L97-72)
    desert_to=i1,
    desert_from=i1,
    desert_cell=i2,
)
