"""Rheinländer: what actions and events can name: fields, cards, players."""

from __future__ import annotations

from collections.abc import Sequence

from kronland.core.words import N_, Domain, Numbers, Seats, Text, Words
from kronland.games.rheinlaender.rules.state import COLOUR_NAMES, ISLAND_FIELDS, SECTIONS

LEFT_BANK: Text = N_("left bank {number}")
RIGHT_BANK: Text = N_("right bank {number}")
ISLAND_FIELD: Text = N_("island {number}")
RIVER_FIELD: Text = N_("river {number}")


class Fields(Domain):
    """All fields that a map can have: L1 the left bank of section 1, R1 its right bank, W1 its water, I1 the first field of an island."""

    def __init__(self) -> None:
        kinds = [("L", SECTIONS, LEFT_BANK), ("R", SECTIONS, RIGHT_BANK), ("I", ISLAND_FIELDS, ISLAND_FIELD), ("W", SECTIONS, RIVER_FIELD)]
        self.said = [(kind, number) for _, count, kind in kinds for number in range(1, count + 1)]
        tokens = [f"{letter}{number}" for letter, count, _ in kinds for number in range(1, count + 1)]
        super().__init__("field", tokens, hint="like L21, R21, W21 or I3")

    def read(self, token: str) -> int | None:
        return self.index.get(token.upper())

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        kind, number = self.said[member]
        return words(kind, number=number)


ALL_FIELDS = Fields()
CARDS = Domain("card", [str(n + 1) for n in range(SECTIONS)], hint=f"1 to {SECTIONS}", first=1)  # the numbers of the sections
PLAYERS = Seats("player", COLOUR_NAMES)
COLOURS = Domain("colour", COLOUR_NAMES, [N_("Red"), N_("Ochre"), N_("Purple"), N_("Grey"), N_("Blue")])
COUNT = Numbers("count")
