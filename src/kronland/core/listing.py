"""The one way to list legal actions.

Compiled kernels do not check the bounds of arrays, so a list that outgrew its room would overwrite the memory behind it. Every kernel that
lists actions appends through here, and what finds no room is left out, whatever the state says: `refusal` stays the judge of an action.
"""

from __future__ import annotations

from kronland.core.kernel import rule


@rule
def append(out, n, action):
    """Append an action to the n listed in `out`, if there is room; how many are listed now."""
    if n < out.shape[0]:
        out[n] = action
        return n + 1
    return n


@rule
def append_series(out, n, first, step, count):
    """Append `count` actions with numbers `step` apart, as many as there is room for: asked once, which is several times as quick."""
    count = max(min(count, out.shape[0] - n), 0)
    for i in range(count):
        out[n + i] = first + i * step
    return n + count
