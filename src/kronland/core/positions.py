"""Positions as text: one reader and one writer, for which a game only says what its lines are.

    players: 4
    red: 5 coins, towns N1 N2, holds 11 18
    turn: red name

**A text** is lines, each with a name and what it says. A drawing may stand between them (a `Block`), lines beginning with `#` are
comments, and blanks count as one. There are two hands to write it in: `name: value`, or `name value` without the colon, where a comment
may also follow in the line and a line of one value may be followed by anything.

**A line** is one object that reads and writes (`Line`): `read` brings what it says into the state, `write` takes it out again, so that the
two stand side by side and cannot disagree. `missing` says what holds where a text has no such line: it may be needed, or follow from the
rest. What most games have is ready in `core/lines.py`: players, options, numbers, colours, chance; and in `core/parts.py` a line of many
parts for each player. Words come from the domains of the action space, ranges from the rules.

**A form** is all lines of a game (`Form`):

    FORM = Form(
        LAYOUT, COLOUR_NAMES, problems, (legal, SPACE.size),
        lines=(GAME, PLAYERS, ROUND, *SEATS, DECK, TURN),                                         # as they are written
        reading=(GAME, PLAYERS, lay_out, TURN, ROUND, *SEATS, DECK, deal_the_rest, check_turn),   # as they are read
    )
    read, write = FORM.read, FORM.write

They are read in an order of their own, for what one may say depends on others (how many cards are in a hand, on the turn). Between lines
there are steps, plain functions: the table is laid out, what no line says is filled in, what single lines cannot tell is checked. What
lines and steps have to remember besides the state is in a `Position` of the game's own. The last step is always the same: the invariants
of the rules hold, and whoever decides has something to choose.

**Nothing gets past it.** Texts come from outside, and compiled rules check no bounds. So a number reaches the state by `Entry.whole`, which
has a least and a most, or as the place of a word in a list (`Entry.one_of`); rules are asked interpreted (`ask`), not written down again.
Every refusal is one line, with the number of the line in the text, what was found there, and what would be right.
"""

from __future__ import annotations

import difflib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np

from kronland.core.errors import PositionError
from kronland.core.game import NO_OPTIONS, seats_of
from kronland.core.given import quoted
from kronland.core.kernel import Kernel, interpreted
from kronland.core.layout import Layout, State

WHOLE = re.compile("-?[0-9]{1,20}")
LONGEST = 300  # characters of what was found: a line may be endless
MOST_SHOWN = 16  # of the words that would be right


def ask(kernel: Kernel, *arguments: Any) -> Any:
    """The answer of a rule, interpreted."""
    with np.errstate(over="ignore"):
        return interpreted(kernel)(*arguments)


@dataclass(frozen=True)
class Entry:
    """What a line says; or what is taken for said, where a text has no such line."""

    number: int  # of the line, from 1; 0 for none
    text: str
    alone: bool = True  # the text is the value, if there is but one; otherwise its first word is

    @cached_property
    def words(self) -> Sequence[str]:
        return tuple(self.text.split())

    @property
    def value(self) -> str:
        return self.text if self.alone else self.word(0)

    def word(self, at: int) -> str:
        return self.words[at] if at < len(self.words) else "nothing"

    def error(self, found: str, expected: str = "") -> PositionError:
        where = f"position, line {self.number}" if self.number else "position"
        shown = found if len(found) <= LONGEST else f"{found[:LONGEST]} ..."
        return PositionError(f"{where}: {shown}{f'; expected {expected}' if expected else ''}")

    def whole(self, word: str, what: str, least: int, most: int) -> int:
        """A word as a number in a range."""
        if not WHOLE.fullmatch(word) or not least <= int(word) <= most:
            raise self.error(f"{what}: got {word!r}", f"a whole number from {least} to {most}" if least != most else str(least))
        return int(word)

    def one_of(self, word: str, values: Sequence[str], what: str) -> int:
        """Which of the values a word is."""
        if word not in values:
            shown = ", ".join(values[:MOST_SHOWN]) + (", ..." if len(values) > MOST_SHOWN else "")
            raise self.error(f"{what}: got {word!r}", f"one of {shown}" if len(values) > 1 else shown)
        return list(values).index(word)


