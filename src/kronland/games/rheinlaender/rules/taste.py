"""Rheinländer: the taste of careless but lively play: knights beside others, the water, the archbishop's exchange, seldom a bastion.

Weights only: it makes random games reach mergers, take-overs and ties. It is no evaluation.
"""

from __future__ import annotations

from kronland.core.kernel import entry, rule
from kronland.games.rheinlaender.rules.actions import A_BASTION, A_KNIGHT, A_MAN, A_REPLACE
from kronland.games.rheinlaender.rules.duchies import is_knight
from kronland.games.rheinlaender.rules.state import NONE, RIVER, TOUCHING


@entry
def taste(s, seat, action):
    if action < A_KNIGHT:
        return 60
    if action >= A_MAN:
        return 300
    if action >= A_BASTION:
        return 1
    if action >= A_REPLACE:
        return 8
    field = action - A_KNIGHT
    return 12 if field >= RIVER else 1 + 4 * _others_beside(s, seat, field)


@rule
def _others_beside(s, seat, field):
    """Other players' knights next to a field."""
    count = 0
    for k in range(TOUCHING):
        there = s.touching[field, k]
        if there == NONE:
            break
        if is_knight(s.on[there]) and s.on[there] != seat:
            count += 1
    return count
