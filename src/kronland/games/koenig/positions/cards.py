"""Löwenherz (2003): the lines of the cards (see `position`)."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import groupby

from kronland.core.layout import State
from kronland.core.lines import Number
from kronland.core.parts import Part
from kronland.core.positions import Entry, Line
from kronland.games.koenig.components import MOST_DUCATS, Kind, load, number_kinds
from kronland.games.koenig.positions.table import Reading
from kronland.games.koenig.rules.domains import CARDS, FACES, PRICES, symbol_token
from kronland.games.koenig.rules.invariants import drawn_too_early
from kronland.games.koenig.rules.state import COLOUR_NAMES, DECK, HAND, MARKET_REFILLS, NO_CARD, PILE_NAMES, Phase

KIND_FIELDS = ("kinds", "kind_card", "kind_pile", "kind_symbols", "kind_cost", "kind_sale", "kind_count")
FACE_NAMES = {"-".join(symbol_token(*symbol) for symbol in face): face for face in FACES}
MARK = "*"  # of a card that was taken from the market, so that all know it


def card_name(s: State, kind: int) -> str:
    return CARDS.tokens[int(s.kind_card[kind])]


def read_kind(p: Reading, entry: Entry, word: str) -> int:
    there = {card_name(p.s, kind): kind for kind in reversed(range(p.s.kinds))}
    if word not in there:
        near = difflib.get_close_matches(word, there, 1)
        raise entry.error(f"there is no card {word!r}{f'; did you mean {near[0]!r}?' if near else ''}")
    return there[word]


# Which cards there are --------------------------------------------------------------------------------------------------------------


class Pile(Line[Reading]):
    """`cards A: 5 border2 3/2, 2 border1-knight1 3/2`: other cards than the usual ones."""

    def __init__(self, pile: int) -> None:
        super().__init__(f"cards {PILE_NAMES[pile]}")
        self.pile = pile

    def read(self, p: Reading, entry: Entry) -> None:
        for text in entry.text.split(","):
            found = re.fullmatch(r"([0-9]{1,2}) (\S+) ([0-9]{1,2})/([0-9]{1,2})", text.strip())
            if not found or found[2] not in FACE_NAMES:
                raise entry.error(f"cannot read the card {text.strip()!r}", "count, symbols, cost/sale, like '5 border2 3/2'")
            cost, sale = (entry.whole(said, what, 0, MOST_DUCATS) for said, what in ((found[3], "cost"), (found[4], "sale")))
            kind: Kind = (self.pile, FACE_NAMES[found[2]], cost, sale)
            p.counts[kind] += entry.whole(found[1], "count of a card", 1, DECK)

    def missing(self, p: Reading) -> None:
        if any(p.has(pile.name) for pile in PILES):
            raise p.entry(self.name).error(f"{self.name!r} is missing", "the cards of all four piles, or of none")

    def write(self, s: State) -> Iterable[str]:
        usual = load()
        if any((s[field] != usual[field]).any() for field in KIND_FIELDS):
            names = list(FACE_NAMES)
            kinds = [kind for kind in range(s.kinds) if s.kind_pile[kind] == self.pile]
            faces = [names[s.kind_card[kind] // len(PRICES) % len(FACES)] for kind in kinds]
            texts = [
                f"{s.kind_count[kind]} {face} {s.kind_cost[kind]}/{s.kind_sale[kind]}" for kind, face in zip(kinds, faces, strict=True)
            ]
            yield ", ".join(texts)


def number_cards(p: Reading) -> None:
    parts = load()
    if p.counts:
        if (total := sum(p.counts.values())) != DECK:
            raise p.entry("cards D").error(f"the cards are {total} together; there are {DECK} (L03-2)")
        if (crowded := number_kinds(p.counts, parts)) is not None:
            raise p.entry("cards A").error(f"at most {len(PRICES)} prices for the same symbols in one pile; {crowded} has more")
    for field in KIND_FIELDS:
        p.s[field] = parts[field]


# Where they are ---------------------------------------------------------------------------------------------------------------------


class Holds(Part[Reading]):
    """`holds a-border2 b-knight1*`."""

    def read(self, p: Reading, seat: int, entry: Entry) -> None:
        cards = entry.words if entry.text != "-" else ()
        if len(cards) > HAND:
            raise entry.error(f"{COLOUR_NAMES[seat]} holds {len(cards)} cards; a hand has {HAND} (L03-2)")
        lay_hand(p.s, seat, [(read_kind(p, entry, card.rstrip(MARK)), int(card.endswith(MARK))) for card in cards])

    def write(self, s: State, seat: int) -> str:
        return " ".join(card_name(s, kind) + MARK * known for kind, known in hand_of(s, seat)) or "-"


def hand_of(s: State, seat: int) -> list[tuple[int, int]]:
    """Kinds, each with whether all know it."""
    return [(int(kind), int(known)) for kind, known in zip(s.hand[seat], s.hand_open[seat], strict=True) if kind != NO_CARD]


def lay_hand(s: State, seat: int, cards: Iterable[tuple[int, int]]) -> None:
    for slot, (kind, known) in enumerate(sorted(cards)):
        s.hand[seat, slot], s.hand_open[seat, slot] = kind, known


class Stock(Line[Reading]):
    """`market: 3 a-border2, b-knight1`: cards, those alike that follow one another counted; `-` for none."""

    def __init__(self, name: str, kinds: Callable[[State], Iterable[int]]) -> None:
        super().__init__(name)
        self.kinds = kinds

    def read(self, p: Reading, entry: Entry) -> None:
        kinds = p.stocks[self.name] = []
        for part in entry.text.split(",") if entry.text != "-" else []:
            words = part.split()
            if len(words) not in (1, 2):
                raise entry.error(f"cannot read {part.strip()!r} of {self.name!r}", "a card like a-border2, or 3 a-border2")
            count = entry.whole(words[0], self.name, 1, DECK) if len(words) == 2 else 1
            kinds += [read_kind(p, entry, words[-1])] * count

    def write(self, s: State) -> Iterable[str]:
        runs = [(card_name(s, kind), len(list(run))) for kind, run in groupby(self.kinds(s))]
        yield ", ".join(f"{count} {card}" if count > 1 else card for card, count in runs) or "-"


def put_cards(p: Reading) -> None:
    """What the text puts somewhere; then what it leaves out, into hands and the deck, or among what has been played."""
    s = p.s
    placed = _placed(p)
    for name, where in (("market", s.market), ("played", s.spent)):
        for kind in p.stocks.get(name, ()):
            where[kind] += 1
    rest = [kind for kind in range(s.kinds) for _ in range(int(s.kind_count[kind]) - placed[kind])]
    if "deck" in p.stocks:
        deck = p.stocks["deck"]
        for kind in rest:
            s.spent[kind] += 1
    else:
        deck = _leave_piles(s, _fill_hands(s, rest) if not s.ended else rest)
    s.drawn = DECK - len(deck)
    s.deck[s.drawn :] = deck


def _placed(p: Reading) -> Counter[int]:
    """How many cards of each kind the text puts somewhere: no more than there are, or small numbers would overflow."""
    s = p.s
    placed = Counter([kind for kinds in p.stocks.values() for kind in kinds])
    placed.update(kind for seat in range(len(s.hand)) for kind, _ in hand_of(s, seat))
    for kind, count in sorted(placed.items()):
        if count > s.kind_count[kind]:
            found = f"{count} cards {card_name(s, kind)} are placed; there are {s.kind_count[kind]} (L03-2)"
            raise p.end.error(found)
    return placed


def _fill_hands(s: State, rest: list[int]) -> list[int]:
    """Deal what is nowhere else, the first piles first, until hands are full; gives what is left for the deck."""
    for seat in range(s.players):
        held = hand_of(s, seat)
        missing = max(0, HAND - (seat == s.turn and s.phase >= Phase.BORDER) - len(held))
        lay_hand(s, seat, held + [(kind, 0) for kind in rest[:missing]])
        rest = rest[missing:]
    return rest


def _leave_piles(s: State, rest: list[int]) -> list[int]:
    """The deck, if a text does not say it. Where a card of a later pile is out, the piles before it have been drawn, and played."""
    while rest and drawn_too_early(s, pile := int(s.kind_pile[rest[0]])):
        for kind in rest:
            s.spent[kind] += s.kind_pile[kind] == pile
        rest = [kind for kind in rest if s.kind_pile[kind] != pile]
    return rest


class Sold(Line[Reading]):
    """`sold: a-border2`, in this turn."""

    def read(self, p: Reading, entry: Entry) -> None:
        p.s.sold = read_kind(p, entry, entry.text)
        if p.s.phase != Phase.REFILL or not p.s.market[p.s.sold]:
            raise entry.error("the card sold in this turn lies in the market until the hand is refilled (L03-14)")

    def write(self, s: State) -> Iterable[str]:
        if s.sold != NO_CARD:
            yield card_name(s, int(s.sold))


def check_deck(p: Reading) -> None:
    deck = p.s.deck[p.s.drawn :]
    if not len(deck) and p.s.phase in (Phase.CASTLE, Phase.START_KNIGHT):
        raise p.entry("deck").error("castles are set before a card is drawn from the deck (L03-4, L03-14), but it is empty")
    if len(deck) and (late := drawn_too_early(p.s, int(p.s.kind_pile[deck[0]]))):
        card, top = card_name(p.s, late[0]), card_name(p.s, int(deck[0]))
        raise p.entry("deck").error(f"{card} has been drawn, but {top} lies on the deck; its piles are drawn in order (L03-2)")


PILES = [Pile(pile) for pile in range(len(PILE_NAMES))]
HOLDS = Holds("holds", "holds a-border2")
MARKET = Stock("market", lambda s: [kind for kind in range(s.kinds) for _ in range(s.market[kind])])
PLAYED = Stock("played", lambda s: [kind for kind in range(s.kinds) for _ in range(s.spent[kind])])
LEFT = Stock("deck", lambda s: [int(kind) for kind in s.deck[s.drawn :]])
SOLD = Sold("sold")
REFILLS = Number[Reading]("market refills", "market_refills", 0, MARKET_REFILLS, told_zero=False)  # in a row
