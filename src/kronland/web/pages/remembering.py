"""Pieces of pages, by what they were made of: as many as there is room for, and that grows with the tables that are looked at.

A number of pieces would not do: at a thousand tables none would be left when the next change comes, and at ten they would be kept in vain.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from kronland.games.drawing import scenes
from kronland.games.drawing.memory import MISSING, Memory

ROOM = 6_000_000  # bytes, about
A_TABLE = 60_000  # bytes besides, for the readers of one table

P = ParamSpec("P")
R = TypeVar("R")
_memory = Memory(ROOM)


def make_room(tables: int) -> None:
    """For so many tables with open pages, here and where pictures are kept."""
    _memory.room = ROOM + A_TABLE * tables
    scenes.make_room(tables)


def remembered(make: Callable[P, R]) -> Callable[P, R]:
    """A function of plain values, whose results are kept by these."""

    @wraps(make)
    def found(*arguments: P.args, **more: P.kwargs) -> R:
        assert not more, "the values are the key"
        key = (make, *arguments)
        known: R = _memory.get(key)
        if known is MISSING:
            known = make(*arguments, **more)
            _memory.put(key, known)
        return known

    return found
