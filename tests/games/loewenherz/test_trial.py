"""Löwenherz (1997): trial of power: negotiation and duel (L97-20 to L97-23)."""

from __future__ import annotations

import pytest

from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.state import Offer, Phase
from tests.games.loewenherz.table import GREY, OCHRE, PURPLE, RED, at, ducats, play, refused, verbs


@pytest.mark.rule("L97-20")
def test_exactly_two_may_negotiate():
    match = play(at("turn: red card"), "card 1", "card 2", "card 3", "card 2")
    assert match.state.phase == Phase.NEGOTIATE
    assert verbs(match) == {"offer", "demand", "break"}


@pytest.mark.rule("L97-20")
@pytest.mark.parametrize("cards", ["2221", "1222", "2222"])
def test_three_and_more_fight_a_duel_at_once(cards):
    match = play(at("turn: red card"), *(f"card {card}" for card in cards))
    assert match.state.phase == Phase.BID
    assert match.actors == [seat for seat, card in enumerate(cards) if card == "2"]


# Negotiation ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L97-21")
def test_the_one_nearer_to_the_start_player_begins_and_they_alternate():
    match = play(at("turn: purple card"), "card 1", "card 2", "card 3", "card 2")
    assert match.actors == [GREY]  # purple starts; grey comes before ochre
    match.play("offer 2")
    assert match.actors == [OCHRE] and verbs(match) == {"offer", "demand", "accept", "break"}
    match.play("demand 4")
    assert match.actors == [GREY]


@pytest.mark.rule("L97-21")
def test_fritz_and_gabi():
    """The rulebook's example: 3 ducats are refused, 4 are accepted, and the payer acts."""
    match = at("turn: red negotiate, with ochre")
    play(match, "offer 3", "demand 5", "offer 4", "accept")
    assert ducats(match) == [8, 16, 12, 12]
    assert match.state.phase == Phase.BORDER and match.actors == [RED]


@pytest.mark.rule("L97-21")
def test_who_accepts_a_demand_pays_and_acts():
    match = play(at("turn: red negotiate, with ochre, demand 5"), "accept")
    assert ducats(match) == [7, 17, 12, 12] and match.actors == [RED] and match.state.phase == Phase.BORDER


@pytest.mark.rule("L97-21")
def test_who_accepts_an_offer_is_paid_and_steps_back():
    match = play(at("turn: red negotiate, with ochre, offer 0"), "accept")
    assert ducats(match) == [12, 12, 12, 12] and match.actors == [OCHRE] and match.state.phase == Phase.BORDER


@pytest.mark.rule("L97-21")
def test_an_offer_that_the_payer_cannot_meet_cannot_be_made():
    match = at("red: 3 ducats\nochre: 5 ducats\nturn: red negotiate, with ochre")
    assert {f"offer {n}" for n in range(4)} | {f"demand {n}" for n in range(6)} | {"break"} == set(match.legal)
    assert refused(match, "offer 4", "offer_too_high", "L97-21")
    assert refused(match, "demand 6", "offer_too_high", "L97-21")


@pytest.mark.rule("L97-21")
def test_there_must_be_an_offer_to_accept():
    assert refused(at("turn: red negotiate, with ochre"), "accept", "no_offer", "L97-21")


@pytest.mark.rule("L97-21", "L97-71")
def test_an_offer_that_the_payer_can_no_longer_meet_cannot_be_accepted():
    match = at("""
           a   b
          +---+---+
        1 |.R1|.P1|
          +---+---+
        alliance 1: red-1 purple-1
        red: 12 ducats
        turn: red negotiate, with ochre, demand 4
        """)
    assert "accept" in match.legal
    match.play("end 1")
    assert refused(match, "accept", "offer_not_covered", "L97-21")
    assert "offer 2" in match.legal and "break" in match.legal and match.actors == [RED]


@pytest.mark.rule("L97-21")
def test_treasures_cannot_be_offered():
    match = at("red: 3 ducats, holds treasure-15\nturn: red negotiate, with ochre")
    assert refused(match, "offer 4", "offer_too_high", "L97-21")


@pytest.mark.rule("L97-21")
def test_after_six_offers_it_is_broken_off():
    match = at("turn: red negotiate, with ochre")
    play(match, "offer 1", "offer 1", "demand 3", "offer 2", "offer 3")
    assert match.state.offers == 5 and match.actors == [OCHRE] and "offer 4" in match.legal
    match.play("demand 9")
    assert set(match.legal) == {"accept", "break"}
    assert refused(match, "offer 1", "offers_over", "L97-21")
    assert refused(match, "demand 1", "offers_over", "L97-21")
    match.play("break")
    assert match.state.phase == Phase.BID and match.actors == [RED, OCHRE]


@pytest.mark.rule("L97-21", "L97-20")
def test_either_may_break_off_for_a_duel():
    match = play(at("turn: ochre negotiate, with grey, offer 3"), "break")
    assert match.state.phase == Phase.BID and match.state.duel == 1 and match.actors == [OCHRE, GREY]
    assert match.state.offer == Offer.NONE and ducats(match) == [12] * 4


