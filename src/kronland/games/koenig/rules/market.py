"""Löwenherz (2003): in each turn a card is sold or played (L03-11 to L03-13)."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.listing import append
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.words import N_, Text
from kronland.games.koenig.rules.borders import can_set_border
from kronland.games.koenig.rules.cards import held_kind, lose_card
from kronland.games.koenig.rules.domains import CARDS, TASKS
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.expansion import can_expand
from kronland.games.koenig.rules.knights import can_set_knight
from kronland.games.koenig.rules.pacts import can_make_alliance, can_win_deserter
from kronland.games.koenig.rules.refusals import Refusal
from kronland.games.koenig.rules.state import FOREST_FEE, HAND, NO_CARD, Phase, Task
from kronland.games.koenig.rules.turn import refill_hand

N_TASKS = len(TASKS)
# What is to be decided when a card is played for an action
DECISION = np.zeros(N_TASKS + 1, np.int64)
for _task in Task:
    DECISION[_task] = Phase[_task.name]


@rule
def list_cards(s, seat, sell, play, out, n):
    """Append, card by card of a hand, the actions of the verbs that sell and play it; how many are listed now."""
    for slot in range(HAND):
        kind = s.hand[seat, slot]
        if may_sell(s, kind) and (slot == 0 or s.hand[seat, slot - 1] != kind):  # cards alike are one choice
            card = s.kind_card[kind]
            n = append(out, n, sell + card)
            for symbol in range(2):
                task = s.kind_symbols[kind, symbol] >> 4
                if task > 0 and may_play(s, seat, kind, task):
                    n = append(out, n, play + card * N_TASKS + task - 1)
    return n


# Selling ----------------------------------------------------------------------------------------------------------------------------

SELL = Verb(
    "sell",
    CARDS,
    label=N_("Sell the card: {card}"),
    prompt=N_("Play a card or sell one."),
    lesson=N_("Selling brings ducats at once, but everyone can take the card from the market later."),
    rules=("L03-12",),
)


@rule
def may_sell(s, kind):
    """Whether a card that a hand holds, or does not (NO_CARD), may be sold now: nothing else decides it."""
    return s.phase == Phase.CARD and kind != NO_CARD


@rule
def why_no_sale(s):
    return np.int64(Refusal.NOT_NOW) if s.phase != Phase.CARD else np.int64(Refusal.CARD_NOT_HELD)


@rule
def sell(s, seat, card, log):
    kind = held_kind(s, seat, card)
    lose_card(s, seat, kind)
    s.market[kind] += 1
    s.sold = kind
    s.ducats[seat] += s.kind_sale[kind]
    emit(log, Event.SOLD, seat, card, s.kind_sale[kind])
    refill_hand(s, log)


# Playing ----------------------------------------------------------------------------------------------------------------------------

PLAYED_WHOLE = N_("Play the card: {card}")


def play_plainly(card: int, task: int) -> Text | None:
    """What was chosen on a card is told where there is a choice."""
    return PLAYED_WHOLE if CARDS.shows_only(card, TASKS.first + task) else None


PLAY = Verb(
    "play",
    CARDS,
    TASKS,
    label=N_("Play the card: {card}, for {task}"),
    plainly=play_plainly,
    lesson=N_("You pay the price and carry out one action of the card. In each turn you sell or play exactly one card."),
    rules=("L03-13",),
)


@rule
def may_play(s, seat, kind, task):
    """Whether a card that a hand holds, or does not (NO_CARD), may be played for an action now: nothing else decides it."""
    if s.phase != Phase.CARD or kind == NO_CARD or _size_on_card(s, kind, task) == 0:
        return False
    ducats = s.ducats[seat] - s.kind_cost[kind]
    return ducats >= 0 and _is_possible(s, seat, task, ducats)


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
def why_no_play(s, seat, card, task):
    if s.phase != Phase.CARD:
        return np.int64(Refusal.NOT_NOW)
    kind = held_kind(s, seat, card)
    if kind == NO_CARD:
        return np.int64(Refusal.CARD_NOT_HELD)
    if _size_on_card(s, kind, task) == 0:
        return np.int64(Refusal.NOT_ON_CARD)
    if s.ducats[seat] < s.kind_cost[kind]:
        return np.int64(Refusal.CARD_TOO_DEAR)
    if not _is_possible(s, seat, task, FOREST_FEE):
        return np.int64(Refusal.NOTHING_TO_DO)
    return np.int64(Refusal.FOREST_TOO_DEAR)


@rule
def play(s, seat, card, task, log):
    kind = held_kind(s, seat, card)
    lose_card(s, seat, kind)
    s.spent[kind] += 1
    s.ducats[seat] -= s.kind_cost[kind]
    emit(log, Event.PLAYED, seat, card, task - 1, s.kind_cost[kind])
    s.left = _size_on_card(s, kind, task)
    s.phase = DECISION[task]
