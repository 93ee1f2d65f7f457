"""Brian Boru: what its bots look at."""

from __future__ import annotations

import numpy as np

from kronland.bots.evaluation import Mind
from kronland.core.flow import seat_bit
from kronland.core.kernel import entry, rule
from kronland.games.brianboru.actions import A_BUY, A_EXPAND, A_KEEP, A_NAME, A_PLAY, A_REMOVE, A_SETTLE
from kronland.games.brianboru.board import FITTING, WHITE_CARDS, colour_of, controlled, has, strength, viking_strength
from kronland.games.brianboru.draft import keeper, lay_packets
from kronland.games.brianboru.ending import regions_of
from kronland.games.brianboru.secrets import COLOUR, _saw, _sort
from kronland.games.brianboru.setup import N_REGIONS, rounds_of
from kronland.games.brianboru.state import CARDS, FACE_DOWN, FLEETS, MARRIAGES, NOT_KEPT, Phase, Stage
from kronland.games.brianboru.taste import taste
from kronland.games.brianboru.trick import tricks_of
from kronland.games.grid.areas import bits

NAMES = (
    "points",
    "renown",
    "coins",
    "towns",
    "regions",
    "spread points",
    "tokens",
    "majorities",
    "shares of regions",
    "court",
    "court lead",
    "raiders",
    "raid lead",
    "fewest raiders",
    "church discs",
    "church lead",
    "marker",
    "monasteries",
    "cards",
    "high cards",
    "trick in sight",
    "trick won",
)
TOP_OF_TRACK = 9.0


@entry
def features(s, seat, out):
    """The features of a seat, in the order of NAMES."""
    for f in range(out.shape[0]):
        out[f] = 0.0
    towns = controlled(s, seat)
    regions = regions_of(s, seat)
    out[0] = s.points[seat] / 10.0
    out[1] = s.renown[seat] / 2.0
    out[2] = np.sqrt(np.float64(s.coins[seat])) / 2.0
    out[3] = bits(towns) / 5.0
    out[4] = regions / 4.0
    out[5] = s.spread[regions] / 10.0
    for region in range(N_REGIONS):
        _region(s, seat, region, out)
    _contests(s, seat, out)
    if s.marker == seat:
        out[16] = 1.0
    out[17] = bits(towns & s.monastery)
    _cards(s, seat, out)
    done = s.round_number - 1 + (s.trick / tricks_of(s.players, s.four_tricks) if s.stage <= Stage.ROW else 1.0)
    return min(1.0, max(0.0, done / rounds_of(s.players)))


@rule
def _region(s, seat, region, out):
    """The token of a region: held, or in sight through a majority there, Vikings being one rival more (BB-71)."""
    mine, most, total = strength(s, seat, region), viking_strength(s, region), viking_strength(s, region)
    value = s.token_points[region] / 10.0
    for other in range(s.players):
        if other != seat:
            theirs = strength(s, other, region)
            most = max(most, theirs)
            total += theirs
    if s.token[region] == seat:
        out[6] += value
    if mine > most:
        out[7] += value * (0.5 if s.token[region] == FACE_DOWN else 1.0)
    if mine > 0:
        out[8] += value * mine / (mine + total)


@rule
def _contests(s, seat, out):
    """Marriage, battle and church: where one stands, and whether alone in front (BB-40 to BB-60)."""
    court, raid, church, fewest = True, True, True, True
    for other in range(s.players):
        if other != seat:
            court = court and s.court[seat] > s.court[other]
            raid = raid and s.raiders[seat] > s.raiders[other]
            church = church and s.church[seat] > s.church[other]
            fewest = fewest and s.raiders[seat] <= s.raiders[other]
    out[9] = s.court[seat] / TOP_OF_TRACK
    out[10] = 1.0 if court else 0.0
    out[11] = s.raiders[seat] / 5.0
    out[12] = (1.0 + s.renown[seat]) / 3.0 if raid else 0.0
    out[13] = 1.0 if fewest and s.battle > 0 else 0.0
    out[14] = s.church[seat] / 4.0
    out[15] = 1.0 if church else 0.0


@rule
def _cards(s, seat, out):
    """The hand, and the trick on the table: whether the own card is the highest that fits so far, or has won (BB-21)."""
    for card in range(CARDS):
        if s.hand[seat] >> card & 1:
            out[18] += 1.0
            out[19] += (card / 25.0) ** 2 + (0.2 if WHITE_CARDS >> card & 1 else 0.0)
    out[18] /= 5.0
    if s.stage == Stage.TRICK and s.phase == Phase.CARD and s.active >= 0 and s.card_of[seat] >= 0:
        fitting, leads, waiting = FITTING[colour_of(s, s.active)], True, 0
        mine = s.card_of[seat]
        for other in range(s.players):
            theirs = s.card_of[other]
            if theirs < 0:
                waiting += 1
            elif theirs > mine and fitting >> theirs & 1:
                leads = False
        if leads and fitting >> mine & 1:
            out[20] = (0.3 + mine / 25.0) / (1.0 + 0.5 * waiting)
    elif s.stage == Stage.ACTIONS or s.stage == Stage.ROW:
        out[21] = 1.0 if s.winner == seat and s.card_of[seat] >= 0 else 0.0


# Hunches ----------------------------------------------------------------------------------------------------------------------------


@entry
def hunch(s, seat, action):
    """Towns where one has some already; otherwise the game's own taste."""
    if action < A_KEEP:
        return _town_hunch(s, seat, action - A_SETTLE)
    if action < A_NAME:
        return 4
    if action < A_PLAY:
        return _town_hunch(s, seat, action - A_NAME)
    if action >= A_EXPAND and action < A_REMOVE:
        return 2 * _town_hunch(s, seat, action - A_EXPAND)
    if action == A_BUY:
        return 4
    return 3 * taste(s, seat, action)