class Position:
    """A text being read: its lines, the state that comes of them, and what was given beside it."""

    def __init__(self, form: Form[Any], source: str, players: int | None, options: Mapping[str, str]) -> None:
        self.form = form
        self.s: State = form.layout.new()
        self.given = {**options, **({"players": str(players)} if players else {})}
        self.drawing: list[Entry] = []
        self.said: dict[str, list[Entry]] = {}
        if not isinstance(source, str):
            raise PositionError(f"the position is {quoted(source)}; expected its text")
        lines = source.splitlines()
        self.last = len(lines)
        for number, line in enumerate(lines, 1):
            if line := form.without_comment(line):
                self._sort(number, line)
        self.begin()

    def begin(self) -> None:
        """What the lines and steps of a game have to remember besides the state."""

    def _sort(self, number: int, line: str) -> None:
        form = self.form
        name, mark, value = form.split(line)
        if not mark and form.block:
            if self.drawing and number != self.drawing[-1].number + 1:
                raise Entry(number, "").error(f"got {line.strip()!r}", "'name: value' (what is drawn is drawn in one piece)")
            self.drawing.append(Entry(number, line))
            return
        entry = Entry(number, " ".join(value.split()), form.colon)
        if not mark or name not in form.by_name:
            near = difflib.get_close_matches(name, form.by_name, 1)
            right = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(form.by_name)}"
            raise entry.error(f"{name!r} is no line of a position; {right}")
        if name in self.said and not form.by_name[name].often:
            raise entry.error(f"{name!r} is given twice, first in line {self.said[name][0].number}")
        self.said.setdefault(name, []).append(entry)
        if name == "game":  # what other lines of another game's position are is nonsense here
            form.by_name[name].read(self, entry)

    def has(self, name: str) -> bool:
        return name in self.said

    def entry(self, name: str, usual: str = "") -> Entry:
        """A line that there is once; where it is missing, what is usual."""
        return self.said[name][0] if name in self.said else Entry(self.last, usual)

    @property
    def end(self) -> Entry:
        """Where something is said to be wrong that stands in no line."""
        return Entry(self.last, "")

    @property
    def colours(self) -> Sequence[str]:
        """Of those who play."""
        return self.form.colours[: self.s.players]

    def seat(self, entry: Entry, word: str) -> int:
        return entry.one_of(word, self.colours, "player")

    def leading_seats(self, entry: Entry, words: list[str]) -> list[int]:
        """The players that words begin with, which are taken away from them."""
        seats = []
        while words and words[0] in self.form.colours:
            seats.append(self.seat(entry, words.pop(0)))
        return seats


P = TypeVar("P", bound=Position, contravariant=True)  # a line that needs little to remember serves where more is


class Line(ABC, Generic[P]):
    """One kind of line: its name, how it is read and how it is written."""

    often = False  # whether a text may have several of them

    def __init__(self, name: str) -> None:
        self.name = name

    def asked(self, p: P) -> bool:
        """Whether it means something in this position; where it does not, it is passed over."""
        return True

    def read(self, p: P, entry: Entry) -> None:
        """Bring what a line says into the state. A drawing is read as a whole instead."""
        raise NotImplementedError(self.name)

    def missing(self, p: P) -> None:
        """There is no such line: refuse that, or bring into the state what is usual."""

    def write(self, s: State) -> Iterable[str]:
        """What the lines of this kind say of a state, each without its name. Lines of each player are written by `write_of` instead."""
        raise NotImplementedError(self.name)

    def read_all(self, p: P) -> None:
        if self.asked(p):
            for entry in p.said.get(self.name, ()):
                self.read(p, entry)
            if self.name not in p.said:
                self.missing(p)

    def lines(self, s: State, form: Form[Any]) -> Iterable[str]:
        return (form.joined(self.name, value) for value in self.write(s))


class Block(Line[P]):
    """A drawing, of lines without a name."""

    @abstractmethod
    def read_drawing(self, p: P, drawing: Sequence[Entry]) -> None:
        """Bring a drawing into the state; it is empty where a text has none."""

    def read_all(self, p: P) -> None:
        self.read_drawing(p, p.drawing)

    def lines(self, s: State, form: Form[Any]) -> Iterable[str]:
        return self.write(s)


