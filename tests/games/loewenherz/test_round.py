"""Löwenherz (1997): a round (L97-10 to L97-15), and ducats (L97-30)."""

from __future__ import annotations

import pytest

from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.state import End, Phase
from tests.games.loewenherz.table import GREY, OCHRE, PURPLE, RED, at, ducats, play, refused, scores, verbs

MOUNTAINS = """
       a   b   c   d   e   f
      +---+---+---+---+---+---+
    1 |.R1 .r  m  |.O1 .o |.P1|
      +   +   +   +   +   +   +
    2 |m   .   m  |m   .  |.p |
      +---+---+---+---+---+---+
    3 |m   m   m   .   .   .
    """


# SILVER and KING ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L97-10")
def test_silver_scores_a_point_for_every_mountain_in_own_regions_and_the_next_card_is_turned_up():
    match = at(
        MOUNTAINS
        + """
        gone A: d6b2k1 pb3k1 pb2b3 d8b2b3 d6b3k1
        card: A d4b2k1
        left B: silver pb2k2 d8b2k2 d6b2k1 pb3k1 pb2b3 d4b2k1
        red: 5 points, laid 1
        ochre: laid 1
        purple: laid 1
        turn: grey card
        """
    )
    events = match.play("card 1")
    assert scores(match) == [5 + 3, 1, 0, 0]  # the mountains of row 3 are in no region
    assert Event.SILVER in [event[0] for event in events]
    s = match.state
    assert s.card[s.deck[s.drawn - 1]].tolist() == [65, 34, 50]  # politics, 2 borders, 2 knights
    assert s.phase == Phase.CARD and match.actors == [OCHRE]


@pytest.mark.rule("L97-10")
def test_two_silver_finds_in_a_row():
    match = at(
        MOUNTAINS
        + """
        gone B: d8b2k2 d6b2k1 pb2k2 pb3k1 pb2b3
        card: B d4b2k1
        left C: silver d4b2k2 d6b2k1 pb2k1 d8b3k2 pk1k2 pb1b2
        red: laid 1
        ochre: laid 1
        purple: laid 1
        turn: grey card
        """
    )
    match.play("card 1")
    assert scores(match) == [6, 2, 0, 0]


@pytest.mark.rule("L97-10")
def test_the_neutral_colour_scores_no_silver():
    match = at(
        MOUNTAINS.replace("P1", "G1").replace(".p", ".g")
        + """
        players: 3
        gone A: d6b2k1 pb3k1 pb2b3 d8b2b3 d6b3k1
        card: A d4b2k1
        left B: silver pb2k2 d8b2k2 d6b2k1 pb3k1 pb2b3 d4b2k1
        red: laid 1+2
        ochre: laid 1
        turn: purple card
        """
    )
    play(match, "card 1", "done")
    assert scores(match) == [3, 1, 0] and match.state.score[3] == 0


@pytest.mark.rule("L97-10", "L97-90")
def test_the_king_ends_the_game_at_once():
    match = at(
        """
        gone E: pb2k2 pk1k2
        card: E d8k1k2
        red: laid 1
        ochre: laid 1
        purple: laid 1
        turn: grey card
        """
    )
    match.play("card 1")
    assert match.over and match.state.ended == End.KING and match.actors == []
    assert match.why("card 1").reason == "game_over"


@pytest.mark.rule("L97-10")
def test_the_king_may_come_before_other_cards_of_his_pile():
    match = at("card: E pb2k2\nleft E: king d8k1k2 pk1k2\nturn: red pile")
    play(match, "done")
    assert match.over


# Decision cards -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L97-11")
def test_from_the_start_player_clockwise_each_lays_one_card_open():
    match = at("turn: purple card")
    for seat in (PURPLE, GREY, RED, OCHRE):
        assert match.actors == [seat]
        assert refused(match, "card 1+2", "number_of_cards", "L97-11")
        match.play("card 1")
        if seat != OCHRE:
            assert all(match.view(reader).state.laid[seat] == 1 for reader in range(-1, 4))


@pytest.mark.rule("L97-11")
@pytest.mark.parametrize("players", [2, 3])
def test_with_two_and_three_players_the_start_player_lays_two_different_ones(players):
    match = at(f"players: {players}\nturn: ochre card")
    assert list(match.legal) == ["card 1+2", "card 1+3", "card 2+3"]
    assert refused(match, "card 1", "number_of_cards", "L97-11")
    match.play("card 1+3")
    assert list(match.legal) == ["card 1", "card 2", "card 3"]
    assert refused(match, "card 2+3", "number_of_cards", "L97-11")


NEIGHBOURS = """
       a   b   c   d
      +---+---+---+---+
    1 |.R1 .r |.O1 .o |
      +   +   +   +   +
    2 |.   .  |.   .  |
      +---+---+---+---+
    3 |.P1 .p |.   .  |
      +---+---+---+---+
    """


@pytest.mark.rule("L97-12")
def test_a_politics_card_works_at_once_before_the_next_player_decides():
    match = at(NEIGHBOURS + "red: holds alliance deserter fief-3 treasure-8\nturn: red card")
    assert verbs(match) == {"card", "alliance", "deserter"}  # fiefs and treasures are not played here
    match.play("alliance castle-1 ochre-1")
    assert match.state.ally_one[0] >= 0 and match.actors == [RED] and match.state.phase == Phase.CARD


@pytest.mark.rule("L97-12")
def test_one_politics_card_with_each_decision_card():
    match = at(NEIGHBOURS + "red: holds alliance alliance deserter\nturn: red card")
    match.play("alliance castle-1 ochre-1")
    assert refused(match, "alliance castle-1 purple-1", "politics_played", "L97-12")
    assert refused(match, "deserter castle-1 purple-1", "politics_played", "L97-12")
    assert verbs(match) == {"card", "end"}


