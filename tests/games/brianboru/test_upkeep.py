"""Brian Boru: marriage, battle and church (BB-40 to BB-60)."""

from __future__ import annotations

import pytest

from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.state import ESTRID, NOBODY, TOWN_NAMES, Phase, Stage
from tests.games.brianboru.table import (
    GREY,
    OCHRE,
    PURPLE,
    RED,
    amounts,
    at,
    from_stage,
    happened,
    monasteries,
    play,
    refused,
    towns,
    vikings,
)

ANY = "turn: red name"  # a decision for a position whose next stage is run by itself
NEXT = "round: 1\nbattle: 0\n"


# Marriage ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BB-40")
def test_the_highest_disc_takes_the_card_and_returns_to_nought_and_the_others_get_their_rewards() -> None:
    s, events = from_stage(
        NEXT
        + """
        marriages: Aoife Brigid Conall Estrid Cormac Niall Orlaith Aodhán
        red: track 7
        ochre: track 5
        purple: track 3
        grey: track 1
        """
        + ANY,
        Stage.WEDDING,
    )
    assert happened(events, Event.WEDDING) == [(RED, 1)]
    assert s.points[:4].tolist() == [12, 10, 10, 10] and s.renown[:4].tolist() == [2, 1, 1, 1]
    assert s.coins[:4].tolist() == [3, 5, 4, 3]
    assert s.court[:4].tolist() == [0, 5, 3, 1]
    assert s.spouse[1] == RED


@pytest.mark.rule("BB-40")
def test_the_space_of_renown() -> None:
    s, _ = from_stage(
        NEXT + "marriages: Brigid Aoife Conall Estrid Cormac Niall Orlaith Aodhán\nred: track 9\nochre: track 7\n" + ANY, Stage.WEDDING
    )
    assert s.points[RED] == 14 and s.renown[:4].tolist() == [1, 2, 1, 1]


@pytest.mark.rule("BB-40")
def test_if_all_are_on_nought_the_card_is_removed() -> None:
    s, events = from_stage(NEXT + ANY, Stage.WEDDING)
    assert happened(events, Event.NO_WEDDING) and not happened(events, Event.WEDDING)
    assert all(s.spouse == NOBODY) and s.coins[:4].tolist() == [3] * 4


DOWRY = "round: 1\nmarriages: Conall Aoife Brigid Estrid Cormac Niall Orlaith Aodhán\nbattle: 0\n"


@pytest.mark.rule("BB-41")
def test_a_town_by_marriage_lies_in_the_named_region() -> None:
    match = at(DOWRY + "red: track 4, towns N1\nochre: towns S1\nturn: red dowry")
    assert refused(match, "settle s1", "reward_not_free", "BB-41")
    assert refused(match, "settle n2", "reward_region", "BB-41")
    assert {action.split()[1] for action in match.legal} == {"s2", "s3", "s4", "s5", "s6"}
    play(match, "settle s3")
    assert towns(match, RED) == "N1 S3" and amounts(match, "court")[RED] == 0


@pytest.mark.rule("BB-41")
def test_without_a_free_town_in_the_region_the_reward_lapses() -> None:
    s, events = from_stage(DOWRY + "red: track 4\nochre: towns S1 S2 S3 S4 S5 S6\n" + ANY, Stage.WEDDING)
    assert happened(events, Event.TOWN_LAPSES) == [(RED,)] and s.points[RED] == 12 and s.court[RED] == 0


@pytest.mark.rule("BB-41")
def test_a_town_on_the_track_is_mandatory_and_may_be_any_free_one() -> None:
    s, _ = from_stage(DOWRY + "red: track 9\nochre: track 8, towns S1 S2 S3 S4 S5 S6\n" + ANY, Stage.WEDDING)
    assert s.phase == Phase.REWARD and s.seat == OCHRE
    match = at(DOWRY + "red: towns N1\nochre: track 8, towns C1\nturn: ochre reward")
    assert len(match.legal) == 51 and refused(match, "settle n1", "reward_not_free", "BB-41")
    assert match.why("done") is not None
    play(match, "settle m10")
    assert towns(match, OCHRE) == "C1 M10" and amounts(match, "court")[OCHRE] == 8


