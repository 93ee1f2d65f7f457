"""Rheinländer: bastions (RH-17), one in a turn, before the card or after it."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.words import N_
from kronland.games.fields import EMPTY, ZERO, either, get, only, put, without
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS
from kronland.games.rheinlaender.rules.events import Event
from kronland.games.rheinlaender.rules.fields import NOWHERE, fields_of
from kronland.games.rheinlaender.rules.reach import is_field
from kronland.games.rheinlaender.rules.refusals import Refusal
from kronland.games.rheinlaender.rules.state import BASTION as BASTION_ON_FIELD
from kronland.games.rheinlaender.rules.state import RIVER, Phase

BASTION = Verb(
    "bastion",
    ALL_FIELDS,
    label=N_("Set a bastion: {field}"),
    prompt=N_("Set a bastion, or finish the turn."),
    lesson=N_("A bastion blocks a field for good. It can keep two duchies apart before they merge."),
    rules=("RH-17",),
)


@rule
def bastion_fields(s, seat):
    """Free land, as long as the turn may have its bastion: nothing else decides it."""
    if s.phase != Phase.CARD and s.phase != Phase.BASTION:
        return NOWHERE
    return fields_of(room_for_bastion(s, seat), ZERO)


@rule
def room_for_bastion(s, seat):
    if s.bastion_set or s.bastions_left[seat] == 0:
        return EMPTY
    return without(get(s.land), get(s.taken))


@rule
def why_no_bastion(s, seat, field):
    if s.phase != Phase.CARD and s.phase != Phase.BASTION:
        return np.int64(Refusal.NOT_NOW)
    if not is_field(s, field):
        return np.int64(Refusal.NO_SUCH_FIELD)
    if s.bastion_set:
        return np.int64(Refusal.BASTION_SET)
    if s.bastions_left[seat] == 0:
        return np.int64(Refusal.NO_BASTIONS_LEFT)
    if field >= RIVER:
        return np.int64(Refusal.BASTION_ON_RIVER)
    return np.int64(Refusal.BASTION_FIELD_TAKEN)


@rule
def set_bastion(s, seat, field, log):
    """Set after the card it can still be taken back, so the turn ends with a decision of its own."""
    s.on[field] = BASTION_ON_FIELD
    put(s.taken, either(get(s.taken), only(field)))
    s.bastions_left[seat] -= 1
    s.bastion_set = 1
    emit(log, Event.BASTION_SET, seat, field)
