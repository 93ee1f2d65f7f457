"""Löwenherz (1997): trial of power: negotiation and duel (L97-20 to L97-23)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, reveal, seat_bit
from kronland.core.kernel import interpreted, rule
from kronland.core.listing import append_series
from kronland.core.log import emit, whisper
from kronland.core.verbs import Verb, prompt
from kronland.core.view import View
from kronland.core.words import N_, NN_
from kronland.games.loewenherz.rules.domains import SUM, TREASURES
from kronland.games.loewenherz.rules.events import TASKS, Event
from kronland.games.loewenherz.rules.purse import VALUES, held_treasures, show_card, spend_card, worth
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.round import advance, begin_action, current_size, current_task, open_duel
from kronland.games.loewenherz.rules.state import FIRST_TREASURE, MOST_NAMED, OFFERS, SEATS, Offer, Phase

N_TREASURE_SETS = len(TREASURES)

# Negotiation (L97-21) -------------------------------------------------------------------------------------------------------------


@rule
def other_party(s):
    """The one of the two who does not decide now."""
    seat = 0
    while seat < SEATS - 1 and (seat == s.seat or not s.rivals >> seat & 1):
        seat += 1
    return seat


@rule
def _most_named(s, seat):
    """The highest sum of ducats that a player can name: all it has. No action names more than MOST_NAMED, and nobody ever has more."""
    return min(np.int64(s.ducats[seat]), np.int64(MOST_NAMED))


FIRST_OFFER = N_("Negotiate with {player} over action {action} ({task}).")
OFFER_PAY = NN_(
    "{player} offers you {n} ducat for leaving action {action} ({task}).",
    "{player} offers you {n} ducats for leaving action {action} ({task}).",
    "n",
)
OFFER_DEMAND = NN_(
    "{player} leaves you action {action} ({task}) for {n} ducat.",
    "{player} leaves you action {action} ({task}) for {n} ducats.",
    "n",
)
LAST_ANSWER = N_("Accept, or break off.")


def ask_for_an_answer(view: View) -> str:
    """What it is about comes with it: on a phone the action card may lie below all that can be answered."""
    s, words = view.state, view.words
    said = _action_at_stake(view) | {"player": view.names[interpreted(other_party)(s)]}
    if s.offer == Offer.NONE:
        return words(FIRST_OFFER, **said)
    offer = words(OFFER_PAY if s.offer == Offer.PAY else OFFER_DEMAND, **said, n=int(s.offer_sum))
    return offer if OFFER in view.verbs else f"{offer} {words(LAST_ANSWER)}"


def _action_at_stake(view: View) -> dict[str, str | int]:
    s = view.state
    task = interpreted(current_task)(s) * 16 + interpreted(current_size)(s)
    return {"action": int(s.step) + 1, "task": TASKS.say(int(task), view.words, view.names)}


OFFER = Verb(
    "offer",
    SUM,
    label=NN_("Offer {sum} ducat for the action", "Offer {sum} ducats for the action", "sum"),
    prompt=ask_for_an_answer,
    lesson=N_("Whoever pays has the action alone. The other may accept, make another offer, or break off."),
    rules=("L97-21",),
)
DEMAND = Verb(
    "demand",
    SUM,
    label=NN_("Leave the action for {sum} ducat", "Leave the action for {sum} ducats", "sum"),
    lesson=N_("You can also be paid for leaving the action to the other."),
    rules=("L97-21",),
)


@rule
def most_offered(s, seat):
    """The highest sum that may be offered now; -1: no offer may be made. Nothing else decides it."""
    return _most_named(s, seat) if _may_offer(s) else -1


@rule
def most_demanded(s):
    """The highest sum that may be demanded of the other party now; -1: nothing may. Nothing else decides it."""
    return _most_named(s, other_party(s)) if _may_offer(s) else -1


@rule
def _may_offer(s):
    return s.phase == Phase.NEGOTIATE and s.offers < OFFERS


@rule
def why_no_offer(s):
    if s.phase != Phase.NEGOTIATE:
        return np.int64(Refusal.NOT_NOW)
    if s.offers >= OFFERS:
        return np.int64(Refusal.OFFERS_OVER)
    return np.int64(Refusal.OFFER_TOO_HIGH)


@rule
def make_offer(s, seat, kind, amount, log):
    s.offers += 1
    s.offer = kind
    s.offer_sum = amount
    emit(log, Event.OFFER_PAY if kind == Offer.PAY else Event.OFFER_DEMAND, seat, amount)
    s.seat = other_party(s)
    pass_to(s, seat_bit(s.seat))


@rule
def offer_payer(s):
    """Who pays (and acts) by the standing offer, which the other party made."""
    return other_party(s) if s.offer == Offer.PAY else s.seat


ACCEPT = Verb(
    "accept",
    label=N_("Accept the offer"),
    prompt=ask_for_an_answer,
    lesson=N_("Accepting moves the money at once, and settles who carries out the action."),
    rules=("L97-21",),
)


@rule
def may_accept(s):
    """A standing offer that can still be paid: nothing else decides it."""
    return s.phase == Phase.NEGOTIATE and s.offer != Offer.NONE and s.ducats[offer_payer(s)] >= s.offer_sum


@rule
def why_no_agreement(s):
    if s.phase != Phase.NEGOTIATE:
        return np.int64(Refusal.NOT_NOW)
    if s.offer == Offer.NONE:
        return np.int64(Refusal.NO_OFFER)
    return np.int64(Refusal.OFFER_NOT_COVERED)


@rule
def accept_offer(s, seat, log):
    payer = offer_payer(s)
    payee = other_party(s) if payer == seat else seat
    s.ducats[payer] -= s.offer_sum
    s.ducats[payee] += s.offer_sum
    emit(log, Event.ACCEPTED, seat, payer, s.offer_sum)
    begin_action(s, payer, log)


BREAK = Verb(
    "break",
    label=N_("Break off and fight a duel"),
    prompt=ask_for_an_answer,
    lesson=N_("If you break off, a duel decides: both bid in secret, and only the winner pays."),
    rules=("L97-20",),
)


@rule
def may_break_off(s):
    return s.phase == Phase.NEGOTIATE


@rule
def break_off(s, seat, log):
    emit(log, Event.BROKEN_OFF, seat)
    open_duel(s, s.rivals, 1, log)


# Duel (L97-22, L97-23) ------------------------------------------------------------------------------------------------------------


BIDDING = N_("The secret bids for the duel are being made.")
DUEL = N_("Duel over action {action} ({task}): make your secret bid.")


def asked(view: View) -> str:
    """What is to be decided; in a duel nobody waits for one player alone."""
    waits = view.state.phase == Phase.BID and not view.legal
    return view.words(BIDDING) if waits else prompt(view)


def ask_for_a_bid(view: View) -> str:
    return view.words(DUEL, **_action_at_stake(view))


BID = Verb(
    "bid",
    SUM,
    TREASURES,
    label=NN_("Bid {sum} ducat{treasures}", "Bid {sum} ducats{treasures}", "sum"),
    prompt=ask_for_a_bid,
    lesson=N_("All bid in secret and at the same time. The highest bid gets the action, and only the winner pays."),
    rules=("L97-22",),
    secret=True,
)


@rule
def most_bid(s, seat):
    """The most ducats that may be bid now, with any of the treasures in the hand; -1: nothing may be bid. Nothing else decides it."""
    return _most_named(s, seat) if s.phase == Phase.BID else -1


@rule
def may_bid(s, seat, amount, treasures):
    return amount <= most_bid(s, seat) and treasures & ~held_treasures(s, seat) == 0


@rule
def list_bids(s, seat, verb, out, n):
    """Append the actions of a verb on all these bids; how many are listed now."""
    most, held = most_bid(s, seat), held_treasures(s, seat)
    for treasures in range(N_TREASURE_SETS):
        if treasures & ~held == 0:
            n = append_series(out, n, verb + treasures, N_TREASURE_SETS, most + 1)
    return n


@rule
def why_no_bid(s, seat, amount):
    if s.phase != Phase.BID:
        return np.int64(Refusal.NOT_NOW)
    return np.int64(Refusal.BID_TOO_HIGH) if amount > most_bid(s, seat) else np.int64(Refusal.BID_TREASURE)


@rule
def make_bid(s, seat, amount, treasures, log):
    s.bid[seat] = amount
    s.bid_treasures[seat] = treasures
    whisper(log, seat_bit(seat), Event.BID_MADE, seat, amount, treasures)
    waiting = s.actors & ~seat_bit(seat)
    if waiting:
        pass_to(s, waiting)
    else:
        _settle_duel(s, log)


@rule
def _settle_duel(s, log):
    """All reveal together; the highest acts and pays; a tie is bid once more, a second one settles nothing."""
    reveal(s)
    best, highest, rivals = -1, 0, s.rivals
    for seat in range(s.players):
        if rivals >> seat & 1:
            total = s.bid[seat] + worth(s.bid_treasures[seat])
            emit(log, Event.BID_SHOWN, seat, s.bid[seat], s.bid_treasures[seat], total)
            for t in range(VALUES.shape[0]):
                if s.bid_treasures[seat] >> t & 1:
                    show_card(s, FIRST_TREASURE + t)
            if total > best:
                best, highest = total, 0
            if total == best:
                highest |= seat_bit(seat)
    which = s.duel
    if highest & (highest - 1):
        _clear_bids(s)
        if which == 1:
            emit(log, Event.DUEL_TIED)
            open_duel(s, highest, 2, log)
        else:
            emit(log, Event.DUEL_OFF)
            advance(s, log)
        return
    for seat in range(s.players):
        if highest >> seat & 1:
            s.ducats[seat] -= s.bid[seat]
            for t in range(VALUES.shape[0]):
                if s.bid_treasures[seat] >> t & 1:
                    spend_card(s, seat, FIRST_TREASURE + t)
            emit(log, Event.DUEL_WON, seat, best)
            _clear_bids(s)
            begin_action(s, seat, log)


@rule
def _clear_bids(s):
    for seat in range(s.bid.shape[0]):
        s.bid[seat] = -1
        s.bid_treasures[seat] = 0
