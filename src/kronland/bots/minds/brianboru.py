"""Brian Boru: what its bots look at.

A trick under way is looked at as if it were over: who is likely to win it has the active town already, as far as it is likely, and cards on
the table have brought what they are going to bring. So there is a difference between naming one town or another, and playing one card or
another, before anything has come of it.
"""

from __future__ import annotations

from math import exp

import numpy as np

from kronland.bots.engine.evaluation import Mind
from kronland.core.bits import bits
from kronland.core.flow import seat_bit
from kronland.core.kernel import entry, rule
from kronland.core.room import zeros
from kronland.core.words import N_
from kronland.games.brianboru.rules.board import (
    FITTING,
    NO_TOWNS,
    colour_of,
    controlled,
    expansion_towns,
    free_towns,
    has,
    strength,
    taken,
    viking_strength,
    weight,
)
from kronland.games.brianboru.rules.contents import A_BUY, A_EXPAND, A_KEEP, A_NAME, A_PLAY, A_SETTLE, PART, VERB
from kronland.games.brianboru.rules.draft import PAIR, keeper, lay_packets
from kronland.games.brianboru.rules.ending import regions_of
from kronland.games.brianboru.rules.secrets import COLOUR
from kronland.games.brianboru.rules.setup import rounds_of
from kronland.games.brianboru.rules.state import (
    CARDS,
    ESTRID,
    ESTRID_POINTS,
    EXPANSION,
    FACE_DOWN,
    N_REGIONS,
    NOBODY,
    NOT_KEPT,
    PAY_POINTS,
    SEATS,
    SPACES,
    SYMBOLS,
    Phase,
    Stage,
    Symbol,
)
from kronland.games.brianboru.rules.taste import taste
from kronland.games.brianboru.rules.trick import tricks_of

NAMES = (
    "points",
    "renown",
    "coins",
    "expansion",
    "towns",
    "regions",
    "spread points",
    "tokens",
    "shares of regions",
    "court",
    "wedding",
    "raiders",
    "spoils",
    "loss",
    "church discs",
    "monastery",
    "marker",
    "yellow cards",
    "red cards",
    "blue cards",
    "white cards",
    "values of cards",
    "high cards",
)
(
    POINTS,
    RENOWN,
    COINS,
    EXPANSIONS,
    TOWNS,
    REGIONS,
    SPREAD,
    TOKENS,
    SHARES,
    COURT,
    WEDDING,
    RAIDERS,
    SPOILS,
    LOSS,
    CHURCH,
    MONASTERY,
    MARKER,
    YELLOW,
    RED,
    BLUE,
    WHITE,
    VALUES,
    HIGH,
) = range(len(NAMES))

SYMBOL_KINDS = len(Symbol)
# Places of what a card brings: a GPU takes whole numbers alone.
GAIN_COIN, GAIN_PAY, GAIN_EXPAND5 = int(Symbol.COIN), int(Symbol.PAY), int(Symbol.EXPAND5)
GAIN_COURT, GAIN_RAID, GAIN_CHURCH = int(Symbol.COURT), int(Symbol.RAID), int(Symbol.CHURCH)
TOP_OF_TRACK = SPACES - 1
WILLING = 0.6  # how likely somebody plays a card that would win
CARD_HUNCH = np.array([1, 2, 1, 3])  # of the colours in the draft
DOWRY = 2.5  # what a town by marriage is worth, in points


@entry
def features(s, seat, out):
    """The features of a seat, in the order of NAMES."""
    for f in range(out.shape[0]):
        out[f] = 0.0
    in_tricks = s.stage <= Stage.ROW
    round_left = 1.0 - s.trick / tricks_of(s.players, s.four_tricks) if in_tricks else 0.0
    progress = min(1.0, max(0.0, (s.round_number - round_left) / rounds_of(s.players)))
    chance, gains = zeros(SEATS, np.float64), zeros((SEATS, SYMBOL_KINDS), np.float64)
    if in_tricks and s.active >= 0:
        _chances(s, chance)
        for other in range(s.players):
            _pending(s, other, chance[other], gains[other])
    _board(s, seat, chance, 1.0 - progress, out)
    coins = s.coins[seat] + gains[seat, GAIN_COIN] - gains[seat, GAIN_PAY]
    out[POINTS] = (s.points[seat] + PAY_POINTS * min(0.0, coins)) / 10.0
    out[RENOWN] = s.renown[seat] / 2.0
    out[COINS] = min(max(coins, 0.0), 10.0) / 5.0
    if coins >= EXPANSION and gains[seat, GAIN_EXPAND5] > 0 and expansion_towns(s, seat) != NO_TOWNS:
        out[EXPANSIONS] = gains[seat, GAIN_EXPAND5]
    _contests(s, seat, gains, round_left, out)
    _hand(s, seat, out)
    return progress


# A trick under way ------------------------------------------------------------------------------------------------------------------


