"""Brian Boru: final scoring (BB-80 to BB-84)."""

from __future__ import annotations

import numpy as np

from kronland.core.ending import tell_winners
from kronland.core.flow import finish
from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.games.brianboru.rules.board import NO_TOWNS, controlled, strength
from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.state import MARRIAGES, N_REGIONS, NOBODY, End
from kronland.games.brianboru.rules.upkeep import sole_leader


@rule
def final_scoring(s, log):
    """BB-80 to BB-83, in this order."""
    richest = sole_leader(s, s.coins)
    if richest >= 0:
        s.points[richest] += 1
        emit(log, Event.FINAL_COINS, richest, 1)
    s.points[s.marker] += 1
    emit(log, Event.FINAL_MARKER, s.marker, 1)
    for seat in range(s.players):
        s.points[seat] += s.renown[seat]
        emit(log, Event.FINAL_RENOWN, seat, s.renown[seat])
    for region in range(N_REGIONS):
        owner = s.token[region]
        if owner >= 0:
            s.points[owner] += s.token_points[region]
            emit(log, Event.FINAL_TOKEN, owner, region, s.token_points[region])
    for region in range(N_REGIONS):
        if s.token[region] == NOBODY:
            _share_token(s, region, log)
    for seat in range(s.players):
        regions = regions_of(s, seat)
        s.points[seat] += s.spread[regions]
        emit(log, Event.FINAL_SPREAD, seat, regions, s.spread[regions])


@rule
def end_game(s, log):
    """The final scoring, then the ranking (BB-84)."""
    final_scoring(s, log)
    s.phase = 0
    s.seat = NOBODY
    tell_winners(s, Event.WINNER, Event.SHARED_WIN, log)
    finish(s, End.ESTRID)


@rule
def _share_token(s, region, log):
    """BB-82: half the value of a token that nobody holds, to each player with most towns there."""
    most = np.int64(0)
    for seat in range(s.players):
        if strength(s, seat, region) > most:
            most = strength(s, seat, region)
    half = s.token_points[region] // 2
    for seat in range(s.players):
        if most > 0 and strength(s, seat, region) == most:
            s.points[seat] += half
            emit(log, Event.FINAL_OPEN_TOKEN, seat, region, half)


@rule
def regions_of(s, seat):
    """BB-83: regions with a controlled town; under trade, Viking towns count too (BB-72)."""
    towns, regions = controlled(s, seat), 0
    if s.trade == seat:
        towns |= s.vikings
    for region in range(N_REGIONS):
        if towns & s.region[region] != NO_TOWNS:
            regions += 1
    return regions


@rule
def points(s, seat):
    return s.points[seat]


@rule
def tokens_of(s, seat):
    tokens = 0
    for region in range(N_REGIONS):
        if s.token[region] == seat:
            tokens += 1
    return tokens


@rule
def marriages_of(s, seat):
    """An Estrid discarded for points is none."""
    cards = 0
    for card in range(MARRIAGES):
        if s.spouse[card] == seat:
            cards += 1
    return cards


@rule
def tie(s, seat):
    """BB-84: power tokens, then marriage cards, of which there are never more than all."""
    return tokens_of(s, seat) * (MARRIAGES + 1) + marriages_of(s, seat)
