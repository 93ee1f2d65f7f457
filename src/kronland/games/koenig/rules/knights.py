"""Löwenherz (2003): knights (L03-30 to L03-32), those of new castles (L03-4) and of deserters (L03-50) too."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import N_, NN_
from kronland.games.fields import EMPTY, both, get_row, has, is_empty
from kronland.games.grid.rules.moves import is_forest, knight_hindrance, knight_places, put_knight, settling_places
from kronland.games.grid.rules.regions import colour_of
from kronland.games.koenig.rules.castles import set_start_knight, start_knight_cells, why_no_start_knight
from kronland.games.koenig.rules.domains import FIELDS
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.refusals import Refusal
from kronland.games.koenig.rules.state import BOARD, FOREST_FEE, Phase, Terrain
from kronland.games.koenig.rules.steps import ask_for_steps, take_step

FIELD_OF = BOARD.field_of_cell

START_KNIGHT = N_("Set its knight on a meadow or in a forest beside the castle.")
DESERTER = N_("Set your knight in your region.")
ask_for_knights = ask_for_steps(
    NN_("Set a knight.", "Set up to {n} knights.", "n"),
    NN_("Set one more knight, or finish.", "Set up to {n} more knights, or finish.", "n"),
)


def ask_for_a_field(view: View) -> str:
    if view.state.phase == Phase.KNIGHT:
        return ask_for_knights(view)
    return view.words(START_KNIGHT if view.state.phase == Phase.START_KNIGHT else DESERTER)


KNIGHT = Verb(
    "knight",
    FIELDS,
    label=N_("Set a knight on {field}"),
    prompt=ask_for_a_field,
    lesson=N_(
        "A knight stands beside a castle or another knight of yours; in a forest it costs one ducat more. More "
        "knights make a region strong."
    ),
    rules=("L03-31",),
)


@rule
def knight_cells(s, seat):
    """The fields where a knight may be set now: nothing else decides it."""
    if s.phase == Phase.START_KNIGHT:
        return start_knight_cells(s)
    if s.left > 0:
        if s.phase == Phase.KNIGHT:
            return room_for_knight(s, seat, s.ducats[seat])
        if s.phase == Phase.SETTLE:
            return room_for_deserter(s, s.desert_to, s.ducats[seat])
    return EMPTY


@rule
def room_for_knight(s, seat, ducats):
    """Meadows next to own figures, and forests for who has a ducat more (L03-30, L03-31)."""
    return _payable(s, knight_places(s, seat), ducats)


@rule
def room_for_deserter(s, own, ducats):
    """The same, within an own region (L03-50)."""
    return _payable(s, settling_places(s, own), ducats)


@rule
def _payable(s, places, ducats):
    return places if ducats >= FOREST_FEE else both(places, get_row(s.terrain, Terrain.MEADOW))


@rule
def can_set_knight(s, seat, ducats):
    """Whether a card for knights could be played, with so many ducats left after its cost (L03-13)."""
    return not is_empty(room_for_knight(s, seat, ducats))


@rule
def why_no_knight(s, seat, cell):
    if s.phase != Phase.START_KNIGHT and s.phase != Phase.KNIGHT and s.phase != Phase.SETTLE:
        return np.int64(Refusal.NOT_NOW)
    if s.phase == Phase.START_KNIGHT:
        return why_no_start_knight(s, cell)
    if s.left == 0:
        return np.int64(Refusal.KNIGHTS_USED)
    if s.phase == Phase.SETTLE and not has(get_row(s.region, s.desert_to), cell):
        return np.int64(Refusal.SETTLE_OUTSIDE)
    if not has(knight_places(s, seat), cell):
        return knight_hindrance(s, seat, cell)
    return np.int64(Refusal.KNIGHT_FEE)


@rule
def set_knight(s, seat, cell, log):
    if s.phase == Phase.START_KNIGHT:
        set_start_knight(s, seat, cell, log)
        return
    take_step(s)
    put_knight(s, seat, cell)
    if is_forest(s, cell):
        s.ducats[seat] -= FOREST_FEE
        emit(log, Event.KNIGHT_IN_FOREST, seat, FIELD_OF[cell])
    else:
        emit(log, Event.KNIGHT_SET, seat, FIELD_OF[cell])
    if s.phase == Phase.SETTLE and colour_of(s.desert_from) >= s.players:
        s.phase = Phase.REMOVE  # L03-51: the same player chooses a neutral region's knight; an opponent is asked after `done`
