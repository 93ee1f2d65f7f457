"""Kernels of the conformance suite: probing a state of any game at machine speed."""

from __future__ import annotations

from kronland.core.game import legal, refusal
from kronland.core.kernel import entry


@entry
def count_mismatches(s, seat, out, allowed, size, first, step):
    """How many actions are listed but refused, not listed but not refused, or listed twice.

    `allowed` is room for a flag each; probed are all actions from `first` in steps, and two beyond the space.
    """
    for action in range(size):
        allowed[action] = 0
    n = legal(s, seat, out)
    wrong = 0
    for i in range(n):
        if out[i] < 0 or out[i] >= size or allowed[out[i]]:
            wrong += 1
        else:
            allowed[out[i]] = 1
    for action in range(first, size + 2, step):
        listed = action >= 0 and action < size and allowed[action] == 1
        if (refusal(s, seat, action) == 0) != listed:
            wrong += 1
    return wrong
