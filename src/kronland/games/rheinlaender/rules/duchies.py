"""Rheinländer: duchies, dukes and bishops (RH-20 to RH-26, RH-32, RH-40).

Duchies are kept up to date with every knight: a field carries the number of its duchy, a duchy its strength in knights of each player,
the worth of its buildings and its duke. A set of duchies is a whole number whose bit n stands for duchy n.
"""

from __future__ import annotations

import numpy as np

from kronland.core.bits import EVERY_BYTE, ZERO, lowest
from kronland.core.kernel import on_gpu, rule
from kronland.core.log import emit
from kronland.games.rheinlaender.rules.events import Event
from kronland.games.rheinlaender.rules.state import (
    BUILDING_VALUES,
    DUCHIES,
    DUKE_VALUE,
    FIELDS,
    LAND,
    NONE,
    SEATS,
    SPOTS_OF_FIELD,
    TOUCHING,
    Building,
)

VALUE = np.array(BUILDING_VALUES, np.int16)
_7, _BYTE = np.uint64(7), np.uint64(0xFF)
_SEVENS = np.uint64(0x7F7F7F7F7F7F7F7F)


@rule
def is_knight(thing):
    return thing >= 0 and thing < SEATS


@rule
def use_knight(s, seat, log):
    """A knight leaves the supply; the last one announces the end (RH-50)."""
    s.knights_left[seat] -= 1
    if s.knights_left[seat] == 0 and not s.last_turn:
        s.last_turn = 1
        emit(log, Event.LAST_TURN, seat)


@rule
def _next_of(duchies):
    """The lowest of a set of duchies, which is not empty, and the set without it."""
    return lowest(np.uint64(duchies)), duchies & (duchies - 1)


# Who rules --------------------------------------------------------------------------------------------------------------------------


@rule
def value_of(s, duchy):
    """RH-26: the duke and the buildings."""
    return DUKE_VALUE + s.worth[duchy]


@rule
def leader_of(s, duchy):
    """Who has strictly more knights than every other player (RH-22), -1 for none.

    At least two they are in any case: whoever is alone in a duchy has two fields of it, and whoever is not has more than one.
    """
    leader, most, level = NONE, 0, False
    for seat in range(s.players):
        strength = s.strength[duchy, seat]
        if strength > most:
            leader, most, level = seat, strength, False
        elif strength == most:
            level = True
    return NONE if level else leader


@rule
def settle_ruler(s, duchy, olds, field, log):
    """Who rules a duchy that a placement on `field` has made out of the old ones (none: a new duchy)."""
    leader = leader_of(s, duchy)
    kept = _best_of(s, olds, leader)
    if leader == NONE:
        _settle_tie(s, duchy, olds, log)
        return
    ruled_all = olds != 0
    rest = olds
    while rest:
        old, rest = _next_of(rest)
        duke = s.duke[old]
        if duke != leader:
            ruled_all = False
        if duke != NONE and old != kept:  # RH-23, RH-24
            _pay(s, duke, old, np.int64(Event.DUKE_MERGED) if duke == leader else np.int64(Event.DUKE_OUSTED), log)
    s.duke[duchy] = leader
    if kept == NONE:
        emit(log, Event.DUKE_ENTERS, leader, field)
    if not ruled_all:
        _swap_castle_knights(s, duchy, leader, log)


@rule
def _best_of(s, olds, seat):
    """The most valuable of the old duchies whose duke is this player's (RH-24), -1 for none."""
    best = NONE
    rest = olds if seat != NONE else 0
    while rest:
        old, rest = _next_of(rest)
        if s.duke[old] == seat and (best == NONE or s.worth[old] > s.worth[best]):
            best = old
    return best


@rule
def _settle_tie(s, duchy, olds, log):
    """RH-25: two or more dukes leave with their pay; RH-23: a single one stays."""
    dukes, sitting = 0, NONE
    rest = olds
    while rest:
        old, rest = _next_of(rest)
        if s.duke[old] != NONE:
            dukes += 1
            sitting = s.duke[old]
    if dukes > 1:
        rest = olds
        while rest:
            old, rest = _next_of(rest)
            if s.duke[old] != NONE:
                _pay(s, s.duke[old], old, np.int64(Event.DUKE_OF_TIE), log)
        sitting = NONE
    elif dukes == 1:
        emit(log, Event.DUKE_STAYS, sitting)
    s.duke[duchy] = sitting


@rule
def _pay(s, seat, old, event, log):
    """A duke is paid the old value of the duchy and leaves (RH-26, RH-27)."""
    coins = value_of(s, old)
    s.coins[seat] += coins
    emit(log, event, seat, coins)


@rule
def _swap_castle_knights(s, duchy, leader, log):
    """RH-32: the duchy has changed hands; castles in map order."""
    for spot in range(s.spots):
        other = s.castle_knight[spot]
        if other == NONE or other == leader or s.knights_left[leader] == 0:
            continue
        if s.duchy[s.spot_field[spot, 0]] == duchy or s.duchy[s.spot_field[spot, 1]] == duchy:
            s.castle_knight[spot] = leader
            s.knights_left[other] += 1
            s.strength[duchy, other] -= 1
            s.strength[duchy, leader] += 1
            emit(log, Event.CASTLE_SWAPPED, leader, other, s.spot_field[spot, 0])
            use_knight(s, leader, log)


# What belongs together --------------------------------------------------------------------------------------------------------------