@pytest.mark.rule("BB-41")
def test_with_no_free_town_at_all_the_track_gives_none() -> None:
    north, south = " ".join(TOWN_NAMES[:30]), " ".join(TOWN_NAMES[30:])
    s, events = from_stage(f"{DOWRY}red: track 9, towns {north}\nochre: track 8, towns {south}\nturn: red monastery, leader", Stage.WEDDING)
    assert happened(events, Event.TOWN_LAPSES) == [(RED,), (OCHRE,)]
    assert s.court[OCHRE] == 8


ESTRID_AT = "round: 4\nbattle: 0\nred: towns N1, track 3\nochre: towns L1!\npurple: towns C1\ngrey: towns M1\nturn: red estrid"


@pytest.mark.rule("BB-42")
@pytest.mark.parametrize(("choice", "points"), [("pact", 0), ("trade", 0), ("decline", 4)])
def test_estrid_offers_three_choices(choice: str, points: int) -> None:
    match = at(ESTRID_AT)
    assert set(match.legal) == {"pact", "trade", "decline"}
    events = match.play(choice)
    s = match.state
    assert (s.pact == RED) == (choice == "pact") and (s.trade == RED) == (choice == "trade")
    assert (s.spouse[ESTRID] == RED) == (choice != "decline")
    assert [points for _, points in happened(events, Event.ESTRID_POINTS)] == ([points] if points else [])


# Battle -----------------------------------------------------------------------------------------------------------------------------


def fight(raiders: tuple[int, int, int, int], battle: int = 1, marker: str = "red", towns: str = "N1 N2,L1,M1,C1") -> str:
    lines = [
        f"{name}: {amount} raiders, towns {own}"
        for name, amount, own in zip(("red", "ochre", "purple", "grey"), raiders, towns.split(","), strict=True)
    ]
    return f"round: 1\nmarker: {marker}\nbattle: {battle}\n" + "\n".join(line.removesuffix(", towns ") for line in lines) + "\n"


@pytest.mark.rule("BB-50")
def test_without_a_raider_left_nobody_loses_a_town() -> None:
    s, events = from_stage(fight((0, 1, 2, 3), battle=0) + ANY, Stage.BATTLE)
    assert happened(events, Event.REPELLED) and not int(s.vikings)


@pytest.mark.rule("BB-50")
def test_the_sole_holder_of_most_chooses_the_town_of_who_has_fewest() -> None:
    s, _ = from_stage(fight((0, 1, 2, 3)) + ANY, Stage.BATTLE)
    assert (s.phase, s.seat, s.victim) == (Phase.LOSS, GREY, RED)
    match = at(fight((0, 1, 2, 3)) + "turn: grey lose red")
    assert set(match.legal) == {"lose n1", "lose n2"}
    assert refused(match, "lose l1", "loss_other", "BB-50")
    play(match, "lose n2")
    assert vikings(match) == "N2" and towns(match, RED) == "N1 N2"  # the own disc stays below


@pytest.mark.rule("BB-50")
def test_tie_for_fewest_all_of_them_lose_a_town_clockwise_from_the_marker() -> None:
    match = at(fight((0, 0, 0, 3), marker="ochre") + "turn: grey lose ochre")
    play(match, "lose l1")
    assert match.actors == [GREY] and match.state.victim == PURPLE
    play(match, "lose m1")
    assert match.actors == [GREY] and match.state.victim == RED
    play(match, "lose n1")
    assert vikings(match) == "N1 L1 M1"


@pytest.mark.rule("BB-50")
def test_tie_for_most_each_loser_chooses() -> None:
    s, _ = from_stage(fight((0, 1, 3, 3)) + ANY, Stage.BATTLE)
    assert (s.phase, s.seat, s.victim) == (Phase.LOSS, RED, RED)


