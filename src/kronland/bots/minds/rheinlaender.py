"""Rheinländer: what its bots look at."""

from __future__ import annotations

import numpy as np

from kronland.bots.engine.evaluation import Mind
from kronland.bots.minds.rheinlaender_outlook import outlook
from kronland.core.kernel import entry, rule
from kronland.core.words import N_
from kronland.games.rheinlaender.rules.contents import A_BASTION, A_CARD, A_KNIGHT, A_REPLACE, PART, VERB
from kronland.games.rheinlaender.rules.duchies import VALUE, is_knight, value_of
from kronland.games.rheinlaender.rules.state import (
    ARCHBISHOP_VALUE,
    DUCHIES,
    KNIGHTS,
    LAND,
    NONE,
    RIVER,
    SPOTS_OF_FIELD,
    TOUCHING,
)

KNIGHTS_OF = np.array(KNIGHTS, np.int16)

NAMES = (
    "money",  # coins, and what the dukes will bring
    "duchies",
    "safe duchies",
    "threatened value",
    "contested value",
    "archbishop",
    "bishops",
    "knights left",
    "bastions left",
    "single knights beside buildings",
    "knights in others' duchies",
    "best chance in hand",
    "chances in hand",
    "best gain at hand",
    "gains at hand",
    "gain by reinforcement",
    "gain on the move",
    "gain under way",
    "gains on the map",
    "losses on the map",
    "losses by reinforcement",
    "exchange at hand",
    "bishops ahead",
    "leads",
)
OUTLOOK = NAMES.index("best gain at hand")  # where those begin that `outlook` finds, in its order


@entry
def features(s, seat, out):
    """The features of a seat, in the order of NAMES."""
    for f in range(out.shape[0]):
        out[f] = 0.0
    out[0] = s.coins[seat] / 10.0
    for duchy in range(1, DUCHIES):
        if s.extent[duchy] > 0:
            _duchy(s, seat, duchy, out)
    if s.archbishop == seat:
        out[5] = s.archbishop_counts * ARCHBISHOP_VALUE / 10.0 + 0.2
    out[6] = s.bishops[seat]
    out[7] = s.knights_left[seat] / 10.0
    out[8] = s.bastions_left[seat]
    for spot in range(s.spots):
        for side in range(2):
            field = s.spot_field[spot, side]
            if s.on[field] == seat and s.duchy[field] == 0:
                out[9] += VALUE[s.building[spot]] / 10.0
    for place in range(s.hand_size[seat]):
        chance = _chance(s, seat, s.hand[seat, place]) / 10.0
        out[11] = max(out[11], chance)
        out[12] += chance
    outlook(s, seat, out, OUTLOOK)
    fewest = s.knights_left[0]
    for other in range(1, s.players):
        if s.knights_left[other] < fewest:
            fewest = s.knights_left[other]
    return 1.0 - fewest / KNIGHTS_OF[s.players]


@rule
def _duchy(s, seat, duchy, out):
    """What a duchy is worth to a seat. Its duke is paid whatever comes (RH-23 to RH-25, RH-51): that counts as money."""
    mine, most = np.int64(s.strength[duchy, seat]), np.int64(0)
    for other in range(s.players):
        if other != seat and s.strength[duchy, other] > most:
            most = np.int64(s.strength[duchy, other])
    value = value_of(s, duchy) / 10.0
    if s.duke[duchy] == seat:
        out[0] += value
        out[1] += 1.0
        lead = mine - most
        if lead >= 2:
            out[2] += 1.0
        elif most > 0:
            out[3] += value
    elif mine > 0:
        out[10] += mine
        out[4] += value / (1.0 + most - mine) if most >= mine else value


# What a card could bring ------------------------------------------------------------------------------------------------------------


@rule
def _chance(s, seat, card):
    """What a card could bring at once: the value of duchies that its knight would take or begin, on the better of its banks."""
    best = 0.0
    for bank in range(2):
        field = s.section_land[card, bank]
        if s.on[field] == NONE:
            best = max(best, _gain(s, seat, field))
    return best


@rule
def _gain(s, seat, field):
    """What a knight on a free field would bring, roughly: each duchy beside it by itself (one on two sides of it may count twice)."""
    gain, rules, before = 0.0, False, 0
    for k in range(TOUCHING):
        there = s.touching[field, k]
        if there == NONE:
            break
        duchy = s.duchy[there]
        if duchy == 0:
            if s.on[there] == seat:
                gain, rules = gain + 1.0, True
        elif duchy != before:
            before = duchy
            if s.duke[duchy] == seat:
                rules = True
            elif _would_lead(s, seat, duchy):
                gain, rules = gain + value_of(s, duchy), True
    if rules and field < LAND:
        for k in range(SPOTS_OF_FIELD):
            spot = s.spot_of[field, k]
            if spot == NONE:
                break
            if s.on[s.spot_field[spot, 0]] == NONE and s.on[s.spot_field[spot, 1]] == NONE:
                gain += VALUE[s.building[spot]]
    return gain


@rule
def _would_lead(s, seat, duchy):
    """Whether one knight more would be a majority."""
    for other in range(s.players):
        if other != seat and s.strength[duchy, other] > s.strength[duchy, seat]:
            return False
    return True


# Hunches ----------------------------------------------------------------------------------------------------------------------------


@entry
def hunch(s, seat, action):
    verb, field = VERB[action], PART[action]
    if verb == A_CARD:
        return 20 + 10 * np.int64(_chance(s, seat, PART[action]))
    if verb == A_BASTION:
        return 1 if _beside(s, seat, field) > 0 else 0
    if verb == A_REPLACE:
        return 12
    if verb != A_KNIGHT:
        return 40
    weight = 4 + 3 * _beside(s, seat, field) + 6 * np.int64(_gain(s, seat, field))
    if field < LAND:
        for k in range(SPOTS_OF_FIELD):
            spot = s.spot_of[field, k]
            if spot == NONE:
                break
            weight += 4 * VALUE[s.building[spot]]
    return weight


@rule
def _beside(s, seat, field):
    """Knights next to a field; river fields join both banks."""
    count = 1 if field >= RIVER else 0
    for k in range(TOUCHING):
        there = s.touching[field, k]
        if there == NONE:
            break
        if is_knight(s.on[there]):
            count += 1
    return count


WORDS = {
    N_("money, and what the dukes bring"): ("money",),
    N_("duchies"): ("duchies",),
    N_("safety of the duchies"): ("safe duchies", "threatened value", "losses on the map", "losses by reinforcement", "leads"),
    N_("prospects in others' duchies"): ("contested value", "knights in others' duchies"),
    N_("bishops and the archbishop"): ("archbishop", "bishops", "bishops ahead", "exchange at hand"),
    N_("knights in supply"): ("knights left",),
    N_("bastions in supply"): ("bastions left",),
    N_("knights beside buildings"): ("single knights beside buildings",),
    N_("what the cards in hand can bring"): (
        "best chance in hand",
        "chances in hand",
        "best gain at hand",
        "gains at hand",
        "gain by reinforcement",
        "gain on the move",
    ),
    N_("what can still be gained on the board"): ("gain under way", "gains on the map"),
}
MIND = Mind(NAMES, {"features": features, "hunch": hunch}, WORDS)
