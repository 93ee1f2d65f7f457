"""Löwenherz (1997): expansion (L97-50 to L97-56)."""

from __future__ import annotations

from itertools import permutations

import pytest

from kronland.games.loewenherz.positions.position import read, write
from kronland.games.loewenherz.rules.invariants import problems
from tests.games.loewenherz.table import (
    RED,
    at,
    borders,
    ducats,
    has_border,
    play,
    refused,
    region,
    scores,
    with_borders,
)
from tests.games.supply import hold_the_reckoning

TOWN = """
       a   b   c   d   e   f
      +---+---+---+---+---+---+
    1 |.R1 .r |.   t   .   .O1|
      +   +   +   +   +   +   +
    2 |.r  .  |.   .   .   .o |
      +---+---+---+---+---+---+
    """


def expand(match, *fields: str, castle: int = 1):
    return play(match, *(f"expand {field} castle-{castle}" for field in fields))


@pytest.mark.rule("L97-50")
def test_borders_move_with_the_region():
    match = at(TOWN + "turn: red knights 1")
    before = borders(match)
    expand(match, "c1")
    assert region(match, "red-1") == "a1 b1 c1 a2 b2" and region(match, "ochre-1") == "d1 e1 f1 c2 d2 e2 f2"
    assert not has_border(match, "b1-c1")
    assert has_border(match, "c1-c2") and has_border(match, "c1-d1") and has_border(match, "b2-c2")
    assert borders(match) == before + 1  # one came free, two were set; the frame needs none
    assert problems(match.state) == []


@pytest.mark.rule("L97-50")
def test_each_field_lies_beside_the_region_as_it_then_is():
    match = at(TOWN + "turn: red knights 1")
    assert refused(match, "expand d1 castle-1", "not_beside_region", "L97-50")
    assert refused(match, "expand c3 castle-1", "not_beside_region", "L97-50")  # a corner is not a side
    assert refused(match, "expand b2 castle-1", "not_beside_region", "L97-50")  # its own already
    expand(match, "c1")
    assert "expand d1 castle-1" in match.legal and "expand c2 castle-1" in match.legal
    assert "expand a3 castle-1" in match.legal  # the second field need not touch the first


@pytest.mark.rule("L97-50")
def test_one_region_takes_both_fields():
    match = at("""
           a   b   c   d   e
          +---+---+---+---+---+
        1 |.R1 .r |.   .  |.R2|
          +---+---+---+---+---+
        turn: red knights 1
        """)
    assert "expand d1 castle-2" in match.legal
    expand(match, "c1")
    assert refused(match, "expand d1 castle-2", "other_region", "L97-50")
    assert "expand d1 castle-1" in match.legal


@pytest.mark.rule("L97-50")
def test_only_a_region_expands():
    match = at("""
           a   b   c
          +   +   +   +
        5  .R1 .   .
          +   +   +   +
        6  .   .   .O1
        turn: red knights 1
        """)
    assert refused(match, "expand b5 castle-1", "no_region", "L97-50")
    assert refused(match, "expand b5 castle-2", "no_region", "L97-50")  # no such castle on the board


@pytest.mark.rule("L97-51")
def test_no_field_with_a_figure_not_even_an_own_one():
    match = at("""
           a   b   c   d   e
          +---+---+---+---+---+
        1 |.R1 .r |.o  .O1 .
          +---+---+   +   +   +
        2 |.r  .R2 .   .   .
        turn: red knights 1
        """)
    assert refused(match, "expand c1 castle-1", "figure_on_field", "L97-51")
    assert refused(match, "expand a2 castle-1", "figure_on_field", "L97-51")
    assert refused(match, "expand b2 castle-1", "figure_on_field", "L97-51")


@pytest.mark.rule("L97-51")
def test_no_field_of_another_own_region():
    match = at("""
           a   b   c   d
          +---+---+---+---+
        1 |.R1 .r |.   .R2|
          +---+---+---+---+
        turn: red knights 1
        """)
    assert refused(match, "expand c1 castle-1", "own_region", "L97-51")


TIGHT = """
       a   b   c   d
      +---+---+---+---+
    1 |.R1 .r |.   .
      +---+---+   +   +
    2 |.   .   .   .
    turn: red knights 1
    """


@pytest.mark.rule("L97-51")
@pytest.mark.parametrize(("standing", "free"), [(100, False), (99, True), (98, True)])
def test_no_field_that_the_supply_cannot_close(standing, free):
    """c1 needs two borders, south and east, and frees one."""
    match = at(with_borders(TIGHT, standing))
    assert ("expand c1 castle-1" in match.legal) is free
    if free:
        expand(match, "c1")
        assert borders(match) == standing + 1 and problems(match.state) == []
    else:
        assert refused(match, "expand c1 castle-1", "cannot_close", "L97-51")


