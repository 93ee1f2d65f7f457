"""Rheinländer: what the table knows.

The map is no grid and can be replaced, so it is part of the state: fields have fixed numbers and names, and the map says which of them
there are and which touch. L21 is the left-bank field of section 21, R21 the right-bank one, W21 its water; I1, I2, ... are
fields of islands. Land comes first in the numbers, so that a set of land fields fits the three words of `games.fields`.
"""

from __future__ import annotations

from enum import IntEnum
from math import comb

from kronland.core.layout import Layout, i1, i2, i4, u8

SEATS = 5
COLOUR_NAMES = ("red", "ochre", "purple", "grey", "blue")

# The largest map that there is room for; components.py checks it.
SECTIONS, ISLAND_FIELDS, SPOTS, TOUCHING, SPOTS_OF_FIELD = 60, 20, 32, 6, 2
LEFT, RIGHT, ISLAND = 0, SECTIONS, 2 * SECTIONS
LAND = ISLAND + ISLAND_FIELDS  # land fields have the numbers below this one
RIVER = LAND
FIELDS = RIVER + SECTIONS

# RH-1, RH-3
KNIGHTS = (0, 0, 0, 25, 20, 17)  # by the number of players
BASTIONS = 3
HAND = 5
CARDS = SECTIONS + 1
SHUFFLE_CARD = 0  # among the cards, which are the numbers of the sections

# What is known of a hand (see `eras`)
ERAS = 7
MIXES = comb(ERAS + HAND - 1, HAND)
PAST = 60  # notes of what happened to a hand before its odds are brought up to date; 40 lively games had 42 at most

# RH-26, RH-51
DUKE_VALUE, FINAL_DUKE_VALUE, ARCHBISHOP_VALUE = 1, 5, 5

# Every duchy holds at least two knights; three players have 75 of them, five 85.
DUCHIES = 44  # they are numbered from 1; 0 is none

NONE = -1  # no field, no seat, nobody's
BASTION = SEATS  # what may be on a field: NONE, a seat's knight, or a bastion
UNKNOWN = -2  # in a censored state: not for this seat to know


class Building(IntEnum):
    NONE = 0
    CASTLE = 1
    CHURCH = 2
    CITY_2 = 3
    CITY_3 = 4
    CITY_4 = 5


BUILDING_VALUES = (0, 1, 1, 2, 3, 4)  # RH-26


class Phase(IntEnum):
    """Which decision is at hand."""

    CARD = 1  # RH-10: pick a card, or set a bastion first
    FIELD = 2  # RH-11 to RH-16: where its knight goes
    CASTLE = 3  # RH-30: whether the duke mans the castle
    BASTION = 4  # RH-17: set a bastion after the card, and finish


class End(IntEnum):
    KNIGHTS = 1  # RH-50: somebody's supply of knights has run out


LAYOUT = Layout(
    "sections section_land touching land spots spot_field spot_of",
    # options
    archbishop_counts=i1,
    open_money=i1,
    # whose decision
    phase=i1,
    seat=i1,  # whose turn it is; a duke elsewhere may have to decide (RH-30)
    start=i1,
    turn_number=i4,
    picked=i1,  # the card whose knight is about to be set, 0 for none
    bastion_set=i1,  # in this turn (RH-17)
    arrived=i2,  # the field of the knight whose castles and duchy are still to be settled (RH-31), -1 for none
    castles_settled=i1,  # of the spots beside it
    last_turn=i1,  # RH-50
    # the map
    sections=i1,
    section_land=(i2, (CARDS, 2)),
    touching=(i2, (FIELDS, TOUCHING)),
    land=(u8, 3),
    spots=i1,
    spot_field=(i2, (SPOTS, 2)),
    spot_of=(i1, (LAND, SPOTS_OF_FIELD)),
    # what stands on it
    building=(i1, SPOTS),
    castle_knight=(i1, SPOTS),  # whose knight is on the castle, -1 for none
    on=(i1, FIELDS),
    taken=(u8, 3),  # land fields with a knight or a bastion
    near=(u8, (SEATS, 3)),  # land fields next to a knight of each player (RH-14)
    # duchies (RH-20), kept up to date with every knight
    duchy=(i1, FIELDS),
    duke=(i1, DUCHIES),
    strength=(i1, (DUCHIES, SEATS)),  # RH-21
    worth=(i2, DUCHIES),  # of its buildings (RH-26)
    churches=(i1, DUCHIES),
    extent=(i1, DUCHIES),  # fields
    # players
    knights_left=(i1, SEATS),
    bastions_left=(i1, SEATS),
    coins=(i4, SEATS),
    bishops=(i1, SEATS),
    archbishop=i1,
    # cards; the next card to draw is the last of the pile
    hand=(i1, (SEATS, HAND)),
    hand_size=(i1, SEATS),
    pile=(i1, CARDS),
    pile_size=i1,
    discards=u8,  # bit n: card n
    # what everybody knows of a hand (see `eras`)
    eras=(i1, SEATS),  # how many there are
    came=(
        u8,
        (SEATS, ERAS + 1),
    ),  # the cards (a bit each) that came to the hand in each era at the earliest; those of the first are the rest
    odds=(i4, (SEATS, MIXES)),  # of each mix of eras, as it was before
    past=(i1, (SEATS, PAST)),  # what has happened to the hand since
    past_size=(i1, SEATS),
)
