"""From a drawing to a state: land, borders, figures and regions of both Löwenherz games (see `board`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kronland.core.layout import State
from kronland.core.positions import Entry
from kronland.games.fields import STRIDE
from kronland.games.grid.positions.board import Drawn, TextBoard, error
from kronland.games.grid.rules.invariants import Table
from kronland.games.grid.rules.moves import FOREST, OPEN_LAND
from kronland.games.grid.rules.naming import castle_name
from kronland.games.grid.rules.regions import CASTLES_EACH


@dataclass(frozen=True)
class Pieces:
    """What stands on a game's board, and the rules that say so."""

    form: TextBoard
    colours: Sequence[str]
    terrains: Sequence[str]
    borders: int
    knights: int
    border_rule: str  # how many borders there are
    knight_rule: str  # how many knights
    castle_ground_rule: str
    knight_ground_rule: str
    region_rule: str  # what a region is


def set_up_board(s: State, drawing: Sequence[Entry], pieces: Pieces, colours: int, castles: int, regions: bool) -> Drawn:
    """Fill the board of a state from a drawing. So many colours are in play with so many castles each; before all castles are set there
    are no regions and no borders. What cannot be is an error that names the line."""
    drawn = pieces.form.read(drawing) if drawing else Drawn()
    board = pieces.form.board
    s.board[:] = board.words
    for kind in range(len(s.terrain)):
        s.terrain[kind] = board.set_of(cell for cell in map(int, board.cell_of_field) if drawn.terrain.get(cell, OPEN_LAND) == kind)
    for words, lines, southward in ((s.open_east, board.line_east_of, False), (s.open_south, board.line_south_of, True)):
        words[:] = board.set_of(cell for cell in range(len(lines)) if lines[cell] >= 0 and (cell, southward) not in drawn.borders)
    if len(drawn.borders) > pieces.borders:
        raise error(
            drawing[0].number, f"{len(drawn.borders)} borders stand on the board; there are {pieces.borders} ({pieces.border_rule})"
        )
    s.borders_left = pieces.borders - len(drawn.borders)
    s.castle_at[:] = -1
    _put_figures(s, drawn, pieces, colours, castles)
    if regions:
        _close_regions(s, drawn, pieces)
    elif drawn.borders:
        raise error(drawing[0].number, "borders stand before all castles are set")
    return drawn


def _put_figures(s: State, drawn: Drawn, pieces: Pieces, colours: int, castles_each: int) -> None:
    form, board = pieces.form, pieces.form.board
    figures: list[list[int]] = [[] for _ in pieces.colours]
    for (colour, number), cell in drawn.castles.items():
        if colour >= colours or number >= castles_each:
            most = f"no colour has more than {castles_each} castles" if colour < colours else f"{pieces.colours[colour]} is not played"
            raise error(drawn.line_of[cell], f"castle {form.castle(colour, number)}: with {s.players} players {most}")
        figures[colour].append(cell)
        s.castle_at[colour * CASTLES_EACH + number] = cell
    s.castles[:] = board.set_of(drawn.castles.values())
    table = Table(s, board)
    for colour, name in enumerate(pieces.colours):
        knights = [cell for cell, owner in drawn.knights.items() if owner == colour]
        if knights and colour >= colours:
            raise error(drawn.line_of[knights[0]], f"a knight of {name}: with {s.players} players {name} is not played")
        if len(knights) > pieces.knights:
            line = drawn.line_of[knights[pieces.knights]]
            raise error(line, f"{len(knights)} knights of {name}; there are {pieces.knights} ({pieces.knight_rule})")
        s.knights_left[colour] = pieces.knights - len(knights) if colour < colours else 0
        s.figures[colour] = board.set_of(figures[colour] + knights)
        castles = set(figures[colour])
        own = castles | set(knights)
        for cell in sorted(own):
            ground = drawn.terrain[cell]
            if ground != OPEN_LAND and (cell in castles or ground != FOREST):
                what, rule = ("castle", pieces.castle_ground_rule) if cell in castles else ("knight", pieces.knight_ground_rule)
                raise error(drawn.line_of[cell], f"a {what} stands on {pieces.terrains[ground]}: {board.name(cell)} ({rule})")
        for cell in knights:
            if not castles & table.reach(cell, own):
                raise error(drawn.line_of[cell], f"the {name} knight on {board.name(cell)} is not joined to a castle of its colour")


def _close_regions(s: State, drawn: Drawn, pieces: Pieces) -> None:
    """An area closed round exactly one castle is its region."""
    board = pieces.form.board
    table = Table(s, board)
    areas = table.areas()
    for castle, cell in table.castles.items():
        area = areas[cell]
        if len(area & set(table.castles.values())) != 1:
            continue
        name = castle_name(pieces.colours[castle // CASTLES_EACH], castle % CASTLES_EACH)
        for low, southward in drawn.borders:
            if low in area and low + (STRIDE if southward else 1) in area:
                where = f"a border beside {board.name(low)} lies inside the region of {name}"
                raise error(drawn.line_of.get(low, min(drawn.line_of.values())), f"{where}; it is taken away ({pieces.region_rule})")
        s.region[castle] = board.set_of(area)


def draw_state(s: State, form: TextBoard) -> list[str]:
    """The board of a state as text."""
    board = form.board
    terrain = {cell: kind for kind, row in enumerate(s.terrain) for cell in board.cells_in(row)}
    figures = {cell: form.knight(colour) for colour, row in enumerate(s.figures) for cell in board.cells_in(row)}
    figures |= {int(cell): form.castle(*divmod(castle, CASTLES_EACH)) for castle, cell in enumerate(s.castle_at) if cell >= 0}
    east, south = set(board.cells_in(s.open_east)), set(board.cells_in(s.open_south))
    return form.draw(
        lambda cell: terrain[cell],
        lambda cell: figures.get(cell, ""),
        lambda cell, southward: cell not in (south if southward else east),
    )
