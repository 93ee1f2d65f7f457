"""Brian Boru: the action space."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from kronland.core.space import ActionSpace
from kronland.core.verbs import Verb
from kronland.core.words import N_, Domain, Numbers, Seats, Text, Words
from kronland.games.brianboru.rules.state import CARD_COLOURS, CARDS, COLOUR_NAMES, MARRIAGE_NAMES, REGIONS, TOWN_NAMES

PLAYERS = Seats("player", COLOUR_NAMES)
COLOURS = Domain("colour", COLOUR_NAMES, [N_("Red"), N_("Ochre"), N_("Purple"), N_("Grey"), N_("Blue")])
COUNT = Numbers("count")
POINTS = Numbers("points", signed=True)

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
ROW = Domain("row", ["1", "2"], [N_("upper"), N_("lower")])
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

SPACE = ActionSpace(
    Verb(
        "settle",
        TOWN,
        label=N_("Put a disc on {town}"),
        lesson=N_("Put a disc on this town. Majorities in the eight regions win their power tokens."),
        rules=("BB-3",),
    ),
    Verb(
        "keep",
        PAIR,
        label=N_("Keep {pair}"),
        secret=True,
        lesson=N_("Keep two cards and pass the rest on to the left. High cards win towns, low ones act first and pay better."),
        rules=("BB-11",),
    ),
    Verb(
        "name",
        TOWN,
        label=N_("Make {town} the active town"),
        lesson=N_("You lead: name a free town. The highest card of its colour, or white, wins it."),
        rules=("BB-20",),
    ),
    Verb(
        "play",
        CARD,
        label=N_("Play {card}"),
        lesson=N_("The winner takes the town, everyone else one of the lower rows of their card."),
        rules=("BB-22",),
    ),
    Verb(
        "row",
        ROW,
        label=N_("Take the {row} row"),
        lesson=N_("Choose one row; its signs are carried out from left to right."),
        rules=("BB-22",),
    ),
    Verb(
        "buy",
        label=N_("Buy one more for 2 coins"),
        lesson=N_("For two coins you get one more step, raider or disc of the same kind, as often as you can pay."),
        rules=("BB-25",),
    ),
    Verb(
        "expand",
        TOWN,
        label=N_("Expand to {town} for 5 coins"),
        lesson=N_("For five coins you put a disc on a free town joined by a road to one of yours."),
        rules=("BB-28",),
    ),
    Verb(
        "remove",
        TOWN,
        label=N_("Take the Viking disc off {town}"),
        lesson=N_("Take a Viking disc away; the disc below counts again."),
        rules=("BB-29",),
    ),
    Verb(
        "pact",
        label=N_("Military pact with the Vikings"),
        lesson=N_("Viking towns count as yours when power tokens are claimed."),
        rules=("BB-72",),
    ),
    Verb(
        "trade",
        label=N_("Trade with the Vikings"),
        lesson=N_("Viking towns count as yours where towns in many regions score at the end."),
        rules=("BB-72",),
    ),
    Verb("decline", label=N_("Discard Estrid for 4 points"), lesson=N_("You turn Estrid down and take four points."), rules=("BB-42",)),
    Verb(
        "lose",
        TOWN,
        label=N_("{town} falls to the Vikings"),
        lesson=N_("The Vikings were not all beaten: who fought least loses a town to them."),
        rules=("BB-50",),
    ),
    Verb(
        "monastery",
        TOWN,
        label=N_("Put a monastery on {town}"),
        lesson=N_("A town with a monastery counts twice in its region."),
        rules=("BB-60",),
    ),
    Verb("done", label=N_("Done"), lesson=N_("Finish; until then you can take your choices back."), rules=("BB-22",)),
)

# Where each range begins, as plain numbers for the kernels
A_SETTLE = SPACE["settle"].first
A_KEEP = SPACE["keep"].first
A_NAME = SPACE["name"].first
A_PLAY = SPACE["play"].first
A_ROW = SPACE["row"].first
A_BUY = SPACE["buy"].first
A_EXPAND = SPACE["expand"].first
A_REMOVE = SPACE["remove"].first
A_PACT = SPACE["pact"].first
A_TRADE = SPACE["trade"].first
A_DECLINE = SPACE["decline"].first
A_LOSE = SPACE["lose"].first
A_MONASTERY = SPACE["monastery"].first
A_DONE = SPACE["done"].first
SIZE = SPACE.size
