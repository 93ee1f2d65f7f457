"""The bits of a word as numbers: written at once by compiled rules, one by one by interpreted ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from kronland.core.kernel import entry, interpreted
from kronland.core.unpacking import WIDTH, unpack


@entry
def unpack_here(out: Any, place: Any, word: Any) -> None:
    unpack(out, place, word)


def test_compiled_and_interpreted_write_the_same_and_nothing_beside_it() -> None:
    rng = np.random.default_rng(5)
    for word in [0, 1, 1 << 63, 2**64 - 1, *(int(rng.integers(2**63)) * 2 + 1 for _ in range(20))]:
        place = int(rng.integers(30))
        one, other = np.full(100, 7, np.uint8), np.full(100, 7, np.uint8)
        unpack_here(one, place, np.uint64(word))
        interpreted(unpack_here)(other, place, np.uint64(word))
        assert np.array_equal(one, other)
        assert one[place : place + WIDTH].tolist() == [word >> i & 1 for i in range(WIDTH)]
        assert (one[:place] == 7).all() and (one[place + WIDTH :] == 7).all()
