"""Löwenherz (2003): deserters and alliances (L03-50 to L03-60)."""

from __future__ import annotations

import pytest

from kronland.core.errors import PositionError
from tests.games.koenig.table import BLUE, OCHRE, RED, at, board, ducats, log, play, refused, region, verbs

# Red owns a1 to b2, Ochre c1 to d3 beside it with three knights in a row; Blue's region does not touch Red's.
FIGURES = {"R1": "a1", "r": "a2", "O1": "d1", "o": "d2 d3 c3", "B1": "l1", "b": "l2", "B2": "f6", "O2": "l12"}
WALLS = ["b1-c1", "b2-c2", "a2-a3", "b2-b3", "d1-e1", "d2-e2", "d3-e3", "c3-b3", "c3-c4", "d3-d4", "k1-l1", "k2-l2", "l2-l3"]


def start(turn, land=None, figures=None, walls=WALLS, money=7, players=3, more=""):
    drawing = board(land or {}, figures or FIGURES, walls)
    return at(f"players: {players}\n{drawing}\nred: {money} ducats\n{more}\nturn: {turn}")


@pytest.mark.rule("L03-50")
def test_which_regions_a_deserter_goes_between():
    match = start("red deserter")
    assert list(match.legal) == ["deserter red-1 ochre-1"]
    assert refused(match, "deserter castle-1 blue-1", "deserter_apart", "L03-50")
    assert refused(match, "deserter castle-1 blue-2", "deserter_regions", "L03-50")
    assert refused(match, "deserter castle-2 ochre-1", "deserter_regions", "L03-50")
    assert refused(match, "done", "nothing_done", "L03-13")


@pytest.mark.rule("L03-50")
@pytest.mark.parametrize("without", ["r", "o"])
def test_each_region_holds_a_knight(without):
    drawing = board({}, {**FIGURES, without: ""}, WALLS)
    match = at(f"players: 3\n{drawing}\nred: 9 ducats, holds c-deserter\nturn: red card")
    assert refused(match, "play c-deserter deserter", "nothing_to_do", "L03-13")
    both = board({}, FIGURES, WALLS)
    assert "play c-deserter deserter" in at(f"players: 3\n{both}\nred: 9 ducats, holds c-deserter\nturn: red card").legal


@pytest.mark.rule("L03-50")
def test_the_refusal_names_the_missing_knight():
    """Red has two regions; one of them holds no knight."""
    figures = {**FIGURES, "R2": "c5"}
    walls = [*WALLS, "c5-b5", "c5-d5", "c5-c6", "c4-b4", "c4-d4"]
    match = start("red deserter", figures=figures, walls=walls)
    assert refused(match, "deserter castle-2 ochre-1", "deserter_knights", "L03-50")


@pytest.mark.rule("L03-50", "L03-51")
def test_the_knight_is_set_then_the_opponent_removes_one():
    match = play(start("red deserter"), "deserter castle-1 ochre-1")
    assert sorted(match.legal) == ["knight b1", "knight b2"]
    assert refused(match, "knight a3", "settle_outside", "L03-50")
    play(match, "knight b2")
    assert refused(match, "knight b1", "knights_used", "L03-32") and list(match.legal) == ["done"]
    play(match, "done")
    assert match.actors == [OCHRE] and list(match.legal) == ["remove c3"]
    assert refused(match, "remove d2", "remove_link", "L03-51") and refused(match, "remove d3", "remove_link", "L03-51")
    assert refused(match, "remove d1", "remove_no_knight", "L03-51") and refused(match, "remove l2", "remove_no_knight", "L03-51")
    assert refused(match, "remove c1", "remove_no_knight", "L03-51"), "nobody stands there"
    assert refused(match, "remove c3", "not_your_decision", "", RED)
    play(match, "remove c3")
    assert match.state.knights_left[OCHRE] == 13 and match.state.knights_left[RED] == 13
    assert match.actors == [RED] and verbs(match) == {"draw"}
    assert "On c3 an ochre knight deserts." in log(match)


@pytest.mark.rule("L03-51")
def test_the_opponent_has_the_choice():
    match = play(start("red deserter", figures={**FIGURES, "o": "d2 c1"}), "deserter castle-1 ochre-1", "knight b1", "done")
    assert sorted(match.legal) == ["remove c1", "remove d2"]


@pytest.mark.rule("L03-50")
def test_a_forest_costs_its_ducat():
    match = play(start("red deserter", {"f": "b1"}), "deserter castle-1 ochre-1", "knight b1")
    assert ducats(match)[RED] == 6
    poor = play(start("red deserter", {"f": "b1"}, money=0), "deserter castle-1 ochre-1")
    assert refused(poor, "knight b1", "knight_fee", "L03-30") and list(poor.legal) == ["knight b2"]


@pytest.mark.rule("L03-51")
def test_a_neutral_knight_is_chosen_by_the_player():
    figures = {"R1": "a1", "r": "a2", "B1": "d1", "b": "d2 c1", "O1": "l12", "O2": "f6"}
    match = play(start("red deserter", figures=figures, walls=WALLS[:10], players=2), "deserter castle-1 blue-1", "knight b1")
    assert match.actors == [RED] and sorted(match.legal) == ["remove c1", "remove d2"]
    play(match, "remove c1")
    assert refused(match, "remove d2", "removed", "L03-50") and list(match.legal) == ["done"]
    match.undo()
    play(match, "remove d2", "done")
    assert match.state.knights_left[BLUE] == 14 and verbs(match) == {"draw"}


