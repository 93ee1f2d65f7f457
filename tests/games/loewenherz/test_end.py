"""Löwenherz (1997): the end (L97-74, L97-90)."""

from __future__ import annotations

import pytest

from kronland.games.loewenherz.rules.events import Event
from tests.games.loewenherz.table import at, play, scores

LAST = """
    card: E d8k1k2
    gone E: pb2k2 pk1k2
    turn: red knights 1
    """
MOUNTAINS = """
       a   b   c   d   e   f
      +---+---+---+---+---+---+
    1 |.R1 .r  m  |.O1 .o |m  |
      +   +   +   +   +   +   +
    2 |m   .   m  |m   .  |.  |
      +---+---+---+---+---+---+
    """


def end(position: str):
    match = play(at(position), "done")
    assert match.over
    return match


@pytest.mark.rule("L97-90")
def test_a_point_for_every_mountain_in_own_regions():
    match = end(MOUNTAINS + "red: 4 points\n" + LAST)
    assert scores(match) == [4 + 3, 1, 0, 0]


@pytest.mark.rule("L97-74", "L97-90")
def test_fiefs_score_at_the_end_only():
    position = "red: 1 points, holds fief-3 fief-5 alliance\nochre: holds fief-4 treasure-15\n" + LAST
    assert scores(at(position)) == [1, 0, 0, 0]
    match = end(position)
    assert scores(match) == [1 + 8, 4, 0, 0]
    assert [event[1:] for event in match.events() if event[0] == Event.FINAL_FIEFS] == [(0, 8), (1, 4)]


@pytest.mark.rule("L97-90")
def test_all_cards_are_shown_when_it_is_over():
    match = end("red: holds fief-3\nochre: 3 ducats, holds treasure-8\n" + LAST)
    assert match.view().state.politics_taker[6] == 0 and match.view().state.politics_taker[9] == 1
    assert "fief of 3" in match.view().text and "3 ducats" in match.view().text


def ranks(match) -> list[int]:
    return [int(row["rank"]) for row in match.results()]


@pytest.mark.rule("L97-90")
def test_most_points_win():
    match = end("red: 5 points, 0 ducats\nochre: 7 points, 0 ducats\npurple: 6 points\ngrey: -2 points\n" + LAST)
    assert ranks(match) == [3, 1, 2, 4]
    assert [row["share"] for row in match.results()] == [0, 1, 0, 0]
    assert (Event.WINNER, 1, 7) in match.events()


@pytest.mark.rule("L97-90")
def test_a_tie_goes_to_most_ducats():
    match = end("red: 5 points, 4 ducats\nochre: 5 points, 6 ducats\npurple: 5 points, 5 ducats\ngrey: 0 points, 50 ducats\n" + LAST)
    assert ranks(match) == [3, 1, 2, 4]


@pytest.mark.rule("L97-90", "L97-73")
def test_treasures_are_included_but_not_spent_ones():
    match = end(
        "red: 5 points, 0 ducats, holds treasure-12\nochre: 5 points, 11 ducats\npurple: 5 points, 0 ducats, spent treasure-15\n" + LAST
    )
    assert ranks(match)[:3] == [1, 2, 3]


@pytest.mark.rule("L97-90")
def test_who_is_level_in_both_shares_the_win():
    match = end("red: 5 points, 2 ducats, holds treasure-10\nochre: 5 points, 12 ducats\npurple: 1 points\n" + LAST)
    assert ranks(match)[:2] == [1, 1] and [row["share"] for row in match.results()][:2] == [0.5, 0.5]
    assert ranks(match)[2] == 3
    assert {event[1] for event in match.events() if event[0] == Event.SHARED_WIN} == {0, 1}


@pytest.mark.rule("L97-90")
def test_fiefs_and_mountains_come_before_the_tie_break():
    match = end(MOUNTAINS + "red: 0 points, 0 ducats\nochre: 2 points, 30 ducats\npurple: 0 points, 5 ducats, holds fief-3\n" + LAST)
    assert scores(match) == [3, 3, 3, 0] and ranks(match)[:3] == [3, 1, 2]


@pytest.mark.rule("L97-90", "L97-56")
def test_one_may_win_with_a_negative_score():
    match = end("red: -1 points\nochre: -2 points\npurple: -3 points\ngrey: -4 points\n" + LAST)
    assert ranks(match) == [1, 2, 3, 4]
