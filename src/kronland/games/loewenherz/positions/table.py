"""Löwenherz (1997): the lines of board, players and alliances (see `position`)."""

from __future__ import annotations

from collections.abc import Iterable

from kronland.core.layout import State
from kronland.core.lines import Choice, Number
from kronland.core.parts import Amount, Part, Player
from kronland.core.positions import Entry, Line, Position
from kronland.games.grid.positions.board import TextBoard
from kronland.games.grid.positions.lines import BoardDrawing, Castles, two_castles
from kronland.games.grid.positions.reading import Pieces
from kronland.games.grid.rules.regions import CASTLES_EACH
from kronland.games.loewenherz import components
from kronland.games.loewenherz.positions.politics import HoldsPolitics, PoliticsCards, PoliticsPile, SpentPolitics
from kronland.games.loewenherz.rules.domains import ALL_CASTLES, CARDS, DECISION_MASKS, TREASURES
from kronland.games.loewenherz.rules.state import (
    ALLIANCE,
    BOARD,
    BORDERS,
    COLOUR_NAMES,
    DECK,
    DESERTER,
    FIRST_TREASURE,
    KNIGHTS,
    MOST_NAMED,
    START_DUCATS,
    Phase,
    Terrain,
)

TEXT_BOARD = TextBoard(BOARD, "".join(components.TERRAIN), "".join(name[0] for name in COLOUR_NAMES), CASTLES_EACH)
PIECES = Pieces(
    form=TEXT_BOARD,
    colours=COLOUR_NAMES,
    terrains=[terrain.name.lower() for terrain in Terrain],
    borders=BORDERS,
    knights=KNIGHTS,
    border_rule="L97-35",
    knight_rule="L97-1",
    castle_ground_rule="L97-3",
    knight_ground_rule="L97-41",
    region_rule="L97-36",
)
MOST_POINTS = 9999
SETTING_UP = (Phase.CASTLE, Phase.START_KNIGHT)
ORDER = Castles("L97-3, L97-4")

Slots = tuple[int, ...]  # the three actions of a card


class Reading(Position):
    """Besides the state: what is said of action cards, politics cards, decision cards and the turn."""

    def begin(self) -> None:
        self.slots: list[Slots] = []  # of each action card
        self.gone: dict[int, list[int]] = {}  # pile -> the action cards that are said to be gone
        self.left: dict[int, list[int]] = {}  # pile -> those to come
        self.stated: tuple[str, Slots] | None = None  # the card that is up: the piles that it may be from, and its actions
        self.politics = PoliticsCards()
        self.laid: dict[int, int] = {}  # seat -> its decision cards
        self.seats: list[int] = []  # who is said to decide
        self.count = 0  # the number after the decision
        self.details: dict[str, str] = {}
        self.other = -1  # with whom somebody negotiates
        self.slot_stated: int | None = None  # which of the card's actions is being settled


def castle_name(castle: int) -> str:
    return ALL_CASTLES.tokens[castle]


def clear(p: Reading) -> None:
    s = p.s
    if s.beginner and s.players == 2:
        raise p.entry("setup").error("two players always play the variable set-up (L97-4)")
    for name in ("looking", "expanding", "cut_from", "desert_to", "desert_from", "desert_cell", "ally_one", "ally_other"):
        s[name] = -1
    s.bid[:] = -1
    s.ducats[: s.players] = START_DUCATS


# Players ----------------------------------------------------------------------------------------------------------------------------


def most_ducats(p: Reading) -> int:
    return components.most_owned(p.slots)


class Laid(Part[Reading]):
    """`laid 1+2`: decision cards."""

    def read(self, p: Reading, seat: int, entry: Entry) -> None:
        p.laid[seat] = DECISION_MASKS[entry.one_of(entry.text, CARDS.tokens, "laid")]

    def write(self, s: State, seat: int) -> str:
        return CARDS.tokens[DECISION_MASKS.index(int(s.laid[seat]))] if s.laid[seat] else ""


class Bid(Part[Reading]):
    """`bid 5 treasure-8-15`, in secret."""

    def read(self, p: Reading, seat: int, entry: Entry) -> None:
        s = p.s
        if s.phase != Phase.BID or not s.rivals >> seat & 1:
            raise entry.error(f"{COLOUR_NAMES[seat]} has a bid but takes no part in a duel")
        s.bid[seat] = entry.whole(entry.word(0), "bid", 0, MOST_NAMED)
        s.bid_treasures[seat] = entry.one_of(" ".join(entry.words[1:]), TREASURES.tokens, "treasures of a bid")
        s.actors &= ~(1 << seat)

    def write(self, s: State, seat: int) -> str:
        return f"{s.bid[seat]} {TREASURES.tokens[s.bid_treasures[seat]]}".rstrip() if s.bid[seat] >= 0 else ""


