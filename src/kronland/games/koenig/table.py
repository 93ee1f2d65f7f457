"""Löwenherz (2003): what lies on the table, for programs. `match.board` has all of it, `match.view(seat).board` what a seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kronland.core.layout import State
from kronland.games.grid.rules.regions import CASTLES
from kronland.games.grid.table import Land, land_of
from kronland.games.koenig.rules.domains import ALL_CASTLES, CARDS, MINES
from kronland.games.koenig.rules.state import (
    BACK,
    BOARD,
    COLOUR_NAMES,
    DECK,
    KING_TOKEN,
    MINE_KINDS,
    NO_CARD,
    PILE_NAMES,
    Phase,
    Task,
    Terrain,
)

TERRAINS = [terrain.name.lower() for terrain in Terrain]


@dataclass(frozen=True)
class Card:
    """A card. Of one that the reader knows only from its back, all but the pile is None or empty."""

    name: str | None  # as in notation: `b-knight1-expand1`
    pile: str  # A to D
    symbols: tuple[str, ...] = ()  # `border 3`, `expand 1`: one, or two to choose from
    cost: int | None = None
    sale: int | None = None


@dataclass(frozen=True)
class Player:
    """A player; money lies open."""

    seat: int
    colour: str
    points: int
    ducats: int
    knights_left: int
    monopolies: tuple[str, ...]  # of mines
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Table(Land):
    """Everything on the table."""

    players: tuple[Player, ...]
    phase: str  # what is to be decided: `card`, `border`, `refill` ...
    turn: int  # the seat whose turn it is; another may have to decide in it
    start: int  # who set the first castle
    king_token: int  # the points that end the game
    left: int  # borders, knights or fields that may still be set or taken
    alliances: frozenset[tuple[str, str]]
    market: Mapping[str, int]  # the cards that lie there, and how many of each
    played: Mapping[str, int]  # and those that were played
    cards: Mapping[str, Card]  # all cards of this game, by their names
    cards_left: int  # in the deck
    next_pile: str | None  # what the back of the next card shows
    deck: tuple[Card, ...]  # the next one first; the backs of all cards lie open, their faces are known to nobody


def table(s: State, seat: int | None) -> Table:
    """The table from a whole state, or from one that was censored for a seat: hidden cards are backs there."""
    deck = tuple(_card(s, int(kind)) for kind in s.deck[s.drawn :])
    return Table(
        **land_of(s, BOARD, COLOUR_NAMES, TERRAINS),
        players=tuple(_player(s, player) for player in range(s.players)),
        phase="over" if s.ended else Phase(int(s.phase)).name.lower(),
        turn=int(s.turn),
        start=int(s.start),
        king_token=KING_TOKEN[s.players],
        left=int(s.left),
        alliances=frozenset(
            (ALL_CASTLES.tokens[one], ALL_CASTLES.tokens[other])
            for one in range(CASTLES)
            for other in range(one + 1, CASTLES)
            if s.alliances[one] >> other & 1
        ),
        market=_counted(s, s.market),
        played=_counted(s, s.spent),
        cards={CARDS.tokens[s.kind_card[kind]]: _card(s, kind) for kind in range(s.kinds)},
        cards_left=int(DECK - s.drawn),
        next_pile=deck[0].pile if deck else None,
        deck=deck,
    )


def _counted(s: State, counts: list[int]) -> dict[str, int]:
    return {CARDS.tokens[s.kind_card[kind]]: int(counts[kind]) for kind in range(s.kinds) if counts[kind]}


def _card(s: State, kind: int) -> Card:
    if kind <= BACK:
        return Card(None, PILE_NAMES[BACK - kind])
    symbols = [(Task(int(symbol) >> 4), int(symbol) & 15) for symbol in s.kind_symbols[kind] if symbol]
    return Card(
        CARDS.tokens[s.kind_card[kind]],
        PILE_NAMES[s.kind_pile[kind]],
        tuple(f"{task.name.lower()} {size}" for task, size in symbols),
        int(s.kind_cost[kind]),
        int(s.kind_sale[kind]),
    )


def _player(s: State, seat: int) -> Player:
    return Player(
        seat=seat,
        colour=COLOUR_NAMES[seat],
        points=int(s.score[seat]),
        ducats=int(s.ducats[seat]),
        knights_left=int(s.knights_left[seat]),
        monopolies=tuple(MINES.tokens[mine] for mine in range(MINE_KINDS) if s.monopolies[seat] >> mine & 1),
        cards=tuple(_card(s, int(kind)) for kind in s.hand[seat] if kind != NO_CARD),
    )
