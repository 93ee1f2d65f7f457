"""Löwenherz (2003): the lines of board, players and alliances (see `position`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kronland.core.layout import State
from kronland.core.lines import Colour
from kronland.core.log import NO_LOG
from kronland.core.parts import Amount, Part, Player
from kronland.core.positions import Entry, Line, Position, ask
from kronland.games.grid.positions.board import TextBoard
from kronland.games.grid.positions.lines import BoardDrawing, Castles, two_castles
from kronland.games.grid.positions.reading import Pieces
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH
from kronland.games.koenig.components import LETTERS, Kind
from kronland.games.koenig.rules.domains import ALL_CASTLES
from kronland.games.koenig.rules.ending import end_with_deck
from kronland.games.koenig.rules.land import settle_monopolies, value_of
from kronland.games.koenig.rules.state import BOARD, BORDERS, COLOUR_NAMES, KNIGHTS, NO_CARD, START_DUCATS, End, Phase, Terrain

# A purse has room for 32,767 ducats. A turn brings 4 ducats of income (L03-10) and one sale at most; the deck of 60 cards makes each of
# two players have no more than 60 * (MARKET_REFILLS + 1) / 2 turns: that is 18,000 ducats.
MOST_DUCATS = 14_000
TEXT_BOARD = TextBoard(BOARD, "".join(LETTERS), "".join(name[0] for name in COLOUR_NAMES), CASTLES_EACH)
PIECES = Pieces(
    form=TEXT_BOARD,
    colours=COLOUR_NAMES,
    terrains=[terrain.name.lower().replace("_", " ") for terrain in Terrain],
    borders=BORDERS,
    knights=KNIGHTS,
    border_rule="L03-24",
    knight_rule="L03-2",
    castle_ground_rule="L03-4",
    knight_ground_rule="L03-30",
    region_rule="L03-27",
)
SETTING_UP = (Phase.CASTLE, Phase.START_KNIGHT)
ORDER = Castles("L03-4, L03-6")


class Reading(Position):
    """Besides the state: points that are said, and where cards are said to be."""

    def begin(self) -> None:
        self.points: dict[int, int] = {}  # seat -> what its line says
        self.counts: Counter[Kind] = Counter()  # of cards that are not the usual ones
        self.stocks: dict[str, list[int]] = {}  # market, played or deck -> kinds


def clear(p: Reading) -> None:
    for field in ("sold", "expanding", "desert_to", "desert_from"):
        p.s[field] = NO_CARD
    p.s.hand[:] = p.s.deck[:] = NO_CARD
    p.s.ducats[: p.s.players] = START_DUCATS


def check_castles(p: Reading) -> None:
    """All castles stand once they are set; before, they are set in turn (L03-4 to L03-6)."""
    p.s.placed = ORDER.every(p.s)
    if p.s.phase in SETTING_UP:
        ORDER.check_order(p.s, p.entry("turn"), p.s.phase == Phase.START_KNIGHT)


class Points(Amount[Reading]):
    """`3 points`: they follow from the board, and are checked where they are said."""

    def read(self, p: Reading, seat: int, entry: Entry) -> None:
        p.points[seat] = entry.whole(entry.text, "points", 0, 999)


def count_points(p: Reading) -> None:
    """Points follow from the board, those for ducats from the purses (L03-26, L03-70, L03-82)."""
    s = p.s
    for castle in range(int(s.players) * CASTLES_EACH):
        s.score[castle // CASTLES_EACH] += ask(value_of, s, tuple(s.region[castle]))
    ask(settle_monopolies, s, NO_LOG)
    if s.ended == End.DECK:
        ask(end_with_deck, s, NO_LOG)
    for seat, points in p.points.items():
        if points != s.score[seat]:
            name = COLOUR_NAMES[seat]
            raise p.entry(name).error(f"{name} has {points} points, but its land is worth {s.score[seat]} (L03-26, L03-70)")


class Alliance(Line[Reading]):
    """`alliance: red-1 ochre-2`, as many as there are."""

    often = True

    def read(self, p: Reading, entry: Entry) -> None:
        s = p.s
        one, other = two_castles(entry, ALL_CASTLES)
        if one // CASTLES_EACH == other // CASTLES_EACH or not s.region[one].any() or not s.region[other].any():
            raise entry.error(f"{entry.text!r}: an alliance joins two regions of different colours (L03-60)")
        if s.alliances[one] >> other & 1:
            raise entry.error("this alliance stands twice (L03-60)")
        s.alliances[one] |= 1 << other
        s.alliances[other] |= 1 << one

    def write(self, s: State) -> Iterable[str]:
        pairs = [(one, other) for one in range(CASTLES) for other in range(one + 1, CASTLES) if s.alliances[one] >> other & 1]
        return [f"{ALL_CASTLES.tokens[one]} {ALL_CASTLES.tokens[other]}" for one, other in pairs]


def seats(holds: Part[Reading]) -> list[Player[Reading]]:
    """A line for each player; `holds` is about cards."""
    parts: tuple[Part[Reading], ...] = (
        Amount(("ducats", "ducat"), "ducats", MOST_DUCATS, START_DUCATS),
        Points(("points", "point"), "score", 999),
        holds,
    )
    return [Player(seat, COLOUR_NAMES, parts) for seat in range(len(COLOUR_NAMES))]


DRAWING = BoardDrawing[Reading](PIECES, lambda s: int(s.players) + (s.players == 2), SETTING_UP)
ALLIANCE = Alliance("alliance")
START = Colour[Reading]("start", "start", COLOUR_NAMES, lambda p: int(p.s.seat))