class OfSeat(Line[P]):
    """A line that begins with the colour of a player: `coins red 4`."""

    often = True

    def read(self, p: P, entry: Entry) -> None:
        self.read_of(p, p.seat(entry, entry.word(0)), entry)

    @abstractmethod
    def read_of(self, p: P, seat: int, entry: Entry) -> None:
        """Bring what a line says of a player into the state."""

    @abstractmethod
    def write_of(self, s: State, seat: int) -> Iterable[str]:
        """What the lines of this kind say of a player, each without its name and the colour."""

    def lines_of(self, s: State, form: Form[Any], seat: int) -> Iterable[str]:
        return (form.joined(self.name, f"{form.colours[seat]} {value}") for value in self.write_of(s, seat))

    def lines(self, s: State, form: Form[Any]) -> Iterable[str]:
        return (line for seat in range(s.players) for line in self.lines_of(s, form, seat))


class Seatwise(Line[P]):
    """Lines that are written together, of one player after the other."""

    def __init__(self, *parts: OfSeat[P]) -> None:
        super().__init__(" and ".join(part.name for part in parts))
        self.parts = parts

    def lines(self, s: State, form: Form[Any]) -> Iterable[str]:
        return (line for seat in range(s.players) for part in self.parts for line in part.lines_of(s, form, seat))


class Form(Generic[P]):
    """All lines of a game's positions: see the top."""

    def __init__(
        self,
        layout: Layout,
        colours: Sequence[str],
        problems: Callable[[State], list[str]],  # the invariants of the rules
        legal: tuple[Kernel, int],  # what somebody may choose, and how many actions there are
        lines: Sequence[Line[P]],  # in the order in which they are written
        reading: Sequence[Line[P] | Callable[[P], None]] = (),  # in the order in which they are read, and steps between them
        colon: bool = True,
        new: type[P] = Position,  # type: ignore[assignment]
    ) -> None:
        self.layout, self.colours, self.problems, self.legal, self.colon, self.new = layout, colours, problems, legal, colon, new
        self.order = lines
        self.reading = reading or lines
        single = [part for line in lines for part in (line.parts if isinstance(line, Seatwise) else [line])]
        self.block = any(isinstance(line, Block) for line in single)
        self.by_name = {line.name: line for line in single if not isinstance(line, Block)}
        read = [line for line in self.reading if isinstance(line, Line)]
        assert len(read) == len(single) and set(read) == set(single), "every line is read once"

    def without_comment(self, line: str) -> str:
        """A line, empty if nothing is said in it."""
        if not self.colon:
            return line.partition("#")[0].strip()
        return "" if line.lstrip().startswith("#") else line.rstrip()

    def split(self, line: str) -> tuple[str, str, str]:
        """The name of a line, the mark after it (none where it is part of a drawing), what it says."""
        if not self.colon:
            name, *rest = line.split()
            return name, " ", " ".join(rest)
        name, mark, value = line.partition(":")
        return " ".join(name.split()), mark, value

    def joined(self, name: str, value: str) -> str:
        return f"{name}{':' if self.colon else ''} {value}".rstrip()

    def read(self, source: str, players: int | None = None, options: Mapping[str, str] = NO_OPTIONS) -> State:
        """The state that a text describes, a wrong one is refused; players and options count where it says nothing of them."""
        p = self.new(self, source, players, options)
        for step in self.reading:
            if isinstance(step, Line):
                step.read_all(p)
            else:
                step(p)
        for problem in self.problems(p.s):
            raise (p.drawing or [p.end])[0].error(f"the position cannot arise: {problem}")
        legal, size = self.legal
        for seat in seats_of(int(p.s.actors)):
            if not ask(legal, p.s, seat, np.zeros(size, np.int32)):
                raise p.entry("turn").error(f"{self.colours[seat]} would have nothing to choose")
        return p.s

    def write(self, s: State) -> str:
        """The text that describes a state, secrets included."""
        return "".join(f"{text}\n" for line in self.order for text in line.lines(s, self))
