"""Brian Boru: what actions and events can name: towns, cards, regions, players."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from kronland.core.words import N_, NN_, Amounts, Domain, Numbers, Seats, Text, Words
from kronland.games.brianboru.rules.state import CARD_COLOURS, CARDS, COLOUR_NAMES, MARRIAGE_NAMES, REGIONS, TOWN_NAMES

PLAYERS = Seats("player", COLOUR_NAMES)
COLOURS = Domain("colour", COLOUR_NAMES, [N_("Red"), N_("Ochre"), N_("Purple"), N_("Grey"), N_("Blue")])
COUNT = Numbers("count")
POINTS = Amounts("points", NN_("{n} point", "{n} points", "n"))

CARD_TEXTS = (N_("yellow {value}"), N_("red {value}"), N_("blue {value}"), N_("white {value}"))
CARD_PAIRS = list(combinations(range(CARDS), 2))


class Towns(Domain):
    """The towns; tokens are small letters, people read capitals."""

    def __init__(self) -> None:
        super().__init__("town", [name.lower() for name in TOWN_NAMES], hint="a region's letter and a number, like n1 or m10")

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        return TOWN_NAMES[member]


class Cards(Domain):
    """The action cards, called by their value."""

    def __init__(self) -> None:
        super().__init__("card", [str(n + 1) for n in range(CARDS)], hint=f"1 to {CARDS}")

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        return words(CARD_TEXTS[CARD_COLOURS[member]], value=member + 1)


class Pairs(Domain):
    """Two action cards that are kept together (BB-11), in either order."""

    def __init__(self) -> None:
        super().__init__("pair", [f"{a + 1}+{b + 1}" for a, b in CARD_PAIRS], hint="two values, like 3+17")

    def read(self, token: str) -> int | None:
        return self.index.get(token, self.index.get("+".join(reversed(token.split("+")))))

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        one, other = (CARD.say(card, words, names) for card in CARD_PAIRS[member])
        return words(AND, one=one, other=other)


AND = N_("{one} and {other}")
TOWN, CARD, PAIR = Towns(), Cards(), Pairs()
ROW = Domain("row", ["1", "2"], [N_("upper"), N_("lower")], first=1)  # 0 is the primary row
REGION = Domain(
    "region",
    [region.lower() for region in REGIONS],
    [
        N_("Northern Uí Néill"),
        Text("Ulaid"),
        Text("Bréifne"),
        N_("Southern Uí Néill"),
        Text("Dubhlinn"),
        Text("Connaught"),
        Text("Leinster"),
        Text("Munster"),
    ],
)
MARRIAGE = Domain("marriage", MARRIAGE_NAMES)
