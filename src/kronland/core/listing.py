"""The one way to list legal actions.

Compiled kernels do not check the bounds of arrays, so a list that outgrew its room would overwrite the memory behind it. Every kernel that
lists actions appends through here, and what finds no room is left out, whatever the state says: `refusal` stays the judge of an action.
They are bare (`kernel.bare`): to count who holds the list at every action would cost a tenth of random play.
On a GPU nothing is listed at all: there these kernels count, and pick the one that is wanted (`core.picking`).
"""

from __future__ import annotations

from kronland.core.bits import ONE, ZERO, lowest
from kronland.core.kernel import bare, rule


@bare
def append(out, n, action):
    """Append an action to the n listed in `out`, if there is room; how many are listed now."""
    if n < out.shape[0]:
        out[n] = action
        return n + 1
    return n


@bare
def append_series(out, n, first, step, count):
    """Append `count` actions with numbers `step` apart, as many as there is room for: asked once, which is several times as quick."""
    count = max(min(count, out.shape[0] - n), 0)
    for i in range(count):
        out[n + i] = first + i * step
    return n + count


@rule
def append_bits(out, n, first, bits):
    """Append `first + b` for every bit b of a small set that is there, lowest first."""
    b = 0
    while bits >> b:
        if bits >> b & 1:
            n = append(out, n, first + b)
        b += 1
    return n


@bare
def append_word(out, n, first, w):
    """Append `first + b` for every bit b of a word, lowest first."""
    while w != ZERO:
        n = append(out, n, first + lowest(w))
        w = w & (w - ONE)
    return n


@bare
def append_places(out, n, first, step, number_of, start, w):
    """Append `first + number_of[start + b] * step` for every bit b of a word, lowest first."""
    while w != ZERO:
        n = append(out, n, first + number_of[start + lowest(w)] * step)
        w = w & (w - ONE)
    return n
