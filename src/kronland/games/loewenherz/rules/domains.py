"""Löwenherz (1997): what actions and events can name: fields, lines, castles, cards, sums, players."""

from __future__ import annotations

from collections.abc import Sequence

from kronland.core.words import N_, Domain, Numbers, Seats, Text, Words
from kronland.games.grid.rules.naming import AllCastles, OwnCastles
from kronland.games.grid.rules.regions import CASTLES_EACH
from kronland.games.loewenherz.rules.state import (
    BOARD,
    COLOUR_NAMES,
    FIEF_VALUES,
    MOST_NAMED,
    TREASURE_VALUES,
)

FIELDS, LINES = BOARD.fields, BOARD.lines
PLAYERS = Seats("player", COLOUR_NAMES)
SUM = Numbers("sum", MOST_NAMED)

COLOURS = Domain("colour", COLOUR_NAMES, [N_("Red"), N_("Ochre"), N_("Purple"), N_("Grey")])
CASTLE = N_("castle {colour} {number}")


class Castles(AllCastles):
    """All castles, as a sentence calls them."""

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        colour, number = divmod(member, CASTLES_EACH)
        return words(CASTLE, colour=COLOURS.say(colour, words, names), number=number + 1)


ALL_CASTLES = Castles(COLOUR_NAMES)
OWN_CASTLES = OwnCastles(ALL_CASTLES, [Text(str(n + 1)) for n in range(CASTLES_EACH)])
# L97-11: one decision card, or two at once
DECISIONS = [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
DECISION_MASKS = tuple(sum(1 << n for n in cards) for cards in DECISIONS)
CARDS = Domain(
    "card",
    ["+".join(str(n + 1) for n in cards) for cards in DECISIONS],
    [
        N_("action 1"),
        N_("action 2"),
        N_("action 3"),
        N_("actions 1 and 2"),
        N_("actions 1 and 3"),
        N_("actions 2 and 3"),
    ],
)
# L97-73: a fee is paid in ducats, or with one treasure that ducats complete
PAYMENTS = Domain(
    "payment",
    ["", *(f"treasure-{value}" for value in TREASURE_VALUES)],
    [
        Text(""),
        N_(", paid with the treasure of 8"),
        N_(", paid with the treasure of 10"),
        N_(", paid with the treasure of 12"),
        N_(", paid with the treasure of 15"),
    ],
)


class TreasureSets(Domain):
    """Any of the four treasures together, as in a bid (L97-22); the member number is a bit mask."""

    def __init__(self, one: Text, many: Text) -> None:
        masks = [[v for bit, v in enumerate(TREASURE_VALUES) if mask >> bit & 1] for mask in range(16)]
        super().__init__(
            "treasures",
            ["treasure-" + "-".join(map(str, m)) if m else "" for m in masks],
            hint="like treasure-8-15",
        )
        self.values = masks
        self.one, self.many = one, many

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        if not member:
            return ""
        values = self.values[member]
        return words(self.many if len(values) > 1 else self.one, values=" + ".join(map(str, values)))


TREASURES = TreasureSets(N_(" and the treasure of {values}"), N_(" and the treasures of {values}"))
PILES = Domain("pile", ["1", "2"])
KINDS = Domain(
    "kind",
    [
        "alliance",
        "deserter",
        *(f"fief-{v}" for v in FIEF_VALUES),
        *(f"treasure-{v}" for v in TREASURE_VALUES),
    ],
    [
        N_("alliance"),
        N_("deserter"),
        N_("fief of 3"),
        N_("fief of 4"),
        N_("fief of 5"),
        N_("treasure of 8"),
        N_("treasure of 10"),
        N_("treasure of 12"),
        N_("treasure of 15"),
    ],
)
ALLIANCES = Domain("alliance", ["1", "2", "3"])
