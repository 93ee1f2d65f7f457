"""Brian Boru: set-up (BB-1 to BB-4)."""

from __future__ import annotations

from kronland.core.flow import pass_to, random_below, seat_bit, shuffle
from kronland.core.kernel import entry, rule
from kronland.core.log import emit
from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.state import (
    CARDS,
    ESTRID,
    FACE_DOWN,
    FLEETS,
    MARRIAGES,
    N_REGIONS,
    NOBODY,
    NOT_KEPT,
    ROWS,
    SEATS,
    SPACES,
    START_COINS,
    START_POINTS,
    START_RENOWN,
    SYMBOLS,
    TOWNS,
    Phase,
)


@rule
def rounds_of(players):
    """BB-4."""
    return 3 if players == 3 else 4


@entry
def setup(s, players, options, components, log):
    """The start position. options: with five players, five tricks (0) or four (1)."""
    s.players = players
    s.four_tricks = options[0]
    lay_out(s, components)
    clear_table(s)
    for seat in range(players):
        s.coins[seat] = START_COINS
        s.renown[seat] = START_RENOWN
        s.points[seat] = START_POINTS
    _stack_decks(s, components)
    s.marker = random_below(s, players)  # BB-3
    emit(log, Event.START_PLAYER, s.marker)
    s.phase = Phase.START
    s.seat = s.marker
    pass_to(s, seat_bit(s.seat))


@rule
def lay_out(s, components):
    """What is printed on board and cards."""
    for region in range(N_REGIONS):
        s.region[region] = components.region[region]
        s.threshold[region] = components.threshold[region]
        s.token_points[region] = components.token_points[region]
        s.spread[region + 1] = components.spread[region + 1]
    s.spread[0] = components.spread[0]
    for colour in range(3):
        s.town_colour[colour] = components.town_colour[colour]
    for town in range(TOWNS):
        s.road[town] = components.road[town]
    for card in range(CARDS):
        for row in range(ROWS):
            for at in range(SYMBOLS):
                s.card_row[card, row, at] = components.card_row[card, row, at]
    for space in range(SPACES):
        s.track[space] = components.track[space]
    for card in range(MARRIAGES):
        s.marriage_points[card] = components.marriage_points[card]
        s.marriage_renown[card] = components.marriage_renown[card]
        s.marriage_town[card] = components.marriage_town[card]


@rule
def clear_table(s):
    """No token open, no card anywhere (BB-2)."""
    for region in range(N_REGIONS):
        s.token[region] = FACE_DOWN
    for card in range(MARRIAGES):
        s.spouse[card] = NOBODY
    for card in range(CARDS):
        s.packet[card] = NOBODY
        s.pick[card] = NOT_KEPT
        s.played_by[card] = NOBODY
    for seat in range(SEATS):
        s.card_of[seat] = -1
    s.pact = NOBODY
    s.trade = NOBODY
    s.leader = NOBODY
    s.winner = NOBODY
    s.active = -1
    s.row = -1
    s.victim = NOBODY


@rule
def _stack_decks(s, components):
    """BB-2: Estrid lies under two or three others; the rest is out of the game."""
    for card in range(FLEETS):
        s.fleet[card] = components.fleet[card]
    shuffle(s, s.fleet, 0, FLEETS)
    for card in range(MARRIAGES):
        s.marriage[card] = card
    shuffle(s, s.marriage, 0, ESTRID)
    last = rounds_of(s.players) - 1
    s.marriage[ESTRID] = s.marriage[last]
    s.marriage[last] = ESTRID
