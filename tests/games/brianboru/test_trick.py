"""Brian Boru: a trick (BB-20 to BB-23), and the worked example of the rulebook."""

from __future__ import annotations

import pytest

from kronland.games.brianboru.components import published_map
from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.state import TOWN_NAMES, Colour, Phase, Stage
from tests.games.brianboru.table import GREY, OCHRE, PURPLE, RED, amounts, at, happened, play, refused, towns, verbs

LEAD = """
    tricks played: 3
    red: towns N1, holds 2 15 20
    ochre: towns C1, holds 1 16
    turn: red name
    """


@pytest.mark.rule("BB-20")
def test_the_marker_holder_names_a_free_town_and_plays_its_colour_or_white() -> None:
    match = at(LEAD)
    assert refused(match, "name c1", "name_not_free", "BB-20")
    play(match, "name n2")  # blue: only the white card fits
    assert list(match.legal) == ["play 20"]
    assert refused(match, "play 15", "card_does_not_fit", "BB-20")
    match.undo()
    play(match, "name n3")  # red
    assert list(match.legal) == ["play 2", "play 15", "play 20"]
    assert refused(match, "play 7", "card_not_held", "BB-20")


@pytest.mark.rule("BB-20")
def test_a_town_can_be_named_only_with_a_card_for_it() -> None:
    match = at(LEAD.replace(" 20", "").replace("tricks played: 3", "tricks played: 4"))
    assert refused(match, "name n2", "name_without_card", "BB-20")
    assert "name n3" in match.legal


@pytest.mark.rule("BB-20")
def test_the_others_play_any_card_clockwise() -> None:
    match = at(LEAD)
    play(match, "name n3", "play 2")
    assert match.actors == [OCHRE]
    assert "play 1" in match.legal and "play 16" in match.legal
    play(match, "play 16")
    assert match.actors == [PURPLE]


def crowded(colours: str, purple: str, grey: str) -> str:
    """All towns of these colours have a disc of purple or grey, who hold these cards; red has just won a trick and is done."""
    taken = [TOWN_NAMES[town] for town, colour in enumerate(published_map().colour) if "yrb"[colour] in colours]
    return f"""
        tricks played: 4
        winner: red
        battle: 0
        red: holds 2 15, table 25
        ochre: holds 11 18
        purple: towns {" ".join(taken[::2])}, holds {purple}
        grey: towns {" ".join(taken[1::2])}, holds {grey}
        turn: red finish, row primary, chosen
        """


@pytest.mark.rule("BB-20")
def test_the_marker_passes_clockwise_from_a_holder_without_a_fitting_card() -> None:
    match = at(crowded("r", "8 4", "5 24") + "active: N2")
    events = match.play("done")
    assert happened(events, Event.MARKER_PASSES) == [(RED,), (OCHRE,)]
    assert match.actors == [PURPLE] and match.state.marker == PURPLE and match.state.phase == Phase.NAME
    yellow = {TOWN_NAMES[town].lower() for town, colour in enumerate(published_map().colour) if colour == Colour.YELLOW}
    assert {action.removeprefix("name ") for action in match.legal} == yellow


@pytest.mark.rule("BB-20")
@pytest.mark.parametrize("free", ["y", "r", "b", "yr", "yb", "rb"])
def test_a_passed_marker_shows_which_colours_are_not_in_that_hand(free: str) -> None:
    """Those of the free towns, and white, and no other."""
    taken = "".join(colour for colour in "yrb" if colour not in free)
    held = {"y": "1 4", "r": "2 5", "b": "3 6"}[taken[0]]
    active = next(TOWN_NAMES[town] for town, colour in enumerate(published_map().colour) if "yrb"[colour] in free)
    match = at(crowded(taken, "20 21", "22 24").replace("red: holds 2 15", f"red: holds {held}") + f"active: {active}")
    events = match.play("done")
    assert happened(events, Event.MARKER_PASSES)[0] == (RED,)
    assert match.state.lacks[RED] == sum(1 << "yrb".index(colour) for colour in free) | 1 << Colour.WHITE
    assert match.state.lacks[PURPLE] == 0  # who leads has shown nothing yet


@pytest.mark.rule("BB-20")
def test_when_nobody_can_lead_the_tricks_end() -> None:
    match = at(crowded("rb", "8 5", "9 24") + "active: U1")
    events = match.play("done")
    assert happened(events, Event.NOBODY_LEADS) and happened(events, Event.DISCARDED)
    assert match.state.round_number == 2 or match.state.stage > Stage.ROW


EXAMPLE = """
    round: 1
    marker: red
    battle: 9
    red: towns N1, 5 coins, holds 11 3
    ochre: towns L4, 2 coins, track 3, holds 2 6
    purple: towns B2, holds 13 9
    grey: towns M1, 2 coins, track 0, holds 17 12
    turn: red name
    """


@pytest.mark.rule("BB-21")
def test_the_highest_card_of_the_colour_or_white_wins() -> None:
    match = at(EXAMPLE)
    events = play(match, "name c2", "play 11", "play 2", "play 13", "play 17")
    assert happened(events, Event.TRICK_WON) == [(PURPLE, TOWN_NAMES.index("C2"), 12)]
    match = at(EXAMPLE)
    events = play(match, "name c2", "play 11", "play 2", "play 9", "play 17")
    assert happened(events, Event.TRICK_WON) == [(RED, TOWN_NAMES.index("C2"), 10)]


