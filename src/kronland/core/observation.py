"""What a seat may know of a position as numbers, for programs that learn: named parts, one after the other.

A game says which parts there are, and its kernel `observe(s, seat, out)` fills them (`games/GAME/rules/observation.py`). It is given a
censored state and nothing else: `core/observing.py` censors, then asks it.

All numbers are uint8. Nearly all of them are 0 or 1 (planes of a board, one of several), and counters of a table seldom pass 255; so a
thousand games take as many kilobytes as there are numbers, a quarter of what float32 would take, and writing them is what the
observation costs. What passes 255 is 255; nothing that says what is legal does. Whoever wants numbers between 0 and 1 divides by
`highs`.

Seats are counted from the seat that looks: it comes first, then whoever sits to its left. Parts have the same shapes for all numbers of
players; what belongs to seats that nobody sits at is 0.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from kronland.core.errors import UsageError
from kronland.core.given import described, quoted

NUMBER = np.uint8


@dataclass(frozen=True)
class ObservedPart:
    """A part of an observation: what it is called, how many numbers it has, what they mean, and the largest that they can be."""

    name: str
    shape: tuple[int, ...]
    about: str
    high: int = 1

    @property
    def size(self) -> int:
        return prod(self.shape)


class Observation(Mapping[str, ObservedPart]):
    """The parts of what is observed in a game, by their names.

    >>> import kronland
    >>> observation = kronland.game("rheinlaender").observation
    >>> observation
    <observation of ... numbers: fields, spots, ...>
    >>> observation["hand"].shape, observation["hand"].about
    ((61,), 'the own cards, by the numbers of their sections')
    """

    def __init__(self, *parts: ObservedPart, places: int = 0) -> None:
        """On a GPU so many `places` are filled by a thread each (`observe_at`), and the rest by one."""
        self.parts, self.places = parts, places
        self._by_name = {part.name: part for part in parts}
        self.size = sum(part.size for part in parts)
        self._firsts = dict(zip(self._by_name, np.cumsum([0, *(part.size for part in parts)]).tolist(), strict=False))

    @cached_property
    def highs(self) -> Any:
        """The largest that each number can be."""
        return np.concatenate([np.full(part.size, part.high, NUMBER) for part in self.parts])

    @cached_property
    def counters(self) -> Any:
        """Which numbers can be larger than 1, but for those of places: a GPU writes them by themselves."""
        by_place = [self.places > 0 and part.shape[-1] == self.places for part in self.parts]
        kept = [np.full(part.size, part.high > 1 and not placed) for part, placed in zip(self.parts, by_place, strict=True)]
        return np.flatnonzero(np.concatenate(kept))

    def __getitem__(self, name: str) -> ObservedPart:
        if not isinstance(name, str) or name not in self._by_name:
            near = difflib.get_close_matches(str(name), self._by_name, 1)
            guess = f"did you mean {near[0]!r}? " if near else ""
            raise UsageError(f"there is no part {quoted(name)} in the observation; {guess}the parts are {', '.join(self._by_name)}")
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._by_name

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self.parts)

    def __repr__(self) -> str:
        return f"<observation of {self.size} numbers: {', '.join(self._by_name)}>"

    def part(self, numbers: Any, name: str) -> Any:
        """One part of an observation, or of many, in its shape: a view of the same numbers.

        >>> import kronland
        >>> batch = kronland.batch("brianboru", players=3, games=2, seed=7, mode="python")
        >>> batch.game.observation.part(batch.observe(), "towns").shape
        (2, 8, 53)
        """
        part = self[name]
        if getattr(numbers, "shape", ())[-1:] != (self.size,):
            raise UsageError(
                f"expected an array with the {self.size} numbers of an observation in its last dimension; got {described(numbers)}"
            )
        first = self._firsts[name]
        return numbers[..., first : first + part.size].reshape(numbers.shape[:-1] + part.shape)

    def split(self, numbers: Any) -> dict[str, Any]:
        """All parts of an observation, or of many, by their names."""
        return {name: self.part(numbers, name) for name in self}
