"""Löwenherz (2003): what actions and events can name: fields, castles, cards. A card is called by pile and symbols: `b-knight1-expand1`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from kronland.core.words import N_, NN_, Amounts, Domain, Numbers, Seats, Words
from kronland.games.grid.rules.naming import AllCastles, OwnCastles
from kronland.games.grid.rules.regions import CASTLES_EACH
from kronland.games.koenig.rules.state import BOARD, COLOUR_NAMES, PILE_NAMES, TASK_SIZES, Task

FIELDS, LINES = BOARD.fields, BOARD.lines
PLAYERS = Seats("player", COLOUR_NAMES)
COUNT = Numbers("count")
POINTS = Amounts("points", NN_("{n} point", "{n} points", "n"), N_("no points"))
LOST_POINTS = Amounts("points", NN_("and with it {n} point", "and with it {n} points", "n"), N_("but no points"))
DUCATS = Amounts("ducats", NN_("{n} ducat", "{n} ducats", "n"))
AREA = Amounts("area", NN_("{n} field", "{n} fields", "n"))

COLOURS = Domain("colour", COLOUR_NAMES, [N_("Red"), N_("Ochre"), N_("Blue"), N_("Grey")])
COLOURED_CASTLES = Domain("colour", COLOUR_NAMES, [N_("a red castle"), N_("an ochre castle"), N_("a blue castle"), N_("a grey castle")])
COLOURED_KNIGHTS = Domain("colour", COLOUR_NAMES, [N_("a red knight"), N_("an ochre knight"), N_("a blue knight"), N_("a grey knight")])
PILES = Domain("pile", [*PILE_NAMES])


class Castles(AllCastles):
    """All castles, as a sentence calls them."""

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        return f"{COLOURS.say(member // CASTLES_EACH, words, names)} {member % CASTLES_EACH + 1}"


ALL_CASTLES = Castles(COLOUR_NAMES)
OWN_CASTLES = OwnCastles(ALL_CASTLES, [N_("your castle 1"), N_("your castle 2"), N_("your castle 3"), N_("your castle 4")])
MINES = Domain("mine", ["copper", "silver", "gold", "gems"], [N_("copper"), N_("silver"), N_("gold"), N_("gems")])
TASKS = Domain(
    "task",
    [task.name.lower() for task in Task],
    [N_("borders"), N_("knights"), N_("expansion"), N_("a deserter"), N_("an alliance")],
    first=int(Task.BORDER),
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

    @staticmethod
    def leaves_a_choice(member: int) -> bool:
        """Whether there are two symbols on it, of which one is played (L03-13)."""
        return len(FACES[member // len(PRICES) % len(FACES)]) > 1

    @staticmethod
    def shows_only(member: int, task: int) -> bool:
        """Whether an action is all that is on it."""
        face = FACES[member // len(PRICES) % len(FACES)]
        return len(face) == 1 and face[0][0] == task

    def say(self, member: int, words: Words, names: Sequence[str]) -> str:
        pile, (face, price) = member // len(PRICES) // len(FACES), divmod(member % (len(FACES) * len(PRICES)), len(PRICES))
        symbols = [say_symbol(*symbol, words) for symbol in FACES[face]]
        shown = words(EITHER, one=symbols[0], other=symbols[1]) if len(symbols) == 2 else symbols[0]
        return f"{shown} ({PILE_NAMES[pile]}{' II' if price else ''})"


EITHER = N_("{one} or {other}")
CARDS = Cards()
