"""Kernels of the conformance suite and of hostile texts: probing a state of any game at machine speed."""

from __future__ import annotations

import numpy as np

from kronland.core.chance import STEP, mixed
from kronland.core.flow import first_actor
from kronland.core.game import act, legal, refusal
from kronland.core.kernel import entry
from kronland.core.log import empty_log

DEAD_END, TOO_MANY, NO_ACTION, REFUSED = -1, -2, -3, -4
_40, _20 = np.uint64(40), np.uint64(20)


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


@entry
def wander(s, seed, out, size, log, longest):
    """Play at random, ask on the way for the refusal of any number, and look at what is listed: decisions made, or what was wrong."""
    rng = mixed(np.uint64(seed))
    for decisions in range(longest):
        seat = first_actor(s)
        if seat < 0:
            return decisions
        n = legal(s, seat, out)
        if n <= 0:
            return DEAD_END
        if n > size:
            return TOO_MANY
        rng += STEP
        draw = mixed(rng)
        for _ in range(3):  # a number of the space, and some on either side of it
            refusal(s, np.int64(draw % np.uint64(8)) - 1, np.int64(draw >> _20) % (size + 4) - 2)
            draw = mixed(draw)
        action = np.int64(out[np.int64((draw >> _40) % np.uint64(n))])
        if action < 0 or action >= size:
            return NO_ACTION
        if refusal(s, seat, action) != 0:
            return REFUSED
        if 2 * log[0, 0] > log.shape[0]:  # a log has room for one decision; of many, the newest events will do
            empty_log(log)
        act(s, seat, action, log)
    return longest
