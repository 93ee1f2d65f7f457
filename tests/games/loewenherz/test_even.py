"""Löwenherz (1997): `resample` is even (see `politics_deal`): politics cards, against a count of every possible account."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from kronland.core.game import resampled
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.match import Match
from kronland.games.loewenherz.game import GAME
from kronland.games.loewenherz.rules.state import KIND_OF, POLITICS_CARDS
from tests.games.even import NEVER, evenness

pytestmark = pytest.mark.slow

Way = tuple[int, int, int]  # pile, when taken, by whom


def table(seed: int, takes: int, shown: int) -> Any:
    """A state in which everybody has taken politics cards, and some of them have been seen by all."""
    chance, s = random.Random(seed), Match(GAME, 3, seed=1, mode="python").state
    piles = chance.sample([0] * 6 + [1] * 7, POLITICS_CARDS)
    s.politics_pile[:] = piles
    for number in range(takes):
        pile = chance.choice([pile for pile in (0, 1) if any(s.politics_taker[c] < 0 and piles[c] == pile for c in range(POLITICS_CARDS))])
        card = chance.choice([c for c in range(POLITICS_CARDS) if s.politics_taker[c] < 0 and piles[c] == pile])
        s.politics_taker[card], s.politics_take[card], s.takes = number % 3, number, number + 1
        s.pile_size[pile] -= 1
        held = [c for c in range(POLITICS_CARDS) if s.politics_taker[c] > 0 and not s.politics_shown[c]]
        if number >= takes - shown and held:
            s.politics_shown[chance.choice(held)] = s.takes
    return s


class Accounts:
    """All that could have gone which way, card by card, by what seat 0 knows: what lay in a pile whenever it took a card from there."""

    def __init__(self, s: Any) -> None:
        self.way: list[Way] = [(int(s.politics_pile[c]), int(s.politics_take[c]), int(s.politics_taker[c])) for c in range(POLITICS_CARDS)]
        self.looks = [(pile, take) for pile, take, taker in self.way if taker == 0]
        self.shown = s.politics_shown.tolist()
        self.ways = sorted(self.way, key=self.looked)  # those seen alike together
        self.kinds = {
            look: Counter(KIND_OF[c] for c, way in enumerate(self.way) if self.looked(way) == look) for look in map(self.looked, self.ways)
        }

    def looked(self, way: Way) -> tuple[bool, ...]:
        pile, take, _ = way
        return tuple(pile == there and (take < 0 or take >= when) for there, when in self.looks)

    def fits(self, card: int, way: Way) -> bool:
        if self.way[card][2] == 0 or way[2] == 0:
            return self.way[card] == way
        return not self.shown[card] or (way[2] == self.way[card][2] and way[1] < self.shown[card])

    def count(self, where: int, kind: int | None) -> int:
        """How many accounts there are in which a card of a kind went a way."""

        @cache
        def rest(at: int, used: int, left: tuple[int, ...]) -> int:
            if at == len(self.ways):
                return 1
            if at == 0 or self.looked(self.ways[at]) != self.looked(self.ways[at - 1]):
                left = tuple(self.kinds[self.looked(self.ways[at])][k] for k in range(max(KIND_OF) + 1))
            total = 0
            for card, own in enumerate(KIND_OF):
                if not used >> card & 1 and left[own] and self.fits(card, self.ways[at]) and (at != where or kind in (None, own)):
                    total += rest(at + 1, used | 1 << card, (*left[:own], left[own] - 1, *left[own + 1 :]))
            return total

        return rest(0, 0, ())


@pytest.mark.rule("L97-6")
def test_cards_may_have_been_seen_in_any_order() -> None:
    """Four cards of others that were taken early are shown to all later: a twin has cards of the same kinds shown in the same hands."""
    s = table(7, 9, 0)
    early = [card for card in range(POLITICS_CARDS) if s.politics_take[card] in (1, 2, 4, 5)]
    assert 0 in early  # the first card can be seen before others, and after them

    def seen(state: Any) -> set[tuple[int, int, int]]:
        shown, taker = state.politics_shown.tolist(), state.politics_taker.tolist()
        return {(shown[card], taker[card], KIND_OF[card]) for card in range(POLITICS_CARDS) if shown[card]}

    for order in permutations(early):
        s.politics_shown[list(order)] = (6, 7, 8, 9)
        for seed in range(3):
            twin = s.copy()
            with np.errstate(over="ignore"):
                in_mode(resampled, DEFAULT_MODE)(twin, 0, np.uint64(seed))
            assert seen(twin) == seen(s)


@pytest.mark.rule("L97-6")
@pytest.mark.parametrize(("seed", "takes", "shown"), [(1, 3, 0), (2, 6, 2), (3, 9, 4), (4, 12, 5), (5, 11, 6)])
def test_every_account_of_the_politics_cards_is_as_likely_as_any_other(seed: int, takes: int, shown: int) -> None:
    s = table(seed, takes, shown)
    accounts = Accounts(s)
    taken = [n for n, way in enumerate(accounts.ways) if way[2] > 0][:4]
    expected = {str(n): {kind: accounts.count(n, kind) for kind in range(max(KIND_OF) + 1)} for n in taken}

    def look(twin: Any) -> dict[str, int]:
        ways = zip(twin.politics_pile.tolist(), twin.politics_take.tolist(), twin.politics_taker.tolist(), strict=True)
        kinds = dict(zip(ways, KIND_OF, strict=True))
        return {str(n): kinds[accounts.ways[n]] for n in taken}

    assert all(sum(expected[str(n)].values()) == accounts.count(n, None) for n in taken)
    assert evenness(s, 0, look, expected) > NEVER