@pytest.mark.rule("L97-51")
@pytest.mark.parametrize(("standing", "free"), [(100, False), (99, True)])
def test_the_border_to_the_west_counts_too(standing, free):
    """b1, beside the corner of the board, needs two borders, south and west, and frees one."""
    match = at(
        with_borders(
            """
           a   b   c   d
          +---+---+---+---+
        1 |.   .  |.r  .R1|
          +   +   +---+---+
        2 |.   .   .   .
        turn: red knights 1
        """,
            standing,
        )
    )
    assert ("expand b1 castle-1" in match.legal) is free


@pytest.mark.rule("L97-51")
def test_with_no_borders_left_a_field_that_frees_enough_can_be_taken():
    match = at(
        with_borders(
            """
           a   b   c
          +---+---+---+
        1 |.R1 .r |.  |
          +   +   +---+
        2 |.   .   .  |
          +---+---+---+
        turn: red knights 1
        """,
            100,
        )
    )
    expand(match, "c1")
    assert borders(match) == 98 and region(match, "red-1") == "a1 b1 c1 a2 b2 c2"


TWO_REGIONS = """
       a   b   c   d   e   f   g
      +---+---+---+---+---+---+---+
    1 |.R1 .r |.   .   .   .   .
      +   +---+   +   +   +   +   +
    2 |.  |.   .   .   .   .   .
      +---+   +   +   +   +   +   +
    3 |.   .   .   .   .   .   .
      +   +   +---+   +   +   +   +
    4 |.   .  |.O1|.   .   .   .
      +   +   +   +---+   +   +   +
    5 |.   .  |.o  .  |.   .   .P1
      +   +   +---+---+   +   +   +
    6 |.   .   .   .   .   .   .P2
    """


@pytest.mark.rule("L97-51", "L97-50")
def test_a_field_takes_as_many_borders_from_the_supply_as_were_reckoned():
    hold_the_reckoning(at(TWO_REGIONS + "turn: red knights 1").state)


@pytest.mark.rule("L97-52")
def test_land_of_no_region_and_neutral_zones_are_free():
    match = at("""
           a   b   c   d
          +---+---+---+---+
        1 |.R1|.   .  |.
          +---+---+---+   +
        2 |.   .   .   .
        turn: red knights 1
        """)
    assert "expand b1 castle-1" in match.legal and "expand a2 castle-1" in match.legal  # without a single knight


@pytest.mark.rule("L97-52")
@pytest.mark.parametrize(("mine", "theirs", "free"), [(1, 1, False), (2, 1, True), (1, 2, False), (0, 0, False), (1, 0, True)])
def test_another_region_only_with_strictly_more_knights(mine, theirs, free):
    match = at(f"""
           a   b   c   d   e   f
          +---+---+---+---+---+---+
        1 |.R1 .{"r" if mine > 0 else " "}  .{"r" if mine > 1 else " "} |.   .{"o" if theirs > 1 else " "}  .O1|
          +   +   +   +   +   +   +
        2 |.   .   .  |.   .   .{"o" if theirs > 0 else " "} |
          +---+---+---+---+---+---+
        turn: red knights 1
        """)
    assert ("expand d1 castle-1" in match.legal) is free
    if not free:
        assert refused(match, "expand d1 castle-1", "too_few_knights", "L97-52")


@pytest.mark.rule("L97-52")
def test_knights_outside_the_region_do_not_count():
    match = at("""
           a   b   c   d   e
          +---+---+---+---+---+
        1 |.R1 .r |.   .o  .O1|
          +---+---+---+---+---+
        2 |.R2 .r  .r  .   .P1|
          +---+---+---+---+---+
        turn: red knights 1
        """)
    assert refused(match, "expand c1 castle-1", "too_few_knights", "L97-52")


@pytest.mark.rule("L97-52", "L97-40")
def test_the_knights_of_that_moment_count():
    match = at(TOWN.replace(".r  .  |", ".   .  |") + "turn: red knights 2")
    assert refused(match, "expand c1 castle-1", "too_few_knights", "L97-52")
    play(match, "knight a2", "expand c1 castle-1")
    assert scores(match)[:2] == [1, -1]


@pytest.mark.rule("L97-52", "L97-53", "L97-54")
def test_a_neutral_region_is_like_any_other_but_nobody_loses_points():
    board = """
        players: 3
           a   b   c   d   e
          +---+---+---+---+---+
        1 |.R1 .r |.   .   .  |
          +   +   +   +   +   +
        2 |.   .  |.G1 .g  t  |
          +---+---+---+---+---+
        """
    match = at(board + "turn: red knights 1")
    assert refused(match, "expand c1 castle-1", "too_few_knights", "L97-52")
    match = at(board.replace("2 |.   .  |", "2 |.r  .  |") + "turn: red knights 1")
    expand(match, "c1", "d1")
    assert scores(match) == [2, 0, 0] and match.state.score[3] == 0


