"""Löwenherz (2003): the hand is filled up again, from the deck or from the market (L03-14)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import seat_bit
from kronland.core.kernel import rule
from kronland.core.layout import State
from kronland.core.listing import append
from kronland.core.log import emit, whisper
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import N_, NN_, Words
from kronland.games.koenig.rules.cards import deck_is_empty, draw_card, gain_card
from kronland.games.koenig.rules.domains import CARDS
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.refusals import Refusal
from kronland.games.koenig.rules.state import DECK, MARKET_NEAR, MARKET_REFILLS, NO_CARD, Phase
from kronland.games.koenig.rules.turn import next_turn

# From the deck ----------------------------------------------------------------------------------------------------------------------

FROM_DECK = N_("Refill your hand from the deck.")
FROM_EITHER = N_("Refill your hand from the deck or from the market.")
MARKET_LEFT = NN_(
    "One more hand can be refilled from the market, then one must be refilled from the deck.",
    "{n} more hands can be refilled from the market, then one must be refilled from the deck.",
    "n",
)
MARKET_CLOSED = N_(
    "The market is closed for one refill: {most} hands in a row were refilled from it. The next one must be refilled from the deck; "
    "then it is open again."
)


def ask_for_a_card(view: View) -> str:
    s, words = view.state, view.words
    asked = words(FROM_EITHER if s.market_refills < MARKET_REFILLS else FROM_DECK)
    return f"{asked} {market_guard(s, words)}".rstrip()


def market_guard(s: State, words: Words) -> str:
    """How long the market will still refill hands: told when the end of that comes near, and while hands are refilled at all."""
    left = MARKET_REFILLS - int(s.market_refills)
    if left > MARKET_NEAR or s.drawn == DECK or s.ended:
        return ""
    return words(MARKET_LEFT, n=left) if left else words(MARKET_CLOSED, most=MARKET_REFILLS)


DRAW = Verb(
    "draw",
    label=N_("Draw the top card of the deck"),
    prompt=ask_for_a_card,
    lesson=N_("You fill your hand from the deck. When its last card is drawn, nobody refills any more."),
    rules=("L03-14",),
)


@rule
def may_draw(s):
    return s.phase == Phase.REFILL


@rule
def draw(s, seat, log):
    kind = draw_card(s, seat)
    s.market_refills = 0
    whisper(log, seat_bit(seat), Event.DRAWN, seat, s.kind_pile[kind], s.kind_card[kind])
    if deck_is_empty(s):
        emit(log, Event.LAST_CARD)
    next_turn(s, log)


# From the market --------------------------------------------------------------------------------------------------------------------

TAKE = Verb(
    "take",
    CARDS,
    label=N_("Take from the market: {card}"),
    lesson=N_("Instead of a hidden card you may take one of the market, but not the one that you have just sold."),
    rules=("L03-14",),
)


@rule
def may_take(s, kind):
    """Whether a card of a kind, or of none (NO_CARD), may be taken from the market now: nothing else decides it."""
    if s.phase != Phase.REFILL or s.market_refills >= MARKET_REFILLS or kind == NO_CARD:
        return False
    return _available(s, kind) > 0


@rule
def _available(s, kind):
    """How many cards of a kind the market has for the player whose turn it is: not the one just sold."""
    return s.market[kind] - (1 if s.sold == kind else 0)


@rule
def list_market(s, take, out, n):
    """Append the actions of a verb on the cards that may be taken; how many are listed now."""
    for kind in range(s.kinds):
        if may_take(s, kind):
            n = append(out, n, take + s.kind_card[kind])
    return n


@rule
def kind_of(s, card):
    """The kind that a card belongs to; NO_CARD if the components have no such card."""
    for kind in range(s.kinds):
        if s.kind_card[kind] == card:
            return kind
    return NO_CARD


@rule
def why_no_take(s, card):
    if s.phase != Phase.REFILL:
        return np.int64(Refusal.NOT_NOW)
    kind = kind_of(s, card)
    if kind == NO_CARD or s.market[kind] == 0:
        return np.int64(Refusal.NOT_IN_MARKET)
    if _available(s, kind) == 0:
        return np.int64(Refusal.JUST_SOLD)
    return np.int64(Refusal.MARKET_TOO_OFTEN)


@rule
def take(s, seat, card, log):
    """An open card of the market: everyone knows from now on that it is in this hand."""
    kind = kind_of(s, card)
    s.market[kind] -= 1
    s.market_refills += 1
    gain_card(s, seat, kind, 1)
    emit(log, Event.TAKEN, seat, card)
    next_turn(s, log)
