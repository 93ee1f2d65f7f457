"""Brian Boru: final scoring (BB-80 to BB-84)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import finish
from kronland.core.kernel import entry, rule
from kronland.core.log import emit
from kronland.games.brianboru.rules.board import NO_TOWNS, controlled, strength
from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.state import MARRIAGES, N_REGIONS, NOBODY, End
from kronland.games.brianboru.rules.upkeep import sole_leader


@rule
def end_game(s, log):
    """BB-80 to BB-83, in this order; then the ranking."""
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
    s.phase = 0
    s.seat = NOBODY
    winners = 0
    for seat in range(s.players):
        if rank(s, seat) == 1:
            winners += 1
    for seat in range(s.players):
        if rank(s, seat) == 1:
            emit(log, Event.WINNER if winners == 1 else Event.SHARED_WIN, seat, s.points[seat])
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
def _ahead(s, one, other):
    """BB-84: points, then power tokens, then marriage cards."""
    if s.points[one] != s.points[other]:
        return s.points[one] > s.points[other]
    if tokens_of(s, one) != tokens_of(s, other):
        return tokens_of(s, one) > tokens_of(s, other)
    return marriages_of(s, one) > marriages_of(s, other)


@rule
def rank(s, seat):
    """1 for the winner; players who are level in everything share a rank."""
    place = 1
    for other in range(s.players):
        if _ahead(s, other, seat):
            place += 1
    return place


@entry
def result(s, out):
    """out[0]: share of the win, out[1]: points, out[2]: rank, for each seat."""
    winners = 0
    for seat in range(s.players):
        out[1, seat] = s.points[seat]
        out[2, seat] = rank(s, seat)
        if out[2, seat] == 1:
            winners += 1
    for seat in range(s.players):
        out[0, seat] = 1.0 / winners if out[2, seat] == 1 else 0.0
