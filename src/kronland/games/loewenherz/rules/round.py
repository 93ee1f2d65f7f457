"""Löwenherz (1997): the course of a round (L97-10 to L97-15)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, reveal, seat_bit
from kronland.core.kernel import interpreted, rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.loewenherz.rules.alliances import ALLIANCE
from kronland.games.loewenherz.rules.deserters import DESERTER
from kronland.games.loewenherz.rules.domains import CARDS, DECISION_MASKS, DECISIONS
from kronland.games.loewenherz.rules.ending import end_game, mountains
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.expansion import settle_expansion
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.state import SEATS, Offer, Phase, Task

MASKS = np.array(DECISION_MASKS, np.int8)
SINGLES, PAIRS = (sum(1 << n for n, cards in enumerate(DECISIONS) if len(cards) == size) for size in (1, 2))


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


# Laying a decision card ------------------------------------------------------------------------------------------------------------

ONE_CARD = N_("Lay a decision card.")
TWO_CARDS = N_("Lay two decision cards.")
CARD_OR_POLITICS = N_("Lay a decision card, or play a politics card first.")
TWO_CARDS_OR_POLITICS = N_("Lay two decision cards, or play a politics card first.")


def ask_for_a_card(view: View) -> str:
    two = interpreted(cards_to_lay)(view.state, view.state.seat) == 2
    if ALLIANCE in view.verbs or DESERTER in view.verbs:
        return view.words(TWO_CARDS_OR_POLITICS if two else CARD_OR_POLITICS)
    return view.words(TWO_CARDS if two else ONE_CARD)


CARD = Verb(
    "card",
    CARDS,
    label=N_("Choose {card}"),
    prompt=ask_for_a_card,
    lesson=N_(
        "Three actions lie open; you choose one by its number. Whoever chooses one alone carries it out. Where two choose the"
        " same, they negotiate, and fight a duel if they do not agree: so look at what the others have chosen."
    ),
    rules=("L97-11",),
)


@rule
def card_choices(s, seat):
    """Any one card, or any two, of the three, a bit for each choice: nothing else decides it."""
    if s.phase != Phase.CARD:
        return 0
    return PAIRS if cards_to_lay(s, seat) == 2 else SINGLES


@rule
def why_no_choice(s):
    return np.int64(Refusal.NOT_NOW) if s.phase != Phase.CARD else np.int64(Refusal.NUMBER_OF_CARDS)


@rule
def lay_card(s, seat, choice, log):
    s.laid[seat] = MASKS[choice]
    emit(log, Event.CARD_LAID, seat, choice)
    if (seat + 1) % s.players == s.start:
        advance(s, log)
    else:
        _ask_for_card(s, (seat + 1) % s.players)


# From action to action -------------------------------------------------------------------------------------------------------------


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


# The end of an action --------------------------------------------------------------------------------------------------------------

FINISH = N_("There is nothing left to do: finish the action.")
PILE_OR_FINISH = N_("Choose the pile of politics cards that you want to look through, or finish.")


def ask_to_finish(view: View) -> str:
    return view.words(PILE_OR_FINISH if view.state.phase == Phase.PILE else FINISH)


DONE = Verb(
    "done",
    label=N_("Finish the action"),
    prompt=ask_to_finish,
    lesson=N_("You need not use all of an action. Until you finish it you can take your steps back."),
    rules=("L97-14",),
)


@rule
def may_finish(s):
    return s.phase == Phase.BORDER or s.phase == Phase.KNIGHT or s.phase == Phase.PILE


@rule
def finish_action(s, seat, log):
    """L97-14."""
    settle_expansion(s, log)
    emit(log, Event.ACTION_DONE, seat)
    advance(s, log)


# The trial of power begins ---------------------------------------------------------------------------------------------------------


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
