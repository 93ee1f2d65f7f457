"""Löwenherz (2003): knights (L03-30 to L03-32)."""

from __future__ import annotations

import pytest

from tests.games.koenig.table import RED, at, board, ducats, play, refused

FIGURES = {"R1": "d4", "r": "d5", "O1": "b4", "o": "c4", "B1": "h8"}


def start(land=None, borders=(), turn="red knights 2", figures=None, money=7):
    drawing = board(land or {}, figures or FIGURES, borders)
    return at(f"players: 3\n{drawing}\nred: {money} ducats\nturn: {turn}")


@pytest.mark.rule("L03-30")
def test_a_knight_stands_on_meadow_or_forest_only():
    match = start({"v": "e4", "K": "d3", "g": "e5", "f": "d6"}, figures={**FIGURES, "O1": "c5"})
    assert sorted(match.legal) == ["knight d6"]
    for field in ("e4", "d3", "e5"):
        assert refused(match, f"knight {field}", "knight_ground", "L03-30")
    assert refused(match, "knight c4", "knight_field_taken", "L03-30")


@pytest.mark.rule("L03-30")
def test_a_forest_costs_a_ducat_more():
    match = play(start({"f": "d6"}), "knight d6", "knight d7")
    assert ducats(match)[RED] == 6
    poor = start({"f": "d6"}, money=0)
    assert refused(poor, "knight d6", "knight_fee", "L03-30") and "knight e4" in poor.legal


@pytest.mark.rule("L03-31")
def test_a_knight_goes_beside_an_own_figure_with_no_border_between():
    match = start(borders=["d4-e4", "d5-d6"])
    assert sorted(match.legal) == ["knight c5", "knight d3", "knight e5"]
    for field in ("e4", "d6", "e3", "h7"):
        assert refused(match, f"knight {field}", "knight_apart", "L03-31")
    play(match, "knight e5")
    assert "knight e4" in match.legal, "from the new knight on"


@pytest.mark.rule("L03-32")
def test_knights_come_from_the_supply():
    knights = " ".join(f"{column}{row}" for row in (5, 6) for column in "defghij")
    match = start(figures={**FIGURES, "r": knights, "B1": "a12"})
    assert match.state.knights_left[RED] == 1
    play(match, "knight e4")
    assert refused(match, "knight f4", "no_knights_left", "L03-32") and list(match.legal) == ["done"]


@pytest.mark.rule("L03-32")
def test_fewer_may_be_set_and_two_in_different_places():
    figures = {**FIGURES, "R2": "l1"}
    match = play(start(figures=figures), "knight d3", "knight l2")
    assert refused(match, "knight k1", "knights_used", "L03-32") and list(match.legal) == ["done"]
    one = play(start(figures=figures), "knight d3", "done")
    assert one.state.knights_left[RED] == 13
