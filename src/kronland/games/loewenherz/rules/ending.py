"""Löwenherz (1997): the end (L97-90)."""

from __future__ import annotations

from kronland.core.flow import finish
from kronland.core.kernel import entry, rule
from kronland.core.log import emit
from kronland.games.fields import both, count, get_row
from kronland.games.grid.rules.regions import land_of
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.purse import held_treasures, holds, show_card, worth
from kronland.games.loewenherz.rules.state import FIEF_VALUES, FIRST_TREASURE, POLITICS_CARDS, End, Terrain

FIRST_FIEF = FIRST_TREASURE - len(FIEF_VALUES)


@rule
def mountains(s, seat):
    """Mountains in a player's regions: a point each at a silver find (L97-10) and at the end."""
    return count(both(land_of(s, seat), get_row(s.terrain, Terrain.MOUNTAIN)))


@rule
def end_game(s, log):
    """1 per mountain in own regions, then the fiefs; most points wins, then most ducats, treasures included."""
    emit(log, Event.KING_DIES)
    for seat in range(s.players):
        points = mountains(s, seat)
        if points > 0:
            s.score[seat] += points
            emit(log, Event.FINAL_MOUNTAINS, seat, points)
    for seat in range(s.players):
        points = 0
        for fief in range(len(FIEF_VALUES)):
            if holds(s, seat, FIRST_FIEF + fief):
                points += FIEF_VALUES[fief]
        if points > 0:
            s.score[seat] += points
            emit(log, Event.FINAL_FIEFS, seat, points)
    for card in range(POLITICS_CARDS):
        if s.politics_taker[card] >= 0:
            show_card(s, card)
    s.phase = 0
    s.seat = s.start
    winners = 0
    for seat in range(s.players):
        if rank(s, seat) == 1:
            winners += 1
    for seat in range(s.players):
        if rank(s, seat) == 1:
            emit(log, Event.WINNER if winners == 1 else Event.SHARED_WIN, seat, s.score[seat])
    finish(s, End.KING)


@rule
def wealth(s, seat):
    """Ducats, treasures included: the tie-break."""
    return s.ducats[seat] + worth(held_treasures(s, seat))


@rule
def rank(s, seat):
    """1 for the winner; players who are level in points and wealth share a rank."""
    place = 1
    for other in range(s.players):
        if s.score[other] > s.score[seat] or (s.score[other] == s.score[seat] and wealth(s, other) > wealth(s, seat)):
            place += 1
    return place


@entry
def result(s, out):
    """out[0]: share of the win, out[1]: points, out[2]: rank, for each seat."""
    winners = 0
    for seat in range(s.players):
        out[1, seat] = s.score[seat]
        out[2, seat] = rank(s, seat)
        if out[2, seat] == 1:
            winners += 1
    for seat in range(s.players):
        out[0, seat] = 1.0 / winners if out[2, seat] == 1 else 0.0
