"""Löwenherz (1997): politics cards (L97-60, L97-70 to L97-73)."""

from __future__ import annotations

import pytest

from kronland.core.log import HIDDEN
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.state import UNKNOWN, Phase
from tests.games.loewenherz.table import GREY, OCHRE, RED, at, ducats, play, refused, region, scores, verbs

NEIGHBOURS = """
       a   b   c   d   e   f
      +---+---+---+---+---+---+
    1 |.R1 .r |.   .o  .O1|.  |
      +   +   +   +   +   +   +
    2 |.   f  |.   fo  .  |.  |
      +---+---+---+---+---+---+
    3 |.P1 .p |.R2|.   .   .  |
      +---+---+---+---+---+---+
    """

# Taking a card --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L97-60")
def test_look_at_one_pile_and_keep_one_card_secretly():
    match = at("pile 1: alliance treasure-8 fief-3 fief-4 fief-5 deserter\nturn: red pile")
    assert set(match.legal) == {"pile 1", "pile 2", "done"}
    match.play("pile 1")
    assert set(match.legal) == {"keep alliance", "keep treasure-8", "keep fief-3", "keep fief-4", "keep fief-5", "keep deserter"}
    assert "treasure of 8" in match.view(RED).text and "treasure of 8" not in match.view(OCHRE).text
    match.play("keep treasure-8")
    assert match.state.hand_size[RED] == 1 and list(match.state.pile_size) == [5, 7]
    kept = [event for event in match.events(OCHRE) if event[0] == Event.CARD_KEPT]
    assert kept == [(Event.CARD_KEPT, RED, HIDDEN)]
    assert [event for event in match.events(RED) if event[0] == Event.CARD_KEPT] == [(Event.CARD_KEPT, RED, 5)]
    assert match.view(OCHRE).state.politics_taker[9] == UNKNOWN and match.view(RED).state.politics_taker[9] == RED
    assert match.state.phase == Phase.CARD


@pytest.mark.rule("L97-60")
def test_only_a_card_of_that_pile():
    match = at("pile 1: alliance treasure-8 fief-3 fief-4 fief-5 deserter\nturn: red keep 1")
    assert refused(match, "keep treasure-15", "not_in_pile", "L97-60")
    assert refused(match, "done", "not_now", "")  # who has looked keeps a card
    match.play("keep fief-5")
    assert match.state.hand_size[RED] == 1


@pytest.mark.rule("L97-60", "L97-14")
def test_an_empty_pile_cannot_be_looked_at():
    hands = """
        red: holds alliance alliance alliance fief-3
        ochre: holds deserter deserter deserter fief-4
        purple: holds treasure-8 treasure-10 treasure-12
        """
    match = at(hands + "pile 1: -\npile 2: treasure-15 fief-5\nturn: red pile")
    assert refused(match, "pile 1", "pile_empty", "L97-60")
    play(match, "pile 2", "keep treasure-15")
    assert list(match.state.pile_size) == [0, 1]
    match = at(hands + "pile 1: -\npile 2: -\ngrey: holds treasure-15 fief-5\nturn: red pile")
    assert refused(match, "pile 2", "pile_empty", "L97-60")
    assert set(match.legal) == {"done"}
    match.play("done")
    assert match.state.phase == Phase.CARD


# Alliance -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L97-70")
def test_an_alliance_is_of_an_own_region_and_another_colours_that_share_a_border():
    match = at(NEIGHBOURS + "red: holds alliance\nturn: red card")
    alliances = {action for action in match.legal if action.startswith("alliance")}
    assert alliances == {
        "alliance red-1 ochre-1",
        "alliance red-1 purple-1",
        "alliance red-2 ochre-1",
        "alliance red-2 purple-1",
    }
    assert refused(match, "alliance castle-1 red-2", "alliance_regions", "L97-70")  # an own one
    assert refused(match, "alliance castle-1 grey-1", "alliance_regions", "L97-70")  # no region
    assert refused(match, "alliance castle-3 ochre-1", "alliance_regions", "L97-70")
    match.play("alliance castle-1 ochre-1")
    assert match.state.hand_size[RED] == 0 and match.actors == [RED]


