"""Brian Boru: discs put on towns for nothing: the first ones (BB-3), by marriage and from the track (BB-41)."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, seat_bit
from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.brianboru.rules.board import ALL_TOWNS, NO_TOWNS, free_towns, has, only, taken
from kronland.games.brianboru.rules.domains import REGION, TOWN
from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.refusals import Refusal
from kronland.games.brianboru.rules.state import N_REGIONS, Phase, Stage

START = N_("Put your first disc on a town in a region without discs.")
DOWRY = N_("Put a disc on a free town in {region}.")
REWARD = N_("Put a disc on any free town.")


def ask_for_a_town(view: View) -> str:
    s, words = view.state, view.words
    if s.phase == Phase.DOWRY:
        region = int(s.marriage_town[s.marriage[s.round_number - 1]])
        return words(DOWRY, region=REGION.say(region, words, view.names))
    return words(START if s.phase == Phase.START else REWARD)


SETTLE = Verb(
    "settle",
    TOWN,
    label=N_("Put a disc on {town}"),
    prompt=ask_for_a_town,
    lesson=N_("Whoever has most towns of a region holds its power token, which scores at the end. Begin where you want to be strong."),
    rules=("BB-3", "BB-41"),
)


@rule
def settle_towns(s):
    """The towns where a disc may be put: nothing else decides it."""
    if s.phase == Phase.START:
        return start_towns(s)
    if s.phase == Phase.DOWRY:
        return dowry_towns(s)
    return free_towns(s) if s.phase == Phase.REWARD else NO_TOWNS


@rule
def start_towns(s):
    """BB-3: the towns of regions in which no disc lies."""
    towns, there = ALL_TOWNS, taken(s)
    for region in range(N_REGIONS):
        if there & s.region[region] != NO_TOWNS:
            towns &= ~s.region[region]
    return towns


@rule
def dowry_towns(s):
    """BB-41: the free towns of the region on the marriage card."""
    return free_towns(s) & s.region[s.marriage_town[marriage_card(s)]]


@rule
def marriage_card(s):
    return s.marriage[s.round_number - 1]


@rule
def why_no_disc(s, town):
    if s.phase != Phase.START and s.phase != Phase.DOWRY and s.phase != Phase.REWARD:
        return np.int64(Refusal.NOT_NOW)
    if s.phase == Phase.START:
        return np.int64(Refusal.START_REGION)
    if not has(free_towns(s), town):
        return np.int64(Refusal.REWARD_NOT_FREE)
    return np.int64(Refusal.REWARD_REGION)


@rule
def settle(s, seat, town, log):
    """Whether a decision is at hand: the first discs are put clockwise."""
    s.disc[seat] |= only(town)
    if s.phase != Phase.START:
        emit(log, Event.WEDDING_TOWN if s.phase == Phase.DOWRY else Event.TRACK_TOWN, seat, town)
        return False
    emit(log, Event.START_DISC, seat, town)
    following = (seat + 1) % s.players
    if following == s.marker:
        s.stage = Stage.PREPARATION
        return False
    s.seat = following
    pass_to(s, seat_bit(following))
    return True
