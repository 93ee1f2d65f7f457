"""Brian Boru: the course of the game, and which action belongs to which rule.

`refusal` says why an action is not legal, `legal` lists those that are, `apply` carries one out and lets the game run on to the next
decision; the rules themselves are in `setup`, `draft`, `trick`, `rows`, `upkeep`, `church` and `ending`.
"""

from __future__ import annotations

import numpy as np

from kronland.core.flow import is_actor
from kronland.core.kernel import entry, rule
from kronland.core.listing import append
from kronland.games.brianboru.rules.actions import (
    A_BUY,
    A_DONE,
    A_EXPAND,
    A_KEEP,
    A_LOSE,
    A_MONASTERY,
    A_NAME,
    A_PACT,
    A_PLAY,
    A_REMOVE,
    A_ROW,
    A_SETTLE,
    SIZE,
)
from kronland.games.brianboru.rules.church import abbeys, church, claims, favour, monastery_legal, monastery_refusal, put_monastery
from kronland.games.brianboru.rules.draft import keep_legal, keep_pair, keep_refusal, prepare_round
from kronland.games.brianboru.rules.ending import end_game
from kronland.games.brianboru.rules.refusals import Refusal
from kronland.games.brianboru.rules.rows import (
    buy,
    buy_legal,
    buy_refusal,
    done,
    expand,
    expand_legal,
    expand_refusal,
    remove_legal,
    remove_refusal,
    remove_viking,
    run_row,
)
from kronland.games.brianboru.rules.setup import put_start_disc, start_legal, start_refusal
from kronland.games.brianboru.rules.state import Phase, Stage
from kronland.games.brianboru.rules.trick import (
    card_legal,
    card_refusal,
    choose_row,
    name_legal,
    name_refusal,
    name_town,
    next_actor,
    open_trick,
    play_card,
    row_legal,
)
from kronland.games.brianboru.rules.upkeep import (
    battle,
    choose_estrid,
    estrid_legal,
    lose_town,
    loss_legal,
    loss_refusal,
    rewards,
    settle,
    settle_legal,
    settle_refusal,
    spoils,
    wedding,
)

NOT_NOW = int(Refusal.NOT_NOW)


@rule
def run_on(s, log):
    """Let stage follow stage until a decision is at hand or the game is over."""
    waiting = False
    while not waiting:
        stage = s.stage
        if stage == Stage.ACTIONS:
            waiting = next_actor(s, log)
        elif stage == Stage.ROW:
            waiting = run_row(s, log)
        elif stage == Stage.TRICK:
            waiting = open_trick(s, log)
        elif stage == Stage.WEDDING:
            waiting = wedding(s, log)
        elif stage == Stage.REWARDS:
            waiting = rewards(s, log)
        elif stage == Stage.BATTLE:
            waiting = battle(s, log)
        elif stage == Stage.SPOILS:
            waiting = spoils(s, log)
        elif stage == Stage.CHURCH:
            waiting = church(s, log)
        elif stage == Stage.FAVOUR:
            waiting = favour(s, log)
        elif stage == Stage.ABBEYS:
            waiting = abbeys(s, log)
        elif stage == Stage.CLAIMS:
            waiting = claims(s, log)
        elif stage == Stage.PREPARATION:
            prepare_round(s, log)
            waiting = True
        else:
            end_game(s, log)
            waiting = True


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
    if action == A_DONE:
        may = phase == Phase.BUY or phase == Phase.EXPAND or phase == Phase.FINISH
        return np.int64(Refusal.NONE) if may else np.int64(NOT_NOW)
    if action < A_KEEP:
        if phase == Phase.START:
            return start_refusal(s, action - A_SETTLE)
        if phase == Phase.DOWRY or phase == Phase.REWARD:
            return settle_refusal(s, action - A_SETTLE)
    elif action < A_NAME:
        if phase == Phase.DRAFT:
            return keep_refusal(s, seat, action - A_KEEP)
    elif action < A_PLAY:
        if phase == Phase.NAME:
            return name_refusal(s, seat, action - A_NAME)
    elif action < A_ROW:
        if phase == Phase.CARD:
            return card_refusal(s, seat, action - A_PLAY)
    elif action < A_BUY:
        if phase == Phase.ROW:
            return np.int64(Refusal.NONE)
    elif action < A_EXPAND:
        if phase == Phase.BUY:
            return buy_refusal(s, seat)
    elif action < A_REMOVE:
        if phase == Phase.EXPAND:
            return expand_refusal(s, seat, action - A_EXPAND)
    elif action < A_PACT:
        if phase == Phase.REMOVE:
            return remove_refusal(s, action - A_REMOVE)
    elif action < A_LOSE:
        if phase == Phase.ESTRID:
            return np.int64(Refusal.NONE)
    elif action < A_MONASTERY:
        if phase == Phase.LOSS:
            return loss_refusal(s, action - A_LOSE)
    elif phase == Phase.MONASTERY:
        return monastery_refusal(s, seat, action - A_MONASTERY)
    return np.int64(NOT_NOW)