@pytest.mark.rule("L97-70")
def test_regions_that_do_not_touch_cannot_be_allied():
    match = at("""
           a   b   c
          +---+---+---+
        1 |.R1|.  |.O1|
          +---+---+---+
        2 |.  |.P1|.
          +---+---+---+
        red: holds alliance
        turn: red card
        """)
    assert refused(match, "alliance castle-1 ochre-1", "alliance_apart", "L97-70")
    assert refused(match, "alliance castle-1 purple-1", "alliance_apart", "L97-70")  # a corner is no border


@pytest.mark.rule("L97-70")
def test_a_neutral_region_can_be_allied():
    match = at("""
        players: 3
           a   b
          +---+---+
        1 |.R1|.G1|
          +---+---+
        red: holds alliance
        turn: red card
        """)
    match.play("alliance castle-1 grey-1")
    assert match.state.ally_other[0] == 12


@pytest.mark.rule("L97-70")
def test_not_twice_at_a_time_but_again_once_ended():
    match = at(NEIGHBOURS + "alliance 1: ochre-1 red-1\nred: 12 ducats, holds alliance\nturn: red card")
    assert refused(match, "alliance castle-1 ochre-1", "alliance_stands", "L97-70")
    match.play("end 1")
    match.play("alliance castle-1 ochre-1")
    assert list(match.state.ally_one[:2]) == [-1, 0] and match.state.alliances_made == 2


@pytest.mark.rule("L97-70")
def test_it_binds_even_after_the_regions_stop_touching():
    board = """
           a   b   c   d   e   f
          +---+---+---+---+---+---+
        1 |.R1 .r |.   .   .O1 .o |
          +---+---+---+---+---+---+
        2 |.P1 .p  .p  .p |.   .  |
          +---+---+---+---+---+---+
        """
    match = at(board + "alliance 1: red-1 ochre-1\nturn: purple knights 1")
    play(match, "expand c1 castle-1", "expand d1 castle-1", "done")
    assert region(match, "ochre-1") == "e1 f1"
    assert match.state.ally_one[0] == 0 and match.state.ally_other[0] == 4


# Ending one -----------------------------------------------------------------------------------------------------------------------

ALLIED = NEIGHBOURS + "alliance 1: red-1 ochre-1\nalliance 3: purple-1 red-2\n"


@pytest.mark.rule("L97-71")
@pytest.mark.parametrize("who", ["red", "ochre"])
def test_either_party_may_end_it_for_ten_ducats(who):
    match = at(ALLIED + f"turn: {who} card")
    seat = match.actors[0]
    match.play("end 1")
    assert ducats(match)[seat] == 2 and match.state.ally_one[0] == -1 and match.actors == [seat]
    assert match.state.ally_one[2] >= 0


@pytest.mark.rule("L97-71")
@pytest.mark.parametrize(
    "turn",
    ["red card", "red borders 2", "red knights 1", "red pile", "red keep 1", "red negotiate, with ochre", "red knights 0, expanding red-1"],
)
def test_whenever_a_decision_is_theirs(turn):
    match = at(ALLIED + f"turn: {turn}")
    phase = match.state.phase
    assert "end 1" in match.legal
    match.play("end 1")
    assert match.actors == [RED] and match.state.phase == phase and ducats(match)[RED] == 2


@pytest.mark.rule("L97-71")
def test_only_a_party_and_only_when_a_decision_is_theirs():
    match = at(ALLIED + "turn: grey card")
    assert refused(match, "end 1", "not_your_alliance", "L97-71")
    assert match.why("end 1", RED).reason == "not_your_decision"
    match = at(ALLIED + "turn: purple card")
    assert "end 3" in match.legal and refused(match, "end 1", "not_your_alliance", "L97-71")
    assert refused(match, "end 2", "no_such_alliance", "L97-71")


