"""Rheinländer: what a seat may know, and what it may suppose.

Secret are the other hands, the order of the draw pile, and which card somebody has picked until its knight is set. Discards are open.
Coins are known to anyone who counts (RH-27).

Chance comes in at the deal, with every draw, and when all but the hands is shuffled anew (RH-3, RH-18). Everybody sees who draws and who
plays what. So a card not seen since the last shuffle but in the hand of the seat itself is in the pile or in another hand; what is known of
hands beyond that, and how likely it makes each, is in `eras`.

`resample` draws from one distribution, exactly: every ACCOUNT that fits counts the same. An account says of each draw since the deal which
card it was, and in which order the pile lies; it fits if it deals the seat the cards that it knows and the others every card that they have
played, before they played it, and nothing that they are known not to have held. What others chose to play says that they could, and no
more: good and bad choices are not told apart. A card that somebody has picked is any that allows something, evenly out of that hand
(RH-15); a hand without one could not have picked.

How it is done: first a mix of eras for every hand, then the cards. What was drawn in an early era could have been drawn later too; so the
draws of the earliest era choose first, out of the cards that could be drawn by then and are not chosen yet, and in how many ways all can
choose depends on nothing but the mixes. So mixes are drawn by their odds, times a guess at these ways, and are kept as often as the guess
was too low, of the lowest that it can be for mixes that there are. Where hands have eras of their own (RH-15) there may be fewer cards
left for a draw than there could be; then a deal is kept as often as there were. Nothing is taken from how the cards lie: the same knowledge
and the same chance give the same deal.
"""

from __future__ import annotations

import numpy as np

from kronland.core.bits import bits
from kronland.core.chance import forget_chance
from kronland.core.flow import random_below, shuffle
from kronland.core.kernel import entry, rule
from kronland.core.odds import pick_weighted
from kronland.core.room import fill, zeros
from kronland.games.fields import ZERO, is_empty
from kronland.games.rheinlaender.rules.cards import card_bit
from kronland.games.rheinlaender.rules.eras import COUNT, MIX, catch_up, era_of
from kronland.games.rheinlaender.rules.reach import reaches, reinforcements
from kronland.games.rheinlaender.rules.state import CARDS, ERAS, HAND, MIXES, NONE, SEATS, SHUFFLE_CARD, UNKNOWN

EVEN = 8000  # deals tried before one that is possible is kept whatever its odds,
POSSIBLE = 9000  # and before the cards are left as they lie: neither happens in a game, but positions can be written by hand
SLOTS = SEATS * HAND
KINDS = SEATS * ERAS  # of draws: seat * ERAS + era
FINE = 1 << 31
WHOLE = 2.0**50  # the largest weight of a mix


@entry
def censor(s, seat):
    """Blank everything that the seat may not know; seat -1 is a spectator."""
    for other in range(s.players):
        catch_up(s, other)
    hide(s, seat)


@rule
def hide(s, seat):
    """The same but for the odds, which observations do not show: to catch up with them is most of what `censor` costs."""
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
    """Deal what the seat cannot know anew: every account that fits what it does know is as likely as any other."""
    if s.ended:
        return
    for other in range(s.players):
        catch_up(s, other)
    hidden = _hidden_cards(s, seat)
    fitting = _fitting_cards(s) if s.picked > 0 and s.seat != seat else ZERO
    chosen = zeros((SEATS, HAND), np.int64)
    if not _deal_mixed(s, seat, hidden, fitting, chosen):
        return
    left = hidden
    for other in range(s.players):
        if other != seat:
            for place in range(s.hand_size[other]):
                left &= ~card_bit(chosen[other, place])
    _lay_down(s, seat, left, chosen)
    if fitting != ZERO:
        _pick(s, fitting)


@rule
def _hidden_cards(s, seat):
    hidden = ZERO
    for place in range(s.pile_size):
        if s.pile[place] != SHUFFLE_CARD:
            hidden |= card_bit(s.pile[place])
    for other in range(s.players):
        if other != seat:
            for place in range(s.hand_size[other]):
                hidden |= card_bit(s.hand[other, place])
    return hidden


