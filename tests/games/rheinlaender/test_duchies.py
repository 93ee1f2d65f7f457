"""Rheinländer: duchies, dukes and payments, bishop and archbishop (RH-20 to RH-27, RH-40)."""

from __future__ import annotations

import pytest

from kronland.games.rheinlaender.rules.events import Event
from tests.games.rheinlaender.table import OCHRE, PURPLE, RED, at, coins, duke, events, in_duchy, play, told

HAND = "hand red 11 12 13 14 16\nturn red\n"


@pytest.mark.rule("RH-20")
def test_knights_on_connected_fields_form_a_duchy_whatever_their_colours():
    match = at(HAND + "knights ochre L10")
    assert not in_duchy(match, "L10")  # a single knight is none
    play(match, "card 11", "knight L11")
    assert in_duchy(match, "L10") and in_duchy(match, "L11")


@pytest.mark.rule("RH-20")
def test_a_single_knight_is_no_duchy_even_with_a_castle_knight():
    match = at(HAND + "spot L11-L12 castle")
    play(match, "card 11", "knight L11")
    assert "CASTLE_MANNED" in events(match)
    assert not in_duchy(match, "L11")


@pytest.mark.rule("RH-20")
def test_banks_are_joined_by_a_knight_on_the_water_only():
    match = at(HAND + "knights ochre L11\nknights purple R11")
    assert not match.state.duchy.any()
    play(match, "card 11", "knight W11")
    assert len({int(match.state.duchy[field]) for field in (10, 70, 150)}) == 1
    assert duke(match, "W11") is None


@pytest.mark.rule("RH-21")
def test_castle_knights_count():
    match = at(HAND + "knights red L12\nspot L11-L12 castle red\nknights ochre L13 L14")
    assert duke(match, "L12") is None  # two knights each
    play(match, "card 11", "knight L11")
    assert duke(match, "L12") == "red"
    # the castle of two knights that join the same duchy counts once
    assert match.state.strength[match.state.duchy[11]].tolist() == [3, 2, 0, 0, 0]


@pytest.mark.rule("RH-22")
def test_the_duke_enters_with_a_strict_majority_whoever_placed_the_knight():
    match = at(HAND + "knights ochre L10 L12\nhand ochre 1 2 3 4 5")
    play(match, "card 11", "knight L11")
    assert duke(match, "L11") == "ochre"
    assert told(match, Event.DUKE_ENTERS) == [(OCHRE, 10)]


@pytest.mark.rule("RH-22")
def test_a_new_duchy_with_a_tie_has_no_duke():
    match = at(HAND + "knights ochre L10")
    play(match, "card 11", "knight L11")
    assert duke(match, "L11") is None
    assert "DUKE_ENTERS" not in events(match)


@pytest.mark.rule("RH-23")
def test_drawing_level_with_a_sitting_duke_changes_nothing():
    match = at(HAND + "knights ochre L9 L10\nknights red L12\n")
    assert duke(match, "L9") == "ochre"
    play(match, "card 11", "knight L11")
    assert duke(match, "L11") == "ochre"
    assert coins(match) == [0, 0, 0]
    assert told(match, Event.DUKE_STAYS) == [(OCHRE,)]


@pytest.mark.rule("RH-23")
def test_two_others_level_above_him_change_nothing():
    match = at(HAND + "knights ochre L10 L11\nduke ochre L10\nknights red L12 L13\nknights purple L14 L15 L17\n")
    play(match, "card 16", "knight L16")  # ochre 2, red 3, purple 3
    assert duke(match, "L16") == "ochre"
    assert coins(match) == [0, 0, 0]


@pytest.mark.rule("RH-23", "RH-26")
def test_a_take_over_pays_the_old_value_and_the_new_duke_enters():
    match = at(HAND + "knights ochre L9 L10\nknights red L11 L12 L14\nduke ochre L10\nspot L8-L9 city_4\nspot L14-L15 city_3")
    play(match, "card 13", "knight L13")  # red 4, ochre 2; the city at L14 comes with this knight
    assert duke(match, "L9") == "red"
    assert events(match) == ["DEPLOYED", "DUKE_OUSTED", "DUKE_ENTERS"]
    assert coins(match) == [0, 5, 0]  # 1 and 4, not the 3 that have just come


