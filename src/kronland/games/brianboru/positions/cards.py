"""Brian Boru: the action cards of a text position: hands, packets, discards, and the ways that they have gone (see `draft`)."""

from __future__ import annotations

from collections.abc import Iterable

from kronland.core.layout import State
from kronland.core.lines import Number
from kronland.core.positions import Entry, Line, ask
from kronland.games.brianboru.positions.table import Reading
from kronland.games.brianboru.rules.draft import deal_size, keeper, lay_packets
from kronland.games.brianboru.rules.state import CARDS, COLOUR_NAMES, Phase, Stage
from kronland.games.brianboru.rules.trick import tricks_of


def dealt(s: State) -> bool:
    return bool(s.round_number)


def size(s: State) -> int:
    return int(ask(deal_size, s.players))


def last_pass(s: State) -> int:
    """Of the packets, two cards at a time."""
    return (size(s) - 1) // 2


def most_passes(s: State) -> int:
    return last_pass(s) - int(s.phase == Phase.DRAFT)


def most_tricks(s: State) -> int:
    """BB-12."""
    return int(ask(tricks_of, s.players, s.four_tricks))


def usual_trick(s: State) -> int:
    if s.phase == Phase.DRAFT or s.stage == Stage.TRICK:
        return 0
    return 1 if s.stage <= Stage.ROW else most_tricks(s)


PASSES = Number[Reading]("passes", "passes", 0, most_passes, lambda s: 0 if s.phase == Phase.DRAFT else last_pass(s), dealt)
TRICKS_PLAYED = Number[Reading]("tricks played", "trick", 0, most_tricks, usual_trick, dealt)


def read_card(entry: Entry, word: str) -> int:
    return entry.whole(word, "card", 1, CARDS) - 1


def name_cards(p: Reading) -> None:
    """The cards that the players' lines name."""
    s = p.s
    if not dealt(s):
        return
    s.packet[:] = s.players
    for seat in range(s.players):
        entries = [p.listed.get((seat, word), p.end) for word in ("holds", "played", "sees")]
        held, played, seen = ([read_card(entry, word) for word in entry.words] for entry in entries)
        if s.card_of[seat] >= 0 and int(s.card_of[seat]) not in played:
            played.append(int(s.card_of[seat]))
        for card in played:
            s.played_by[card] = seat
        p.kept.append([*held, *(card for card in played if card not in held)])
        p.seen.append(seen)


class Dealt(Line[Reading]):
    """`dealt red: 4@0 7@1 ...`: the packet dealt to a seat, each card with the number of passes after which it was kept."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"dealt {COLOUR_NAMES[seat]}")
        self.seat = seat

    def asked(self, p: Reading) -> bool:
        return dealt(p.s) and self.seat < p.s.players

    def read(self, p: Reading, entry: Entry) -> None:
        s = p.s
        for word in entry.words:
            value, at, passes = word.partition("@")
            card = read_card(entry, value)
            if s.packet[card] != s.players:
                raise entry.error(f"the card {value} is dealt twice")
            s.packet[card] = self.seat
            s.pick[card] = entry.whole(passes, "the passes before a card was kept", 0, int(s.passes)) if at else -1

    def write(self, s: State) -> Iterable[str]:
        cards = [card for card in range(CARDS) if s.packet[card] == self.seat] if dealt(s) and self.seat < s.players else []
        if cards:
            yield " ".join(f"{card + 1}@{s.pick[card]}" if s.pick[card] >= 0 else str(card + 1) for card in cards)


DEALT = [Dealt(seat) for seat in range(len(COLOUR_NAMES))]


def put_cards(p: Reading) -> None:
    """Every card where its way leads; after the tricks no hand is left."""
    s = p.s
    if not dealt(s):
        return
    told = any(p.has(line.name) for line in DEALT)
    if not told:
        _fill(p)
    ask(lay_packets, s)
    for card in range(CARDS) if s.stage <= Stage.ROW and not s.ended else ():
        seat = int(ask(keeper, s, card))
        if seat >= 0 and s.played_by[card] < 0:
            s.hand[seat] |= 1 << card
            s.hand_size[seat] += 1
    if told:
        _check_ways(p)


def _check_ways(p: Reading) -> None:
    """What hands and packets the players' lines name must agree with the ways."""
    s = p.s
    for seat in range(s.players):
        for word, named, found in (("holds", p.kept, s.hand), ("sees", p.seen, s.offer)):
            for card in named[seat]:
                if s.played_by[card] != seat and not int(found[seat]) >> card & 1:
                    entry = p.listed.get((seat, word), p.end)
                    raise entry.error(f"{COLOUR_NAMES[seat]} {word} {card + 1}, but it was dealt another way")


def _fill(p: Reading) -> None:
    """Complete hands, discards and packets from the lowest cards that are nowhere named; they were kept in that order."""
    s, kept, seen = p.s, p.kept, p.seen
    named = [card for cards in (*kept, *seen) for card in cards]
    for card in named:
        if named.count(card) > 1:
            raise p.end.error(f"the card {card + 1} is in two places")
    spare = [card for card in range(CARDS) if card not in named]
    drafting = s.phase == Phase.DRAFT
    wanted = []  # of each seat: cards kept, cards in the packet, cards played that are not named
    for seat in range(s.players):
        chosen = 2 * int(s.passes) + 2 * (not int(s.actors) >> seat & 1)
        hand, packet = (chosen, size(s) - chosen) if drafting else (size(s), 0)
        gone = int(s.trick) + (s.stage == Stage.TRICK and s.card_of[seat] >= 0)
        played = sum(s.played_by[card] == seat for card in kept[seat])
        if len(kept[seat]) > hand or len(seen[seat]) > packet or played > gone or len(kept[seat]) - played > hand - gone:
            raise p.entry(COLOUR_NAMES[seat]).error(f"{COLOUR_NAMES[seat]} has too many cards (BB-11)")
        wanted.append((hand, packet, gone - played))
    for seat, (hand, packet, unseen) in enumerate(wanted):
        for _ in range(unseen):
            s.played_by[spare[0]] = seat
            kept[seat].append(spare.pop(0))
        while len(kept[seat]) < hand:
            kept[seat].append(spare.pop(0))
        while len(seen[seat]) < packet:
            seen[seat].append(spare.pop(0))
        for place, card in enumerate(kept[seat]):
            s.pick[card] = min(place // 2, last_pass(s))
            s.packet[card] = (seat - s.pick[card]) % s.players
        for card in seen[seat]:
            s.packet[card] = (seat - int(s.passes)) % s.players