@pytest.mark.rule("L97-12")
def test_who_lays_two_decision_cards_may_play_two_politics_cards():
    match = at(NEIGHBOURS + "players: 3\nred: holds alliance alliance deserter\nturn: red card")
    play(match, "alliance castle-1 ochre-1", "deserter castle-1 purple-1", "remove b3", "knight b2")
    assert refused(match, "alliance castle-1 purple-1", "politics_played", "L97-12")


@pytest.mark.rule("L97-12", "L97-11")
@pytest.mark.parametrize(("players", "first"), [(3, 2), (4, 1)])
def test_the_number_of_politics_cards_is_counted_anew_for_every_player(players, first):
    cards = "red: laid 1+2" if players == 3 else "red: laid 2\npurple: laid 1"
    match = at(NEIGHBOURS + f"players: {players}\n{cards}\nochre: laid 1\nturn: {'purple' if players == 3 else 'grey'} card, politics 0")
    play(match, "card 1", "done")  # red alone set borders
    assert match.actors == [OCHRE] and match.state.politics_left == first
    match.play("card 1+2" if players == 3 else "card 1")
    assert match.actors == [PURPLE] and match.state.politics_left == 1


@pytest.mark.rule("L97-12")
def test_only_cards_in_hand_can_be_played():
    match = at(NEIGHBOURS + "ochre: holds alliance deserter\nturn: red card")
    assert refused(match, "alliance castle-1 ochre-1", "no_alliance_card", "L97-12")
    assert refused(match, "deserter castle-1 ochre-1", "no_deserter_card", "L97-12")


@pytest.mark.rule("L97-12")
def test_politics_cards_are_played_only_while_decision_cards_are_laid():
    match = at(NEIGHBOURS + "red: holds alliance\nturn: red borders 2")
    assert refused(match, "alliance castle-1 ochre-1", "not_now", "")


# Actions 1, 2, 3 ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L97-13")
def test_actions_are_carried_out_in_the_order_of_the_card():
    match = at("card: C pb1b2\nred: laid 3\nochre: laid 2\npurple: laid 1\nstart: red\nturn: purple pile")
    assert match.state.step == 0
    match.play("done")
    assert match.actors == [OCHRE] and match.state.phase == Phase.BORDER and match.state.left == 1
    match.play("done")
    assert match.actors == [RED] and match.state.phase == Phase.BORDER and match.state.left == 2
    match.play("done")
    assert match.state.phase == Phase.CARD and match.actors == [OCHRE]


@pytest.mark.rule("L97-13", "L97-30")
@pytest.mark.parametrize(
    ("card", "takers", "each"), [("d4b2k1", 1, 4), ("d4b2k1", 3, 1), ("d8b2k2", 3, 2), ("d6b2k1", 4, 1), ("d8b2k2", 4, 2)]
)
def test_ducats_are_shared_by_all_who_chose_them_rounded_down(card, takers, each):
    position = f"card: {card}\nturn: red card"
    match = at(position)
    for seat in range(4):
        match.play("card 1" if seat < takers else "card 2")
    assert ducats(match) == [12 + each] * takers + [12] * (4 - takers)
    assert match.state.phase in (Phase.CARD, Phase.BORDER, Phase.NEGOTIATE, Phase.BID)


@pytest.mark.rule("L97-13")
def test_who_is_alone_carries_an_action_out():
    match = at("turn: red card")
    play(match, "card 3", "card 1", "card 1", "card 2")
    assert match.state.phase == Phase.BORDER and match.actors == [GREY]
    match.play("done")
    assert match.state.phase == Phase.KNIGHT and match.actors == [RED]


@pytest.mark.rule("L97-13", "L97-20")
def test_an_action_chosen_by_several_leads_to_a_trial_of_power():
    match = play(at("turn: red card"), "card 2", "card 2", "card 3", "card 3")
    assert match.state.phase == Phase.NEGOTIATE and match.actors == [RED]
    match = play(at("card: A pb3k1\nturn: red card"), "card 1", "card 1", "card 2", "card 3")
    assert match.state.phase == Phase.NEGOTIATE  # politics cards cannot be shared


@pytest.mark.rule("L97-13")
def test_the_two_cards_of_a_start_player_are_two_choices():
    match = at("players: 2\ncard: A d4b2k1\nturn: red card")
    play(match, "card 1+2", "card 1")
    assert ducats(match) == [14, 14] and match.state.phase == Phase.BORDER and match.actors == [RED]


@pytest.mark.rule("L97-14")
def test_an_action_may_be_carried_out_partly_or_not_at_all():
    board = NEIGHBOURS + "turn: purple borders 3"
    assert "done" in at(board).legal
    match = play(at(board), "border h8-h9")
    assert match.state.left == 2
    match.play("done")
    assert match.state.phase == Phase.CARD
    assert play(at(NEIGHBOURS + "turn: red knights 2"), "done").state.phase == Phase.CARD
    assert play(at("turn: red pile"), "done").state.phase == Phase.CARD


@pytest.mark.rule("L97-15")
def test_decision_cards_return_and_the_start_player_passes_on():
    match = play(at("start: grey\nred: laid 2\nturn: red borders 2"), "done")
    assert list(match.state.laid) == [0, 0, 0, 0]
    assert match.state.start == RED and match.actors == [RED] and match.state.round_number == 2
    assert list(match.legal) == ["card 1", "card 2", "card 3"]
