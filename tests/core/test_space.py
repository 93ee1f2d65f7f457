"""Actions as numbers and as text, at the ends of their ranges."""

from __future__ import annotations

import pytest

from kronland.core.errors import NotationError
from kronland.games import GAMES, find_game


@pytest.mark.parametrize("game", GAMES)
def test_every_number_belongs_to_one_verb(game: str) -> None:
    space = find_game(game).space
    for verb in space.verbs:
        for action in {verb.first, verb.first + verb.size // 2, verb.first + verb.size - 1}:
            assert space.verb_of(action) is verb is space[verb.name]
            assert space.parse(space.notation(action)) == action
    assert sum(verb.size for verb in space.verbs) == space.size


@pytest.mark.parametrize("game", GAMES)
def test_a_number_beyond_the_last_action_is_none(game: str) -> None:
    space = find_game(game).space
    for action in (-1, space.size):
        with pytest.raises(NotationError, match=f"there is no action number {action}; actions are 0 to {space.size - 1}"):
            space.verb_of(action)
