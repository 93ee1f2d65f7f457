"""What broke a tie is said as the ranking has it, in every game."""

from __future__ import annotations

import pytest

from kronland.core.match import Match
from kronland.core.ties import broken_ties
from kronland.core.words import words
from kronland.games import find_game
from kronland.games.brianboru.state import NOBODY

NAMES = ["Anna", "Ben", "Carl", "Dora", "Eva"]


def ended(game_id: str, **fields: list[int]) -> tuple[Match, list[str]]:
    """A state with these numbers of the seats, as if the game were over, and what is said of its ties."""
    match = Match(find_game(game_id), 3, seed=1, mode="python")
    s = match.state.copy()
    for name, values in fields.items():
        s[name][: len(values)] = values
    return match, [tie.say(words("en"), NAMES) for tie in broken_ties(match.game, s)]


@pytest.mark.parametrize("game_id", ["loewenherz", "koenig"])
def test_ducats_break_a_tie(game_id: str) -> None:
    """Nothing said why one of two with the same points had won."""
    said = ended(game_id, score=[9, 9, 4], ducats=[3, 8, 50])[1]
    assert len(said) == 1 and said[0].startswith("Ben and Anna are level in points; Ben comes first by ducats")
    assert said[0].endswith(": 8 to 3.")
    assert ended(game_id, score=[9, 9, 4], ducats=[8, 8, 50])[1] == [], "they share the win"
    assert ended(game_id, score=[9, 8, 4], ducats=[3, 8, 50])[1] == [], "there was no tie"
    assert len(ended(game_id, score=[9, 9, 9], ducats=[1, 2, 3])[1]) == 2


def test_power_tokens_come_before_marriage_cards() -> None:
    spouses = {"spouse": [0, 0, 1]}
    said = ended("brianboru", points=[9, 9, 1], token=[1, NOBODY], **spouses)[1]
    assert said == ["Ben and Anna are level in points; Ben comes first by power tokens: 1 to 0."]
    said = ended("brianboru", points=[9, 9, 1], token=[0, 1], **spouses)[1]
    assert said == ["Anna and Ben are level in points; Anna comes first by marriage cards: 2 to 1."]


def test_where_the_win_is_shared_nothing_is_said() -> None:
    assert ended("rheinlaender", coins=[9, 9, 9])[1] == [] and not find_game("rheinlaender").tie_breaks
