"""Löwenherz (1997): what land is worth when a region is founded (L97-36). What a region is, and how it arises: `grid/rules/regions`."""

from __future__ import annotations

from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.games.fields import both, count, get_row
from kronland.games.grid.rules.regions import FOUNDING, colour_of
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.state import LAYOUT, TOWN_POINTS, Terrain


@rule
def founding_points(fields):
    """The founding table (L97-36)."""
    if fields <= 0:
        return 0
    if fields <= 4:
        return 3
    if fields <= 10:
        return 5
    if fields <= 20:
        return 7
    if fields <= 30:
        return 9
    return 12


@rule
def towns_in(s, fields):
    return count(both(fields, get_row(s.terrain, Terrain.TOWN)))


@rule
def _score_founding(s, castle, log):
    """A region has been founded: the table by its size, and 5 a town; the neutral colour scores nothing (L97-36)."""
    region = get_row(s.region, castle)
    fields, towns = count(region), towns_in(s, region)
    owner = colour_of(castle)
    if owner >= s.players:
        emit(log, Event.NEUTRAL_REGION, castle, fields)
        return
    points = founding_points(fields) + TOWN_POINTS * towns
    s.score[owner] += points
    emit(log, Event.REGION_FOUNDED, owner, castle, fields, towns, points)


FOUNDING.bind(LAYOUT.dtype, _score_founding)
