"""Brian Boru: what a seat may know, and what it may suppose.

Secret are hands, packets, what others kept, cards discarded unseen, the undealt card and the order of the decks (BB-2, BB-10 to BB-12).

Chance comes in with the two decks and with the deal of every round. Of a round's cards a seat knows those that it kept, who played what,
and what lay in each packet when it came by; so it also knows what was taken out of a packet between two looks at it, though not by whom
of those between. Everybody knows of a hand that did not lead that it had no card for any free town, and of whoever names a town, or has
named one and not played yet, that there is a card for it (BB-20).

`resample` draws from one distribution, exactly: every ACCOUNT that fits counts the same. An account gives each of the 25 cards a WAY: the
packet to which it was dealt, and at which pass it was kept, if it was. It fits if every look of the seat shows what it showed, each card
played was kept by who played it, and hands lack and hold what they are known to. All deals are as likely, and out of any packet as many
pairs can be kept; so no account is likelier than another. That a card was kept or played says that it could be, and no more.

How it is done: cards that the seat saw alike share their ways. Cards that were played get ways of who played them. Then hands that lack
colours choose among the cards that they may have. To choose early favours what leaves few possibilities to the next; so a deal is kept as
often as it left possibilities, of those that it could leave at most, and otherwise thrown away as a whole. All other cards go anywhere.
Nothing is taken from how the cards lie: the same knowledge and the same chance give the same deal.
"""

from __future__ import annotations

import numpy as np

from kronland.core.chance import forget_chance
from kronland.core.flow import random_below, shuffle, sort_cards
from kronland.core.kernel import entry, rule
from kronland.core.room import zeros
from kronland.games.brianboru.rules.board import FITTING, NO_TOWNS, colour_of, fitting_towns
from kronland.games.brianboru.rules.draft import keeper, lay_packets, receiver
from kronland.games.brianboru.rules.setup import rounds_of
from kronland.games.brianboru.rules.state import CARD_COLOURS, CARDS, FLEETS, MARRIAGES, NOBODY, NOT_KEPT, UNKNOWN, Phase, Stage

PICKS = 8  # more than there are passes
COLOURS = 4
EVEN = 4000  # deals tried before one that is possible is kept whatever it left,
POSSIBLE = 5000  # and before the cards are left as they lie: neither happens in a game, but positions can be written by hand
COLOUR = np.array(CARD_COLOURS, np.int8)


@entry
def censor(s, seat):
    """Blank everything that the seat may not know; seat -1 is a spectator."""
    forget_chance(s)
    if s.ended:
        return
    sort_cards(s.fleet, s.round_number, FLEETS)
    sort_cards(s.marriage, s.round_number, rounds_of(s.players) - 1)
    for card in range(MARRIAGES):
        if card >= s.round_number and card != rounds_of(s.players) - 1:
            s.marriage[card] = UNKNOWN
    for card in range(CARDS):
        if s.round_number > 0 and (seat < 0 or keeper(s, card) != seat):
            _hide_way(s, seat, card)
    for other in range(s.players):
        if other != seat:
            s.offer[other] = 0
            s.hand[other] = 0


@rule
def _hide_way(s, seat, card):
    """Of a card that it did not keep, a seat knows the packet if it has seen it there."""
    now, ever = False, False
    for passes in range(s.passes + 1):
        if _saw(s, seat, s.packet[card], s.pick[card], passes):
            ever = True
            now = passes == s.passes and s.stage == Stage.DRAFT
    if not now:
        s.pick[card] = UNKNOWN
    if not ever:
        s.packet[card] = UNKNOWN


@rule
def _saw(s, seat, packet, pick, passes):
    """Whether a card on its way was in the packet that lay in front of a seat after so many passes."""
    if seat < 0 or packet < 0 or packet >= s.players or receiver(s, packet, passes) != seat:
        return False
    return pick < 0 or pick >= passes


@entry
def resample(s, seat):
    """Deal what the seat cannot know anew: every account that fits what it does know is as likely as any other."""
    if s.ended:
        return
    sort_cards(s.fleet, s.round_number, FLEETS)
    shuffle(s, s.fleet, s.round_number, FLEETS)
    _shuffle_marriages(s)
    if s.round_number == 0:
        return
    n, cards, ways = 0, zeros(CARDS, np.int64), zeros(CARDS, np.int64)
    for card in range(CARDS):
        if seat < 0 or keeper(s, card) != seat:
            cards[n] = card
            _add_way(ways, n, s.packet[card] * PICKS + s.pick[card] - NOT_KEPT)
            n += 1
    card_seen, way_seen, owner = zeros(CARDS, np.int64), zeros(CARDS, np.int64), zeros(CARDS, np.int64)
    for i in range(n):
        card_seen[i] = _seen_after(s, seat, s.packet[cards[i]], s.pick[cards[i]])
        packet, pick = ways[i] // PICKS, ways[i] % PICKS + NOT_KEPT
        way_seen[i] = _seen_after(s, seat, packet, pick)
        owner[i] = NOBODY if pick < 0 else receiver(s, packet, pick)
    goer = zeros(CARDS, np.int64)  # of each way: the place of its card among the cards
    for number in range(POSSIBLE):
        if _send(s, n, cards, card_seen, way_seen, owner, goer, number < EVEN) and _leader_can_lead(s, seat, n, cards, owner, goer):
            _lay_down(s, seat, n, cards, ways, owner, goer)
            return


@rule
def _add_way(ways, n, way):
    """Add a way to n others; they are kept in order."""
    while n > 0 and ways[n - 1] > way:
        ways[n] = ways[n - 1]
        n -= 1
    ways[n] = way


