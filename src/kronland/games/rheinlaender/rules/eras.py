"""Rheinländer: what everybody knows of a hidden hand, and how likely it is.

Cards of a hand were drawn at different times, and what could be drawn has changed: when the cards are shuffled anew, no hand holds one
of the discards (RH-18); when somebody discards without effect, nothing in that hand allowed anything (RH-15). So a hand has ERAS. The first
begins with the deal; each such moment begins another, and the cards concerned cannot have come to the hand before it: that is their
era (`came`). An era that no card has any more is forgotten.

Everybody sees when somebody draws, but not which of the cards held then is the one that is played later: only that it was drawn in its own
era or a later one. So all that can be said is in how many ways it could have been. A MIX says in which eras the cards still held were
drawn; `odds` keeps, for every mix, in how many ways the cards played could have been the others that were drawn. Every draw that could have
happened is as likely as any other, so that is how likely a mix is, before one asks which cards there are to fill it (see `secrets`).

A card that is drawn adds one of the last era to every mix. A card that is played leaves a mix from any of its eras but those before the
card's own, in as many ways as there are cards in that era. Where an era is forgotten, those drawn in it might as well have been drawn in
the one before.

Playing a game needs none of this, so `odds` may lie behind: what has happened since is noted in `past`, and made up for (`catch_up`) when
somebody asks what a seat may know or suppose, or when there is no more room for notes.

Two things are not exact. Odds that grow too large are cut to the upper 28 bits of their sum (rounded up, so nothing possible becomes
impossible): one part in a hundred million. And beyond seven eras the first two become one, after which what came early is taken for less
telling than it is; of the decisions of 450 lively games of three to five players at most 0.7 % stood at seven eras or more.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import numpy as np

from kronland.core.game import CENSOR
from kronland.core.kernel import entry, in_mode, rule
from kronland.core.layout import State
from kronland.games.fields import ONE, ZERO
from kronland.games.rheinlaender.rules.state import ERAS, HAND, MIXES, PAST

LARGEST = 1 << 28  # the sum of the odds of five cards; a play makes it at most five times as large, which an i4 can still hold

# What `past` notes: that a card was played, of the first era or a later one, that one was drawn, that an era has begun, or was forgotten
PLAYED, DRAWN, BEGUN, FORGOTTEN = 0, ERAS, ERAS + 1, ERAS + 2


def most_odds(cards: int) -> int:
    """What the sum of the odds of a hand stays below: rounding up may pass `LARGEST` by one a mix, and a play counts up to five ways."""
    return (LARGEST + MIXES) * (1 if cards == HAND else HAND)


def _mixes(cards: int) -> list[tuple[int, ...]]:
    """All mixes of so many cards, as the eras of the cards in rising order; those of the fewest eras first."""
    return sorted(combinations_with_replacement(range(ERAS), cards), key=lambda mix: mix[::-1])


_FULL, _PLAYED = _mixes(HAND), _mixes(HAND - 1)  # hands have five cards, four of them while a card is being played
assert len(_FULL) == MIXES
MIX = np.zeros((2, MIXES, HAND), np.int8)  # MIX[HAND - cards, number]
MIX[0], MIX[1, : len(_PLAYED), : HAND - 1] = _FULL, _PLAYED
COUNT = np.array([[comb(eras + cards - 1, cards) for eras in range(ERAS + 1)] for cards in (HAND, HAND - 1)], np.int64)
WITH = np.array([[_FULL.index(tuple(sorted((*mix, era)))) for era in range(ERAS)] for mix in _PLAYED], np.int64)
TIMES = np.array([[mix.count(era) + 1 for era in range(ERAS)] for mix in _PLAYED], np.int64)
STEP = np.array([[comb(era + place, place + 1) for era in range(ERAS + 1)] for place in range(HAND)], np.int64)


@rule
def mix_number(mix, cards):
    """The number of a mix whose eras are in rising order."""
    number = np.int64(0)
    for place in range(cards):
        number += STEP[place, mix[place]]
    return number


@rule
def era_of(s, seat, card):
    """The era in which a card can have come to the hand at the earliest."""
    for era in range(s.eras[seat] - 1, 0, -1):
        if s.came[seat, era] >> np.uint64(card) & ONE:
            return era
    return 0


@entry
def know_nothing(s, seat):
    """As after the deal: any card can be in the hand, each as likely as any other. There is one era, and there are no odds to keep."""
    for number in range(MIXES if s.eras[seat] > 1 else 0):
        s.odds[seat, number] = 0
    for note in range(s.past_size[seat]):
        s.past[seat, note] = 0
    for era in range(1, ERAS + 1):
        s.came[seat, era] = ZERO
    s.past_size[seat] = 0
    s.eras[seat] = 1


@rule
def _note(s, seat, what):
    """It has happened to the hand, and `odds` do not tell of it yet; they do when there is no room for another note."""
    s.past[seat, s.past_size[seat]] = what
    s.past_size[seat] += 1
    if s.past_size[seat] == PAST:
        catch_up(s, seat)


@rule
def count_draw(s, seat):
    """One more card, out of the pile as it is now: the fifth."""
    if s.eras[seat] > 1:
        _note(s, seat, DRAWN)


@rule
def count_play(s, seat, card):
    """A card out of the five is shown: it was drawn in its era or later."""
    if s.eras[seat] > 1:
        _note(s, seat, PLAYED + era_of(s, seat, card))


@entry
def begin_era(s, seat, cards):
    """Everybody knows that none of these cards (a bit each) is in the hand."""
    if cards == ZERO:
        return
    eras = np.int64(s.eras[seat])
    later = cards
    for era in range(1, eras):
        s.came[seat, era] &= ~cards
        later |= s.came[seat, era]
    s.came[seat, eras] = cards
    s.eras[seat] = eras + 1
    _note(s, seat, BEGUN)
    for era in range(eras - 1, 0, -1):
        if s.came[seat, era] == ZERO:
            _forget_era(s, seat, era)
    if later == (ONE << np.uint64(s.sections + 1)) - np.uint64(2):  # no card is left of the first era
        _forget_era(s, seat, 0)
    if s.eras[seat] > ERAS:
        _forget_era(s, seat, 1)
    if s.eras[seat] == 1:
        s.eras[seat] = eras
        know_nothing(s, seat)


@rule
def _forget_era(s, seat, era):
    """No card is of this era, or it is to be one with the era before.

    What was drawn in it might have been drawn in the one before; in the first era nothing can have been drawn if no card is of it.
    """
    eras = s.eras[seat] - 1
    for later in range(max(era, 1), eras):
        s.came[seat, later] = s.came[seat, later + 1]
    s.came[seat, eras] = ZERO
    s.eras[seat] = eras
    _note(s, seat, FORGOTTEN + era)


# What that does to the odds ---------------------------------------------------------------------------------------------------------


@entry
def catch_up(s, seat):
    """Odds that tell of all that has happened. `eras` and the size of the hand are those at the end, and are followed from the start."""
    if s.past_size[seat] == 0:
        return
    eras, cards = np.int64(s.eras[seat]), np.int64(s.hand_size[seat])
    for note in range(s.past_size[seat] - 1, -1, -1):
        what = s.past[seat, note]
        if what >= FORGOTTEN:
            eras += 1
        elif what == BEGUN:
            eras -= 1
        elif what == DRAWN:
            cards -= 1
        else:
            cards += 1
    if eras == 1:
        s.odds[seat, 0] = 1
    for note in range(s.past_size[seat]):
        what = s.past[seat, note]
        s.past[seat, note] = 0
        if what >= FORGOTTEN:
            _forget(s, seat, what - FORGOTTEN, eras, cards)
            eras -= 1
        elif what == BEGUN:
            eras += 1
        elif what == DRAWN:
            _draw(s, seat, eras)
            cards += 1
        else:
            _play(s, seat, what - PLAYED, eras)
            cards -= 1
    s.past_size[seat] = 0


@rule
def _draw(s, seat, eras):
    total = np.int64(0)
    for number in range(COUNT[1, eras] - 1, -1, -1):  # downwards: no mix of four cards has a higher number than with a fifth
        ways = s.odds[seat, number]
        s.odds[seat, number] = 0
        s.odds[seat, WITH[number, eras - 1]] = ways
        total += ways
    bits = 0
    while total >> bits >= LARGEST:
        bits += 1
    if bits:
        for number in range(COUNT[0, eras]):
            s.odds[seat, number] = (np.int64(s.odds[seat, number]) + (np.int64(1) << bits) - 1) >> bits


@rule
def _play(s, seat, earliest, eras):
    for number in range(COUNT[1, eras]):  # upwards: no mix of five cards has a lower number than with one less
        ways = np.int64(0)
        for era in range(earliest, eras):
            ways += TIMES[number, era] * s.odds[seat, WITH[number, era]]
        s.odds[seat, number] = ways
    for number in range(COUNT[1, eras], COUNT[0, eras]):
        s.odds[seat, number] = 0


@rule
def _forget(s, seat, forgotten, eras, cards):
    """The era that has just begun is in no mix yet."""
    for number in range(COUNT[HAND - cards, min(eras, ERAS)]):  # upwards: no mix gets a higher number
        ways = s.odds[seat, number]
        s.odds[seat, number] = 0
        left = np.int64(0)  # the number of the mix that is left, added up as `mix_number` does it: an array would be made anew each time
        for place in range(cards):
            era = np.int64(MIX[HAND - cards, number, place])
            if era >= max(forgotten, 1):
                era -= 1
            left += STEP[place, era]
        if forgotten > 0 or MIX[HAND - cards, number, 0] > 0:
            s.odds[seat, left] += ways


def caught_up(s: State, only: int | None = None) -> State:
    """A copy whose odds, or those of one hand, tell of everything: for whoever writes or checks states.

    It is asked in the middle of requests, too: compiled where the rules are used so here.
    """
    s = s.copy()
    count = in_mode(catch_up, CENSOR.mode_of(s))
    with np.errstate(over="ignore"):
        for seat in range(int(s.players)) if only is None else (only,):
            count(s, seat)
    return s
