"""Rheinländer: what lies on the table, for programs. `match.board` has all of it, `match.view(seat).board` what a seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kronland.core.given import one_named
from kronland.core.layout import State
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS
from kronland.games.rheinlaender.rules.state import BASTION, COLOUR_NAMES, NONE, RIVER, Building, Phase


@dataclass(frozen=True)
class Field:
    """One field of the map."""

    name: str  # L21 and R21 are banks, W21 is water, I1 an island
    section: int | None  # the number of its section, which its card has; none for an island's field
    water: bool
    knight: str | None  # the colour of the knight on it
    bastion: bool
    neighbours: tuple[str, ...]


@dataclass(frozen=True)
class Spot:
    """A place between two fields for a building."""

    name: str  # L5-L6
    fields: tuple[str, str]
    building: str | None  # `castle`, `church`, `city_2` ...
    knight: str | None  # the colour of the knight on the castle


@dataclass(frozen=True)
class Duchy:
    """Knights on neighbouring fields."""

    fields: tuple[str, ...]
    duke: str | None  # a colour
    seat: int | None  # who that is
    worth: int  # to its duke
    strength: Mapping[str, int]  # how many knights each colour counts in it

    @property
    def size(self) -> int:
        """How many fields it has."""
        return len(self.fields)


@dataclass(frozen=True)
class Player:
    """A player; None stands for what the reader may not know."""

    seat: int
    colour: str
    knights_left: int
    bastions_left: int
    coins: int | None
    bishops: int
    archbishop: bool
    cards: tuple[int | None, ...]


@dataclass(frozen=True)
class Table:
    """Everything on the table. `table["L21"]` is a field."""

    fields: Mapping[str, Field]
    spots: tuple[Spot, ...]
    duchies: tuple[Duchy, ...]
    knights: Mapping[str, tuple[str, ...]]  # colour -> fields
    players: tuple[Player, ...]
    phase: str  # what is to be decided: `card`, `field`, `castle`, `bastion`
    turn: int  # the seat whose turn it is; a duke elsewhere may have to decide in it
    turn_number: int
    picked: int | None  # the card whose knight is about to be set, if the reader may know it
    discards: tuple[int, ...]
    cards_left: int  # in the pile, the shuffle card included
    pile: tuple[int, ...] | None  # these, the next one first, 0 for the shuffle card: known to nobody

    def __getitem__(self, field: str) -> Field:
        return one_named(self.fields, field, "field", str.upper)


def table(s: State, seat: int | None) -> Table:
    """The table from a whole state, or from one that was censored for a seat."""
    lands = {int(field) for section in range(1, s.sections + 1) for field in s.section_land[section] if field >= 0}
    there = sorted(lands | {RIVER + section for section in range(s.sections)})
    named, on, touching = ALL_FIELDS.tokens, s.on.tolist(), s.touching.tolist()
    return Table(
        fields={named[field]: _field(field, on[field], touching[field]) for field in there},
        spots=tuple(_spot(s, spot) for spot in range(s.spots)),
        duchies=_duchies(s),
        knights={COLOUR_NAMES[owner]: tuple(named[field] for field in there if on[field] == owner) for owner in range(s.players)},
        players=tuple(_player(s, player, seat) for player in range(s.players)),
        phase="over" if s.ended else Phase(int(s.phase)).name.lower(),
        turn=int(s.seat),
        turn_number=int(s.turn_number),
        picked=int(s.picked) if s.picked > 0 else None,
        discards=tuple(card for card in range(64) if int(s.discards) >> card & 1),
        cards_left=int(s.pile_size),
        pile=tuple(int(card) for card in s.pile[: s.pile_size][::-1]) if seat is None else None,
    )


def _field(field: int, thing: int, touching: list[int]) -> Field:
    name = ALL_FIELDS.tokens[field]
    return Field(
        name=name,
        section=None if name[0] == "I" else int(name[1:]),
        water=field >= RIVER,
        knight=COLOUR_NAMES[thing] if 0 <= thing < BASTION else None,
        bastion=thing == BASTION,
        neighbours=tuple(ALL_FIELDS.tokens[other] for other in touching if other != NONE),
    )


def _spot(s: State, spot: int) -> Spot:
    one, other = (ALL_FIELDS.tokens[field] for field in s.spot_field[spot])
    building, owner = Building(int(s.building[spot])), int(s.castle_knight[spot])
    name = None if building == Building.NONE else building.name.lower()
    return Spot(f"{one}-{other}", (one, other), name, COLOUR_NAMES[owner] if owner >= 0 else None)


def _duchies(s: State) -> tuple[Duchy, ...]:
    """In the order of their first fields: their numbers say nothing."""
    fields: dict[int, list[int]] = {}
    for field, number in enumerate(s.duchy.tolist()):
        if number:
            fields.setdefault(number, []).append(field)
    return tuple(_duchy(s, number, own) for number, own in fields.items())


def _duchy(s: State, number: int, fields: list[int]) -> Duchy:
    duke = int(s.duke[number])
    strength = {COLOUR_NAMES[owner]: int(s.strength[number, owner]) for owner in range(s.players) if s.strength[number, owner]}
    names = tuple(ALL_FIELDS.tokens[field] for field in fields)
    return Duchy(
        names, COLOUR_NAMES[duke] if duke >= 0 else None, duke if duke >= 0 else None, int(s.worth[number]) + (duke >= 0), strength
    )


def _player(s: State, player: int, seat: int | None) -> Player:
    open_money = seat is None or seat == player or bool(s.open_money) or bool(s.ended)
    return Player(
        seat=player,
        colour=COLOUR_NAMES[player],
        knights_left=int(s.knights_left[player]),
        bastions_left=int(s.bastions_left[player]),
        coins=int(s.coins[player]) if open_money else None,
        bishops=int(s.bishops[player]),
        archbishop=bool(s.archbishop == player),
        cards=tuple(int(card) if card > 0 else None for card in s.hand[player, : s.hand_size[player]]),
    )
