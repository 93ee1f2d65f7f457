"""The first-game guide: before anything else what wins and what a turn is, then a sentence or two on each kind of decision, shown the
first time that a reader meets it.

Kinds of decisions are the verbs of a game, which bring their lessons along.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from kronland.core.view import View
from kronland.games import GAMES, find_game

MOST = 3  # explanations at once
WINS, TURN = "~wins", "~turn"  # what comes before the verbs


@dataclass(frozen=True)
class Told:
    key: str
    text: str
    rule: str


def lessons(view: View, met: Collection[str]) -> list[Told]:
    """What is to be explained to somebody who has met these kinds of decisions."""
    game = view.game
    first = [Told(f"{game.id}:{key}", view.words(text), "") for key, text in ((WINS, game.wins), (TURN, game.turn)) if text]
    if untold := [lesson for lesson in first if lesson.key not in met]:
        return untold
    verbs = dict.fromkeys(map(game.space.verb_of, view.legal))
    told = [Told(f"{game.id}:{verb.name}", view.words(verb.lesson), verb.rules[0]) for verb in verbs if verb.lesson]
    return [lesson for lesson in told if lesson.key not in met][:MOST]


def is_lesson(key: str) -> bool:
    """Whether the guide has something to say under this key: what a browser says that it has read is not believed."""
    game, _, name = key.partition(":")
    return game in GAMES and (name in (WINS, TURN) or name in find_game(game).space.by_verb)
