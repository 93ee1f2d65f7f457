"""Numbers that programs give: whole ones, of Python or of NumPy, in their range; anything else is told in one line.

Compiled code checks neither what kind of number it is given nor the bounds of arrays. So whatever comes from outside is read here first.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from kronland.core.errors import UsageError

WORD = 2**64 - 1
Thing = TypeVar("Thing")
LONGEST = 60  # characters of what was given that are quoted


def whole_number(given: Any) -> int | None:
    """The whole number that somebody gave; none where it is something else, as True and 1.0 are. An array of one number and no dimension is
    one: learners give their actions so."""
    if type(given) is int:
        return given
    if isinstance(given, np.ndarray) and given.shape == () and given.dtype.kind in "iu":
        return int(given)
    return int(given) if isinstance(given, int | np.integer) and not isinstance(given, bool) else None


def whole(what: str, given: Any, least: int, most: int | None = None) -> int:
    number = whole_number(given)
    if number is None or number < least or (most is not None and number > most):
        expected = f"a whole number from {least} on" if most is None else f"a whole number from {least} to {most}"
        raise UsageError(f"{what} is {quoted(given)}; expected {expected}")
    return number


def read_word(seed: Any) -> int:
    """The seed of something that draws a little: 64 bits are enough where nobody must guess it."""
    return whole("seed", seed, 0, WORD)


def check_seat(given: Any, players: int, watching: bool = False) -> int:
    """A seat; where one may be `watching`, -1 is nobody's."""
    seat = whole_number(given)
    if seat is None or not -watching <= seat < players:
        also = ", and -1 is a spectator" if watching else ""
        raise UsageError(f"there is no seat {quoted(given)}; seats are 0 to {players - 1}{also}")
    return seat


def check_whether(what: str, given: Any) -> bool:
    if not isinstance(given, bool | np.bool_):
        raise UsageError(f"{what} is {quoted(given)}; expected True or False")
    return bool(given)


def one_named(things: Mapping[str, Thing], given: Any, what: str, spelt: Callable[[str], str]) -> Thing:
    """Of things that have names the one that somebody means, in capitals or not."""
    name = spelt(given) if isinstance(given, str) else None
    if name is None or name not in things:
        raise UsageError(f"there is no {what} {quoted(given)}; expected one like {next(iter(things), what)}")
    return things[name]


def file_named(given: Any) -> Path:
    """The file that somebody means."""
    try:
        named = Path(given)
        if b"\0" in os.fsencode(named):
            raise ValueError
    except (TypeError, ValueError):  # ValueError: of letters that no name has
        raise UsageError(f"the file is {quoted(given)}; expected its name") from None
    return named


def quoted(given: Any) -> str:
    number = whole_number(given)
    return repr(given)[:LONGEST] if number is None else str(number)[:LONGEST]


def described(given: Any) -> str:
    """What somebody gave in place of an array."""
    if isinstance(given, np.ndarray):
        return f"an array of {given.shape}, {str(given.dtype)[:LONGEST]}"
    return f"{type(given).__name__} {str(given)[:LONGEST]!r}"
