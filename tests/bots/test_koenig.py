"""What bots do in the 2003 game when they have to choose between selling a card and playing one (L03-11)."""

from __future__ import annotations

import pytest

from kronland.bots import choose
from kronland.core.kernel import DEFAULT_MODE
from kronland.core.view import Known
from kronland.games import find_game
from tests.bots.play import positions

pytestmark = pytest.mark.skipif(DEFAULT_MODE == "python", reason="a search is too slow interpreted")

POOR, RICH = 4, 40


@pytest.mark.parametrize("level", ["squire", "knight:100"])
def test_whoever_has_little_sells_more_readily(level: str) -> None:
    """In the same positions, with other purses."""
    game, sold, tried = find_game("koenig"), {POOR: 0, RICH: 0}, 0
    for match, seat in positions("koenig", 3, 3):
        if not {"sell", "play"} <= {game.space.verb_of(action).name for action in match.legal_actions(seat)}:
            continue
        tried += 1
        for ducats in sold:
            state = match.state
            state.ducats[seat] = ducats
            sold[ducats] += game.space.verb_of(choose(Known(game, state, seat), level, match.length)).name == "sell"
    assert tried > 40
    assert sold[POOR] > 2 * sold[RICH] > 0


@pytest.mark.parametrize("level", ["squire", "knight:100"])
def test_nobody_keeps_hands_turning_through_the_market(level: str) -> None:
    """In the same positions, when a round of hands came from the market and when one fewer did (L03-14)."""
    game, taken, tried = find_game("koenig"), {True: 0, False: 0}, 0
    for match, seat in positions("koenig", 3, 3):
        if not {"take", "draw"} <= {game.space.verb_of(action).name for action in match.legal_actions(seat)}:
            continue
        tried += 1
        for enough in taken:
            state = match.state
            state.market_refills = match.players - (not enough)
            taken[enough] += game.space.verb_of(choose(Known(game, state, seat), level, match.length)).name == "take"
    assert tried > 40
    assert taken[False] > taken[True] == 0
