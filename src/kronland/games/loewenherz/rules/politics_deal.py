"""Löwenherz (1997): what a seat may suppose of the politics cards that it cannot see (L97-6).

13 cards are shuffled into two piles. Whoever takes one looks through a whole pile and chooses. Which pile a card was taken from, when and
by whom, is public: a WAY. What a seat does not know is which card went which way. It does know its own cards; from every look into a pile,
how many cards of each kind lay in it; and of every card that all have seen, who held it then. So ways fall into groups that lay in the
same piles at all of its looks, and how many cards of a kind went the ways of a group is known.

`deal_politics` draws from one distribution, exactly: every ACCOUNT that fits counts the same. An account says which of the 13 cards went
which way, cards of one kind being different ones all the same. All deals of the piles are as likely, and everything that was chosen from a
pile could have been; so no account is likelier than another. That a card was taken or played says that it could be, and no more.

How it is done. A card that all have seen went a way of its owner, taken before it was seen; its kind says into which groups it can
have come. Only two kinds are there more than once, with three cards each, so that all such cards together have at most 36 choices of
groups. For each choice the accounts are counted: the ways that are left to each card, those seen first placed first, times the orders of
the rest in every group. One choice is drawn by that number, then the ways in it, then the rest.
"""

from __future__ import annotations

import numpy as np

from kronland.core.flow import random_below
from kronland.core.kernel import rule
from kronland.core.odds import random_wide
from kronland.core.room import fill, fill_from, zeros
from kronland.games.loewenherz.rules.purse import KIND
from kronland.games.loewenherz.rules.state import KINDS, POLITICS_CARDS

NOTHING = -1
BEFORE = POLITICS_CARDS + 1  # numbers of cards that may come before
ORDERS = np.cumprod(np.array([1, *range(1, POLITICS_CARDS + 1)], np.int64))  # of so many cards


@rule
def deal_politics(s, seat):
    """Send the cards that the seat does not know along the ways that it cannot tell apart."""
    ways, group = zeros(POLITICS_CARDS, np.int64), zeros(POLITICS_CARDS, np.int64)
    _sort_ways(s, ways)
    left = zeros((POLITICS_CARDS, KINDS), np.int64)  # by group: cards of each kind
    kind_on = zeros(POLITICS_CARDS, np.int64)  # by way
    card_on = zeros(POLITICS_CARDS, np.int64)  # of those that are known: own ones, and seen ones
    fill(kind_on, NOTHING)
    fill(card_on, NOTHING)
    looks = zeros(POLITICS_CARDS, np.int64)
    for w in range(POLITICS_CARDS):
        card = ways[w]
        looks[w] = _seen_in(s, seat, card)
        group[w] = w
        for earlier in range(w - 1, -1, -1):
            if looks[earlier] == looks[w]:
                group[w] = earlier
        if seat >= 0 and s.politics_taker[card] == seat:  # a spectator's -1 is also the mark of a card in its pile
            card_on[w] = card
            kind_on[w] = KIND[card]
        else:
            left[group[w], KIND[card]] += 1
    seen = zeros(POLITICS_CARDS, np.int64)
    count = _sorted_seen(s, seat, seen)
    into = zeros(POLITICS_CARDS, np.int64)  # the groups of the cards that all have seen
    fill(into, NOTHING)
    if not _choose_groups(s, ways, group, left, kind_on, seen, count, into):
        return  # only a position written by hand can be at odds with itself
    for i in range(count):
        w = _any_way(s, ways, group, kind_on, seen[i], into[i])
        kind_on[w] = KIND[seen[i]]
        card_on[w] = seen[i]
        left[into[i], KIND[seen[i]]] -= 1
    for w in range(POLITICS_CARDS):
        if kind_on[w] == NOTHING:
            kind_on[w] = _any_kind(s, left[group[w]])
            left[group[w], kind_on[w]] -= 1
    _lay_down(s, ways, kind_on, card_on)


@rule
def _sort_ways(s, ways):
    """Fill in the ways in order, each by the card that has gone it in this state."""
    for i in range(POLITICS_CARDS):
        ways[i] = i
        j = i
        while j > 0 and _earlier(s, ways[j], ways[j - 1]):
            ways[j], ways[j - 1] = ways[j - 1], ways[j]
            j -= 1


@rule
def _earlier(s, a, b):
    if s.politics_taker[a] != s.politics_taker[b]:
        return s.politics_taker[a] < s.politics_taker[b]
    if s.politics_take[a] != s.politics_take[b]:
        return s.politics_take[a] < s.politics_take[b]
    return s.politics_pile[a] < s.politics_pile[b]


@rule
def _seen_in(s, seat, card):
    """At which of its looks the seat saw what went this card's way: every card that it took was a look at a pile. A bit for each take."""
    looks = np.int64(0)
    for own in range(POLITICS_CARDS):
        if seat >= 0 and s.politics_taker[own] == seat and _lay_in(s, card, s.politics_pile[own], s.politics_take[own]):
            looks |= np.int64(1) << s.politics_take[own]
    if seat >= 0 and s.looking >= 0 and s.seat == seat and _lay_in(s, card, s.looking, s.takes):
        looks |= np.int64(1) << s.takes
    return looks


