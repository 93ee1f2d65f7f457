"""Room that a kernel makes for itself: `zeros(SHAPE, dtype)`, where the shape is a number of the module, or several.

A GPU knows no arrays that are made as it goes, but each thread has memory of its own, whose size is known when a kernel is compiled
(`core.cuda`). So room that was made in a kernel is not handed up to the one that called it.
"""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule

zeros = np.zeros


@rule
def fill(room, number):
    """The same number in all places of a row."""
    for i in range(room.shape[0]):
        room[i] = number


@rule
def fill_from(room, row):
    """A copy of a row."""
    for i in range(room.shape[0]):
        room[i] = row[i]
