"""Löwenherz (2003): `resample` is even (see `secrets`): hidden hands and the deck, against a count of the cards not seen, pile by pile."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Any

import pytest

from kronland.games.koenig.game import GAME
from kronland.games.koenig.rules.state import DECK
from kronland.lab.conformance import play_lively
from tests.games.even import NEVER, evenness

pytestmark = pytest.mark.slow

Hand = tuple[int, ...]  # kinds of cards, in rising order


class Unseen:
    """What seat 0 has not seen: which cards there are of each pile, and which places they can be at. Written without the rules' help."""

    def __init__(self, s: Any) -> None:
        self.pile_of = [int(pile) for pile in s.kind_pile]
        self.places: dict[int, list[tuple[int, int]]] = {}  # pile -> other hands with hidden cards of it, and how many
        self.cards: dict[int, Counter[int]] = {}  # pile -> how many of each kind
        self.drawn = int(s.drawn)
        for kind in s.deck[self.drawn : DECK].tolist():
            self.cards.setdefault(self.pile_of[kind], Counter())[kind] += 1
        for seat in range(1, int(s.players)):
            for pile, hand in self.hidden(s, seat).items():
                self.places.setdefault(pile, []).append((seat, len(hand)))
                self.cards.setdefault(pile, Counter()).update(hand)
        self.expected = self._expected()

    def hidden(self, s: Any, seat: int) -> dict[int, Hand]:
        found: dict[int, Hand] = {}
        for kind, is_open in zip(s.hand[seat].tolist(), s.hand_open[seat].tolist(), strict=True):
            if kind >= 0 and not is_open:
                pile = self.pile_of[kind]
                found[pile] = tuple(sorted((*found.get(pile, ()), kind)))
        return found

    def ways(self, pile: int, sizes: list[int], left: Counter[int]) -> Iterable[tuple[tuple[Hand, ...], int]]:
        """All hands of these sizes out of the cards left, each with the number of ways to deal it."""
        if not sizes:
            yield (), 1
            return
        for hand in combinations_with_replacement(sorted(left), sizes[0]):
            taken = Counter(hand)
            ways = math.prod(math.comb(left[kind], n) for kind, n in taken.items())
            if ways:
                for rest, others in self.ways(pile, sizes[1:], left - taken):
                    yield (hand, *rest), ways * others

    def _expected(self) -> dict[str, dict[Any, float]]:
        wanted: dict[str, dict[Any, float]] = {}
        for pile, places in self.places.items():
            wanted[f"hands of pile {pile}"] = {hands: float(n) for hands, n in self.ways(pile, [n for _, n in places], self.cards[pile])}
        top = min(self.cards)
        if top not in self.places or sum(self.cards[top].values()) > sum(n for _, n in self.places[top]):
            wanted["next card"] = {kind: float(n) for kind, n in self.cards[top].items()}
        return wanted

    def look(self, s: Any) -> dict[str, Any]:
        seen: dict[str, Any] = {
            f"hands of pile {pile}": tuple(self.hidden(s, seat)[pile] for seat, _ in places) for pile, places in self.places.items()
        }
        return {**seen, "next card": int(s.deck[self.drawn])} if "next card" in self.expected else seen


@pytest.mark.rule("L03-2", "L03-14")
def test_every_deal_of_the_cards_not_seen_is_as_likely_as_any_other() -> None:
    tried = piles = 0
    for match in play_lively(GAME, 4, {}, seed=3):
        s = match.state
        if match.over or s.clock % 80 != 79:
            continue
        unseen = Unseen(s)
        if unseen.places:
            assert evenness(s, 0, unseen.look, unseen.expected) > NEVER
            tried, piles = tried + 1, max(piles, len(unseen.places))
        if tried == 2:
            break
    assert tried == 2 and piles > 1
