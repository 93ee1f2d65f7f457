"""Rheinländer: castles and the end of the game (RH-30 to RH-32, RH-50 to RH-52)."""

from __future__ import annotations

import pytest

from kronland.core.components import read_file
from kronland.core.errors import UndoError
from kronland.core.match import Match
from kronland.games.rheinlaender.components import FILE
from kronland.games.rheinlaender.game import GAME
from kronland.games.rheinlaender.positions.position import write
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS
from kronland.games.rheinlaender.rules.events import Event
from kronland.games.rheinlaender.rules.state import Phase
from tests.games.rheinlaender.table import OCHRE, PURPLE, RED, at, castle, coins, duke, events, play, refused, supply, told

HAND = "hand red 10 11 12 14 16\nturn red\n"


def far(count: int, bank: str = "R", first: int = 33, step: int = 2) -> str:
    """So many fields far from the scene, no two of them touching."""
    places = [f"{bank}{n}" for n in range(first, 55, step)]
    assert count <= len(places)
    return " ".join(places[:count])


def scattered(count: int) -> str:
    """So many fields far from the scene for a player who has few knights left."""
    return " ".join([*(f"R{n}" for n in range(33, 55)), *(f"L{n}" for n in range(43, 55))][:count])


@pytest.mark.rule("RH-30")
def test_the_first_knight_beside_a_castle_brings_another_one_on_it():
    match = at(HAND + "spot L11-L12 castle")
    play(match, "card 11", "knight L11")
    assert castle(match, "L11-L12") == "red"
    assert supply(match) == [23, 25, 25]
    assert match.state.phase == Phase.BASTION  # it is no choice


@pytest.mark.rule("RH-30")
def test_a_duchy_without_a_duke_leaves_it_to_the_player():
    match = at(HAND + "knights ochre L9\nknights purple L10\nspot L11-L12 castle")
    play(match, "card 11", "knight L11")
    assert castle(match, "L11-L12") == "red"


@pytest.mark.rule("RH-30")
def test_so_does_a_single_knight_beside_it():
    match = at(HAND + "knights ochre L10\nspot L11-L12 castle")
    play(match, "card 11", "knight L11")
    assert castle(match, "L11-L12") == "red"
    assert duke(match, "L10") == "red"  # two to one


@pytest.mark.rule("RH-30")
def test_in_a_duchy_with_a_duke_that_duke_may_man_it():
    match = at(HAND + "knights ochre L9 L10\nspot L11-L12 castle")
    play(match, "card 11", "knight L11")
    assert match.actors == [OCHRE]
    assert list(match.legal) == ["man", "decline"]
    asked = match.view(OCHRE, "de")  # the place is named, and the castle lit
    assert asked.prompt.startswith("Ein erster Ritter steht auf dem linken Ufer 11") and "kl-asked" in asked.board_svg
    assert refused(match, "man", "not_your_decision", "", RED)
    with pytest.raises(UndoError):
        match.undo()
    play(match, "man")
    assert castle(match, "L11-L12") == "ochre"
    assert supply(match) == [24, 22, 25]
    assert match.actors == [RED] and "kl-asked" not in match.view(OCHRE).board_svg


@pytest.mark.rule("RH-30")
def test_the_own_duke_has_the_choice_too():
    match = at(HAND + "knights red L9 L10\nspot L11-L12 castle")
    play(match, "card 11", "knight L11")
    assert match.actors == [RED] and list(match.legal) == ["man", "decline"]
    play(match, "decline")
    assert castle(match, "L11-L12") is None
    assert duke(match, "L11") == "red"


@pytest.mark.rule("RH-30")
def test_the_dukes_are_those_before_the_placement():
    """Red's duke enters only with this knight, so red has no choice but must man the castle."""
    match = at(HAND + "knights red L9\nknights ochre L10\nspot L11-L12 castle")
    play(match, "card 11", "knight L11")
    assert castle(match, "L11-L12") == "red"
    # and a duke who loses the duchy with this very knight still has the choice
    match = at(HAND + "knights ochre L9 L10\nduke ochre L9\nknights red L7 L8\nspot L11-L12 castle")
    play(match, "card 11", "knight L11")
    assert match.actors == [OCHRE]
    play(match, "decline")
    assert duke(match, "L11") == "red"


@pytest.mark.rule("RH-30")
def test_a_castle_declined_stays_empty_for_good():
    match = at(HAND + "knights red L9 L10\nspot L11-L12 castle\nhand ochre 1 2 3 4 5\nhand purple 6 7 8 9 13")
    play(match, "card 11", "knight L11", "decline", "done", "card 1", "knight L1", "done", "card 6", "knight L6", "done")
    play(match, "card 12", "knight L12")
    assert castle(match, "L11-L12") is None
    assert match.state.phase == Phase.BASTION


@pytest.mark.rule("RH-30")
def test_a_bastion_beside_a_castle_is_no_first_knight():
    match = at(HAND + "bastions L12\nspot L11-L12 castle")
    play(match, "card 11", "knight L11")
    assert castle(match, "L11-L12") == "red"


