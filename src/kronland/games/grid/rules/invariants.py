"""What must be true of the board of both Löwenherz games, whatever was played.

Written anew and slowly, on purpose: it checks the fast rules.
"""

from __future__ import annotations

from kronland.core.layout import State
from kronland.games.fields import STRIDE
from kronland.games.grid.board import Board
from kronland.games.grid.rules.moves import FOREST, OPEN_LAND
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH, COLOURS

Cells = set[int]


class Table:
    """The board of a state as plain Python sets."""

    def __init__(self, s: State, board: Board) -> None:
        self.s, self.board = s, board
        self.fields = {int(cell) for cell in board.cell_of_field}
        self.joined: dict[int, list[int]] = {cell: [] for cell in self.fields}  # neighbours with no border between
        self.open_lines = 0
        for words, step in ((s.open_east, 1), (s.open_south, STRIDE)):
            for cell in board.cells_in(words):
                self.joined[cell].append(cell + step)
                self.joined[cell + step].append(cell)
                self.open_lines += 1
        self.castles = {castle: int(s.castle_at[castle]) for castle in range(CASTLES) if s.castle_at[castle] >= 0}
        self.figures_of = [set(board.cells_in(s.figures[colour])) for colour in range(COLOURS)]
        self.region = {castle: set(board.cells_in(s.region[castle])) for castle in range(CASTLES)}
        self.terrain = {cell: kind for kind, row in enumerate(s.terrain) for cell in board.cells_in(row)}

    def reach(self, start: int, within: Cells) -> Cells:
        """What can be reached from a field without crossing a border or leaving the set."""
        seen, todo = {start}, [start]
        while todo:
            for cell in self.joined[todo.pop()]:
                if cell not in seen and cell in within:
                    seen.add(cell)
                    todo.append(cell)
        return seen

    def areas(self) -> dict[int, Cells]:
        """The area of every field."""
        found: dict[int, Cells] = {}
        for cell in self.fields:
            if cell not in found:
                area = self.reach(cell, self.fields)
                found.update(dict.fromkeys(area, area))
        return found

    def problems(self, colours: int, knights: int, borders: int, settled: bool) -> list[str]:
        """What is wrong. So many colours are in play, with so many knights each; `settled`: all castles stand."""
        return [*self._land(), *self._figures(colours, knights), *self._borders(borders), *self._regions(settled)]

    def _land(self) -> list[str]:
        fields = sum(len(self.board.cells_in(row)) for row in self.s.terrain)
        if fields != len(self.board.fields) or set(self.terrain) != self.fields:
            return [f"{fields} fields have a land, {len(set(self.terrain))} different ones, not {len(self.board.fields)}"]
        return []

    def _figures(self, colours: int, most: int) -> list[str]:
        s, wrong = self.s, []
        everyone = [cell for own in self.figures_of for cell in own]
        if len(everyone) != len(set(everyone)):
            wrong.append("two figures stand on one field")
        if set(self.board.cells_in(s.castles)) != set(self.castles.values()):
            wrong.append("the set of castles differs from the list of castles")
        for colour, own in enumerate(self.figures_of):
            castles = {self.castles[c] for c in self.castles if c // CASTLES_EACH == colour}
            if not castles <= own:
                wrong.append(f"colour {colour}: a castle is not among its figures")
            knights = own - castles
            if len(knights) + s.knights_left[colour] != (most if colour < colours else 0):
                wrong.append(f"colour {colour}: {len(knights)} knights on the board and {s.knights_left[colour]} left are not {most}")
            linked = set().union(*(self.reach(castle, own) for castle in castles)) if castles else set()
            if knights - linked:
                wrong.append(f"colour {colour}: a knight is not joined to a castle: {self.name(knights - linked)}")
            for cell in own:
                if self.terrain[cell] not in ((OPEN_LAND,) if cell in castles else (OPEN_LAND, FOREST)):
                    wrong.append(f"a figure stands where none can: {self.board.name(cell)}")
        return wrong

    def _borders(self, borders: int) -> list[str]:
        placed = len(self.board.lines) - self.open_lines
        if placed + self.s.borders_left != borders or self.s.borders_left < 0:
            return [f"{placed} borders on the board and {self.s.borders_left} left are not {borders}"]
        return []

    def _regions(self, settled: bool) -> list[str]:
        wrong = []
        area = self.areas()
        taken: Cells = set()
        for castle, region in self.region.items():
            if taken & region:
                wrong.append(f"a field is in two regions: {self.name(taken & region)}")
            taken |= region
            if region and (castle not in self.castles or region != area[self.castles[castle]]):
                wrong.append(f"the region of castle {castle} is not the closed area round it")
            strangers = [c for c, own in enumerate(self.figures_of) if c != castle // CASTLES_EACH and own & region]
            if strangers:
                wrong.append(f"the region of castle {castle} holds figures of colours {strangers}")
        for castle, cell in self.castles.items():
            inside = [other for other in self.castles.values() if other in area[cell]]
            if self.region[castle] and len(inside) != 1:
                wrong.append(f"the region of castle {castle} holds {len(inside)} castles")
            if not self.region[castle] and len(inside) == 1 and settled:
                wrong.append(f"castle {castle} is closed in alone, but has no region")
        return wrong

    def name(self, cells: Cells) -> str:
        return ", ".join(self.board.name(cell) for cell in sorted(cells))
