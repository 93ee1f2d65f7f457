"""Löwenherz (1997): taking a politics card (L97-60)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import reveal, seat_bit
from kronland.core.kernel import rule
from kronland.core.log import emit, whisper
from kronland.core.verbs import Verb
from kronland.core.words import N_
from kronland.games.loewenherz.rules.domains import KINDS, PILES
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.purse import KIND
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.round import PILE_OR_FINISH, advance
from kronland.games.loewenherz.rules.state import IN_PILE, POLITICS_CARDS, Phase

# Looking through a pile -------------------------------------------------------------------------------------------------------------

PILE = Verb(
    "pile",
    PILES,
    label=N_("Look through pile {pile} of the politics cards"),
    prompt=PILE_OR_FINISH,
    lesson=N_("You look through one of the two piles of politics cards and keep one card of your choice."),
    rules=("L97-60",),
)


@rule
def piles(s):
    """The piles with cards, a bit each: nothing else decides it."""
    found = 0
    if s.phase == Phase.PILE:
        for pile in range(2):
            if s.pile_size[pile] > 0:
                found |= 1 << pile
    return found


@rule
def why_no_pile(s):
    return np.int64(Refusal.NOT_NOW) if s.phase != Phase.PILE else np.int64(Refusal.PILE_EMPTY)


@rule
def view_pile(s, seat, pile, log):
    s.looking = pile
    s.phase = Phase.KEEP
    reveal(s)
    emit(log, Event.PILE_VIEWED, seat, pile)


# Keeping a card of it ---------------------------------------------------------------------------------------------------------------

KEEP = Verb(
    "keep",
    KINDS,
    label=N_("Keep this card: {kind}"),
    prompt=N_("Choose the card that you keep."),
    lesson=N_("Alliances and deserters are played with a decision card later on; treasures are money; fiefs are points at the end."),
    rules=("L97-60",),
    secret=True,
)


@rule
def kinds_in_pile(s):
    """The kinds of card in the pile that is looked at, a bit each: nothing else decides it."""
    found = 0
    if s.phase == Phase.KEEP:
        for card in range(POLITICS_CARDS):
            if _lies_there(s, card):
                found |= 1 << np.int64(KIND[card])
    return found


@rule
def _lies_there(s, card):
    return s.politics_taker[card] == IN_PILE and s.politics_pile[card] == s.looking


@rule
def why_no_such_card(s):
    return np.int64(Refusal.NOT_NOW) if s.phase != Phase.KEEP else np.int64(Refusal.NOT_IN_PILE)


@rule
def keep_card(s, seat, kind, log):
    card = 0
    while card < POLITICS_CARDS - 1 and (KIND[card] != kind or not _lies_there(s, card)):
        card += 1
    s.politics_taker[card] = seat
    s.politics_take[card] = s.takes
    s.takes += 1
    s.pile_size[s.looking] -= 1
    s.hand_size[seat] += 1
    s.looking = -1
    whisper(log, seat_bit(seat), Event.CARD_KEPT, seat, kind)
    advance(s, log)