@entry
def legal(s, seat, out):
    """Write the legal actions of a seat into `out`; how many."""
    if not is_actor(s, seat):
        return 0
    n, phase = 0, s.phase
    if phase == Phase.CARD:
        n = card_legal(s, seat, out)
    elif phase == Phase.ROW:
        n = row_legal(out)
    elif phase == Phase.DRAFT:
        n = keep_legal(s, seat, out)
    elif phase == Phase.NAME:
        n = name_legal(s, seat, out)
    elif phase == Phase.BUY:
        n = buy_legal(s, seat, out)
    elif phase == Phase.EXPAND:
        n = expand_legal(s, seat, out)
    elif phase == Phase.REMOVE:
        n = remove_legal(s, out)
    elif phase == Phase.LOSS:
        n = loss_legal(s, out)
    elif phase == Phase.MONASTERY:
        n = monastery_legal(s, seat, out)
    elif phase == Phase.START:
        n = start_legal(s, out)
    elif phase == Phase.ESTRID:
        n = estrid_legal(out)
    elif phase == Phase.DOWRY or phase == Phase.REWARD:
        n = settle_legal(s, out)
    if phase == Phase.BUY or phase == Phase.EXPAND or phase == Phase.FINISH:
        n = append(out, n, A_DONE)
    return n


@entry
def apply(s, seat, action, log):
    """Carry out a legal action, and let the game run on unless the same decision, or that of another seat, is at hand."""
    stage = s.stage
    if action == A_DONE:
        done(s, seat, log)
    elif action < A_KEEP:
        if s.phase == Phase.START:
            put_start_disc(s, seat, action - A_SETTLE, log)
            if s.stage == stage:
                return
        else:
            settle(s, seat, action - A_SETTLE, log)
    elif action < A_NAME:
        keep_pair(s, seat, action - A_KEEP, log)
        if s.stage == stage:
            return
    elif action < A_PLAY:
        name_town(s, seat, action - A_NAME, log)
        return
    elif action < A_ROW:
        play_card(s, seat, action - A_PLAY, log)
        if s.stage == stage:
            return
    elif action < A_BUY:
        choose_row(s, seat, 1 + action - A_ROW, log)
    elif action < A_EXPAND:
        buy(s, seat, log)
        return
    elif action < A_REMOVE:
        expand(s, seat, action - A_EXPAND, log)
    elif action < A_PACT:
        remove_viking(s, seat, action - A_REMOVE, log)
    elif action < A_LOSE:
        choose_estrid(s, seat, action, log)
    elif action < A_MONASTERY:
        lose_town(s, seat, action - A_LOSE, log)
    else:
        put_monastery(s, seat, action - A_MONASTERY, log)
    run_on(s, log)
