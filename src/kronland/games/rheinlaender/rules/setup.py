"""Rheinländer: set-up (RH-1 to RH-3)."""

from __future__ import annotations

from kronland.core.flow import random_below, shuffle
from kronland.core.kernel import entry, rule
from kronland.core.log import emit
from kronland.games.fields import EMPTY, ZERO, get, put, put_row
from kronland.games.rheinlaender.rules.cards import take_card
from kronland.games.rheinlaender.rules.duchies import clear_duchy
from kronland.games.rheinlaender.rules.eras import know_nothing
from kronland.games.rheinlaender.rules.events import Event
from kronland.games.rheinlaender.rules.state import (
    BASTIONS,
    CARDS,
    DUCHIES,
    FIELDS,
    HAND,
    KNIGHTS,
    LAND,
    NONE,
    SEATS,
    SHUFFLE_CARD,
    SPOTS,
    SPOTS_OF_FIELD,
    TOUCHING,
    Building,
)
from kronland.games.rheinlaender.rules.turn import begin_turn


@entry
def setup(s, players, options, components, log):
    """The start position. options: the archbishop worth 5 at the end (0 or 1), open money (0 or 1)."""
    s.archbishop_counts = options[0]
    s.open_money = options[1]
    lay_map(s, components)
    clear_table(s, players)
    _lay_buildings(s, components)
    _deal(s)
    s.start = random_below(s, players)
    emit(log, Event.BEGINS, s.start)
    begin_turn(s, s.start)


@entry
def lay_map(s, components):
    """The map becomes part of the state (RH-2)."""
    s.sections = components.sections
    s.spots = components.spots
    put(s.land, get(components.land))
    for section in range(CARDS):
        for side in range(2):
            s.section_land[section, side] = components.section_land[section, side]
    for field in range(FIELDS):
        for k in range(TOUCHING):
            s.touching[field, k] = components.touching[field, k]
    for spot in range(SPOTS):
        for side in range(2):
            s.spot_field[spot, side] = components.spot_field[spot, side]
    for field in range(LAND):
        for k in range(SPOTS_OF_FIELD):
            s.spot_of[field, k] = components.spot_of[field, k]


@entry
def clear_table(s, players):
    """RH-1: everything in the players' supplies, nothing on the map, whatever was played on it before."""
    s.players = players
    s.clock = 0
    s.ended = 0
    s.turn_number = 0
    s.picked = 0
    s.bastion_set = 0
    s.arrived = NONE
    s.castles_settled = 0
    s.last_turn = 0
    s.archbishop = NONE
    s.discards = ZERO
    s.pile_size = 0
    for place in range(CARDS):
        s.pile[place] = NONE
    for spot in range(SPOTS):
        s.building[spot] = Building.NONE
        s.castle_knight[spot] = NONE
    for field in range(FIELDS):
        s.on[field] = NONE
        s.duchy[field] = 0
    put(s.taken, EMPTY)
    for duchy in range(DUCHIES):
        clear_duchy(s, duchy)
    for seat in range(SEATS):
        put_row(s.near, seat, EMPTY)
        s.knights_left[seat] = KNIGHTS[players] if seat < players else 0
        s.bastions_left[seat] = BASTIONS if seat < players else 0
        s.coins[seat] = 0
        s.bishops[seat] = 0
        s.hand_size[seat] = 0
        for place in range(HAND):
            s.hand[seat, place] = NONE
        know_nothing(s, seat)


@rule
def _lay_buildings(s, components):
    """RH-2: the tokens are mixed and one is laid on every spot."""
    for spot in range(s.spots):
        s.building[spot] = components.token[spot]
    shuffle(s, s.building, 0, s.spots)


@rule
def _deal(s):
    """RH-3: five cards each, then the shuffle card is mixed into the rest."""
    for card in range(1, s.sections + 1):
        s.pile[card - 1] = card
    s.pile_size = s.sections
    shuffle(s, s.pile, 0, s.pile_size)
    for seat in range(s.players):
        for _ in range(HAND):
            s.pile_size -= 1
            take_card(s, seat, s.pile[s.pile_size])
            s.pile[s.pile_size] = NONE
    s.pile[s.pile_size] = SHUFFLE_CARD
    s.pile_size += 1
    place = random_below(s, s.pile_size)
    s.pile[s.pile_size - 1] = s.pile[place]
    s.pile[place] = SHUFFLE_CARD