@pytest.mark.rule("L03-52")
def test_only_where_the_gained_knight_finds_room():
    """Red's second region is full."""
    walls = [*WALLS, "c5-b5", "c5-d5", "c5-c6", "c4-b4", "c4-d4"]
    match = start("red deserter", figures={**FIGURES, "R2": "c5", "r": "a2 c4"}, walls=walls)
    assert refused(match, "deserter castle-2 ochre-1", "deserter_room", "L03-52") and list(match.legal) == ["deserter red-1 ochre-1"]
    full = {"v": "b1 b2"}
    drawing = board(full, FIGURES, WALLS)
    card = at(f"players: 3\n{drawing}\nred: 9 ducats, holds c-deserter\nturn: red card")
    assert refused(card, "play c-deserter deserter", "nothing_to_do", "L03-13")


@pytest.mark.rule("L03-52")
def test_without_a_knight_in_the_supply_nobody_could_desert_to_a_region():
    """List and judge agree on it even for a position that no game reaches: there is nothing to choose."""
    knights = "a2 " + " ".join(f"{column}9" for column in "abcdefghijkl")
    settling = "red settle, after 0, to red-1, from ochre-1"
    assert sorted(start(settling, figures={**FIGURES, "R2": "a10", "r": knights}).legal) == ["knight b1", "knight b2"]
    with pytest.raises(PositionError, match="nothing to choose"):
        start(settling, figures={**FIGURES, "R2": "a10", "r": f"{knights} b10 c10"})


@pytest.mark.rule("L03-52", "L03-30")
def test_when_only_the_ducat_for_the_forest_is_missing_that_is_the_reason():
    """All that is free in red's first region is forest; a meadow is free in the second."""
    land = {"f": "b1 b2"}
    figures, walls = {**FIGURES, "R2": "c5", "r": "a2 c4"}, ["c5-b5", "c5-d5", "c5-c6", "c4-d4", "a4-b4", "b3-b4", "b4-b5"]
    for money, why in ((0, "deserter_fee"), (1, "")):
        match = start("red deserter", land, figures, [*WALLS, *walls], money)
        assert refused(match, "deserter castle-1 ochre-1", why, "L03-52") if why else "deserter castle-1 ochre-1" in match.legal
        assert "deserter castle-2 ochre-1" in match.legal
    cost = 5
    for money, why in ((cost - 1, "card_too_dear"), (cost, "forest_too_dear"), (cost + 1, "")):
        card = at(f"players: 3\n{board(land, FIGURES, WALLS)}\nred: {money} ducats, holds c-deserter\nturn: red card")
        assert refused(card, "play c-deserter deserter", why, "L03-13") if why else "play c-deserter deserter" in card.legal


@pytest.mark.rule("L03-52")
def test_a_castle_may_be_left_without_knights():
    match = play(start("red deserter", figures={**FIGURES, "o": "d2"}), "deserter castle-1 ochre-1", "knight b1", "done", "remove d2")
    assert region(match, "ochre-1") == "c1 d1 c2 d2 c3 d3"


@pytest.mark.rule("L03-60")
def test_an_alliance_joins_two_neighbouring_regions():
    match = start("red alliance")
    assert list(match.legal) == ["alliance red-1 ochre-1"]
    assert refused(match, "alliance castle-1 blue-1", "alliance_apart", "L03-60")
    assert refused(match, "alliance castle-2 ochre-1", "alliance_regions", "L03-60")
    play(match, "alliance castle-1 ochre-1")
    assert refused(match, "alliance castle-1 ochre-1", "alliance_made", "L03-60") and list(match.legal) == ["done"]
    assert "the regions of castles Red 1 and Ochre 1 are bound for good" in log(match)


@pytest.mark.rule("L03-60")
def test_neither_may_expand_into_the_other():
    red = ("red fields 1", "expand c1 castle-1", {**FIGURES, "r": "a2 b2", "o": "d2"})
    ochre = ("ochre fields 1", "expand b1 castle-1", FIGURES)
    for turn, action, figures in (red, ochre):
        assert action in start(turn, figures=figures).legal
        assert refused(start(turn, figures=figures, more="alliance: ochre-1 red-1"), action, "allied", "L03-43")


@pytest.mark.rule("L03-60")
def test_not_twice_for_one_pair():
    figures = {**FIGURES, "R2": "c5", "r": "a2 c4"}
    walls = [*WALLS, "c5-b5", "c5-d5", "c5-c6", "c4-b4", "c4-d4"]
    match = start("red alliance", figures=figures, walls=walls, more="alliance: red-1 ochre-1")
    assert refused(match, "alliance castle-1 ochre-1", "alliance_stands", "L03-60")
    assert list(match.legal) == ["alliance red-2 ochre-1"]


@pytest.mark.rule("L03-60")
def test_it_lasts_even_if_the_regions_stop_touching_and_touch_again():
    """Red's region, allied with Ochre's, no longer touches it; when it has grown towards it, the alliance still holds."""
    figures = {"R1": "a1", "r": "a2", "O1": "e1", "B1": "f6", "B2": "l12"}
    walls = ["b1-c1", "b2-c2", "a2-a3", "b2-b3", "d1-c1", "e1-f1", "d1-d2", "e1-e2"]
    free = play(start("red fields 2", figures=figures, walls=walls), "expand c1 castle-1")
    assert "expand d1 castle-1" in free.legal
    bound = play(start("red fields 2", figures=figures, walls=walls, more="alliance: red-1 ochre-1"), "expand c1 castle-1")
    assert refused(bound, "expand d1 castle-1", "allied", "L03-43")
