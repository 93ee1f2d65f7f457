"""Events: what an action brought about, as numbers. Words are made from them (see `core.words`).

A log is an int32 array of rows; row 0 holds the count. A log of length 0 takes nothing and costs nothing.
Row: event, seats that may know its secret arguments (bit mask), up to six arguments.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kronland.core.kernel import rule

ARGUMENTS = 6
EVERYONE = 0xFF
HIDDEN = -99  # stands for an argument that the reader may not know


def new_log(rows: int = 512) -> Any:
    return np.zeros((rows, 2 + ARGUMENTS), np.int32)


NO_LOG = np.zeros((0, 2 + ARGUMENTS), np.int32)


@rule
def emit(log, event, a=0, b=0, c=0, d=0, e=0, f=0):
    """An event that everyone may know."""
    if log.shape[0] > 0:
        _write(
            log,
            np.int64(EVERYONE),
            np.int64(event),
            np.int64(a),
            np.int64(b),
            np.int64(c),
            np.int64(d),
            np.int64(e),
            np.int64(f),
        )


@rule
def whisper(log, seats, event, a=0, b=0, c=0, d=0, e=0, f=0):
    """An event whose secret arguments only these seats may know."""
    if log.shape[0] > 0:
        _write(
            log,
            np.int64(seats),
            np.int64(event),
            np.int64(a),
            np.int64(b),
            np.int64(c),
            np.int64(d),
            np.int64(e),
            np.int64(f),
        )


@rule
def _write(log, seats, event, a, b, c, d, e, f):
    row = log[0, 0] + 1
    if row >= log.shape[0]:
        return
    log[0, 0] = row
    log[row, 0] = event
    log[row, 1] = seats
    log[row, 2] = a
    log[row, 3] = b
    log[row, 4] = c
    log[row, 5] = d
    log[row, 6] = e
    log[row, 7] = f
