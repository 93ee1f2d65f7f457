"""Sets of fields as three machine words.

A board of up to 15 columns and 12 rows lies in cells of 16 columns: cell = row * 16 + column. Four rows fill a word, so a set of fields is
three uint64 words, and a step to a neighbour is a shift. Column 15 is on no board, so steps east and west never leave their word; what
falls off the board on any side is masked away by the caller, who asks for open lines or board cells only.
"""

from __future__ import annotations

import numpy as np

from kronland.core.bits import bits, lowest
from kronland.core.kernel import rule
from kronland.core.listing import append_places

STRIDE = 16
CELLS = 192

ZERO, ONE = np.uint64(0), np.uint64(1)
_16, _48 = np.uint64(16), np.uint64(48)

EMPTY = (ZERO, ZERO, ZERO)


@rule
def get(words):
    """The set kept in a state field of three words."""
    return (words[0], words[1], words[2])


@rule
def get_row(words, row):
    row = np.int64(row)  # a terrain is an IntEnum, which numba-cuda does not take as an index
    return (words[row, 0], words[row, 1], words[row, 2])


@rule
def put(words, a):
    words[0] = a[0]
    words[1] = a[1]
    words[2] = a[2]


@rule
def put_row(words, row, a):
    words[row, 0] = a[0]
    words[row, 1] = a[1]
    words[row, 2] = a[2]


@rule
def only(cell):
    """The set of this one cell."""
    word = cell >> 6
    bit = ONE << np.uint64(cell & 63)
    return (bit if word == 0 else ZERO, bit if word == 1 else ZERO, bit if word == 2 else ZERO)


@rule
def has(a, cell):
    if cell < 0 or cell >= CELLS:
        return False
    word = cell >> 6
    w = a[0] if word == 0 else (a[1] if word == 1 else a[2])
    return (w >> np.uint64(cell & 63)) & ONE != ZERO


@rule
def either(a, b):
    return (a[0] | b[0], a[1] | b[1], a[2] | b[2])


@rule
def both(a, b):
    return (a[0] & b[0], a[1] & b[1], a[2] & b[2])


@rule
def without(a, b):
    return (a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2])


@rule
def is_empty(a):
    return (a[0] | a[1] | a[2]) == ZERO


@rule
def meet(a, b):
    """Whether two sets share a cell."""
    return ((a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2])) != ZERO


@rule
def equal(a, b):
    return a[0] == b[0] and a[1] == b[1] and a[2] == b[2]


@rule
def count(a):
    return bits(a[0]) + bits(a[1]) + bits(a[2])


@rule
def first(a):
    """The lowest cell of a set; -1 if it is empty."""
    if a[0] != ZERO:
        return lowest(a[0])
    if a[1] != ZERO:
        return 64 + lowest(a[1])
    if a[2] != ZERO:
        return 128 + lowest(a[2])
    return -1


@rule
def list_fields(field_of, cells, first_action, factor, out, n):
    """Append to `out` the action `first_action + field * factor` for every cell of a set; how many are listed now."""
    for word in range(3):
        w = cells[0] if word == 0 else (cells[1] if word == 1 else cells[2])
        n = append_places(out, n, first_action, factor, field_of, word * 64, w)
    return n


@rule
def east(a):
    """Every cell moved one column east."""
    return (a[0] << ONE, a[1] << ONE, a[2] << ONE)


@rule
def west(a):
    return (a[0] >> ONE, a[1] >> ONE, a[2] >> ONE)


@rule
def south(a):
    return (a[0] << _16, (a[1] << _16) | (a[0] >> _48), (a[2] << _16) | (a[1] >> _48))


@rule
def north(a):
    return ((a[0] >> _16) | (a[1] << _48), (a[1] >> _16) | (a[2] << _48), a[2] >> _16)


@rule
def beside(a, board):
    """The cells of the board next to a cell of the set, whatever stands between (cells of the set itself may be among them)."""
    return both(either(either(east(a), west(a)), either(south(a), north(a))), board)


@rule
def reached(a, open_east, open_south):
    """The cells next to a cell of the set with no border between."""
    return either(
        either(east(both(a, open_east)), both(west(a), open_east)),
        either(south(both(a, open_south)), both(north(a), open_south)),
    )


@rule
def flood(a, open_east, open_south):
    """All that can be reached from the set without crossing a border.

    Written out word by word: this is the innermost loop of both Löwenherz games. Each sweep uses what it has already found.
    """
    a0, a1, a2 = a
    e0, e1, e2 = open_east
    s0, s1, s2 = open_south
    while True:
        b0, b1, b2 = a0, a1, a2
        a0 |= (a0 & e0) << ONE
        a1 |= (a1 & e1) << ONE
        a2 |= (a2 & e2) << ONE
        a0 |= (a0 >> ONE) & e0
        a1 |= (a1 >> ONE) & e1
        a2 |= (a2 >> ONE) & e2
        t0 = a0 & s0
        t1 = a1 & s1
        a2 |= ((a2 & s2) << _16) | (t1 >> _48)
        a1 |= (t1 << _16) | (t0 >> _48)
        a0 |= t0 << _16
        a0 |= ((a0 >> _16) | (a1 << _48)) & s0
        a1 |= ((a1 >> _16) | (a2 << _48)) & s1
        a2 |= (a2 >> _16) & s2
        if a0 == b0 and a1 == b1 and a2 == b2:
            return (a0, a1, a2)