# Duel -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L97-22")
def test_bids_are_secret_until_all_have_bid_and_the_highest_acts_and_pays():
    match = at("turn: red ochre purple bid")
    match.play("bid 5", OCHRE)
    assert match.actors == [RED, PURPLE]
    assert match.view(RED).state.bid[OCHRE] != 5 and match.view(OCHRE).state.bid[OCHRE] == 5
    assert "bid 5" not in [action for _, action in match.history_for(RED)]
    match.play("bid 0", RED)
    events = match.play("bid 7", PURPLE)
    assert [event[:3] for event in events if event[0] == Event.BID_SHOWN] == [
        (Event.BID_SHOWN, RED, 0),
        (Event.BID_SHOWN, OCHRE, 5),
        (Event.BID_SHOWN, PURPLE, 7),
    ]
    assert ducats(match) == [12, 12, 5, 12]
    assert match.state.phase == Phase.BORDER and match.actors == [PURPLE]


@pytest.mark.rule("L97-22")
def test_a_bid_of_nothing_can_win_nothing_from_a_higher_one_but_may_be_made():
    match = at("red: 0 ducats\nturn: red ochre bid")
    assert list(match.legal_for(RED)) == ["bid 0"]
    match.play("bid 0", RED)
    match.play("bid 1", OCHRE)
    assert match.actors == [OCHRE] and ducats(match)[:2] == [0, 11]


@pytest.mark.rule("L97-22", "L97-73")
def test_treasures_count_and_are_paid_whole_by_the_winner_the_others_keep_theirs():
    match = at("red: 3 ducats, holds treasure-8 treasure-12\nochre: 12 ducats, holds treasure-10\nturn: red ochre bid")
    match.play("bid 12 treasure-10", OCHRE)
    match.play("bid 3 treasure-8-12", RED)
    assert match.actors == [RED] and match.state.phase == Phase.BORDER  # 23 against 22
    assert ducats(match)[:2] == [0, 12]
    assert match.state.hand_size[RED] == 0 and match.state.hand_size[OCHRE] == 1
    assert match.view().state.politics_taker[10] == OCHRE  # all have seen ochre's treasure


@pytest.mark.rule("L97-22")
def test_a_bid_must_be_held():
    match = at("red: 2 ducats, holds treasure-8 fief-5\nturn: red ochre bid")
    assert refused(match, "bid 3", "bid_too_high", "L97-22", RED)
    assert refused(match, "bid 1 treasure-10", "bid_treasure", "L97-22", RED)
    assert refused(match, "bid 0 treasure-8-15", "bid_treasure", "L97-22", RED)
    assert set(match.legal_for(RED)) == {"bid 0", "bid 1", "bid 2", "bid 0 treasure-8", "bid 1 treasure-8", "bid 2 treasure-8"}
    assert match.why("bid 1", GREY).reason == "not_your_decision"


@pytest.mark.rule("L97-22")
def test_nobody_bids_twice():
    match = at("turn: red ochre bid")
    match.play("bid 3", RED)
    assert match.why("bid 4", RED).reason == "not_your_decision"


@pytest.mark.rule("L97-23")
def test_those_tied_for_the_highest_bid_again_without_negotiation():
    match = at("turn: red ochre purple grey bid")
    for seat, bid in ((RED, 4), (OCHRE, 6), (PURPLE, 1), (GREY, 6)):
        match.play(f"bid {bid}", seat)
    assert match.state.phase == Phase.BID and match.state.duel == 2
    assert match.actors == [OCHRE, GREY] and ducats(match) == [12] * 4
    match.play("bid 2", OCHRE)  # a second bid may be lower
    match.play("bid 3", GREY)
    assert match.actors == [GREY] and ducats(match) == [12, 12, 12, 9]


@pytest.mark.rule("L97-23")
def test_a_tie_below_the_highest_is_no_tie():
    match = at("turn: red ochre purple bid")
    for seat, bid in ((RED, 4), (OCHRE, 4), (PURPLE, 5)):
        match.play(f"bid {bid}", seat)
    assert match.actors == [PURPLE] and match.state.phase == Phase.BORDER


@pytest.mark.rule("L97-23", "L97-22")
def test_treasures_and_ducats_can_tie_and_stay_where_they_are():
    match = at("red: 2 ducats, holds treasure-8\nochre: 12 ducats, holds treasure-10\nturn: red ochre bid")
    match.play("bid 2 treasure-8", RED)
    match.play("bid 0 treasure-10", OCHRE)
    s = match.state
    assert s.duel == 2 and match.actors == [RED, OCHRE]
    assert list(s.hand_size[:2]) == [1, 1] and ducats(match)[:2] == [2, 12]
    seen = match.view(GREY).state
    assert seen.politics_taker[9] == RED and seen.politics_taker[10] == OCHRE
    match.play("bid 2 treasure-8", RED)
    match.play("bid 10", OCHRE)
    assert match.state.phase == Phase.CARD  # nobody acts, nobody pays
    assert ducats(match)[:2] == [2, 12] and list(match.state.hand_size[:2]) == [1, 1]


@pytest.mark.rule("L97-23")
def test_after_a_second_tie_nobody_acts_and_nobody_pays():
    match = at("""
        card: A d4b2k1
        red: laid 2
        ochre: laid 2
        purple: laid 3
        start: red
        turn: red ochre bid, again
        """)
    match.play("bid 0", RED)
    match.play("bid 0", OCHRE)
    assert ducats(match) == [12] * 4
    assert match.state.phase == Phase.KNIGHT and match.actors == [PURPLE]  # on with the next action


@pytest.mark.rule("L97-71", "L97-22")
def test_no_alliance_is_ended_during_secret_bids():
    match = at("""
           a   b
          +---+---+
        1 |.R1|.P1|
          +---+---+
        alliance 1: red-1 purple-1
        turn: red ochre bid
        """)
    assert refused(match, "end 1", "not_now", "", RED)