@pytest.mark.rule("RH-24")
def test_a_merger_with_a_majority_pays_the_other_duke():
    match = at(HAND + "knights red W10 L9 L10\nbastions R10\nknights ochre L12 L13\nspot L11-L12 city_2\nspot L8-L9 church")
    play(match, "card 11", "knight L11")  # red 4, ochre 2
    assert duke(match, "L13") == "red"
    assert told(match, Event.DUKE_OUSTED) == [(OCHRE, 3)]
    assert coins(match) == [0, 3, 0]
    assert match.state.worth[match.state.duchy[8]] == 1 + 2  # the church and the city are in the whole


@pytest.mark.rule("RH-24")
def test_three_duchies_become_one_and_two_dukes_are_paid():
    """The water of section 11 joins the left bank, the right bank and the river upstream."""
    match = at(
        HAND + "knights red L9 L10 L11\nknights ochre R11 R10\nspot R10-R11 city_4\nknights purple W12 W13\nbastions L12 R12 L13 R13"
    )
    assert (duke(match, "L9"), duke(match, "R11"), duke(match, "W13")) == ("red", "ochre", "purple")
    play(match, "card 11", "knight W11")  # red 4, ochre 2, purple 2
    assert duke(match, "W12") == "red"
    assert sorted(told(match, Event.DUKE_OUSTED)) == [(OCHRE, 5), (PURPLE, 1)]
    assert coins(match) == [0, 5, 1]


@pytest.mark.rule("RH-24")
def test_of_several_own_dukes_the_most_valuable_stays_and_the_others_are_paid():
    match = at(HAND + "knights red L9 L10 L12 L13\nspot L8-L9 church\nspot L11-L12 city_3")
    play(match, "card 11", "knight L11")
    assert duke(match, "L9") == "red"
    assert told(match, Event.DUKE_MERGED) == [(RED, 2)]  # the city's duke stays
    assert "DUKE_ENTERS" not in events(match)
    assert coins(match) == [2, 0, 0]


@pytest.mark.rule("RH-24")
def test_a_duchy_without_a_duke_may_be_part_of_a_merger():
    match = at(HAND + "knights red L9 L10\nknights ochre L12\nknights purple L13")
    assert duke(match, "L12") is None
    play(match, "card 11", "knight L11")
    assert duke(match, "L13") == "red"
    assert coins(match) == [0, 0, 0]


@pytest.mark.rule("RH-24")
def test_a_player_without_a_duke_there_can_win_the_merger():
    """Red has no duke before, but the majority of the whole: both old dukes are paid."""
    match = at(
        HAND
        + "knights ochre L8 L9\nknights red L10 L12\nduke ochre L9\nknights purple L13 L14\nduke purple L13\n"
        + "knights red W10\nbastions R10\n"
    )
    play(match, "card 11", "knight L11")  # red 4 (L10, L11, L12, W10), ochre 2, purple 2
    assert duke(match, "L11") == "red"
    assert told(match, Event.DUKE_OUSTED) == [(OCHRE, 1), (PURPLE, 1)]


@pytest.mark.rule("RH-25")
def test_a_tie_in_a_merger_of_two_dukes_sends_both_home_with_their_pay():
    match = at(HAND + "knights ochre L9 L10\nspot L8-L9 city_4\nknights purple L12 L13\nspot L11-L12 church")
    play(match, "card 11", "knight L11")  # ochre 2, purple 2, red 1
    assert duke(match, "L11") is None
    assert told(match, Event.DUKE_OF_TIE) == [(OCHRE, 5), (PURPLE, 2)]
    assert coins(match) == [0, 5, 2]


@pytest.mark.rule("RH-25")
def test_the_tie_may_be_between_a_duke_and_a_player_without_one():
    match = at(HAND + "knights ochre L8 L9\nduke ochre L8\nknights red L10 L12\nknights purple L13 L14 L7\nduke purple L13")
    play(match, "card 11", "knight L11")  # red 3, purple 3, ochre 2
    assert duke(match, "L11") is None
    assert coins(match) == [0, 1, 1]