@pytest.mark.rule("BB-50")
def test_when_all_hold_the_same_all_lose_a_town_of_their_choice() -> None:
    match = at(fight((0, 0, 0, 0)) + "turn: red lose red")
    for seat, town in ((RED, "n1"), (OCHRE, "l1"), (PURPLE, "m1"), (GREY, "c1")):
        assert match.actors == [seat] and match.state.victim == seat
        assert str(play(match, f"lose {town}")[0]).endswith(f" loses {town.upper()} to the Vikings.")  # not "Red chose it" of Red's own
    assert vikings(match) == "N1 C1 L1 M1"


@pytest.mark.rule("BB-50")
def test_who_controls_no_town_loses_none_and_nobody_else_does() -> None:
    s, events = from_stage(fight((0, 1, 2, 3), towns="N1!,L1,M1,C1") + ANY, Stage.BATTLE)
    assert happened(events, Event.NO_TOWN_TO_LOSE) == [(RED,)] and not happened(events, Event.TOWN_LOST)
    assert s.round_number == 2


@pytest.mark.rule("BB-50")
def test_raiders_kept_from_earlier_rounds_count() -> None:
    """[EN] All that a player holds counts: red took none in this round, and still does not have fewest."""
    s, _ = from_stage(fight((4, 1, 2, 3)) + ANY, Stage.BATTLE)
    assert (s.seat, s.victim) == (RED, OCHRE)


@pytest.mark.rule("BB-51")
def test_spoils_of_the_sole_leader_and_then_of_whoever_has_most() -> None:
    s, events = from_stage(fight((0, 1, 2, 3), battle=0).replace("grey: 3 raiders", "grey: 3 raiders, 2 renown") + ANY, Stage.SPOILS)
    assert s.renown[GREY] == 3 and s.points[:4].tolist() == [10, 10, 11, 13]  # renown first, then a point for each
    assert s.raiders[:4].tolist() == [0, 1, 1, 0] and s.battle == s.fleet[1]
    assert happened(events, Event.SPOILS_POINTS) == [(GREY, 3)]


@pytest.mark.rule("BB-51")
def test_tie_for_most_skips_renown_but_all_of_them_get_a_point() -> None:
    s, events = from_stage(fight((0, 1, 3, 3), battle=0) + ANY, Stage.SPOILS)
    assert happened(events, Event.SPOILS_TIED) and not happened(events, Event.SPOILS_RENOWN)
    assert s.points[:4].tolist() == [10, 10, 11, 11] and s.raiders[:4].tolist() == [0, 1, 2, 2]


@pytest.mark.rule("BB-51")
def test_second_place_may_be_shared() -> None:
    s, _ = from_stage(fight((0, 2, 2, 3), battle=0) + ANY, Stage.SPOILS)
    assert s.points[:4].tolist() == [10, 11, 11, 12] and s.raiders[:4].tolist() == [0, 1, 1, 0]


@pytest.mark.rule("BB-51")
def test_nobody_scores_with_no_raiders() -> None:
    s, events = from_stage(fight((0, 0, 0, 0), battle=0) + ANY, Stage.SPOILS)
    assert s.points[:4].tolist() == [10] * 4 and not happened(events, Event.SECOND_SPOILS)
    s, _ = from_stage(fight((0, 0, 0, 2), battle=0) + ANY, Stage.SPOILS)
    assert s.points[:4].tolist() == [10, 10, 10, 12]


@pytest.mark.rule("BB-51")
def test_spoils_come_even_if_the_vikings_were_not_beaten() -> None:
    match = at(fight((0, 1, 2, 3), battle=4) + "turn: grey lose red")
    play(match, "lose n1")
    assert amounts(match, "points") == [10, 10, 11, 12] and amounts(match, "raiders") == [0, 1, 1, 0]


# Church -----------------------------------------------------------------------------------------------------------------------------