PARTS: tuple[Part[Reading], ...] = (
    Amount(("ducats", "ducat"), "ducats", most_ducats, START_DUCATS),
    Amount(("points", "point"), "score", MOST_POINTS, least=-MOST_POINTS),
    HoldsPolitics("holds", "holds deserter treasure-8*"),
    SpentPolitics("spent", "spent alliance"),
    Laid("laid", "laid 1+2"),
    Bid("bid", "bid 5 treasure-8"),
)


def check_players(p: Reading) -> None:
    s, most = p.s, most_ducats(p)
    if (total := int(s.ducats.sum())) > most:
        raise p.end.error(f"the players have {total} ducats together; there are never more than {most}")
    for seat, name in enumerate(p.colours):
        held = sum(1 << card - FIRST_TREASURE for owner, card, _ in p.politics.held if owner == seat and card >= FIRST_TREASURE)
        if s.bid_treasures[seat] & ~held or s.bid[seat] > s.ducats[seat]:
            raise p.entry(name).error(f"{name} does not have what it bids (L97-22)")


def check_money(p: Reading) -> None:
    """Nobody can ever own more than can be named: all that the players have, that the card which is up still brings, and the cards to
    come (see `components.most_owned`)."""
    s = p.s
    have, to_come = int(s.ducats.sum()), 0
    if not s.ended:
        to_come = components.ducats_on(s.card[s.deck[s.drawn : s.deck_size]])
        to_come += components.ducats_on(s.card[s.deck[s.drawn - 1], int(s.step) + 1 :]) if s.drawn else 0
    if have + to_come > MOST_NAMED:
        said = [entry.number for name, (entry, *_) in p.said.items() if name in COLOUR_NAMES or name.startswith("cards ")]
        found = f"the players have {have} ducats together, and {to_come} more are on cards to come"
        raise Entry(max(said), "").error(found, f"at most {MOST_NAMED} in all, the highest sum that can be bid")


# Alliances --------------------------------------------------------------------------------------------------------------------------


class Alliance(Line[Reading]):
    """`alliance 1: red-1 ochre-2`, the maker's region first; the card for it counts as spent."""

    def __init__(self, slot: int) -> None:
        super().__init__(f"alliance {slot + 1}")
        self.slot = slot

    def read(self, p: Reading, entry: Entry) -> None:
        s = p.s
        one, other = two_castles(entry, ALL_CASTLES)
        if one // CASTLES_EACH == other // CASTLES_EACH or one // CASTLES_EACH >= s.players:
            raise entry.error("an alliance joins a player's region and one of another colour (L97-70)")
        for castle in (one, other):
            if not s.region[castle].any():
                raise entry.error(f"{castle_name(castle)} has no region that could be allied (L97-70)")
        if any({one, other} == {int(s.ally_one[slot]), int(s.ally_other[slot])} for slot in range(self.slot)):
            raise entry.error("this alliance stands twice (L97-70)")
        s.ally_one[self.slot], s.ally_other[self.slot] = one, other
        while p.politics.spent_of(ALLIANCE) <= self.slot:
            p.politics.spend(entry, one // CASTLES_EACH, ["alliance"])

    def write(self, s: State) -> Iterable[str]:
        if s.ally_one[self.slot] >= 0:
            yield f"{castle_name(s.ally_one[self.slot])} {castle_name(s.ally_other[self.slot])}"


def store_politics(p: Reading) -> None:
    s = p.s
    s.alliances_made = p.politics.spent_of(ALLIANCE)
    if s.phase in (Phase.REMOVE, Phase.SETTLE) and not p.politics.spent_of(DESERTER, int(s.seat)):
        p.politics.spend(p.entry("turn"), int(s.seat), ["deserter"])
    p.politics.store(s, p.entry("pile 2"))


SETUP = Choice[Reading]("setup", "beginner", "variable", "beginner")
OPEN_MONEY = Choice[Reading]("open_money", "open_money", "off", "on")
DRAWING = BoardDrawing[Reading](PIECES, lambda s: int(s.players) + (s.players < 4), SETTING_UP)
SEATS = [Player(seat, COLOUR_NAMES, PARTS) for seat in range(len(COLOUR_NAMES))]
ALLIANCES = [Alliance(slot) for slot in range(3)]
PILES = [PoliticsPile(pile) for pile in (0, 1)]
ROUND = Number[Reading]("round", "round_number", 0, DECK, lambda s: int(s.phase not in SETTING_UP))