@pytest.mark.rule("L97-52", "L97-70")
def test_no_expansion_into_an_allied_region_either_way():
    match = at(TOWN + "alliance 1: red-1 ochre-1\nturn: red knights 1")
    assert refused(match, "expand c1 castle-1", "allied", "L97-52")
    match = at(
        TOWN.replace("|.R1 .r |", "|.R1 .  |").replace("|.r  .  |", "|.   .  |") + "alliance 1: red-1 ochre-1\nturn: ochre knights 1"
    )
    assert refused(match, "expand b1 castle-1", "allied", "L97-52")


@pytest.mark.rule("L97-71", "L97-52")
def test_an_alliance_can_be_ended_in_the_middle_of_an_expansion():
    match = at(TOWN + "alliance 1: red-1 ochre-1\nred: 11 ducats\nturn: red knights 1")
    expand(match, "a3")
    assert refused(match, "expand c1 castle-1", "allied", "L97-52")
    match.play("end 1")
    assert ducats(match)[RED] == 1
    expand(match, "c1")
    assert scores(match)[:2] == [2, -1]
    assert set(match.legal) == {"done"}


# Scoring --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L97-53")
def test_two_fields_one_a_town_out_of_anothers_region():
    """The rulebook's example: plus and minus seven."""
    match = expand(at(TOWN + "turn: red knights 1"), "c1", "d1")
    assert scores(match) == [7, -7, 0, 0]


@pytest.mark.rule("L97-53")
def test_free_land_scores_for_the_region_that_takes_it():
    match = at("""
           a   b   c   d
          +---+---+---+---+
        1 |.R1|t   .   .
          +---+---+---+---+
        turn: red knights 1
        """)
    expand(match, "b1", "c1")
    assert scores(match) == [7, 0, 0, 0]


CORRIDOR = """
       a   b   c   d   e   f   g
      +---+---+---+---+---+---+---+
    1 |.   .  |.r  .R1 .r |.   .  |
      +---+---+---+---+---+---+---+
    2 |.O1 .   .   .   .   t   .  |
      +   +   +   +   +   +   +   +
    3 |.o  .   .   .   .   .   .  |
      +---+---+---+---+---+---+---+
    """


@pytest.mark.rule("L97-54")
def test_what_is_cut_off_becomes_a_neutral_zone_and_costs_by_the_table():
    """The rulebook's example: two fields taken, six more with a town cut off: 5 + 5."""
    match = at(CORRIDOR + "turn: red knights 1")
    expand(match, "d2")
    assert scores(match) == [1, -1, 0, 0] and len(region(match, "ochre-1").split()) == 13
    expand(match, "d3")
    assert scores(match) == [2, -2 - 10, 0, 0]
    assert region(match, "ochre-1") == "a2 b2 c2 a3 b3 c3"
    assert problems(match.state) == []


THIN = """
       a   b   c   d   e   f
      +---+---+---+---+---+---+
    1 |.   .  |.r  .R1 .r |.  |
      +---+---+---+---+---+---+
    2 |.O1 .o  .   .   t   .  |
      +---+---+---+---+---+---+
    turn: red knights 1
    """


@pytest.mark.rule("L97-54", "L97-53")
def test_a_field_cut_off_by_the_first_and_taken_by_the_second_counts_as_taken():
    match = at(THIN)
    expand(match, "d2")
    assert region(match, "ochre-1") == "a2 b2 c2"  # e2 and f2 are cut off
    expand(match, "e2")
    assert scores(match) == [1 + 6, -1 - 6 - 3, 0, 0]  # f2 alone was lost beyond that
    assert region(match, "red-1") == "c1 d1 e1 d2 e2"


@pytest.mark.rule("L97-54")
@pytest.mark.parametrize("order", list(permutations(["d2", "e2"])))
def test_the_order_of_the_two_fields_does_not_matter(order):
    match = expand(at(THIN), *order)
    assert scores(match) == [7, -10, 0, 0]
    assert region(match, "ochre-1") == "a2 b2 c2" and region(match, "red-1") == "c1 d1 e1 d2 e2"


@pytest.mark.rule("L97-54")
@pytest.mark.parametrize("order", list(permutations(["d2", "f2"])))
def test_the_order_does_not_matter_where_both_cut(order):
    board = """
           a   b   c   d   e   f   g
          +---+---+---+---+---+---+---+
        1 |.   .  |.r  .R1 .r  .  |.  |
          +---+---+---+---+---+---+---+
        2 |.O1 .o  .   .   .   .   t  |
          +---+---+---+---+---+---+---+
        turn: red knights 1
        """
    match = expand(at(board), *order)
    assert scores(match) == [2, -2 - 3 - 5, 0, 0]  # e2 and g2 are cut off: two fields of one region, settled once


