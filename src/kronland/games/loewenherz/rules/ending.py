"""Löwenherz (1997): the end (L97-90)."""

from __future__ import annotations

from kronland.core.ending import tell_winners
from kronland.core.flow import finish
from kronland.core.kernel import rule
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
def final_scoring(s, log):
    """1 per mountain in own regions, then the fiefs."""
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


@rule
def end_game(s, log):
    """Most points wins, then most ducats, treasures included."""
    emit(log, Event.KING_DIES)
    final_scoring(s, log)
    for card in range(POLITICS_CARDS):
        if s.politics_taker[card] >= 0:
            show_card(s, card)
    s.phase = 0
    s.seat = s.start
    tell_winners(s, Event.WINNER, Event.SHARED_WIN, log)
    finish(s, End.KING)


@rule
def points(s, seat):
    return s.score[seat]


@rule
def tie(s, seat):
    """The wealth of a seat: ducats, treasures included."""
    return s.ducats[seat] + worth(held_treasures(s, seat))
