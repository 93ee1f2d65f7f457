"""Löwenherz (1997): action cards in a text position (see `position`).

One is written by its three actions, `d4b2k1` for 4 ducats, 2 borders, 1 knight; `p` is politics; or `silver`, `king`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from kronland.core.layout import State
from kronland.core.positions import Entry, Line
from kronland.games.loewenherz import components
from kronland.games.loewenherz.positions.table import SETTING_UP, Reading, Slots
from kronland.games.loewenherz.positions.turn import exact, fits, needs_action, slot_of
from kronland.games.loewenherz.rules.state import DECK, Task

PILE_LETTERS = "".join(components.PILE_COUNTS)
_LETTERS = {"d": Task.DUCATS, "b": Task.BORDER, "k": Task.KNIGHT}
_SIZES = {int(task): sizes for task, sizes in components.TASK_SIZES.values()}
_WORDS = {"silver": (int(Task.SILVER) * 16, 0, 0), "king": (int(Task.KING) * 16, 0, 0)}


def card_text(slots: Sequence[int]) -> str:
    task = int(slots[0]) >> 4
    if task in (Task.SILVER, Task.KING):
        return Task(task).name.lower()
    return "".join("p" if int(slot) >> 4 == Task.POLITICS else f"{Task(int(slot) >> 4).name[0].lower()}{slot & 15}" for slot in slots)


def card_slots(entry: Entry, text: str) -> Slots:
    if text in _WORDS:
        return _WORDS[text]
    parts = re.findall("p|[dbk][0-9]", text)
    if len(parts) == 3 and "".join(parts) == text and all(p == "p" or int(p[1]) in _SIZES[_LETTERS[p[0]]] for p in parts):
        return tuple(int(Task.POLITICS) * 16 + 1 if p == "p" else int(_LETTERS[p[0]]) * 16 + int(p[1]) for p in parts)
    raise entry.error(f"{text!r} is no action card", "one like d4b2k1 or pb2k1, silver or king")


@cache
def published() -> tuple[list[Slots], list[int]]:
    """What is on each card, and the pile that it belongs to."""
    parts = components.load()
    return [tuple(int(slot) for slot in parts.card[card]) for card in range(DECK)], [int(pile) for pile in parts.card_pile]


def in_pile(pile: int) -> list[int]:
    return [card for card, own in enumerate(published()[1]) if own == pile]


def in_play(s: State) -> range:
    """The piles; beginners play without the first (L97-2)."""
    return range(1 if s.beginner else 0, len(PILE_LETTERS))


class OfPile(Line[Reading]):
    """A line about the action cards of one pile."""

    def __init__(self, what: str, pile: int) -> None:
        super().__init__(f"{what} {PILE_LETTERS[pile]}")
        self.pile, self.letter = pile, PILE_LETTERS[pile]

    def listed(self, p: Reading, entry: Entry) -> list[int]:
        """Cards of the pile, in the order of the line."""
        if self.pile not in in_play(p.s):
            raise entry.error("beginners play without pile A (L97-2)")
        rest, found = in_pile(self.pile), []
        for text in entry.words:
            slots = card_slots(entry, text)
            card = next((card for card in rest if p.slots[card] == slots), None)
            if card is None:
                raise entry.error(f"there is no (further) {text} in pile {self.letter}")
            rest.remove(card)
            found.append(card)
        return found


class OtherCards(OfPile):
    """`cards B: ...`: other cards than the published ones."""

    def read(self, p: Reading, entry: Entry) -> None:
        own = in_pile(self.pile)
        if len(entry.words) != len(own):
            raise entry.error(f"pile {self.letter} has {len(own)} cards, not {len(entry.words)}")
        for card, text in zip(own, entry.words, strict=True):
            p.slots[card] = card_slots(entry, text)

    def write(self, s: State) -> Iterable[str]:
        texts = [card_text(s.card[card]) for card in in_pile(self.pile)]
        if texts != [card_text(published()[0][card]) for card in in_pile(self.pile)]:
            yield " ".join(texts)


class Gone(OfPile):
    """`gone B: ...`: the cards of the pile before the one that is up."""

    def read(self, p: Reading, entry: Entry) -> None:
        p.gone[self.pile] = self.listed(p, entry)

    def write(self, s: State) -> Iterable[str]:
        gone = [card for card in s.deck[: max(s.drawn - 1, 0)].tolist() if s.card_pile[card] == self.pile]
        if gone and (self.pile == s.card_pile[s.deck[s.drawn - 1]] or gone != sorted(gone)):
            yield " ".join(card_text(s.card[card]) for card in gone)


class Up(Line[Reading]):
    """`card: B d4b2k1`: the card that is up."""

    def read(self, p: Reading, entry: Entry) -> None:
        match entry.words:
            case [text]:
                p.stated = PILE_LETTERS, card_slots(entry, text)
            case [letter, text] if letter in PILE_LETTERS:
                p.stated = letter, card_slots(entry, text)
            case _:
                raise entry.error(f"{entry.text!r} is no card", "its pile and its actions, like A d4b2k1")
        if p.s.phase in SETTING_UP:
            raise entry.error("no action card is up before all castles are set")

    def write(self, s: State) -> Iterable[str]:
        if s.drawn:
            card = s.deck[s.drawn - 1]
            yield f"{PILE_LETTERS[s.card_pile[card]]} {card_text(s.card[card])}"


class Left(OfPile):
    """`left B: ...`: those of the pile that are to come, top first."""

    def read(self, p: Reading, entry: Entry) -> None:
        p.left[self.pile] = self.listed(p, entry)

    def write(self, s: State) -> Iterable[str]:
        left = [card for card in s.deck[s.drawn : s.deck_size].tolist() if s.card_pile[card] == self.pile]
        if left != sorted(left):
            yield " ".join(card_text(s.card[card]) for card in left)


def publish(p: Reading) -> None:
    p.slots = list(published()[0])


def check_king(p: Reading) -> None:
    """One king, in the lowest pile: he ends the game (L97-2, L97-10)."""
    kings = [pile for card, pile in enumerate(published()[1]) if p.slots[card] == _WORDS["king"]]
    lowest = len(PILE_LETTERS) - 1
    if kings != [lowest]:
        where = ", ".join(PILE_LETTERS[pile] for pile in kings) or "no pile"
        line = max(p.said[other.name][0].number for other in OTHER_CARDS if p.has(other.name))
        found = f"king cards lie in {where}"
        raise Entry(line, "").error(found, f"one, in pile {PILE_LETTERS[lowest]}, which ends the game (L97-10)")


def turn_up(p: Reading) -> None:
    """Which card is up and which of its actions is being settled: as stated, or the first that fits the turn."""
    s, turn = p.s, p.entry("turn")
    if s.phase in SETTING_UP:
        stack(p, None)
        return
    up = choose(p, lambda slots: exact(p, slots)) if p.slot_stated is None else None
    up = choose(p, lambda slots: fits(p, slots)) if up is None else up
    if up is None:
        raise turn.error(f"no action card that may be up goes with {turn.text!r}")
    if not fits(p, p.slots[up]):
        raise p.entry("card").error(f"the card that is up does not go with {turn.text!r}")
    stack(p, up)
    s.step = slot_of(p, p.slots[up]) if needs_action(s) else -1


def choose(p: Reading, wanted: Callable[[Slots], bool]) -> int | None:
    """The first card that could be up and is as wanted; the one that is stated, if one is."""
    letters, slots = p.stated or (PILE_LETTERS, None)
    latest = max((pile for pile, gone in p.gone.items() if gone), default=0)
    for pile in (pile for pile in in_play(p.s) if pile >= latest and PILE_LETTERS[pile] in letters):
        for card in in_pile(pile):
            if (p.slots[card] == slots if slots else wanted(p.slots[card])) and card not in p.gone.get(pile, ()):
                return card
    if p.stated:
        entry = p.entry("card")
        raise entry.error(f"the card {entry.text} cannot be up: it is gone or not in these piles")
    return None


def _in_order(p: Reading, cards: list[int], stated: list[int]) -> list[int]:
    """The cards as they are stated; of those that are alike, whichever are there."""
    rest, found = cards.copy(), []
    for one in stated:
        found.append(next(card for card in rest if p.slots[card] == p.slots[one]))
        rest.remove(found[-1])
    return found


def stack(p: Reading, up: int | None) -> None:
    """Put the deck together: what is gone, the card that is up (none while castles are set), what is to come."""
    s, pile_of = p.s, published()[1]
    now = pile_of[up] if up is not None else -1
    deck: list[int] = []
    drawn = 0
    for pile in in_play(s):
        own, gone, letter = in_pile(pile), p.gone.get(pile), PILE_LETTERS[pile]
        if pile > now and gone:
            raise p.entry(f"gone {letter}").error(f"cards of pile {letter} are gone before their turn")
        if pile < now and gone is not None and len(gone) != len(own):
            raise p.entry(f"gone {letter}").error(f"a later pile is open, so all {len(own)} cards of pile {letter} are gone")
        past = (gone if gone is not None else own) if pile < now else (gone or [])
        past = [*past, up] if pile == now and up is not None else past
        left = [card for card in own if card not in past]
        if (stated := p.left.get(pile)) is not None:
            if sorted(p.slots[card] for card in stated) != sorted(p.slots[card] for card in left):
                texts = " ".join(card_text(p.slots[card]) for card in left) or "none"
                raise p.entry(f"left {letter}").error(f"left of pile {letter} are {texts}, in any order")
            left = _in_order(p, left, stated)
        deck += [*past, *left]
        drawn += len(past)
    if any(p.slots[card] == _WORDS["king"] for card in deck[: max(drawn - 1, 0)]):
        raise p.entry(f"gone {PILE_LETTERS[-1]}").error("the king cannot be gone: the game ends when he is turned up")
    s.deck[:] = -1
    s.deck[: len(deck)] = deck
    s.deck_size, s.drawn = len(deck), drawn
    s.card[:] = p.slots
    s.card_pile[:] = pile_of


OTHER_CARDS = [OtherCards("cards", pile) for pile in range(len(PILE_LETTERS))]
GONE = [Gone("gone", pile) for pile in range(len(PILE_LETTERS))]
LEFT = [Left("left", pile) for pile in range(len(PILE_LETTERS))]
UP = Up("card")
