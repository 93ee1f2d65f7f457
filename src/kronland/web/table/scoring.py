"""The final scoring of a finished game, step by step: what every player had before, what each step brought, what they have."""

from __future__ import annotations

from dataclasses import dataclass

from kronland.core.match import Match
from kronland.core.words import Text


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
    running: tuple[tuple[int, ...], ...]  # what every player has after each event from there on


def brought(match: Match) -> dict[int, list[int]]:
    """What each step of the final scoring has brought each seat, by its event."""
    found: dict[int, list[int]] = {}
    for code, *values in match.events():
        if code in match.game.final_steps:
            said = dict(zip((name for name, _ in match.game.events[code].places), values, strict=True))
            found.setdefault(code, [0] * match.players)[said["player"]] += said.get("points", said.get("n", 0))
    return found


def scoring(match: Match) -> Scoring | None:
    """None where the game ends without a scoring of its own."""
    named, events = match.game.final_steps, match.events()
    gained = brought(match)
    gains: list[tuple[int, int]] = []  # of every event from the first step on: who has won points by it, and how many
    first = len(events)
    for place, (code, *values) in enumerate(events):
        if code in named:
            said = dict(zip((name for name, _ in match.game.events[code].places), values, strict=True))
            gains.append((said["player"], said.get("points", said.get("n", 0))))
            first = min(first, place)
        elif gains:
            gains.append((0, 0))
    if not gained:
        return None
    steps = tuple(Step(named[code], match.game.events[code].rule, tuple(points)) for code, points in gained.items())
    totals = [int(result["points"]) for result in match.results()]
    before = tuple(total - sum(step.points[seat] for step in steps) for seat, total in enumerate(totals))
    running, had = [], list(before)
    for seat, points in gains:
        had[seat] += points
        running.append(tuple(had))
    return Scoring(before, steps, first, tuple(running))