@rule
def _fitting_cards(s):
    """The cards that allow the player at turn something; with a field to reinforce all do (RH-14)."""
    every, cards = not is_empty(reinforcements(s, s.seat)), ZERO
    for card in range(1, s.sections + 1):
        if every or reaches(s, s.seat, card):
            cards |= card_bit(card)
    return cards


@rule
def _deal_mixed(s, seat, hidden, fitting, chosen):
    """Choose mixes and hands; False if there are none that are possible."""
    could_be, many = zeros(KINDS, np.uint64), zeros(KINDS, np.int64)  # of each kind of draw: the cards, and how many
    kinds = zeros(KINDS, np.int64)  # all kinds of draws, those that could be the fewest cards first
    n = _kinds_of_draws(s, seat, hidden, could_be, many, kinds)
    nested = True  # whether cards that one could be the next could be too
    for k in range(1, n):
        nested = nested and could_be[kinds[k - 1]] & ~could_be[kinds[k]] == ZERO
    guess, weights, total = zeros(KINDS, np.float64), zeros((SEATS, MIXES), np.int64), zeros(SEATS, np.int64)
    scale = zeros(SEATS, np.float64)
    for k in range(n):
        guess[kinds[k]] = np.float64(max(many[kinds[k]], np.int64(1)))
    _weigh(s, seat, guess, weights, total, scale)
    for other in range(s.players):
        if other != seat and total[other] == 0:
            return False
    _guess_better(s, seat, n, kinds, many, weights, total, nested, guess)
    _weigh(s, seat, guess, weights, total, scale)
    early, late = zeros(KINDS, np.int64), zeros(KINDS, np.int64)
    _furthest(s, seat, n, kinds, many, weights, nested, early, late)
    most = _most(s, seat, n, kinds, many, guess, nested, early, late)
    order = zeros(SLOTS, np.int64)  # all draws still held, as their kinds
    for number in range(POSSIBLE):
        slots, likely = _choose_mixes(s, seat, n, kinds, guess, weights, total, scale, order)
        likely *= _ratio(order, slots, many, guess, nested)
        even = number < EVEN
        if likely > 0.0 and (not even or random_below(s, FINE) * most < likely * FINE):
            if _fill(s, order, slots, hidden, could_be, many, nested, even, chosen) and _has_picked(s, fitting, chosen):
                return True
    return False


@rule
def _kinds_of_draws(s, seat, hidden, could_be, many, kinds):
    """For every other hand and each of its eras: which hidden cards can have been drawn then. All kinds of draws in order; their number."""
    n = 0
    for other in range(s.players):
        if other != seat:
            for card in range(1, s.sections + 1):
                if hidden & card_bit(card) != ZERO:
                    kind = other * ERAS + era_of(s, other, card)
                    could_be[kind] |= card_bit(card)
                    many[kind] += 1
            for era in range(s.eras[other]):
                kind = np.int64(other * ERAS + era)
                if era > 0:
                    could_be[kind] |= could_be[kind - 1]
                    many[kind] += many[kind - 1]
                k = n
                while k > 0 and many[kinds[k - 1]] > many[kind]:
                    kinds[k] = kinds[k - 1]
                    k -= 1
                kinds[k] = kind
                n += 1
    return n


@rule
def _weigh(s, seat, guess, weights, total, scale):
    """The odds of every mix of the other hands, times the guess at the ways to fill it; as whole numbers, scaled and rounded up."""
    for other in range(s.players):
        if other != seat:
            cards, highest, total[other] = np.int64(s.hand_size[other]), 0.0, 0
            for mix in range(COUNT[HAND - cards, s.eras[other]]):
                highest = max(highest, _weight(s, other, cards, mix, guess))
            scale[other] = WHOLE / highest if highest > 0.0 else 0.0
            for mix in range(COUNT[HAND - cards, s.eras[other]]):
                weight = _weight(s, other, cards, mix, guess)
                weights[other, mix] = np.int64(weight * scale[other]) + 1 if weight > 0.0 else 0
                total[other] += weights[other, mix]


@rule
def _weight(s, other, cards, mix, guess):
    weight = np.float64(s.odds[other, mix]) if s.eras[other] > 1 else 1.0
    if weight > 0.0:
        for place in range(cards):
            weight *= guess[other * ERAS + MIX[HAND - cards, mix, place]]
    return weight


