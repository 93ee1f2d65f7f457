"""Löwenherz (2003): a card is sold or played (L03-11 to L03-13)."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.listing import append
from kronland.core.log import emit
from kronland.games.koenig.rules.actions import A_PLAY, A_SELL, N_TASKS
from kronland.games.koenig.rules.cards import held_kind, lose_card
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.land import can_expand, can_set_border, can_set_knight
from kronland.games.koenig.rules.pacts import can_make_alliance, can_win_deserter
from kronland.games.koenig.rules.refusals import Refusal
from kronland.games.koenig.rules.state import FOREST_FEE, HAND, NO_CARD, Phase, Task
from kronland.games.koenig.rules.turn import refill_hand


@rule
def sell_refusal(s, card):
    return np.int64(Refusal.CARD_NOT_HELD) if held_kind(s, s.seat, card) == NO_CARD else np.int64(Refusal.NONE)


@rule
def play_refusal(s, card, task):
    kind = held_kind(s, s.seat, card)
    if kind == NO_CARD:
        return np.int64(Refusal.CARD_NOT_HELD)
    if _size_on_card(s, kind, task) == 0:
        return np.int64(Refusal.NOT_ON_CARD)
    if s.ducats[s.seat] < s.kind_cost[kind]:
        return np.int64(Refusal.CARD_TOO_DEAR)
    if not _is_possible(s, s.seat, task, FOREST_FEE):
        return np.int64(Refusal.NOTHING_TO_DO)
    if not _is_possible(s, s.seat, task, s.ducats[s.seat] - s.kind_cost[kind]):
        return np.int64(Refusal.FOREST_TOO_DEAR)
    return np.int64(Refusal.NONE)


@rule
def _size_on_card(s, kind, task):
    """How large an action a card shows: 3 of `3 borders`; 0 if it does not show the action."""
    for symbol in range(2):
        if s.kind_symbols[kind, symbol] >> 4 == task:
            return s.kind_symbols[kind, symbol] & 15
    return 0


@rule
def _is_possible(s, seat, task, ducats):
    """Whether an action has one legal step that these ducats, left after the card's cost, can pay (L03-13)."""
    if task == Task.BORDER:
        return can_set_border(s)
    if task == Task.KNIGHT:
        return can_set_knight(s, seat, ducats)
    if task == Task.EXPAND:
        return can_expand(s, seat)
    if task == Task.DESERTER:
        return can_win_deserter(s, seat, ducats)
    return can_make_alliance(s, seat)


@rule
def card_legal(s, out, n):
    for slot in range(HAND):
        kind = s.hand[s.seat, slot]
        if kind == NO_CARD or (slot > 0 and s.hand[s.seat, slot - 1] == kind):  # cards alike are one choice
            continue
        card = s.kind_card[kind]
        n = append(out, n, A_SELL + card)
        ducats = s.ducats[s.seat] - s.kind_cost[kind]
        for symbol in range(2):
            task = s.kind_symbols[kind, symbol] >> 4
            if task > 0 and ducats >= 0 and _is_possible(s, s.seat, task, ducats):
                n = append(out, n, A_PLAY + card * N_TASKS + task - 1)
    return n


@rule
def sell(s, seat, card, log):
    kind = held_kind(s, seat, card)
    lose_card(s, seat, kind)
    s.market[kind] += 1
    s.sold = kind
    s.ducats[seat] += s.kind_sale[kind]
    emit(log, Event.SOLD, seat, card, s.kind_sale[kind])
    refill_hand(s, log)


@rule
def play(s, seat, card, task, log):
    kind = held_kind(s, seat, card)
    lose_card(s, seat, kind)
    s.spent[kind] += 1
    s.ducats[seat] -= s.kind_cost[kind]
    emit(log, Event.PLAYED, seat, card, task - 1, s.kind_cost[kind])
    s.left = _size_on_card(s, kind, task)
    if task == Task.BORDER:
        s.phase = Phase.BORDER
    elif task == Task.KNIGHT:
        s.phase = Phase.KNIGHT
    elif task == Task.EXPAND:
        s.phase = Phase.EXPAND
    elif task == Task.DESERTER:
        s.phase = Phase.DESERTER
    else:
        s.phase = Phase.ALLIANCE
