"""Löwenherz (1997): action cards and politics cards in a text position (see `position`).

An action card is written by its three actions, `d4b2k1` for 4 ducats, 2 borders, 1 knight; `p` is politics; or `silver`, `king`. Politics
cards go by the names of the notation: alliance, deserter, fief-3 ..., treasure-8 ...; `*` follows one that all have seen in a hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from kronland.core.layout import State
from kronland.games.grid.positions.board import error
from kronland.games.loewenherz import components
from kronland.games.loewenherz.rules.actions import KINDS
from kronland.games.loewenherz.rules.state import DECK, IN_PILE, KIND_OF, PILE_SIZES, POLITICS_CARDS, Task

Entry = tuple[int, str]  # line in the source, value
Slots = tuple[int, ...]

PILE_LETTERS = "".join(components.PILE_COUNTS)
_LETTERS = {"d": Task.DUCATS, "b": Task.BORDER, "k": Task.KNIGHT}
_WORDS = {"silver": (int(Task.SILVER) * 16, 0, 0), "king": (int(Task.KING) * 16, 0, 0)}
_FIEFS = range(2, 5)  # kinds that never leave a hand


# Action cards ---------------------------------------------------------------------------------------------------------------------


def card_text(slots: Sequence[int]) -> str:
    task = int(slots[0]) >> 4
    if task in (Task.SILVER, Task.KING):
        return Task(task).name.lower()
    return "".join("p" if int(slot) >> 4 == Task.POLITICS else f"{Task(int(slot) >> 4).name[0].lower()}{slot & 15}" for slot in slots)


def _card_slots(number: int, text: str) -> Slots:
    if text in _WORDS:
        return _WORDS[text]
    parts = re.findall("p|[dbk][0-9]", text)
    sizes = {int(task): sizes for task, sizes in components.TASK_SIZES.values()}
    if len(parts) == 3 and "".join(parts) == text and all(p == "p" or int(p[1]) in sizes[_LETTERS[p[0]]] for p in parts):
        return tuple(int(Task.POLITICS) * 16 + 1 if p == "p" else int(_LETTERS[p[0]]) * 16 + int(p[1]) for p in parts)
    raise error(number, f"{text!r} is no action card; expected one like d4b2k1 or pb2k1, silver or king")


@cache
def _published() -> tuple[list[Slots], list[int]]:
    """What is on each card, and the pile that it belongs to."""
    parts = components.load()
    return [tuple(int(slot) for slot in parts.card[card]) for card in range(DECK)], [int(pile) for pile in parts.card_pile]


class ActionCards:
    """The cards of a position by pile: what is on each, which are gone, up and to come."""

    def __init__(self, beginner: bool, entries: Mapping[str, Entry]) -> None:
        self.beginner = beginner
        slots, self.pile_of = _published()
        self.slots = list(slots)
        self.entries = entries
        for pile, letter in enumerate(PILE_LETTERS):
            if entry := entries.get(f"cards {letter}"):
                own = self._in_pile(pile)
                texts = entry[1].split()
                if len(texts) != len(own):
                    raise error(entry[0], f"pile {letter} has {len(own)} cards, not {len(texts)}")
                for card, text in zip(own, texts, strict=True):
                    self.slots[card] = _card_slots(entry[0], text)
        self._check_king()
        for key in ("gone A", "left A"):
            if beginner and key in entries:
                raise error(entries[key][0], "beginners play without pile A (L97-2)")
        self.gone = {pile: self._listed("gone", pile) for pile in range(len(PILE_LETTERS))}

    def _check_king(self) -> None:
        """One king, in the lowest pile: he ends the game (L97-2, L97-10)."""
        kings = [self.pile_of[card] for card in range(DECK) if self.slots[card] == _WORDS["king"]]
        lowest = len(PILE_LETTERS) - 1
        if kings != [lowest]:
            where = ", ".join(PILE_LETTERS[pile] for pile in kings) or "no pile"
            line = max(number for key, (number, _) in self.entries.items() if key.startswith("cards "))
            raise error(line, f"king cards lie in {where}; expected one, in pile {PILE_LETTERS[lowest]}, which ends the game (L97-10)")

    def _in_pile(self, pile: int) -> list[int]:
        return [card for card in range(DECK) if self.pile_of[card] == pile]

    def _listed(self, key: str, pile: int) -> list[int] | None:
        """The cards that an entry like `gone B` lists, in its order."""
        letter = PILE_LETTERS[pile]
        if f"{key} {letter}" not in self.entries:
            return None
        number, value = self.entries[f"{key} {letter}"]
        rest, found = self._in_pile(pile), []
        for text in value.split():
            slots = _card_slots(number, text)
            card = next((card for card in rest if self.slots[card] == slots), None)
            if card is None:
                raise error(number, f"there is no (further) {text} in pile {letter}")
            rest.remove(card)
            found.append(card)
        return found

    def choose(self, wanted: Callable[[Slots], bool]) -> int | None:
        """The first card that could be up and is as wanted; the one that is stated, if one is."""
        stated = self.entries.get("card")
        letters, slots = self._stated(*stated) if stated else (PILE_LETTERS, None)
        latest = max((pile for pile, gone in self.gone.items() if gone), default=0)
        for pile in range(max(latest, 1 if self.beginner else 0), len(PILE_LETTERS)):
            for card in self._in_pile(pile):
                fits = self.slots[card] == slots if slots else wanted(self.slots[card])
                if fits and PILE_LETTERS[pile] in letters and card not in (self.gone[pile] or []):
                    return card
        if stated:
            raise error(stated[0], f"the card {stated[1]} cannot be up: it is gone or not in these piles")
        return None

    @staticmethod
    def _stated(number: int, value: str) -> tuple[str, Slots]:
        match value.split():
            case [text]:
                return PILE_LETTERS, _card_slots(number, text)
            case [letter, text] if letter in PILE_LETTERS:
                return letter, _card_slots(number, text)
        raise error(number, f"{value!r} is no card; expected its pile and its actions, like A d4b2k1")

    def stack(self, s: State, up: int | None) -> None:
        """Put the deck together: what is gone, the card that is up (none while castles are set), what is to come."""
        now = self.pile_of[up] if up is not None else -1
        deck: list[int] = []
        drawn = 0
        for pile in range(1 if self.beginner else 0, len(PILE_LETTERS)):
            own, gone, letter = self._in_pile(pile), self.gone[pile], PILE_LETTERS[pile]
            if pile > now and gone:
                raise error(self.entries[f"gone {letter}"][0], f"cards of pile {letter} are gone before their turn")
            if pile < now and gone is not None and len(gone) != len(own):
                raise error(self.entries[f"gone {letter}"][0], f"a later pile is open, so all {len(own)} cards of pile {letter} are gone")
            past = (gone if gone is not None else own) if pile < now else (gone or [])
            past = [*past, up] if pile == now and up is not None else past
            left = [card for card in own if card not in past]
            if (stated := self._listed("left", pile)) is not None:
                if sorted(stated) != left:
                    raise error(self.entries[f"left {letter}"][0], f"left of pile {letter} are {self._texts(left) or 'none'}, in any order")
                left = stated
            deck += [*past, *left]
            drawn += len(past)
        king = next((card for card in deck[: max(drawn - 1, 0)] if self.slots[card] == _WORDS["king"]), None)
        if king is not None:
            raise error(self.entries[f"gone {PILE_LETTERS[-1]}"][0], "the king cannot be gone: the game ends when he is turned up")
        s.deck[:] = -1
        s.deck[: len(deck)] = deck
        s.deck_size, s.drawn = len(deck), drawn
        s.card[:] = self.slots
        s.card_pile[:] = self.pile_of

    def _texts(self, cards: Sequence[int]) -> str:
        return " ".join(card_text(self.slots[card]) for card in cards)


def write_action_cards(s: State) -> list[str]:
    usual = ActionCards(bool(s.beginner), {})
    deck = [int(card) for card in s.deck[: s.deck_size]]
    up = deck[s.drawn - 1] if s.drawn else None
    now = int(s.card_pile[up]) if up is not None else -1
    lines, gone_lines, left_lines = [], [], []
    for pile, letter in enumerate(PILE_LETTERS):
        own = [card for card in range(DECK) if s.card_pile[card] == pile]
        texts = [card_text(s.card[card]) for card in own]
        if texts != [card_text(usual.slots[card]) for card in own]:
            lines.append(f"cards {letter}: {' '.join(texts)}")
        gone = [card for card in deck[: max(s.drawn - 1, 0)] if card in own]
        left = [card for card in deck[s.drawn :] if card in own]
        if gone and (pile == now or gone != sorted(gone)):
            gone_lines.append(f"gone {letter}: {' '.join(card_text(s.card[card]) for card in gone)}")
        if left != sorted(left):
            left_lines.append(f"left {letter}: {' '.join(card_text(s.card[card]) for card in left)}")
    up_lines = [f"card: {PILE_LETTERS[now]} {card_text(s.card[up])}"] if up is not None else []
    return [*lines, *gone_lines, *up_lines, *left_lines]


# Politics cards -------------------------------------------------------------------------------------------------------------------


class PoliticsCards:
    """Which politics card is where; like cards are interchangeable, and who took which when is made up (see `position`)."""

    def __init__(self) -> None:
        self.free = list(range(POLITICS_CARDS))
        self.held: list[tuple[int, int, bool]] = []  # seat, card, seen by all
        self.spent: list[tuple[int, int]] = []
        self.piles: list[list[int] | None] = [None, None]

    def _draw(self, number: int, text: str) -> int:
        kind = KINDS.read(text)
        if kind is None:
            raise error(number, f"{text!r} is no politics card; expected one of {', '.join(KINDS.tokens)}")
        card = next((card for card in self.free if KIND_OF[card] == kind), None)
        if card is None:
            raise error(number, f"there are too many cards of the kind {text}; the game has {KIND_OF.count(kind)}")
        self.free.remove(card)
        return card

    def hold(self, number: int, seat: int, texts: Sequence[str]) -> None:
        for text in texts:
            self.held.append((seat, self._draw(number, text.removesuffix("*")), text.endswith("*")))

    def spend(self, number: int, seat: int, texts: Sequence[str]) -> None:
        for text in texts:
            card = self._draw(number, text)
            if KIND_OF[card] in _FIEFS:
                raise error(number, f"a {text} is never spent (L97-74)")
            self.spent.append((seat, card))

    def lay_pile(self, number: int, pile: int, texts: Sequence[str]) -> None:
        if len(texts) > PILE_SIZES[pile]:
            raise error(number, f"pile {pile + 1} began with {PILE_SIZES[pile]} cards and cannot hold {len(texts)}")
        self.piles[pile] = [self._draw(number, text) for text in texts]

    def spent_of(self, kind: int, seat: int | None = None) -> int:
        return sum(KIND_OF[card] == kind and seat in (None, owner) for owner, card in self.spent)

    def store(self, s: State, number: int) -> None:
        one, two = self.piles
        if one is None:  # what is nowhere else lies in the piles, the second one filled first
            rest = 0 if two is not None else max(0, len(self.free) - PILE_SIZES[1])
            one, self.free = (self.free, []) if two is not None else (self.free[:rest], self.free[rest:])
        if two is None:
            two, self.free = self.free, []
        for pile, cards in enumerate((one, two)):
            if len(cards) > PILE_SIZES[pile]:
                raise error(number, f"{len(cards)} politics cards would be left for pile {pile + 1}, which began with {PILE_SIZES[pile]}")
        if self.free:
            missing = ", ".join(KINDS.tokens[KIND_OF[card]] for card in self.free)
            raise error(number, f"not in the piles, not in a hand and not spent: {missing}")
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
            s.politics_shown[card] = s.takes if seen else 0
            s.hand_size[seat] += not spent


def held_text(s: State, seat: int) -> str:
    return " ".join(
        KINDS.tokens[KIND_OF[card]] + ("*" if s.politics_shown[card] and not s.ended else "")
        for card in range(POLITICS_CARDS)
        if s.politics_taker[card] == seat and not s.politics_spent[card]
    )


def spent_text(s: State, seat: int) -> str:
    cards = [card for card in range(POLITICS_CARDS) if s.politics_taker[card] == seat and s.politics_spent[card]]
    return " ".join(KINDS.tokens[KIND_OF[card]] for card in cards)


def write_piles(s: State) -> list[str]:
    """The two piles, left out where they are as they would be filled."""
    piles = [
        sorted(KIND_OF[c] for c in range(POLITICS_CARDS) if s.politics_taker[c] == IN_PILE and s.politics_pile[c] == p) for p in (0, 1)
    ]
    rest = sorted(piles[0] + piles[1])
    first = max(0, len(rest) - PILE_SIZES[1])
    if piles == [rest[:first], rest[first:]]:
        return []
    return [f"pile {pile + 1}: {' '.join(KINDS.tokens[kind] for kind in kinds) or '-'}" for pile, kinds in enumerate(piles)]