@rule
def _chances(s, chance):
    """How likely each seat gets the active town; all 0 once somebody has it."""
    if not has(free_towns(s), s.active):
        return
    if s.phase != Phase.CARD or s.stage != Stage.TRICK:
        chance[s.winner] = 1.0
        return
    fitting, left, beaten = FITTING[colour_of(s, s.active)], 1.0, CARDS
    while left > 0.0:  # the highest fitting cards first: one on the table wins, one in a hand may do so
        best, holder = -1, s.leader
        for seat in range(s.players):
            card = _highest(fitting & (np.int64(1) << s.card_of[seat] if s.card_of[seat] >= 0 else s.hand[seat]))
            if card > best and card < beaten:
                best, holder = card, seat
        if best < 0 or s.card_of[holder] >= 0:
            chance[holder] += left
            return
        chance[holder] += left * WILLING
        left *= 1.0 - WILLING
        beaten = best


@rule
def _highest(cards):
    card = -1
    while cards:
        cards >>= 1
        card += 1
    return card


@rule
def _pending(s, seat, chance, gains):
    """What the card of a seat on the table is still to bring, by symbol: of rows that are open to choice, half."""
    card = s.card_of[seat]
    if card < 0:
        return
    if s.stage == Stage.ROW and s.seat == seat:
        _count(s, card, s.row, s.at, 1.0, gains)
        return
    if s.stage != Stage.TRICK:
        chance = 1.0 if seat == s.winner else 0.0
    _count(s, card, 0, 0, chance, gains)
    if s.card_row[card, 2, 0] == 0:
        _count(s, card, 1, 0, 1.0 - chance, gains)
    else:
        _count(s, card, 1, 0, 0.5 * (1.0 - chance), gains)
        _count(s, card, 2, 0, 0.5 * (1.0 - chance), gains)


@rule
def _count(s, card, row, first, share, gains):
    for at in range(first, SYMBOLS):
        gains[s.card_row[card, row, at]] += share


# The board --------------------------------------------------------------------------------------------------------------------------


@rule
def _board(s, seat, chance, left, out):
    """Towns, regions and tokens, with the active town for whoever may get it; `left` is the part of the game to come."""
    towns, regions = controlled(s, seat), regions_of(s, seat)
    out[TOWNS] = (bits(towns) + chance[seat]) / 5.0
    out[REGIONS] = regions / 4.0
    out[SPREAD] = s.spread[regions] / 5.0
    if s.marker == seat:
        out[MARKER] = 1.0
    for region in range(N_REGIONS):
        sure = 1.0
        if s.active >= 0 and has(s.region[region], s.active):
            for other in range(s.players):
                if chance[other] > 0.0:
                    _region(s, seat, region, other, left, chance[other], out)
                    sure = 0.0
                    if s.marker == seat and other != seat:
                        out[MARKER] -= chance[other]
                    elif s.marker != seat and other == seat:
                        out[MARKER] += chance[other]
            if chance[seat] > 0.0 and s.region[region] & towns == NO_TOWNS and regions < N_REGIONS:
                out[REGIONS] += chance[seat] / 4.0
                out[SPREAD] += chance[seat] * (s.spread[regions + 1] - s.spread[regions]) / 5.0
        if sure > 0.0:
            _region(s, seat, region, NOBODY, left, 1.0, out)


@rule
def _region(s, seat, region, gainer, left, likely, out):
    """The token of a region, by the chance of most towns in the end, Vikings being one rival more (BB-71), and of being open (BB-70)."""
    most = viking_strength(s, region)
    mine, total = strength(s, seat, region), most
    for other in range(s.players):
        if other != seat:
            theirs = strength(s, other, region) + (1 if other == gainer else 0)
            most = max(most, theirs)
            total += theirs
    if seat == gainer:
        mine += 1
    value = s.token_points[region] / 10.0 * likely
    if s.token[region] == FACE_DOWN:
        lacking = s.threshold[region] - weight(s, taken(s) & s.region[region]) - (1 if gainer >= 0 else 0)
        if lacking > 0:
            value *= 4.0 * left / (4.0 * left + lacking)
    if mine > 0:
        ahead = mine - most + (0.5 if s.token[region] == seat else -0.5)
        out[TOKENS] += value * _sigmoid(ahead / (0.3 + 1.5 * left))
        out[SHARES] += value * mine / (mine + total)


@rule
def _sigmoid(x):
    return 1.0 / (1.0 + exp(-x))


# Marriage, battle and church (BB-40 to BB-60) ---------------------------------------------------------------------------------------