@rule
def _lay_in(s, card, pile, when):
    """Whether a card lay in a pile just before the take with this number."""
    taken = s.politics_take[card]
    return s.politics_pile[card] == pile and (taken < 0 or taken >= when)


@rule
def _sorted_seen(s, seat, seen):
    """The cards of others that all have seen, those seen first in front; their number."""
    count = 0
    for card in range(POLITICS_CARDS):
        if s.politics_shown[card] and s.politics_taker[card] != seat:
            j = count
            while j > 0 and _seen_before(s, card, seen[j - 1]):
                seen[j] = seen[j - 1]
                j -= 1
            seen[j] = card
            count += 1
    return count


@rule
def _seen_before(s, a, b):
    if s.politics_shown[a] != s.politics_shown[b]:
        return s.politics_shown[a] < s.politics_shown[b]
    if KIND[a] != KIND[b]:
        return KIND[a] < KIND[b]
    if s.politics_taker[a] != s.politics_taker[b]:
        return s.politics_taker[a] < s.politics_taker[b]
    return s.politics_spent[a] < s.politics_spent[b]


@rule
def _choose_groups(s, ways, group, left, kind_on, seen, count, into):
    """Choose the groups that the seen cards came from, by the number of accounts; False if there is none."""
    total = np.int64(0)
    trial, room = zeros(POLITICS_CARDS, np.int64), zeros(BEFORE, np.int64)
    fill(trial, NOTHING)
    room[0] = 1  # the ways of the cards before
    i = 0
    while i >= 0:
        if i == count:
            accounts = room[i] * _orders(left)
            total += accounts
            if random_wide(s, total) < accounts:
                for k in range(count):
                    into[k] = trial[k]
            i -= 1
            continue
        kind = KIND[seen[i]]
        if trial[i] != NOTHING:
            left[trial[i], kind] += 1
        trial[i] += 1
        while trial[i] < POLITICS_CARDS and left[trial[i], kind] == 0:
            trial[i] += 1
        if trial[i] == POLITICS_CARDS:
            trial[i] = NOTHING
            i -= 1
            continue
        room[i + 1] = room[i] * _free_ways(s, ways, group, kind_on, seen, trial, i)
        left[trial[i], kind] -= 1
        if room[i + 1] > 0:
            i += 1
    return total > 0


@rule
def _free_ways(s, ways, group, kind_on, seen, trial, i):
    """How many ways a seen card can have gone in the group that is tried: the cards seen before it have taken theirs."""
    free = np.int64(0)
    for w in range(POLITICS_CARDS):
        if kind_on[w] == NOTHING and group[w] == trial[i] and _fits(s, seen[i], ways[w]):
            free += 1
    for k in range(i):
        if trial[k] == trial[i] and s.politics_taker[seen[k]] == s.politics_taker[seen[i]]:
            free -= 1
    return max(free, np.int64(0))


@rule
def _fits(s, card, way):
    """Whether a way is one of the seen card's owner, and ended in that hand before the card was seen there."""
    return s.politics_taker[way] == s.politics_taker[card] and s.politics_take[way] < s.politics_shown[card]


@rule
def _orders(left):
    """In how many orders the kinds that are left can lie on the ways of their groups."""
    orders = np.int64(1)
    for g in range(POLITICS_CARDS):
        cards = np.int64(0)
        for kind in range(KINDS):
            cards += left[g, kind]
        orders *= ORDERS[cards]
        for kind in range(KINDS):
            orders //= ORDERS[left[g, kind]]
    return orders


@rule
def _any_way(s, ways, group, kind_on, card, into):
    """One of the ways in a group that a seen card can have gone."""
    options, found = 0, np.int64(0)
    for w in range(POLITICS_CARDS):
        if kind_on[w] == NOTHING and group[w] == into and _fits(s, card, ways[w]):
            options += 1
            if random_below(s, options) == 0:
                found = np.int64(w)
    return found


@rule
def _any_kind(s, left):
    """The kind of one of the cards that are left."""
    cards = np.int64(0)
    for kind in range(KINDS):
        cards += left[kind]
    number = random_below(s, cards)
    for kind in range(KINDS):
        if number < left[kind]:
            return kind
        number -= left[kind]
    return KINDS - 1


@rule
def _lay_down(s, ways, kind_on, card_on):
    """Write the cards down: those of a kind in the order of their ways, each with what became of it."""
    pile, take, taker = zeros(POLITICS_CARDS, np.int64), zeros(POLITICS_CARDS, np.int64), zeros(POLITICS_CARDS, np.int64)
    shown, spent = zeros(POLITICS_CARDS, np.int64), zeros(POLITICS_CARDS, np.int64)
    fill_from(pile, s.politics_pile)
    fill_from(take, s.politics_take)
    fill_from(taker, s.politics_taker)
    fill_from(shown, s.politics_shown)
    fill_from(spent, s.politics_spent)
    next_card = zeros(KINDS, np.int64)
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
