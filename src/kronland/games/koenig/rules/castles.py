"""Löwenherz (2003): the players set castles, each with a knight (L03-4 to L03-7)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, seat_bit
from kronland.core.kernel import interpreted, rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.fields import EMPTY, both, get_row, has
from kronland.games.grid.rules.castles import (
    NEUTRAL_PAIRS,
    OWN_PAIRS,
    all_castles_stand,
    beside_new_castle,
    put_new_castle,
    put_new_knight,
    setting_colour,
)
from kronland.games.grid.rules.moves import castle_fields, castle_hindrance, knight_ground
from kronland.games.koenig.rules.domains import COLOURS, FIELDS
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.refusals import Refusal
from kronland.games.koenig.rules.state import BOARD, CASTLE_DISTANCE, LAYOUT, Phase, Terrain
from kronland.games.koenig.rules.turn import begin_turn

FIELD_OF = BOARD.field_of_cell


@rule
def _own_pairs(s):
    """Castles of a colour that is played (L03-2)."""
    return 3 if s.players == 4 else 4


@rule
def _neutral_pairs(s):
    """Castles of the neutral colour (L03-6)."""
    return 4 if s.players == 2 else 0


OWN_PAIRS.bind(LAYOUT.dtype, _own_pairs)
NEUTRAL_PAIRS.bind(LAYOUT.dtype, _neutral_pairs)

# A castle ---------------------------------------------------------------------------------------------------------------------------

OWN_CASTLE = N_("Set a castle on a free meadow.")
NEUTRAL_CASTLE = N_("Set a castle of the neutral colour, {colour}, on a free meadow.")


def ask_for_a_castle(view: View) -> str:
    s, words = view.state, view.words
    colour = int(interpreted(setting_colour)(s))
    return words(OWN_CASTLE) if colour < s.players else words(NEUTRAL_CASTLE, colour=COLOURS.say(colour, words, view.names))


CASTLE = Verb(
    "castle",
    FIELDS,
    label=N_("Set a castle on {field}"),
    prompt=ask_for_a_castle,
    lesson=N_("Castles are where your regions will grow. Look for forests, villages and mines near the frame: borders are short there."),
    rules=("L03-4",),
)


@rule
def castle_cells(s):
    """Free meadows with room for a knight beside them, far from castles of the same colour: nothing else decides it."""
    if s.phase != Phase.CASTLE:
        return EMPTY
    return castle_fields(s, setting_colour(s), _meadows(s), knight_ground(s), CASTLE_DISTANCE)


@rule
def _meadows(s):
    return get_row(s.terrain, Terrain.MEADOW)


@rule
def why_no_castle(s, cell):
    if s.phase != Phase.CASTLE:
        return np.int64(Refusal.NOT_NOW)
    return castle_hindrance(s, cell, _meadows(s), knight_ground(s))


@rule
def set_castle(s, seat, cell, log):
    put_new_castle(s, cell)
    emit(log, Event.CASTLE_SET, seat, setting_colour(s), FIELD_OF[cell])
    s.phase = Phase.START_KNIGHT


# Its knight, for the verb of `knights` ----------------------------------------------------------------------------------------------


@rule
def start_knight_cells(s):
    """Meadows and forests beside the castle just set."""
    return both(beside_new_castle(s), knight_ground(s))


@rule
def why_no_start_knight(s, cell):
    if not has(beside_new_castle(s), cell):
        return np.int64(Refusal.START_KNIGHT_PLACE)
    return np.int64(Refusal.START_KNIGHT_GROUND)


@rule
def set_start_knight(s, seat, cell, log):
    put_new_knight(s, cell)
    emit(log, Event.START_KNIGHT_SET, seat, FIELD_OF[cell])
    if all_castles_stand(s):
        begin_turn(s, seat, log)  # L03-7: who set the last castle
    else:
        s.phase = Phase.CASTLE
        s.seat = (s.seat + 1) % s.players
        s.turn = s.seat
        pass_to(s, seat_bit(s.seat))
