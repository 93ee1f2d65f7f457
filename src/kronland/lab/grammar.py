"""A small grammar language for hostile texts (see `hostile_texts`), and the texts that a grammar makes.

    line: knights <colour><field>*
    line: coins <colour> <number>
    field:  L<section>

One alternative a line; a name that comes again has another alternative, and one that comes more often is chosen more often. `<name>*` is
any number of them, `<!name>` is the same each time in one text, `\\n` ends a line. `#` begins a comment. `<number>` and `<nothing>` need no
rule.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from kronland.games import find_game

T = TypeVar("T")

DEEPEST = 12
REPEATED = 5  # times, at most, unless the grammar says so by recursion

# Where counts, dtypes and parsers have their edges, and what only looks like a number.
NUMBERS = (
    *("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "20", "26", "54", "60", "61", "99", "100", "134", "135", "999", "1000"),
    *("0", "127", "128", "255", "256", "32767", "32768", "65535", "65536", "2147483647", "2147483648", "9223372036854775807"),
    *("9223372036854775808", "18446744073709551615", "18446744073709551616", "-1", "-2", "-128", "-32769", "-2147483649", "+1", "007"),
    *("1.5", "1e9", "1_000", "0x10", "NaN", "²", "３", "٣", "½", "", "9" * 4400),
)
PLAUSIBLE = 22  # of the numbers, the first ones


class Choices:
    """Where the choices of a text come from: a seed, or Hypothesis, which makes a text that fails smaller. Zero is the simplest choice."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below

    @classmethod
    def of_seed(cls, seed: int | str) -> Choices:
        return cls(random.Random(seed).randrange)

    def one(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def once_in(self, times: int) -> bool:
        return self.below(times) == times - 1

    def number(self) -> str:
        """Mostly one that might be right."""
        return NUMBERS[self.below(PLAUSIBLE if self.below(3) else len(NUMBERS))]


class Grammar:
    def __init__(self, source: str) -> None:
        self.rules: dict[str, list[str]] = {}
        for line in source.splitlines():
            if line.strip() and not line.startswith("#"):
                name, _, text = line.partition(": ")
                self.rules.setdefault(name, []).append(text.replace("\\n", "\n"))

    def text(self, name: str, choices: Choices) -> str:
        """A text of this name."""
        return self._made(name, choices, {}, 0)

    def _made(self, name: str, choices: Choices, same: dict[str, str], depth: int) -> str:
        if name in ("number", "nothing"):
            return choices.number() if name == "number" else ""
        alternatives = self.rules[name]
        chosen = alternatives[0] if depth > DEEPEST else choices.one(alternatives)

        def filled(place: re.Match[str]) -> str:
            bound, inner, repeated = place.groups()
            if bound:
                if inner not in same:
                    same[inner] = self._made(inner, choices, same, depth + 1)
                return same[inner]
            times = choices.below(REPEATED) if repeated else 1
            return "".join(self._made(inner, choices, same, depth + 1) for _ in range(times))

        return re.sub(r"<(!?)([a-z_]+)>(\*?)", filled, chosen)


@cache
def grammar_of(game_id: str) -> Grammar:
    """A game's own; one that has none makes only changes to good texts."""
    source = find_game(game_id).grammar
    return Grammar(source.read_text("utf-8") if source else "")
