"""Löwenherz (2003): the course of a turn (L03-10 to L03-15)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, seat_bit
from kronland.core.kernel import rule
from kronland.core.listing import append
from kronland.core.log import emit, whisper
from kronland.games.koenig.rules.actions import A_DRAW, A_TAKE
from kronland.games.koenig.rules.cards import available, deck_is_empty, draw_card, gain_card, has_cards
from kronland.games.koenig.rules.ending import end_with_deck, king_returns
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.land import income
from kronland.games.koenig.rules.refusals import Refusal
from kronland.games.koenig.rules.state import MARKET_REFILLS, NO_CARD, Phase


@rule
def begin_turn(s, seat, log):
    """Income first (L03-10), then a card is sold or played (L03-11)."""
    s.turn = seat
    s.seat = seat
    emit(log, Event.TURN, seat)
    ducats = income(s, seat)
    if ducats > 0:
        s.ducats[seat] += ducats
        emit(log, Event.INCOME, seat, ducats)
    s.phase = Phase.CARD
    pass_to(s, seat_bit(seat))


@rule
def complete_action(s, log):
    """An action is complete: has the king returned (L03-80)? If not, the hand is refilled."""
    clear_action(s)
    s.seat = s.turn
    if not king_returns(s, log):
        refill_hand(s, log)


@rule
def clear_action(s):
    """Forget what belongs to an action that is over, so that equal positions are equal bytes."""
    s.left = 0
    s.steps = 0
    s.expanding = -1
    s.desert_to = -1
    s.desert_from = -1


@rule
def refill_hand(s, log):
    """The hand is filled up again (L03-14), unless the deck is empty (L03-81)."""
    if deck_is_empty(s):
        _next_turn(s, log)
        return
    s.phase = Phase.REFILL
    pass_to(s, seat_bit(s.seat))


@rule
def _next_turn(s, log):
    """Clockwise; a player without cards is passed over, and without any cards the game is over (L03-7, L03-81)."""
    s.sold = NO_CARD
    for step in range(1, s.players + 1):
        seat = (s.turn + step) % s.players
        if has_cards(s, seat):
            begin_turn(s, seat, log)
            return
    end_with_deck(s, log)


@rule
def _kind_of_card(s, card):
    """The kind that a card belongs to; NO_CARD if the components have no such card."""
    for kind in range(s.kinds):
        if s.kind_card[kind] == card:
            return kind
    return NO_CARD


@rule
def take_refusal(s, card):
    kind = _kind_of_card(s, card)
    if kind == NO_CARD or s.market[kind] == 0:
        return np.int64(Refusal.NOT_IN_MARKET)
    if available(s, kind) == 0:
        return np.int64(Refusal.JUST_SOLD)
    if s.market_refills >= MARKET_REFILLS:
        return np.int64(Refusal.MARKET_TOO_OFTEN)
    return np.int64(Refusal.NONE)


@rule
def refill_legal(s, out, n):
    n = append(out, n, A_DRAW)
    if s.market_refills < MARKET_REFILLS:
        for kind in range(s.kinds):
            if available(s, kind) > 0:
                n = append(out, n, A_TAKE + s.kind_card[kind])
    return n


@rule
def draw(s, seat, log):
    kind = draw_card(s, seat)
    s.market_refills = 0
    whisper(log, seat_bit(seat), Event.DRAWN, seat, s.kind_pile[kind], s.kind_card[kind])
    if deck_is_empty(s):
        emit(log, Event.LAST_CARD)
    _next_turn(s, log)


@rule
def take(s, seat, card, log):
    """An open card of the market: everyone knows from now on that it is in this hand."""
    kind = _kind_of_card(s, card)
    s.market[kind] -= 1
    s.market_refills += 1
    gain_card(s, seat, kind, 1)
    emit(log, Event.TAKEN, seat, card)
    _next_turn(s, log)
