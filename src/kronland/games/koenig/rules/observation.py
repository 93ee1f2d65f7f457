"""Löwenherz (2003): what a seat may know, as numbers (see `core/observation.py`)."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import bare
from kronland.core.observation import Observation, ObservedPart
from kronland.core.observing import (
    add_one,
    clear_from,
    put,
    put_at,
    put_bits,
    put_counts,
    put_flag,
    put_one_of,
    put_players,
    put_seat,
    seat_after,
)
from kronland.games.grid.rules.observing import GRID_PLANES, GRID_TEXT, castle_after, fields_in, put_castle, put_grid, put_plane
from kronland.games.grid.rules.regions import CASTLES
from kronland.games.koenig.rules.state import (
    BACK,
    BOARD,
    BORDERS,
    DECK,
    HAND,
    KINDS,
    MINE_KINDS,
    PILE_NAMES,
    SEATS,
    Phase,
    Terrain,
)

ROWS, COLUMNS = BOARD.rows, BOARD.columns
TERRAINS, PHASES, PILES = len(Terrain), len(Phase), len(PILE_NAMES)
PLANES = TERRAINS - 1 + GRID_PLANES

OBSERVATION = Observation(
    ObservedPart(
        "board",
        (PLANES, ROWS, COLUMNS),
        f"planes of fields: forest, village, royal city, copper, silver, gold, gems; {GRID_TEXT}",
    ),
    ObservedPart("players", (SEATS - 1 + 2 * SEATS,), "how many play, 2 to 4; which seat looks, by its colour; who must decide"),
    ObservedPart("phase", (PHASES,), "which decision is at hand (`rules/state.py`, Phase)"),
    ObservedPart("turn", (3, SEATS), "who decides; whose turn it is; who set the first castle"),
    ObservedPart("supply", (2 + SEATS,), "borders left; castles set at the start; knights left of each colour", BORDERS),
    ObservedPart("score", (SEATS,), "points of each seat", 255),
    ObservedPart("ducats", (SEATS,), "of each seat", 255),
    ObservedPart("monopolies", (SEATS, MINE_KINDS), "mines of which each seat has a monopoly (L03-70)"),
    ObservedPart("hand", (KINDS,), "the own cards: how many of each kind, as the deck of the published cards numbers kinds", HAND),
    ObservedPart("open_hands", (SEATS - 1, KINDS), "cards of the other seats that all have seen, by kind", HAND),
    ObservedPart("backs", (SEATS - 1, PILES), "cards of the other seats of which only the back is known, by pile", HAND),
    ObservedPart("market", (KINDS,), "cards in the market, by kind", DECK),
    ObservedPart("spent", (KINDS,), "cards played, by kind", DECK),
    ObservedPart("deck", (PILES,), "cards still in the deck, by pile", DECK),
    ObservedPart("sold", (KINDS,), "the kind sold in this turn (L03-14)"),
    ObservedPart("market_refills", (1,), "refills from the market in a row", 127),
    ObservedPart("alliances", (CASTLES, CASTLES), "whether two castles are allied (L03-60)"),
    ObservedPart("action", (2,), "borders, knights or fields that may still be set or taken; how many have been", 127),
    ObservedPart("action_castles", (3, CASTLES), "castles: whose region grows (L03-40); that a deserter goes to; comes from (L03-50)"),
)  # fmt: skip


@bare
def observe(s, seat, out):
    n = 0
    for terrain in range(1, TERRAINS):
        n = put_plane(out, n, fields_in(s.terrain, terrain), ROWS, COLUMNS)
    n = put_grid(s, seat, out, n, ROWS, COLUMNS)
    clear_from(out, n)
    n = put_players(s, seat, out, n, SEATS)
    n = put_one_of(out, n, PHASES, s.phase - 1)
    n = put_seat(s, seat, out, n, SEATS, s.seat)
    n = put_seat(s, seat, out, n, SEATS, s.turn)
    n = put_seat(s, seat, out, n, SEATS, s.start)
    n = put(out, n, s.borders_left)
    n = put(out, n, s.placed)
    n = put_counts(s, seat, out, n, s.knights_left)
    n = put_counts(s, seat, out, n, s.score)
    n = put_counts(s, seat, out, n, s.ducats)
    for k in range(SEATS):
        n = put_bits(out, n, MINE_KINDS, s.monopolies[seat_after(s, seat, k)])
    n = _put_cards(s, seat, out, n)
    for k in range(CASTLES):
        allies = np.int64(s.alliances[castle_after(s, seat, k)])
        if allies:
            for j in range(CASTLES):
                put_flag(out, n + k * CASTLES + j, (allies >> castle_after(s, seat, j)) & 1)
    n += CASTLES * CASTLES
    n = put(out, n, s.left)
    n = put(out, n, s.steps)
    n = put_castle(s, seat, out, n, s.expanding)
    n = put_castle(s, seat, out, n, s.desert_to)
    return put_castle(s, seat, out, n, s.desert_from)


@bare
def _put_cards(s, seat, out, n):
    backs = n + SEATS * KINDS
    for k in range(s.players):
        for slot in range(HAND):
            kind = np.int64(s.hand[seat_after(s, seat, k), slot])
            if kind >= 0:
                add_one(out, n + k * KINDS + kind)
            elif kind <= BACK:
                add_one(out, backs + (k - 1) * PILES + BACK - kind)
    n = backs + (SEATS - 1) * PILES
    for kind in range(KINDS):
        put_at(out, n + kind, s.market[kind])
        put_at(out, n + KINDS + kind, s.spent[kind])
    n += 2 * KINDS
    for place in range(s.drawn, DECK):
        kind = np.int64(s.deck[place])
        if kind <= BACK:
            add_one(out, n + BACK - kind)
        elif kind >= 0:
            add_one(out, n + np.int64(s.kind_pile[kind]))
    n = put_one_of(out, n + PILES, KINDS, s.sold)
    return put(out, n, s.market_refills)