@rule
def _shuffle_marriages(s):
    """BB-2: those still to come are as unknown as those out of the game; only Estrid's place is known."""
    last = rounds_of(s.players) - 1
    if s.round_number > last:
        sort_cards(s.marriage, last + 1, MARRIAGES)
        shuffle(s, s.marriage, last + 1, MARRIAGES)
        return
    card = s.marriage[last]
    s.marriage[last] = s.marriage[MARRIAGES - 1]
    sort_cards(s.marriage, s.round_number, MARRIAGES - 1)
    shuffle(s, s.marriage, s.round_number, MARRIAGES - 1)
    s.marriage[MARRIAGES - 1] = s.marriage[last]
    s.marriage[last] = card


@rule
def _seen_after(s, seat, packet, pick):
    """After which passes a seat saw a card that went this way, a bit for each."""
    passes = np.int64(0)
    for number in range(s.passes + 1):
        if _saw(s, seat, packet, pick, number):
            passes |= np.int64(1) << number
    return passes


@rule
def _send(s, n, cards, card_seen, way_seen, owner, goer, even):
    """Send every card along a way. False for a deal that does not count: it is impossible, or is to be as rare as what it leaves."""
    sent = np.int64(0)  # a bit for each place among the cards
    for way in range(n):
        goer[way] = NOBODY
    for i in range(n):
        player = s.played_by[cards[i]]
        if player >= 0:
            way = _any_way(s, n, card_seen[i], player, way_seen, owner, goer)
            if way < 0:
                return False
            goer[way] = i
            sent |= np.int64(1) << i
    unplayed = sent
    for many in range(COLOURS, 0, -1):  # those that lack most choose first: what they may have others who lack less may have too
        for way in range(n):
            if goer[way] < 0 and _lacking(s, owner[way]) == many:
                most = _options(s, n, cards, card_seen, unplayed, way_seen[way], owner[way])
                for earlier in range(n):
                    if goer[earlier] >= 0 and s.played_by[cards[goer[earlier]]] < 0 and way_seen[earlier] == way_seen[way]:
                        if s.lacks[owner[way]] & ~s.lacks[owner[earlier]] == 0:
                            most -= 1
                options = _options(s, n, cards, card_seen, sent, way_seen[way], owner[way])
                if options == 0 or (even and options < most and random_below(s, most) >= options):
                    return False
                goer[way] = _option(s, n, cards, card_seen, sent, way_seen[way], owner[way], random_below(s, options))
                sent |= np.int64(1) << goer[way]
    for way in range(n):
        if goer[way] < 0:
            options = _options(s, n, cards, card_seen, sent, way_seen[way], NOBODY)
            if options == 0:
                return False
            goer[way] = _option(s, n, cards, card_seen, sent, way_seen[way], NOBODY, random_below(s, options))
            sent |= np.int64(1) << goer[way]
    return True


@rule
def _any_way(s, n, seen, player, way_seen, owner, goer):
    """One of the ways of a player that are free, and were seen just so; -1 if there is none."""
    options = 0
    for way in range(n):
        if goer[way] < 0 and owner[way] == player and way_seen[way] == seen:
            options += 1
    if options == 0:
        return NOBODY
    option = random_below(s, options)
    for way in range(n):
        if goer[way] < 0 and owner[way] == player and way_seen[way] == seen:
            if option == 0:
                return way
            option -= 1
    return NOBODY


@rule
def _lacking(s, seat):
    """How many colours of card everybody knows not to be in a hand."""
    many = 0
    if seat >= 0:
        for colour in range(COLOURS):
            many += s.lacks[seat] >> colour & 1
    return many


@rule
def _may_go(s, card, seen, way_seen, owner):
    return seen == way_seen and (owner < 0 or s.lacks[owner] >> COLOUR[card] & 1 == 0)


@rule
def _options(s, n, cards, card_seen, sent, way_seen, owner):
    """How many cards that were not sent yet may go a way."""
    options = 0
    for i in range(n):
        if not sent >> i & 1 and _may_go(s, cards[i], card_seen[i], way_seen, owner):
            options += 1
    return options


@rule
def _option(s, n, cards, card_seen, sent, way_seen, owner, option):
    """The place of one of these cards."""
    for i in range(n):
        if not sent >> i & 1 and _may_go(s, cards[i], card_seen[i], way_seen, owner):
            if option == 0:
                return i
            option -= 1
    return NOBODY


@rule
def _leader_can_lead(s, seat, n, cards, owner, goer):
    """BB-20: whoever names a town holds a card for a free one, and whoever has named it, one for that town."""
    if s.seat == seat or not (s.phase == Phase.NAME or (s.phase == Phase.CARD and s.seat == s.leader)):
        return True
    hand = 0
    for way in range(n):
        if owner[way] == s.seat and s.played_by[cards[goer[way]]] < 0:
            hand |= 1 << cards[goer[way]]
    if s.phase == Phase.NAME:
        return fitting_towns(s, hand) != NO_TOWNS
    return hand & FITTING[colour_of(s, s.active)] != 0


@rule
def _lay_down(s, seat, n, cards, ways, owner, goer):
    """Write the ways down, and with them the hands; after the tricks all hands are empty."""
    for other in range(s.players):
        if other != seat:
            s.hand[other] = 0
    for way in range(n):
        card = cards[goer[way]]
        s.packet[card] = ways[way] // PICKS
        s.pick[card] = ways[way] % PICKS + NOT_KEPT
        if owner[way] >= 0 and s.played_by[card] < 0 and s.stage <= Stage.ROW:
            s.hand[owner[way]] |= 1 << card
    if s.stage == Stage.DRAFT:
        lay_packets(s)
