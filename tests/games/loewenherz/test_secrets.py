"""Löwenherz (1997): what a seat may know: its own politics cards, those it looks at, and of the rest the backs."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from kronland.core.game import SPECTATOR, resampled
from kronland.core.kernel import interpreted
from kronland.games.loewenherz.game import GAME
from kronland.games.loewenherz.rules.state import KIND_OF
from tests.games.loewenherz.table import GREY, OCHRE, PURPLE, RED, at, new

HANDS = """
    red: 5 ducats, holds alliance fief-3
    ochre: 6 ducats, holds alliance deserter
    purple: 7 ducats, holds deserter
    pile 1: alliance treasure-8 fief-4
    pile 2: deserter treasure-10 treasure-12 treasure-15 fief-5
"""
POSITIONS = {"a card is laid": "turn: red card", "red looks at a pile": "turn: red keep 1", "ochre looks at it": "turn: ochre keep 2"}
READERS = (RED, OCHRE, PURPLE, GREY, SPECTATOR)
CARD_FIELDS = ("politics_pile", "politics_take", "politics_taker", "politics_shown", "politics_spent")


def censored(state, seat):
    seen = state.copy()
    interpreted(GAME.kernels["censor"])(seen, seat)
    return seen


@pytest.mark.rule("L97-60")
@pytest.mark.parametrize("turn", POSITIONS.values(), ids=POSITIONS)
def test_which_of_two_cards_alike_it_is_tells_nothing(turn):
    """Three alliances and three deserters look the same: exchanged for one another, everybody sees the same bytes."""
    state = at(HANDS + turn).state
    for one, other in combinations(range(len(KIND_OF)), 2):
        if KIND_OF[one] == KIND_OF[other]:
            exchanged = state.copy()
            for name in CARD_FIELDS:
                exchanged[name][one], exchanged[name][other] = state[name][other], state[name][one]
            for seat in READERS:
                assert censored(exchanged, seat).tobytes() == censored(state, seat).tobytes()


@pytest.mark.rule("L97-60")
def test_hands_and_piles_are_backs_but_for_the_own_hand_and_the_pile_looked_at():
    match = at(HANDS + "turn: red keep 1")
    assert {"keep alliance", "keep treasure-8", "keep fief-4"} == set(match.legal)
    for seat in (OCHRE, PURPLE, GREY, SPECTATOR):
        seen = censored(match.state, seat)
        mine = {card for card in range(len(KIND_OF)) if seat >= 0 and match.state.politics_taker[card] == seat}
        known = {card for card in range(len(KIND_OF)) if seen.politics_taker[card] == seat and seat >= 0}
        assert sorted(KIND_OF[card] for card in known) == sorted(KIND_OF[card] for card in mine)
        assert all(seen.politics_pile[card] < -1 for card in range(len(KIND_OF)) if card not in known), "no card of a pile is known"


@pytest.mark.rule("L97-3", "L97-6")
@pytest.mark.parametrize("seat", [RED, SPECTATOR])
def test_twins_have_the_piles_of_action_cards_in_any_order(seat):
    """Which cards are out, and which lie in which pile, is known; which of its pile comes next is not."""
    match = new(3, seed=4)
    s, twins = match.state, [match.twin(seat, seed) for seed in range(60)]
    piles = [int(s.card_pile[card]) for card in s.deck[: s.deck_size]]
    for twin in twins:
        assert twin.deck[: s.drawn].tolist() == s.deck[: s.drawn].tolist()
        assert sorted(twin.deck[: s.deck_size]) == sorted(s.deck[: s.deck_size])
        assert [int(s.card_pile[card]) for card in twin.deck[: s.deck_size]] == piles
    for place in range(s.drawn, s.deck_size):
        assert (len({int(twin.deck[place]) for twin in twins}) > 1) is (piles[s.drawn :].count(piles[place]) > 1)


@pytest.mark.rule("L97-60")
def test_who_only_watches_supposes_nothing_from_the_real_cards():
    """Cards in a pile and in hands may be exchanged for others: a spectator sees the same, and twins for the same seed are the same."""
    state = at(HANDS + "turn: red card").state
    exchanged = state.copy()
    one, other = KIND_OF.index(2), 9  # the first fief, and a treasure of the other pile
    for name in CARD_FIELDS:
        exchanged[name][one], exchanged[name][other] = state[name][other], state[name][one]
    assert censored(exchanged, SPECTATOR).tobytes() == censored(state, SPECTATOR).tobytes() and state.tobytes() != exchanged.tobytes()
    for seed in range(5):
        twins = [each.copy() for each in (state, exchanged)]
        with np.errstate(over="ignore"):
            for twin in twins:
                interpreted(resampled)(twin, SPECTATOR, np.uint64(seed))
        assert twins[0].tobytes() == twins[1].tobytes()
