"""Löwenherz (1997): what must be true of every state, whatever was played.

Written anew and slowly, on purpose: it checks the fast rules.
"""

from __future__ import annotations

from itertools import pairwise

from kronland.core.layout import State
from kronland.games.grid.areas import STRIDE
from kronland.games.grid.regions import CASTLES, CASTLES_EACH, COLOURS
from kronland.games.loewenherz.state import (
    BOARD,
    BORDERS,
    DECK,
    IN_PILE,
    KNIGHTS,
    PILE_SIZES,
    POLITICS_CARDS,
    Phase,
    Terrain,
)

Cells = set[int]


def problems(s: State) -> list[str]:
    """What is wrong with a state; an empty list if nothing is. Works on whole states, not on censored ones."""
    board = Table(s)
    return [*board.figures(), *board.borders(), *board.regions(), *_cards(s), *_money(s)]


class Table:
    """The board of a state as plain Python sets."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.fields = {int(cell) for cell in BOARD.cell_of_field}
        self.joined: dict[int, list[int]] = {cell: [] for cell in self.fields}  # neighbours with no border between
        self.open_lines = 0
        for words, step in ((s.open_east, 1), (s.open_south, STRIDE)):
            for cell in BOARD.cells_in(words):
                self.joined[cell].append(cell + step)
                self.joined[cell + step].append(cell)
                self.open_lines += 1
        self.castles = {castle: int(s.castle_at[castle]) for castle in range(CASTLES) if s.castle_at[castle] >= 0}
        self.figures_of = [set(BOARD.cells_in(s.figures[colour])) for colour in range(COLOURS)]
        self.region = {castle: set(BOARD.cells_in(s.region[castle])) for castle in range(CASTLES)}
        self.terrain = {cell: Terrain(kind) for kind in range(4) for cell in BOARD.cells_in(s.terrain[kind])}

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

    def figures(self) -> list[str]:
        s, wrong = self.s, []
        everyone = [cell for own in self.figures_of for cell in own]
        if len(everyone) != len(set(everyone)):
            wrong.append("two figures stand on one field")
        if set(BOARD.cells_in(s.castles)) != set(self.castles.values()):
            wrong.append("the set of castles differs from the list of castles")
        for colour, own in enumerate(self.figures_of):
            castles = {self.castles[c] for c in self.castles if c // CASTLES_EACH == colour}
            if not castles <= own:
                wrong.append(f"colour {colour}: a castle is not among its figures")
            knights = own - castles
            in_play = colour < s.players + (s.players < COLOURS)
            if len(knights) + s.knights_left[colour] != (KNIGHTS if in_play else 0):
                wrong.append(f"colour {colour}: {len(knights)} knights on the board and {s.knights_left[colour]} left are not {KNIGHTS}")
            linked = set().union(*(self.reach(castle, own) for castle in castles)) if castles else set()
            if knights - linked:
                wrong.append(f"colour {colour}: a knight is not joined to a castle: {self.name(knights - linked)}")
            for cell in own:
                good = (Terrain.FARMLAND,) if cell in castles else (Terrain.FARMLAND, Terrain.FOREST)
                if self.terrain[cell] not in good:
                    wrong.append(f"a figure stands on {self.terrain[cell].name.lower()}: {BOARD.name(cell)}")
        return wrong

    def borders(self) -> list[str]:
        placed = len(BOARD.lines) - self.open_lines
        if placed + self.s.borders_left != BORDERS or self.s.borders_left < 0:
            return [f"{placed} borders on the board and {self.s.borders_left} left are not {BORDERS}"]
        return []

    def regions(self) -> list[str]:
        wrong = []
        area = self.areas()
        taken: Cells = set()
        for castle, region in self.region.items():
            if taken & region:
                wrong.append(f"a field is in two regions: {self.name(taken & region)}")
            taken |= region
            if region and region != area[self.castles[castle]]:
                wrong.append(f"the region of castle {castle} is not the closed area round it")
        for castle, cell in self.castles.items():
            inside = [other for other in self.castles.values() if other in area[cell]]
            if self.region[castle] and len(inside) != 1:
                wrong.append(f"the region of castle {castle} holds {len(inside)} castles")
            if not self.region[castle] and len(inside) == 1 and self.s.phase not in (Phase.CASTLE, Phase.START_KNIGHT):
                wrong.append(f"castle {castle} is closed in alone, but has no region")
        for castle, region in self.region.items():
            strangers = [c for c, own in enumerate(self.figures_of) if c != castle // CASTLES_EACH and own & region]
            if strangers:
                wrong.append(f"the region of castle {castle} holds figures of colours {strangers}")
        return wrong

    @staticmethod
    def name(cells: Cells) -> str:
        return ", ".join(BOARD.name(cell) for cell in sorted(cells))


def _cards(s: State) -> list[str]:
    wrong = []
    deck = [int(card) for card in s.deck[: s.deck_size]]
    if len(set(deck)) != len(deck) or len(deck) != (DECK - 6 if s.beginner else DECK):
        wrong.append(f"the deck holds {len(set(deck))} different cards of {len(deck)}")
    if any(s.card_pile[a] > s.card_pile[b] for a, b in pairwise(deck)):
        wrong.append("the piles of action cards are not in order")
    taken = [card for card in range(POLITICS_CARDS) if s.politics_taker[card] != IN_PILE]
    if sorted(int(s.politics_take[card]) for card in taken) != list(range(s.takes)):
        wrong.append("the takes of politics cards are not numbered one by one")
    for pile, size in enumerate(PILE_SIZES):
        began = [card for card in range(POLITICS_CARDS) if s.politics_pile[card] == pile]
        left = [card for card in began if s.politics_taker[card] == IN_PILE]
        if len(began) != size or len(left) != s.pile_size[pile]:
            wrong.append(f"pile {pile + 1} of politics cards began with {len(began)} and has {len(left)} left, not {s.pile_size[pile]}")
    for seat in range(s.players):
        held = [card for card in taken if s.politics_taker[card] == seat and not s.politics_spent[card]]
        if len(held) != s.hand_size[seat]:
            wrong.append(f"seat {seat} holds {len(held)} politics cards, not {s.hand_size[seat]}")
    if any(s.politics_spent[card] and not s.politics_shown[card] for card in range(POLITICS_CARDS)):
        wrong.append("a politics card was spent unseen")
    return wrong


def _money(s: State) -> list[str]:
    return [f"seat {seat} has {s.ducats[seat]} ducats" for seat in range(COLOURS) if s.ducats[seat] < 0]
