"""Brian Boru: the lines of players, board and decks (see `position`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from kronland.core.layout import State
from kronland.core.lines import Choice, Colour, Number
from kronland.core.parts import Amount, Part, Place, Player
from kronland.core.positions import Entry, Line, Position, ask
from kronland.games.brianboru import components
from kronland.games.brianboru.rules import setup
from kronland.games.brianboru.rules.invariants import towns_in
from kronland.games.brianboru.rules.state import (
    CARDS,
    COLOUR_NAMES,
    ESTRID,
    FLEETS,
    MARRIAGE_NAMES,
    MARRIAGES,
    NOBODY,
    REGIONS,
    SPACES,
    START_COINS,
    START_POINTS,
    START_RENOWN,
    TOWN_NAMES,
    Phase,
    Stage,
)
from kronland.games.brianboru.rules.state import Colour as CardColour

MOST, MOST_POINTS = 99, 999


class Reading(Position):
    """Besides the state: which cards the players' lines name, and what follows the decision in the turn."""

    def begin(self) -> None:
        self.listed: dict[tuple[int, str], Entry] = {}  # (seat, holds, played or sees) -> the cards
        self.more: list[str] = []
        self.kept: list[list[int]] = []  # of each seat, the cards that it is said to have kept
        self.seen: list[list[int]] = []  # and those in the packet before it


def lay_out(p: Reading) -> None:
    if p.s.four_tricks and p.s.players != 5:
        raise p.entry("tricks").error("four tricks are an option with five players only (BB-12)")
    ask(setup.lay_out, p.s, components.load())
    ask(setup.clear_table, p.s)
    players = p.s.players
    p.s.coins[:players], p.s.renown[:players], p.s.points[:players] = START_COINS, START_RENOWN, START_POINTS


def rounds(s: State) -> int:
    return int(ask(setup.rounds_of, s.players))


def check_round(p: Reading) -> None:
    if (p.s.phase == Phase.START) != (p.s.round_number == 0):
        raise p.entry("round").error("round 0 is the set-up, where the first discs are set, and nothing else (BB-3)")


# Players ----------------------------------------------------------------------------------------------------------------------------


class Members(Part[Reading]):
    """`tokens N M`: things that a player has, by their names; the field of the state keeps whose each is."""

    last_counts = True

    def __init__(self, word: str, field: str, names: Sequence[str], what: str) -> None:
        super().__init__(word, f"{word} {names[0]}")
        self.field, self.names, self.what = field, names, what

    def read(self, p: Reading, seat: int, entry: Entry) -> None:
        for word in entry.words:
            p.s[self.field][entry.one_of(word, self.names, self.what)] = seat

    def write(self, s: State, seat: int) -> str:
        return " ".join(name for number, name in enumerate(self.names) if s[self.field][number] == seat)


class Towns(Part[Reading]):
    """`towns N1 N2+ M3!`: discs, with monasteries and Viking discs."""

    last_counts = True

    def read(self, p: Reading, seat: int, entry: Entry) -> None:
        for word in entry.words:
            bit = np.uint64(1 << entry.one_of(word.rstrip("+!"), TOWN_NAMES, "town (it may end in + and !)"))
            p.s.disc[seat] |= bit
            p.s.monastery |= bit if "+" in word else np.uint64(0)
            p.s.vikings |= bit if "!" in word else np.uint64(0)

    def write(self, s: State, seat: int) -> str:
        monasteries, vikings = towns_in(s.monastery), towns_in(s.vikings)
        own = sorted(towns_in(s.disc[seat]))
        return " ".join(TOWN_NAMES[town] + "+" * (town in monasteries) + "!" * (town in vikings) for town in own)


class Lacks(Part[Reading]):
    """`lacks yellow white`: colours of card that the player was seen to lack (BB-20)."""

    last_counts = True

    def read(self, p: Reading, seat: int, entry: Entry) -> None:
        for word in entry.words:
            p.s.lacks[seat] |= 1 << entry.one_of(word, [colour.name.lower() for colour in CardColour], "colour of cards")

    def write(self, s: State, seat: int) -> str:
        return " ".join(colour.name.lower() for colour in CardColour if int(s.lacks[seat]) >> colour & 1)


class Cards(Part[Reading]):
    """`holds 11 18`: what they mean depends on the turn (see `cards`)."""

    def __init__(self, word: str, field: str) -> None:
        super().__init__(word, f"{word} 11 18")
        self.field = field

    def read(self, p: Reading, seat: int, entry: Entry) -> None:
        p.listed[seat, self.word] = entry

    def write(self, s: State, seat: int) -> str:
        if self.word == "played":
            return " ".join(str(card + 1) for card in range(CARDS) if s.played_by[card] == seat)
        return " ".join(str(card + 1) for card in range(CARDS) if int(s[self.field][seat]) >> card & 1)


