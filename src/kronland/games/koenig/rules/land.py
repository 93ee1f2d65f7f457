"""Löwenherz (2003): what land is worth: points, income and monopolies (L03-10, L03-26, L03-70). What a region is: `grid/rules/regions`."""

from __future__ import annotations

from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.games.fields import both, count, get_row, meet
from kronland.games.grid.rules.regions import FOUNDING, colour_of, land_of
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.state import (
    FIELD_VALUES,
    FIRST_MINE,
    LAYOUT,
    MINE_KINDS,
    MONOPOLY_MINES,
    MONOPOLY_POINTS,
    Terrain,
)

FOREST_VALUE, VILLAGE_VALUE, CITY_VALUE = FIELD_VALUES[Terrain.FOREST], FIELD_VALUES[Terrain.VILLAGE], FIELD_VALUES[Terrain.ROYAL_CITY]


@rule
def value_of(s, fields):
    """Forest 1, village 3, royal city 5 (L03-26)."""
    return (
        FOREST_VALUE * count(both(fields, get_row(s.terrain, Terrain.FOREST)))
        + VILLAGE_VALUE * count(both(fields, get_row(s.terrain, Terrain.VILLAGE)))
        + CITY_VALUE * count(both(fields, get_row(s.terrain, Terrain.ROYAL_CITY)))
    )


@rule
def _score_founding(s, castle, log):
    """A region has arisen: its owner scores its fields at once; the neutral colour never scores (L03-26, L03-6)."""
    region = get_row(s.region, castle)
    owner = colour_of(castle)
    if owner >= s.players:
        emit(log, Event.NEUTRAL_REGION, castle, count(region))
        return
    points = value_of(s, region)
    s.score[owner] += points
    emit(log, Event.REGION_FOUNDED, owner, castle, count(region), points)
    settle_monopolies(s, log)


FOUNDING.bind(LAYOUT.dtype, _score_founding)


@rule
def mines_of(s, seat, mine):
    """How many mines of a kind lie in a player's regions."""
    return count(both(land_of(s, seat), get_row(s.terrain, FIRST_MINE + mine)))


@rule
def income(s, seat):
    """1 ducat for every kind of mine in own regions, however many there are of it (L03-10)."""
    land = land_of(s, seat)
    ducats = 0
    for mine in range(MINE_KINDS):
        if meet(land, get_row(s.terrain, FIRST_MINE + mine)):
            ducats += 1
    return ducats


@rule
def settle_monopolies(s, log):
    """Three or four mines of a kind are a monopoly: 5 points while it lasts (L03-70)."""
    for seat in range(s.players):
        for mine in range(MINE_KINDS):
            had = s.monopolies[seat] >> mine & 1
            has_now = 1 if mines_of(s, seat, mine) >= MONOPOLY_MINES else 0
            if has_now > had:
                s.score[seat] += MONOPOLY_POINTS
                emit(log, Event.MONOPOLY_WON, seat, mine, MONOPOLY_POINTS)
            elif has_now < had:
                s.score[seat] -= MONOPOLY_POINTS
                emit(log, Event.MONOPOLY_LOST, seat, mine, -MONOPOLY_POINTS)
            s.monopolies[seat] ^= (had ^ has_now) << mine
