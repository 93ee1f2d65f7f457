"""Brian Boru: the symbols of a row (BB-24 to BB-30)."""

from __future__ import annotations

import pytest

from kronland.games.brianboru.rules.events import Event
from tests.games.brianboru.table import OCHRE, RED, amounts, at, happened, play, refused, towns, verbs, vikings


def acting(
    card: int, player: str, others: str = "", winner: str = "ochre", active: str = "C2", turn: str = "red row", table: int = 25
) -> str:
    """Red acts with a card; ochre's card is the only other one on the table."""
    return f"""
        marker: ochre
        active: {active}
        winner: {winner}
        red: towns N1, table {card}, {player}
        ochre: towns C1, table {table}
        {others}
        turn: {turn}
        """


@pytest.mark.rule("BB-24")
def test_coins_are_gained() -> None:
    match = at(acting(1, "0 coins"))
    events = play(match, "row 1")
    assert amounts(match, "coins")[RED] == 3 and happened(events, Event.COINS) == [(RED, 3)]


@pytest.mark.rule("BB-24")
@pytest.mark.parametrize(
    ("coins", "points", "left"), [(5, 10, (3, 10)), (2, 10, (0, 10)), (1, 10, (0, 8)), (0, 10, (0, 6)), (0, 3, (0, 0)), (0, 1, (0, 0))]
)
def test_paying_two_coins_or_points_instead_never_below_nought(coins: int, points: int, left: tuple[int, int]) -> None:
    match = at(
        f"""
        marker: ochre
        active: C2
        winner: ochre
        red: towns N1, table 10
        ochre: towns C1, table 24, {coins} coins, {points} points
        purple: table 25
        turn: red row
        """
    )
    play(match, "row 1", "done")
    assert (amounts(match, "coins")[OCHRE], amounts(match, "points")[OCHRE]) == left


@pytest.mark.rule("BB-24")
def test_points_pay_for_nothing_else() -> None:
    match = at(acting(1, "1 coins, 20 points"))
    play(match, "row 2")
    assert refused(match, "buy", "not_now", "")
    assert list(match.legal) == ["done"]


@pytest.mark.rule("BB-25")
def test_court_moves_up_and_more_steps_cost_two_coins_each() -> None:
    match = at(acting(1, "5 coins"))
    play(match, "row 2")
    assert amounts(match, "court")[RED] == 2
    play(match, "buy", "buy")
    assert amounts(match, "court")[RED] == 4 and amounts(match, "coins")[RED] == 1
    assert refused(match, "buy", "buy_coins", "BB-25")


@pytest.mark.rule("BB-25")
def test_no_step_goes_beyond_the_top() -> None:
    match = at(acting(1, "9 coins, track 8"))
    play(match, "row 2")
    assert amounts(match, "court")[RED] == 9 and list(match.legal) == ["done"]
    match = at(acting(1, "9 coins, track 6"))
    play(match, "row 2", "buy")
    assert refused(match, "buy", "buy_track_top", "BB-25")


@pytest.mark.rule("BB-26")
def test_raiders_come_from_the_battle_area_while_there_are_any() -> None:
    match = at(acting(2, "9 coins", "battle: 3"))
    play(match, "row 2", "buy")
    assert amounts(match, "raiders")[RED] == 3 and match.state.battle == 0 and amounts(match, "coins")[RED] == 7
    assert refused(match, "buy", "buy_no_raiders", "BB-26")
    match = at(acting(15, "9 coins", "battle: 2"))
    play(match, "row 2")
    assert amounts(match, "raiders")[RED] == 2 and list(match.legal) == ["done"]


@pytest.mark.rule("BB-26")
def test_discs_go_to_the_church_area() -> None:
    match = at(acting(3, "4 coins"))
    play(match, "row 2", "buy", "buy")
    assert amounts(match, "church")[RED] == 4 and amounts(match, "coins")[RED] == 0
    assert list(match.legal) == ["done"]


@pytest.mark.rule("BB-27")
def test_several_steps_come_first_and_the_purchase_is_offered_once() -> None:
    match = at(acting(14, "2 coins"))
    play(match, "row 2")
    assert amounts(match, "court")[RED] == 3 and set(match.legal) == {"buy", "done"}
    play(match, "buy", "done")
    assert amounts(match, "court")[RED] == 4 and RED not in match.actors