@rule
def _guess_better(s, seat, n, kinds, many, weights, total, nested, guess):
    """What one draw more of a kind does to the ways to fill all, where the draws are as many of each kind as can be expected.

    The ways are a product of falling factorials, whose logarithm has one top: with this guess they are nowhere much more than guessed.
    """
    mean = zeros(KINDS, np.float64)
    for other in range(s.players):
        if other != seat:
            cards = np.int64(s.hand_size[other])
            for mix in range(COUNT[HAND - cards, s.eras[other]]):
                if weights[other, mix] > 0:
                    share = np.float64(weights[other, mix]) / np.float64(total[other])
                    for place in range(cards):
                        mean[other * ERAS + MIX[HAND - cards, mix, place]] += share
    if nested:
        _guess_for(n, kinds, many, mean, NONE, guess)
    else:
        for other in range(s.players):
            if other != seat:
                _guess_for(n, kinds, many, mean, other, guess)


@rule
def _guess_for(n, kinds, many, mean, only, guess):
    """The guess for all kinds of draws, or those of one hand."""
    later, chosen = 1.0, 0.0
    for k in range(n):
        if only == NONE or kinds[k] // ERAS == only:
            chosen += mean[kinds[k]]
    k = n - 1
    while k >= 0:  # kinds that could be the same number of cards count as one
        first, here = k, 0.0
        while first >= 0 and many[kinds[first]] == many[kinds[k]]:
            if only == NONE or kinds[first] // ERAS == only:
                here += mean[kinds[first]]
            first -= 1
        rest = max(many[kinds[k]] - chosen, 0.0) + 0.5
        for same in range(first + 1, k + 1):
            if only == NONE or kinds[same] // ERAS == only:
                guess[kinds[same]] = rest * later
        chosen -= here
        later *= rest / (max(many[kinds[k]] - chosen, 0.0) + 0.5)
        k = first


@rule
def _choose_mixes(s, seat, n, kinds, guess, weights, total, scale, order):
    """A mix for every other hand; all draws that they are made of, those that could be the fewest cards first. Their number, and what part
    of the chance that these mixes had they should have had: weights are rounded up."""
    held, part = zeros(KINDS, np.int64), 1.0
    for other in range(s.players):
        if other != seat:
            cards = np.int64(s.hand_size[other])
            mix = pick_weighted(s, weights[other], COUNT[HAND - cards, s.eras[other]], total[other])
            part *= _weight(s, other, cards, mix, guess) * scale[other] / np.float64(weights[other, mix])
            for place in range(cards):
                held[other * ERAS + MIX[HAND - cards, mix, place]] += 1
    slots = 0
    for k in range(n):
        for _ in range(held[kinds[k]]):
            order[slots] = kinds[k]
            slots += 1
    return slots, part


@rule
def _ratio(order, slots, many, guess, nested):
    """How many times as many ways there are to fill the draws as was guessed."""
    likely = 1.0
    for k in range(slots):
        likely *= np.float64(max(many[order[k]] - _before(order, k, nested), 0)) / guess[order[k]]
    return likely


@rule
def _before(order, k, nested):
    """How many draws have surely chosen cards that this one could be: all before it, or those of the hand where hands have own eras."""
    if nested:
        return k
    before = 0
    for j in range(k):
        if order[j] // ERAS == order[k] // ERAS:
            before += 1
    return before


@rule
def _furthest(s, seat, n, kinds, many, weights, nested, early, late):
    """For each kind of draw: of how many draws, at most, it could be that they could be no more cards than this one, and no fewer.

    Right after the cards were shuffled most draws are surely from before, and there are hardly more cards for them than draws.
    """
    till, since = zeros(ERAS, np.int64), zeros(ERAS, np.int64)  # of one hand: the most draws of an era or those before, or those after
    for other in range(s.players):
        if other != seat:
            size, eras = np.int64(s.hand_size[other]), np.int64(s.eras[other])
            for era in range(eras):
                till[era], since[era] = 0, 0
            for mix in range(COUNT[HAND - size, eras]):
                if weights[other, mix] > 0:
                    for place in range(size):
                        era = MIX[HAND - size, mix, place]
                        till[era], since[era] = max(till[era], place + 1), max(since[era], size - place)
            for era in range(1, eras):
                till[era] = max(till[era], till[era - 1])
                since[eras - 1 - era] = max(since[eras - 1 - era], since[eras - era])
            for k in range(n):
                if nested or kinds[k] // ERAS == other:
                    cards = many[kinds[k]]
                    for era in range(eras):
                        kind = other * ERAS + era
                        if many[kind] <= cards and (era == eras - 1 or many[kind + 1] > cards):
                            early[k] += till[era]
                        if many[kind] >= cards and (era == 0 or many[kind - 1] < cards):
                            late[k] += since[era]


