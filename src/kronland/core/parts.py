"""A line for each player of a text position, made of parts: `red: 5 coins, towns N1 N2` (see `core/positions.py`).

Like a line, a part is one object that reads and writes. Of amounts the number comes first, of everything else the word.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Generic

from kronland.core.layout import State
from kronland.core.positions import Entry, Line, P


class Part(ABC, Generic[P]):
    """Something about a player: the word that it begins with, and an example for those who got it wrong."""

    last_counts = False  # said twice in a line, only the last time counts

    def __init__(self, word: str, like: str) -> None:
        self.word, self.like = word, like

    def rest(self, words: Sequence[str]) -> str | None:
        """What these words say of it; none if they are about something else."""
        return " ".join(words[1:]) if words[0] == self.word else None

    @abstractmethod
    def read(self, p: P, seat: int, entry: Entry) -> None:
        """Bring what is said into the state."""

    @abstractmethod
    def write(self, s: State, seat: int) -> str:
        """What it says of a state, without its word; empty if nothing is to be said."""

    def text(self, s: State, seat: int) -> Iterable[str]:
        if said := self.write(s, seat):
            yield f"{self.word} {said}"


class Amount(Part[P]):
    """`5 coins`: how much of something a player has, in a field of the state; `1 coin` where there is a word for one."""

    def __init__(self, words: str | tuple[str, str], field: str, most: int | Callable[[P], int], usual: int = 0, least: int = 0) -> None:
        self.words = (words,) if isinstance(words, str) else words
        super().__init__(self.words[0], f"{usual} {self.words[0]}")
        self.field, self.most, self.least = field, most, least

    def rest(self, words: Sequence[str]) -> str | None:
        return words[0] if len(words) == 2 and words[1] in self.words else None

    def read(self, p: P, seat: int, entry: Entry) -> None:
        most = self.most if isinstance(self.most, int) else self.most(p)
        p.s[self.field][seat] = entry.whole(entry.text, self.word, self.least, most)

    def write(self, s: State, seat: int) -> str:
        return str(s[self.field][seat])

    def text(self, s: State, seat: int) -> Iterable[str]:
        yield f"{self.write(s, seat)} {self.word}"


class Place(Part[P]):
    """`track 3`: a number in a field of the state; it is written if it is not below 0, and may be counted from another `first`."""

    def __init__(self, word: str, field: str, most: int, first: int = 0) -> None:
        super().__init__(word, f"{word} {first}")
        self.field, self.most, self.first = field, most, first

    def read(self, p: P, seat: int, entry: Entry) -> None:
        p.s[self.field][seat] = entry.whole(entry.text, self.word, self.first, self.most) - self.first

    def write(self, s: State, seat: int) -> str:
        return str(s[self.field][seat] + self.first) if s[self.field][seat] >= 0 else ""


class Player(Line[P]):
    """The line of one seat."""

    def __init__(self, seat: int, colours: Sequence[str], parts: Sequence[Part[P]]) -> None:
        super().__init__(colours[seat])
        self.seat, self.parts = seat, parts

    def read(self, p: P, entry: Entry) -> None:
        if self.seat >= p.s.players:
            there = ", ".join(p.colours)
            raise entry.error(f"{self.name} is not a player; with {p.s.players} players there are {there}")
        found = [self._part(entry, said.split()) for said in entry.text.split(",") if said.strip()]
        last = {part: place for place, (part, _) in enumerate(found)}
        for place, (part, said) in enumerate(found):
            if not part.last_counts or place == last[part]:
                part.read(p, self.seat, said)

    def _part(self, entry: Entry, words: Sequence[str]) -> tuple[Part[P], Entry]:
        for part in self.parts:
            if (rest := part.rest(words)) is not None:
                return part, Entry(entry.number, rest)
        forms = ", ".join(part.like for part in self.parts)
        raise entry.error(f"cannot read {' '.join(words)!r} of {self.name}", f"parts like {forms}")

    def write(self, s: State) -> Iterable[str]:
        if self.seat < s.players:
            yield ", ".join(text for part in self.parts for text in part.text(s, self.seat))
