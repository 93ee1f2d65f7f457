"""Löwenherz (1997): which action belongs to which rule.

`refusal` says why an action is not legal, `legal` lists those that are, `apply` carries one out; the rules themselves are in `setup`,
`round`, `trial`, `land`, `politics` and `ending`.
"""

from __future__ import annotations

import numpy as np

from kronland.core.flow import is_actor
from kronland.core.kernel import entry, rule
from kronland.core.listing import append
from kronland.core.log import emit
from kronland.games.loewenherz.rules.actions import (
    A_ACCEPT,
    A_ALLIANCE,
    A_BID,
    A_BORDER,
    A_BREAK,
    A_CARD,
    A_CASTLE,
    A_DEMAND,
    A_DESERTER,
    A_DONE,
    A_END,
    A_EXPAND,
    A_KEEP,
    A_KNIGHT,
    A_OFFER,
    A_PILE,
    A_REMOVE,
    N_ALL_CASTLES,
    N_OWN_CASTLES,
    N_PAYMENTS,
    N_TREASURE_SETS,
    SIZE,
)
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.land import (
    border_legal,
    border_refusal,
    expand,
    expand_legal,
    expand_refusal,
    knight_legal,
    knight_refusal,
    place_border,
    place_knight,
    settle_expansion,
)
from kronland.games.loewenherz.rules.politics import (
    alliance_refusal,
    deserter_refusal,
    end_alliance,
    end_legal,
    end_refusal,
    keep_card,
    keep_legal,
    keep_refusal,
    make_alliance,
    pile_legal,
    pile_refusal,
    play_deserter,
    politics_legal,
    remove_knight,
    remove_legal,
    remove_refusal,
    settle_knight,
    settle_legal,
    settle_refusal,
    view_pile,
)
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.round import advance, card_legal, card_refusal, lay_card
from kronland.games.loewenherz.rules.setup import (
    castle_legal,
    castle_refusal,
    set_castle,
    set_start_knight,
    start_knight_legal,
    start_knight_refusal,
)
from kronland.games.loewenherz.rules.state import BOARD, Offer, Phase
from kronland.games.loewenherz.rules.trial import (
    accept_offer,
    accept_refusal,
    bid_legal,
    bid_refusal,
    break_off,
    make_bid,
    make_offer,
    negotiation_legal,
    offer_refusal,
)

CELL_OF = BOARD.cell_of_field
NOT_NOW = int(Refusal.NOT_NOW)


