"""Löwenherz (2003): borders and regions (L03-20 to L03-27)."""

from __future__ import annotations

import pytest

from kronland.core.errors import NotationError
from kronland.games.koenig.rules.state import BOARD
from tests.games.koenig.table import at, board, has_border, log, play, refused, region, scores

CORNER = ["b1-c1", "b2-c2", "a2-a3", "b2-b3"]
FIGURES = {"R1": "a1", "r": "a2", "O1": "l12", "o": "k12", "B1": "f6", "b": "f7"}


def start(borders=(), land=None, turn="red borders 3", figures=None, players=3, more=""):
    drawing = board(land or {}, figures or FIGURES, borders)
    return at(f"players: {players}\n{drawing}\n{more}\nturn: {turn}")


@pytest.mark.rule("L03-20")
def test_a_border_goes_on_a_free_line_between_two_fields():
    match = play(start(), "border d4-e4")
    assert has_border(match, "d4-e4") and match.state.borders_left == 99
    assert refused(match, "border e4-d4", "line_taken", "L03-20")
    with pytest.raises(NotationError):
        match.play("border l4-m4")  # the frame has no lines


@pytest.mark.rule("L03-20")
def test_no_more_borders_than_the_card_shows():
    match = play(start(turn="red borders 2"), "border d4-e4", "border d5-e5")
    assert refused(match, "border d6-e6", "borders_used", "L03-20") and list(match.legal) == ["done"]


@pytest.mark.rule("L03-21")
def test_never_between_two_figures_of_one_colour():
    match = start()
    assert refused(match, "border a1-a2", "parts_figures", "L03-21") and refused(match, "border k12-l12", "parts_figures", "L03-21")
    assert "border a2-b2" in match.legal
    close = start(figures={"R1": "a1", "r": "a2", "O1": "b1", "o": "b2", "B1": "f6"})
    assert "border a1-b1" in close.legal, "two colours"


@pytest.mark.rule("L03-22")
def test_never_inside_a_region():
    assert refused(start(CORNER), "border a1-b1", "inside_a_region", "L03-22")


@pytest.mark.rule("L03-22")
def test_in_a_neutral_zone_it_is_allowed_and_useless():
    zone = ["k1-j1", "k2-j2", "k2-k3", "l2-l3"]
    match = play(start(zone, {"v": "k1"}), "border k1-l1")
    assert scores(match) == [0, 0, 0] and has_border(match, "k1-l1")


@pytest.mark.rule("L03-23")
def test_fewer_borders_than_shown_but_one():
    match = start()
    assert refused(match, "done", "nothing_done", "L03-13")
    play(match, "border d4-e4", "done")
    assert match.state.borders_left == 99 and "draw" in match.legal


@pytest.mark.rule("L03-24")
def test_without_borders_none_can_be_set():
    lines = [line for line in BOARD.lines.tokens if not set(line.split("-")) & {"a1", "a2", "k12", "l12", "f6", "f7", "b1", "b2"}]
    match = start(lines[:100], figures={"R1": "a1", "r": "a2", "O1": "b1", "o": "b2", "B1": "l12"}, turn="red borders 2, after 1")
    assert refused(match, "border a2-a3", "no_borders_left", "L03-24") and list(match.legal) == ["done"]
    card = start(lines[:100], turn="red card", more="red: 9 ducats, holds a-border2")
    assert refused(card, "play a-border2 border", "nothing_to_do", "L03-13")


@pytest.mark.rule("L03-13", "L03-24")
@pytest.mark.parametrize(("zone", "free"), [("a1 b1", True), ("a1 a2", True), ("a1", False)])
def test_a_card_for_borders_can_be_played_for_a_single_line(zone, free):
    """All land is in regions but for a neutral zone: two fields have a line between them, whichever way it runs, and one has none."""
    rims = [set(zone.split()), {"l12"}, {"l1"}]
    walls = [line for line in BOARD.lines.tokens if any(len(rim & set(line.split("-"))) == 1 for rim in rims)]
    match = start(walls, figures={"R1": "f6", "O1": "l12", "B1": "l1"}, turn="red card", more="red: 9 ducats, holds a-border2")
    assert ("play a-border2 border" in match.legal) is free
    if not free:
        assert refused(match, "play a-border2 border", "nothing_to_do", "L03-13")


@pytest.mark.rule("L03-25")
def test_a_region_is_a_closed_area_with_one_castle():
    match = play(start(CORNER[:-1]), "border b2-b3")
    assert region(match, "red-1") == "a1 b1 a2 b2"


@pytest.mark.rule("L03-25")
def test_two_castles_are_no_region_and_a_border_between_them_founds_two():
    figures = {"R1": "a1", "r": "a2", "O1": "d1", "o": "d2", "B1": "f6", "B2": "l12"}
    walls = ["d1-e1", "d2-e2", "a2-a3", "b2-b3", "c2-c3", "d2-d3"]
    match = play(start(walls, {"v": "b1", "f": "c2"}, figures=figures), "border b1-c1")
    assert region(match, "red-1") == region(match, "ochre-1") == ""
    play(match, "border b2-c2")
    assert region(match, "red-1") == "a1 b1 a2 b2" and region(match, "ochre-1") == "c1 d1 c2 d2"
    assert scores(match) == [3, 1, 0], "whoever closed it"


@pytest.mark.rule("L03-25")
def test_the_open_rest_of_the_board_is_a_region_too():
    match = play(start(CORNER[:-1], {"K": "g7"}, figures={"R1": "a1", "r": "a2", "O1": "f6"}), "border b2-b3")
    assert len(region(match, "ochre-1").split()) == 140 and scores(match) == [0, 5, 0]


@pytest.mark.rule("L03-26")
def test_founding_scores_forests_villages_and_the_royal_city():
    walls = ["d1-e1", "d2-e2", "a2-a3", "b2-b3", "c2-c3"]
    match = play(start(walls, {"f": "b1 a2", "v": "c1", "K": "d1", "c": "b2", "s": "c2"}), "border d2-d3")
    assert scores(match) == [1 + 1 + 3 + 5, 0, 0]
    assert "Red owns a new region round castle Red 1, of 8 fields, and scores 10 points." in log(match)


@pytest.mark.rule("L03-27")
def test_borders_left_inside_go_back():
    match = start(["b1-c1", "b2-c2", "a2-a3", "a1-b1"])
    play(match, "border b2-b3")
    assert match.state.borders_left == 96 and not has_border(match, "a1-b1") and has_border(match, "b1-c1")
