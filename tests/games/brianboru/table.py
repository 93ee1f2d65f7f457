"""What the tests of the rules share: matches from text positions, played interpreted, and new ones."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from kronland.core.layout import State
from kronland.core.log import events_in, new_log
from kronland.core.match import Match
from kronland.games.brianboru.game import GAME
from kronland.games.brianboru.positions.position import read
from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.invariants import towns_in
from kronland.games.brianboru.rules.state import REGIONS, TOWN_NAMES, Stage

RED, OCHRE, PURPLE, GREY, BLUE = range(5)


def at(position: str) -> Match:
    """A match that stands at a position."""
    return Match(GAME, players=int(read(position).players), options=_options(position), position=position, mode="python")


def _options(position: str) -> dict[str, str]:
    return {"tricks": "four"} if "tricks: four" in position else {}


def new(players: int = 4, seed: int = 0, **options: str) -> Match:
    """A new match; whole games are played in the usual mode, for speed."""
    return Match(GAME, players=players, options=options, seed=seed)


def play(match: Match, *actions: str) -> list[tuple[int, ...]]:
    """Play actions, each by the seat that decides; the events of all of them."""
    return [event for action in actions for event in match.play(action)]


def refused(match: Match, action: str, reason: str, rule: str, seat: int | None = None) -> bool:
    """Whether the action is refused for this reason, citing this rule, and is not among the legal ones."""
    why = match.why(action, seat)
    assert why is not None, f"{action} is legal"
    assert (why.reason, why.rule) == (reason, rule)
    return action not in list(match.legal if seat is None else match.legal_for(seat))


def amounts(match: Match, field: str) -> list[int]:
    return [int(amount) for amount in match.state[field][: match.players]]


def towns(match: Match, seat: int) -> str:
    """The towns with a disc of the seat."""
    return " ".join(TOWN_NAMES[town] for town in sorted(towns_in(match.state.disc[seat])))


def vikings(match: Match) -> str:
    return " ".join(TOWN_NAMES[town] for town in sorted(towns_in(match.state.vikings)))


def monasteries(match: Match) -> str:
    return " ".join(TOWN_NAMES[town] for town in sorted(towns_in(match.state.monastery)))


def token(match: Match, region: str) -> int:
    return int(match.state.token[REGIONS.index(region)])


def verbs(match: Match, seat: int | None = None) -> set[str]:
    """What the deciding player may do, in general."""
    return {action.split()[0] for action in (match.legal if seat is None else match.legal_for(seat))}


def happened(events: Iterable[tuple[int, ...]], event: Event) -> list[tuple[int, ...]]:
    """The arguments of all events of a kind."""
    return [found[1:] for found in events if found[0] == event]


def from_stage(position: str, stage: Stage) -> tuple[State, list[tuple[int, ...]]]:
    """A stage of the upkeep run on a position until a decision is at hand or the next round begins: the state and the events."""
    from kronland.core.kernel import interpreted
    from kronland.games.brianboru.rules import contents

    s, log = read(position), new_log()
    s.stage, s.turn, s.victim, s.ended = stage, 0, -1, 0
    with np.errstate(over="ignore"):
        interpreted(contents.run_on)(s, log)
    return s, [GAME.events[int(row[0])].censor(row, 0) for row in events_in(log)]
