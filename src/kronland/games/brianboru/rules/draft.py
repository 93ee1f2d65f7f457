"""Brian Boru: preparation of a round and the draft (BB-10, BB-11).

Of each card the state keeps its way: `packet`, the seat whose packet it was dealt to (the number of players for the undealt one), and
`pick`, how often that packet had been passed on when the card was kept. Who keeps it follows from the two, and so does who has seen it.
"""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, reveal, seat_bit, shuffle
from kronland.core.kernel import rule
from kronland.core.listing import append
from kronland.core.log import emit, whisper
from kronland.core.verbs import Verb, prompt
from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.brianboru.rules.domains import CARD_PAIRS
from kronland.games.brianboru.rules.domains import PAIR as PAIRS
from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.refusals import Refusal
from kronland.games.brianboru.rules.setup import rounds_of
from kronland.games.brianboru.rules.state import CARDS, NOBODY, NOT_KEPT, Phase, Stage

PAIR = np.array(CARD_PAIRS, np.int64)
PAIR_OF = np.zeros((CARDS, CARDS), np.int32)
for _number, (_one, _other) in enumerate(CARD_PAIRS):
    PAIR_OF[_one, _other] = PAIR_OF[_other, _one] = _number


@rule
def deal_size(players):
    """BB-11."""
    return 8 if players == 3 else (6 if players == 4 else 5)


@rule
def receiver(s, packet, passes):
    """The seat in front of which a packet lies after so many passes; passes never outnumber players (and a division would be slow)."""
    seat = np.int64(packet + passes)
    return seat - s.players if seat >= s.players else seat


@rule
def keeper(s, card):
    """Who keeps a card; -1 for nobody yet."""
    if s.pick[card] < 0:
        return np.int64(NOBODY)
    return np.int64(receiver(s, s.packet[card], s.pick[card]))


@rule
def prepare_round(s, log):
    """BB-10: turn up a Viking card and a marriage card; BB-11: deal."""
    s.round_number += 1
    reveal(s)
    emit(log, Event.ROUND, s.round_number, rounds_of(s.players))
    s.battle = s.fleet[s.round_number - 1]
    emit(log, Event.FLEET, s.battle)
    emit(log, Event.MARRIAGE_CARD, s.marriage[s.round_number - 1])
    each = deal_size(s.players)
    for card in range(CARDS):
        s.packet[card] = min(np.int64(card // each), np.int64(s.players))
        s.pick[card] = NOT_KEPT
        s.played_by[card] = NOBODY
    shuffle(s, s.packet, 0, CARDS)
    s.passes = 0
    s.trick = 0
    for seat in range(s.players):
        s.hand[seat] = 0
        s.hand_size[seat] = 0
        s.lacks[seat] = 0
    lay_packets(s)
    emit(log, Event.DEALT, each)
    s.stage = Stage.DRAFT
    s.phase = Phase.DRAFT
    s.seat = NOBODY
    pass_to(s, seat_bit(s.players) - 1)


@rule
def lay_packets(s):
    """The packets as they lie in front of the seats, from the ways of the cards."""
    for seat in range(s.players):
        s.offer[seat] = 0
    for card in range(CARDS):
        if s.pick[card] < 0 and s.packet[card] < s.players:
            s.offer[receiver(s, s.packet[card], s.passes)] |= 1 << card


# Keeping two cards ------------------------------------------------------------------------------------------------------------------

DRAFTING = N_("Everyone keeps two cards in secret.")


def asked(view: View) -> str:
    """What is to be decided; in the draft nobody waits for one player alone."""
    waits = view.state.phase == Phase.DRAFT and not view.legal
    return view.words(DRAFTING) if waits else prompt(view)


KEEP = Verb(
    "keep",
    PAIRS,
    label=N_("Keep {pair}"),
    prompt=N_("Keep two cards; the rest goes to the left."),
    lesson=N_("Keep two cards and pass the rest on to the left. High cards win towns, low ones act first and pay better."),
    rules=("BB-11",),
    secret=True,
)


@rule
def packet_of(s, seat):
    """The cards of which the seat may keep any two: nothing else decides it."""
    return s.offer[seat] if s.phase == Phase.DRAFT else np.int32(0)


@rule
def has_pair(cards, pair):
    both = 1 << PAIR[pair, 0] | 1 << PAIR[pair, 1]
    return cards & both == both


@rule
def list_pairs(cards, verb, out, n):
    """Append the actions of a verb on every two of these cards; how many are listed now."""
    if cards:
        for one in range(CARDS - 1):
            if cards >> one & 1:
                for other in range(one + 1, CARDS):
                    if cards >> other & 1:
                        n = append(out, n, verb + PAIR_OF[one, other])
    return n


@rule
def why_no_pair(s):
    return np.int64(Refusal.NOT_NOW) if s.phase != Phase.DRAFT else np.int64(Refusal.NOT_IN_PACKET)


@rule
def keep_pair(s, seat, pair, log):
    """Keep two cards; when all have done so, the rest of every packet goes to the left. Whether a decision is at hand."""
    for i in range(2):
        _keep_card(s, seat, PAIR[pair, i])
    whisper(log, seat_bit(seat), Event.KEPT, seat, pair)
    left = s.actors & ~seat_bit(seat)
    if left:
        pass_to(s, left)
        return True
    reveal(s)
    emit(log, Event.PASSED_ON)
    s.passes += 1
    lay_packets(s)
    if deal_size(s.players) - 2 * s.passes > 2:
        pass_to(s, seat_bit(s.players) - 1)
        return True
    for card in range(CARDS):
        if s.pick[card] < 0 and s.packet[card] < s.players:
            _keep_card(s, receiver(s, s.packet[card], s.passes), card)
    emit(log, Event.LAST_CARDS)
    s.stage = Stage.TRICK
    return False


@rule
def _keep_card(s, seat, card):
    s.pick[card] = s.passes
    s.offer[seat] &= ~(1 << card)
    s.hand[seat] |= 1 << card
    s.hand_size[seat] += 1
