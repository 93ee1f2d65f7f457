"""Brian Boru: the table of contents of its rules: what can be done, whether it is legal, what comes of it, and the course of the game.

Each verb stands in its chapter, with what is legal, why not, and its effect (`core/verbs.py`): `discs`, `draft`, `trick`, `rows`, `upkeep`
and `church`.
"""

from __future__ import annotations

import numpy as np

from kronland.core.flow import is_actor
from kronland.core.kernel import entry, rule
from kronland.core.listing import append
from kronland.core.refusal import at_the_door
from kronland.core.space import ActionSpace
from kronland.games.brianboru.rules.board import has, list_towns
from kronland.games.brianboru.rules.church import MONASTERY, abbeys, church, claims, favour, put_monastery, sites, why_no_monastery
from kronland.games.brianboru.rules.discs import SETTLE, settle, settle_towns, why_no_disc
from kronland.games.brianboru.rules.draft import KEEP, has_pair, keep_pair, list_pairs, packet_of, prepare_round, why_no_pair
from kronland.games.brianboru.rules.ending import end_game
from kronland.games.brianboru.rules.refusals import Refusal
from kronland.games.brianboru.rules.rows import (
    BUY,
    DONE,
    EXPAND,
    REMOVE,
    buy,
    done,
    expand,
    expand_towns,
    may_buy,
    may_finish,
    remove_towns,
    remove_viking,
    run_row,
    why_no_expansion,
    why_no_purchase,
    why_no_removal,
)
from kronland.games.brianboru.rules.state import Phase, Stage
from kronland.games.brianboru.rules.trick import (
    NAME,
    PLAY,
    TAKE_ROW,
    choose_row,
    has_card,
    list_cards,
    may_choose_row,
    namable_towns,
    name_town,
    next_actor,
    open_trick,
    play_card,
    playable_cards,
    why_no_card,
    why_no_name,
)
from kronland.games.brianboru.rules.upkeep import (
    DECLINE,
    LOSE,
    PACT,
    TRADE,
    battle,
    decline_estrid,
    losable_towns,
    lose_town,
    make_pact,
    make_trade,
    may_answer_estrid,
    rewards,
    spoils,
    wedding,
    why_no_loss,
)

SPACE = ActionSpace(SETTLE, KEEP, NAME, PLAY, TAKE_ROW, BUY, EXPAND, REMOVE, PACT, TRADE, DECLINE, LOSE, MONASTERY, DONE)
SIZE = SPACE.size
VERB, PART = SPACE.tables  # number -> verb, and the town, pair, card or row that it is about
A_SETTLE, A_KEEP, A_NAME, A_PLAY, A_ROW = SETTLE.first, KEEP.first, NAME.first, PLAY.first, TAKE_ROW.first
A_BUY, A_EXPAND, A_REMOVE, A_DONE = BUY.first, EXPAND.first, REMOVE.first, DONE.first
A_PACT, A_TRADE, A_DECLINE, A_LOSE, A_MONASTERY = PACT.first, TRADE.first, DECLINE.first, LOSE.first, MONASTERY.first
A_UPPER_ROW, A_LOWER_ROW = TAKE_ROW.action(0), TAKE_ROW.action(1)

ALLOWED, NOT_NOW = np.int64(Refusal.NONE), np.int64(Refusal.NOT_NOW)


@entry
def legal(s, seat, out):
    """Write the legal actions of a seat into `out`; how many."""
    if not is_actor(s, seat):
        return 0
    n, phase = 0, s.phase  # only one or two sets are not empty: the phase says which, so that the others need not be asked
    if phase == Phase.CARD:
        n = list_cards(playable_cards(s, seat), A_PLAY, out, n)
    elif phase == Phase.ROW:
        if may_choose_row(s):
            n = append(out, n, A_UPPER_ROW)
            n = append(out, n, A_LOWER_ROW)
    elif phase == Phase.DRAFT:
        n = list_pairs(packet_of(s, seat), A_KEEP, out, n)
    elif phase == Phase.NAME:
        n = list_towns(namable_towns(s, seat), A_NAME, out, n)
    elif phase == Phase.BUY:
        if may_buy(s, seat):
            n = append(out, n, A_BUY)
    elif phase == Phase.EXPAND:
        n = list_towns(expand_towns(s, seat), A_EXPAND, out, n)
    elif phase == Phase.REMOVE:
        n = list_towns(remove_towns(s), A_REMOVE, out, n)
    elif phase == Phase.LOSS:
        n = list_towns(losable_towns(s), A_LOSE, out, n)
    elif phase == Phase.MONASTERY:
        n = list_towns(sites(s, seat), A_MONASTERY, out, n)
    elif phase == Phase.ESTRID:
        if may_answer_estrid(s):
            n = append(out, n, A_PACT)
            n = append(out, n, A_TRADE)
            n = append(out, n, A_DECLINE)
    else:
        n = list_towns(settle_towns(s), A_SETTLE, out, n)
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
    if verb == A_SETTLE:
        return ALLOWED if has(settle_towns(s), part) else why_no_disc(s, part)
    if verb == A_KEEP:
        return ALLOWED if has_pair(packet_of(s, seat), part) else why_no_pair(s)
    if verb == A_NAME:
        return ALLOWED if has(namable_towns(s, seat), part) else why_no_name(s, part)
    if verb == A_PLAY:
        return ALLOWED if has_card(playable_cards(s, seat), part) else why_no_card(s, seat, part)
    if verb == A_ROW:
        return ALLOWED if may_choose_row(s) else NOT_NOW
    if verb == A_BUY:
        return ALLOWED if may_buy(s, seat) else why_no_purchase(s, seat)
    if verb == A_EXPAND:
        return ALLOWED if has(expand_towns(s, seat), part) else why_no_expansion(s, part)
    if verb == A_REMOVE:
        return ALLOWED if has(remove_towns(s), part) else why_no_removal(s)
    if verb == A_LOSE:
        return ALLOWED if has(losable_towns(s), part) else why_no_loss(s)
    if verb == A_MONASTERY:
        return ALLOWED if has(sites(s, seat), part) else why_no_monastery(s, seat, part)
    if verb == A_DONE:
        return ALLOWED if may_finish(s) else NOT_NOW
    return ALLOWED if may_answer_estrid(s) else NOT_NOW


@entry
def apply(s, seat, action, log):
    """Carry out a legal action, and let the game run on unless the same decision, or that of another seat, is at hand."""
    verb, part, waiting = VERB[action], PART[action], False
    if verb == A_SETTLE:
        waiting = settle(s, seat, part, log)
    elif verb == A_KEEP:
        waiting = keep_pair(s, seat, part, log)
    elif verb == A_NAME:
        name_town(s, seat, part, log)
        waiting = True
    elif verb == A_PLAY:
        waiting = play_card(s, seat, part, log)
    elif verb == A_ROW:
        choose_row(s, seat, part, log)
    elif verb == A_BUY:
        buy(s, seat, log)
        waiting = True
    elif verb == A_EXPAND:
        expand(s, seat, part, log)
    elif verb == A_REMOVE:
        remove_viking(s, seat, part, log)
    elif verb == A_PACT:
        make_pact(s, seat, log)
    elif verb == A_TRADE:
        make_trade(s, seat, log)
    elif verb == A_DECLINE:
        decline_estrid(s, seat, log)
    elif verb == A_LOSE:
        lose_town(s, seat, part, log)
    elif verb == A_MONASTERY:
        put_monastery(s, seat, part, log)
    elif verb == A_DONE:
        done(s, seat, log)
    if not waiting:
        run_on(s, log)


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
