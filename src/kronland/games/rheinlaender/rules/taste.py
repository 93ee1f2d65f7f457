"""Rheinländer: the taste of careless but lively play: knights beside others, the water, the archbishop's exchange, seldom a bastion.

Weights only: it makes random games reach mergers, take-overs and ties. It is no evaluation.
"""

from __future__ import annotations

from kronland.core.kernel import entry, rule
from kronland.games.rheinlaender.rules.contents import A_BASTION, A_CARD, A_KNIGHT, A_REPLACE, PART, VERB
from kronland.games.rheinlaender.rules.duchies import is_knight
from kronland.games.rheinlaender.rules.state import NONE, RIVER, TOUCHING


@entry
def taste(s, seat, action):
    verb = VERB[action]
    if verb == A_CARD:
        return 60
    if verb == A_KNIGHT:
        field = PART[action]
        return 12 if field >= RIVER else 1 + 4 * _others_beside(s, seat, field)
    if verb == A_REPLACE:
        return 8
    if verb == A_BASTION:
        return 1
    return 300


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
