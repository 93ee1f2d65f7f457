"""Löwenherz (1997): what a seat may know, as numbers (see `core/observation.py`)."""

from __future__ import annotations

import numpy as np

from kronland.core.bits import ONE, ZERO
from kronland.core.kernel import bare
from kronland.core.observation import Observation, ObservedPart
from kronland.core.observing import (
    clear_from,
    one_of,
    put,
    put_bits,
    put_counts,
    put_flag,
    put_one_of,
    put_players,
    put_seat,
    put_seats,
    put_word,
    seat_after,
    seats_between,
)
from kronland.core.unpacking import WIDTH
from kronland.games.fields import EMPTY
from kronland.games.grid.rules.observing import (
    GRID_PLANES,
    GRID_TEXT,
    fields_in,
    put_castle,
    put_field,
    put_grid,
    put_plane,
)
from kronland.games.grid.rules.regions import CASTLES
from kronland.games.loewenherz.rules.state import BOARD, BORDERS, DECK, POLITICS_CARDS, SEATS, UNKNOWN, Offer, Phase, Task, Terrain

ROWS, COLUMNS = BOARD.rows, BOARD.columns
TERRAINS, PHASES, TASKS, OFFER_KINDS = len(Terrain), len(Phase), len(Task), len(Offer)
TREASURES, SLOTS, ALLIANCES, PILES = 4, 3, 3, 2
CARD_NUMBERS = SEATS + PILES + 2  # of each politics card
CARDS_IN_WORD = WIDTH // CARD_NUMBERS
ALL_SLOTS = np.uint64((1 << SLOTS) - 1)
PLANES = TERRAINS - 1 + GRID_PLANES + 2

OBSERVATION = Observation(
    ObservedPart(
        "board",
        (PLANES, ROWS, COLUMNS),
        f"planes of fields: forest, mountain, town; {GRID_TEXT}; fields cut off (L97-54); where a knight has deserted (L97-72)",
    ),
    ObservedPart("players", (SEATS - 1 + 2 * SEATS,), "how many play, 2 to 4; which seat looks, by its colour; who must decide"),
    ObservedPart("phase", (PHASES,), "which decision is at hand (`rules/state.py`, Phase)"),
    ObservedPart("turn", (2, SEATS), "who decides; the start player"),
    ObservedPart("options", (2,), "beginner set-up; open money"),
    ObservedPart("supply", (2 + SEATS,), "borders left; castles set at the start; knights left of each colour", BORDERS),
    ObservedPart("score", (SEATS,), "points of each seat", 255),
    ObservedPart("ducats", (SEATS,), "of each seat, which whoever counts knows (L97-6)", 255),
    ObservedPart("round", (1,), "the number of the round", 127),
    ObservedPart("card", (SLOTS, TASKS + 1), "of each slot of the action card: which task (Task), and its size", 15),
    ObservedPart("step", (SLOTS,), "the slot that is being settled"),
    ObservedPart("laid", (SEATS, SLOTS), "the slots that each seat's decision card names"),
    ObservedPart("to_come", (DECK,), "action cards that have not been turned up"),
    ObservedPart(
        "politics",
        (POLITICS_CARDS, CARD_NUMBERS),
        "of each politics card: who took it, in which pile it is known to have lain, whether all have seen it, whether it is spent",
    ),
    ObservedPart("politics_counts", (PILES + SEATS + 1,), "cards in each pile; in each hand; that may be played now (L97-12)", 13),
    ObservedPart("looking", (PILES,), "the pile that is looked at (L97-60)"),
    ObservedPart("alliances", (ALLIANCES, 2, CASTLES), "the two castles of each alliance (L97-70)"),
    ObservedPart("rivals", (SEATS,), "seats in the trial of power"),
    ObservedPart("offer", (OFFER_KINDS,), "the standing offer: none, to pay, to be paid"),
    ObservedPart("offers", (3,), "offers made; ducats of the standing one; 1 for first bids, 2 for second ones", 255),
    ObservedPart("bids", (SEATS, 2), "of each seat: whether it has bid, and how many ducats, if that is known", 255),
    ObservedPart("bid_treasures", (SEATS, TREASURES), "treasures in each bid, if that is known"),
    ObservedPart("action", (2,), "borders, or knights and expansions, still to be set; expansions still allowed", 127),
    ObservedPart("action_castles", (4, CASTLES), "castles: that expands; that lost what is cut off; a deserter goes to; comes from"),
)  # fmt: skip


