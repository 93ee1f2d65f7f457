"""Whether all castles will find room: what the tiles of a component file are checked for.

A castle goes to free open land with room for its knight beside it. Count the pairs of such fields that share no field: whoever sets a
castle and a knight takes two fields and spoils two of these pairs at most, so with PAIRS_NEEDED of them there is always one left.
"""

from __future__ import annotations

from collections.abc import Collection

from kronland.games.fields import STRIDE

CASTLES_SET = 12  # with their knights, all colours together, whatever the number of players (L97-3, L97-4, L03-2, L03-6)
PAIRS_NEEDED = 2 * (CASTLES_SET - 1) + 1


def free_pairs(ground: Collection[int], room: Collection[int]) -> int:
    """The most pairs of neighbouring cells, no cell in two of them, that have ground for a castle and room for its knight."""
    partner: dict[int, int] = {}

    def find(cell: int, seen: set[int]) -> bool:
        for other in (cell + 1, cell - 1, cell + STRIDE, cell - STRIDE):
            fits = (cell in ground and other in room) or (cell in room and other in ground)
            if fits and other not in seen:
                seen.add(other)
                if other not in partner or find(partner[other], seen):
                    partner[other] = cell
                    return True
        return False

    cells = {*ground, *room}
    return sum(find(cell, set()) for cell in sorted(cells) if (cell // STRIDE + cell) % 2 == 0)
