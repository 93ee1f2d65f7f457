"""Brian Boru: a row of an action card, symbol by symbol (BB-22 to BB-30)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, seat_bit
from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import N_, Text
from kronland.games.brianboru.rules.board import NO_TOWNS, expansion_towns, free_towns, has, only
from kronland.games.brianboru.rules.domains import TOWN
from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.refusals import Refusal
from kronland.games.brianboru.rules.state import EXPANSION, PAY_POINTS, PURCHASE, SPACES, SYMBOLS, Phase, Stage, Symbol
from kronland.games.brianboru.rules.trick import take_town

TOP = SPACES - 1


@rule
def run_row(s, log):
    """Carry out symbols from left to right until one leaves a choice. Whether a decision is at hand."""
    seat = s.seat
    while s.at < SYMBOLS and _symbol(s) != Symbol.NONE:
        symbol, times = _symbol(s), 0
        while s.at < SYMBOLS and _symbol(s) == symbol:  # BB-27: the same symbol several times is one step
            s.at += 1
            times += 1
        if symbol == Symbol.TOWN:
            take_town(s, seat, log)
        elif symbol == Symbol.COIN:
            s.coins[seat] += times
            emit(log, Event.COINS, seat, times)
        elif symbol == Symbol.PAY:
            for _ in range(times):
                _pay(s, seat, log)
        elif symbol == Symbol.EXPAND5:
            if s.coins[seat] >= EXPANSION and expansion_towns(s, seat) != NO_TOWNS:
                return _ask(s, Phase.EXPAND)
        elif symbol == Symbol.REMOVE_VIKING:
            if s.vikings != NO_TOWNS:
                return _ask(s, Phase.REMOVE)
        else:
            _strive(s, seat, symbol, times, log)
            s.buying = symbol
            if can_buy(s, seat):
                return _ask(s, Phase.BUY)
            s.buying = 0
    if s.open_choice:
        return _ask(s, Phase.FINISH)
    _end_action(s, seat, log)
    return False


@rule
def _symbol(s):
    return s.card_row[s.card_of[s.seat], s.row, s.at]


@rule
def _ask(s, phase):
    s.phase = phase
    pass_to(s, seat_bit(s.seat))
    return True


@rule
def _pay(s, seat, log):
    """BB-24: a coin, or else points; whoever has neither pays nothing."""
    if s.coins[seat] > 0:
        s.coins[seat] -= 1
        emit(log, Event.PAID, seat)
    else:
        lost = min(np.int64(PAY_POINTS), np.int64(s.points[seat]))
        s.points[seat] -= lost
        emit(log, Event.POINTS_LOST, seat, -lost)


@rule
def _strive(s, seat, symbol, times, log):
    """BB-25, BB-26: steps up the track, raiders, or discs for the church."""
    if symbol == Symbol.COURT:
        space = min(np.int64(TOP), np.int64(s.court[seat] + times))
        if space > s.court[seat]:
            s.court[seat] = space
            emit(log, Event.COURTED, seat, space)
    elif symbol == Symbol.RAID:
        raiders = min(np.int64(s.battle), np.int64(times))
        if raiders > 0:
            s.battle -= raiders
            s.raiders[seat] += raiders
            emit(log, Event.RAIDED, seat, raiders)
    else:
        s.church[seat] += times
        emit(log, Event.CHURCHED, seat, times)


@rule
def _end_action(s, seat, log):
    """BB-30: a disc on an occupied space drops; the card goes to the discards (BB-22)."""
    space = s.court[seat]
    while s.court[seat] > 0 and _occupied(s, seat):
        s.court[seat] -= 1
    if s.court[seat] < space:
        emit(log, Event.DROPPED, seat, s.court[seat])
    s.card_of[seat] = -1
    s.row = -1
    s.at = 0
    s.stage = Stage.ACTIONS


@rule
def _occupied(s, seat):
    for other in range(s.players):
        if other != seat and s.court[other] == s.court[seat]:
            return True
    return False


# One more for coins -----------------------------------------------------------------------------------------------------------------

BUY_MORE: dict[int, Text] = {
    Symbol.COURT: N_("Buy more steps on the marriage track for 2 coins each, or leave it at that."),
    Symbol.RAID: N_("Buy more raiders for 2 coins each, or leave it at that."),
    Symbol.CHURCH: N_("Buy more discs in the church area for 2 coins each, or leave it at that."),
}


def ask_to_buy(view: View) -> str:
    return view.words(BUY_MORE[int(view.state.buying)])


BUY = Verb(
    "buy",
    label=N_("Buy one more for 2 coins"),
    prompt=ask_to_buy,
    lesson=N_("For two coins you get one more of what the row has just brought, as often as you can pay."),
    rules=("BB-25", "BB-26"),
)


@rule
def may_buy(s, seat):
    return s.phase == Phase.BUY and can_buy(s, seat)


@rule
def can_buy(s, seat):
    """BB-25, BB-26: whether one more can be had, and paid for, of what the row has just given."""
    if s.coins[seat] < PURCHASE:
        return False
    return not (s.buying == Symbol.COURT and s.court[seat] == TOP) and not (s.buying == Symbol.RAID and s.battle == 0)


@rule
def why_no_purchase(s, seat):
    if s.phase != Phase.BUY:
        return np.int64(Refusal.NOT_NOW)
    if s.coins[seat] < PURCHASE:
        return np.int64(Refusal.BUY_COINS)
    if s.buying == Symbol.COURT:
        return np.int64(Refusal.BUY_TRACK_TOP)
    return np.int64(Refusal.BUY_NO_RAIDERS)


@rule
def buy(s, seat, log):
    s.coins[seat] -= PURCHASE
    s.open_choice = 1
    if s.buying == Symbol.COURT:
        s.court[seat] += 1
        emit(log, Event.BOUGHT_COURT, seat, s.court[seat])
    elif s.buying == Symbol.RAID:
        s.battle -= 1
        s.raiders[seat] += 1
        emit(log, Event.BOUGHT_RAID, seat)
    else:
        s.church[seat] += 1
        emit(log, Event.BOUGHT_CHURCH, seat)


# Expanding along a road -------------------------------------------------------------------------------------------------------------

EXPAND = Verb(
    "expand",
    TOWN,
    label=N_("Expand to {town} for 5 coins"),
    prompt=N_("Expand along a road for 5 coins, or finish."),
    lesson=N_("For five coins you put a disc on a free town joined by a road to one of yours."),
    rules=("BB-28",),
)


@rule
def expand_towns(s, seat):
    return expansion_towns(s, seat) if s.phase == Phase.EXPAND else NO_TOWNS


@rule
def why_no_expansion(s, town):
    if s.phase != Phase.EXPAND:
        return np.int64(Refusal.NOT_NOW)
    if not has(free_towns(s), town):
        return np.int64(Refusal.EXPAND_NOT_FREE)
    if town == s.active:
        return np.int64(Refusal.EXPAND_ACTIVE)
    return np.int64(Refusal.EXPAND_NO_ROAD)


@rule
def expand(s, seat, town, log):
    s.coins[seat] -= EXPANSION
    s.disc[seat] |= only(town)
    s.open_choice = 1
    emit(log, Event.EXPANDED, seat, town)


# Taking a Viking disc off -----------------------------------------------------------------------------------------------------------

REMOVE = Verb(
    "remove",
    TOWN,
    label=N_("Take the Viking disc off {town}"),
    prompt=N_("Choose the Viking disc to take off."),
    lesson=N_("Without the Viking disc the disc below counts again."),
    rules=("BB-29",),
)


@rule
def remove_towns(s):
    return s.vikings if s.phase == Phase.REMOVE else NO_TOWNS


@rule
def why_no_removal(s):
    return np.int64(Refusal.NOT_NOW) if s.phase != Phase.REMOVE else np.int64(Refusal.NO_VIKING)


@rule
def remove_viking(s, seat, town, log):
    """BB-29: the disc below counts again."""
    s.vikings &= ~only(town)
    s.open_choice = 1
    emit(log, Event.VIKING_REMOVED, seat, town)


# Finishing --------------------------------------------------------------------------------------------------------------------------

FINISH = N_("Nothing is left to choose; finish your action.")


def ask_to_finish(view: View) -> str:
    return ask_to_buy(view) if view.state.phase == Phase.BUY else view.words(FINISH)


DONE = Verb(
    "done",
    label=N_("Done"),
    prompt=ask_to_finish,
    lesson=N_("Until you finish the action you can take your choices back."),
    rules=("BB-22",),
)


@rule
def may_finish(s):
    return s.phase == Phase.BUY or s.phase == Phase.EXPAND or s.phase == Phase.FINISH


@rule
def done(s, seat, log):
    """Nothing (more) is chosen: the row goes on, and after its last symbol the next player."""
    s.buying = 0
    s.open_choice = 0
    emit(log, Event.DONE, seat)
