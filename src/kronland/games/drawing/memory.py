"""What has been drawn, by what it was made from: as much as there is room for, and that which was asked for last."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

ROOM = 16_000_000  # bytes of drawings and of what they were made from, about, of all parts of all pictures
SMALL = 100  # bytes of anything else than text and bytes, with what it takes to keep one
MISSING: Any = object()
TEXT, ROWS = (str, bytes), (tuple, list)
HEAVY = TEXT + ROWS  # of what something is made of, what weighs


class Memory:
    def __init__(self, room: int = ROOM) -> None:
        self.room, self.used = room, 0
        self._kept: OrderedDict[Any, tuple[Any, int]] = OrderedDict()
        self._guard = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Any) -> Any:
        """What is kept by this key, else MISSING."""
        with self._guard:
            found = self._kept.get(key)
            if found is None:
                return MISSING
            self._kept.move_to_end(key)
            return found[0]

    def put(self, key: Any, drawing: Any) -> None:
        size = weight(key) + weight(drawing)
        with self._guard:
            self.used += size - self._kept.pop(key, (None, 0))[1]
            self._kept[key] = drawing, size
            while self.used > self.room:
                self.used -= self._kept.popitem(last=False)[1][1]

    def clear(self) -> None:
        with self._guard:
            self._kept.clear()
            self.used = 0


def weight(value: Any) -> int:
    """About how many bytes a value takes: it is asked for at every drawing, so what is plain counts the same whatever it is."""
    size, waiting = 0, [value]
    for item in waiting:  # which grows meanwhile
        if isinstance(item, TEXT):
            size += SMALL + len(item)
        elif isinstance(item, ROWS):
            size += SMALL + 8 * len(item)
            waiting += item
        elif isinstance(item, dict):
            size += SMALL
            waiting += item.keys()
            waiting += item.values()
    if size == 0:  # something else: what it is made of
        return SMALL + sum(weight(item) for item in getattr(value, "__dict__", {}).values() if isinstance(item, HEAVY))
    return size
