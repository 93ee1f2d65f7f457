"""Löwenherz (2003): regions take fields (L03-40 to L03-46)."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.words import N_, NN_
from kronland.games.fields import EMPTY, count, is_empty, only
from kronland.games.grid.rules.moves import expansion_hindrance, takable
from kronland.games.grid.rules.regions import CASTLES_EACH, colour_of, found_regions_around, has_region, take_field
from kronland.games.koenig.rules.domains import FIELDS, OWN_CASTLES
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.land import settle_monopolies, value_of
from kronland.games.koenig.rules.refusals import Refusal
from kronland.games.koenig.rules.state import BOARD, Phase
from kronland.games.koenig.rules.steps import ask_for_steps, take_step

FIELD_OF = BOARD.field_of_cell

EXPAND = Verb(
    "expand",
    FIELDS,
    OWN_CASTLES,
    label=N_("Take {field} for the region of {castle}"),
    prompt=ask_for_steps(
        NN_("Take a field for one of your regions.", "Take up to {n} fields for one of your regions.", "n"),
        NN_("Take one more field for the same region, or finish.", "Take up to {n} more fields for the same region, or finish.", "n"),
    ),
    lesson=N_("Your region takes a field next to it, even from a neighbour whose region holds fewer knights."),
    rules=("L03-40",),
)


@rule
def expansion_cells(s, seat, number):
    """The fields that the region of an own castle may take now: nothing else decides it."""
    castle = seat * CASTLES_EACH + number
    if s.phase != Phase.EXPAND or s.left == 0 or (s.expanding >= 0 and s.expanding != castle):
        return EMPTY
    return _reach(s, castle)


@rule
def _reach(s, castle):
    return takable(s, castle) if has_region(s, castle) else EMPTY


@rule
def can_expand(s, seat):
    """Whether a card for an expansion could be played (L03-13)."""
    for castle in range(seat * CASTLES_EACH, (seat + 1) * CASTLES_EACH):
        if not is_empty(_reach(s, castle)):
            return True
    return False


@rule
def why_no_expansion(s, seat, cell, number):
    castle = seat * CASTLES_EACH + number
    if s.phase != Phase.EXPAND:
        return np.int64(Refusal.NOT_NOW)
    if s.left == 0:
        return np.int64(Refusal.FIELDS_USED)
    if s.expanding >= 0 and s.expanding != castle:
        return np.int64(Refusal.OTHER_REGION)
    if not has_region(s, castle):
        return np.int64(Refusal.NO_REGION)
    return expansion_hindrance(s, castle, cell)


@rule
def expand(s, seat, cell, number, log):
    """A region takes a field and scores it; who loses it, and what it cuts off, loses as much (L03-45)."""
    castle = seat * CASTLES_EACH + number
    take_step(s)
    s.expanding = castle
    victim, cut = take_field(s, castle, cell)
    points = value_of(s, only(cell))
    s.score[seat] += points
    emit(log, Event.FIELD_TAKEN, seat, FIELD_OF[cell], castle, points)
    loser = colour_of(victim) if victim >= 0 else s.players
    if loser < s.players:
        s.score[loser] -= points
        emit(log, Event.FIELD_LOST, loser, FIELD_OF[cell], -points)
        if not is_empty(cut):
            lost = value_of(s, cut)
            s.score[loser] -= lost
            emit(log, Event.CUT_OFF, victim, loser, count(cut), -lost)
    settle_monopolies(s, log)
    found_regions_around(s, castle, cell, log)
