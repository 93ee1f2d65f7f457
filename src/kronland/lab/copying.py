"""How long it takes to copy a state: the kernel that the benchmark times."""

from __future__ import annotations

from kronland.core.kernel import entry


@entry
def copy_many(states, count):
    """Copy states within a batch, each time another pair."""
    size = states.shape[0]
    for i in range(count):
        states[(i * 5 + 3) % size] = states[i % size]
