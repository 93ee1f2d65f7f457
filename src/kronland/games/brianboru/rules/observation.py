"""Brian Boru: what a seat may know, as numbers (see `core/observation.py`). The map is the published one and stays the same."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import bare
from kronland.core.observation import Observation, ObservedPart
from kronland.core.observing import clear_from, put, put_bits, put_counts, put_flag, put_one_of, put_players, put_seat, put_word, seat_after
from kronland.games.brianboru.rules.state import (
    CARDS,
    FACE_DOWN,
    FLEETS,
    MARRIAGES,
    N_REGIONS,
    NOBODY,
    ROWS,
    SEATS,
    TOWNS,
    Colour,
    Phase,
    Stage,
    Symbol,
)

PHASES, STAGES, COLOURS, SYMBOL_KINDS = len(Phase), len(Stage), len(Colour), len(Symbol)

OBSERVATION = Observation(
    ObservedPart("towns", (SEATS + 3, TOWNS), "planes of towns: discs of each seat; Vikings; monasteries; the active town"),
    ObservedPart("tokens", (N_REGIONS, SEATS + 2), "of each region's power token: who holds it; nobody; face down"),
    ObservedPart("players", (SEATS - 1 + 2 * SEATS,), "how many play, 2 to 5; which seat looks, by its colour; who must decide"),
    ObservedPart("phase", (PHASES,), "which decision is at hand (`rules/state.py`, Phase)"),
    ObservedPart("stage", (STAGES,), "how far the round has come (Stage)"),
    ObservedPart("turn", (5, SEATS), "who decides; who holds the town marker; who leads, who wins the trick; who loses a town"),
    ObservedPart("progress", (8,), "four tricks; round; packets passed; tricks played; symbols done; a choice can be taken back;"
                 " seats dealt with in the stage; raiders in the battle area", 127),
    ObservedPart("coins", (SEATS,), "of each seat", 255),
    ObservedPart("renown", (SEATS,), "of each seat", 255),
    ObservedPart("points", (SEATS,), "of each seat", 255),
    ObservedPart("court", (SEATS,), "the space of each seat on the marriage track", 127),
    ObservedPart("raiders", (SEATS,), "of each seat", 255),
    ObservedPart("church", (SEATS,), "discs of each seat in the church area", 255),
    ObservedPart("hand", (CARDS,), "the own cards, by value"),
    ObservedPart("packet", (CARDS,), "the packet in front of the seat"),
    ObservedPart("hand_sizes", (SEATS,), "cards of each seat", CARDS),
    ObservedPart("lacks", (SEATS, COLOURS), "colours that a hand was seen to lack (BB-20)"),
    ObservedPart("played", (CARDS, SEATS), "who has played each card in this round"),
    ObservedPart("seen", (CARDS, SEATS + 1), "of each card seen in a packet or kept: whose packet it was, and 1 + the pass at which it was"
                 " kept, if that is known", 127),
    ObservedPart("on_table", (SEATS, CARDS), "the card of each seat in the trick"),
    ObservedPart("fleets", (FLEETS,), "the strength of the fleet of each round, so far", 127),
    ObservedPart("marriage", (2, MARRIAGES), "the marriage of this round; those of earlier ones"),
    ObservedPart("spouses", (MARRIAGES, SEATS), "who holds each marriage"),
    ObservedPart("estrid", (2, SEATS), "who chose her military pact; her trade"),
    ObservedPart("row", (ROWS,), "the row of the card that is carried out"),
    ObservedPart("buying", (SYMBOL_KINDS,), "what can be bought (Symbol)"),
)  # fmt: skip


@bare
def observe(s, seat, out):
    clear_from(out, 0)
    n = _put_map(s, seat, out, 0)
    n = put_players(s, seat, out, n, SEATS)
    n = put_one_of(out, n, PHASES, s.phase - 1)
    n = put_one_of(out, n, STAGES, s.stage - 1)
    n = put_seat(s, seat, out, n, SEATS, s.seat)
    n = put_seat(s, seat, out, n, SEATS, s.marker)
    n = put_seat(s, seat, out, n, SEATS, s.leader)
    n = put_seat(s, seat, out, n, SEATS, s.winner)
    n = put_seat(s, seat, out, n, SEATS, s.victim)
    n = put(out, n, s.four_tricks)
    n = put(out, n, s.round_number)
    n = put(out, n, s.passes)
    n = put(out, n, s.trick)
    n = put(out, n, s.at)
    n = put(out, n, s.open_choice)
    n = put(out, n, s.turn)
    n = put(out, n, s.battle)
    n = put_counts(s, seat, out, n, s.coins)
    n = put_counts(s, seat, out, n, s.renown)
    n = put_counts(s, seat, out, n, s.points)
    n = put_counts(s, seat, out, n, s.court)
    n = put_counts(s, seat, out, n, s.raiders)
    n = put_counts(s, seat, out, n, s.church)
    n = _put_cards(s, seat, out, n)
    for number in range(FLEETS):
        n = put(out, n, s.fleet[number] if number < s.round_number else 0)
    n = _put_marriages(s, out, n)
    for card in range(MARRIAGES):
        n = put_seat(s, seat, out, n, SEATS, s.spouse[card])
    n = put_seat(s, seat, out, n, SEATS, s.pact)
    n = put_seat(s, seat, out, n, SEATS, s.trade)
    n = put_one_of(out, n, ROWS, s.row)
    return put_one_of(out, n, SYMBOL_KINDS, s.buying)


@bare
def _put_map(s, seat, out, n):
    for k in range(SEATS):
        n = put_word(out, n, TOWNS, s.disc[seat_after(s, seat, k)])
    n = put_word(out, n, TOWNS, s.vikings)
    n = put_word(out, n, TOWNS, s.monastery)
    n = put_one_of(out, n, TOWNS, s.active)
    for region in range(N_REGIONS):
        n = put_seat(s, seat, out, n, SEATS, s.token[region])
        n = put_flag(out, n, s.token[region] == NOBODY)
        n = put_flag(out, n, s.token[region] == FACE_DOWN)
    return n


@bare
def _put_cards(s, seat, out, n):
    n = put_bits(out, n, CARDS, s.hand[seat])
    n = put_bits(out, n, CARDS, s.offer[seat])
    n = put_counts(s, seat, out, n, s.hand_size)
    for k in range(SEATS):
        n = put_bits(out, n, COLOURS, s.lacks[seat_after(s, seat, k)])
    for card in range(CARDS):
        n = put_seat(s, seat, out, n, SEATS, s.played_by[card])
    for card in range(CARDS):
        n = put_seat(s, seat, out, n, SEATS, s.packet[card] if s.packet[card] < s.players else NOBODY)
        n = put(out, n, s.pick[card] + 1)
    for k in range(SEATS):
        n = put_one_of(out, n, CARDS, s.card_of[seat_after(s, seat, k)] if k < s.players else NOBODY)
    return n


@bare
def _put_marriages(s, out, n):
    """The marriage of this round, then those of earlier ones."""
    now = s.round_number - 1
    n = put_one_of(out, n, MARRIAGES, s.marriage[now] if now >= 0 and now < MARRIAGES else NOBODY)
    for number in range(min(np.int64(now), MARRIAGES)):
        put_one_of(out, n, MARRIAGES, s.marriage[number])
    return n + MARRIAGES