@pytest.mark.rule("RH-30")
def test_a_castle_stays_empty_for_want_of_knights():
    match = at(HAND + f"knights red {scattered(24)}\nspot L11-L12 castle")
    play(match, "card 11", "knight L11")
    assert castle(match, "L11-L12") is None
    assert "CASTLE_EMPTY" in events(match)
    match = at(HAND + f"knights ochre L9 L10 {scattered(23)}\nlast_turn\nspot L11-L12 castle")
    play(match, "card 11", "knight L11")  # the duke has none left
    assert castle(match, "L11-L12") is None
    assert match.actors == [RED]


@pytest.mark.rule("RH-30", "RH-16")
def test_a_knight_that_comes_by_exchange_is_not_a_first_knight():
    match = at(HAND + "spot L33-L34 church\nknights red L33 L34\nknights ochre L11\nspot L11-L12 castle")
    assert match.state.archbishop == RED
    play(match, "card 11", "replace L11")
    assert castle(match, "L11-L12") is None


@pytest.mark.rule("RH-30")
@pytest.mark.parametrize(
    ("city", "decides"),
    [
        ("spot L8-L9 city_4", OCHRE),  # the more valuable duchy
        ("spot R38-R39 city_4", PURPLE),
        ("", OCHRE),  # of equals the first in turn order
    ],
)
def test_where_the_knight_joins_duchies_of_several_dukes_the_most_valuable_ones_decides(city, decides):
    """On our map a castle's first knight has one neighbour at most; on another one L11 may touch R39 as well."""
    touching = '[map.touching]\nL11 = ["R39"]\nR39 = ["L11"]'
    components = read_file(FILE).replace("[map.touching]", touching)
    land = [line for line in write(Match(GAME, 3, components=components, mode="python").state).splitlines() if is_map(line)]
    match = at("\n".join([*land, HAND, city, "knights ochre L9 L10", "knights purple R39 R40", "spot L11-L12 castle"]))
    play(match, "card 11", "knight L11")
    assert match.actors == [decides]
    play(match, "man")
    assert castle(match, "L11-L12") == ("ochre" if decides == OCHRE else "purple")


def is_map(line: str) -> bool:
    return line.startswith(("section", "touch", "spot")) and (not line.startswith("spot") or line.endswith("none"))


@pytest.mark.rule("RH-31")
def test_the_castle_is_settled_first_and_can_stop_a_take_over():
    position = HAND + "knights ochre L12 L13\nduke ochre L12\nknights red L10 L11\nspot L14-L15 castle"
    match = at(position)
    play(match, "card 14", "knight L14")
    assert match.actors == [OCHRE]
    assert duke(match, "L12") == "ochre"  # nothing is settled yet
    play(match, "man")  # three each
    assert duke(match, "L14") == "ochre"
    assert coins(match) == [0, 0, 0]
    match = at(position)
    play(match, "card 14", "knight L14", "decline")
    assert duke(match, "L14") == "red"
    assert coins(match) == [0, 1, 0]


@pytest.mark.rule("RH-32")
def test_a_new_duke_replaces_the_other_players_castle_knights():
    match = at(
        HAND + "knights ochre L8 L9\nspot L8-L9 castle ochre\nspot L11-L12 castle purple\n"
        "knights red L11 L12 L13 L14\nknights purple W12\nbastions R12"
    )
    play(match, "card 10", "knight L10")  # red 5, ochre 3, purple 2
    assert duke(match, "L8") == "red"
    assert told(match, Event.CASTLE_SWAPPED) == [
        (RED, OCHRE, ALL_FIELDS.index["L8"]),
        (RED, PURPLE, ALL_FIELDS.index["L11"]),
    ]
    assert castle(match, "L8-L9") == castle(match, "L11-L12") == "red"
    assert supply(match)[1:] == [23, 24]  # the replaced knights go home


@pytest.mark.rule("RH-32")
def test_swapping_goes_in_map_order_as_far_as_the_supply_lasts():
    match = at(
        HAND + f"knights ochre L8 L9\nspot L8-L9 castle ochre\nspot L11-L12 castle ochre\nknights red L11 L12 L13 L14 {scattered(19)}"
    )
    assert supply(match)[0] == 2
    play(match, "card 10", "knight L10")  # one knight is left for two castles
    assert (castle(match, "L8-L9"), castle(match, "L11-L12")) == ("red", "ochre")
    assert match.state.last_turn


@pytest.mark.rule("RH-32")
def test_a_first_duke_counts_as_a_change_of_hands():
    match = at(HAND + "knights ochre L9\nspot L8-L9 castle purple\nknights red L11")
    play(match, "card 10", "knight L10")  # a new duchy: red 2, ochre 1, purple 1
    assert castle(match, "L8-L9") == "red"
    match = at(HAND + "knights ochre L9\nspot L8-L9 castle purple\nknights red L10")
    assert duke(match, "L9") is None  # an old duchy that nobody ruled
    play(match, "card 11", "knight L11")
    assert duke(match, "L9") == "red"
    assert castle(match, "L8-L9") == "red"


