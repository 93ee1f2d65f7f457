"""What one reader may see of a match: the only thing that ever leaves the rules layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from kronland.core.game import Game
from kronland.core.layout import State
from kronland.core.verbs import Verb
from kronland.core.words import Words


@dataclass(frozen=True)
class View:
    """A censored state with the eyes and the language of its reader; seat -1 is a spectator."""

    game: Game
    seat: int
    state: State
    legal: Sequence[int]  # what this seat may choose now; empty if it is not to decide
    words: Words
    names: Sequence[str]

    @property
    def verbs(self) -> list[Verb]:
        """The kinds of actions among the legal ones, in the order of the action space."""
        return sorted({self.game.space.verb_of(action) for action in self.legal}, key=lambda verb: verb.first)

    @property
    def over(self) -> bool:
        return bool(self.state.ended)

    @cached_property
    def text(self) -> str:
        return self.game.text(self)

    @cached_property
    def svg(self) -> str:
        return self.game.picture(self, True)

    @cached_property
    def prompt(self) -> str:
        """What is to be decided, in words."""
        return self.game.prompt(self)

    def label(self, action: int) -> str:
        return self.game.space.label(action, self.words, self.names)

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg
