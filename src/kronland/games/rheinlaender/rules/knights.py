"""Rheinländer: the knight of a card (RH-11 to RH-16): deployed, sent to reinforce, or exchanged by the archbishop."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.fields import ZERO, either, get, get_row, has, only, put, put_row, without
from kronland.games.rheinlaender.rules.cards import lay_off
from kronland.games.rheinlaender.rules.castles import go_on_settling
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS
from kronland.games.rheinlaender.rules.duchies import settle_bishops, settle_ruler, use_knight
from kronland.games.rheinlaender.rules.events import Event
from kronland.games.rheinlaender.rules.fields import NOWHERE, fields_of, river_bit, with_field
from kronland.games.rheinlaender.rules.reach import deployable, in_section, is_field, reinforcements, replaceable, river_is_open, river_of
from kronland.games.rheinlaender.rules.refusals import Refusal
from kronland.games.rheinlaender.rules.state import LAND, NONE, RIVER, TOUCHING, Phase
from kronland.games.rheinlaender.rules.turn import after_card

# Deploy or reinforce ----------------------------------------------------------------------------------------------------------------

SET_A_KNIGHT = N_("Set your knight with card {card}.")
SET_OR_REPLACE = N_("Set your knight with card {card}, or have the archbishop replace one.")


def ask_for_a_field(view: View) -> str:
    return view.words(SET_OR_REPLACE if REPLACE in view.verbs else SET_A_KNIGHT, card=int(view.state.picked))


KNIGHT = Verb(
    "knight",
    ALL_FIELDS,
    label=N_("Set a knight: {field}"),
    prompt=ask_for_a_field,
    lesson=N_("Knights on neighbouring fields form a duchy, whoever they belong to. Whoever has the most knights in it is its duke."),
    rules=("RH-20", "RH-11", "RH-12", "RH-14"),
)


@rule
def knight_fields(s, seat):
    """Free fields of the card's section (RH-11), its river if that is open (RH-12), and reinforcements (RH-14): nothing else decides it."""
    if s.phase != Phase.FIELD:
        return NOWHERE
    section = s.picked
    river = river_of(section)
    water = river_bit(river) if s.on[river] == NONE and river_is_open(s, section) else ZERO
    return fields_of(either(reinforcements(s, seat), deployable(s, section)), water)


@rule
def why_no_knight(s, seat, field):
    if s.phase != Phase.FIELD:
        return np.int64(Refusal.NOT_NOW)
    if not is_field(s, field):
        return np.int64(Refusal.NO_SUCH_FIELD)
    if s.on[field] != NONE:
        return np.int64(Refusal.FIELD_TAKEN)
    if field >= RIVER:
        return np.int64(Refusal.RIVER_ELSEWHERE) if field != river_of(s.picked) else np.int64(Refusal.RIVER_CLOSED)
    if not has(get_row(s.near, seat), field):
        return np.int64(Refusal.NO_OWN_KNIGHT_BESIDE)
    return np.int64(Refusal.OTHER_KNIGHT_BESIDE)


@rule
def set_knight(s, seat, field, log):
    """The knight; then the castles beside it, the duchy, the bishops (RH-31)."""
    card = _play_picked(s, seat)
    if field >= RIVER:
        emit(log, Event.DEPLOYED_ON_RIVER, seat, card - 1, field)
    elif in_section(s, field, card):
        emit(log, Event.DEPLOYED, seat, card - 1, field)
    else:
        emit(log, Event.REINFORCED, seat, card - 1, field)
    put_knight(s, seat, field)
    use_knight(s, seat, log)
    s.arrived = field
    s.castles_settled = 0
    go_on_settling(s, log)


@rule
def _play_picked(s, seat):
    """The card picked before is shown and laid off."""
    card = s.picked
    s.picked = 0
    lay_off(s, seat, card)
    return card


@rule
def put_knight(s, seat, field):
    s.on[field] = seat
    if field < LAND:
        put(s.taken, either(get(s.taken), only(field)))
    for k in range(TOUCHING):
        there = s.touching[field, k]
        if there == NONE:
            break
        if there < LAND:
            put_row(s.near, seat, either(get_row(s.near, seat), only(there)))


# The archbishop's exchange ----------------------------------------------------------------------------------------------------------

REPLACE = Verb(
    "replace",
    ALL_FIELDS,
    label=N_("Replace the knight: {field}"),
    prompt=ask_for_a_field,
    lesson=N_("The archbishop is yours: a knight of another player makes room for one of yours."),
    rules=("RH-16",),
)


@rule
def replaceable_fields(s, seat):
    """Fields of the card's section with another player's knight, for who holds the archbishop: nothing else decides it."""
    fields = NOWHERE
    if s.phase == Phase.FIELD and s.archbishop == seat:
        for side in range(2):
            field = s.section_land[s.picked, side]
            if replaceable(s, seat, field):
                fields = with_field(fields, field)
        river = river_of(s.picked)
        if replaceable(s, seat, river):
            fields = with_field(fields, river)
    return fields


@rule
def why_no_exchange(s, seat, field):
    if s.phase != Phase.FIELD:
        return np.int64(Refusal.NOT_NOW)
    if not is_field(s, field):
        return np.int64(Refusal.NO_SUCH_FIELD)
    if s.archbishop != seat:
        return np.int64(Refusal.NO_ARCHBISHOP)
    if field != river_of(s.picked) and not in_section(s, field, s.picked):
        return np.int64(Refusal.REPLACE_ELSEWHERE)
    return np.int64(Refusal.REPLACE_NOBODY)


@rule
def replace_knight(s, seat, field, log):
    """No first knight for a castle (RH-30), and no field changes its duchy."""
    card = _play_picked(s, seat)
    other = s.on[field]
    emit(log, Event.REPLACED, seat, card - 1, other, field)
    put_knight(s, seat, field)
    _forget_near(s, other, field)
    s.knights_left[other] += 1
    use_knight(s, seat, log)
    duchy = np.int64(s.duchy[field])
    if duchy > 0:
        s.strength[duchy, other] -= 1
        s.strength[duchy, seat] += 1
        settle_ruler(s, duchy, np.int64(1) << duchy, field, log)
        settle_bishops(s, log)
    after_card(s, log)


@rule
def _forget_near(s, seat, field):
    """A knight has left a field: which of the fields around it are still next to one of this player's?"""
    fields = get_row(s.near, seat)
    for k in range(TOUCHING):
        there = s.touching[field, k]
        if there == NONE:
            break
        if there < LAND:
            fields = without(fields, only(there))
            for m in range(TOUCHING):
                beside = s.touching[there, m]
                if beside == NONE:
                    break
                if s.on[beside] == seat:
                    fields = either(fields, only(there))
    put_row(s.near, seat, fields)
