"""A bot takes a match or a view, and gives an action, its best ones with their shares, and reasons."""

from __future__ import annotations

import pytest

import kronland
from kronland.core.errors import UsageError

pytestmark = pytest.mark.slow
LEVELS = ("page", "squire", "knight:8")


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_takes_a_match_or_a_view(level: str) -> None:
    match = kronland.match("rheinlaender", 3, seed=7, mode="python")
    seat, bot = match.actors[0], kronland.bot(level)
    action = bot(match, seed=1)
    assert action in match.legal and action == bot(match, seat, seed=1) == bot(match.view(seat), seed=1)
    advice = bot.think(match, seed=1)
    assert advice.action == action and advice.seat == seat and 1 <= len(advice.best) <= 3 and advice.reasons
    assert all(choice.action in match.legal and match.action(choice.action) == choice.number for choice in advice.best)
    shares = [choice.share for choice in advice.best]
    assert shares == [None] if level == "page" else all(share is not None and 0 <= share <= 1 for share in shares)
    assert bot.think(match, seed=1, language="de").reasons != advice.reasons
    assert str(advice).startswith(action)


def test_it_thinks_with_what_the_seat_knows() -> None:
    match = kronland.match("rheinlaender", 3, seed=7, mode="python")
    seat = match.actors[0]
    for number in (1, 2):
        assert kronland.bot("squire").think(match.redealt(number, seat), seed=1) == kronland.bot("squire").think(match, seed=1)


def test_who_has_nothing_to_decide_is_told_so() -> None:
    match = kronland.match("rheinlaender", 3, seed=7, mode="python")
    idle = next(seat for seat in range(3) if seat not in match.actors)
    bot = kronland.bot("page")
    for position, seat, why in (
        (match, idle, f"seat {idle} has nothing to decide"),
        (match.view(idle), None, f"seat {idle} has nothing to decide"),
        (match.view(), None, "seat -1 has nothing to decide"),
        (match.view(match.actors[0]), idle, "that is the view of seat"),
        (match.state, None, "expected a match or a view"),
    ):
        with pytest.raises(UsageError, match=why):
            bot(position, seat)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="there is no bot 'pawn'"):
        kronland.bot("pawn")
