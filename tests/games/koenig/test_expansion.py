"""Löwenherz (2003): expansion and mines (L03-40 to L03-46, L03-70)."""

from __future__ import annotations

import pytest

from kronland.games.koenig.rules.state import BOARD
from tests.games.koenig.table import RED, at, board, has_border, log, play, refused, region, scores
from tests.games.supply import hold_the_reckoning

# Red owns a1 to b2, Ochre c1 to d2 beside it; Blue stands in the open, twice.
FIGURES = {"R1": "a1", "r": "a2 b2", "O1": "d1", "o": "d2", "B1": "f6", "B2": "l12"}
WALLS = ["b1-c1", "b2-c2", "a2-a3", "b2-b3", "d1-e1", "d2-e2", "c2-c3", "d2-d3"]


def start(land=None, turn="red fields 2", figures=None, walls=WALLS, more=""):
    drawing = board(land or {}, figures or FIGURES, walls)
    return at(f"players: 3\n{drawing}\n{more}\nturn: {turn}")


@pytest.mark.rule("L03-40")
def test_a_region_grows_by_neighbouring_fields():
    match = start()
    assert refused(match, "expand e5 castle-1", "not_beside_region", "L03-40")
    assert refused(match, "expand a1 castle-1", "not_beside_region", "L03-40")
    assert refused(match, "expand a3 castle-2", "no_region", "L03-40")
    play(match, "expand a3 castle-1")
    assert region(match, "red-1") == "a1 b1 a2 b2 a3"
    assert "expand a4 castle-1" in match.legal, "the region as it is then"
    play(match, "expand a4 castle-1")
    assert refused(match, "expand a5 castle-1", "fields_used", "L03-40") and list(match.legal) == ["done"]


@pytest.mark.rule("L03-40")
def test_both_fields_go_to_one_region_and_the_second_may_be_left_out():
    figures, walls = {**FIGURES, "R2": "a12"}, [*WALLS, "a12-b12", "a11-b11", "a11-a10"]
    match = play(start(figures=figures, walls=walls), "expand a10 castle-2")
    assert refused(match, "expand a3 castle-1", "other_region", "L03-40")
    play(match, "done")
    assert region(match, "red-2") == "a10 a11 a12"


@pytest.mark.rule("L03-41")
def test_no_field_with_a_figure_and_none_of_an_own_region():
    figures = {**FIGURES, "B1": "a3", "b": "b3", "R2": "a5"}
    match = start(figures=figures, walls=[*WALLS, "a4-a3", "a4-b4", "a5-b5", "a5-a6"])
    assert refused(match, "expand a3 castle-1", "figure_on_field", "L03-41")
    assert refused(match, "expand b3 castle-1", "figure_on_field", "L03-41")
    own = start(figures={"R1": "a1", "r": "a2", "R2": "d1", "O1": "f6", "B2": "l12"})
    assert refused(own, "expand c1 castle-1", "own_region", "L03-41")
    knight = start(figures={**FIGURES, "r": "a2 b2 a3", "R2": "a4"})
    assert refused(knight, "expand a3 castle-1", "figure_on_field", "L03-41"), "an own one"


@pytest.mark.rule("L03-42")
def test_open_fields_and_neutral_zones_can_be_taken_freely():
    match = start({"v": "a3"}, figures={**FIGURES, "r": ""}, walls=[*WALLS, "a3-b3", "a3-a4"])
    play(match, "expand a3 castle-1", "expand b3 castle-1")
    assert scores(match)[RED] == 3


@pytest.mark.rule("L03-43")
def test_an_opponents_field_only_with_more_knights():
    assert "expand c1 castle-1" in start().legal
    level = start(figures={**FIGURES, "r": "a2"})
    assert refused(level, "expand c1 castle-1", "too_few_knights", "L03-43")
    assert "expand a3 castle-1" in level.legal


@pytest.mark.rule("L03-43")
def test_no_field_of_an_ally():
    match = start(more="alliance: red-1 ochre-1")
    assert refused(match, "expand c1 castle-1", "allied", "L03-43")


@pytest.mark.rule("L03-44")
def test_borders_move():
    match = start(turn="red fields 1")
    left = match.state.borders_left
    play(match, "expand a3 castle-1")
    assert not has_border(match, "a2-a3") and has_border(match, "a3-b3") and has_border(match, "a3-a4")
    assert match.state.borders_left == left - 1


@pytest.mark.rule("L03-44")
def test_no_side_on_the_frame_gets_a_border():
    match = play(start(turn="red fields 1"), "expand c1 castle-1")
    assert region(match, "ochre-1") == "d1 c2 d2" and has_border(match, "c1-d1") and has_border(match, "c1-c2")


