"""Löwenherz (1997): the action space."""

from __future__ import annotations

from collections.abc import Sequence

from kronland.core.space import ActionSpace
from kronland.core.verbs import Verb
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
    Verb(
        "castle",
        FIELDS,
        label=N_("Set a castle on {field}"),
        lesson=N_(
            "Castles are where your regions will grow. Look for room: fields, a town, mountains with silver; own castles "
            "keep their distance from one another. A knight goes beside each."
        ),
        rules=("L97-3",),
    ),
    Verb(
        "knight",
        FIELDS,
        PAYMENTS,
        label=N_("Set a knight on {field}{payment}"),
        lesson=N_(
            "A knight stands beside a castle or another knight of yours. The side with more knights in its region can "
            "push the border into a weaker neighbour."
        ),
        rules=("L97-41",),
    ),
    Verb(
        "border",
        LINES,
        label=N_("Set a border between {line}"),
        lesson=N_(
            "Click a line between two fields to build a wall there. Walls that close an area around exactly one castle "
            "make it a region, and a region scores for its fields and towns."
        ),
        rules=("L97-36",),
    ),
    Verb(
        "expand",
        FIELDS,
        OWN_CASTLES,
        label=N_("Expand the region of your castle {castle} to {field}"),
        lesson=N_(
            "Your region may swallow fields next to it, also those of a neighbour with fewer knights. The arrows show "
            "where, and from which region."
        ),
        rules=("L97-50",),
    ),
    Verb(
        "card",
        CARDS,
        label=N_("Choose {card}"),
        lesson=N_(
            "Three actions lie open; you choose one by its number. Who chooses alone carries it out. Where two choose the"
            " same, they negotiate, and fight if they do not agree: so look at what the others have chosen."
        ),
        rules=("L97-11",),
    ),
    Verb(
        "alliance",
        OWN_CASTLES,
        ALL_CASTLES,
        label=N_("Alliance: your castle {castle} with {other}"),
        lesson=N_("Allied regions cannot expand into one another."),
        rules=("L97-70",),
    ),
    Verb(
        "deserter",
        OWN_CASTLES,
        ALL_CASTLES,
        label=N_("Deserter: from {other} to your castle {castle}"),
        lesson=N_("A knight of a neighbouring region leaves its lord and comes over to yours."),
        rules=("L97-72",),
    ),
    Verb(
        "remove",
        FIELDS,
        label=N_("Remove the knight on {field}"),
        lesson=N_("This is the knight that deserts: the one whose loss hurts most, perhaps."),
        rules=("L97-72",),
    ),
    Verb(
        "offer",
        SUM,
        label=NN_("Offer {sum} ducat for the action", "Offer {sum} ducats for the action", "sum"),
        lesson=N_("You offer this sum to have the action for yourself. The other may accept, answer, or break off."),
        rules=("L97-21",),
    ),
    Verb(
        "demand",
        SUM,
        label=NN_("Leave the action for {sum} ducat", "Leave the action for {sum} ducats", "sum"),
        lesson=N_("You leave the action to the other, for this sum."),
        rules=("L97-21",),
    ),
    Verb(
        "accept",
        label=N_("Accept the offer"),
        lesson=N_("Accepting moves the money at once, and settles who carries out the action."),
        rules=("L97-21",),
    ),
    Verb(
        "break",
        label=N_("Break off and fight a duel"),
        lesson=N_("If you break off, a duel decides: both bid in secret, and only the winner pays."),
        rules=("L97-20",),
    ),
    Verb(
        "bid",
        SUM,
        TREASURES,
        label=NN_("Bid {sum} ducat{treasures}", "Bid {sum} ducats{treasures}", "sum"),
        secret=True,
        lesson=N_("Your bid is secret and made at the same time as the other's. The higher one gets the action."),
        rules=("L97-22",),
    ),
    Verb(
        "pile",
        PILES,
        label=N_("Look through pile {pile} of the politics cards"),
        lesson=N_("You look through one of the two piles of politics cards and keep one card of your choice."),
        rules=("L97-60",),
    ),
    Verb(
        "keep",
        KINDS,
        label=N_("Keep this card: {kind}"),
        secret=True,
        lesson=N_("Alliances and deserters are played with a decision card later on; treasures are money; fiefs are points at the end."),
        rules=("L97-60",),
    ),
    Verb(
        "end",
        ALLIANCES,
        PAYMENTS,
        label=N_("End alliance {alliance} for 10 ducats{payment}"),
        lesson=N_("For ten ducats an alliance of yours comes to its end."),
        rules=("L97-71",),
    ),
    Verb(
        "done",
        label=N_("Finish the action"),
        lesson=N_("You need not use all of an action. Until you finish you can take back what nobody has reacted to."),
        rules=("L97-14",),
    ),
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
