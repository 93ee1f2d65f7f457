"""Löwenherz (2003): which action belongs to which rule.

`refusal` says why an action is not legal, `legal` lists those that are, `apply` carries one out; the rules themselves are in `setup`,
`turn`, `market`, `land`, `pacts` and `ending`.
"""

from __future__ import annotations

import numpy as np

from kronland.core.flow import is_actor
from kronland.core.kernel import entry, rule
from kronland.core.listing import append
from kronland.core.log import emit
from kronland.games.koenig.rules.actions import (
    A_ALLIANCE,
    A_BORDER,
    A_CASTLE,
    A_DESERTER,
    A_DONE,
    A_DRAW,
    A_EXPAND,
    A_KNIGHT,
    A_PLAY,
    A_REMOVE,
    A_SELL,
    A_TAKE,
    N_ALL_CASTLES,
    N_OWN_CASTLES,
    N_TASKS,
    SIZE,
)
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.land import (
    border_legal,
    border_refusal,
    expand,
    expand_legal,
    expand_refusal,
    knight_legal,
    knight_refusal,
    place_border,
    place_knight,
)
from kronland.games.koenig.rules.market import card_legal, play, play_refusal, sell, sell_refusal
from kronland.games.koenig.rules.pacts import (
    alliance_legal,
    alliance_refusal,
    ask_for_deserter,
    deserter_legal,
    deserter_refusal,
    make_alliance,
    remove_knight,
    remove_legal,
    remove_refusal,
    settle_knight,
    settle_legal,
    settle_refusal,
    win_deserter,
)
from kronland.games.koenig.rules.refusals import Refusal
from kronland.games.koenig.rules.setup import (
    castle_legal,
    castle_refusal,
    set_castle,
    set_start_knight,
    start_knight_legal,
    start_knight_refusal,
)
from kronland.games.koenig.rules.state import BOARD, Phase
from kronland.games.koenig.rules.turn import complete_action, draw, refill_legal, take, take_refusal

CELL_OF = BOARD.cell_of_field
NOT_NOW = int(Refusal.NOT_NOW)


@rule
def _is_action(phase):
    """Whether an action is being carried out, which `done` will complete (L03-15)."""
    return phase >= Phase.BORDER and phase <= Phase.ALLIANCE


@rule
def done_refusal(s):
    """Every action but the deserter may stop after one step (L03-23, L03-32, L03-40); the deserter has two."""
    if not _is_action(s.phase):
        return np.int64(NOT_NOW)
    if s.steps < (2 if s.phase == Phase.REMOVE else 1):
        return np.int64(Refusal.NOTHING_DONE)
    return np.int64(Refusal.NONE)


@entry
def refusal(s, seat, action):
    """0 if the seat may choose this action now, otherwise the reason."""
    if s.ended:
        return np.int64(Refusal.GAME_OVER)
    if action < 0 or action >= SIZE:
        return np.int64(Refusal.NO_SUCH_ACTION)
    if not is_actor(s, seat):
        return np.int64(Refusal.NOT_YOUR_DECISION)
    if action < A_SELL:
        return _board_refusal(s, action)
    return _card_refusal(s, action)


