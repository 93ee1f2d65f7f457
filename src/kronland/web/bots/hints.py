"""Hints: what the adviser, a king, would do in a seat's place. It is told no more than the seat knows, and a hint is for one position."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass

from kronland.bots import Thought

MOST = 3  # actions in a hint


@dataclass(frozen=True)
class Hint:
    """What a seat has asked for: being thought about, or told."""

    number: int  # the position it is for
    thoughts: Future[list[Thought]]

    @property
    def told(self) -> bool:
        return self.thoughts.done()

    @property
    def best(self) -> list[Thought]:
        """The best actions, the best first; none before they are told, or if there was no way to think."""
        if not self.told or self.thoughts.cancelled() or self.thoughts.exception():
            return []
        return self.thoughts.result()[:MOST]
