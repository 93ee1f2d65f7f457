"""The desk: all of a position that does not lie on the board, as data. A game says what is there; who shows it draws it.

    the board   SVG of one shape for the whole game, with a target for every action that belongs to a place on it
    the desk    seats with their counters, supplies, rows of cards (hand, market, trick), tracks, and the choices in groups

The page draws the desk in HTML, for any screen (`web/templates/desk.html`); beside the board as one SVG it serves `show`, notebooks and the
README (`games/drawing/desks.py`). Both draw from this and nothing else, and this is made from a `View`: so neither can tell more than its
reader may know. Every legal action has exactly one target, on the board or as one `Choice` here.

Signs are called by the names of symbols in the board's definitions, which a page shares with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

MOST_BY_SLIDER = 40  # a sum above that is typed


@dataclass(frozen=True)
class Face:
    """How a card or a track looks, as SVG, in units of about a pixel."""

    drawing: str
    width: float
    height: float


@dataclass(frozen=True)
class Count:
    """A sign with a number or a short word, and what it means."""

    sign: str
    value: str
    said: str

    @property
    def whole(self) -> str:
        return f"{self.said}: {self.value}" if self.value else self.said


@dataclass(frozen=True)
class Choice:
    """An action that has no place on the board."""

    action: int
    verb: str
    notation: str
    label: str  # all that it does
    shown: str  # the words on its button, beside what it is shown with
    sign: str = ""
    costs: tuple[Count, ...] = ()
    brings: tuple[Count, ...] = ()
    strong: bool = False
    quiet: bool = False  # nobody should choose it by mistake
    refused: str = ""  # it cannot be chosen now, and why: shown, so that nobody looks for it
    rule: str = ""  # the rule that refuses it
    parts: tuple[str, ...] = ()  # the tokens of the cards that mean it when they are picked together
    instead: bool = False  # it is open no more unless the last decision is taken back: choosing it does both

    @property
    def name(self) -> str:
        """For who hears it: with the words that stand on the button."""
        return self.label if self.shown.casefold() in self.label.casefold() else f"{self.shown} ({self.label})"


@dataclass(frozen=True)
class Card:
    face: Face
    said: str  # what it means
    place: str = ""  # what can be asked about it (`Domain.place`)
    count: int = 1
    choices: tuple[Choice, ...] = ()  # what can be done with it
    whole: bool = False  # the card itself is the button of its one choice
    token: str = ""  # by which `Choice.parts` call it
    dim: bool = False  # it cannot be chosen, others can
    seat: int = -1  # who laid it
    badge: Count | None = None  # laid on its corner
    meaning: str = ""  # what it is good for, where its name does not say that
    name: str = ""  # by which its meaning is told, if that is not all of what it says

    @property
    def named(self) -> str:
        return self.name or self.said

    @property
    def explained(self) -> str:
        return f"{self.said}: {self.meaning}" if self.meaning else self.said


@dataclass(frozen=True)
class Row:
    """Cards side by side: a hand, a market, a trick."""

    name: str
    title: str
    cards: tuple[Card, ...]
    note: str = ""
    more: str = ""  # the note at length
    pick: int = 0  # so many cards are chosen together
    choices: tuple[Choice, ...] = ()  # what picking them means
    middle: bool = False  # it lies in the middle of the table, between the players

    @property
    def behind(self) -> bool:
        """Whether it stands behind those in which something can be chosen."""
        return self.idle and not self.middle

    @property
    def idle(self) -> bool:
        """Whether nothing can be chosen in it."""
        return not self.choices and not any(card.choices for card in self.cards)

    @property
    def meanings(self) -> dict[str, str]:
        """What cards mean of which one touch takes one for good: by their names, in words beside them. Of others a touch tells it."""
        return {card.named: card.meaning for card in self.cards if card.whole and card.choices and card.meaning}


@dataclass(frozen=True)
class Group:
    """Buttons of one kind."""

    choices: tuple[Choice, ...]
    title: str = ""

    @property
    def barred(self) -> bool:
        """Whether nothing of it can be chosen now: then it stands behind all that can."""
        return all(choice.refused for choice in self.choices)


@dataclass(frozen=True)
class Side:
    """One of the things that a sum can be: what I pay you, what you pay me."""

    said: str
    choices: tuple[Choice, ...]  # for each sum from 0 on
    notation: str  # of any of them, with {n} for the sum
    most: int  # the highest sum to be set. More than there are choices where that would tell what the reader may not know

    @property
    def easy(self) -> int:
        """What a slider reaches."""
        return min(self.most, MOST_BY_SLIDER)


@dataclass(frozen=True)
class Stepper:
    """One sum to be set, whatever it is to be: the sides differ in that."""

    title: str
    sides: tuple[Side, ...]
    sign: str  # of what is counted
    barred = False  # there are sides, so there is a sum to be set

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(choice for side in self.sides for choice in side.choices)


@dataclass(frozen=True)
class Remark:
    """What somebody has said in a negotiation."""

    seat: int
    said: str


@dataclass(frozen=True)
class Arm:
    """A button that lights up the places of a verb on the board, which would otherwise be too many."""

    verb: str
    shown: str
    sign: str = ""


@dataclass(frozen=True)
class Track:
    said: str
    face: Face
    near: bool = False  # what is to be decided is about it: it belongs beside the choices, where the rest of the desk is out of view


@dataclass(frozen=True)
class Plate:
    """What a player has, or a colour that nobody plays (`seat` is -1)."""

    name: str
    colour: int  # whose arms
    seat: int = -1
    points: str = ""
    points_said: str = ""
    to_come: str = ""  # what would be added if the game ended now
    to_come_said: str = ""
    counts: tuple[Count, ...] = ()
    holds: tuple[Count, ...] = ()  # cards and tokens that lie before them, as far as the reader knows them
    badges: tuple[Count, ...] = ()  # what distinguishes them: the start player, the archbishop
    note: str = ""
    deciding: bool = False


@dataclass(frozen=True)
class Desk:
    status: str  # round or turn
    prompt: str
    plates: tuple[Plate, ...]
    supplies: tuple[Count, ...] = ()
    rows: tuple[Row, ...] = ()
    groups: tuple[Group | Stepper, ...] = ()
    tracks: tuple[Track, ...] = ()
    arms: tuple[Arm, ...] = ()
    talk: tuple[Remark, ...] = ()  # offers so far, the first first

    def choices(self) -> Iterator[Choice]:
        """Every choice on it that is not refused, in the order in which it is shown."""
        return (choice for choice in self._all() if not choice.refused)

    def refused(self) -> Iterator[Choice]:
        """What is shown and cannot be chosen now."""
        return (choice for choice in self._all() if choice.refused)

    def veiled(self) -> set[str]:
        """The verbs of sums of which the reader may not know how far they go: who lists or judges them would tell it."""
        sides = [side for group in self.groups if isinstance(group, Stepper) for side in group.sides]
        return {side.choices[0].verb for side in sides if side.most >= len(side.choices)}

    def _all(self) -> Iterator[Choice]:
        for row in self.rows:
            for card in row.cards:
                yield from card.choices
            yield from row.choices
        for group in self.groups:
            yield from group.choices
