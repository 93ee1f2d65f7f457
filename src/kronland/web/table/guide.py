"""The first-game guide: a sentence or two on each kind of decision, shown the first time that a reader meets it.

Kinds of decisions are the verbs of a game, which bring their lessons along.
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
    verbs = dict.fromkeys(map(view.game.space.verb_of, view.legal))
    told = [Told(f"{view.game.id}:{verb.name}", view.words(verb.lesson), verb.rules[0]) for verb in verbs if verb.lesson]
    return [lesson for lesson in told if lesson.key not in met][:MOST]
