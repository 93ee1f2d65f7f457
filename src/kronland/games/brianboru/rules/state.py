"""Brian Boru: what the table knows. Sets of towns are one word, a bit for each town; sets of cards likewise."""

from __future__ import annotations

from enum import IntEnum

from kronland.core.layout import Layout, i1, i2, i4, u8

SEATS = 5
COLOUR_NAMES = ("red", "ochre", "purple", "grey", "blue")  # seat n plays colour n

# BB-1
START_COINS, START_RENOWN, START_POINTS = 3, 1, 10
# BB-25, BB-26, BB-28, BB-24, BB-60, BB-42
PURCHASE, EXPANSION, PAY_POINTS, ABBEY_DISCS, ESTRID_POINTS = 2, 5, 2, 4, 4

REGIONS = ("N", "U", "B", "S", "D", "C", "L", "M")
N_REGIONS = len(REGIONS)
TOWNS_IN = (7, 5, 4, 6, 3, 9, 9, 10)
TOWNS = sum(TOWNS_IN)
FIRST_TOWN = tuple(sum(TOWNS_IN[:n]) for n in range(N_REGIONS))
TOWN_NAMES = tuple(f"{region}{n + 1}" for region, count in zip(REGIONS, TOWNS_IN, strict=True) for n in range(count))

CARDS = 25  # card n has the value n + 1
ROWS, SYMBOLS = 3, 4  # primary and two secondary rows of up to four symbols
SPACES = 10  # of the marriage track
FLEETS = 7
MARRIAGES = 8
MARRIAGE_NAMES = ("Aodhán", "Aoife", "Brigid", "Conall", "Cormac", "Niall", "Orlaith", "Estrid")
ESTRID = 7

UNKNOWN = -2  # in a censored state: not for this seat to know
NOBODY = -1
NOT_KEPT = -1  # pick of a card that nobody has kept yet
FACE_DOWN = -2  # a power token that was not turned up yet (BB-2); NOBODY: open, but nobody holds it


class Colour(IntEnum):
    YELLOW = 0  # courtship
    RED = 1  # battle
    BLUE = 2  # church
    WHITE = 3  # nobles: fit every town


CARD_COLOURS = tuple(Colour("YRB".index(letter)) if letter in "YRB" else Colour.WHITE for letter in "YRBYRBYRBYRBWYRBYRBWWWYRB")


class Symbol(IntEnum):
    """What a row of an action card is made of (BB-23 to BB-29)."""

    NONE = 0
    TOWN = 1
    COIN = 2
    PAY = 3
    COURT = 4
    RAID = 5
    CHURCH = 6
    EXPAND5 = 7
    REMOVE_VIKING = 8


class Reward(IntEnum):
    """Of a space of the marriage track (BB-40)."""

    NONE = 0
    COIN = 1
    COIN_COIN = 2
    RENOWN = 3
    TOWN = 4


class Stage(IntEnum):
    """How far the round has come; stages follow one another without a decision where none is to be made."""

    PREPARATION = 1  # BB-10, BB-11
    DRAFT = 2  # BB-11
    TRICK = 3  # BB-12, BB-20
    ACTIONS = 4  # BB-22: who acts next
    ROW = 5  # BB-22: symbol by symbol
    WEDDING = 6  # BB-40
    REWARDS = 7  # BB-40
    BATTLE = 8  # BB-50
    SPOILS = 9  # BB-51
    CHURCH = 10  # BB-60
    FAVOUR = 11  # BB-60
    ABBEYS = 12  # BB-60
    CLAIMS = 13  # BB-70, BB-71
    ENDING = 14  # BB-80


class Phase(IntEnum):
    """Which decision is at hand."""

    START = 1  # BB-3: set the first disc
    DRAFT = 2  # BB-11: keep two cards
    NAME = 3  # BB-20: name the active town
    CARD = 4  # BB-20: play a card
    ROW = 5  # BB-22: choose a secondary row
    BUY = 6  # BB-25, BB-26: buy more
    EXPAND = 7  # BB-28
    REMOVE = 8  # BB-29: which Viking disc to take off
    FINISH = 9  # nothing left to choose, but the action can still be taken back
    DOWRY = 10  # BB-41: a town from the marriage card
    ESTRID = 11  # BB-42
    REWARD = 12  # BB-41: a town from the track
    LOSS = 13  # BB-50: which town is lost
    MONASTERY = 14  # BB-60


class End(IntEnum):
    ESTRID = 1  # BB-4, BB-10: the last round is over


LAYOUT = Layout(
    "region town_colour road threshold token_points card_row track spread marriage_points marriage_renown marriage_town",
    # options
    four_tricks=i1,  # BB-12
    # whose decision
    phase=i1,
    stage=i1,
    seat=i1,  # who decides, where one seat does
    marker=i1,  # who holds the town marker
    round_number=i1,
    # the map and the cards as the component file has them
    region=(u8, N_REGIONS),
    town_colour=(u8, 3),
    road=(u8, TOWNS),
    threshold=(i1, N_REGIONS),
    token_points=(i1, N_REGIONS),
    card_row=(i1, (CARDS, ROWS, SYMBOLS)),
    track=(i1, SPACES),
    spread=(i1, N_REGIONS + 1),
    marriage_points=(i1, MARRIAGES),
    marriage_renown=(i1, MARRIAGES),
    marriage_town=(i1, MARRIAGES),  # region, -1 for none
    # the board
    disc=(u8, SEATS),  # towns with a disc of that seat, on top or under a Viking disc
    vikings=u8,  # towns under a Viking disc
    monastery=u8,
    token=(i1, N_REGIONS),  # FACE_DOWN, NOBODY, or who holds it
    battle=i1,  # raiders in the battle area
    # players
    coins=(i2, SEATS),
    renown=(i2, SEATS),
    points=(i2, SEATS),
    court=(i1, SEATS),  # space on the marriage track
    raiders=(i2, SEATS),
    church=(i2, SEATS),  # discs in the church area
    # decks: the first `round_number` cards have been turned up
    fleet=(i1, FLEETS),
    marriage=(i1, MARRIAGES),  # Estrid at the bottom; after her what is out of the game (BB-2)
    spouse=(i1, MARRIAGES),  # who holds a marriage card
    pact=i1,  # who chose Estrid's military pact
    trade=i1,  # or her trade
    # this round's cards: which packet each was dealt to, at which pass it was kept, who played it
    packet=(i1, CARDS),
    pick=(i1, CARDS),
    played_by=(i1, CARDS),
    passes=i1,  # how often the packets have been passed on
    offer=(i4, SEATS),  # the packet in front of a seat
    hand=(i4, SEATS),
    hand_size=(i1, SEATS),
    lacks=(i1, SEATS),  # colours of card that a hand was seen to lack (BB-20)
    # the trick
    trick=i1,  # tricks played this round
    leader=i1,
    active=i1,  # the active town
    card_of=(i1, SEATS),  # on the table
    winner=i1,
    # the action under way
    row=i1,  # 0: primary; 1, 2: secondary; -1: not chosen yet
    at=i1,  # symbols done
    buying=i1,  # what can be bought (Symbol)
    open_choice=i1,  # something was chosen that can still be taken back
    # upkeep
    turn=i1,  # seats dealt with in this stage, clockwise from the marker
    victim=i1,  # who loses a town
)
