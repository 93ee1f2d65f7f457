"""The first-game guide: a sentence or two on each kind of decision, shown the first time that a reader meets it.

Kinds of decisions are the verbs of the action space; a game has a lesson for each of them (`Game.lessons`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from kronland.core.view import View

MOST = 3  # explanations at once


@dataclass(frozen=True)
class Told:
    key: str
    text: str
    rule: str


def lessons(view: View, met: Collection[str]) -> list[Told]:
    """What is to be explained to somebody who has met these kinds of decisions."""
    known = view.game.lessons
    verbs = dict.fromkeys(view.game.space.range_of(action).verb for action in view.legal)
    new = [verb for verb in verbs if verb in known and f"{view.game.id}:{verb}" not in met]
    return [Told(f"{view.game.id}:{verb}", view.words(known[verb].text), known[verb].rule) for verb in new[:MOST]]
