"""What bots do in Rheinländer about mergers and what they pay (RH-24, RH-25)."""

from __future__ import annotations

import numpy as np
import pytest

from kronland.bots import choose
from kronland.bots.minds.rheinlaender import NAMES
from kronland.core.kernel import DEFAULT_MODE
from kronland.core.match import Match
from kronland.games.rheinlaender.game import GAME
from tests.bots.play import describe
from tests.games.rheinlaender.table import RED, at, coins, duke

pytestmark = pytest.mark.skipif(DEFAULT_MODE == "python", reason="a search is too slow interpreted")

# Red's card 11 joins the duchies on L10 and L12; the others are far away.
HANDS = "hand red 1 2 3 4 11\nhand ochre 20 21 22 23 24\nhand purple 25 26 27 28 29\nturn red\n"
STRONGER = "knights red W10 L9 L10\nbastions R10\nknights ochre L12 L13\nspot L11-L12 city_4\nspot L8-L9 church"
WEAKER = "knights red L9 L10\nknights ochre L12 L13 L14 L15\nspot L11-L12 church\nspot L8-L9 city_4"
LEVEL = "knights red L9 L10\nknights ochre L12 L13 L14\nspot L11-L12 city_2\nspot L8-L9 city_4"


def after_a_turn(position: str, seed: int, level: str = "knight:300") -> Match:
    match = at(HANDS + position)
    while RED in match.actors:
        match.play(choose(match.known(RED), level, seed), RED)
    return match


@pytest.mark.parametrize("seed", range(4))
def test_whoever_wins_a_merger_makes_it(seed: int) -> None:
    match = after_a_turn(STRONGER, seed)
    assert duke(match, "L13") == "red"
    assert coins(match)[RED + 1] == 5  # ochre's duke goes home with the city's worth, and red has the city


@pytest.mark.parametrize("position", [WEAKER, LEVEL])
@pytest.mark.parametrize("seed", range(4))
def test_nobody_cashes_in_by_giving_a_city_away(position: str, seed: int) -> None:
    """Red would be paid 5 at once. But so it will be later, whoever drives it out; till then the city is red's."""
    match = after_a_turn(position, seed)
    assert duke(match, "L9") == "red"
    assert coins(match)[RED] == 0


def money(match: Match) -> list[float]:
    room, found = np.zeros(len(NAMES)), []
    for seat in range(match.players):
        describe(match.state, seat, room)
        found.append(round(float(room[NAMES.index("money")]) * 10))
    return found


def test_what_counts_as_money_is_never_lost() -> None:
    """Whatever happens to a duke, it is paid (RH-23 to RH-25): so it is safe to count that before."""
    for seed in range(3):
        match = Match(GAME, 3, seed=seed)
        before = money(match)
        while not match.over:
            match.play(choose(match.known(match.actors[0]), "page", match.length), match.actors[0])
            after = money(match)
            if not match.over:
                assert all(new >= old for new, old in zip(after, before, strict=True)), match.history[-1]
            before = after
        assert all(sum_ > 0 for sum_ in before)
