"""The board of both Löwenherz games for programs: fields, borders, castles, knights and regions by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kronland.core.given import one_named
from kronland.core.layout import State
from kronland.games.fields import STRIDE
from kronland.games.grid.board import Board
from kronland.games.grid.rules.naming import castle_name
from kronland.games.grid.rules.regions import CASTLES_EACH


@dataclass(frozen=True)
class Field:
    """One field: what it is, who stands on it, and whose it is."""

    name: str
    terrain: str
    piece: str | None  # "castle", "knight" or nothing
    colour: str | None  # of the piece
    castle: str | None  # the name of the castle that stands here, `red-1`
    region: str | None  # the castle whose region it belongs to


@dataclass(frozen=True)
class Region:
    """A closed area round exactly one castle."""

    castle: str
    owner: str  # its colour
    seat: int | None  # who plays the colour; nobody plays a neutral one
    fields: tuple[str, ...]
    knights: tuple[str, ...]  # the fields of its own knights
    terrain: Mapping[str, int]  # how many fields there are of each

    @property
    def size(self) -> int:
        """How many fields it has."""
        return len(self.fields)


@dataclass(frozen=True)
class Land:
    """The board. `land["d4"]` is a field."""

    fields: Mapping[str, Field]
    borders: frozenset[str]  # lines that carry one, `d4-d5`
    borders_left: int
    castles: Mapping[str, str]  # `red-1` -> its field
    knights: Mapping[str, tuple[str, ...]]  # colour -> fields
    regions: tuple[Region, ...]

    def __getitem__(self, field: str) -> Field:
        return one_named(self.fields, field, "field", str.lower)

    def region_of(self, castle: str) -> Region | None:
        """The region of a castle, if it has one."""
        castles = [castle_name(colour, number) for colour in self.knights for number in range(CASTLES_EACH)]
        castle = one_named(dict(zip(castles, castles, strict=True)), castle, "castle", str.lower)
        return next((region for region in self.regions if region.castle == castle), None)

    def neighbours(self, field: str) -> tuple[str, ...]:
        """The fields beside a field with no border between."""
        here = self[field].name
        return tuple(other for other in _beside(here) if other in self.fields and not {f"{here}-{other}", f"{other}-{here}"} & self.borders)


def _beside(field: str) -> list[str]:
    column, row = field[0], int(field[1:])
    east, west = chr(ord(column) + 1), chr(ord(column) - 1)
    return [f"{column}{row - 1}", f"{west}{row}", f"{east}{row}", f"{column}{row + 1}"]


def land_of(s: State, board: Board, colours: Sequence[str], terrains: Sequence[str]) -> dict[str, Any]:
    """What a `Land` is made of, from a state."""
    name = board.name
    terrain = {cell: terrains[kind] for kind, row in enumerate(s.terrain) for cell in board.cells_in(row)}
    figures = {cell: colours[colour] for colour, row in enumerate(s.figures) for cell in board.cells_in(row)}
    castles = {
        int(cell): castle_name(colours[castle // CASTLES_EACH], castle % CASTLES_EACH)
        for castle, cell in enumerate(s.castle_at)
        if cell >= 0
    }
    cells_of = {castle: board.cells_in(s.region[castle]) for castle in range(len(s.region)) if s.region[castle].any()}
    ruled = {cell: castles[int(s.castle_at[castle])] for castle, cells in cells_of.items() for cell in cells}
    open_east, open_south = set(board.cells_in(s.open_east)), set(board.cells_in(s.open_south))

    def field(cell: int) -> Field:
        piece = "castle" if cell in castles else "knight" if cell in figures else None
        return Field(name(cell), terrain[cell], piece, figures.get(cell), castles.get(cell), ruled.get(cell))

    def region(castle: int, cells: list[int]) -> Region:
        owner = castle // CASTLES_EACH
        knights = tuple(name(cell) for cell in cells if figures.get(cell) == colours[owner] and cell not in castles)
        kinds = [terrain[cell] for cell in cells]
        counted = {kind: kinds.count(kind) for kind in terrains if kind in kinds}
        seat = owner if owner < s.players else None
        return Region(castles[int(s.castle_at[castle])], colours[owner], seat, tuple(map(name, cells)), knights, counted)

    lines = [(int(a), int(b)) for a, b in board.line_ends]
    closed = [(a, b) for a, b in lines if a not in (open_south if b - a == STRIDE else open_east)]
    return {
        "fields": {name(cell): field(cell) for cell in map(int, board.cell_of_field)},
        "borders": frozenset(f"{name(a)}-{name(b)}" for a, b in closed),
        "borders_left": int(s.borders_left),
        "castles": {castle: name(cell) for cell, castle in castles.items()},
        "knights": {
            colour: tuple(name(cell) for cell in board.cells_in(row) if cell not in castles)
            for colour, row in zip(colours, s.figures, strict=False)
        },
        "regions": tuple(region(castle, cells) for castle, cells in cells_of.items()),
    }
