"""Brian Boru: what must go with the decision at hand of a text position, so that play can go on from it by the rules."""

from __future__ import annotations

from kronland.core.layout import State
from kronland.games.brianboru.positions.cards import TRICKS
from kronland.games.brianboru.positions.lines import error
from kronland.games.brianboru.rules.invariants import names, towns_in
from kronland.games.brianboru.rules.state import (
    CARD_COLOURS,
    COLOUR_NAMES,
    EXPANSION,
    MARRIAGE_NAMES,
    NOBODY,
    TOWN_NAMES,
    Colour,
    Phase,
    Stage,
)


def check_turn(s: State, line: int) -> None:
    """What is wrong with the turn, which stands in this line."""
    if s.phase == Phase.START:
        _check_start(s, line)
    elif s.stage == Stage.TRICK:
        _check_trick(s, line)
    elif s.stage in (Stage.ACTIONS, Stage.ROW):
        _check_actions(s, line)
    elif s.stage == Stage.WEDDING:
        _check_wedding(s, line)
    elif s.phase == Phase.LOSS and s.battle == 0:
        raise error(line, "nobody loses a town while no raider is left in the battle area (BB-50)")


def _check_start(s: State, line: int) -> None:
    """BB-3: each puts one disc, clockwise from the marker, and every one finds a region of its own."""
    before = (int(s.seat) - int(s.marker)) % int(s.players)
    for seat in range(s.players):
        wanted = int((seat - int(s.marker)) % int(s.players) < before)
        if len(towns_in(s.disc[seat])) != wanted:
            raise error(line, f"{COLOUR_NAMES[seat]} has discs on {names(towns_in(s.disc[seat])) or 'no town'}; expected {wanted} (BB-3)")


def _check_trick(s: State, line: int) -> None:
    if s.trick >= most_tricks(s):
        raise error(line, f"{s.trick} tricks have been played; expected fewer than {most_tricks(s)} before another one (BB-12)")
    if s.phase == Phase.NAME:
        if s.leader != s.seat:
            raise error(line, f"{COLOUR_NAMES[s.leader]} leads the trick; expected the leader to name the town (BB-20)")
    elif s.active >= 0:
        _check_free(s, line)
        if s.card_of[s.leader] >= 0 and CARD_COLOURS[s.card_of[s.leader]] not in (colour_of_town(s), Colour.WHITE):
            raise error(line, f"the leader's card {s.card_of[s.leader] + 1} does not fit {TOWN_NAMES[s.active]} (BB-20)")


def _check_actions(s: State, line: int) -> None:
    if s.phase == Phase.ROW:
        if s.seat == s.winner:
            raise error(line, "the winner of the trick takes the primary row and has none to choose (BB-22)")
        if s.card_row[s.card_of[s.seat], 2, 0] == 0:
            raise error(line, f"the card {s.card_of[s.seat] + 1} has one secondary row only, and leaves no choice (BB-22)")
    if s.phase == Phase.EXPAND and s.coins[s.seat] < EXPANSION:
        raise error(line, f"{COLOUR_NAMES[s.seat]} has {s.coins[s.seat]} coins; expected {EXPANSION} or more to expand (BB-28)")
    if s.active >= 0 and s.winner != NOBODY and s.card_of[s.winner] >= 0:
        if s.stage != Stage.ROW or s.seat != s.winner:  # BB-23: with the primary row it is taken
            _check_free(s, line)


def _check_free(s: State, line: int) -> None:
    for seat in range(s.players):
        if s.active in towns_in(s.disc[seat]):
            raise error(line, f"{COLOUR_NAMES[seat]} has a disc on {TOWN_NAMES[s.active]}; expected a free town to be active (BB-20)")


def _check_wedding(s: State, line: int) -> None:
    married = s.marriage[s.round_number - 1]
    if s.court[s.seat] == 0 or s.court[s.seat] != max(s.court[: s.players].tolist()):
        raise error(line, f"{COLOUR_NAMES[s.seat]} marries; expected the highest disc on the marriage track (BB-40)")
    if s.phase == Phase.DOWRY and s.marriage_town[married] < 0:
        raise error(line, f"{MARRIAGE_NAMES[married]} brings no town (BB-41)")
    if s.phase == Phase.ESTRID and (s.pact >= 0 or s.trade >= 0):
        raise error(line, "Estrid serves a player already; expected no `estrid` line while she is being asked (BB-42)")


def most_tricks(s: State) -> int:
    """BB-12."""
    return 4 if s.four_tricks else TRICKS[int(s.players)]


def colour_of_town(s: State) -> int:
    """Of the active town."""
    return next(colour for colour in range(3) if int(s.town_colour[colour]) >> int(s.active) & 1)
