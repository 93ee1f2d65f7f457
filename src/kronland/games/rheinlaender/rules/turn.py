"""Rheinländer: a turn (RH-10, RH-15, RH-18): one card, perhaps a bastion, draw."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, seat_bit
from kronland.core.kernel import rule
from kronland.core.log import emit, whisper
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.fields import ZERO, is_empty
from kronland.games.rheinlaender.rules.bastions import BASTION, room_for_bastion
from kronland.games.rheinlaender.rules.cards import card_bit, draw_card, lay_off, place_in_hand
from kronland.games.rheinlaender.rules.domains import CARDS
from kronland.games.rheinlaender.rules.ending import end_game
from kronland.games.rheinlaender.rules.eras import begin_era
from kronland.games.rheinlaender.rules.events import Event
from kronland.games.rheinlaender.rules.reach import allows, reaches, reinforcements
from kronland.games.rheinlaender.rules.refusals import Refusal
from kronland.games.rheinlaender.rules.state import NONE, Phase


@rule
def begin_turn(s, seat):
    s.turn_number += 1
    s.seat = seat
    s.picked = 0
    s.bastion_set = 0
    s.phase = Phase.CARD
    pass_to(s, seat_bit(seat))


# Picking the card -------------------------------------------------------------------------------------------------------------------

PLAY_A_CARD = N_("Play a card.")
BASTION_FIRST = N_("Play a card, or set a bastion first.")


def ask_for_a_card(view: View) -> str:
    return view.words(BASTION_FIRST if BASTION in view.verbs else PLAY_A_CARD)


CARD = Verb(
    "card",
    CARDS,
    label=N_("Play card {card}"),
    prompt=ask_for_a_card,
    lesson=N_(
        "The number is a section of the river: there you may set a knight. Any card also lets you reinforce beside your own knights."
    ),
    rules=("RH-10", "RH-15"),
    secret=True,
)


@rule
def playable_cards(s, seat):
    """The cards of the hand that allow something, or all of them where none does (RH-15), a bit each: nothing else decides it."""
    if s.phase != Phase.CARD:
        return ZERO
    every = not is_empty(reinforcements(s, seat))
    held, useful = ZERO, ZERO
    for place in range(s.hand_size[seat]):
        card = s.hand[seat, place]
        held |= card_bit(card)
        if every or reaches(s, seat, card):
            useful |= card_bit(card)
    return held if useful == ZERO else useful


@rule
def why_no_card(s, seat, card):
    if s.phase != Phase.CARD:
        return np.int64(Refusal.NOT_NOW)
    if place_in_hand(s, seat, card) == NONE:
        return np.int64(Refusal.CARD_NOT_HELD)
    return np.int64(Refusal.CARD_OF_NO_USE)


@rule
def pick_card(s, seat, card, log):
    """The card stays hidden until its knight is set, and can be put back until then; where no card allows anything, it is discarded."""
    if allows(s, seat, card):
        s.picked = card
        s.phase = Phase.FIELD
        whisper(log, seat_bit(seat), Event.CARD_PICKED, seat, card - 1)
        return
    useful = ZERO
    for section in range(1, s.sections + 1):
        if reaches(s, seat, section):
            useful |= card_bit(section)
    begin_era(s, seat, useful)
    lay_off(s, seat, card)
    emit(log, Event.DISCARDED, seat, card - 1)
    after_card(s, log)


@rule
def after_card(s, log):
    """The card is played: a bastion may follow, if one can; otherwise the turn is over."""
    if is_empty(room_for_bastion(s, s.seat)):
        end_turn(s, log)
    else:
        s.phase = Phase.BASTION
        pass_to(s, seat_bit(s.seat))


# The end of the turn ----------------------------------------------------------------------------------------------------------------

DONE = Verb(
    "done",
    label=N_("Finish the turn"),
    prompt=N_("Finish the turn, or take the bastion back."),
    lesson=N_("Finish your turn: you draw a card. You may set one bastion in your turn, before or after the card."),
    rules=("RH-18",),
)


@rule
def may_finish(s):
    return s.phase == Phase.BASTION


@rule
def end_turn(s, log):
    """RH-18: draw; then the next player, or the end (RH-50)."""
    draw_card(s, s.seat, log)
    if s.last_turn:
        end_game(s, log)
    else:
        begin_turn(s, (s.seat + 1) % s.players)
