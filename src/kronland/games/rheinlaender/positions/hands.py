"""Rheinländer: the lines of the cards: hands, what everybody knows of them (see `eras`), discards and pile (see `position`)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence

import numpy as np

from kronland.core.layout import State
from kronland.core.positions import Entry, Line, OfSeat, ask
from kronland.games.rheinlaender.positions.table import Reading
from kronland.games.rheinlaender.rules import eras as rules
from kronland.games.rheinlaender.rules.eras import MIX, most_odds
from kronland.games.rheinlaender.rules.state import COLOUR_NAMES, ERAS, HAND, MIXES, SHUFFLE_CARD, Phase

SHUFFLE = "shuffle"


def hand_size(s: State, seat: int) -> int:
    """After a card is played, a new one is drawn when the turn is over."""
    played = s.phase in (Phase.CASTLE, Phase.BASTION) and not s.ended
    return HAND - 1 if played and seat == s.seat else HAND


def read_card(p: Reading, entry: Entry, word: str) -> int:
    return entry.whole(word, "card", 1, int(p.s.sections))


def claim(p: Reading, entry: Entry, word: str, where: str) -> int:
    card = read_card(p, entry, word)
    if card in p.cards:
        raise entry.error(f"card {card} is in {p.cards[card]} already", "every card in one place")
    p.cards[card] = where
    return card


class Hand(OfSeat[Reading]):
    """`hand red 3 9 14 27 50`."""

    def read_of(self, p: Reading, seat: int, entry: Entry) -> None:
        cards = entry.words[1:]
        if len(cards) != hand_size(p.s, seat):
            raise entry.error(f"{len(cards)} cards in this hand", f"{hand_size(p.s, seat)} (RH-3, RH-18)")
        p.s.hand[seat, : len(cards)] = [claim(p, entry, card, f"the hand of {COLOUR_NAMES[seat]}") for card in cards]
        p.s.hand_size[seat] = len(cards)

    def write_of(self, s: State, seat: int) -> Iterable[str]:
        return [_listed(s.hand[seat, : s.hand_size[seat]].tolist())]


def deal(p: Reading) -> None:
    """Cards for hands that were not given, the lowest that are nowhere named."""
    s = p.s
    named = {word for key in ("discards", "pile") for entry in p.said.get(key, ()) for word in entry.words}
    elsewhere = {int(word) for word in named if word.isascii() and word.isdecimal() and len(word) <= 10}
    rest = [card for card in range(1, s.sections + 1) if card not in p.cards and card not in elsewhere]
    for seat in range(s.players):
        if s.hand_size[seat] == 0:
            if seat == s.seat and int(s.picked) in rest:  # a card that is picked is held
                rest.remove(int(s.picked))
                rest.insert(0, int(s.picked))
            size = hand_size(s, seat)
            if len(rest) < size:
                raise Entry(0, "").error("no cards left to deal", "all cards named, or enough left over")
            s.hand[seat, :size], s.hand_size[seat] = rest[:size], size
            p.cards |= dict.fromkeys(rest[:size], f"the hand of {COLOUR_NAMES[seat]}")
            rest = rest[size:]


class Discards(Line[Reading]):
    """`discards 4 8`."""

    often = True

    def read(self, p: Reading, entry: Entry) -> None:
        for word in entry.words:
            p.s.discards |= np.uint64(1 << claim(p, entry, word, "the discards"))

    def write(self, s: State) -> Iterable[str]:
        if cards := [card for card in range(64) if int(s.discards) >> card & 1]:
            yield _listed(cards)


class Pile(Line[Reading]):
    """`pile 7 shuffle 12`, the top first."""

    def read(self, p: Reading, entry: Entry) -> None:
        if entry.words.count(SHUFFLE) != 1:
            raise entry.error(f"{entry.words.count(SHUFFLE)} shuffle cards in the pile", "one (RH-3)")
        self._stack(p.s, [SHUFFLE_CARD if word == SHUFFLE else claim(p, entry, word, "the pile") for word in entry.words])

    def missing(self, p: Reading) -> None:
        self._stack(p.s, [*(card for card in range(1, p.s.sections + 1) if card not in p.cards), SHUFFLE_CARD])

    @staticmethod
    def _stack(s: State, cards: Sequence[int]) -> None:
        s.pile[: len(cards)] = list(reversed(cards))
        s.pile_size = len(cards)

    def write(self, s: State) -> Iterable[str]:
        return [_listed([card or SHUFFLE for card in reversed(s.pile[: s.pile_size].tolist())])]


# What everybody knows of a hand -----------------------------------------------------------------------------------------------------


class Known(OfSeat[Reading]):
    """Lines of one of the two ways to tell what is known: `not`, or `era` and `odds`."""

    kind = "era"

    def read_of(self, p: Reading, seat: int, entry: Entry) -> None:
        if p.told.setdefault(seat, self.kind) != self.kind:
            raise entry.error(f"the hand of {COLOUR_NAMES[seat]} has both", "lines with `not`, or lines with `era` and `odds`")
        self.know(p, seat, entry)

    @abstractmethod
    def know(self, p: Reading, seat: int, entry: Entry) -> None:
        """Bring what a line tells into the state."""


class Not(Known):
    """`not red 3 17 20`: the three cards that red has held longest are neither 17 nor 20.

    It is written after the game, when odds are of no interest: what each card may be at the most, as it always was, for records keep a
    digest of that.
    """

    kind = "not"

    def know(self, p: Reading, seat: int, entry: Entry) -> None:
        cards = p.ruled_out.setdefault(seat, {})
        longest = entry.whole(entry.word(1), "cards longest held", 1, HAND)
        for card in (read_card(p, entry, word) for word in entry.words[2:]):
            cards[card] = max(longest, cards.get(card, 0))

    def write_of(self, s: State, seat: int) -> Iterable[str]:
        if not s.ended or s.eras[seat] == 1:
            return
        size = int(s.hand_size[seat])
        drawn = MIX[HAND - size, np.flatnonzero(s.odds[seat])[-1]].tolist()  # every other mix was drawn in no later eras
        for place, era in enumerate(drawn):
            if cards := _cards_of(s, seat, era, int(drawn[place + 1]) if place + 1 < size else ERAS):
                yield f"{place + 1} {_listed(cards)}"


class Era(Known):
    """`era red 2 17 20`: these cards came to red's hand in its second era at the earliest."""

    def know(self, p: Reading, seat: int, entry: Entry) -> None:
        s, era = p.s, entry.whole(entry.word(1), "era", 2, ERAS) - 1
        for card in (read_card(p, entry, word) for word in entry.words[2:]):
            if any(int(came) >> card & 1 for came in s.came[seat]):
                raise entry.error(f"card {card} is named twice", "one era a card")
            s.came[seat, era] |= np.uint64(1 << card)
        s.eras[seat] = max(int(s.eras[seat]), era + 1)

    def write_of(self, s: State, seat: int) -> Iterable[str]:
        for era in range(1, 1 if s.ended else int(s.eras[seat])):
            if cards := _cards_of(s, seat, era - 1, era):
                yield f"{era + 1} {_listed(cards)}"


