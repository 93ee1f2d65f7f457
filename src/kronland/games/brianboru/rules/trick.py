"""Brian Boru: a trick (BB-12, BB-20 to BB-22)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, reveal, seat_bit, show
from kronland.core.kernel import rule
from kronland.core.listing import append
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.brianboru.rules.board import FITTING, NO_TOWNS, colour_of, fitting_towns, free_towns, has, only
from kronland.games.brianboru.rules.domains import CARD, ROW, TOWN
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


# Naming the town --------------------------------------------------------------------------------------------------------------------

NAME = Verb(
    "name",
    TOWN,
    label=N_("Make {town} the active town"),
    prompt=N_("Name a free town: the trick is for it."),
    lesson=N_("You lead: name a free town. The highest card of its colour, or white, wins it."),
    rules=("BB-20",),
)


@rule
def namable_towns(s, seat):
    """Free towns for which the leader holds a card: nothing else decides it."""
    return fitting_towns(s, s.hand[seat]) if s.phase == Phase.NAME else NO_TOWNS


@rule
def why_no_name(s, town):
    if s.phase != Phase.NAME:
        return np.int64(Refusal.NOT_NOW)
    if not has(free_towns(s), town):
        return np.int64(Refusal.NAME_NOT_FREE)
    return np.int64(Refusal.NAME_WITHOUT_CARD)


@rule
def name_town(s, seat, town, log):
    s.active = town
    s.phase = Phase.CARD
    emit(log, Event.TOWN_NAMED, seat, town)


# Playing a card ---------------------------------------------------------------------------------------------------------------------

FOLLOW = N_("Play a card: the trick is for {town}, a {colour} town.")
LEAD = N_("Play a {colour} or white card: the trick is for {town}.")
COLOURS = (N_("yellow"), N_("red"), N_("blue"))


def ask_for_a_card(view: View) -> str:
    s, words = view.state, view.words
    colour = next(colour for colour in range(len(COLOURS)) if int(s.town_colour[colour]) >> int(s.active) & 1)
    return words(LEAD if s.seat == s.leader else FOLLOW, town=TOWN.say(int(s.active), words, view.names), colour=words(COLOURS[colour]))


PLAY = Verb(
    "play",
    CARD,
    label=N_("Play {card}"),
    prompt=ask_for_a_card,
    lesson=N_("The winner takes the town, everyone else one of the lower rows of their card."),
    rules=("BB-22", "BB-20"),
)


@rule
def playable_cards(s, seat):
    """Any card of the hand; the leader's must fit the active town: nothing else decides it."""
    if s.phase != Phase.CARD:
        return np.int32(0)
    return s.hand[seat] & FITTING[colour_of(s, s.active)] if seat == s.leader else s.hand[seat]


@rule
def has_card(cards, card):
    return cards >> card & 1 == 1


@rule
def list_cards(cards, verb, out, n):
    """Append the actions of a verb on these cards; how many are listed now."""
    if cards:
        for card in range(CARDS):
            if has_card(cards, card):
                n = append(out, n, verb + card)
    return n


@rule
def why_no_card(s, seat, card):
    if s.phase != Phase.CARD:
        return np.int64(Refusal.NOT_NOW)
    if not has_card(s.hand[seat], card):
        return np.int64(Refusal.CARD_NOT_HELD)
    return np.int64(Refusal.CARD_DOES_NOT_FIT)


@rule
def play_card(s, seat, card, log):
    """Whether a decision is at hand: all play clockwise."""
    s.hand[seat] &= ~(1 << card)
    s.hand_size[seat] -= 1
    s.played_by[card] = seat
    s.card_of[seat] = card
    show(s)
    emit(log, Event.CARD_PLAYED, seat, card)
    following = (seat + 1) % s.players
    if following == s.leader:
        _close_trick(s, log)
        return False
    s.seat = following
    pass_to(s, seat_bit(following))
    return True


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


# Choosing a row ---------------------------------------------------------------------------------------------------------------------

TAKE_ROW = Verb(
    "row",
    ROW,
    label=N_("Take the {row} row"),
    prompt=N_("Choose one of the two rows of your card."),
    lesson=N_("Choose one row; its signs are carried out from left to right."),
    rules=("BB-22",),
)


@rule
def may_choose_row(s):
    """Either row: a card with one leaves no choice, and a row without effect may be chosen (BB-22)."""
    return s.phase == Phase.ROW


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
