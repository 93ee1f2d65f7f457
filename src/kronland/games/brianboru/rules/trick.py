"""Brian Boru: a trick (BB-12, BB-20 to BB-22)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, reveal, seat_bit
from kronland.core.kernel import rule
from kronland.core.listing import append
from kronland.core.log import emit
from kronland.games.brianboru.rules.actions import A_NAME, A_PLAY, A_ROW
from kronland.games.brianboru.rules.board import FITTING, NO_TOWNS, colour_of, fitting_towns, free_towns, has, list_towns, only
from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.refusals import Refusal
from kronland.games.brianboru.rules.state import CARDS, NOBODY, Colour, Phase, Stage


@rule
def tricks_of(players, four_tricks):
    """BB-12: all cards but one; with five players all, unless the option says otherwise."""
    return 7 if players == 3 else (4 if players == 5 and four_tricks else 5)


@rule
def open_trick(s, log):
    """The marker's holder names a town; a holder who cannot passes the marker on (BB-20). Whether a decision is at hand."""
    s.active = -1
    s.winner = NOBODY
    s.leader = NOBODY
    if s.trick == tricks_of(s.players, s.four_tricks):
        return _end_tricks(s, log)
    for i in range(s.players):
        seat = (s.marker + i) % s.players
        if fitting_towns(s, s.hand[seat]) != NO_TOWNS:
            s.marker = seat
            s.leader = seat
            s.seat = seat
            s.phase = Phase.NAME
            pass_to(s, seat_bit(seat))
            return True
        emit(log, Event.MARKER_PASSES, seat)
        s.lacks[seat] |= _colours_in_demand(s)
        reveal(s)
    emit(log, Event.NOBODY_LEADS)
    return _end_tricks(s, log)


@rule
def _colours_in_demand(s):
    """The colours of card that would let their holder name a town."""
    colours, free = 0, free_towns(s)
    for colour in range(3):
        if free & s.town_colour[colour] != NO_TOWNS:
            colours |= 1 << colour | 1 << Colour.WHITE
    return colours


@rule
def _end_tricks(s, log):
    """Cards that are left are discarded unseen."""
    if s.hand_size[0]:
        emit(log, Event.DISCARDED)
    for seat in range(s.players):
        s.hand[seat] = 0
        s.hand_size[seat] = 0
    s.stage = Stage.WEDDING
    s.turn = 0
    return False


@rule
def name_refusal(s, seat, town):
    if not has(free_towns(s), town):
        return np.int64(Refusal.NAME_NOT_FREE)
    if not has(fitting_towns(s, s.hand[seat]), town):
        return np.int64(Refusal.NAME_WITHOUT_CARD)
    return np.int64(Refusal.NONE)


@rule
def name_legal(s, seat, out):
    return list_towns(fitting_towns(s, s.hand[seat]), A_NAME, out, 0)


@rule
def name_town(s, seat, town, log):
    s.active = town
    s.phase = Phase.CARD
    emit(log, Event.TOWN_NAMED, seat, town)


@rule
def playable(s, seat):
    """Any card; the leader's must fit the active town."""
    if seat == s.leader:
        return s.hand[seat] & FITTING[colour_of(s, s.active)]
    return s.hand[seat]


@rule
def card_refusal(s, seat, card):
    if not s.hand[seat] >> card & 1:
        return np.int64(Refusal.CARD_NOT_HELD)
    if not playable(s, seat) >> card & 1:
        return np.int64(Refusal.CARD_DOES_NOT_FIT)
    return np.int64(Refusal.NONE)


@rule
def card_legal(s, seat, out):
    n, cards = 0, playable(s, seat)
    for card in range(CARDS):
        if cards >> card & 1:
            n = append(out, n, A_PLAY + card)
    return n


@rule
def play_card(s, seat, card, log):
    s.hand[seat] &= ~(1 << card)
    s.hand_size[seat] -= 1
    s.played_by[card] = seat
    s.card_of[seat] = card
    reveal(s)
    emit(log, Event.CARD_PLAYED, seat, card)
    following = (seat + 1) % s.players
    if following == s.leader:
        _close_trick(s, log)
    else:
        s.seat = following
        pass_to(s, seat_bit(following))


@rule
def _close_trick(s, log):
    """BB-21: the highest card of the town's colour or white wins."""
    fitting, best = FITTING[colour_of(s, s.active)], -1
    for seat in range(s.players):
        card = s.card_of[seat]
        if fitting >> card & 1 and card > best:
            best = card
            s.winner = seat
    emit(log, Event.TRICK_WON, s.winner, s.active, best)
    s.trick += 1
    s.stage = Stage.ACTIONS


@rule
def next_actor(s, log):
    """BB-22: all act in ascending card value. Whether a decision is at hand."""
    actor, card = NOBODY, CARDS
    for seat in range(s.players):
        if s.card_of[seat] >= 0 and s.card_of[seat] < card:
            actor, card = seat, s.card_of[seat]
    if actor < 0:
        s.stage = Stage.TRICK
        return False
    s.seat = actor
    s.at = 0
    s.open_choice = 0
    if actor == s.winner:
        s.row = 0
        emit(log, Event.PRIMARY, actor, card)
        s.stage = Stage.ROW
        return False
    if s.card_row[card, 2, 0] == 0:  # white cards have but one secondary row
        s.row = 1
        emit(log, Event.SECONDARY, actor, 0, card)
        s.stage = Stage.ROW
        return False
    s.phase = Phase.ROW
    pass_to(s, seat_bit(actor))
    return True


@rule
def row_legal(out):
    """Both rows: a card with one leaves no choice, and a row without effect may be chosen (BB-22)."""
    n = append(out, 0, A_ROW)
    return append(out, n, A_ROW + 1)


@rule
def choose_row(s, seat, row, log):
    s.row = row
    s.open_choice = 1
    emit(log, Event.SECONDARY, seat, row - 1, s.card_of[seat])
    s.stage = Stage.ROW


@rule
def take_town(s, seat, log):
    """BB-23."""
    s.marker = seat
    s.disc[seat] |= only(s.active)
    emit(log, Event.TOWN_TAKEN, seat, s.active)