@pytest.mark.rule("RH-32")
def test_who_did_not_rule_every_old_duchy_has_won_it_anew():
    match = at(HAND + "knights ochre L8\nknights purple L9\nspot L8-L9 castle purple\nknights red L11 L12 L13")
    assert (duke(match, "L8"), duke(match, "L11")) == ("purple", "red")
    play(match, "card 10", "knight L10")  # red 4, purple 2, ochre 1: red ruled one of the two
    assert castle(match, "L8-L9") == "red"


@pytest.mark.rule("RH-32")
def test_growth_under_the_same_duke_swaps_nothing():
    match = at(HAND + "knights red L8 L9 L10\nspot L8-L9 castle ochre")
    play(match, "card 11", "knight L11")
    assert castle(match, "L8-L9") == "ochre"
    match = at(HAND + "knights ochre L9\nspot L8-L9 castle ochre\nknights red L11 L12")
    play(match, "card 10", "knight L10")  # a single knight with its castle joins red's only old duchy
    assert castle(match, "L8-L9") == "ochre"


@pytest.mark.rule("RH-32")
def test_a_duchy_without_a_duke_keeps_its_castle_knights():
    match = at(HAND + "knights ochre L8 L9\nspot L8-L9 castle ochre\nknights red L11 L12\nspot L11-L12 castle purple")
    play(match, "card 10", "knight L10")  # red 3, ochre 3: a tie of two dukes
    assert duke(match, "L10") is None
    assert (castle(match, "L8-L9"), castle(match, "L11-L12")) == ("ochre", "purple")


# The end ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RH-50")
def test_the_game_ends_with_the_turn_in_which_a_supply_runs_out():
    match = at(HAND + f"knights red {scattered(24)}")
    play(match, "card 11", "knight L11")
    assert told(match, Event.LAST_TURN) == [(RED,)]
    assert not match.over and match.state.phase == Phase.BASTION  # the turn is finished
    play(match, "bastion L1", "done")
    assert match.over
    assert match.game.end_name(match.state) == "knights"


@pytest.mark.rule("RH-50")
def test_also_out_of_turn_by_manning_a_castle():
    match = at(HAND + f"knights ochre L9 L10 {scattered(22)}\nspot L11-L12 castle")
    play(match, "card 11", "knight L11", "man")
    assert told(match, Event.LAST_TURN) == [(OCHRE,)]
    play(match, "done")
    assert match.over


@pytest.mark.rule("RH-50")
def test_even_if_a_knight_comes_home_in_that_turn():
    """Red's last knight makes purple duke of the whole, whose knight sends red's home from the castle."""
    match = at(HAND + f"knights red L8 {scattered(22)}\nspot L8-L9 castle red\nknights purple L9 L11 L12 L13")
    assert supply(match)[0] == 1
    play(match, "card 10", "knight L10")  # purple 4, red 3
    assert castle(match, "L8-L9") == "purple"
    assert supply(match)[0] == 1
    play(match, "done")
    assert match.over


@pytest.mark.rule("RH-51")
@pytest.mark.parametrize(("option", "archbishop"), [("on", 5), ("off", 0)])
def test_every_duke_is_paid_with_five_for_himself_and_the_archbishop_if_that_is_played(option, archbishop):
    row = [f"R{n}" for n in range(33, 55)]  # one long duchy of red
    match = at(
        f"option archbishop {option}\nhand red 1 2 3 4 5\nturn red\nknights red {' '.join(row)} L42 L53\n"
        "spot R34-R35 church\nspot R38-R39 city_3\nspot L8-L9 castle ochre\nknights ochre L8\nknights ochre L9\ncoins ochre 4"
    )
    play(match, "card 1", "knight L1", "done")
    assert match.over
    assert told(match, Event.FINAL_DUCHY) == [(OCHRE, 6, ALL_FIELDS.index["L8"]), (RED, 9, ALL_FIELDS.index["R33"])]
    assert coins(match) == [9 + archbishop, 4 + 6, 0]


@pytest.mark.rule("RH-52")
def test_most_money_wins():
    match = at(f"hand red 1 2 3 4 5\nturn red\nknights red {far(11)} {far(11, 'L')} I1 I7\ncoins ochre 3\ncoins purple 2")
    play(match, "card 1", "knight L1", "done")
    assert [entry["rank"] for entry in match.results()] == [3, 1, 2]
    assert told(match, Event.WINNER) == [(OCHRE, 3)]


@pytest.mark.rule("RH-52")
def test_a_tie_is_shared():
    match = at(f"hand red 1 2 3 4 5\nturn red\nknights red {far(11)} {far(11, 'L')} I1 I7\ncoins ochre 3\ncoins purple 3")
    play(match, "card 1", "knight L1", "done")
    assert [entry["share"] for entry in match.results()] == [0, 0.5, 0.5]
    assert told(match, Event.SHARED_WIN) == [(OCHRE, 3), (PURPLE, 3)]
