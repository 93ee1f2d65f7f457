"""Löwenherz (1997): politics cards in a text position (see `position`).

They go by the names of the notation: alliance, deserter, fief-3 ..., treasure-8 ...; `*` follows one that all have seen in a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kronland.core.layout import State
from kronland.core.parts import Part
from kronland.core.positions import Entry, Line
from kronland.games.loewenherz.rules.domains import KINDS
from kronland.games.loewenherz.rules.state import IN_PILE, KIND_OF, PILE_SIZES, POLITICS_CARDS

if TYPE_CHECKING:
    from kronland.games.loewenherz.positions.table import Reading

FIEFS = range(2, 5)  # kinds that never leave a hand
MARK = "*"


class PoliticsCards:
    """Which politics card is where; like cards are interchangeable, and who took which when is made up (see `position`)."""

    def __init__(self) -> None:
        self.free = list(range(POLITICS_CARDS))
        self.held: list[tuple[int, int, bool]] = []  # seat, card, seen by all
        self.spent: list[tuple[int, int]] = []
        self.piles: list[list[int] | None] = [None, None]

    def _draw(self, entry: Entry, text: str) -> int:
        kind = KINDS.read(text)
        if kind is None:
            raise entry.error(f"{text!r} is no politics card", f"one of {', '.join(KINDS.tokens)}")
        card = next((card for card in self.free if KIND_OF[card] == kind), None)
        if card is None:
            raise entry.error(f"there are too many cards of the kind {text}; the game has {KIND_OF.count(kind)}")
        self.free.remove(card)
        return card

    def hold(self, entry: Entry, seat: int, texts: Sequence[str]) -> None:
        for text in texts:
            self.held.append((seat, self._draw(entry, text.removesuffix(MARK)), text.endswith(MARK)))

    def spend(self, entry: Entry, seat: int, texts: Sequence[str]) -> None:
        for text in texts:
            card = self._draw(entry, text)
            if KIND_OF[card] in FIEFS:
                raise entry.error(f"a {text} is never spent (L97-74)")
            self.spent.append((seat, card))

    def lay_pile(self, entry: Entry, pile: int, texts: Sequence[str]) -> None:
        if len(texts) > PILE_SIZES[pile]:
            raise entry.error(f"pile {pile + 1} began with {PILE_SIZES[pile]} cards and cannot hold {len(texts)}")
        self.piles[pile] = [self._draw(entry, text) for text in texts]

    def spent_of(self, kind: int, seat: int | None = None) -> int:
        return sum(KIND_OF[card] == kind and seat in (None, owner) for owner, card in self.spent)

    def store(self, s: State, entry: Entry) -> None:
        one, two = self.piles
        if one is None:  # what is nowhere else lies in the piles, the second one filled first
            rest = 0 if two is not None else max(0, len(self.free) - PILE_SIZES[1])
            one, self.free = (self.free, []) if two is not None else (self.free[:rest], self.free[rest:])
        if two is None:
            two, self.free = self.free, []
        for pile, cards in enumerate((one, two)):
            if len(cards) > PILE_SIZES[pile]:
                raise entry.error(f"{len(cards)} politics cards would be left for pile {pile + 1}, which began with {PILE_SIZES[pile]}")
        if self.free:
            missing = ", ".join(KINDS.tokens[KIND_OF[card]] for card in self.free)
            raise entry.error(f"not in the piles, not in a hand and not spent: {missing}")
        taken = [*((seat, card, True, True) for seat, card in self.spent), *((seat, card, False, seen) for seat, card, seen in self.held)]
        s.politics_take[:] = -1
        s.politics_taker[:] = IN_PILE
        s.takes = len(taken)
        s.pile_size[:] = (len(one), len(two))
        for pile, cards in enumerate((one, two)):
            s.politics_pile[cards] = pile
        for take, (seat, card, spent, seen) in enumerate(taken):
            s.politics_pile[card] = 0 if take < PILE_SIZES[0] - len(one) else 1
            s.politics_take[card] = take
            s.politics_taker[card] = seat
            s.politics_spent[card] = spent
            s.politics_shown[card] = s.takes if seen or s.ended else 0
            s.hand_size[seat] += not spent


def _taken(s: State, seat: int, spent: bool) -> list[int]:
    return [card for card in range(POLITICS_CARDS) if s.politics_taker[card] == seat and bool(s.politics_spent[card]) == spent]


class HoldsPolitics(Part["Reading"]):
    """`holds alliance treasure-8*`."""

    def read(self, p: Reading, seat: int, entry: Entry) -> None:
        p.politics.hold(entry, seat, entry.words)

    def write(self, s: State, seat: int) -> str:
        held = _taken(s, seat, False)
        return " ".join(KINDS.tokens[KIND_OF[card]] + (MARK if s.politics_shown[card] and not s.ended else "") for card in held)


class SpentPolitics(Part["Reading"]):
    """`spent deserter`."""

    def read(self, p: Reading, seat: int, entry: Entry) -> None:
        p.politics.spend(entry, seat, entry.words)

    def write(self, s: State, seat: int) -> str:
        return " ".join(KINDS.tokens[KIND_OF[card]] for card in _taken(s, seat, True))


class PoliticsPile(Line["Reading"]):
    """`pile 1: alliance fief-3`, `-` for none; both are left out where they are as they would be filled."""

    def __init__(self, pile: int) -> None:
        super().__init__(f"pile {pile + 1}")
        self.pile = pile

    def read(self, p: Reading, entry: Entry) -> None:
        p.politics.lay_pile(entry, self.pile, [] if entry.text == "-" else entry.words)

    def write(self, s: State) -> Iterable[str]:
        lying = [(int(s.politics_pile[card]), KIND_OF[card]) for card in range(POLITICS_CARDS) if s.politics_taker[card] == IN_PILE]
        piles = [sorted(kind for where, kind in lying if where == pile) for pile in (0, 1)]
        rest = sorted(piles[0] + piles[1])
        first = max(0, len(rest) - PILE_SIZES[1])
        if piles != [rest[:first], rest[first:]]:
            yield " ".join(KINDS.tokens[kind] for kind in piles[self.pile]) or "-"
