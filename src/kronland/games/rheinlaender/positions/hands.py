"""Rheinländer: reading what everybody knows of a hand (see `position` for the format, `eras` for what it means)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from kronland.core.errors import PositionError
from kronland.core.kernel import in_mode
from kronland.core.layout import State
from kronland.games.rheinlaender.rules import eras as rules
from kronland.games.rheinlaender.rules.eras import most_odds
from kronland.games.rheinlaender.rules.state import ERAS, HAND


def mix_number(mix: Sequence[int], cards: int) -> int:
    return int(in_mode(rules.mix_number, "python")(mix, cards))


class Lines(Protocol):
    """What reads the rest of the position."""

    s: State

    def error(self, found: str, right: str) -> PositionError: ...
    def whole(self, words: list[str], at: int, low: int, high: int) -> int: ...
    def colour(self, words: list[str]) -> int: ...


class Known:
    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.ruled_out: dict[int, dict[int, int]] = {}  # seat -> card -> how many of the cards longest held it is not
        self.told: dict[int, str] = {}  # seat -> which kind of line
        self.words: dict[str, Callable[[list[str]], None]] = {"not": self.rule_out, "era": self.era, "odds": self.odds}

    def seat(self, words: list[str], kind: str) -> int:
        seat = self.lines.colour(words)
        if self.told.setdefault(seat, kind) != kind:
            raise self.lines.error(f"the hand of {words[0]} has both", "lines with `not`, or lines with `era` and `odds`")
        return seat

    def rule_out(self, words: list[str]) -> None:
        """`not red 3 17 20`: everybody knows that the three cards that red has held longest are neither 17 nor 20."""
        cards = self.ruled_out.setdefault(self.seat(words, "not"), {})
        longest = self.lines.whole(words, 1, 1, HAND)
        for at in range(2, len(words)):
            card = self.lines.whole(words, at, 1, int(self.lines.s.sections))
            cards[card] = max(longest, cards.get(card, 0))

    def era(self, words: list[str]) -> None:
        """`era red 2 17 20`: these cards came to red's hand in its second era at the earliest."""
        seat = self.seat(words, "era")
        era = self.lines.whole(words, 1, 2, ERAS) - 1
        for at in range(2, len(words)):
            card = self.lines.whole(words, at, 1, int(self.lines.s.sections))
            if any(int(came) >> card & 1 for came in self.lines.s.came[seat]):
                raise self.lines.error(f"card {card} is named twice", "one era a card")
            self.lines.s.came[seat, era] |= np.uint64(1 << card)
        self.lines.s.eras[seat] = max(int(self.lines.s.eras[seat]), era + 1)

    def odds(self, words: list[str]) -> None:
        """`odds red 11111:6 11112:4`: in which eras the cards held can have been drawn, with how likely that is."""
        s, seat = self.lines.s, self.seat(words, "era")
        size = int(s.hand_size[seat])
        s.odds[seat] = 0
        for word in words[1:]:
            mix, _, ways = word.partition(":")
            eras = [int(digit) - 1 for digit in mix if digit in "1234567"]
            if len(eras) != len(mix) or len(mix) != size or eras != sorted(eras) or eras[-1] >= s.eras[seat]:
                raise self.lines.error(f"{mix!r} is no mix", f"{size} eras from 1 to {s.eras[seat]} in rising order, like {'1' * size}:6")
            if not (ways.isascii() and ways.isdecimal() and len(ways) <= 10 and 1 <= int(ways) < most_odds(size)):
                raise self.lines.error(f"the odds of {mix} are {ways!r}", f"a whole number from 1 to {most_odds(size) - 1}")
            s.odds[seat, mix_number(eras, size)] = int(ways)

    def finish(self) -> None:
        """What `not` lines say, as eras: each number of cards longest held that is named begins one, and the hand has one mix."""
        s = self.lines.s
        for seat, cards in self.ruled_out.items():
            size = int(s.hand_size[seat])
            begins = [0, *sorted({min(longest, size) for longest in cards.values()})]
            for card, longest in cards.items():
                s.came[seat, begins.index(min(longest, size))] |= np.uint64(1 << card)
            s.eras[seat] = len(begins)
            drawn = [max(era for era, begin in enumerate(begins) if begin <= place) for place in range(size)]
            s.odds[seat] = 0
            s.odds[seat, mix_number(drawn, size)] = 1
