"""Brian Boru: upkeep, its first two steps: marriage and battle (BB-40 to BB-51).

`turn` counts the seats that a stage has dealt with, clockwise from the town marker, so that it goes on where a decision held it up.
"""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, seat_bit
from kronland.core.kernel import rule
from kronland.core.listing import append
from kronland.core.log import emit
from kronland.games.brianboru.rules.actions import A_DECLINE, A_LOSE, A_PACT, A_SETTLE, A_TRADE
from kronland.games.brianboru.rules.board import NO_TOWNS, controlled, free_towns, has, list_towns, only
from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.refusals import Refusal
from kronland.games.brianboru.rules.state import ESTRID, ESTRID_POINTS, NOBODY, Phase, Reward, Stage


@rule
def ask(s, seat, phase):
    s.seat = seat
    s.phase = phase
    pass_to(s, seat_bit(seat))
    return True


@rule
def next_stage(s, stage):
    s.stage = stage
    s.turn = 0
    return False


@rule
def most_of(s, amounts):
    most = amounts[0]
    for seat in range(1, s.players):
        if amounts[seat] > most:
            most = amounts[seat]
    return most


@rule
def sole_leader(s, amounts):
    """Who alone has most; -1 on a tie."""
    most, leader = most_of(s, amounts), NOBODY
    for seat in range(s.players):
        if amounts[seat] == most:
            if leader >= 0:
                return NOBODY
            leader = seat
    return leader


# Marriage ---------------------------------------------------------------------------------------------------------------------------


@rule
def marriage_card(s):
    return s.marriage[s.round_number - 1]


@rule
def wedding(s, log):
    """BB-40: the highest disc takes the card and its benefits, then returns to 0. Whether a decision is at hand."""
    card = marriage_card(s)
    if most_of(s, s.court) == 0:
        emit(log, Event.NO_WEDDING, card)
        return next_stage(s, Stage.REWARDS)
    seat = sole_leader(s, s.court)
    if s.turn == 0:
        s.turn = 1
        emit(log, Event.WEDDING, seat, card)
        s.spouse[card] = seat
        if card == ESTRID:
            return ask(s, seat, Phase.ESTRID)
        if s.marriage_points[card]:
            s.points[seat] += s.marriage_points[card]
            emit(log, Event.WEDDING_POINTS, seat, s.marriage_points[card])
        if s.marriage_renown[card]:
            s.renown[seat] += s.marriage_renown[card]
            emit(log, Event.WEDDING_RENOWN, seat, s.marriage_renown[card])
        if s.marriage_town[card] >= 0:
            if dowry_towns(s) != NO_TOWNS:
                return ask(s, seat, Phase.DOWRY)
            emit(log, Event.TOWN_LAPSES, seat)
    s.court[seat] = 0
    return next_stage(s, Stage.REWARDS)


@rule
def dowry_towns(s):
    """BB-41: the free towns of the region on the marriage card."""
    return free_towns(s) & s.region[s.marriage_town[marriage_card(s)]]


@rule
def settle_refusal(s, town):
    """BB-41: a disc by marriage or by the track."""
    if not has(free_towns(s), town):
        return np.int64(Refusal.REWARD_NOT_FREE)
    if s.phase == Phase.DOWRY and not has(dowry_towns(s), town):
        return np.int64(Refusal.REWARD_REGION)
    return np.int64(Refusal.NONE)


@rule
def settle_legal(s, out):
    return list_towns(dowry_towns(s) if s.phase == Phase.DOWRY else free_towns(s), A_SETTLE, out, 0)


@rule
def settle(s, seat, town, log):
    s.disc[seat] |= only(town)
    emit(log, Event.WEDDING_TOWN if s.phase == Phase.DOWRY else Event.TRACK_TOWN, seat, town)


@rule
def estrid_legal(out):
    n = append(out, 0, A_PACT)
    n = append(out, n, A_TRADE)
    return append(out, n, A_DECLINE)


@rule
def choose_estrid(s, seat, action, log):
    """BB-42."""
    if action == A_PACT:
        s.pact = seat
        emit(log, Event.ESTRID_PACT, seat)
    elif action == A_TRADE:
        s.trade = seat
        emit(log, Event.ESTRID_TRADE, seat)
    else:
        s.spouse[ESTRID] = NOBODY
        s.points[seat] += ESTRID_POINTS
        emit(log, Event.ESTRID_POINTS, seat, ESTRID_POINTS)


@rule
def rewards(s, log):
    """BB-40: all others get the reward of their space. Whether a decision is at hand."""
    while s.turn < s.players:
        seat = (s.marker + s.turn) % s.players
        s.turn += 1
        reward = s.track[s.court[seat]] if s.court[seat] > 0 else 0
        if reward == Reward.COIN or reward == Reward.COIN_COIN:
            coins = 1 if reward == Reward.COIN else 2
            s.coins[seat] += coins
            emit(log, Event.TRACK_COINS, seat, coins)
        elif reward == Reward.RENOWN:
            s.renown[seat] += 1
            emit(log, Event.TRACK_RENOWN, seat, 1)
        elif reward == Reward.TOWN:
            if free_towns(s) != NO_TOWNS:
                return ask(s, seat, Phase.REWARD)
            emit(log, Event.TOWN_LAPSES, seat)
    return next_stage(s, Stage.BATTLE)


# Battle -----------------------------------------------------------------------------------------------------------------------------


@rule
def battle(s, log):
    """BB-50: a raider left in the area costs everyone with the fewest a town. Whether a decision is at hand."""
    s.victim = NOBODY
    if s.battle == 0:
        emit(log, Event.REPELLED)
        return next_stage(s, Stage.SPOILS)
    fewest = s.raiders[0]
    for seat in range(1, s.players):
        if s.raiders[seat] < fewest:
            fewest = s.raiders[seat]
    chooser = sole_leader(s, s.raiders)
    while s.turn < s.players:
        seat = (s.marker + s.turn) % s.players
        s.turn += 1
        if s.raiders[seat] == fewest:
            if controlled(s, seat) != NO_TOWNS:
                s.victim = seat
                return ask(s, chooser if chooser >= 0 else seat, Phase.LOSS)
            emit(log, Event.NO_TOWN_TO_LOSE, seat)
    return next_stage(s, Stage.SPOILS)


@rule
def loss_refusal(s, town):
    if not has(controlled(s, s.victim), town):
        return np.int64(Refusal.LOSS_OTHER)
    return np.int64(Refusal.NONE)


@rule
def loss_legal(s, out):
    return list_towns(controlled(s, s.victim), A_LOSE, out, 0)


@rule
def lose_town(s, seat, town, log):
    s.vikings |= only(town)
    emit(log, Event.TOWN_LOST, s.victim, town, seat)


@rule
def spoils(s, log):
    """BB-51, whether or not the Vikings were beaten back."""
    s.battle = 0
    seat = sole_leader(s, s.raiders)
    if seat >= 0:
        s.renown[seat] += 1
        emit(log, Event.SPOILS_RENOWN, seat, 1)
        s.points[seat] += s.renown[seat]
        emit(log, Event.SPOILS_POINTS, seat, s.renown[seat])
        s.raiders[seat] = 0
    elif most_of(s, s.raiders) > 0:
        emit(log, Event.SPOILS_TIED)
    most = most_of(s, s.raiders)
    for seat in range(s.players):
        if most > 0 and s.raiders[seat] == most:
            s.points[seat] += 1
            s.raiders[seat] -= 1
            emit(log, Event.SECOND_SPOILS, seat, 1)
    return next_stage(s, Stage.CHURCH)
