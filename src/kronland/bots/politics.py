"""Löwenherz (1997): the politics cards that a seat cannot see, in one order that depends on nothing but what it knows.

Which pile a card was taken from, when and by whom, is public: a WAY. What a seat does not know is which card went which way. It does know
its own cards, the owner of every card that all have seen, and, from every look into a pile, how many cards of each kind lay in it. So ways
fall into groups that lay in the same piles at all of its looks, and how many cards of a kind went the ways of a group is known.
"""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.games.loewenherz.purse import KIND
from kronland.games.loewenherz.secrets import lay_in
from kronland.games.loewenherz.state import KINDS, POLITICS_CARDS

NOTHING = -1


@rule
def settle_politics(s, seat):
    """Send the cards of each kind along the first ways that fit what the seat knows."""
    ways = _sorted_ways(s)
    group, left = np.zeros(POLITICS_CARDS, np.int64), np.zeros((POLITICS_CARDS, KINDS), np.int64)
    kind_on = np.full(POLITICS_CARDS, NOTHING)  # by way
    card_on = np.full(POLITICS_CARDS, NOTHING)  # of those that are known: own ones, and seen ones
    for w in range(POLITICS_CARDS):
        card = ways[w]
        group[w] = w
        for earlier in range(w - 1, -1, -1):
            if _seen_alike(s, seat, card, ways[earlier]):
                group[w] = earlier
        if s.politics_taker[card] == seat:
            card_on[w] = card
            kind_on[w] = KIND[card]
        else:
            left[group[w], KIND[card]] += 1
    _place_seen(s, seat, ways, group, left, kind_on, card_on)
    for w in range(POLITICS_CARDS):
        for kind in range(KINDS):
            if kind_on[w] == NOTHING and left[group[w], kind] > 0:
                left[group[w], kind] -= 1
                kind_on[w] = kind
    _lay_down(s, ways, kind_on, card_on)


@rule
def _sorted_ways(s):
    """The ways in order, each by the card that has gone it in this state."""
    ways = np.arange(POLITICS_CARDS)
    for i in range(1, POLITICS_CARDS):
        j = i
        while j > 0 and _earlier(s, ways[j], ways[j - 1]):
            ways[j], ways[j - 1] = ways[j - 1], ways[j]
            j -= 1
    return ways


@rule
def _earlier(s, a, b):
    if s.politics_taker[a] != s.politics_taker[b]:
        return s.politics_taker[a] < s.politics_taker[b]
    if s.politics_take[a] != s.politics_take[b]:
        return s.politics_take[a] < s.politics_take[b]
    return s.politics_pile[a] < s.politics_pile[b]


@rule
def _seen_alike(s, seat, a, b):
    """Whether the ways of two cards were in the same piles whenever the seat looked: every card that it took was a look at a pile."""
    for card in range(POLITICS_CARDS):
        if s.politics_taker[card] == seat:
            pile, when = s.politics_pile[card], s.politics_take[card]
            if lay_in(s, a, pile, when) != lay_in(s, b, pile, when):
                return False
    if s.looking >= 0 and s.seat == seat:
        return lay_in(s, a, s.looking, s.takes) == lay_in(s, b, s.looking, s.takes)
    return True


@rule
def _place_seen(s, seat, ways, group, left, kind_on, card_on):
    """Give every card that all have seen a way of its owner; the first set of ways that has room for all of them.

    A card may have to give way to a later one, so this goes back where it finds no room. There is a solution: the truth is one.
    """
    seen = _sorted_seen(s, seat)
    count = len(seen)
    way_of = np.full(count, NOTHING)
    i = 0
    while 0 <= i < count:
        card, w = seen[i], way_of[i]
        kind = KIND[card]
        if w >= 0:  # what was tried last did not do
            left[group[w], kind] += 1
            kind_on[w] = NOTHING
            card_on[w] = NOTHING
        w += 1
        while w < POLITICS_CARDS and not (
            kind_on[w] == NOTHING
            and left[group[w], kind] > 0
            and s.politics_taker[ways[w]] == s.politics_taker[card]
            and s.politics_take[ways[w]] < s.politics_shown[card]
        ):
            w += 1
        if w == POLITICS_CARDS:
            way_of[i] = NOTHING
            i -= 1
            continue
        way_of[i] = w
        left[group[w], kind] -= 1
        kind_on[w] = kind
        card_on[w] = card
        i += 1


@rule
def _sorted_seen(s, seat):
    """The cards of others that all have seen, in an order in which cards that look alike are told apart by when that was."""
    seen = np.zeros(POLITICS_CARDS, np.int64)
    count = 0
    for card in range(POLITICS_CARDS):
        if s.politics_shown[card] and s.politics_taker[card] != seat:
            seen[count] = card
            count += 1
            j = count - 1
            while j > 0 and _seen_before(s, seen[j], seen[j - 1]):
                seen[j], seen[j - 1] = seen[j - 1], seen[j]
                j -= 1
    return seen[:count]


@rule
def _seen_before(s, a, b):
    if KIND[a] != KIND[b]:
        return KIND[a] < KIND[b]
    if s.politics_taker[a] != s.politics_taker[b]:
        return s.politics_taker[a] < s.politics_taker[b]
    if s.politics_shown[a] != s.politics_shown[b]:
        return s.politics_shown[a] < s.politics_shown[b]
    return s.politics_spent[a] < s.politics_spent[b]


@rule
def _lay_down(s, ways, kind_on, card_on):
    """Write the cards down: those of a kind in the order of their ways, each with what became of it."""
    pile, take, taker = s.politics_pile.copy(), s.politics_take.copy(), s.politics_taker.copy()
    shown, spent = s.politics_shown.copy(), s.politics_spent.copy()
    next_card = np.zeros(KINDS, np.int64)
    for card in range(POLITICS_CARDS - 1, -1, -1):
        next_card[KIND[card]] = card
    for w in range(POLITICS_CARDS):
        card = next_card[kind_on[w]]
        next_card[kind_on[w]] += 1
        way, known = ways[w], card_on[w]
        s.politics_pile[card] = pile[way]
        s.politics_take[card] = take[way]
        s.politics_taker[card] = taker[way]
        s.politics_shown[card] = shown[known] if known >= 0 else 0
        s.politics_spent[card] = spent[known] if known >= 0 else 0