@pytest.mark.rule("RH-25")
def test_the_tie_may_be_between_two_players_without_a_duke():
    match = at(
        "players 4\nhand red 11 1 2 3 4\nturn red\nknights ochre L9 L10\nduke ochre L9\nknights grey L7 L8\n"
        "knights purple L12 L13\nduke purple L12\nknights red L14 L15\nknights grey L16"
    )
    play(match, "card 11", "knight L11")  # red 3, grey 3, ochre 2, purple 2
    assert duke(match, "L11") is None
    assert told(match, Event.DUKE_OF_TIE) == [(OCHRE, 1), (PURPLE, 1)]


@pytest.mark.rule("RH-25")
def test_also_when_all_dukes_are_one_players():
    match = at(
        HAND + "knights ochre L7 L8\nknights purple L9 L10\nduke ochre L7\nknights ochre L14 L15\nknights purple L12 L13\nduke ochre L14"
    )
    play(match, "card 11", "knight L11")  # ochre 4, purple 4, red 1
    assert duke(match, "L11") is None
    assert told(match, Event.DUKE_OF_TIE) == [(OCHRE, 1), (OCHRE, 1)]


@pytest.mark.rule("RH-25")
def test_a_single_duke_among_the_merging_duchies_stays_on_a_tie():
    match = at(HAND + "knights ochre L9 L10\nknights red L12\nknights purple L13")
    play(match, "card 11", "knight L11")  # ochre 2, red 2, purple 1
    assert duke(match, "L13") == "ochre"
    assert told(match, Event.DUKE_STAYS) == [(OCHRE,)]
    assert coins(match) == [0, 0, 0]


@pytest.mark.rule("RH-26")
def test_the_value_of_a_duchy():
    """1 for the duke, 1 a castle, 1 a church, 2 to 4 a city; one field beside the building is enough."""
    match = at(
        "hand red 11 1 2 3 4\nknights ochre L9 L10\nspot L8-L9 castle\nknights ochre W9\nbastions R9\nspot L11-L12 church\n"
        "knights red L13 L14 L15\nspot L14-L15 city_3\nknights red L12\nturn red"
    )
    assert match.state.worth[match.state.duchy[8]] == 1
    assert match.state.worth[match.state.duchy[12]] == 1 + 3
    play(match, "card 11", "knight L11")  # red 5, ochre 3
    assert coins(match) == [0, 2, 0]


@pytest.mark.rule("RH-27")
def test_payments_are_open_and_totals_shown_only_with_open_money():
    position = HAND + "knights ochre L9 L10\nspot L8-L9 city_4\nknights purple L12 L13\ncoins ochre 77"
    match = at(position)
    play(match, "card 11", "knight L11")
    assert told(match, Event.DUKE_OF_TIE) == [(OCHRE, 5), (PURPLE, 1)]  # everyone is told
    assert coins(match) == [0, 82, 1]
    assert match.view(RED).state.coins[OCHRE] == 82  # the rules layer knows
    assert "82" not in match.view(RED).text and "82" in match.view(OCHRE).text
    assert "77" in at(position + "\noption open_money on").view(RED).text


@pytest.mark.rule("RH-40")
def test_a_bishop_for_each_duke_with_a_church_and_the_archbishop_for_the_most():
    match = at(HAND + "knights red L10\nspot L11-L12 church\nknights ochre R3 R4\nspot R3-R4 church\nspot L8-L9 church")
    assert match.state.bishops.tolist() == [0, 1, 0, 0, 0]
    assert match.state.archbishop == OCHRE
    play(match, "card 11", "knight L11")
    assert match.state.bishops.tolist() == [1, 1, 0, 0, 0]
    assert match.state.archbishop == -1  # on a tie it lies aside
    assert "ARCHBISHOP_ASIDE" in events(match)


@pytest.mark.rule("RH-40")
def test_two_churches_in_one_duchy_are_one_bishop_and_a_duchy_without_a_duke_has_none():
    match = at(HAND + "knights red L9 L10\nspot L8-L9 church\nspot L11-L12 church\nknights ochre R3\nknights purple R4\nspot R3-R4 church")
    assert match.state.bishops.tolist() == [1, 0, 0, 0, 0]
    play(match, "card 11", "knight L11")
    assert match.state.bishops.tolist() == [1, 0, 0, 0, 0]
    assert match.state.churches[match.state.duchy[8]] == 2
    assert match.state.archbishop == RED