@rule
def _contests(s, seat, gains, left, out):
    """Where one stands, and how likely one is in front at the end of the round, of which the part `left` is to come."""
    court, raiders, church = _standing(s, seat, gains)
    most_court, most_raiders, fewest, most_church = 0.0, 0.0, 99.0, 0.0
    for other in range(s.players):
        if other != seat:
            their_court, their_raiders, their_church = _standing(s, other, gains)
            most_court = max(most_court, their_court)
            most_raiders = max(most_raiders, their_raiders)
            most_church = max(most_church, their_church)
            fewest = min(fewest, their_raiders)
    out[COURT] = court / TOP_OF_TRACK
    out[RAIDERS] = raiders / 5.0
    out[CHURCH] = church / 4.0
    if s.round_number == 0 or s.stage > Stage.ROW:
        return
    swing = 0.3 + 2.0 * left
    card = s.marriage[s.round_number - 1]
    bride = ESTRID_POINTS if card == ESTRID else s.marriage_points[card] + s.marriage_renown[card] + DOWRY * (s.marriage_town[card] >= 0)
    out[WEDDING] = bride / 5.0 * _sigmoid((court - most_court) / swing)
    out[SPOILS] = (2.0 + s.renown[seat]) / 5.0 * _sigmoid((raiders - most_raiders - 0.5) / swing)
    unbeaten = _sigmoid((s.battle - 0.5 - 9.0 * left) / swing)
    out[LOSS] = unbeaten * _sigmoid((fewest - raiders + 0.5) / swing)
    out[MONASTERY] = max(_sigmoid((church - most_church - 0.5) / swing), _sigmoid((church - 3.5) / swing))


@rule
def _standing(s, seat, gains):
    court = min(np.float64(TOP_OF_TRACK), s.court[seat] + gains[seat, GAIN_COURT])
    raiders = s.raiders[seat] + min(np.float64(s.battle), gains[seat, GAIN_RAID])
    return court, raiders, s.church[seat] + gains[seat, GAIN_CHURCH]


# The hand ---------------------------------------------------------------------------------------------------------------------------


@rule
def _hand(s, seat, out):
    for card in range(CARDS):
        if s.hand[seat] >> card & 1:
            out[YELLOW + COLOUR[card]] += 0.2
            out[VALUES] += card / 25.0
            out[HIGH] += (card / 25.0) ** 3


# Hunches ----------------------------------------------------------------------------------------------------------------------------


@entry
def hunch(s, seat, action):
    """Cards that win, towns where a majority is near, both together when a town is named; otherwise the game's own taste."""
    verb, part = VERB[action], PART[action]
    if verb == A_SETTLE:
        return _town_hunch(s, seat, part)
    if verb == A_KEEP:
        return 1 + CARD_HUNCH[COLOUR[PAIR[part, 0]]] + CARD_HUNCH[COLOUR[PAIR[part, 1]]]
    if verb == A_NAME:
        return _town_hunch(s, seat, part) * (4 + _highest(s.hand[seat] & FITTING[colour_of(s, part)]))
    if verb == A_PLAY:
        return _card_hunch(s, part)
    if verb == A_EXPAND:
        return 2 * _town_hunch(s, seat, part)
    if verb == A_BUY:
        return 4
    return 3 * taste(s, seat, action)


@rule
def _card_hunch(s, card):
    """More for a card that is the highest so far."""
    fitting = FITTING[colour_of(s, s.active)]
    if not fitting >> card & 1:
        return 3
    for other in range(s.players):
        if s.card_of[other] > card and fitting >> s.card_of[other] & 1:
            return 2
    return 6


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
            return 2 + (np.int64(s.token_points[region]) if near else 1) + (5 if mine == 0 else 0)
    return 2


# What others have chosen in secret --------------------------------------------------------------------------------------------------


@entry
def withdraw(s, seat):
    """What others have kept in this pass of the packets is taken back: the search keeps for them."""
    if s.stage != Stage.DRAFT or s.ended:
        return
    for card in range(CARDS):
        other = keeper(s, card)
        if other >= 0 and other != seat and s.pick[card] == s.passes:
            s.pick[card] = NOT_KEPT
            s.hand[other] &= ~(1 << card)
            s.hand_size[other] -= 1
            s.actors |= seat_bit(other)
    lay_packets(s)


WORDS = {
    N_("points"): ("points",),
    N_("renown"): ("renown",),
    N_("coins"): ("coins",),
    N_("the chance to expand"): ("expansion",),
    N_("towns"): ("towns",),
    N_("regions with a town"): ("regions", "spread points"),
    N_("power tokens of regions"): ("tokens", "shares of regions"),
    N_("the marriage"): ("court", "wedding"),
    N_("raiders and spoils"): ("raiders", "spoils"),
    N_("safety from the Vikings"): ("loss",),
    N_("the church"): ("church discs", "monastery"),
    N_("the town marker"): ("marker",),
    N_("cards in hand"): ("yellow cards", "red cards", "blue cards", "white cards", "values of cards", "high cards"),
}
MIND = Mind(NAMES, {"features": features, "hunch": hunch, "withdraw": withdraw}, WORDS)
