"""Löwenherz (1997): the action space."""

from __future__ import annotations

from collections.abc import Sequence

from kronland.core.space import ActionSpace, Range
from kronland.core.words import N_, NN_, Domain, Numbers, Seats, Text, Words
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
OWN_CASTLES = Domain(
    "castle",
    [f"castle-{n + 1}" for n in range(CASTLES_EACH)],
    [Text(str(n + 1)) for n in range(CASTLES_EACH)],
)
CASTLE = N_("castle {colour} {number}")


class Castles(Domain):
    """The castles of all colours, four each."""

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        colour, number = divmod(member, CASTLES_EACH)
        return words(CASTLE, colour=COLOURS.say(colour, words, names), number=number + 1)


ALL_CASTLES = Castles("other", [f"{colour}-{n + 1}" for colour in COLOUR_NAMES for n in range(CASTLES_EACH)])
# L97-11: one decision card, or two at once
DECISIONS = [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
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

SPACE = ActionSpace(
    Range("castle", FIELDS, text=N_("Set a castle on {field}")),
    Range("knight", FIELDS, PAYMENTS, text=N_("Set a knight on {field}{payment}")),
    Range("border", LINES, text=N_("Set a border between {line}")),
    Range("expand", FIELDS, OWN_CASTLES, text=N_("Expand the region of your castle {castle} to {field}")),
    Range("card", CARDS, text=N_("Choose {card}")),
    Range(
        "alliance",
        OWN_CASTLES,
        ALL_CASTLES,
        text=N_("Alliance: your castle {castle} with {other}"),
    ),
    Range(
        "deserter",
        OWN_CASTLES,
        ALL_CASTLES,
        text=N_("Deserter: from {other} to your castle {castle}"),
    ),
    Range("remove", FIELDS, text=N_("Remove the knight on {field}")),
    Range("offer", SUM, text=NN_("Offer {sum} ducat for the action", "Offer {sum} ducats for the action", "sum")),
    Range("demand", SUM, text=NN_("Leave the action for {sum} ducat", "Leave the action for {sum} ducats", "sum")),
    Range("accept", text=N_("Accept the offer")),
    Range("break", text=N_("Break off and fight a duel")),
    Range("bid", SUM, TREASURES, text=NN_("Bid {sum} ducat{treasures}", "Bid {sum} ducats{treasures}", "sum"), secret=True),
    Range("pile", PILES, text=N_("Look through pile {pile} of the politics cards")),
    Range("keep", KINDS, text=N_("Keep this card: {kind}"), secret=True),
    Range("end", ALLIANCES, PAYMENTS, text=N_("End alliance {alliance} for 10 ducats{payment}")),
    Range("done", text=N_("Finish the action")),
)

# Where each range begins, as plain numbers for the kernels
A_CASTLE = SPACE["castle"].first
A_KNIGHT = SPACE["knight"].first
A_BORDER = SPACE["border"].first
A_EXPAND = SPACE["expand"].first
A_CARD = SPACE["card"].first
A_ALLIANCE = SPACE["alliance"].first
A_DESERTER = SPACE["deserter"].first
A_REMOVE = SPACE["remove"].first
A_OFFER = SPACE["offer"].first
A_DEMAND = SPACE["demand"].first
A_ACCEPT = SPACE["accept"].first
A_BREAK = SPACE["break"].first
A_BID = SPACE["bid"].first
A_PILE = SPACE["pile"].first
A_KEEP = SPACE["keep"].first
A_END = SPACE["end"].first
A_DONE = SPACE["done"].first
SIZE = SPACE.size
N_PAYMENTS = len(PAYMENTS)
N_TREASURE_SETS = len(TREASURES)
N_OWN_CASTLES = len(OWN_CASTLES)
N_ALL_CASTLES = len(ALL_CASTLES)

DECISION_MASKS = tuple(sum(1 << n for n in cards) for cards in DECISIONS)