@rule
def _town_hunch(s, seat, town):
    """More for a region in which a majority is near, and for one in which one has nothing yet."""
    for region in range(N_REGIONS):
        if has(s.region[region], town):
            mine, most = strength(s, seat, region), viking_strength(s, region)
            for other in range(s.players):
                if other != seat:
                    most = max(most, strength(s, other, region))
            near = mine == most or mine + 1 == most
            return 2 + (s.token_points[region] if near else 1) + (3 if mine == 0 else 0)
    return 2


# What a seat cannot know ------------------------------------------------------------------------------------------------------------


@entry
def settle(s, seat):
    """One order for all that is hidden; what others have kept in this pass of the packets is taken back: the search keeps for them."""
    if s.ended:
        return
    _sort(s.fleet, s.round_number, FLEETS)
    _sort_marriages(s)
    if s.round_number == 0:
        return
    if s.stage == Stage.DRAFT:
        _take_back_picks(s, seat)
    _settle_ways(s, seat)
    if s.stage == Stage.DRAFT:
        lay_packets(s)


@rule
def _settle_ways(s, seat):
    """Give every card that the seat did not keep one of their ways through the draft that it could have gone: a matching of cards and ways,
    found anew from what the seat knows, never from how they lie."""
    n = 0
    packets, picks = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)  # the ways, in order
    seen = np.zeros(CARDS, np.int64)  # of each card: after which passes the seat saw it
    for card in range(CARDS):
        if keeper(s, card) != seat:
            seen[card] = _seen(s, seat, card)
            j = n
            while j > 0 and (packets[j - 1], picks[j - 1]) > (s.packet[card], s.pick[card]):
                packets[j] = packets[j - 1]
                picks[j] = picks[j - 1]
                j -= 1
            packets[j] = s.packet[card]
            picks[j] = s.pick[card]
            n += 1
    fits = np.zeros((CARDS, CARDS), np.bool_)  # card by way
    for way in range(n):
        for card in range(CARDS):
            if keeper(s, card) != seat:
                fits[card, way] = _could_go(s, seat, card, seen[card], packets[way], picks[way])
    goer = np.full(CARDS, -1, np.int64)  # of each way: the card
    for card in range(CARDS):
        if keeper(s, card) != seat:
            _match(fits, goer, n, card)
    for other in range(s.players):
        if other != seat:
            s.hand[other] = 0
    for way in range(n):
        card = goer[way]
        s.packet[card] = packets[way]
        s.pick[card] = picks[way]
        other = keeper(s, card)
        if other >= 0 and s.played_by[card] < 0 and s.stage <= Stage.ROW:
            s.hand[other] |= 1 << card


@rule
def _seen(s, seat, card):
    passes = np.int64(0)
    for number in range(s.passes + 1):
        if _saw(s, seat, card, number):
            passes |= np.int64(1) << number
    return passes


@rule
def _could_go(s, seat, card, seen, packet, pick):
    """Whether a card could have gone a way: the seat saw it just then, whoever played it kept it, and nobody holds what they lack."""
    was_packet, was_pick = s.packet[card], s.pick[card]
    held_by = keeper(s, card)
    s.packet[card] = packet
    s.pick[card] = pick
    other = keeper(s, card)
    fits = _seen(s, seat, card) == seen
    if s.played_by[card] >= 0:
        fits = fits and other == held_by
    elif other >= 0 and s.lacks[other] >> COLOUR[card] & 1:
        fits = False
    s.packet[card] = was_packet
    s.pick[card] = was_pick
    return fits


@rule
def _match(fits, goer, n, start):
    """Find a way for a card; others change theirs if need be (an augmenting path, breadth first)."""
    queue = np.zeros(CARDS + 1, np.int64)
    came = np.full(CARDS, -1, np.int64)  # of each way reached: the card it was reached from
    had = np.full(CARDS, -1, np.int64)  # of each card reached: the way that it would give up
    queue[0] = start
    first, last = 0, 1
    while first < last:
        card = queue[first]
        first += 1
        for way in range(n):
            if fits[card, way] and came[way] < 0:
                came[way] = card
                if goer[way] < 0:
                    step = np.int64(way)
                    while step >= 0:
                        goer[step] = came[step]
                        step = had[came[step]]
                    return
                had[goer[way]] = way
                queue[last] = goer[way]
                last += 1


@rule
def _sort_marriages(s):
    """BB-2: Estrid's place is known, all others to come or out of the game are not."""
    last = rounds_of(s.players) - 1
    if s.round_number > last:
        _sort(s.marriage, last + 1, MARRIAGES)
        return
    card = s.marriage[last]
    s.marriage[last] = s.marriage[MARRIAGES - 1]
    _sort(s.marriage, s.round_number, MARRIAGES - 1)
    s.marriage[MARRIAGES - 1] = s.marriage[last]
    s.marriage[last] = card


@rule
def _take_back_picks(s, seat):
    for card in range(CARDS):
        other = keeper(s, card)
        if other >= 0 and other != seat and s.pick[card] == s.passes:
            s.pick[card] = NOT_KEPT
            s.hand[other] &= ~(1 << card)
            s.hand_size[other] -= 1
            s.actors |= seat_bit(other)
    lay_packets(s)


MIND = Mind(NAMES, {"features": features, "hunch": hunch, "settle": settle})