@rule
def _board_refusal(s, action):
    phase = s.phase
    if action < A_KNIGHT:
        if phase == Phase.CASTLE:
            return castle_refusal(s, CELL_OF[action - A_CASTLE])
    elif action < A_BORDER:
        cell = CELL_OF[action - A_KNIGHT]
        if phase == Phase.START_KNIGHT:
            return start_knight_refusal(s, cell)
        if phase == Phase.KNIGHT:
            return knight_refusal(s, cell)
        if phase == Phase.SETTLE:
            return settle_refusal(s, cell)
    elif action < A_EXPAND:
        if phase == Phase.BORDER:
            return border_refusal(s, action - A_BORDER)
    elif action < A_DESERTER:
        if phase == Phase.EXPAND:
            return expand_refusal(s, CELL_OF[(action - A_EXPAND) // N_OWN_CASTLES], (action - A_EXPAND) % N_OWN_CASTLES)
    elif action < A_ALLIANCE:
        if phase == Phase.DESERTER:
            return deserter_refusal(s, (action - A_DESERTER) // N_ALL_CASTLES, (action - A_DESERTER) % N_ALL_CASTLES)
    elif action < A_REMOVE:
        if phase == Phase.ALLIANCE:
            return alliance_refusal(s, (action - A_ALLIANCE) // N_ALL_CASTLES, (action - A_ALLIANCE) % N_ALL_CASTLES)
    elif phase == Phase.REMOVE:
        return remove_refusal(s, CELL_OF[action - A_REMOVE])
    return np.int64(NOT_NOW)


@rule
def _card_refusal(s, action):
    phase = s.phase
    if action == A_DONE:
        return done_refusal(s)
    if action < A_DRAW:
        if phase == Phase.CARD:
            if action < A_PLAY:
                return sell_refusal(s, action - A_SELL)
            return play_refusal(s, (action - A_PLAY) // N_TASKS, (action - A_PLAY) % N_TASKS + 1)
    elif phase == Phase.REFILL:
        return take_refusal(s, action - A_TAKE) if action >= A_TAKE else np.int64(Refusal.NONE)
    return np.int64(NOT_NOW)


@entry
def legal(s, seat, out):
    """Write the legal actions of a seat into `out`; how many."""
    if not is_actor(s, seat):
        return 0
    n = 0
    phase = s.phase
    if phase == Phase.CASTLE:
        return castle_legal(s, out)
    if phase == Phase.START_KNIGHT:
        return start_knight_legal(s, out)
    if phase == Phase.CARD:
        return card_legal(s, out, n)
    if phase == Phase.REFILL:
        return refill_legal(s, out, n)
    if phase == Phase.BORDER:
        n = border_legal(s, out, n)
    elif phase == Phase.KNIGHT:
        n = knight_legal(s, out, n)
    elif phase == Phase.EXPAND:
        n = expand_legal(s, out, n)
    elif phase == Phase.DESERTER:
        n = deserter_legal(s, out, n)
    elif phase == Phase.SETTLE:
        n = settle_legal(s, out, n)
    elif phase == Phase.REMOVE:
        n = remove_legal(s, out, n)
    elif phase == Phase.ALLIANCE:
        n = alliance_legal(s, out, n)
    if done_refusal(s) == Refusal.NONE:
        n = append(out, n, A_DONE)
    return n


@entry
def apply(s, seat, action, log):
    """Carry out a legal action."""
    if action == A_DONE:
        emit(log, Event.DONE, seat)
        if s.phase == Phase.SETTLE:
            ask_for_deserter(s)
        else:
            complete_action(s, log)
    elif action < A_KNIGHT:
        set_castle(s, seat, CELL_OF[action - A_CASTLE], log)
    elif action < A_BORDER:
        cell = CELL_OF[action - A_KNIGHT]
        if s.phase == Phase.START_KNIGHT:
            set_start_knight(s, seat, cell, log)
        elif s.phase == Phase.SETTLE:
            settle_knight(s, seat, cell, log)
        else:
            place_knight(s, seat, cell, log)
    elif action < A_EXPAND:
        place_border(s, seat, action - A_BORDER, log)
    elif action < A_DESERTER:
        expand(s, seat, CELL_OF[(action - A_EXPAND) // N_OWN_CASTLES], (action - A_EXPAND) % N_OWN_CASTLES, log)
    elif action < A_ALLIANCE:
        win_deserter(s, seat, (action - A_DESERTER) // N_ALL_CASTLES, (action - A_DESERTER) % N_ALL_CASTLES, log)
    elif action < A_REMOVE:
        make_alliance(s, seat, (action - A_ALLIANCE) // N_ALL_CASTLES, (action - A_ALLIANCE) % N_ALL_CASTLES, log)
    elif action < A_SELL:
        remove_knight(s, CELL_OF[action - A_REMOVE], log)
    elif action < A_PLAY:
        sell(s, seat, action - A_SELL, log)
    elif action < A_DRAW:
        play(s, seat, (action - A_PLAY) // N_TASKS, (action - A_PLAY) % N_TASKS + 1, log)
    elif action < A_TAKE:
        draw(s, seat, log)
    else:
        take(s, seat, action - A_TAKE, log)