@pytest.mark.rule("L97-71", "L97-73")
def test_the_fee_must_be_paid_treasures_may_help():
    match = at(ALLIED + "red: 9 ducats\nturn: red card")
    assert refused(match, "end 1", "alliance_fee", "L97-71")
    match = at(ALLIED + "red: 1 ducats, holds treasure-8\nturn: red card")
    assert refused(match, "end 1 treasure-8", "alliance_fee", "L97-71")  # 8 and 1 are too little
    match = at(ALLIED + "red: 3 ducats, holds treasure-8 treasure-15\nturn: red card")
    assert {action for action in match.legal if action.startswith("end 1")} == {"end 1 treasure-8", "end 1 treasure-15"}
    assert play(match, "end 1 treasure-8").state.ducats[RED] == 1  # completed with two ducats
    match = at(ALLIED + "red: 3 ducats, holds treasure-8 treasure-15\nturn: red card")
    assert play(match, "end 1 treasure-15").state.ducats[RED] == 3  # five lapse
    assert match.state.hand_size[RED] == 1
    assert refused(match, "end 3 treasure-15", "treasure_not_held", "L97-73")


# Deserter -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L97-72")
def test_a_knight_changes_sides():
    match = at(NEIGHBOURS + "red: holds deserter\nturn: red card")
    match.play("deserter castle-1 ochre-1")
    assert match.state.phase == Phase.REMOVE and match.actors == [RED]
    assert "remove d2" in match.legal
    match.play("remove d2")
    assert match.state.knights_left[OCHRE] == 11 and match.state.phase == Phase.SETTLE
    match.play("knight a2")
    assert match.state.knights_left[RED] == 10 and match.state.phase == Phase.CARD and match.actors == [RED]
    assert ducats(match)[RED] == 12 - 5  # from a forest
    assert refused(match, "deserter castle-1 ochre-1", "no_deserter_card", "L97-12")


@pytest.mark.rule("L97-72")
def test_every_other_knight_stays_connected():
    match = at(NEIGHBOURS + "turn: red remove, from ochre-1, to red-1")
    assert set(match.legal) == {"remove d2"}
    assert refused(match, "remove d1", "remove_link", "L97-72")  # it joins d2 to the castle
    assert refused(match, "remove e1", "remove_no_knight", "L97-72")  # a castle
    assert refused(match, "remove c1", "remove_no_knight", "L97-72")
    assert refused(match, "remove b1", "remove_no_knight", "L97-72")  # an own knight
    assert refused(match, "remove b3", "remove_no_knight", "L97-72")  # another region's


@pytest.mark.rule("L97-72")
def test_a_castle_may_be_left_alone():
    match = play(at(NEIGHBOURS + "red: holds deserter\nturn: red card"), "deserter castle-1 purple-1", "remove b3", "knight a2")
    assert match.state.knights_left[2] == 12 and ducats(match)[RED] == 12
    assert region(match, "purple-1") == "a3 b3"


@pytest.mark.rule("L97-72")
def test_the_own_knight_goes_into_the_region_named():
    match = at(NEIGHBOURS.replace(".P1 .p ", ".P1 .  ") + "turn: red settle, from purple-1, to red-1, removed b3")
    assert set(match.legal) == {"knight a2", "knight b2"}
    assert refused(match, "knight d3", "settle_outside", "L97-72")
    assert refused(match, "knight b1", "knight_field_taken", "L97-41")
    match = at("""
           a   b   c   d
          +---+---+---+---+
        1 |.R1 .   .  |.O1|
          +   +   +   +   +
        2 |m   .   .  |.  |
          +---+---+---+---+
        turn: red settle, from ochre-1, to red-1, removed d2
        """)
    assert set(match.legal) == {"knight b1"}
    assert refused(match, "knight c2", "knight_apart", "L97-41")
    assert refused(match, "knight a2", "knight_ground", "L97-41")


@pytest.mark.rule("L97-72")
def test_it_needs_two_regions_that_share_a_border():
    match = at(NEIGHBOURS + "red: holds deserter\nturn: red card")
    assert refused(match, "deserter castle-1 red-2", "deserter_regions", "L97-72")
    assert refused(match, "deserter castle-1 grey-1", "deserter_regions", "L97-72")
    assert refused(match, "deserter castle-3 ochre-1", "deserter_regions", "L97-72")
    apart = at("""
           a   b   c   d
          +---+---+---+---+
        1 |.R1|.  |.O1 .o |
          +---+---+---+---+
        red: holds deserter
        turn: red card
        """)
    assert refused(apart, "deserter castle-1 ochre-1", "deserter_apart", "L97-72")


