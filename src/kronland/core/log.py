"""Events: what an action brought about, as numbers. Words are made from them (see `core.words`).

A log is an int32 array of rows; row 0 holds the count. A log of length 0 takes nothing and costs nothing. What finds no room is counted all
the same, so that whoever reads it (`events_in`) knows that something is missing: kernels cannot make an array longer, and raise nothing.
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
    """Room for the events of one decision, or of a set-up: the most that we have seen are some forty."""
    return np.zeros((rows, 2 + ARGUMENTS), np.int32)


NO_LOG = np.zeros((0, 2 + ARGUMENTS), np.int32)


def events_in(log: Any) -> Any:
    """The rows that were written. That some found no room is an error: an event that nobody hears of would be a wrong log."""
    count = int(log[0, 0]) if len(log) else 0
    if count and count >= len(log):
        raise OverflowError(f"{count} events in a log that has room for {len(log) - 1}")
    return log[1 : count + 1]


@rule
def empty_log(log):
    """Forget what was written: for who plays on without reading it."""
    if log.shape[0] > 0:
        log[0, 0] = 0


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
    log[0, 0] = row
    if row >= log.shape[0]:
        return
    log[row, 0] = event
    log[row, 1] = seats
    log[row, 2] = a
    log[row, 3] = b
    log[row, 4] = c
    log[row, 5] = d
    log[row, 6] = e
    log[row, 7] = f
