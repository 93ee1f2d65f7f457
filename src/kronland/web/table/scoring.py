"""The final scoring of a finished game, step by step: what every player had before, what each step brought, what they have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from kronland.core.game import Game
from kronland.core.match import Match
from kronland.core.words import N_, Text

# What a step is for, by the name of its event. Whatever a game scores at the end is here; a test sees to that.
STEPS: Mapping[str, Text] = {
    "FINAL_MOUNTAINS": N_("Mountains in own regions"),
    "FINAL_FIEFS": N_("Fiefs"),
    "DUCAT_BONUS": N_("Most and second most ducats"),
    "FINAL_DUCHY": N_("Duchies"),
    "FINAL_ARCHBISHOP": N_("Archbishop"),
    "FINAL_COINS": N_("Most coins"),
    "FINAL_MARKER": N_("Town marker"),
    "FINAL_RENOWN": N_("Renown"),
    "FINAL_TOKEN": N_("Power tokens"),
    "FINAL_OPEN_TOKEN": N_("Power tokens that nobody holds"),
    "FINAL_SPREAD": N_("Towns in many regions"),
}


@dataclass(frozen=True)
class Step:
    said: Text
    rule: str
    points: tuple[int, ...]  # of each seat


@dataclass(frozen=True)
class Scoring:
    before: tuple[int, ...]
    steps: tuple[Step, ...]
    first: int  # which event of the last decision is the first of them


def event_names(game: Game) -> dict[int, str]:
    return {int(code): code.name for code in game.events if isinstance(code, IntEnum)}


def scoring(match: Match) -> Scoring | None:
    """None where the game ends without a scoring of its own, as when the king token is reached."""
    names, events = event_names(match.game), match.events()
    brought: dict[str, list[int]] = {}
    first = len(events)
    for place, (code, *values) in enumerate(events):
        if names[code] in STEPS:
            said = dict(zip((name for name, _ in match.game.events[code].places), values, strict=True))
            brought.setdefault(names[code], [0] * match.players)[said["player"]] += said.get("points", said.get("n", 0))
            first = min(first, place)
    if not brought:
        return None
    rules = {names[code]: match.game.events[code].rule for code, *_ in events}
    steps = tuple(Step(STEPS[name], rules[name], tuple(points)) for name, points in brought.items())
    totals = [int(result["points"]) for result in match.results()]
    before = tuple(total - sum(step.points[seat] for step in steps) for seat, total in enumerate(totals))
    return Scoring(before, steps, first)
