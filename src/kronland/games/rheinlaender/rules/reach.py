"""Rheinländer: where a card leads (RH-11 to RH-16)."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.games.fields import both, either, get, get_row, has, is_empty, only, without
from kronland.games.rheinlaender.rules.duchies import is_knight
from kronland.games.rheinlaender.rules.state import NONE, RIVER


@rule
def river_of(section):
    return RIVER + np.int64(section) - 1


@rule
def is_field(s, field):
    """Whether the map has this field."""
    return field - RIVER < s.sections if field >= RIVER else has(get(s.land), field)


@rule
def reinforcements(s, seat):
    """RH-14: free land next to an own knight and next to no other player's. The river is no land, castle knights stand on no field."""
    fields = without(both(get(s.land), get_row(s.near, seat)), get(s.taken))
    for other in range(s.players):
        if other != seat:
            fields = without(fields, get_row(s.near, other))
    return fields


@rule
def in_section(s, field, section):
    """RH-13: an island field may belong to two sections."""
    return s.section_land[section, 0] == field or s.section_land[section, 1] == field


@rule
def deployable(s, section):
    """RH-11: the free land fields of a section."""
    return without(either(only(s.section_land[section, 0]), only(s.section_land[section, 1])), get(s.taken))


@rule
def river_is_open(s, section):
    """RH-12: both land fields are occupied."""
    return s.on[s.section_land[section, 0]] != NONE and s.on[s.section_land[section, 1]] != NONE


@rule
def replaceable(s, seat, field):
    """RH-16: another player's knight, on land or river."""
    return is_knight(s.on[field]) and s.on[field] != seat


@rule
def reaches(s, seat, section):
    """Whether the card of a section allows its player something in the section itself (RH-11, RH-12, RH-16)."""
    river = river_of(section)
    if not river_is_open(s, section) or s.on[river] == NONE:
        return True
    if s.archbishop != seat:
        return False
    return (
        replaceable(s, seat, s.section_land[section, 0]) or replaceable(s, seat, s.section_land[section, 1]) or replaceable(s, seat, river)
    )


@rule
def allows(s, seat, card):
    """Whether a card allows anything; with a field to reinforce every card does."""
    return reaches(s, seat, card) or not is_empty(reinforcements(s, seat))