@pytest.mark.rule("L03-44")
def test_a_field_that_cannot_be_closed_cannot_be_taken():
    """Without borders: a3 frees one and needs two; c1 frees one and needs two as well; b3, between two walls, frees one and needs one."""
    spare = [line for line in BOARD.lines.tokens if all(int(field[1:]) >= 7 for field in line.split("-"))]
    walls = [*WALLS, "b3-c3", "a3-b3"]
    match = start(walls=[*walls, *spare[: 100 - len(walls)]], turn="red fields 1", figures={**FIGURES, "B2": "h6"})
    assert match.state.borders_left == 0
    assert refused(match, "expand c1 castle-1", "cannot_close", "L03-44")
    assert sorted(match.legal) == ["expand a3 red-1", "expand b3 red-1"]


@pytest.mark.rule("L03-44")
def test_a_field_takes_as_many_borders_from_the_supply_as_were_reckoned():
    hold_the_reckoning(start().state)


@pytest.mark.rule("L03-45")
def test_the_expander_gains_what_the_owner_loses():
    match = start({"v": "c1"}, turn="red fields 1")
    assert scores(match) == [0, 3, 0]
    assert scores(play(match, "expand c1 castle-1")) == [3, 0, 0]
    assert "Ochre loses c1 and with it 3 points." in log(match)


@pytest.mark.rule("L03-45")
def test_what_is_cut_off_is_lost_to_a_neutral_zone():
    """Ochre owns d1 to d4; d3 is taken, so d4 with its forest is cut off."""
    figures = {"R1": "b3", "r": "c3", "O1": "d1", "B1": "f6", "B2": "l12"}
    walls = [
        "b3-a3",
        "b3-b2",
        "b3-b4",
        "c3-c2",
        "c3-c4",
        *(f"c{n}-d{n}" for n in range(1, 5)),
        *(f"d{n}-e{n}" for n in range(1, 5)),
        "d4-d5",
    ]
    match = start({"v": "d3", "f": "d4 d2"}, figures=figures, walls=walls)
    assert scores(match) == [0, 5, 0]
    play(match, "expand d3 castle-1")
    assert scores(match) == [3, 1, 0] and region(match, "ochre-1") == "d1 d2"
    assert "The region of castle Ochre 1 is cut: Ochre also loses 1 field and with it 1 point." in log(match)
    play(match, "expand d4 castle-1")
    assert scores(match) == [4, 1, 0], "a neutral zone can be taken freely"


@pytest.mark.rule("L03-46")
def test_an_expansion_can_close_a_new_region():
    """Blue's corner lacks two borders at k3, which red takes."""
    figures = {"R1": "k4", "r": "j4", "B1": "l1", "b": "l2", "O1": "a12", "O2": "a1"}
    walls = ["k4-k5", "k4-l4", "j4-j5", "j4-i4", "j4-j3", "k4-k3", "k1-j1", "k2-j2", "l2-l3"]
    match = start({"v": "k1", "f": "k3"}, figures=figures, walls=walls)
    assert region(match, "blue-1") == ""
    play(match, "expand k3 castle-1")
    assert region(match, "blue-1") == "k1 l1 k2 l2" and scores(match) == [1, 0, 3]


MINES = {"c": "b1 a3 b3", "s": "c1"}


@pytest.mark.rule("L03-70")
def test_three_mines_of_a_kind_are_a_monopoly():
    match = play(start(MINES), "expand a3 castle-1")
    assert scores(match)[RED] == 0
    play(match, "expand b3 castle-1")
    assert scores(match)[RED] == 5 and "Red holds the monopoly of copper and scores 5 points." in log(match)


@pytest.mark.rule("L03-70")
def test_a_monopoly_can_be_lost_again():
    match = start({"g": "c1 d2 c2"}, figures={**FIGURES, "o": ""})
    assert scores(match) == [0, 5, 0]
    play(match, "expand c1 castle-1")
    assert scores(match) == [0, 0, 0] and "Ochre loses the monopoly of gold and 5 points." in log(match)


@pytest.mark.rule("L03-70")
def test_a_fourth_mine_adds_nothing_and_a_founded_region_can_hold_one():
    walls = ["b1-c1", "b2-c2", "a2-a3", "b3-c3", "a3-b3"]
    match = at(
        "players: 3\n" + board({"e": "b1 b2 b3 c1"}, {"R1": "a1", "r": "a2", "B1": "f6", "O1": "l12"}, walls) + "\nturn: red borders 1"
    )
    assert scores(play(match, "border b3-b4"))[RED] == 5
    match = at(
        "players: 3\n"
        + board({"e": "b1 b2 b3 c1"}, {"R1": "a1", "r": "a2", "B1": "f6", "O1": "l12"}, [*walls, "b3-b4"])
        + "\nturn: red fields 1"
    )
    assert scores(play(match, "expand c1 castle-1"))[RED] == 5