@pytest.mark.rule("L97-54")
@pytest.mark.parametrize("order", list(permutations(["c1", "c3"])))
def test_two_victims_are_settled_each_for_itself(order):
    match = at("""
           a   b   c   d   e   f   g
          +---+---+---+---+---+---+---+
        1 |.O1 .o  .   .   .   .   .  |
          +---+---+---+---+---+---+---+
        2 |.  |.r  .R1 .r |.   .   .  |
          +---+---+---+---+---+---+---+
        3 |.P1 .p  .   .   .   .   .  |
          +---+---+---+---+---+---+---+
        turn: red knights 1
        """)
    expand(match, *order)
    assert scores(match) == [2, -1 - 3, -1 - 3, 0]
    assert region(match, "ochre-1") == "a1 b1" and region(match, "purple-1") == "a3 b3"


@pytest.mark.rule("L97-54")
def test_no_knight_is_ever_cut_off():
    """Figures stand side by side back to their castle, and a field with a figure cannot be taken."""
    match = at(CORRIDOR.replace("2 |.O1 .   .   .   .   t", "2 |.O1 .o  .o  .o  .   t") + "turn: red knights 1")
    assert refused(match, "expand d2 castle-1", "figure_on_field", "L97-51")


@pytest.mark.rule("L97-54")
def test_one_field_alone_cuts_as_well():
    match = play(expand(at(THIN), "c2"), "done")
    assert scores(match) == [1, -1 - 3 - 5, 0, 0]  # d2, e2 with its town, f2


@pytest.mark.rule("L97-54", "L97-36")
def test_the_neutral_colour_loses_land_but_no_points():
    match = expand(at("players: 3\n" + THIN.replace(".O1 .o ", ".G1 .g ")), "c2", "d2")
    assert region(match, "grey-1") == "a2 b2"
    assert scores(match) == [2, 0, 0] and match.state.score[3] == 0


POCKET = """
       a   b   c   d   e   f
      +---+---+---+---+---+---+
    1 |.R1 .r  .  |.   .P1 .
      +---+---+---+   +   +   +
    2 |.O1 .   .   .   .   .P2
      +---+---+---+   +   +   +
    3 |.   .   .   .   .   .
    turn: red knights 1
    """


@pytest.mark.rule("L97-55", "L97-36")
def test_an_expansion_that_closes_an_area_round_one_castle_founds_a_region():
    match = expand(at(POCKET), "c2")
    assert region(match, "ochre-1") == "a2 b2"
    assert scores(match) == [1, 3, 0, 0]


@pytest.mark.rule("L97-55", "L97-52", "L97-54")
def test_the_second_field_meets_the_new_region_as_a_region():
    match = expand(at(POCKET), "c2", "b2")
    assert scores(match) == [2, 3 - 1, 0, 0] and region(match, "ochre-1") == "a2"
    match = expand(at(POCKET.replace("2 |.O1 .   .", "2 |.O1 .o  .").replace("|.R1 .r  .  |", "|.R1 .r  .r |")), "c2")
    assert scores(match) == [1, 3, 0, 0]
    assert refused(match, "expand b2 castle-1", "figure_on_field", "L97-51")


@pytest.mark.rule("L97-55", "L97-52")
def test_a_new_region_defends_itself_against_the_second_field():
    board = """
           a   b   c   d   e   f
          +---+---+---+---+---+---+
        1 |.R1 .r  .  |.   .P1 .
          +---+---+---+   +   +   +
        2 |.O1 .   .   .   .   .P2
          +   +   +---+   +   +   +
        3 |.o  .  |.   .   .   .
          +---+---+---+   +   +   +
        turn: red knights 1
        """
    match = expand(at(board), "c2")
    assert region(match, "ochre-1") == "a2 b2 a3 b3"
    assert refused(match, "expand b2 castle-1", "too_few_knights", "L97-52")
    free = at(board)
    assert free.why("expand b2 castle-1") is None  # before that it was nobody's land


@pytest.mark.rule("L97-55", "L97-36")
def test_the_open_rest_can_be_founded_by_an_expansion_too():
    match = expand(at(POCKET.replace("P2", "  ")), "c2")
    assert scores(match) == [1, 3, 12, 0]
    assert len(region(match, "purple-1").split()) == 150 - 4 - 2
    assert problems(match.state) == []


@pytest.mark.rule("L97-56")
def test_a_score_may_fall_below_zero():
    match = expand(at(TOWN + "ochre: 2 points\nturn: red knights 1"), "c1", "d1")
    assert scores(match)[1] == -5
    assert "ochre: 12 ducats, -5 points" in write(match.state)
    assert read(write(match.state)).score[1] == -5
