"""Löwenherz (1997): hidden politics cards are put into one order, also when some of them have been seen by all (L97-6)."""

from __future__ import annotations

import numpy as np
import pytest

from kronland.bots import choose
from kronland.bots.engine.evaluation import mind_of, settled
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.layout import differences, same
from kronland.core.match import Match
from kronland.games import find_game


def settled_for(state, seat):
    with np.errstate(over="ignore"):
        in_mode(settled, DEFAULT_MODE)(state, seat)
    return state


@pytest.mark.slow
@pytest.mark.skipif(DEFAULT_MODE == "python", reason="takes minutes interpreted")
def test_states_that_a_seat_cannot_tell_apart_settle_to_the_same() -> None:
    """Sorting by allowed swaps, as was done once, ends in two orders a few times in these games."""
    game, compared = find_game("loewenherz"), 0
    mind_of(game.id)
    for number in range(12):
        match = Match(game, game.seats[number % len(game.seats)], seed=9000 + number)
        while not match.over:
            if match.state.politics_shown.any():
                for seat in range(match.players):
                    one = settled_for(match.state, seat)
                    other = settled_for(match.twin(seat, 7 * match.length + seat), seat)
                    assert same(one, other), (number, match.length, seat, differences(one, other))
                    assert same(one, settled_for(one.copy(), seat))
                    compared += 1
            seat = match.actors[0]
            match.play(choose(match.known(seat, 1), "page", 7919 * number + match.length), seat)
    assert compared > 1000
