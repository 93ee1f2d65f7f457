"""Hints: what the adviser, a king, would do in a seat's place. It is told no more than the seat knows, and a hint is for one position."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import asdict, dataclass
from typing import Any

from kronland.bots import Counsel, Thought
from kronland.core.words import Text, Words


def written(counsel: Counsel) -> dict[str, Any]:
    """For the store, which brings it to other servers."""
    return asdict(counsel)


def read(number: int, found: dict[str, Any]) -> Hint:
    """A hint that was told at another server."""
    thoughts: Future[Counsel] = Future()
    pro, contra = (tuple(Text(**text) for text in found[side]) for side in ("pro", "contra"))
    thoughts.set_result(Counsel(tuple(Thought(**thought) for thought in found["thoughts"]), pro, contra))
    return Hint(number, thoughts)


@dataclass(frozen=True)
class Hint:
    """What a seat has asked for: being thought about, or told."""

    number: int  # the position it is for
    thoughts: Future[Counsel]

    @property
    def told(self) -> bool:
        return self.thoughts.done()

    @property
    def counsel(self) -> Counsel | None:
        """What was told; nothing before that, or if there was no way to think."""
        return None if not self.told or self.thoughts.cancelled() or self.thoughts.exception() else self.thoughts.result()

    @property
    def best(self) -> list[Thought]:
        """The best actions, the best first."""
        return list(self.counsel.thoughts) if self.counsel else []

    @property
    def comparable(self) -> bool:
        """Whether one of them is better than another: nothing is to be compared when all is lost, or won."""
        return self.counsel is not None and not self.counsel.lost and not self.counsel.won

    def why(self, speak: Words) -> list[str]:
        return self.counsel.why(speak) if self.counsel else []
