"""Brian Boru: the lines of a text position, and how what is wrong with them is said."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from kronland.core.errors import PositionError
from kronland.games.brianboru.rules.state import CARDS, COLOUR_NAMES

KEYS = [
    *("game", "players", "tricks", "round", "marker", *COLOUR_NAMES, "open", "battle", "estrid", "fleets", "marriages"),
    *(f"dealt {colour}" for colour in COLOUR_NAMES),
    *("tricks played", "passes", "active", "leader", "winner", "decisions", "chance", "turn"),
]


def error(number: int, what: str) -> PositionError:
    return PositionError(f"position, line {number}: {what}")


def one_of(number: int, value: str, values: Sequence[str], what: str) -> int:
    if value not in values:
        raise error(number, f"{value!r} is no {what}; expected {'one of ' if len(values) > 1 else ''}{', '.join(values)}")
    return list(values).index(value)


def whole(number: int, value: str, what: str, least: int, most: int) -> int:
    if not re.fullmatch("[0-9]{1,20}", value) or not least <= int(value) <= most:
        raise error(number, f"{what} is {value!r}; expected a whole number from {least} to {most}")
    return int(value)


class Lines:
    """What stands behind each key, with the number of its line; of a line for a player, the lists in it."""

    def __init__(self, source: str) -> None:
        self.entries: dict[str, tuple[int, str]] = {}
        self.lists: dict[tuple[int, str], tuple[int, list[str]]] = {}  # (seat, name) -> line, values
        lines = source.splitlines()
        self.last = len(lines)
        for number, line in enumerate(lines, 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            key, colon, value = line.partition(":")
            key = " ".join(key.split())
            if not colon or key not in KEYS:
                near = difflib.get_close_matches(key, KEYS, 1)
                raise error(number, f"unknown key {key!r}; {f'did you mean {near[0]!r}?' if near else 'expected `key: value`'}")
            if key in self.entries:
                raise error(number, f"{key!r} is given twice, first in line {self.entries[key][0]}")
            self.entries[key] = (number, " ".join(value.split()))

    def entry(self, key: str, default: str = "") -> tuple[int, str]:
        return self.entries.get(key, (self.last, default))

    def number(self, key: str, least: int, most: int, default: int) -> int:
        line, value = self.entry(key, str(default))
        return whole(line, value, key, least, most)

    def listed(self, seat: int, name: str, values: Sequence[str], what: str) -> list[int]:
        """A list in a player's line, as numbers of these values."""
        line, said = self.lists.get((seat, name), (self.last, []))
        return [one_of(line, value, values, what) for value in said]

    def cards(self, seat: int, name: str) -> list[int]:
        line, said = self.lists.get((seat, name), (self.last, []))
        return [whole(line, value, "a card", 1, CARDS) - 1 for value in said]
