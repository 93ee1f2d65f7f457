"""What a game gives to whoever shows it, beside its positions: arms of its seats and the pictures of its rulebook."""

from __future__ import annotations

from dataclasses import dataclass

from kronland.core.words import Text


@dataclass(frozen=True)
class Arms:
    """What a seat is known by, wherever it is not in the picture: its colour, as CSS has it, and its shield."""

    light: str  # on a light page
    dark: str  # on a dark page
    shield: str  # as SVG


@dataclass(frozen=True)
class Figure:
    """A picture in the rulebook: a moment of the game's example."""

    rule: str  # after which it stands
    verb: str  # the moment: somebody is about to choose such an action; "" for the end of the game
    said: Text
    board: bool = True  # the board alone, or the whole table

    @property
    def name(self) -> str:
        return f"{self.rule.lower()}-{self.verb or 'end'}"