@pytest.mark.rule("L97-72")
def test_a_deserter_comes_over_to_any_own_region_from_any_neighbour():
    match = at(NEIGHBOURS.replace(".R2|.   .   .  |", ".R2 .   .   .  |") + "red: holds deserter\nturn: red card")
    deserters = {action for action in match.legal if action.startswith("deserter")}
    assert deserters == {f"deserter red-{own} {other}" for own in (1, 2) for other in ("ochre-1", "purple-1")}
    play(match, "deserter castle-2 ochre-1", "remove d2", "knight d3")
    assert match.state.knights_left[RED] == 10 and match.state.knights_left[OCHRE] == 11


@pytest.mark.rule("L97-72")
def test_both_or_neither():
    match = at(NEIGHBOURS + "red: holds deserter\nturn: red card")
    assert refused(match, "deserter castle-2 ochre-1", "deserter_impossible", "L97-72")  # no room in the own region
    lone = NEIGHBOURS.replace(".P1 .p ", ".P1 .  ")
    assert refused(at(lone + "red: holds deserter\nturn: red card"), "deserter castle-1 purple-1", "deserter_impossible", "L97-72")
    poor = at(NEIGHBOURS + "red: 4 ducats, holds deserter\nturn: red card")
    assert refused(poor, "deserter castle-1 ochre-1", "deserter_fee", "L97-72")  # the only knight to go stands in a forest


@pytest.mark.rule("L97-72", "L97-42")
def test_without_a_knight_in_supply_there_is_no_deserter():
    match = at("""
           a   b   c   d   e   f   g
          +---+---+---+---+---+---+---+
        1 |.R1 .r  .r  .r  .r  .r  .r |
          +   +   +   +   +   +   +   +
        2 |.r  .r  .r  .r  .r  .r  .  |
          +---+---+---+---+---+---+---+
        3 |.O1 .o |.   .   .   .   .  |
          +---+---+---+---+---+---+---+
        red: holds deserter
        turn: red card
        """)
    assert refused(match, "deserter castle-1 ochre-1", "deserter_impossible", "L97-72")


FOREST = """
       a   b   c   d
      +---+---+---+---+
    1 |.R1 {own}|.O1 {other}|
      +   +   +   +   +
    2 |{own2}   f  |.   .  |
      +---+---+---+---+
    """


def forest(own: str, other: str, own2: str = "m") -> str:
    return FOREST.format(own=f"{own}  ", other=f"{other}o ", own2=own2)


@pytest.mark.rule("L97-72", "L97-41")
@pytest.mark.parametrize(("own", "other", "fee"), [(".", ".", 0), (".", "f", 5), ("f", ".", 5), ("f", "f", 10)])
def test_the_two_forest_fees_are_one_payment(own, other, fee):
    board = forest(own, other) + "red: {} ducats, holds deserter{}\nturn: red card"
    match = play(at(board.format(fee, "")), "deserter castle-1 ochre-1", "remove d1", "knight b1")
    assert ducats(match)[RED] == 0
    if fee:
        assert refused(at(board.format(fee - 1, "")), "deserter castle-1 ochre-1", "deserter_fee", "L97-72")
        match = play(at(board.format(3, " treasure-8")), "deserter castle-1 ochre-1", "remove d1")
        assert set(match.legal) == {"knight b1 treasure-8"}
        match.play("knight b1 treasure-8")
        assert ducats(match)[RED] == 3 - max(0, fee - 8) and match.state.hand_size[RED] == 0


@pytest.mark.rule("L97-72", "L97-73")
@pytest.mark.parametrize(("money", "treasure", "enough"), [(2, 8, True), (1, 8, False), (0, 10, True)])
def test_a_treasure_and_ducats_that_come_to_the_fee_are_enough(money, treasure, enough):
    """Ten are due, for two forests."""
    match = at(forest("f", "f") + f"red: {money} ducats, holds deserter treasure-{treasure}\nturn: red card")
    if not enough:
        assert refused(match, "deserter castle-1 ochre-1", "deserter_fee", "L97-72")
        return
    play(match, "deserter castle-1 ochre-1", "remove d1", f"knight b1 treasure-{treasure}")
    assert ducats(match)[RED] == 0 and match.state.hand_size[RED] == 0


