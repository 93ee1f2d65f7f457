"""Brian Boru: upkeep, its first two steps: marriage and battle (BB-40 to BB-51).

`turn` counts the seats that a stage has dealt with, clockwise from the town marker, so that it goes on where a decision held it up.
"""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, seat_bit
from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.brianboru.rules.board import NO_TOWNS, controlled, free_towns, only
from kronland.games.brianboru.rules.discs import dowry_towns, marriage_card
from kronland.games.brianboru.rules.domains import TOWN
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


# Estrid (BB-42)

PACT = Verb(
    "pact",
    label=N_("Military pact with the Vikings"),
    prompt=N_("Choose what Estrid brings you: a military pact, trade, or 4 points."),
    lesson=N_("Viking towns count as yours when power tokens are claimed."),
    rules=("BB-72", "BB-42"),
)
TRADE = Verb(
    "trade",
    label=N_("Trade with the Vikings"),
    lesson=N_("Viking towns count as yours where towns in many regions score at the end."),
    rules=("BB-72", "BB-42"),
)
DECLINE = Verb(
    "decline",
    label=N_("Discard Estrid for 4 points"),
    lesson=N_("You turn Estrid down and take four points."),
    rules=("BB-42",),
)


@rule
def may_answer_estrid(s):
    return s.phase == Phase.ESTRID


@rule
def make_pact(s, seat, log):
    s.pact = seat
    emit(log, Event.ESTRID_PACT, seat)


@rule
def make_trade(s, seat, log):
    s.trade = seat
    emit(log, Event.ESTRID_TRADE, seat)


@rule
def decline_estrid(s, seat, log):
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


OWN_LOSS = N_("Choose the town that you lose to the Vikings.")
OTHERS_LOSS = N_("Choose the town that {player} loses to the Vikings.")


def ask_for_the_loss(view: View) -> str:
    s, words = view.state, view.words
    return words(OWN_LOSS) if s.victim == s.seat else words(OTHERS_LOSS, player=view.names[s.victim])


LOSE = Verb(
    "lose",
    TOWN,
    label=N_("{town} falls to the Vikings"),
    prompt=ask_for_the_loss,
    lesson=N_("The Vikings were not all beaten: who fought least loses a town to them."),
    rules=("BB-50",),
)


@rule
def losable_towns(s):
    return controlled(s, s.victim) if s.phase == Phase.LOSS else NO_TOWNS


@rule
def why_no_loss(s):
    return np.int64(Refusal.NOT_NOW) if s.phase != Phase.LOSS else np.int64(Refusal.LOSS_OTHER)


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
