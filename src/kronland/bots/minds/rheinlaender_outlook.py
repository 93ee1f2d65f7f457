"""Rheinländer: what a knight on a free field would bring to each seat, mergers, ties and all (RH-21 to RH-26)."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.games.fields import has
from kronland.games.rheinlaender.rules.duchies import VALUE, is_knight, other_field, value_of
from kronland.games.rheinlaender.rules.reach import reinforcements
from kronland.games.rheinlaender.rules.state import DUCHIES, LAND, NONE, RIVER, SPOTS_OF_FIELD, TOUCHING, Building, Phase

DUKEDOM = 3.0  # what it is worth to rule on, in coins: a duke is worth four more in the end, and cities may come
COINS = 10.0  # that count one
EACH, LARGEST = 8, 255  # bits that the strength of a seat takes, and the largest


@rule
def outlook(s, seat, out, first):
    """Put the features of what may come into `out`: of the cards in hand, of any knight beside an own one, of the whole map."""
    best = 0.0
    for place in range(s.hand_size[seat]):
        gain = gain_with(s, seat, np.int64(s.hand[seat, place]))
        out[first + 1] += gain / COINS
        best = max(best, gain)
    out[first] = best / COINS
    own = reinforcements(s, seat)
    near, gains, losses, certain = 0.0, 0.0, 0.0, 0.0
    for field in range(RIVER + np.int64(s.sections)):
        if s.on[field] != NONE:
            continue
        ruled, beside, present = False, False, field < LAND and s.spot_of[field, 0] != NONE  # a castle's knight may decide
        for k in range(TOUCHING):
            there = s.touching[field, k]
            if there == NONE:
                break
            if is_knight(s.on[there]):
                beside = True
                duchy = np.int64(s.duchy[there])
                ruled = ruled or (duchy > 0 and s.duke[duchy] == seat)
                present = present or s.on[there] == seat or (duchy > 0 and s.strength[duchy, seat] > 0)
        if not beside or not _open(s, field):
            continue
        if present:
            gain = gain_by(s, seat, seat, field)
            if gain > 0.0:
                gains += gain
                if field < LAND and has(own, field):
                    near = max(near, gain)
        if ruled:
            for other in range(s.players):
                if other != seat:
                    gain = gain_by(s, seat, other, field)
                    if gain < 0.0:
                        losses -= gain
                        if field < LAND and _may_reinforce(s, other, field):
                            certain = max(certain, -gain)
    out[first + 2] = near / COINS
    if s.seat == seat and s.phase == Phase.CARD:
        out[first + 3] = max(near, best) / COINS
    if s.arrived != NONE:
        out[first + 4] = gain_by(s, seat, np.int64(s.seat), s.arrived) / COINS
    out[first + 5] = gains / COINS
    out[first + 6] = losses / COINS
    out[first + 7] = certain / COINS
    _bishops(s, seat, out, first + 8)


@rule
def gain_with(s, seat, card):
    """What the knight of a card would bring in its section: on the better bank, or the river between two that are occupied."""
    gain, free = 0.0, False
    for bank in range(2):
        field = s.section_land[card, bank]
        if s.on[field] == NONE:
            free = True
            gain = max(gain, gain_by(s, seat, seat, field))
    if not free and s.on[RIVER + card - 1] == NONE:
        gain = gain_by(s, seat, seat, RIVER + card - 1)
    return max(0.0, gain)


@rule
def exchange_with(s, seat, card):
    """What the archbishop's exchange would bring with a card (RH-16), on the best field of its section."""
    gain = 0.0
    for bank in range(3):
        gain = max(gain, gain_by_exchange(s, seat, RIVER + card - 1 if bank == 2 else np.int64(s.section_land[card, bank])))
    return gain


@rule
def _bishops(s, seat, out, first):
    """What the archbishop's exchange would bring with the cards in hand (RH-16), how near he is, and by how much duchies are ruled."""
    if s.archbishop == seat:
        for place in range(s.hand_size[seat]):
            out[first] = max(out[first], exchange_with(s, seat, np.int64(s.hand[seat, place])) / COINS)
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, np.int64(s.bishops[other]))
    out[first + 1] = min(2, max(-2, s.bishops[seat] - most))
    for duchy in range(1, DUCHIES):
        if s.extent[duchy] > 0 and s.duke[duchy] == seat:
            others = 0
            for other in range(s.players):
                if other != seat:
                    others = max(others, np.int64(s.strength[duchy, other]))
            out[first + 2] += min(4, s.strength[duchy, seat] - others)