@pytest.mark.rule("L97-72", "L97-73")
def test_the_settled_knight_must_be_paid_for():
    match = at(forest("f", "f", ".").replace("fo ", "f  ") + "red: 9 ducats\nturn: red settle, from ochre-1, to red-1, removed d1")
    assert refused(match, "knight b1", "knight_fee", "L97-41")  # ten are due, for both
    assert refused(match, "knight a2 treasure-8", "treasure_not_held", "L97-73")
    assert play(match, "knight a2").state.ducats[RED] == 4


@pytest.mark.rule("L97-72")
def test_a_knight_whose_fee_cannot_be_paid_stays():
    match = at("""
           a   b   c   d
          +---+---+---+---+
        1 |.R1 f  |.O1 fo |
          +   +   +   +   +
        2 |m   f  |.o  .  |
          +---+---+---+---+
        red: 5 ducats, holds deserter
        turn: red card
        """)
    match.play("deserter castle-1 ochre-1")
    assert refused(match, "remove d1", "remove_fee", "L97-72")  # five here and five for the own one
    assert set(match.legal) == {"remove c2"}


@pytest.mark.rule("L97-72", "L97-71")
def test_the_money_for_a_deserter_under_way_cannot_be_spent_on_an_alliance():
    board = NEIGHBOURS + "alliance 1: red-1 purple-1\n"
    match = at(board + "red: 14 ducats\nturn: red remove, from ochre-1, to red-1")
    assert refused(match, "end 1", "needed_for_deserter", "L97-72")
    # A treasure of 8 needs two ducats more: six are one too few for the forest as well.
    match = at(board + "red: 6 ducats, holds treasure-8\nturn: red remove, from ochre-1, to red-1")
    assert refused(match, "end 1 treasure-8", "needed_for_deserter", "L97-72")
    match = at(board + "red: 7 ducats, holds treasure-8\nturn: red remove, from ochre-1, to red-1")
    assert "end 1 treasure-8" in match.legal
    match = at(board + "red: 15 ducats\nturn: red remove, from ochre-1, to red-1")
    play(match, "end 1", "remove d2", "knight a2")
    assert ducats(match)[RED] == 0
    match = at(board + "red: 10 ducats, holds treasure-8\nturn: red settle, from ochre-1, to red-1, removed c1")
    assert "end 1" in match.legal  # nothing is due for c1 and a2


@pytest.mark.rule("L97-72", "L97-52")
def test_a_deserter_ignores_alliances_and_numbers():
    match = at(NEIGHBOURS + "alliance 1: red-1 ochre-1\nred: holds deserter\nturn: red card")
    assert "deserter castle-1 ochre-1" in match.legal


@pytest.mark.rule("L97-72")
def test_the_neutral_colour_has_a_supply_too():
    match = at("""
        players: 3
           a   b   c   d
          +---+---+---+---+
        1 |.R1 .  |.G1 .g |
          +---+---+---+---+
        red: holds deserter
        turn: red card
        """)
    assert match.state.knights_left[3] == 11
    play(match, "deserter castle-1 grey-1", "remove d1", "knight b1")
    assert match.state.knights_left[3] == 12 and match.state.knights_left[RED] == 11


# Treasure -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L97-73")
def test_a_treasure_is_never_changed_into_money():
    match = at(NEIGHBOURS + "red: 0 ducats, holds treasure-15\nturn: red knights 1")
    match.play("knight b2 treasure-15")
    assert ducats(match)[RED] == 0  # ten lapse
    match = at(NEIGHBOURS + "red: 0 ducats, holds treasure-15\nturn: red negotiate, with grey")
    assert refused(match, "offer 1", "offer_too_high", "L97-21")


@pytest.mark.rule("L97-73")
def test_a_spent_treasure_is_known_and_gone():
    match = play(at(NEIGHBOURS + "red: 0 ducats, holds treasure-15\nturn: red knights 1"), "knight b2 treasure-15")
    assert match.view(GREY).state.politics_taker[12] == RED and match.view(GREY).state.politics_spent[12]
    assert verbs(match) == {"done"} and scores(match) == [0] * 4
