"""Löwenherz (1997): knights (L97-40 to L97-42) and what they cost (L97-41, L97-73)."""

from __future__ import annotations

import pytest

from kronland.games.loewenherz.rules.state import Phase
from tests.games.loewenherz.table import RED, at, ducats, play, refused, region, scores, verbs

LAND = """
       a   b   c   d   e
      +---+---+---+---+---+
    1 |.R1 .r |.   .   .  |
      +   +   +   +   +   +
    2 |.   f  |m   t   .  |
      +---+---+---+---+---+
    3 |.O1 .   .   .   .  |
      +---+---+---+---+---+
    """


@pytest.mark.rule("L97-40")
def test_knight_1_is_one_knight_or_one_expansion():
    match = at(LAND + "turn: red knights 1")
    assert verbs(match) == {"knight", "expand", "done"}
    match.play("knight a2")
    assert set(match.legal) == {"done"}
    assert refused(match, "knight b2", "knight_used", "L97-40")
    assert refused(match, "expand c1 castle-1", "expansion_used", "L97-40")
    match = play(at(LAND + "turn: red knights 1"), "expand c1 castle-1")
    assert verbs(match) == {"expand", "done"}  # a second field of the same expansion
    assert refused(match, "knight a2", "knight_used", "L97-40")
    match.play("expand d1 castle-1")
    assert set(match.legal) == {"done"}
    assert refused(match, "expand e1 castle-1", "expansion_used", "L97-40")


@pytest.mark.rule("L97-40")
def test_knight_2_is_two_knights():
    match = play(at(LAND + "turn: red knights 2"), "knight a2", "knight b2")
    assert refused(match, "expand c1 castle-1", "expansion_used", "L97-40")
    assert set(match.legal) == {"done"}
    match.play("done")
    assert match.state.phase == Phase.CARD


@pytest.mark.rule("L97-40")
def test_knight_2_is_a_knight_and_an_expansion_in_either_order():
    match = play(at(LAND + "turn: red knights 2"), "knight a2", "expand c1 castle-1", "expand d1 castle-1")
    assert set(match.legal) == {"done"} and match.state.knights_left[RED] == 10
    match = play(at(LAND + "turn: red knights 2"), "expand c1 castle-1", "expand d1 castle-1", "knight a2")
    assert set(match.legal) == {"done"} and region(match, "red-1") == "a1 b1 c1 d1 a2 b2"


@pytest.mark.rule("L97-40")
def test_never_two_expansions():
    match = play(at(LAND + "turn: red knights 2"), "expand c1 castle-1", "expand d1 castle-1")
    assert verbs(match) == {"knight", "done"}
    assert refused(match, "expand e1 castle-1", "expansion_used", "L97-40")


@pytest.mark.rule("L97-40")
def test_a_knight_after_the_first_field_ends_the_expansion():
    match = play(at(LAND + "turn: red knights 2"), "expand c1 castle-1")
    assert verbs(match) == {"knight", "expand", "done"}
    match.play("knight a2")
    assert refused(match, "expand d1 castle-1", "expansion_used", "L97-40")
    assert set(match.legal) == {"done"}


CUT = """
       a   b   c   d   e
      +---+---+---+---+---+
    1 |.   .r  .R1 .r |.  |
      +---+---+---+---+---+
    2 |.O1 .   .   .   .  |
      +---+---+---+---+---+
    turn: red knights 2
    """


@pytest.mark.rule("L97-40", "L97-54")
@pytest.mark.parametrize("then", ["knight a1", "done"])
def test_what_was_cut_off_is_settled_when_a_knight_or_passing_ends_the_expansion(then):
    match = play(at(CUT), "expand c2 castle-1")
    assert scores(match) == [1, -1, 0, 0]  # d2 and e2 are cut off, not settled yet
    match.play(then)
    assert scores(match) == [1, -4, 0, 0]


@pytest.mark.rule("L97-41")
def test_a_knight_goes_beside_an_own_figure_with_no_border_between():
    match = at("""
           a   b   c   d   e
          +---+---+---+---+---+
        1 |.   .   .  |.   .  |
          +   +   +   +   +   +
        2 |.r  .R1 .r |.   .  |
          +   +---+   +   +   +
        3 |.   .   .   .   .O1|
          +---+---+---+---+---+
        turn: red knights 1
        """)
    knights = {action.split()[1] for action in match.legal if action.startswith("knight")}
    assert knights == {"a1", "b1", "c1", "a3", "c3"}
    assert refused(match, "knight d2", "knight_apart", "L97-41")  # a border between
    assert refused(match, "knight b3", "knight_apart", "L97-41")
    assert refused(match, "knight e1", "knight_apart", "L97-41")
    assert refused(match, "knight e2", "knight_apart", "L97-41")  # beside another colour only
    assert refused(match, "knight a2", "knight_field_taken", "L97-41")
    assert refused(match, "knight e3", "knight_field_taken", "L97-41")


@pytest.mark.rule("L97-41")
@pytest.mark.parametrize("ground", ["m", "t"])
def test_never_on_mountain_or_town(ground):
    match = at(LAND.replace("|.   f  |", f"|{ground}   f  |") + "turn: red knights 1")
    assert refused(match, "knight a2", "knight_ground", "L97-41")


@pytest.mark.rule("L97-41")
def test_a_forest_costs_five_ducats_to_the_bank():
    match = play(at(LAND + "red: 6 ducats\nturn: red knights 2"), "knight b2")
    assert ducats(match) == [1, 12, 12, 12]
    match = at(LAND + "red: 4 ducats\nturn: red knights 1")
    assert refused(match, "knight b2", "knight_fee", "L97-41")
    assert play(match, "knight a2").state.ducats[RED] == 4  # farmland is free


@pytest.mark.rule("L97-41", "L97-73")
def test_a_treasure_pays_for_a_forest_and_what_is_too_much_lapses():
    match = at(LAND + "red: 4 ducats, holds treasure-8\nturn: red knights 1")
    assert "knight b2 treasure-8" in match.legal and "knight b2" not in match.legal
    match.play("knight b2 treasure-8")
    assert ducats(match)[RED] == 4 and match.state.hand_size[RED] == 0


@pytest.mark.rule("L97-73")
def test_only_a_treasure_in_hand_and_only_where_a_fee_is_due():
    match = at(LAND + "red: holds treasure-8\nochre: holds treasure-10\nturn: red knights 1")
    assert refused(match, "knight b2 treasure-10", "treasure_not_held", "L97-73")
    assert refused(match, "knight b2 treasure-15", "treasure_not_held", "L97-73")
    assert refused(match, "knight a2 treasure-8", "fee_not_due", "L97-73")


TWELVE = """
       a   b   c   d   e   f   g
      +---+---+---+---+---+---+---+
    1 |.R1 .r  .r  .r  .r  .r |.  |
      +   +   +   +   +   +   +   +
    2 |.r  .r  .r  .r  .r  .r |.  |
      +   +   +   +   +   +   +   +
    3 |.r  .   .   .   .   .  |.  |
      +---+---+---+---+---+---+---+
    4 |.O1 .   .   .   .   .   .  |
      +---+---+---+---+---+---+---+
    """


@pytest.mark.rule("L97-42")
def test_without_knights_in_supply_only_expansion_is_left():
    match = at(TWELVE + "turn: red knights 2")
    assert match.state.knights_left[RED] == 0
    assert refused(match, "knight b3", "no_knights_left", "L97-42")
    assert verbs(match) == {"expand", "done"}
    play(match, "expand g1 castle-1", "expand g2 castle-1")
    assert set(match.legal) == {"done"}
