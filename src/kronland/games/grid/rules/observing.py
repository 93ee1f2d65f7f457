"""The board and its castles as numbers, as both Löwenherz games have them (see `core/observing.py`)."""

from __future__ import annotations

import numpy as np

from kronland.core.bits import ONE
from kronland.core.kernel import bare, copied
from kronland.core.observing import put_flag, put_one_of, put_word, seat_after, seats_between
from kronland.games.fields import EMPTY, STRIDE, either, without
from kronland.games.grid.rules.regions import CASTLES, CASTLES_EACH, COLOURS

_EACH = np.uint64(CASTLES_EACH)
_STRIDE, _2, _3 = np.uint64(STRIDE), np.uint64(2), np.uint64(3)

# The planes that all boards have, behind those of the terrain
GRID_PLANES = 2 + 4 * COLOURS
GRID_TEXT = (
    "fields with a border or the frame on their east side; on their south side; knights, castles and regions of each colour, four planes"
    " each; four planes: castle n of whatever colour, and its region"
)


@bare
def fields_in(words, row):
    """The set kept in a row of a state field: as `get_row` gives it, without the price of being called with an array."""
    return (words[row, 0], words[row, 1], words[row, 2])


@bare
def put_plane(out, n, cells, rows, columns):
    """A set of fields, row by row, whatever has been there.

    Four rows at once, put side by side: the word that they lie in has room between them. What is written beyond the last row is 0, and is
    written over by what follows: other planes, or the rest of an observation, of which a board is not the end.
    """
    for word in range((rows + 3) >> 2):
        w = cells[0] if word == 0 else (cells[1] if word == 1 else cells[2])
        put_word(out, n + word * 4 * columns, 4 * columns, side_by_side(w, np.uint64(columns)))
    return n + rows * columns


@bare
def side_by_side(w, columns):
    """The four rows of a word without the columns that are on no board."""
    row = (ONE << columns) - ONE
    gap = _STRIDE - columns
    return (
        (w & row)
        | ((w >> gap) & (row << columns))
        | ((w >> (gap * _2)) & (row << (columns * _2)))
        | ((w >> (gap * _3)) & (row << (columns * _3)))
    )


@bare
def put_field(out, n, cell, columns):
    """One field of a plane that begins at n."""
    put_flag(out, n + (cell >> 4) * columns + (cell & 15), True)


@copied
def put_grid(s, seat, out, n, rows, columns):
    """Borders, figures and regions."""
    board, castles = (s.board[0], s.board[1], s.board[2]), (s.castles[0], s.castles[1], s.castles[2])
    n = put_plane(out, n, without(board, (s.open_east[0], s.open_east[1], s.open_east[2])), rows, columns)
    n = put_plane(out, n, without(board, (s.open_south[0], s.open_south[1], s.open_south[2])), rows, columns)
    for k in range(COLOURS):
        n = put_plane(out, n, without(fields_in(s.figures, seat_after(s, seat, k)), castles), rows, columns)
    castles_at = n
    for _ in range(COLOURS):
        n = put_plane(out, n, EMPTY, rows, columns)
    for k in range(COLOURS):
        colour, land = seat_after(s, seat, k), EMPTY
        for number in range(CASTLES_EACH):
            land = either(land, fields_in(s.region, colour * CASTLES_EACH + number))
        n = put_plane(out, n, land, rows, columns)
    numbers_at = n
    for number in range(CASTLES_EACH):
        land = EMPTY
        for colour in range(COLOURS):
            land = either(land, fields_in(s.region, colour * CASTLES_EACH + number))
        n = put_plane(out, n, land, rows, columns)
    for k in range(COLOURS):
        colour = seat_after(s, seat, k)
        for number in range(CASTLES_EACH):
            cell = np.int64(s.castle_at[colour * CASTLES_EACH + number])
            if cell >= 0:
                put_field(out, castles_at + k * rows * columns, cell, columns)
                put_field(out, numbers_at + number * rows * columns, cell, columns)
    return n


@bare
def castle_after(s, seat, k):
    """The castle that is number k when the colours are counted from the seat."""
    return seat_after(s, seat, k // CASTLES_EACH) * CASTLES_EACH + k % CASTLES_EACH


@bare
def put_castle(s, seat, out, n, castle):
    """One of the castles, or none."""
    if castle < 0:
        return put_one_of(out, n, CASTLES, -1)
    castle = np.uint64(castle)  # which Numba divides by shifting
    return put_one_of(out, n, CASTLES, seats_between(s, seat, castle // _EACH) * CASTLES_EACH + np.int64(castle % _EACH))