@pytest.mark.rule("BB-27")
def test_coins_gained_later_in_the_row_cannot_pay_earlier() -> None:
    """Yellow 7 wins: town, court, coin. With one coin there is no purchase, though a second coin follows."""
    position = acting(7, "1 coins", winner="red", active="N5", turn="purple row").replace("turn:", "purple: table 2\nturn:")
    match = at(position)
    play(match, "row 2", "done")
    assert amounts(match, "court")[RED] == 1 and amounts(match, "coins")[RED] == 2 and match.actors != [RED]
    match = at(position.replace("1 coins", "2 coins"))
    play(match, "row 2", "done")
    assert match.actors == [RED] and set(match.legal) == {"buy", "done"}
    play(match, "buy")
    assert amounts(match, "coins")[RED] == 0
    play(match, "done")
    assert amounts(match, "coins")[RED] == 1 and amounts(match, "court")[RED] == 2


@pytest.mark.rule("BB-28")
def test_an_expansion_follows_a_road_from_a_controlled_town() -> None:
    match = at(acting(2, "4 coins"))
    play(match, "row 1")
    assert set(match.legal) == {"expand n2", "done"}
    assert refused(match, "expand b1", "expand_no_road", "BB-28")
    assert refused(match, "expand c1", "expand_not_free", "BB-28")
    play(match, "expand n2")
    assert towns(match, RED) == "N1 N2" and amounts(match, "coins")[RED] == 2
    assert list(match.legal) == ["done"]


@pytest.mark.rule("BB-28")
def test_an_expansion_is_optional_and_needs_five_coins() -> None:
    match = at(acting(2, "4 coins"))
    play(match, "row 1", "done")
    assert towns(match, RED) == "N1" and amounts(match, "coins")[RED] == 7
    match = at(acting(2, "1 coins"))
    play(match, "row 1")
    assert list(match.legal) == ["done"]  # three coins to the left make four


@pytest.mark.rule("BB-28")
def test_never_to_the_active_town_of_the_trick() -> None:
    match = at(acting(2, "9 coins", active="N2", table=24).replace("towns N1", "towns N1 L1"))
    play(match, "row 1")
    assert refused(match, "expand n2", "expand_active", "BB-28")
    assert "expand l2" in match.legal


@pytest.mark.rule("BB-28")
def test_the_sea_link_is_a_road() -> None:
    match = at(acting(2, "9 coins").replace("towns N1", "towns C9"))
    play(match, "row 1")
    assert set(match.legal) == {"expand m1", "done"}


@pytest.mark.rule("BB-29")
def test_a_viking_disc_is_taken_off_any_town_and_the_disc_below_counts_again() -> None:
    match = at(acting(13, "1 coins", "purple: towns M1! M2\ngrey: towns L1!"))
    play(match, "row 2")
    assert set(match.legal) == {"remove m1", "remove l1"}
    assert refused(match, "remove m2", "no_viking", "BB-29")
    play(match, "remove m1")
    assert vikings(match) == "L1" and amounts(match, "coins")[RED] == 0  # and then the pay symbol
    assert list(match.legal) == ["done"]


@pytest.mark.rule("BB-29")
def test_without_viking_discs_the_row_goes_on() -> None:
    match = at(acting(13, "1 coins"))
    play(match, "row 2")
    assert amounts(match, "coins")[RED] == 0 and list(match.legal) == ["done"]


@pytest.mark.rule("BB-30")
@pytest.mark.parametrize(
    ("start", "others", "lands"),
    [
        (0, (2, 0, 0), 1),  # on ochre's space: one lower
        (0, (2, 1, 0), 0),  # that one is taken too: down to 0, which may be shared
        (3, (4, 0, 0), 5),  # passing over an occupied space
        (7, (9, 8, 0), 7),  # the top too
        (8, (9, 0, 0), 8),
    ],
)
def test_a_disc_on_an_occupied_space_drops_after_the_whole_action(start: int, others: tuple[int, int, int], lands: int) -> None:
    ochre, purple, grey = others
    position = acting(1, f"0 coins, track {start}", f"purple: track {purple}\ngrey: track {grey}")
    match = at(position.replace("ochre: towns C1", f"ochre: towns C1, track {ochre}"))
    play(match, "row 2", "done")
    assert amounts(match, "court") == [lands, *others]


@pytest.mark.rule("BB-30")
def test_a_purchase_may_come_before_the_drop() -> None:
    match = at(acting(1, "2 coins", "purple: track 2"))
    play(match, "row 2")
    assert amounts(match, "court")[RED] == 2
    play(match, "buy", "done")
    assert amounts(match, "court")[RED] == 3
    assert "buy" not in verbs(match)
