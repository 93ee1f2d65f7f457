"""The states that a match has gone through: the newest is whole, and of those before it is kept what was different then.

A state has up to 14 KB, of which a decision changes some twenty bytes, and a server keeps the matches of hundreds of tables.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kronland.core.layout import State

WHOLE = 64  # states from one that is whole to the next, so that none is far from where it can be made from


class Difference(NamedTuple):
    """Where a state was different from the next, and what was there."""

    places: bytes
    values: bytes


class Past:
    def __init__(self, first: State) -> None:
        self.newest = first
        self._before: list[State | Difference] = []  # every state but the newest

    def copy(self) -> Past:
        """One of its own with the same states."""
        made = Past(self.newest)
        made._before = self._before.copy()
        return made

    def __len__(self) -> int:
        return len(self._before)

    def add(self, state: State) -> None:
        if len(self) % WHOLE == 0:
            self._before.append(self.newest)
        else:
            before, after = _bytes(self.newest), _bytes(state)
            places = np.flatnonzero(before != after)
            self._before.append(Difference(places.astype(np.uint32).tobytes(), before[places].tobytes()))
        self.newest = state

    def drop(self) -> None:
        """The newest has not happened."""
        self.newest = self.at(len(self) - 1)
        self._before.pop()

    def at(self, number: int) -> State:
        """The state after so many decisions: not to be changed, for it may be the one that is kept."""
        if number == len(self):
            return self.newest
        kept = self._before[number]
        if not isinstance(kept, Difference):
            return kept
        later, whole = number + 1, self.newest
        while later < len(self):
            found = self._before[later]
            if not isinstance(found, Difference):
                whole = found
                break
            later += 1
        made = np.empty(1, whole.dtype)
        made[0] = whole
        raw = made.view(np.uint8)
        for difference in reversed(self._before[number:later]):
            assert isinstance(difference, Difference)
            raw[np.frombuffer(difference.places, np.uint32)] = np.frombuffer(difference.values, np.uint8)
        state: State = made[0]
        return state


def _bytes(state: State) -> Any:
    return np.frombuffer(state.tobytes(), np.uint8)
