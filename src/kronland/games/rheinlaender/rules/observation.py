"""Rheinländer: what a seat may know, as numbers (see `core/observation.py`).

The map is that of the published components and stays the same, so it is no part of it; nor are the odds of the others' cards, which
follow from what they have played.
"""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import bare, on_gpu
from kronland.core.observation import Observation, ObservedPart
from kronland.core.observing import (
    clear_from,
    put,
    put_at,
    put_counts,
    put_flag,
    put_one_of,
    put_players,
    put_seat,
    seat_after,
    seats_between,
)
from kronland.games.rheinlaender.rules.cards import has_card
from kronland.games.rheinlaender.rules.state import BASTION, CARDS, DUCHIES, FIELDS, SEATS, SPOTS, Building, Phase

BUILDINGS, PHASES = len(Building), len(Phase)
DUKES = SEATS + 1  # planes of fields behind those of knights and bastions
DUCHY_SIZE, DUCHY_WORTH = DUKES + SEATS, DUKES + SEATS + 1
STRENGTHS = DUCHY_WORTH + 1
ARRIVED = STRENGTHS + SEATS
PLANES = ARRIVED + 1

OBSERVATION = Observation(
    ObservedPart(
        "fields",
        (PLANES, FIELDS),
        "planes of fields, left bank, right bank, islands, river: knights of each seat; bastions; duchies with that duke; of its duchy"
        " the fields, the worth of its buildings, and the strength of each seat; the knight that has just come",
        255,
    ),
    ObservedPart("spots", (BUILDINGS + SEATS, SPOTS), "planes of spots: none, castle, church, city of 2, 3, 4; who mans the castle"),
    ObservedPart("players", (SEATS - 1 + 2 * SEATS,), "how many play, 2 to 5; which seat looks, by its colour; who must decide"),
    ObservedPart("phase", (PHASES,), "which decision is at hand (`rules/state.py`, Phase)"),
    ObservedPart("turn", (2, SEATS), "whose turn it is; the start player"),
    ObservedPart("options", (2,), "the archbishop counts; open money"),
    ObservedPart("hand", (CARDS,), "the own cards, by the numbers of their sections"),
    ObservedPart("picked", (CARDS,), "the own card whose knight is about to be set"),
    ObservedPart("discards", (CARDS,), "cards that have been played since the last shuffle"),
    ObservedPart("card_counts", (1 + SEATS,), "cards in the draw pile; in each hand", CARDS),
    ObservedPart("supply", (2, SEATS), "knights left; bastions left", 25),
    ObservedPart("coins", (SEATS,), "of each seat, which whoever counts knows (RH-27)", 255),
    ObservedPart("bishops", (SEATS,), "of each seat", 127),
    ObservedPart("archbishop", (SEATS,), "whose it is"),
    ObservedPart("turn_state", (4,), "a bastion was set; a card is picked; spots settled beside the knight; the last turn", SPOTS),
    places=FIELDS,
)  # fmt: skip


@bare
def observe(s, seat, out):
    clear_from(out, 0)
    _put_fields(s, seat, out)
    n = PLANES * FIELDS
    _put_spots(s, seat, out, n)
    n += (BUILDINGS + SEATS) * SPOTS
    n = put_players(s, seat, out, n, SEATS)
    n = put_one_of(out, n, PHASES, s.phase - 1)
    n = put_seat(s, seat, out, n, SEATS, s.seat)
    n = put_seat(s, seat, out, n, SEATS, s.start)
    n = put(out, n, s.archbishop_counts)
    n = put(out, n, s.open_money)
    for place in range(s.hand_size[seat]):
        put_one_of(out, n, CARDS, s.hand[seat, place])
    n += CARDS
    n = put_one_of(out, n, CARDS, s.picked if s.picked > 0 else -1)
    for card in range(CARDS):
        n = put_flag(out, n, has_card(s.discards, card))
    n = put(out, n, s.pile_size)
    n = put_counts(s, seat, out, n, s.hand_size)
    n = put_counts(s, seat, out, n, s.knights_left)
    n = put_counts(s, seat, out, n, s.bastions_left)
    n = put_counts(s, seat, out, n, s.coins)
    n = put_counts(s, seat, out, n, s.bishops)
    n = put_seat(s, seat, out, n, SEATS, s.archbishop)
    n = put(out, n, s.bastion_set)
    n = put_flag(out, n, s.picked != 0)
    n = put(out, n, s.castles_settled)
    return put(out, n, s.last_turn)


@bare
def _put_fields(s, seat, out):
    for field in range(FIELDS):
        observe_at(s, seat, out, field)


@on_gpu(_put_fields)
@bare
def _leave_fields(s, seat, out):
    """On a GPU fields are filled by a thread each."""


@bare
def observe_at(s, seat, out, field):
    """One field of all planes. A duchy is read before it is written about: a GPU that has written waits with what it reads next."""
    put_flag(out, ARRIVED * FIELDS + field, s.arrived == field)
    thing = s.on[field]
    if thing == BASTION:
        out[BASTION * FIELDS + field] = 1
    elif thing >= 0:
        out[seats_between(s, seat, thing) * FIELDS + field] = 1
    duchy = s.duchy[field]
    if duchy > 0 and duchy < DUCHIES:
        duke, extent, worth = s.duke[duchy], s.extent[duchy], s.worth[duchy]
        if duke >= 0:
            out[(DUKES + seats_between(s, seat, duke)) * FIELDS + field] = 1
        put_at(out, DUCHY_SIZE * FIELDS + field, extent)
        put_at(out, DUCHY_WORTH * FIELDS + field, worth)
        for k in range(s.players):
            put_at(out, (STRENGTHS + k) * FIELDS + field, s.strength[duchy, seat_after(s, seat, k)])


@bare
def _put_spots(s, seat, out, n):
    for spot in range(s.spots):
        put_flag(out, n + np.int64(s.building[spot]) * SPOTS + spot, True)
        if s.castle_knight[spot] >= 0:
            put_flag(out, n + (BUILDINGS + seats_between(s, seat, s.castle_knight[spot])) * SPOTS + spot, True)
