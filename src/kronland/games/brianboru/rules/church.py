"""Brian Boru: upkeep, its last two steps: church and regions (BB-60 to BB-72)."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.words import N_
from kronland.games.brianboru.rules.board import (
    NO_TOWNS,
    controlled,
    has,
    monastery_towns,
    only,
    strength,
    taken,
    viking_strength,
    weight,
)
from kronland.games.brianboru.rules.domains import TOWN
from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.refusals import Refusal
from kronland.games.brianboru.rules.setup import rounds_of
from kronland.games.brianboru.rules.state import ABBEY_DISCS, FACE_DOWN, N_REGIONS, NOBODY, Phase, Stage
from kronland.games.brianboru.rules.upkeep import ask, most_of, next_stage, sole_leader


@rule
def church(s, log):
    """BB-60: the sole leader puts a monastery, takes the marker and all discs back. Whether a decision is at hand."""
    seat = sole_leader(s, s.church)
    if seat < 0:
        if most_of(s, s.church) > 0:
            emit(log, Event.CHURCH_TIED)
        return next_stage(s, Stage.FAVOUR)
    if s.turn == 0:
        s.turn = 1
        if monastery_towns(s, seat) != NO_TOWNS:
            return ask(s, seat, Phase.MONASTERY)
        emit(log, Event.NO_MONASTERY, seat)
    s.marker = seat
    s.church[seat] = 0
    emit(log, Event.CHURCH_LEADER, seat)
    return next_stage(s, Stage.FAVOUR)


@rule
def favour(s, log):
    """BB-60: then whoever leads now, ties included."""
    most = most_of(s, s.church)
    for i in range(s.players):
        seat = (s.marker + i) % s.players
        if most > 0 and s.church[seat] == most:
            s.points[seat] += 1
            s.church[seat] -= 1
            emit(log, Event.CHURCH_FAVOUR, seat, 1)
    return next_stage(s, Stage.ABBEYS)


@rule
def abbeys(s, log):
    """BB-60: then everyone with four discs or more, clockwise from the marker. Whether a decision is at hand."""
    while s.turn < s.players:
        seat = (s.marker + s.turn) % s.players
        s.turn += 1
        if s.church[seat] >= ABBEY_DISCS:
            if monastery_towns(s, seat) != NO_TOWNS:
                return ask(s, seat, Phase.MONASTERY)
            emit(log, Event.NO_ABBEY, seat)
    return next_stage(s, Stage.CLAIMS)


MONASTERY = Verb(
    "monastery",
    TOWN,
    label=N_("Put a monastery on {town}"),
    prompt=N_("Put a monastery on one of your towns."),
    lesson=N_("A town with a monastery counts twice in its region."),
    rules=("BB-60",),
)


@rule
def sites(s, seat):
    return monastery_towns(s, seat) if s.phase == Phase.MONASTERY else NO_TOWNS


@rule
def why_no_monastery(s, seat, town):
    if s.phase != Phase.MONASTERY:
        return np.int64(Refusal.NOT_NOW)
    if not has(controlled(s, seat), town):
        return np.int64(Refusal.MONASTERY_OTHER)
    return np.int64(Refusal.MONASTERY_THERE)


@rule
def put_monastery(s, seat, town, log):
    s.monastery |= only(town)
    emit(log, Event.MONASTERY, seat, town)
    if s.stage == Stage.ABBEYS:
        s.church[seat] = 0
        emit(log, Event.ABBEY, seat)


# Regions ----------------------------------------------------------------------------------------------------------------------------


@rule
def claims(s, log):
    """BB-70, BB-71: turn tokens up, then give every open one to who has most."""
    for region in range(N_REGIONS):
        if s.token[region] == FACE_DOWN and weight(s, taken(s) & s.region[region]) >= s.threshold[region]:
            s.token[region] = NOBODY
            emit(log, Event.TOKEN_OPENED, region)
    for region in range(N_REGIONS):
        if s.token[region] != FACE_DOWN:
            _claim(s, region, log)
    return next_stage(s, Stage.ENDING if s.round_number >= rounds_of(s.players) else Stage.PREPARATION)


@rule
def _claim(s, region, log):
    """The Vikings are one rival more, here numbered after the last seat."""
    most, owner, rivals = np.int64(0), s.players, 0
    for rival in range(s.players + 1):
        towns = strength(s, rival, region) if rival < s.players else viking_strength(s, region)
        if towns > most:
            most, owner, rivals = towns, rival, 1
        elif towns == most:
            rivals += 1
    if rivals != 1:
        emit(log, Event.TOKEN_TIED, region)
    elif owner == s.players:
        s.token[region] = NOBODY
        emit(log, Event.TOKEN_VIKINGS, region)
    elif s.token[region] == owner:
        emit(log, Event.TOKEN_KEPT, owner, region)
    else:
        s.token[region] = owner
        emit(log, Event.TOKEN_TAKEN, owner, region)