@rule
def _most(s, seat, n, kinds, many, guess, nested, early, late):
    """The most that `_ratio` can be; where hands have eras of their own, hand by hand."""
    most, slots = 1.0, np.int64(0)
    for other in range(s.players):
        if other != seat:
            slots += s.hand_size[other]
            if not nested:
                most *= _most_of(slots, n, kinds, many, guess, other, early, late)
                slots = np.int64(0)
    if nested:
        most = _most_of(slots, n, kinds, many, guess, NONE, early, late)
    return most


@rule
def _most_of(slots, n, kinds, many, guess, only, early, late):
    """Over all series of so many draws, each of a kind not before the last one's: the best that ends with each kind, draw by draw.

    Up to a draw all could be as few cards as it or fewer, and from it on all as many or more: a series in which these are more draws than
    any mixes have is none.
    """
    best = zeros(KINDS, np.float64)
    fill(best, 1.0)
    for slot in range(slots):
        so_far = 0.0
        for k in range(n):
            if only == NONE or kinds[k] // ERAS == only:
                so_far = max(so_far, best[k])
                if slot < early[k] and slots - slot <= late[k]:
                    best[k] = so_far * np.float64(max(many[kinds[k]] - slot, 0)) / guess[kinds[k]]
                else:
                    best[k] = 0.0
    most = 0.0
    for k in range(n):
        if only == NONE or kinds[k] // ERAS == only:
            most = max(most, best[k])
    return most


@rule
def _fill(s, order, slots, hidden, could_be, many, nested, even, chosen):
    """Choose the card of every draw. False for a deal that does not count: a card is wanting, or it is to be as rare as it left cards."""
    left, place = hidden, zeros(SEATS, np.int64)
    for k in range(slots):
        cards = could_be[order[k]] & left
        options = many[order[k]] - _before(order, k, nested)
        if not nested:
            most = options
            options = bits(cards)
            if options == 0 or (even and random_below(s, most) >= options):
                return False
        number, card = random_below(s, options), 0
        while number >= 0:
            card += 1
            if cards & card_bit(card) != ZERO:
                number -= 1
        left &= ~card_bit(card)
        other = order[k] // ERAS
        chosen[other, place[other]] = card
        place[other] += 1
    return True


@rule
def _has_picked(s, fitting, chosen):
    """Whether the hand that a card was picked from has one that allows something; where none was picked, any hand will do."""
    if fitting == ZERO:
        return True
    for place in range(s.hand_size[s.seat]):
        if fitting & card_bit(chosen[s.seat, place]) != ZERO:
            return True
    return False


@rule
def _lay_down(s, seat, left, chosen):
    """The hands as they were chosen, and the rest as the pile, with the shuffle card somewhere in it."""
    for other in range(s.players):
        if other != seat:
            for place in range(s.hand_size[other]):
                s.hand[other, place] = chosen[other, place]
    n = 0
    for card in range(CARDS):
        if card == SHUFFLE_CARD or left & card_bit(card) != ZERO:
            s.pile[n] = card
            n += 1
    shuffle(s, s.pile, 0, n)


@rule
def _pick(s, fitting):
    """Whoever has picked a card did so out of those in hand that allow something."""
    n = 0
    for place in range(s.hand_size[s.seat]):
        if fitting & card_bit(s.hand[s.seat, place]) != ZERO:
            n += 1
    n = random_below(s, n)
    for place in range(s.hand_size[s.seat]):
        if fitting & card_bit(s.hand[s.seat, place]) != ZERO:
            if n == 0:
                s.picked = s.hand[s.seat, place]
            n -= 1