def church(discs: tuple[int, int, int, int], towns: str = "N1 N2,L1 L2,M1 M2,C1 C2", marker: str = "red") -> str:
    lines = [
        f"{name}: {amount} church, towns {own}"
        for name, amount, own in zip(("red", "ochre", "purple", "grey"), discs, towns.split(","), strict=True)
    ]
    return f"round: 1\nmarker: {marker}\nbattle: 0\n" + "\n".join(lines) + "\n"


@pytest.mark.rule("BB-60")
def test_the_sole_leader_puts_a_monastery_takes_the_marker_and_all_discs_back() -> None:
    match = at(church((0, 1, 3, 2), towns="N1,L1,M1 M2+ M3!,C1") + "turn: purple monastery, leader")
    assert set(match.legal) == {"monastery m1"}
    assert refused(match, "monastery m2", "monastery_there", "BB-60")
    assert refused(match, "monastery m3", "monastery_other", "BB-60")
    assert refused(match, "monastery n1", "monastery_other", "BB-60")
    play(match, "monastery m1")
    assert monasteries(match) == "M1 M2" and match.state.marker == PURPLE
    assert amounts(match, "church") == [0, 1, 0, 1] and amounts(match, "points") == [10, 10, 10, 11]


@pytest.mark.rule("BB-60")
def test_tie_for_the_lead_skips_monastery_and_marker_but_all_of_them_get_a_point() -> None:
    s, events = from_stage(church((0, 1, 3, 3)) + ANY, Stage.CHURCH)
    assert happened(events, Event.CHURCH_TIED) and not happened(events, Event.MONASTERY)
    assert s.marker == RED and s.points[:4].tolist() == [10, 10, 11, 11] and s.church[:4].tolist() == [0, 1, 2, 2]


@pytest.mark.rule("BB-60")
def test_a_leader_without_a_town_for_it_still_takes_the_marker() -> None:
    s, events = from_stage(church((0, 1, 3, 2), towns="N1,L1,M2+ M3!,C1") + ANY, Stage.CHURCH)
    assert happened(events, Event.NO_MONASTERY) == [(PURPLE,)]
    assert s.marker == PURPLE and s.church[PURPLE] == 0


@pytest.mark.rule("BB-60")
def test_nobody_in_the_church_nobody_scores() -> None:
    s, events = from_stage(church((0, 0, 0, 0)) + ANY, Stage.CHURCH)
    assert s.points[:4].tolist() == [10] * 4 and not happened(events, Event.CHURCH_FAVOUR)


@pytest.mark.rule("BB-60")
def test_four_discs_then_are_worth_a_monastery_clockwise_from_the_marker() -> None:
    """Purple leads and takes the marker; ochre and red lead then with six each, grey has four."""
    match = at(church((6, 6, 7, 4)) + "turn: purple monastery, leader")
    play(match, "monastery m1")
    assert amounts(match, "church") == [5, 5, 0, 4] and amounts(match, "points") == [11, 11, 10, 10]
    assert match.actors == [GREY]  # the first after purple
    play(match, "monastery c1")
    assert amounts(match, "church") == [5, 5, 0, 0]
    assert match.actors == [RED]
    play(match, "monastery n1")
    assert match.actors == [OCHRE]
    play(match, "monastery l1")
    assert amounts(match, "church") == [0, 0, 0, 0] and monasteries(match) == "N1 C1 L1 M1"


@pytest.mark.rule("BB-60")
def test_who_can_put_no_monastery_keeps_the_discs_there() -> None:
    s, events = from_stage(church((6, 6, 0, 0), towns="N1+,L1!,M1,C1") + ANY, Stage.CHURCH)
    assert happened(events, Event.NO_ABBEY) == [(RED,), (OCHRE,)]
    assert s.church[:4].tolist() == [5, 5, 0, 0] and s.points[:4].tolist() == [11, 11, 10, 10]


@pytest.mark.rule("BB-60")
def test_a_disc_taken_back_for_the_lead_counts_no_more() -> None:
    s, events = from_stage(church((4, 4, 0, 0)) + ANY, Stage.CHURCH)
    assert s.church[:4].tolist() == [3, 3, 0, 0] and not happened(events, Event.ABBEY)
