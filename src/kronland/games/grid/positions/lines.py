"""Lines of text positions that both Löwenherz games have (see `core/positions.py`): the board, castles, alliances, details of a turn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

import numpy as np

from kronland.core.layout import State
from kronland.core.positions import Block, Entry, P, ask
from kronland.core.words import Domain
from kronland.games.grid.positions.reading import Pieces, draw_state, set_up_board
from kronland.games.grid.rules.castles import neutral_pairs, own_pairs, setting_colour, setting_number
from kronland.games.grid.rules.regions import CASTLES_EACH


class BoardDrawing(Block[P]):
    """The board, or a part of it. While castles are set there are no regions."""

    def __init__(self, pieces: Pieces, colours: Callable[[State], int], setting_up: Collection[int]) -> None:
        super().__init__("board")
        self.pieces, self.colours, self.setting_up = pieces, colours, setting_up

    def read_drawing(self, p: P, drawing: Sequence[Entry]) -> None:
        regions = int(p.s.phase) not in self.setting_up
        set_up_board(p.s, drawing, self.pieces, self.colours(p.s), int(ask(own_pairs, p.s)), regions)

    def write(self, s: State) -> Iterable[str]:
        return draw_state(s, self.pieces.form)


class Castles:
    """How castles come to the board, as the rules of a game have it."""

    def __init__(self, rules: str) -> None:
        self.rules = rules

    def every(self, s: State) -> int:
        return int(ask(own_pairs, s) * s.players + ask(neutral_pairs, s))

    def in_order(self, s: State, count: int) -> list[int]:
        """The first castles that are set."""
        now, order = s.copy(), []
        for n in range(count):
            now.placed, now.seat = n, (s.start + n) % s.players
            order.append(int(ask(setting_colour, now) * CASTLES_EACH + ask(setting_number, now)))
        return order

    def check_order(self, s: State, entry: Entry, knight_is_due: bool) -> None:
        """Castles and knights are set in turn: these have been, and the next is due to who decides."""
        standing = {int(castle) for castle in np.flatnonzero(s.castle_at >= 0)}
        placed = len(standing) - knight_is_due
        late = not 0 <= placed < self.every(s) or (s.start + placed) % s.players != s.seat
        if late or standing != set(self.in_order(s, len(standing))):
            raise entry.error(f"castles are set in turn, clockwise from the start player, own ones before neutral ones ({self.rules})")
        s.placed = placed


def two_castles(entry: Entry, castles: Domain) -> tuple[int, int]:
    """Of an alliance: `red-1 ochre-2`."""
    if len(entry.words) != 2:
        raise entry.error(f"an alliance joins two regions, like red-1 ochre-2, not {entry.text!r}")
    one, other = (one_castle(entry, word, castles, "alliance") for word in entry.words)
    return one, other


def one_castle(entry: Entry, word: str, castles: Domain, what: str) -> int:
    """The castle that a word names, `red-1`, or `R1` as the drawing has it."""
    found = castles.read(word)
    return entry.one_of(word, castles.tokens, what) if found is None else found


def read_details(entry: Entry, parts: Iterable[str], known: Sequence[str], of: str) -> dict[str, str]:
    """Parts of a turn like `offers 2`, by the words that begin them."""
    found: dict[str, str] = {}
    for part in parts:
        word = next((word for word in known if part == word or part.startswith(f"{word} ")), None)
        if word is None or word in found:
            raise entry.error(f"cannot read {part!r} of {of!r}", f"{', '.join(known)}, once each" if known else "nothing more")
        found[word] = part[len(word) :].strip()
    return found
