"""Rheinländer: what a seat may know.

Secret are the other hands, the draw pile, and which card somebody has picked until its knight is set. Discards are open. Coins are known to
anyone who counts (RH-27). What everybody can tell of a hidden hand is in `may_be` (see `cards`), and `resample` keeps to it.
"""

from __future__ import annotations

import numpy as np

from kronland.core.chance import forget_chance
from kronland.core.flow import random_below, shuffle
from kronland.core.kernel import entry, rule
from kronland.games.grid.areas import ZERO
from kronland.games.rheinlaender.cards import card_bit
from kronland.games.rheinlaender.state import NONE, SHUFFLE_CARD, UNKNOWN
from kronland.games.rheinlaender.turn import allows

ROUNDS = 4


@entry
def censor(s, seat):
    """Blank everything that the seat may not know; seat -1 is a spectator."""
    forget_chance(s)
    if s.ended:
        return
    for other in range(s.players):
        if other != seat:
            for place in range(s.hand_size[other]):
                s.hand[other, place] = UNKNOWN
    for place in range(s.pile_size):
        s.pile[place] = UNKNOWN
    if s.picked > 0 and s.seat != seat:
        s.picked = UNKNOWN


@entry
def resample(s, seat):
    """Replace what the seat cannot know by a random possibility that fits all that it does know.

    Each hidden card of a hand is exchanged for a random one out of all hidden cards, wherever both could be; a few rounds of that mix well.
    """
    if s.ended:
        return
    for _ in range(ROUNDS):
        for other in range(s.players):
            if other != seat:
                for place in range(s.hand_size[other]):
                    _exchange(s, seat, other, place)
    shuffle(s, s.pile, 0, s.pile_size)


@rule
def _exchange(s, seat, other, place):
    """Exchange one hidden card of a hand for any hidden card: of the pile, or of a hand that this seat does not see."""
    hidden = np.int64(s.pile_size)
    for player in range(s.players):
        if player != seat:
            hidden += s.hand_size[player]
    pick = random_below(s, hidden)
    card = s.hand[other, place]
    if pick < s.pile_size:
        drawn = s.pile[pick]
        if drawn != SHUFFLE_CARD and _could_be(s, other, place, drawn):
            s.pile[pick] = card
            _put(s, other, place, drawn)
        return
    pick -= s.pile_size
    for player in range(s.players):
        if player == seat:
            continue
        if pick < s.hand_size[player]:
            drawn = s.hand[player, pick]
            if _could_be(s, other, place, drawn) and _could_be(s, player, pick, card):
                _put_two(s, other, place, player, pick)
            return
        pick -= s.hand_size[player]


@rule
def _could_be(s, seat, place, card):
    """Whether a card could be in this place of a hand; one that has been picked must allow something (RH-15)."""
    if s.may_be[seat, place] & card_bit(card) == ZERO:
        return False
    return s.picked == 0 or seat != s.seat or s.hand[seat, place] != s.picked or allows(s, seat, card)


@rule
def _put(s, seat, place, card):
    if s.picked > 0 and seat == s.seat and s.hand[seat, place] == s.picked:
        s.picked = card
    s.hand[seat, place] = card


@rule
def _put_two(s, one, here, other, there):
    """Two cards change places; a card that has been picked is picked by its place."""
    picked = NONE
    if s.picked > 0:
        if one == s.seat and s.hand[one, here] == s.picked:
            picked = s.hand[other, there]
        elif other == s.seat and s.hand[other, there] == s.picked:
            picked = s.hand[one, here]
    card = s.hand[one, here]
    s.hand[one, here] = s.hand[other, there]
    s.hand[other, there] = card
    if picked != NONE:
        s.picked = picked
