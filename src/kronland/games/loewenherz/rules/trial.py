"""Löwenherz (1997): trial of power: negotiation and duel (L97-20 to L97-23)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, reveal, seat_bit
from kronland.core.kernel import rule
from kronland.core.listing import append, append_series
from kronland.core.log import emit, whisper
from kronland.games.loewenherz.rules.actions import A_ACCEPT, A_BID, A_BREAK, A_DEMAND, A_OFFER, N_TREASURE_SETS
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.purse import VALUES, held_treasures, show_card, spend_card, worth
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.round import advance, begin_action, open_duel
from kronland.games.loewenherz.rules.state import FIRST_TREASURE, MOST_NAMED, OFFERS, SEATS, Offer

# Negotiation (L97-21) -------------------------------------------------------------------------------------------------------------


@rule
def other_party(s):
    """The one of the two who does not decide now."""
    seat = 0
    while seat < SEATS - 1 and (seat == s.seat or not s.rivals >> seat & 1):
        seat += 1
    return seat


@rule
def most_named(s, seat):
    """The highest sum of ducats that a player can name: all it has. No action names more than MOST_NAMED, and nobody ever has more."""
    return min(np.int64(s.ducats[seat]), np.int64(MOST_NAMED))


@rule
def offer_refusal(s, kind, amount):
    payer = s.seat if kind == Offer.PAY else other_party(s)
    if s.offers >= OFFERS:
        return np.int64(Refusal.OFFERS_OVER)
    if amount > s.ducats[payer]:
        return np.int64(Refusal.OFFER_TOO_HIGH)
    return np.int64(Refusal.NONE)


@rule
def offer_payer(s):
    """Who pays (and acts) by the standing offer, which the other party made."""
    return other_party(s) if s.offer == Offer.PAY else s.seat


@rule
def accept_refusal(s):
    if s.offer == Offer.NONE:
        return np.int64(Refusal.NO_OFFER)
    if s.ducats[offer_payer(s)] < s.offer_sum:
        return np.int64(Refusal.OFFER_NOT_COVERED)
    return np.int64(Refusal.NONE)


@rule
def negotiation_legal(s, out, n):
    if s.offers < OFFERS:
        n = append_series(out, n, A_OFFER, 1, most_named(s, s.seat) + 1)
        n = append_series(out, n, A_DEMAND, 1, most_named(s, other_party(s)) + 1)
    if accept_refusal(s) == Refusal.NONE:
        n = append(out, n, A_ACCEPT)
    return append(out, n, A_BREAK)


@rule
def make_offer(s, seat, kind, amount, log):
    s.offers += 1
    s.offer = kind
    s.offer_sum = amount
    emit(log, Event.OFFER_PAY if kind == Offer.PAY else Event.OFFER_DEMAND, seat, amount)
    s.seat = other_party(s)
    pass_to(s, seat_bit(s.seat))


@rule
def accept_offer(s, seat, log):
    payer = offer_payer(s)
    payee = other_party(s) if payer == seat else seat
    s.ducats[payer] -= s.offer_sum
    s.ducats[payee] += s.offer_sum
    emit(log, Event.ACCEPTED, seat, payer, s.offer_sum)
    begin_action(s, payer, log)


@rule
def break_off(s, seat, log):
    emit(log, Event.BROKEN_OFF, seat)
    open_duel(s, s.rivals, 1, log)


# Duel (L97-22, L97-23) ------------------------------------------------------------------------------------------------------------


@rule
def bid_refusal(s, seat, amount, treasures):
    if amount > s.ducats[seat]:
        return np.int64(Refusal.BID_TOO_HIGH)
    if treasures & ~held_treasures(s, seat):
        return np.int64(Refusal.BID_TREASURE)
    return np.int64(Refusal.NONE)


@rule
def bid_legal(s, seat, out):
    n = 0
    held = held_treasures(s, seat)
    for treasures in range(N_TREASURE_SETS):
        if treasures & ~held == 0:
            n = append_series(out, n, A_BID + treasures, N_TREASURE_SETS, most_named(s, seat) + 1)
    return n


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