@rule
def settle_arrival(s, field, log):
    """A knight has come to a free field: it joins the duchies and single knights beside it, and the ruler of the whole is settled."""
    olds, neighbours, single = np.int64(0), 0, False
    target = NONE
    for k in range(TOUCHING):
        there = s.touching[field, k]
        if there == NONE:
            break
        if is_knight(s.on[there]):
            neighbours += 1
            old = np.int64(s.duchy[there])
            if old == 0:
                single = True
            else:
                olds |= np.int64(1) << old
                if target == NONE or s.extent[old] > s.extent[target]:
                    target = old
    if neighbours == 0:
        return  # RH-20: a single knight is no duchy
    if target == NONE:
        target = _free_number(s)
    rest = olds
    while rest:
        old, rest = _next_of(rest)
        if old != target:
            _take_over_fields(s, old, target)
    worth, churches = 0, 0
    if single:
        for k in range(TOUCHING):
            there = s.touching[field, k]
            if there == NONE:
                break
            if is_knight(s.on[there]) and s.duchy[there] == 0:
                more, church = _join(s, there, target)
                worth += more
                churches += church
    more, church = _join(s, field, target)
    worth += more
    churches += church
    settle_ruler(s, target, olds, field, log)
    # only now, so that old values stood until all were paid
    rest = olds
    while rest:
        old, rest = _next_of(rest)
        if old != target:
            worth += s.worth[old]
            churches += s.churches[old]
            clear_duchy(s, old)
    s.worth[target] += worth
    s.churches[target] += churches


@rule
def _free_number(s):
    """The lowest that no duchy has; there are more numbers than the map has room for duchies."""
    for number in range(1, DUCHIES):
        if s.extent[number] == 0:
            return number
    return 0


@rule
def _take_over_fields(s, old, target):
    """Fields and knights of a duchy become another's; what it was worth and its duke stay on record until they are settled."""
    for field in range(FIELDS):
        if s.duchy[field] == old:
            s.duchy[field] = target
    s.extent[target] += s.extent[old]
    for seat in range(s.players):
        s.strength[target, seat] += s.strength[old, seat]


@rule
def clear_duchy(s, duchy):
    s.extent[duchy] = 0
    s.worth[duchy] = 0
    s.churches[duchy] = 0
    s.duke[duchy] = NONE
    for seat in range(SEATS):
        s.strength[duchy, seat] = 0


@rule
def _join(s, field, duchy):
    """A single knight joins a duchy with its castle knights (RH-21) and buildings; worth and churches that come with it."""
    s.duchy[field] = duchy
    s.extent[duchy] += 1
    s.strength[duchy, s.on[field]] += 1
    worth, churches = 0, 0
    if field < LAND:
        for k in range(SPOTS_OF_FIELD):
            spot = s.spot_of[field, k]
            if spot == NONE:
                break
            if s.duchy[other_field(s, spot, field)] == duchy:
                continue  # its buildings are in the duchy already
            worth += VALUE[s.building[spot]]
            if s.building[spot] == Building.CHURCH:
                churches += 1
            if s.castle_knight[spot] != NONE:
                s.strength[duchy, s.castle_knight[spot]] += 1
    return worth, churches


@rule
def other_field(s, spot, field):
    return s.spot_field[spot, 1] if s.spot_field[spot, 0] == field else s.spot_field[spot, 0]


# Bishops ----------------------------------------------------------------------------------------------------------------------------


@rule
def settle_bishops(s, log):
    """RH-40: a bishop for each duke with a church; the archbishop goes to whoever has strictly the most."""
    for seat in range(s.players):
        s.bishops[seat] = 0
    _count_bishops(s)
    holder, most = NONE, 0
    for seat in range(s.players):
        if s.bishops[seat] > most:
            holder, most = seat, s.bishops[seat]
        elif s.bishops[seat] == most:
            holder = NONE
    if holder != s.archbishop:
        s.archbishop = holder
        if holder == NONE:
            emit(log, Event.ARCHBISHOP_ASIDE)
        else:
            emit(log, Event.ARCHBISHOP_TO, holder)


@rule
def _count_bishops(s):
    for duchy in range(1, DUCHIES):
        if s.churches[duchy] > 0 and s.duke[duchy] != NONE:
            s.bishops[s.duke[duchy]] += 1


# The same on a GPU, which reads memory by the word: eight fields, or four duchies, at once --------------------------------------------


@on_gpu(_take_over_fields)
@rule
def take_over_words(s, old, target):
    fields = s.duchy.view(np.uint64)
    olds, change = np.uint64(old) * EVERY_BYTE, np.uint64(old ^ target) * EVERY_BYTE
    for k in range(fields.shape[0]):
        other = fields[k] ^ olds
        same = ~(((other & _SEVENS) + _SEVENS) | other | _SEVENS)  # the highest bit of each byte that is 0 in `other`
        if same != ZERO:
            fields[k] ^= (same >> _7) * _BYTE & change
    s.extent[target] += s.extent[old]
    for seat in range(s.players):
        s.strength[target, seat] += s.strength[old, seat]


@on_gpu(_count_bishops)
@rule
def count_bishops_by_word(s):
    churches = s.churches.view(np.uint32)
    for k in range(churches.shape[0]):
        left = np.uint64(churches[k])
        while left != ZERO:
            byte = lowest(left) >> 3
            left &= ~(_BYTE << np.uint64(byte * 8))
            duchy = k * 4 + byte
            if s.duke[duchy] != NONE:
                s.bishops[s.duke[duchy]] += 1