@rule
def gain_by_exchange(s, seat, field):
    """What it would bring a seat, in coins, if its knight took the place of another player's on a field."""
    other, duchy = np.int64(s.on[field]), np.int64(s.duchy[field])
    if duchy == 0 or other == seat or not is_knight(other):
        return 0.0
    leader, most, level = np.int64(NONE), 0, False
    for q in range(s.players):
        strength = np.int64(s.strength[duchy, q])
        if q == seat:
            strength += 1
        elif q == other:
            strength -= 1
        if strength > most:
            leader, most, level = np.int64(q), strength, False
        elif strength == most:
            level = True
    if level or leader != seat or s.duke[duchy] == seat:
        return 0.0
    return value_of(s, duchy) + DUKEDOM


@rule
def _open(s, field):
    """Whether a card may lead to this free field."""
    if field < LAND:
        return True
    section = field - RIVER + 1
    return s.on[s.section_land[section, 0]] != NONE and s.on[s.section_land[section, 1]] != NONE


@rule
def _may_reinforce(s, seat, field):
    """RH-14: whether an own knight is beside a free field, and no other player's."""
    own = False
    for k in range(TOUCHING):
        there = s.touching[field, k]
        if there == NONE:
            break
        if is_knight(s.on[there]):
            if s.on[there] != seat:
                return False
            own = True
    return own


@rule
def gain_by(s, seat, mover, field):
    """What a knight of `mover` on a free field would bring to a seat, in coins: what dukes are paid, and what it is worth to rule."""
    olds, strengths, joined = np.int64(0), np.int64(1) << EACH * np.int64(mover), False  # strengths of all seats in one number
    worth, dukes, own, best, sitting = 0, 0, 0, 0, np.int64(NONE)
    richest, manned_by = -1, np.int64(mover)
    for k in range(TOUCHING):
        there = s.touching[field, k]
        if there == NONE:
            break
        if not is_knight(s.on[there]):
            continue
        joined = True
        old = np.int64(s.duchy[there])
        if old == 0:
            strengths += np.int64(1) << EACH * np.int64(s.on[there])
            if there < LAND:
                for m in range(SPOTS_OF_FIELD):
                    spot = s.spot_of[there, m]
                    if spot == NONE:
                        break
                    if other_field(s, spot, there) != field:
                        worth += VALUE[s.building[spot]]
                    if s.castle_knight[spot] != NONE:
                        strengths += np.int64(1) << EACH * np.int64(s.castle_knight[spot])
        elif olds >> old & 1 == 0:
            olds |= np.int64(1) << old
            worth += s.worth[old]
            for q in range(s.players):
                strengths += np.int64(s.strength[old, q]) << EACH * q
            duke = np.int64(s.duke[old])
            if duke != NONE:
                dukes += 1
                sitting = duke
                if s.worth[old] > richest:
                    richest, manned_by = np.int64(s.worth[old]), duke
                if duke == seat:
                    own += 1
                    best = max(best, value_of(s, old))
    if not joined:
        return 0.0
    if field < LAND:
        for m in range(SPOTS_OF_FIELD):
            spot = s.spot_of[field, m]
            if spot == NONE:
                break
            over = other_field(s, spot, field)
            if s.duchy[over] == 0 or olds >> np.int64(s.duchy[over]) & 1 == 0:
                worth += VALUE[s.building[spot]]
            if s.building[spot] == Building.CASTLE and not is_knight(s.on[over]) and s.castle_knight[spot] == NONE:
                strengths += np.int64(1) << EACH * manned_by
    leader, most, level = np.int64(NONE), 0, False
    for q in range(s.players):
        strength = strengths >> EACH * q & LARGEST
        if strength > most:
            leader, most, level = np.int64(q), strength, False
        elif strength == most:
            level = True
    if level:
        leader = sitting if dukes == 1 else np.int64(NONE)
    if leader != seat:
        return -DUKEDOM * own
    return 1.0 + worth - best + DUKEDOM * (1 - own)
