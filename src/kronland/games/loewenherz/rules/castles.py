"""Löwenherz (1997): the players set castles, each with a knight (L97-3 to L97-5)."""

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
from kronland.games.grid.rules.moves import castle_fields, castle_hindrance
from kronland.games.loewenherz.rules.domains import FIELDS
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.round import open_round
from kronland.games.loewenherz.rules.state import BOARD, CASTLE_DISTANCE, LAYOUT, Phase, Terrain

FIELD_OF = BOARD.field_of_cell


@rule
def _own_pairs(s):
    """Castles of a colour that is played (L97-3, L97-4)."""
    return 4 if s.players == 2 else 3


@rule
def _neutral_pairs(s):
    """Castles of the neutral colour (L97-4)."""
    return 4 if s.players == 2 else (3 if s.players == 3 else 0)


OWN_PAIRS.bind(LAYOUT.dtype, _own_pairs)
NEUTRAL_PAIRS.bind(LAYOUT.dtype, _neutral_pairs)

# A castle ---------------------------------------------------------------------------------------------------------------------------

OWN_CASTLE = N_("Set a castle on free farmland.")
NEUTRAL_CASTLE = N_("Set a castle of the neutral colour on free farmland.")


def ask_for_a_castle(view: View) -> str:
    s = view.state
    return view.words(OWN_CASTLE if interpreted(setting_colour)(s) < s.players else NEUTRAL_CASTLE)


CASTLE = Verb(
    "castle",
    FIELDS,
    label=N_("Set a castle on {field}"),
    prompt=ask_for_a_castle,
    lesson=N_(
        "Castles are where your regions will grow. Look for room: fields, a town, mountains with silver; own castles "
        "keep their distance from one another. A knight goes beside each."
    ),
    rules=("L97-3",),
)


@rule
def castle_cells(s):
    """Free farmland with room for a knight beside it, far from castles of the same colour: nothing else decides it."""
    if s.phase != Phase.CASTLE:
        return EMPTY
    return castle_fields(s, setting_colour(s), _farmland(s), _farmland(s), CASTLE_DISTANCE)


@rule
def _farmland(s):
    return get_row(s.terrain, Terrain.FARMLAND)


@rule
def why_no_castle(s, cell):
    if s.phase != Phase.CASTLE:
        return np.int64(Refusal.NOT_NOW)
    return castle_hindrance(s, cell, _farmland(s), _farmland(s))


@rule
def set_castle(s, seat, cell, log):
    put_new_castle(s, cell)
    emit(log, Event.CASTLE_SET, seat, setting_colour(s), FIELD_OF[cell])
    s.phase = Phase.START_KNIGHT


# Its knight, for the verb of `knights` ----------------------------------------------------------------------------------------------


@rule
def start_knight_cells(s):
    """Farmland beside the castle just set."""
    return both(beside_new_castle(s), _farmland(s))


@rule
def why_no_start_knight(s, cell):
    return np.int64(Refusal.START_KNIGHT_PLACE) if not has(beside_new_castle(s), cell) else np.int64(Refusal.START_KNIGHT_GROUND)


@rule
def set_start_knight(s, seat, cell, log):
    put_new_knight(s, cell)
    emit(log, Event.START_KNIGHT_SET, seat, FIELD_OF[cell])
    if all_castles_stand(s):
        open_round(s, log)
    else:
        s.phase = Phase.CASTLE
        s.seat = (s.seat + 1) % s.players
        pass_to(s, seat_bit(s.seat))
