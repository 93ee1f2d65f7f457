"""Rheinländer: of which actions much more comes than of others: a GPU carries them out by themselves."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from kronland.core.kernel import rule
from kronland.games.fields import is_empty
from kronland.games.rheinlaender.rules.bastions import room_for_bastion
from kronland.games.rheinlaender.rules.state import NONE, SHUFFLE_CARD, TOUCHING


class Labour(IntEnum):
    NONE = 0
    SHUFFLING = 1
    JOINING = 2


@rule
def shuffles(s, finishes):
    """Whether the draw at the end of the turn has all cards shuffled anew (RH-18): after `done`, or where no bastion can be set."""
    if s.pile_size == 0 or s.pile[s.pile_size - 1] != SHUFFLE_CARD:
        return False
    return finishes or is_empty(room_for_bastion(s, s.seat))


@rule
def joins(s, field):
    """Whether a knight on this field joins duchies (RH-23)."""
    found = np.int64(0)
    for k in range(TOUCHING):
        there = s.touching[field, k]
        if there == NONE:
            break
        duchy = np.int64(s.duchy[there])
        if duchy > 0:
            if found > 0 and duchy != found:
                return True
            found = duchy
    return False
