"""Rheinländer: the table of contents of its rules: what can be done, whether it is legal, what comes of it.

Each verb stands in its chapter, with what is legal, why not, and its effect (`core/verbs.py`): `turn`, `knights`, `castles`, `bastions`.
"""

from __future__ import annotations

import numpy as np

from kronland.core.flow import is_actor
from kronland.core.kernel import entry, rule
from kronland.core.listing import append
from kronland.core.refusal import at_the_door
from kronland.core.space import ActionSpace
from kronland.games.rheinlaender.rules.bastions import BASTION, bastion_fields, set_bastion, why_no_bastion
from kronland.games.rheinlaender.rules.cards import has_card, list_cards
from kronland.games.rheinlaender.rules.castles import DECLINE, MAN, decline_castle, man_castle, may_answer
from kronland.games.rheinlaender.rules.fields import has_field, list_fields
from kronland.games.rheinlaender.rules.knights import (
    KNIGHT,
    REPLACE,
    knight_fields,
    replace_knight,
    replaceable_fields,
    set_knight,
    why_no_exchange,
    why_no_knight,
)
from kronland.games.rheinlaender.rules.labour import Labour, joins, shuffles
from kronland.games.rheinlaender.rules.refusals import Refusal
from kronland.games.rheinlaender.rules.turn import CARD, DONE, end_turn, may_finish, pick_card, playable_cards, why_no_card

SPACE = ActionSpace(CARD, KNIGHT, REPLACE, BASTION, MAN, DECLINE, DONE)
SIZE = SPACE.size
VERB, PART = SPACE.tables  # number -> verb, and the card or field that it is about
A_CARD, A_KNIGHT, A_REPLACE, A_BASTION = CARD.first, KNIGHT.first, REPLACE.first, BASTION.first
A_MAN, A_DECLINE, A_DONE = MAN.first, DECLINE.first, DONE.first

ALLOWED, NOT_NOW = np.int64(Refusal.NONE), np.int64(Refusal.NOT_NOW)


@entry
def legal(s, seat, out):
    """Write the legal actions of a seat into `out`; how many."""
    if not is_actor(s, seat):
        return 0
    n = list_cards(s, seat, playable_cards(s, seat), A_CARD, out, 0)
    n = list_fields(knight_fields(s, seat), A_KNIGHT, out, n)
    n = list_fields(replaceable_fields(s, seat), A_REPLACE, out, n)
    n = list_fields(bastion_fields(s, seat), A_BASTION, out, n)
    if may_answer(s):
        n = append(out, n, A_MAN)
        n = append(out, n, A_DECLINE)
    if may_finish(s):
        n = append(out, n, A_DONE)
    return n


@entry
def refusal(s, seat, action):
    """0 if the seat may choose this action now, otherwise the reason."""
    turned_away = at_the_door(s, seat, action, SIZE)
    if turned_away:
        return turned_away
    verb, part = VERB[action], PART[action]
    if verb == A_CARD:
        return ALLOWED if has_card(playable_cards(s, seat), part) else why_no_card(s, seat, part)
    if verb == A_KNIGHT:
        return ALLOWED if has_field(knight_fields(s, seat), part) else why_no_knight(s, seat, part)
    if verb == A_REPLACE:
        return ALLOWED if has_field(replaceable_fields(s, seat), part) else why_no_exchange(s, seat, part)
    if verb == A_BASTION:
        return ALLOWED if has_field(bastion_fields(s, seat), part) else why_no_bastion(s, seat, part)
    if verb == A_DONE:
        return ALLOWED if may_finish(s) else NOT_NOW
    return ALLOWED if may_answer(s) else NOT_NOW


@entry
def apply(s, seat, action, log):
    """Carry out a legal action."""
    verb, part = VERB[action], PART[action]
    if verb == A_CARD:
        pick_card(s, seat, part, log)
    elif verb == A_KNIGHT:
        set_knight(s, seat, part, log)
    elif verb == A_REPLACE:
        replace_knight(s, seat, part, log)
    elif verb == A_BASTION:
        set_bastion(s, seat, part, log)
    elif verb == A_MAN:
        man_castle(s, seat, log)
    elif verb == A_DECLINE:
        decline_castle(s, seat, log)
    elif verb == A_DONE:
        end_turn(s, log)


@rule
def labour(s, seat, action):
    """What kind of long work comes of an action."""
    verb, part = VERB[action], PART[action]
    if verb == A_CARD or verb == A_BASTION:
        return np.int64(Labour.NONE)
    if shuffles(s, verb == A_DONE):
        return np.int64(Labour.SHUFFLING)
    if verb == A_KNIGHT and joins(s, part):
        return np.int64(Labour.JOINING)
    return np.int64(Labour.NONE)
