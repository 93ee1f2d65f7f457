"""Actions as numbers and as text, at the ends of their ranges."""

from __future__ import annotations

import pytest

from kronland.core.errors import NotationError
from kronland.games import GAMES, find_game


@pytest.mark.parametrize("game", GAMES)
def test_every_number_belongs_to_the_range_that_it_lies_in(game: str) -> None:
    space = find_game(game).space
    for kind in space.ranges:
        for action in {kind.first, kind.first + kind.size // 2, kind.first + kind.size - 1}:
            assert space.range_of(action) is kind is space[kind.verb]
            assert space.parse(space.notation(action)) == action
    assert sum(kind.size for kind in space.ranges) == space.size


@pytest.mark.parametrize("game", GAMES)
def test_a_number_beyond_the_last_action_is_none(game: str) -> None:
    space = find_game(game).space
    for action in (-1, space.size):
        with pytest.raises(NotationError, match=f"there is no action number {action}; actions are 0 to {space.size - 1}"):
            space.range_of(action)
