"""Löwenherz (2003): the course of a turn (L03-10 to L03-15)."""

from __future__ import annotations

from kronland.core.flow import pass_to, seat_bit
from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.games.koenig.rules.cards import deck_is_empty, has_cards
from kronland.games.koenig.rules.ending import end_with_deck, king_returns
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.land import income
from kronland.games.koenig.rules.state import NO_CARD, Phase


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
        next_turn(s, log)
        return
    s.phase = Phase.REFILL
    pass_to(s, seat_bit(s.seat))


@rule
def next_turn(s, log):
    """Clockwise; a player without cards is passed over, and without any cards the game is over (L03-7, L03-81)."""
    s.sold = NO_CARD
    for step in range(1, s.players + 1):
        seat = (s.turn + step) % s.players
        if has_cards(s, seat):
            begin_turn(s, seat, log)
            return
    end_with_deck(s, log)
