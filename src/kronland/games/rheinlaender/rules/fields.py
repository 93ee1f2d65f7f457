"""Rheinländer: sets of fields of the whole map: land in three words (`games.grid.areas`), the river in a fourth, a bit for each section."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.listing import append_word
from kronland.games.fields import ONE, ZERO, has
from kronland.games.rheinlaender.rules.state import RIVER

NOWHERE = (ZERO, ZERO, ZERO, ZERO)


@rule
def fields_of(land, river):
    """The set of these land fields and of these river fields, a bit for each section."""
    return (land[0], land[1], land[2], river)


@rule
def river_bit(field):
    return ONE << np.uint64(field - RIVER)


@rule
def with_field(fields, field):
    if field >= RIVER:
        return (fields[0], fields[1], fields[2], fields[3] | river_bit(field))
    bit, word = ONE << np.uint64(field & 63), field >> 6
    return (
        fields[0] | bit if word == 0 else fields[0],
        fields[1] | bit if word == 1 else fields[1],
        fields[2] | bit if word == 2 else fields[2],
        fields[3],
    )


@rule
def has_field(fields, field):
    if field >= RIVER:
        return fields[3] & river_bit(field) != ZERO
    return has((fields[0], fields[1], fields[2]), field)


@rule
def list_fields(fields, verb, out, n):
    """Append the actions of a verb on all fields of a set; how many are listed now."""
    for word in range(4):
        w = fields[0] if word == 0 else (fields[1] if word == 1 else (fields[2] if word == 2 else fields[3]))
        n = append_word(out, n, verb + (RIVER if word == 3 else word * 64), w)
    return n
