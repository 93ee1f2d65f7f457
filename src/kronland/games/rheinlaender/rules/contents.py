"""Rheinländer: which action belongs to which rule.

`refusal` says why an action is not legal, `legal` lists those that are, `apply` carries one out; the rules themselves are in `setup`,
`turn`, `castles`, `duchies`, `cards` and `ending`.
"""

from __future__ import annotations

import numpy as np

from kronland.core.flow import is_actor
from kronland.core.kernel import entry
from kronland.core.listing import append
from kronland.games.rheinlaender.rules.actions import A_BASTION, A_CARD, A_DECLINE, A_DONE, A_KNIGHT, A_MAN, A_REPLACE, SIZE
from kronland.games.rheinlaender.rules.refusals import Refusal
from kronland.games.rheinlaender.rules.state import Phase
from kronland.games.rheinlaender.rules.turn import (
    answer,
    bastion_legal,
    bastion_refusal,
    card_legal,
    card_refusal,
    end_turn,
    field_legal,
    knight_refusal,
    pick_card,
    replace_knight,
    replace_refusal,
    set_bastion,
    set_knight,
)

NONE, NOT_NOW = int(Refusal.NONE), int(Refusal.NOT_NOW)


@entry
def refusal(s, seat, action):
    """0 if the seat may choose this action now, otherwise the reason."""
    if s.ended:
        return np.int64(Refusal.GAME_OVER)
    if action < 0 or action >= SIZE:
        return np.int64(Refusal.NO_SUCH_ACTION)
    if not is_actor(s, seat):
        return np.int64(Refusal.NOT_YOUR_DECISION)
    phase = s.phase
    if action < A_KNIGHT:
        if phase == Phase.CARD:
            return card_refusal(s, seat, action - A_CARD + 1)
    elif action < A_REPLACE:
        if phase == Phase.FIELD:
            return knight_refusal(s, seat, action - A_KNIGHT)
    elif action < A_BASTION:
        if phase == Phase.FIELD:
            return replace_refusal(s, seat, action - A_REPLACE)
    elif action < A_MAN:
        if phase == Phase.CARD or phase == Phase.BASTION:
            return bastion_refusal(s, seat, action - A_BASTION)
    elif action == A_DONE:
        if phase == Phase.BASTION:
            return np.int64(NONE)
    elif phase == Phase.CASTLE:
        return np.int64(NONE)
    return np.int64(NOT_NOW)


@entry
def legal(s, seat, out):
    """Write the legal actions of a seat into `out`; how many."""
    if not is_actor(s, seat):
        return 0
    n = 0
    phase = s.phase
    if phase == Phase.CARD:
        n = card_legal(s, seat, out, n)
        n = bastion_legal(s, seat, out, n)
    elif phase == Phase.FIELD:
        n = field_legal(s, seat, out, n)
    elif phase == Phase.CASTLE:
        n = append(out, n, A_MAN)
        n = append(out, n, A_DECLINE)
    elif phase == Phase.BASTION:
        n = bastion_legal(s, seat, out, n)
        n = append(out, n, A_DONE)
    return n


@entry
def apply(s, seat, action, log):
    """Carry out a legal action."""
    if action < A_KNIGHT:
        pick_card(s, seat, action - A_CARD + 1, log)
    elif action < A_REPLACE:
        set_knight(s, seat, action - A_KNIGHT, log)
    elif action < A_BASTION:
        replace_knight(s, seat, action - A_REPLACE, log)
    elif action < A_MAN:
        set_bastion(s, seat, action - A_BASTION, log)
    elif action == A_DONE:
        end_turn(s, log)
    else:
        answer(s, seat, action == A_MAN, log)
