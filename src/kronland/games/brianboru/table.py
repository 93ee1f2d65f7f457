"""Brian Boru: what lies on the table, for programs. `match.board` has all of it, `match.view(seat).board` what a seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kronland.core.given import one_named
from kronland.core.layout import State
from kronland.core.positions import ask
from kronland.games.brianboru.rules.board import strength
from kronland.games.brianboru.rules.domains import REGION
from kronland.games.brianboru.rules.invariants import towns_in
from kronland.games.brianboru.rules.setup import rounds_of
from kronland.games.brianboru.rules.state import (
    CARD_COLOURS,
    CARDS,
    COLOUR_NAMES,
    FACE_DOWN,
    FIRST_TOWN,
    MARRIAGE_NAMES,
    MARRIAGES,
    REGIONS,
    TOWN_NAMES,
    TOWNS_IN,
    Colour,
    Phase,
    Stage,
    Symbol,
)


@dataclass(frozen=True)
class Town:
    """A town: its colour is that of the cards that win it, `owner` the colour of the disc on it."""

    name: str
    region: str
    colour: str
    owner: str | None
    viking: bool  # a Viking disc lies on top
    monastery: bool
    roads: tuple[str, ...]  # the towns one road away


@dataclass(frozen=True)
class Region:
    """A region: what it takes and brings to rule it, and who does."""

    name: str  # its letter
    title: str
    towns: tuple[str, ...]
    threshold: int  # towns that one must have at least
    points: int
    token: str  # `face down`, `open`, or the colour of who holds it
    strength: Mapping[str, int]  # what each colour counts in it


@dataclass(frozen=True)
class Card:
    """An action card with its rows of symbols: the first for who wins the trick, the two others to choose from for who does not."""

    value: int
    colour: str
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Player:
    """A player; None stands for a card that the reader may not know."""

    seat: int
    colour: str
    points: int
    coins: int
    renown: int
    track: int  # the space on the marriage track
    raiders: int
    church: int  # discs in the church
    spouses: tuple[str, ...]
    pact: bool  # Estrid's military pact
    trade: bool  # or her trade
    cards: tuple[int | None, ...]  # in hand
    packet: tuple[int, ...] | None  # to keep two of
    played: int | None  # the card on the table


@dataclass(frozen=True)
class Table:
    """Everything on the table. `table["N5"]` is a town."""

    towns: Mapping[str, Town]
    regions: tuple[Region, ...]
    players: tuple[Player, ...]
    phase: str  # what is to be decided: `draft`, `name`, `card`, `row` ...
    stage: str  # how far the round has come: `trick`, `battle` ...
    round: int
    rounds: int
    marker: int  # the seat that holds the town marker
    trick: int  # tricks played in this round
    leader: int | None  # the seat that leads the trick
    winner: int | None  # and the one that has won it
    active: str | None  # the active town
    row: int | None  # the row being carried out: 0 for the winner's, 1 and 2 for the others
    symbols_done: int  # of it
    cards: Mapping[int, Card]  # all action cards, by value
    marriage: str | None  # whom all court in this round
    battle: int  # raiders in the battle area
    fleets: tuple[int, ...]  # turned up so far
    fleets_to_come: tuple[int, ...] | None  # the next one first: known to nobody
    marriages_to_come: tuple[str, ...] | None

    def __getitem__(self, town: str) -> Town:
        return one_named(self.towns, town, "town", str.upper)


def table(s: State, seat: int | None) -> Table:
    """The table from a whole state, or from one that was censored for a seat."""
    now = int(s.round_number)
    return Table(
        towns={name: _town(s, town) for town, name in enumerate(TOWN_NAMES)},
        regions=tuple(_region(s, region) for region in range(len(REGIONS))),
        players=tuple(_player(s, player, seat) for player in range(s.players)),
        phase="over" if s.ended else Phase(int(s.phase)).name.lower(),
        stage="over" if s.ended else Stage(int(s.stage)).name.lower() if s.stage else "setup",
        round=now,
        rounds=int(ask(rounds_of, s.players)),
        marker=int(s.marker),
        trick=int(s.trick),
        leader=_seat(s.leader),
        winner=_seat(s.winner),
        active=TOWN_NAMES[s.active] if s.active >= 0 else None,
        row=int(s.row) if s.stage == Stage.ROW and s.row >= 0 else None,
        symbols_done=int(s.at),
        cards={card + 1: _card(s, card) for card in range(CARDS)},
        marriage=MARRIAGE_NAMES[s.marriage[now - 1]] if now else None,
        battle=int(s.battle),
        fleets=tuple(int(fleet) for fleet in s.fleet[:now]),
        fleets_to_come=tuple(int(fleet) for fleet in s.fleet[now:]) if seat is None else None,
        marriages_to_come=tuple(MARRIAGE_NAMES[card] for card in s.marriage[now:]) if seat is None else None,
    )


def _seat(number: int) -> int | None:
    return int(number) if number >= 0 else None


def _town(s: State, town: int) -> Town:
    owner = next((seat for seat in range(s.players) if int(s.disc[seat]) >> town & 1), None)
    return Town(
        name=TOWN_NAMES[town],
        region=TOWN_NAMES[town][0],
        colour=next(Colour(colour).name.lower() for colour in range(3) if int(s.town_colour[colour]) >> town & 1),
        owner=None if owner is None else COLOUR_NAMES[owner],
        viking=bool(int(s.vikings) >> town & 1),
        monastery=bool(int(s.monastery) >> town & 1),
        roads=tuple(TOWN_NAMES[other] for other in sorted(towns_in(s.road[town]))),
    )


def _region(s: State, region: int) -> Region:
    first, holder = FIRST_TOWN[region], int(s.token[region])
    return Region(
        name=REGIONS[region],
        title=(REGION.texts or ())[region].one,
        towns=TOWN_NAMES[first : first + TOWNS_IN[region]],
        threshold=int(s.threshold[region]),
        points=int(s.token_points[region]),
        token="face down" if holder == FACE_DOWN else "open" if holder < 0 else COLOUR_NAMES[holder],
        strength={COLOUR_NAMES[seat]: int(ask(strength, s, seat, region)) for seat in range(s.players)},
    )


def _card(s: State, card: int) -> Card:
    rows = tuple(tuple(Symbol(int(symbol)).name.lower() for symbol in row if symbol) for row in s.card_row[card])
    return Card(card + 1, CARD_COLOURS[card].name.lower(), rows)


def _cards(cards: int) -> tuple[int, ...]:
    return tuple(card + 1 for card in range(CARDS) if cards >> card & 1)


def _player(s: State, player: int, seat: int | None) -> Player:
    knows = seat is None or seat == player
    hidden: tuple[int | None, ...] = (None,) * int(s.hand_size[player])
    return Player(
        seat=player,
        colour=COLOUR_NAMES[player],
        points=int(s.points[player]),
        coins=int(s.coins[player]),
        renown=int(s.renown[player]),
        track=int(s.court[player]),
        raiders=int(s.raiders[player]),
        church=int(s.church[player]),
        spouses=tuple(MARRIAGE_NAMES[card] for card in range(MARRIAGES) if s.spouse[card] == player),
        pact=bool(s.pact == player),
        trade=bool(s.trade == player),
        cards=_cards(int(s.hand[player])) if knows else hidden,
        packet=_cards(int(s.offer[player])) if knows else None,
        played=int(s.card_of[player]) + 1 if s.card_of[player] >= 0 else None,
    )
