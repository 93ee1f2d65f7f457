"""Löwenherz (1997): the course of a round (L97-10 to L97-15)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, reveal, seat_bit
from kronland.core.kernel import rule
from kronland.core.listing import append
from kronland.core.log import emit
from kronland.games.loewenherz.rules.actions import A_CARD, DECISION_MASKS
from kronland.games.loewenherz.rules.ending import end_game, mountains
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.state import SEATS, Offer, Phase, Task

MASKS = np.array(DECISION_MASKS, np.int8)


@rule
def cards_to_lay(s, seat):
    """L97-11: one decision card; with two and three players the start player lays two."""
    return 2 if seat == s.start and s.players < 4 else 1


@rule
def open_round(s, log):
    """Turn up an action card. Silver scores and the next one is turned up; the king ends the game (L97-10)."""
    s.round_number += 1
    s.step = -1
    emit(log, Event.ROUND, s.round_number, s.start)
    while True:
        if s.drawn >= s.deck_size:  # the king lies in every deck, so that none runs out; one that did would end the game as he does
            end_game(s, log)
            return
        card = s.deck[s.drawn]
        s.drawn += 1
        reveal(s)
        task = s.card[card, 0] >> 4
        if task == Task.KING:
            end_game(s, log)
            return
        if task != Task.SILVER:
            break
        emit(log, Event.SILVER)
        for seat in range(s.players):
            points = mountains(s, seat)
            if points > 0:
                s.score[seat] += points
                emit(log, Event.SILVER_POINTS, seat, points)
    one, two, three = s.card[card, 0], s.card[card, 1], s.card[card, 2]
    emit(log, Event.CARD_TURNED, one, two, three)
    _ask_for_card(s, s.start)


@rule
def _ask_for_card(s, seat):
    s.phase = Phase.CARD
    s.seat = seat
    s.politics_left = cards_to_lay(s, seat)
    pass_to(s, seat_bit(seat))


@rule
def is_pair(mask):
    return mask & (mask - 1) != 0


@rule
def card_refusal(s, choice):
    if is_pair(MASKS[choice]) != (cards_to_lay(s, s.seat) == 2):
        return np.int64(Refusal.NUMBER_OF_CARDS)
    return np.int64(Refusal.NONE)


@rule
def card_legal(s, out, n):
    first = 3 if cards_to_lay(s, s.seat) == 2 else 0
    for choice in range(first, first + 3):
        n = append(out, n, A_CARD + choice)
    return n


@rule
def lay_card(s, seat, choice, log):
    s.laid[seat] = MASKS[choice]
    emit(log, Event.CARD_LAID, seat, choice)
    if (seat + 1) % s.players == s.start:
        advance(s, log)
    else:
        _ask_for_card(s, (seat + 1) % s.players)


@rule
def advance(s, log):
    """Go on to the next action that needs a decision (L97-13), or to the next round (L97-15)."""
    _clear_action(s)
    while True:
        s.step += 1
        if s.step == 3:
            for seat in range(s.players):
                s.laid[seat] = 0
            s.start = (s.start + 1) % s.players
            open_round(s, log)
            return
        rivals, several = 0, 0
        for seat in range(s.players):
            if s.laid[seat] >> s.step & 1:
                rivals |= seat_bit(seat)
                several += 1
        if several == 0:
            emit(log, Event.NOBODY, s.step + 1)
        elif current_task(s) == Task.DUCATS:
            _share_ducats(s, rivals, several, log)
        elif several == 1:
            begin_action(s, _lowest_seat(rivals), log)
            return
        elif several == 2:
            _open_negotiation(s, rivals, log)
            return
        else:
            open_duel(s, rivals, 1, log)
            return


@rule
def _clear_action(s):
    """Forget what belongs to an action that is over, so that equal positions are equal bytes."""
    s.rivals = 0
    s.offers = 0
    s.offer = Offer.NONE
    s.offer_sum = 0
    s.duel = 0
    s.left = 0
    s.expansions = 0
    s.politics_left = 0


@rule
def current_task(s):
    return s.card[s.deck[s.drawn - 1], s.step] >> 4


@rule
def current_size(s):
    return s.card[s.deck[s.drawn - 1], s.step] & 15


@rule
def _lowest_seat(seats):
    seat = 0
    while seat < SEATS - 1 and not seats >> seat & 1:
        seat += 1
    return seat


@rule
def _share_ducats(s, rivals, several, log):
    """All who chose ducats share them, rounded down (L97-13)."""
    each = current_size(s) // several
    for seat in range(s.players):
        if rivals >> seat & 1:
            s.ducats[seat] += each
            emit(log, Event.DUCATS_TAKEN, seat, each)


@rule
def begin_action(s, seat, log):
    """One player carries out the action."""
    _clear_action(s)
    task, size = current_task(s), current_size(s)
    emit(log, Event.ACTS, seat, s.step + 1, task * 16 + size)
    s.seat = seat
    if task == Task.BORDER:
        s.phase = Phase.BORDER
        s.left = size
    elif task == Task.KNIGHT:
        s.phase = Phase.KNIGHT
        s.left = size
        s.expansions = 1
    else:
        s.phase = Phase.PILE
    pass_to(s, seat_bit(seat))


@rule
def _open_negotiation(s, rivals, log):
    """Exactly two players: they may negotiate, the one nearer to the start player first (L97-20, L97-21)."""
    s.rivals = rivals
    s.phase = Phase.NEGOTIATE
    s.seat = s.start
    while not rivals >> s.seat & 1:
        s.seat = (s.seat + 1) % s.players
    emit(log, Event.NEGOTIATION, s.seat, _lowest_seat(rivals & ~seat_bit(s.seat)), s.step + 1)
    pass_to(s, seat_bit(s.seat))


@rule
def open_duel(s, rivals, which, log):
    """All involved bid in secret (L97-22); `which` is 2 when those who tied bid again (L97-23)."""
    _clear_action(s)
    s.rivals = rivals
    s.phase = Phase.BID
    s.seat = _lowest_seat(rivals)  # several decide; who did before must leave no trace
    s.duel = which
    for seat in range(s.players):
        s.bid[seat] = -1
        s.bid_treasures[seat] = 0
    emit(log, Event.DUEL, s.step + 1)
    reveal(s)
    pass_to(s, rivals)