@bare
def observe(s, seat, out):
    n = 0
    for terrain in range(1, TERRAINS):
        n = put_plane(out, n, fields_in(s.terrain, terrain), ROWS, COLUMNS)
    n = put_grid(s, seat, out, n, ROWS, COLUMNS)
    n = put_plane(out, n, (s.cut[0], s.cut[1], s.cut[2]), ROWS, COLUMNS)
    deserted_at, n = n, put_plane(out, n, EMPTY, ROWS, COLUMNS)
    if s.desert_cell >= 0:
        put_field(out, deserted_at, np.int64(s.desert_cell), COLUMNS)
    clear_from(out, n)
    n = put_players(s, seat, out, n, SEATS)
    n = put_one_of(out, n, PHASES, s.phase - 1)
    n = put_seat(s, seat, out, n, SEATS, s.seat)
    n = put_seat(s, seat, out, n, SEATS, s.start)
    n = put(out, n, s.beginner)
    n = put(out, n, s.open_money)
    n = put(out, n, s.borders_left)
    n = put(out, n, s.placed)
    n = put_counts(s, seat, out, n, s.knights_left)
    n = put_counts(s, seat, out, n, s.score)
    n = put_counts(s, seat, out, n, s.ducats)
    n = put(out, n, s.round_number)
    n = _put_action_cards(s, seat, out, n)
    n = _put_politics(s, seat, out, n)
    n = _put_trial(s, seat, out, n)
    n = put(out, n, s.left)
    n = put(out, n, s.expansions)
    n = put_castle(s, seat, out, n, s.expanding)
    n = put_castle(s, seat, out, n, s.cut_from)
    n = put_castle(s, seat, out, n, s.desert_to)
    return put_castle(s, seat, out, n, s.desert_from)


@bare
def _put_action_cards(s, seat, out, n):
    for slot in range(SLOTS):
        symbol = s.card[s.deck[s.drawn - 1], slot] if s.drawn > 0 else 0
        n = put_one_of(out, n, TASKS, (symbol >> 4) - 1)
        n = put(out, n, symbol & 15)
    flags, at = one_of(s.step, SLOTS), SLOTS
    for k in range(SEATS):
        flags |= (np.uint64(s.laid[seat_after(s, seat, k)]) & ALL_SLOTS) << np.uint64(at)
        at += SLOTS
    for place in range(s.drawn, s.deck_size):
        flags |= ONE << np.uint64(at + s.deck[place])
    return put_word(out, n, at + DECK, flags)


@bare
def _put_politics(s, seat, out, n):
    for first in range(0, POLITICS_CARDS, CARDS_IN_WORD):
        flags, count = ZERO, min(POLITICS_CARDS - first, CARDS_IN_WORD)
        for card in range(count):
            flags |= _known_of(s, seat, first + card) << np.uint64(card * CARD_NUMBERS)
        n = put_word(out, n, count * CARD_NUMBERS, flags)
    for pile in range(PILES):
        n = put(out, n, s.pile_size[pile])
    n = put_counts(s, seat, out, n, s.hand_size)
    n = put(out, n, s.politics_left)
    n = put_one_of(out, n, PILES, s.looking)
    for alliance in range(ALLIANCES):
        n = put_castle(s, seat, out, n, s.ally_one[alliance])
        n = put_castle(s, seat, out, n, s.ally_other[alliance])
    return n


@bare
def _known_of(s, seat, card):
    """Of a politics card what the seat knows: CARD_NUMBERS flags."""
    taker, pile = s.politics_taker[card], s.politics_pile[card]
    if taker == UNKNOWN and pile == UNKNOWN:
        return ZERO
    flags = one_of(seats_between(s, seat, taker), SEATS) | one_of(pile, PILES) << np.uint64(SEATS)
    flags |= np.uint64(s.politics_shown[card] != 0) << np.uint64(SEATS + PILES)
    return flags | np.uint64(s.politics_spent[card] != 0) << np.uint64(SEATS + PILES + 1)


@bare
def _put_trial(s, seat, out, n):
    n = put_seats(s, seat, out, n, SEATS, s.rivals)
    n = put_one_of(out, n, OFFER_KINDS, s.offer)
    n = put(out, n, s.offers)
    n = put(out, n, s.offer_sum)
    n = put(out, n, s.duel)
    for k in range(SEATS):
        bid = s.bid[seat_after(s, seat, k)]
        n = put_flag(out, n, bid != -1)
        n = put(out, n, bid)
    for k in range(SEATS):
        n = put_bits(out, n, TREASURES, s.bid_treasures[seat_after(s, seat, k)])
    return n