@pytest.mark.rule("BB-21")
def test_white_does_not_win_against_a_higher_card_of_the_colour() -> None:
    match = at(EXAMPLE.replace("holds 2 6", "holds 2 18"))
    events = play(match, "name c2", "play 11", "play 18", "play 13", "play 17")
    assert happened(events, Event.TRICK_WON) == [(OCHRE, TOWN_NAMES.index("C2"), 17)]


@pytest.mark.rule("BB-22")
def test_all_act_in_ascending_value_the_winner_by_the_primary_row() -> None:
    match = at(EXAMPLE)
    play(match, "name c2", "play 11", "play 2", "play 13", "play 17")
    order = []
    while match.state.stage in (Stage.ACTIONS, Stage.ROW):
        order.append(match.actors[0])
        assert verbs(match) == {"row"}
        play(match, "row 2", "done")
    assert order == [OCHRE, RED, GREY]  # purple's primary row, between red and grey, leaves nothing to choose
    assert towns(match, PURPLE) == "B2 C2"


@pytest.mark.rule("BB-22")
def test_a_row_without_effect_may_be_chosen() -> None:
    match = at("battle: 0\nred: towns N1, table 2\nochre: towns C1, table 8\nactive: C2\nwinner: ochre\nturn: red row")
    events = play(match, "row 2")
    assert happened(events, Event.RAIDED) == [] and list(match.legal) == ["done"]


@pytest.mark.rule("BB-22")
def test_a_white_card_with_one_row_leaves_no_choice_of_rows() -> None:
    match = at("red: towns N1, 2 coins, table 20\nochre: towns C1, table 24\nactive: C2\nwinner: ochre\nturn: red finish, row 1, chosen")
    assert list(match.legal) == ["done"]
    match = at("red: towns N1, 2 coins, table 2\nochre: towns C1, table 20\npurple: table 24\nactive: C2\nwinner: purple\nturn: red row")
    events = play(match, "row 1", "done")
    assert happened(events, Event.SECONDARY) == [(RED, 0, 1), (OCHRE, 0, 19)]
    assert amounts(match, "coins")[OCHRE] == 5


@pytest.mark.rule("BB-22")
def test_discards_are_not_shown() -> None:
    match = at(EXAMPLE)
    play(match, "name c2", "play 11", "play 2", "play 13", "play 17", "row 1", "done")
    assert "red 2" not in match.view(RED).text and "red 11" in match.view(RED).text


@pytest.mark.rule("BB-22")
def test_a_choice_can_be_taken_back_until_done() -> None:
    match = at(EXAMPLE)
    play(match, "name c2", "play 11", "play 2", "play 13", "play 17")
    before = match.state
    play(match, "row 2")
    match.undo()
    assert match.state.tobytes() == before.tobytes()
    play(match, "row 1", "done")
    assert match.undo_refusal() is not None


@pytest.mark.rule("BB-23")
def test_the_winner_takes_town_and_marker_and_leads_the_next_trick() -> None:
    match = at(EXAMPLE)
    play(match, "name c2", "play 11", "play 2", "play 13", "play 17", *["row 1", "done"] * 3)
    assert match.state.marker == PURPLE and match.actors == [PURPLE] and match.state.phase == Phase.NAME
    assert "C2" in towns(match, PURPLE)


@pytest.mark.rule("BB-22", "BB-25", "BB-30")
def test_the_worked_example_of_the_rulebook() -> None:
    """Red 11 leads, then red 2, white 13, yellow 17. Kate expands, Deirdre raids, Georgios takes the town, Peer courts."""
    match = at(EXAMPLE.replace("holds 13 9", "track 2, holds 13 9"))
    play(match, "name c2", "play 11", "play 2", "play 13", "play 17")
    assert match.actors == [OCHRE]
    play(match, "row 1")  # three coins make five
    assert set(match.legal) == {"expand l3", "expand l5", "done"}
    play(match, "expand l5", "done")
    assert towns(match, OCHRE) == "L4 L5" and amounts(match, "coins")[OCHRE] == 0
    assert match.actors == [RED]
    play(match, "row 2", "buy", "buy", "done")  # two raiders, and two more for four coins
    assert amounts(match, "raiders") == [4, 0, 0, 0] and amounts(match, "coins")[RED] == 1
    assert towns(match, PURPLE) == "B2 C2" and match.state.marker == PURPLE and amounts(match, "coins")[PURPLE] == 4
    assert match.actors == [GREY]
    play(match, "row 2")
    assert amounts(match, "court")[GREY] == 3  # where ochre is, with purple on the space below
    undone = match.state
    play(match, "done")
    assert amounts(match, "court")[GREY] == 1  # what would have come of it
    match = at(EXAMPLE.replace("holds 13 9", "track 2, holds 13 9"))
    play(match, "name c2", "play 11", "play 2", "play 13", "play 17", "row 1", "done", "row 2", "done", "row 2")
    assert match.state.court[GREY] == undone.court[GREY]
    play(match, "buy", "done")
    assert amounts(match, "court") == [0, 3, 2, 4] and amounts(match, "coins")[GREY] == 0