PARTS: tuple[Part[Reading], ...] = (
    Amount("coins", "coins", MOST, START_COINS),
    Amount("renown", "renown", MOST, START_RENOWN),
    Amount("points", "points", MOST_POINTS, START_POINTS),
    Place("track", "court", SPACES - 1),
    Amount("raiders", "raiders", MOST),
    Amount("church", "church", MOST),
    Towns("towns", "towns N1 N2+ M3!"),
    Members("tokens", "token", REGIONS, "region"),
    Members("married", "spouse", MARRIAGE_NAMES, "marriage card"),
    Cards("holds", "hand"),
    Cards("played", "played_by"),
    Place("table", "card_of", CARDS, first=1),
    Cards("sees", "offer"),
    Lacks("lacks", "lacks yellow white"),
)


# Board and decks --------------------------------------------------------------------------------------------------------------------


class Open(Line[Reading]):
    """`open: B S`: regions whose token lies open and nobody holds."""

    def read(self, p: Reading, entry: Entry) -> None:
        for word in entry.words:
            region = entry.one_of(word, REGIONS, "region")
            if p.s.token[region] >= 0:
                raise entry.error(f"the token of {word} lies open, but {COLOUR_NAMES[p.s.token[region]]} holds it")
            p.s.token[region] = NOBODY

    def write(self, s: State) -> Iterable[str]:
        if unheld := [name for region, name in enumerate(REGIONS) if s.token[region] == NOBODY]:
            yield " ".join(unheld)


class Estrid(Line[Reading]):
    """`estrid: red pact`: whom she serves, and how."""

    def read(self, p: Reading, entry: Entry) -> None:
        colour, _, choice = entry.text.partition(" ")
        seat = p.seat(entry, colour)
        p.s[("pact", "trade")[entry.one_of(choice, ["pact", "trade"], "Estrid's choice")]] = seat

    def write(self, s: State) -> Iterable[str]:
        return [f"{COLOUR_NAMES[s[choice]]} {choice}" for choice in ("pact", "trade") if s[choice] >= 0]


class Fleets(Line[Reading]):
    """`fleets: 9 10 11 12 12 13 14`: from the top, first those that have been turned up."""

    def read(self, p: Reading, entry: Entry) -> None:
        usual = sorted(components.load().fleet.tolist())
        sizes = [entry.whole(word, "fleet", 1, 99) for word in entry.words]
        if sorted(sizes) != usual:
            raise entry.error(f"the fleets are {entry.text}", f"{' '.join(map(str, usual))} in any order (BB-2)")
        p.s.fleet[:FLEETS] = sizes

    def missing(self, p: Reading) -> None:
        p.s.fleet[:FLEETS] = components.load().fleet

    def write(self, s: State) -> Iterable[str]:
        yield " ".join(map(str, s.fleet.tolist()))


class Marriages(Line[Reading]):
    """`marriages: Aoife Brigid Estrid ...`: from the top; after Estrid what is out of the game."""

    def read(self, p: Reading, entry: Entry) -> None:
        last = rounds(p.s) - 1
        cards = [entry.one_of(word, MARRIAGE_NAMES, "marriage card") for word in entry.words]
        if sorted(cards) != list(range(MARRIAGES)) or cards[last] != ESTRID:
            raise entry.error(f"the marriages are {entry.text}", f"all eight, Estrid as number {last + 1} (BB-2)")
        p.s.marriage[:] = cards

    def missing(self, p: Reading) -> None:
        last = rounds(p.s) - 1
        p.s.marriage[:] = [*range(last), ESTRID, *range(last, ESTRID)]

    def write(self, s: State) -> Iterable[str]:
        yield " ".join(MARRIAGE_NAMES[card] for card in s.marriage)


def usual_battle(s: State) -> int:
    """The fleet of the round, until the battle."""
    upkeep = s.stage > Stage.BATTLE or s.ended
    return 0 if upkeep or not s.round_number else int(s.fleet[s.round_number - 1])


TRICKS = Choice[Reading]("tricks", "four_tricks", "five", "four")
ROUND = Number[Reading]("round", "round_number", 0, rounds, lambda s: int(s.phase != Phase.START))
MARKER = Colour[Reading]("marker", "marker", COLOUR_NAMES, lambda p: max(0, int(p.s.seat)))
SEATS = [Player(seat, COLOUR_NAMES, PARTS) for seat in range(len(COLOUR_NAMES))]
OPEN, ESTRID_SERVES, FLEET_DECK, MARRIAGE_DECK = Open("open"), Estrid("estrid"), Fleets("fleets"), Marriages("marriages")
BATTLE = Number[Reading]("battle", "battle", 0, MOST, usual_battle)
