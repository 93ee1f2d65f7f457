"""Löwenherz (1997): setting borders and founding regions (L97-31 to L97-37)."""

from __future__ import annotations

import pytest

from kronland.core.errors import NotationError
from kronland.games.fields import STRIDE
from kronland.games.loewenherz.positions.position import read, write
from kronland.games.loewenherz.rules.state import BOARD, Phase
from tests.games.loewenherz.table import PURPLE, RED, at, borders, has_border, play, refused, region, scores, with_borders

TWO_CASTLES = """
       a   b   c   d
      +---+---+---+---+
    1 |.R1 .   .   .  |
      +   +   +   +   +
    2 |.r  .   t   .  |
      +   +   +   +   +
    3 |.   .   .   .  |
      +---+---+---+   +
    4 |.O1 .o  .   .  |
      +---+---+---+---+
    """


@pytest.mark.rule("L97-31")
def test_up_to_the_number_shown_never_on_a_line_that_has_one():
    match = at(TWO_CASTLES + "turn: purple borders 2")
    assert refused(match, "border a3-a4", "line_taken", "L97-31")
    play(match, "border h5-i5", "border h5-h6")
    assert refused(match, "border h6-i6", "borders_used", "L97-31")
    assert set(match.legal) == {"done"}
    assert has_border(match, "h5-i5") and has_border(match, "h5-h6")


@pytest.mark.rule("L97-31")
def test_borders_go_on_lines_between_two_fields():
    match = at(TWO_CASTLES + "turn: purple borders 2")
    for nonsense in ("border a1-a3", "border o1-p1", "border a10-a11", "border b2"):
        with pytest.raises(NotationError):
            match.why(nonsense)
    assert match.why("border i5-h5") is None  # a line has two names


@pytest.mark.rule("L97-31", "L97-13")
def test_a_border_set_uses_up_one_of_the_action_and_one_of_the_supply():
    match = at(TWO_CASTLES + "turn: purple borders 3")
    before = borders(match)
    match.play("border h5-i5")
    assert match.state.left == 2 and borders(match) == before + 1 and match.actors == [PURPLE]


@pytest.mark.rule("L97-32")
def test_never_between_two_figures_of_one_colour_side_by_side():
    match = at(TWO_CASTLES + "turn: purple borders 2")
    assert refused(match, "border a1-a2", "parts_figures", "L97-32")  # castle and knight, whoever sets it
    assert refused(match, "border a4-b4", "parts_figures", "L97-32")
    match = at("""
           a   b   c
          +   +   +   +
        5  .R1 .r  .r
          +   +   +   +
        6  .O1 .o  .r
        turn: red borders 2
        """)
    assert refused(match, "border b5-c5", "parts_figures", "L97-32")
    assert refused(match, "border c5-c6", "parts_figures", "L97-32")  # two knights
    assert "border b5-b6" in match.legal and "border b6-c6" in match.legal  # figures of two colours


@pytest.mark.rule("L97-32", "L97-41")
def test_a_standing_border_may_come_to_lie_between_two_figures():
    match = at("""
           a   b   c
          +---+---+---+
        1 |.R1 .r  .
          +   +   +   +
        2 |.r |.   .
          +   +   +   +
        3 |.O1 .   .
        turn: red knights 1
        """)
    match.play("knight b2")
    assert has_border(match, "a2-b2")


@pytest.mark.rule("L97-33")
def test_never_inside_a_region():
    match = at(TWO_CASTLES.replace("---+   +\n    4", "---+---+\n    4") + "turn: red borders 2")
    assert region(match, "red-1") and region(match, "ochre-1")
    assert refused(match, "border b1-c1", "inside_a_region", "L97-33")
    assert refused(match, "border c4-d4", "inside_a_region", "L97-33")  # nobody's region
    assert not any(line in match.legal for line in ("border c1-c2", "border b2-c2"))


@pytest.mark.rule("L97-33")
def test_allowed_in_a_neutral_zone_and_round_two_castles():
    match = at("""
           a   b   c   d
          +---+---+---+---+
        1 |.R1|.   .   .  |
          +---+---+---+---+
        2 |.O1 .   .   .P1|
          +---+---+---+---+
        turn: red borders 2
        """)
    assert "border b1-c1" in match.legal and "border b2-c2" in match.legal
    before = scores(match)
    match.play("border b1-c1")
    assert scores(match) == before  # no castle, no region


THREE = """
       a   b   c   d   e   f
      +---+---+---+---+---+---+
    1 |.R1|.R2|.R3 .r |.   .  |
      +---+---+---+   +   +   +
    2 |.O1 .o  .   .   .   .O2
      +---+---+---+---+---+---+
    """


@pytest.mark.rule("L97-34")
def test_who_owns_three_regions_sets_no_borders():
    match = at(THREE.replace("---+   +   +   +\n    2", "---+---+   +   +\n    2") + "turn: red borders 2")
    assert refused(match, "border h8-i8", "three_regions", "L97-34")
    assert set(match.legal) == {"done"}


@pytest.mark.rule("L97-34")
def test_the_remaining_borders_lapse_as_soon_as_the_third_region_stands():
    match = at(THREE + "turn: red borders 3")
    match.play("border d1-d2")
    assert region(match, "red-3") == "c1 d1" and match.state.left == 2
    assert refused(match, "border h8-i8", "three_regions", "L97-34")
    assert set(match.legal) == {"done"}


@pytest.mark.rule("L97-34")
def test_others_may_go_on_setting_borders():
    match = at(THREE + "turn: ochre borders 2")
    match.play("border d1-d2")
    assert scores(match)[RED] == 3
    assert "border h8-i8" in match.legal


