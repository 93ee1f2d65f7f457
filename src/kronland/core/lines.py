"""Lines of text positions that many games have (see `core/positions.py`)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from kronland.core.errors import UsageError
from kronland.core.layout import MOST_DECISIONS, State
from kronland.core.positions import Entry, Line, OfSeat, P, Position
from kronland.core.seeds import chance_text, read_chance

Amount = int | Callable[[State], int]  # a number, or what it is in a state


def amount(number: Amount, s: State) -> int:
    return number if isinstance(number, int) else int(number(s))


def always(s: State) -> bool:
    return True


class GameName(Line[P]):
    """`game: koenig`."""

    def __init__(self, game_id: str) -> None:
        super().__init__("game")
        self.game_id = game_id

    def read(self, p: P, entry: Entry) -> None:
        entry.one_of(entry.value, [self.game_id], "game")

    def write(self, s: State) -> Iterable[str]:
        yield self.game_id


class Players(Line[P]):
    """`players: 3`."""

    def __init__(self, least: int, most: int, usual: int | None = None) -> None:
        super().__init__("players")
        self.least, self.most, self.usual = least, most, usual

    def read(self, p: P, entry: Entry) -> None:
        p.s.players = entry.whole(entry.value, "players", self.least, self.most)

    def missing(self, p: P) -> None:
        if "players" not in p.given and self.usual is None:
            raise Entry(0, "").error("the number of players is missing", f"a line like: {p.form.joined('players', str(self.least))}")
        self.read(p, p.entry("players", p.given.get("players", str(self.usual))))

    def write(self, s: State) -> Iterable[str]:
        yield str(s.players)


class Choice(Line[P]):
    """An option of the game, `setup: beginner`: the state keeps the number of the value; the first one is usual, and not written."""

    def __init__(self, name: str, field: str, *values: str) -> None:
        super().__init__(name)
        self.field, self.values = field, values

    def read(self, p: P, entry: Entry) -> None:
        p.s[self.field] = entry.one_of(entry.value, self.values, self.name)

    def missing(self, p: P) -> None:
        self.read(p, p.entry(self.name, p.given.get(self.name, self.values[0])))

    def write(self, s: State) -> Iterable[str]:
        if s[self.field]:
            yield self.values[s[self.field]]


class Number(Line[P]):
    """`round: 2`: a number in a field of the state. It may mean something only `when` something holds, and be told only if it is not 0."""

    def __init__(
        self,
        name: str,
        field: str,
        least: Amount,
        most: Amount,
        usual: Amount = 0,
        when: Callable[[State], bool] = always,
        told_zero: bool = True,
    ) -> None:
        super().__init__(name)
        self.field, self.least, self.most, self.usual, self.when, self.told_zero = field, least, most, usual, when, told_zero

    def asked(self, p: P) -> bool:
        return self.when(p.s)

    def read(self, p: P, entry: Entry) -> None:
        p.s[self.field] = entry.whole(entry.value, self.name, amount(self.least, p.s), amount(self.most, p.s))

    def missing(self, p: P) -> None:
        self.read(p, Entry(p.last, str(amount(self.usual, p.s))))

    def write(self, s: State) -> Iterable[str]:
        if self.when(s) and (self.told_zero or s[self.field]):
            yield str(s[self.field])


def decisions() -> Number[Position]:
    """`decisions: 53`: how many have been made."""
    return Number("decisions", "clock", 0, MOST_DECISIONS)


class Numbers(Line[P]):
    """`score: 3 0`: all numbers of a field of the state, which a text must tell."""

    def __init__(self, name: str, most: int) -> None:
        super().__init__(name)
        self.most = most

    def read(self, p: P, entry: Entry) -> None:
        kind = np.asarray(p.s[self.name])
        if len(entry.words) != kind.size:
            raise entry.error(f"{self.name}: got {entry.text!r}", f"{kind.size} numbers")
        numbers = [entry.whole(word, self.name, 0, self.most) for word in entry.words]
        p.s[self.name] = np.array(numbers, kind.dtype).reshape(kind.shape)

    def missing(self, p: P) -> None:
        raise p.entry(self.name).error(f"{self.name!r} is missing", f"a line like: {p.form.joined(self.name, '0')}")

    def write(self, s: State) -> Iterable[str]:
        yield " ".join(map(str, np.ravel(s[self.name])))


class Colour(Line[P]):
    """`start: red`: a player, by colour; the field of the state keeps the seat, and below 0 it is nobody's."""

    def __init__(self, name: str, field: str, colours: Sequence[str], usual: Callable[[P], int] | None = None) -> None:
        super().__init__(name)
        self.field, self.colours, self.usual = field, colours, usual

    def read(self, p: P, entry: Entry) -> None:
        p.s[self.field] = p.seat(entry, entry.value)

    def missing(self, p: P) -> None:
        if self.usual:
            p.s[self.field] = self.usual(p)

    def write(self, s: State) -> Iterable[str]:
        if s[self.field] >= 0:
            yield self.colours[s[self.field]]


class Turn(Line[P]):
    """`turn: red settle, from ochre-2, to red-1`: who decides what, and details, parted by commas."""

    def __init__(self, like: str) -> None:
        super().__init__("turn")
        self.like = like

    def missing(self, p: P) -> None:
        raise Entry(max(p.last, 1), "").error("no turn is given", f"a line like '{p.form.joined('turn', self.like)}'")

    def read(self, p: P, entry: Entry) -> None:
        decision, *details = (part.strip() for part in entry.text.split(","))
        self.decide(p, entry, decision.split(), details)

    @abstractmethod
    def decide(self, p: P, entry: Entry, words: list[str], details: list[str]) -> None:
        """Bring who decides what into the state."""


class Flag(Line[P]):
    """`last_turn`: it holds if it is said."""

    often = True

    def read(self, p: P, entry: Entry) -> None:
        p.s[self.name] = 1

    def write(self, s: State) -> Iterable[str]:
        if s[self.name]:
            yield ""


class Chance(Line[P]):
    """`chance: 7 53`: the seed, and how many numbers were drawn from it."""

    def __init__(self, often: bool = False, when: Callable[[State], bool] = always) -> None:
        super().__init__("chance")
        self.often, self.when = often, when

    def read(self, p: P, entry: Entry) -> None:
        try:
            read_chance(p.s, entry.text)
        except UsageError as problem:
            raise entry.error(str(problem)) from None

    def write(self, s: State) -> Iterable[str]:
        if self.when(s):
            yield chance_text(s)


class NumberOf(OfSeat[P]):
    """`coins red 4`: a number of each player."""

    def __init__(self, name: str, least: int, most: int) -> None:
        super().__init__(name)
        self.least, self.most = least, most

    def read_of(self, p: P, seat: int, entry: Entry) -> None:
        p.s[self.name][seat] = entry.whole(entry.word(1), self.name, self.least, self.most)

    def write_of(self, s: State, seat: int) -> Iterable[str]:
        yield str(s[self.name][seat])
