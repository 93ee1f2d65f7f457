"""Cards that nobody may know the order of are put in the order of their numbers."""

from __future__ import annotations

import random

import numpy as np

from kronland.core.flow import sort_cards, sort_different
from kronland.core.kernel import interpreted


def test_different_cards_are_sorted_as_any_are() -> None:
    chance = random.Random("sorting")
    for count in (0, 1, 2, 31, 64):
        cards = np.array(chance.sample(range(64), count), np.int8)
        first, last = sorted((chance.randint(0, count), chance.randint(0, count)))
        one, other = cards.copy(), cards.copy()
        interpreted(sort_cards)(one, first, last)
        with np.errstate(over="ignore"):
            interpreted(sort_different)(other, first, last)
        assert one.tolist() == other.tolist() == [*cards[:first], *sorted(cards[first:last]), *cards[last:]]