@entry
def refusal(s, seat, action):
    """0 if the seat may choose this action now, otherwise the reason."""
    if s.ended:
        return np.int64(Refusal.GAME_OVER)
    if action < 0 or action >= SIZE:
        return np.int64(Refusal.NO_SUCH_ACTION)
    if not is_actor(s, seat):
        return np.int64(Refusal.NOT_YOUR_DECISION)
    if action >= A_END and action < A_DONE:
        if s.phase == Phase.BID:  # L97-71: secret bids excepted
            return np.int64(NOT_NOW)
        return end_refusal(s, seat, (action - A_END) // N_PAYMENTS, (action - A_END) % N_PAYMENTS)
    return _phase_refusal(s, seat, action)


@rule
def _phase_refusal(s, seat, action):
    phase = s.phase
    if action == A_DONE:
        may = phase == Phase.BORDER or phase == Phase.KNIGHT or phase == Phase.PILE
        return np.int64(Refusal.NONE) if may else np.int64(NOT_NOW)
    if action < A_KNIGHT:
        if phase == Phase.CASTLE:
            return castle_refusal(s, CELL_OF[action - A_CASTLE])
    elif action < A_BORDER:
        cell, payment = CELL_OF[(action - A_KNIGHT) // N_PAYMENTS], (action - A_KNIGHT) % N_PAYMENTS
        if phase == Phase.START_KNIGHT:
            return start_knight_refusal(s, cell, payment)
        if phase == Phase.KNIGHT:
            return knight_refusal(s, cell, payment)
        if phase == Phase.SETTLE:
            return settle_refusal(s, cell, payment)
    elif action < A_EXPAND:
        if phase == Phase.BORDER:
            return border_refusal(s, action - A_BORDER)
    elif action < A_CARD:
        if phase == Phase.KNIGHT:
            return expand_refusal(s, CELL_OF[(action - A_EXPAND) // N_OWN_CASTLES], (action - A_EXPAND) % N_OWN_CASTLES)
    elif action < A_REMOVE:
        if phase == Phase.CARD:
            return _card_phase_refusal(s, action)
    elif action < A_OFFER:
        if phase == Phase.REMOVE:
            return remove_refusal(s, CELL_OF[action - A_REMOVE])
    elif action < A_BID:
        if phase == Phase.NEGOTIATE:
            return _negotiation_refusal(s, action)
    elif action < A_PILE:
        if phase == Phase.BID:
            return bid_refusal(s, seat, (action - A_BID) // N_TREASURE_SETS, (action - A_BID) % N_TREASURE_SETS)
    elif action < A_KEEP:
        if phase == Phase.PILE:
            return pile_refusal(s, action - A_PILE)
    elif phase == Phase.KEEP:
        return keep_refusal(s, action - A_KEEP)
    return np.int64(NOT_NOW)


@rule
def _card_phase_refusal(s, action):
    if action < A_ALLIANCE:
        return card_refusal(s, action - A_CARD)
    if action < A_DESERTER:
        return alliance_refusal(s, (action - A_ALLIANCE) // N_ALL_CASTLES, (action - A_ALLIANCE) % N_ALL_CASTLES)
    return deserter_refusal(s, (action - A_DESERTER) // N_ALL_CASTLES, (action - A_DESERTER) % N_ALL_CASTLES)


@rule
def _negotiation_refusal(s, action):
    if action < A_DEMAND:
        return offer_refusal(s, Offer.PAY, action - A_OFFER)
    if action < A_ACCEPT:
        return offer_refusal(s, Offer.DEMAND, action - A_DEMAND)
    if action == A_ACCEPT:
        return accept_refusal(s)
    return np.int64(Refusal.NONE)


@entry
def legal(s, seat, out):
    """Write the legal actions of a seat into `out`; how many."""
    if not is_actor(s, seat):
        return 0
    n = 0
    phase = s.phase
    if phase == Phase.CASTLE:
        n = castle_legal(s, out)
    elif phase == Phase.START_KNIGHT:
        n = start_knight_legal(s, out)
    elif phase == Phase.CARD:
        n = card_legal(s, out, n)
        n = politics_legal(s, out, n)
    elif phase == Phase.REMOVE:
        n = remove_legal(s, out)
    elif phase == Phase.SETTLE:
        n = settle_legal(s, out)
    elif phase == Phase.NEGOTIATE:
        n = negotiation_legal(s, out, n)
    elif phase == Phase.BID:
        return bid_legal(s, seat, out)
    elif phase == Phase.BORDER:
        n = border_legal(s, out, n)
    elif phase == Phase.KNIGHT:
        n = knight_legal(s, out, n)
        n = expand_legal(s, out, n)
    elif phase == Phase.PILE:
        n = pile_legal(s, out, n)
    elif phase == Phase.KEEP:
        n = keep_legal(s, out, n)
    n = end_legal(s, seat, out, n)
    if phase == Phase.BORDER or phase == Phase.KNIGHT or phase == Phase.PILE:
        n = append(out, n, A_DONE)
    return n


@entry
def apply(s, seat, action, log):
    """Carry out a legal action."""
    if action == A_DONE:  # L97-14
        settle_expansion(s, log)
        emit(log, Event.ACTION_DONE, seat)
        advance(s, log)
    elif action >= A_END:
        end_alliance(s, seat, (action - A_END) // N_PAYMENTS, (action - A_END) % N_PAYMENTS, log)
    elif action < A_KNIGHT:
        set_castle(s, seat, CELL_OF[action - A_CASTLE], log)
    elif action < A_BORDER:
        cell, payment = CELL_OF[(action - A_KNIGHT) // N_PAYMENTS], (action - A_KNIGHT) % N_PAYMENTS
        if s.phase == Phase.START_KNIGHT:
            set_start_knight(s, seat, cell, log)
        elif s.phase == Phase.SETTLE:
            settle_knight(s, seat, cell, payment, log)
        else:
            place_knight(s, seat, cell, payment, log)
    elif action < A_EXPAND:
        place_border(s, seat, action - A_BORDER, log)
    elif action < A_CARD:
        expand(s, seat, CELL_OF[(action - A_EXPAND) // N_OWN_CASTLES], (action - A_EXPAND) % N_OWN_CASTLES, log)
    elif action < A_ALLIANCE:
        lay_card(s, seat, action - A_CARD, log)
    elif action < A_DESERTER:
        make_alliance(s, seat, (action - A_ALLIANCE) // N_ALL_CASTLES, (action - A_ALLIANCE) % N_ALL_CASTLES, log)
    elif action < A_REMOVE:
        play_deserter(s, seat, (action - A_DESERTER) // N_ALL_CASTLES, (action - A_DESERTER) % N_ALL_CASTLES, log)
    elif action < A_OFFER:
        remove_knight(s, CELL_OF[action - A_REMOVE], log)
    elif action < A_DEMAND:
        make_offer(s, seat, Offer.PAY, action - A_OFFER, log)
    elif action < A_ACCEPT:
        make_offer(s, seat, Offer.DEMAND, action - A_DEMAND, log)
    elif action == A_ACCEPT:
        accept_offer(s, seat, log)
    elif action == A_BREAK:
        break_off(s, seat, log)
    elif action < A_PILE:
        make_bid(s, seat, (action - A_BID) // N_TREASURE_SETS, (action - A_BID) % N_TREASURE_SETS, log)
    elif action < A_KEEP:
        view_pile(s, seat, action - A_PILE, log)
    else:
        keep_card(s, seat, action - A_KEEP, log)
