"""Löwenherz (2003): the action space. Cards are named by pile and symbols: `play b-knight1-expand1 expand`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from kronland.core.space import ActionSpace
from kronland.core.verbs import Verb
from kronland.core.words import N_, NN_, Amounts, Domain, Numbers, Seats, Words
from kronland.games.grid.rules.regions import CASTLES_EACH
from kronland.games.koenig.rules.state import BOARD, COLOUR_NAMES, PILE_NAMES, TASK_SIZES, Task

FIELDS, LINES = BOARD.fields, BOARD.lines
PLAYERS = Seats("player", COLOUR_NAMES)
COUNT = Numbers("count")
POINTS = Amounts("points", NN_("{n} point", "{n} points", "n"), N_("no points"))
DUCATS = Amounts("ducats", NN_("{n} gold ducat", "{n} gold ducats", "n"))
AREA = Amounts("area", NN_("{n} field", "{n} fields", "n"))

COLOURS = Domain("colour", COLOUR_NAMES, [N_("Red"), N_("Ochre"), N_("Blue"), N_("Grey")])
PILES = Domain("pile", [*PILE_NAMES])


class Castles(Domain):
    """All castles, called by colour and number."""

    def __init__(self) -> None:
        super().__init__("other", [f"{colour}-{n + 1}" for colour in COLOUR_NAMES for n in range(CASTLES_EACH)])

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        return f"{COLOURS.say(member // CASTLES_EACH, words, names)} {member % CASTLES_EACH + 1}"


ALL_CASTLES = Castles()
OWN_CASTLES = Domain(
    "castle",
    [f"castle-{n + 1}" for n in range(CASTLES_EACH)],
    [N_("your castle 1"), N_("your castle 2"), N_("your castle 3"), N_("your castle 4")],
)
MINES = Domain("mine", ["copper", "silver", "gold", "gems"], [N_("copper"), N_("silver"), N_("gold"), N_("gems")])
TASKS = Domain(
    "task",
    [task.name.lower() for task in Task],
    [N_("borders"), N_("knights"), N_("expansion"), N_("a deserter"), N_("an alliance")],
)

SYMBOLS = [(task, size) for task in Task for size in TASK_SIZES[task]]
SYMBOL_TEXTS = {
    Task.BORDER: NN_("{n} border", "{n} borders", "n"),
    Task.KNIGHT: NN_("{n} knight", "{n} knights", "n"),
    Task.EXPAND: NN_("expansion by {n} field", "expansion by {n} fields", "n"),
    Task.DESERTER: N_("a deserter"),
    Task.ALLIANCE: N_("an alliance"),
}
# What a card can show: one symbol, or two of different actions (L03-13)
FACES = [*((symbol,) for symbol in SYMBOLS), *((a, b) for a, b in combinations(SYMBOLS, 2) if a[0] != b[0])]
# Two prices for the same symbols in one pile are told apart by the mark of the second
PRICES = ("", "-ii")


def symbol_token(task: Task, size: int) -> str:
    return task.name.lower() + (str(size) if len(TASK_SIZES[task]) > 1 else "")


def say_symbol(task: Task, size: int, words: Words) -> str:
    text = SYMBOL_TEXTS[task]
    return words(text, n=size) if text.many else words(text)


class Cards(Domain):
    """All cards that can be: every pile, face and (first or second) price. A component file says which of them there are."""

    def __init__(self) -> None:
        super().__init__(
            "card",
            [
                f"{pile.lower()}-{'-'.join(symbol_token(*symbol) for symbol in face)}{price}"
                for pile in PILE_NAMES
                for face in FACES
                for price in PRICES
            ],
            hint="like a-border2 or b-knight1-expand1",
        )

    @staticmethod
    def number(pile: int, face: tuple[tuple[Task, int], ...], price: int) -> int:
        return (pile * len(FACES) + FACES.index(face)) * len(PRICES) + price

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        pile, (face, price) = member // len(PRICES) // len(FACES), divmod(member % (len(FACES) * len(PRICES)), len(PRICES))
        symbols = [say_symbol(*symbol, words) for symbol in FACES[face]]
        shown = words(EITHER, one=symbols[0], other=symbols[1]) if len(symbols) == 2 else symbols[0]
        return f"{shown} ({PILE_NAMES[pile]}{' II' if price else ''})"


EITHER = N_("{one} or {other}")
CARDS = Cards()

SPACE = ActionSpace(
    Verb(
        "castle",
        FIELDS,
        label=N_("Set a castle on {field}"),
        lesson=N_(
            "Castles are where your regions will grow. Look for forests, villages and mines near the frame: borders are short there."
        ),
        rules=("L03-4",),
    ),
    Verb(
        "knight",
        FIELDS,
        label=N_("Set a knight on {field}"),
        lesson=N_(
            "A knight stands beside a castle or another knight of yours; in a forest it costs one ducat more. More "
            "knights make a region strong."
        ),
        rules=("L03-31",),
    ),
    Verb(
        "border",
        LINES,
        label=N_("Set a border between {line}"),
        lesson=N_(
            "Click a line between two fields. An area closed round exactly one castle is a region and scores its forests,"
            " villages and the royal city."
        ),
        rules=("L03-25",),
    ),
    Verb(
        "expand",
        FIELDS,
        OWN_CASTLES,
        label=N_("Take {field} for the region of {castle}"),
        lesson=N_("Your region takes a field next to it, even from a neighbour whose region holds fewer knights."),
        rules=("L03-40",),
    ),
    Verb(
        "deserter",
        OWN_CASTLES,
        ALL_CASTLES,
        label=N_("Deserter from the region of {other} to that of {castle}"),
        lesson=N_("You set one of your knights, and the owner of the neighbouring region must take one away."),
        rules=("L03-50",),
    ),
    Verb(
        "alliance",
        OWN_CASTLES,
        ALL_CASTLES,
        label=N_("Alliance of the regions of {castle} and {other}"),
        lesson=N_("To the end of the game neither of the two regions may expand into the other."),
        rules=("L03-60",),
    ),
    Verb(
        "remove",
        FIELDS,
        label=N_("Remove the knight on {field}"),
        lesson=N_("One knight of this region must go; none may be left without a way to its castle."),
        rules=("L03-51",),
    ),
    Verb(
        "sell",
        CARDS,
        label=N_("Sell the card: {card}"),
        lesson=N_("Selling brings ducats at once, but everyone can take the card from the market later."),
        rules=("L03-12",),
    ),
    Verb(
        "play",
        CARDS,
        TASKS,
        label=N_("Play the card: {card}, for {task}"),
        lesson=N_("You pay the price and carry out one action of the card. In each turn you sell or play exactly one card."),
        rules=("L03-13",),
    ),
    Verb(
        "draw",
        label=N_("Draw the top card of the deck"),
        lesson=N_("You fill your hand from the deck. When its last card is drawn, nobody refills any more."),
        rules=("L03-14",),
    ),
    Verb(
        "take",
        CARDS,
        label=N_("Take from the market: {card}"),
        lesson=N_("Instead of a hidden card you may take one of the market, but not the one that you have just sold."),
        rules=("L03-14",),
    ),
    Verb(
        "done",
        label=N_("Finish this action"),
        lesson=N_("You need not use all of an action, but at least one step. Until you finish you can take steps back."),
        rules=("L03-23",),
    ),
)

# Where each range begins, as plain numbers for the kernels
A_CASTLE = SPACE["castle"].first
A_KNIGHT = SPACE["knight"].first
A_BORDER = SPACE["border"].first
A_EXPAND = SPACE["expand"].first
A_DESERTER = SPACE["deserter"].first
A_ALLIANCE = SPACE["alliance"].first
A_REMOVE = SPACE["remove"].first
A_SELL = SPACE["sell"].first
A_PLAY = SPACE["play"].first
A_DRAW = SPACE["draw"].first
A_TAKE = SPACE["take"].first
A_DONE = SPACE["done"].first
SIZE = SPACE.size
N_OWN_CASTLES = len(OWN_CASTLES)
N_ALL_CASTLES = len(ALL_CASTLES)
N_TASKS = len(TASKS)