class Odds(Known):
    """`odds red 11111:6 11112:4`: in which eras the cards held can have been drawn, with how likely that is."""

    def know(self, p: Reading, seat: int, entry: Entry) -> None:
        s, size = p.s, int(p.s.hand_size[seat])
        s.odds[seat] = 0
        for word in entry.words[1:]:
            mix, _, ways = word.partition(":")
            eras = [int(digit) - 1 for digit in mix if digit in "1234567"]
            if len(eras) != len(mix) or len(mix) != size or eras != sorted(eras) or eras[-1] >= s.eras[seat]:
                raise entry.error(f"{mix!r} is no mix", f"{size} eras from 1 to {s.eras[seat]} in rising order, like {'1' * size}:6")
            s.odds[seat, mix_number(eras, size)] = entry.whole(ways, f"the odds of {mix}", 1, most_odds(size) - 1)

    def write_of(self, s: State, seat: int) -> Iterable[str]:
        if s.ended or s.eras[seat] == 1:
            return
        size = int(s.hand_size[seat])
        mixes = ["".join(str(era + 1) for era in MIX[HAND - size, number, :size]) for number in range(MIXES)]
        if odds := [f"{mixes[number]}:{s.odds[seat, number]}" for number in np.flatnonzero(s.odds[seat])]:
            yield " ".join(odds)


def rule_out(p: Reading) -> None:
    """What `not` lines say, as eras: each number of cards longest held that is named begins one, and the hand has one mix."""
    s = p.s
    for seat, cards in p.ruled_out.items():
        size = int(s.hand_size[seat])
        begins = [0, *sorted({min(longest, size) for longest in cards.values()})]
        for card, longest in cards.items():
            s.came[seat, begins.index(min(longest, size))] |= np.uint64(1 << card)
        s.eras[seat] = len(begins)
        drawn = [max(era for era, begin in enumerate(begins) if begin <= place) for place in range(size)]
        s.odds[seat] = 0
        s.odds[seat, mix_number(drawn, size)] = 1


def mix_number(mix: Sequence[int], cards: int) -> int:
    return int(ask(rules.mix_number, mix, cards))


def _cards_of(s: State, seat: int, after: int, last: int) -> list[int]:
    """The cards of the eras after one, up to another."""
    came = sum(int(cards) for era, cards in enumerate(s.came[seat]) if after < era <= last)
    return [card for card in range(1, s.sections + 1) if came >> card & 1]


def _listed(cards: Iterable[object]) -> str:
    return " ".join(map(str, cards))


HELD, NOT, ERA, ODDS = Hand("hand"), Not("not"), Era("era"), Odds("odds")
DISCARDS, PILE = Discards("discards"), Pile("pile")