@pytest.mark.rule("L97-35")
def test_with_no_borders_left_none_can_be_set():
    match = at(with_borders(TWO_CASTLES + "turn: purple borders 2", 99))
    match.play("border d3-d4")  # the hundredth
    assert match.state.borders_left == 0
    assert refused(match, "border h1-i1", "no_borders_left", "L97-35")
    assert set(match.legal) == {"done"}


@pytest.mark.rule("L97-35", "L97-36")
def test_borders_inside_a_new_region_come_free_at_once():
    match = at(with_borders(TWO_CASTLES.replace("3 |.   .   .   .  |", "3 |.   .  |.   .  |") + "turn: purple borders 2", 99))
    match.play("border d3-d4")
    assert match.state.borders_left == 1 and not has_border(match, "b3-c3")
    match.play("border h1-i1")
    assert match.state.borders_left == 0


# Founding -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L97-36")
def test_one_border_founds_two_regions():
    """The rulebook's example: twelve fields with a town are 7 + 5, four fields are 3; purple closes both."""
    match = at(TWO_CASTLES + "turn: purple borders 1")
    assert region(match, "red-1") == "" and region(match, "ochre-1") == ""
    match.play("border d3-d4")
    assert region(match, "red-1") == "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3"
    assert region(match, "ochre-1") == "a4 b4 c4 d4"
    assert scores(match) == [12, 3, 0, 0]


@pytest.mark.rule("L97-36")
def test_two_castles_in_one_closed_area_own_nothing():
    match = at(TWO_CASTLES + "turn: red borders 1")
    assert region(match, "red-1") == "" and region(match, "ochre-1") == ""
    match = at("""
           a   b   c
          +---+---+---+
        1 |.R1 .  |.
          +   +   +   +
        2 |.R2 .   .
          +---+---+---+
        turn: red borders 1
        """)
    match.play("border b2-c2")
    assert region(match, "red-1") == "" and region(match, "red-2") == "" and scores(match) == [0] * 4


def nearly_closed(fields: int) -> str:
    """A red castle whose area of so many fields lacks one border; two ochre castles stand outside."""
    s = read("""
           a   b   c   d   e
          +   +   +   +   +   +
        9  .   .   .   .   .
          +   +   +   +   +   +
       10  .O1 .   .   .   .O2
        turn: purple borders 1
        """)
    area = {int(cell) for cell in BOARD.cell_of_field[:fields]}
    s.castle_at[0] = 0
    s.castles[:] = BOARD.set_of([0, *BOARD.cells_in(s.castles)])
    s.figures[RED] = BOARD.set_of([0])
    east = {cell for cell in BOARD.cells_in(s.open_east) if (cell in area) == (cell + 1 in area)}
    south = {cell for cell in BOARD.cells_in(s.open_south) if (cell in area) == (cell + STRIDE in area)}
    south.add(max(area))  # the gap
    s.borders_left -= len(BOARD.cells_in(s.open_east)) - len(east) + len(BOARD.cells_in(s.open_south)) - len(south)
    s.open_east[:], s.open_south[:] = BOARD.set_of(east), BOARD.set_of(south)
    return write(s)


@pytest.mark.rule("L97-36")
@pytest.mark.parametrize(
    ("fields", "points"),
    [(1, 3), (4, 3), (5, 5), (10, 5), (11, 7), (20, 7), (21, 9), (30, 9), (31, 12), (60, 12)],
)
def test_the_founding_table(fields, points):
    match = at(nearly_closed(fields))
    last = BOARD.name(int(BOARD.cell_of_field[fields - 1]))
    match.play(f"border {last}-{last[0]}{int(last[1:]) + 1}")
    assert len(region(match, "red-1").split()) == fields
    assert scores(match) == [points, 0, 0, 0]


@pytest.mark.rule("L97-36")
def test_the_open_rest_of_the_board_is_a_region_once_it_holds_one_castle():
    match = at("""
           a   b   c   d
          +---+---+---+---+
        1 |.R1 .r  .O1 .o
          +---+---+   +   +
        2 |t   .   .   t
        turn: purple borders 1
        """)
    match.play("border b1-c1")
    assert region(match, "red-1") == "a1 b1"
    assert len(region(match, "ochre-1").split()) == 148
    assert scores(match) == [3, 12 + 10, 0, 0]


@pytest.mark.rule("L97-36")
def test_the_neutral_colour_scores_nothing():
    match = at("""
        players: 3
           a   b   c
          +---+---+---+
        1 |.G1 t   .R1
          +---+---+   +
        2 |.O1 .   .
        turn: red borders 1
        """)
    match.play("border b1-c1")
    assert region(match, "grey-1") == "a1 b1" and scores(match) == [0, 0, 0] and match.state.score[3] == 0


@pytest.mark.rule("L97-36")
def test_the_beginners_regions_score_nothing_but_later_ones_do():
    match = at("""
        setup: beginner
           a   b   c   d
          +---+---+---+---+
        1 |.R1 .r |.R2 .O1
          +---+---+---+   +
        turn: red borders 1
        """)
    assert scores(match) == [0] * 4
    match.play("border c1-d1")
    assert scores(match)[RED] == 3


@pytest.mark.rule("L97-37")
def test_borders_never_enlarge_a_region():
    match = at("""
           a   b   c   d
          +---+---+---+---+
        1 |.R1 .r |.   .
          +---+---+---+   +
        turn: red borders 3
        """)
    before, points = region(match, "red-1"), scores(match)
    play(match, "border d1-d2", "border d1-e1")
    assert region(match, "red-1") == before == "a1 b1" and scores(match) == points
    assert has_border(match, "b1-c1")  # c1 and d1 are a neutral zone
    assert match.state.phase == Phase.BORDER and "border c1-d1" in match.legal
