"""Brian Boru: preparation and draft (BB-10 to BB-12)."""

from __future__ import annotations

import pytest

from kronland.core.errors import UndoError, UsageError
from kronland.core.match import Match
from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.state import ESTRID, Phase, Stage
from tests.games.brianboru.table import GREY, OCHRE, PURPLE, RED, amounts, at, from_stage, happened, new, play, refused


def in_draft(players: int, seed: int = 1) -> Match:
    match = new(players, seed)
    while match.state.phase != Phase.DRAFT:
        play(match, next(iter(match.legal)))
    return match


def cards(mask: int) -> set[int]:
    return {card + 1 for card in range(25) if int(mask) >> card & 1}


def first_pair(match: Match, seat: int) -> str:
    return next(iter(match.legal_for(seat)))


@pytest.mark.rule("BB-10")
def test_a_fleet_lands_and_a_marriage_card_is_turned_up() -> None:
    s, events = from_stage("round: 1\nfleets: 9 13 10 11 12 12 14\nred: 2 raiders\nturn: red name", Stage.PREPARATION)
    assert s.round_number == 2 and s.battle == 13
    assert s.raiders[RED] == 2  # what players hold they keep
    assert happened(events, Event.FLEET) == [(13,)]
    assert happened(events, Event.MARRIAGE_CARD) == [(int(s.marriage[1]),)]


@pytest.mark.rule("BB-10")
def test_estrid_marks_the_last_round() -> None:
    s, events = from_stage("round: 3\nturn: red name", Stage.PREPARATION)
    assert s.round_number == 4 and happened(events, Event.MARRIAGE_CARD) == [(ESTRID,)]


@pytest.mark.rule("BB-11")
@pytest.mark.parametrize(("players", "size"), [(3, 8), (4, 6), (5, 5)])
def test_the_deal(players: int, size: int) -> None:
    match = in_draft(players)
    packets = [cards(match.state.offer[seat]) for seat in range(players)]
    assert [len(packet) for packet in packets] == [size] * players
    assert len(set().union(*packets)) == size * players
    assert match.actors == list(range(players))


@pytest.mark.rule("BB-11")
@pytest.mark.parametrize(("players", "picks", "last"), [(3, 3, 2), (4, 2, 2), (5, 2, 1)])
def test_two_are_kept_and_the_rest_goes_to_the_left_until_the_last_come_round(players: int, picks: int, last: int) -> None:
    match = in_draft(players)
    for _ in range(picks):
        before = [cards(match.state.offer[seat]) for seat in range(players)]
        kept = []
        for seat in range(players):
            pair = first_pair(match, seat)
            match.play(pair, seat)
            kept.append({int(value) for value in pair.split()[1].split("+")})
        if match.state.phase == Phase.DRAFT:
            for seat in range(players):
                assert cards(match.state.offer[(seat + 1) % players]) == before[seat] - kept[seat]
        else:
            assert all(len(before[seat] - kept[seat]) == last for seat in range(players))
            for seat in range(players):
                assert before[seat] - kept[seat] <= cards(match.state.hand[(seat + 1) % players])
    assert match.state.phase == Phase.NAME
    assert amounts(match, "hand_size") == [2 * picks + last] * players


@pytest.mark.rule("BB-11")
def test_all_choose_at_the_same_time_and_in_secret() -> None:
    match = in_draft(4)
    pair = first_pair(match, PURPLE)
    match.play(pair, PURPLE)
    assert match.actors == [RED, OCHRE, GREY]
    assert match.events(PURPLE) != match.events(RED) == match.events()
    assert match.history_for(RED)[-1] == (PURPLE, "keep")
    assert match.history_for(PURPLE)[-1] == (PURPLE, pair)
    assert not match.view(RED).state.hand[PURPLE] and match.view(PURPLE).state.hand[PURPLE]


@pytest.mark.rule("BB-11")
def test_what_was_kept_is_never_exchanged() -> None:
    match = in_draft(4)
    pair = first_pair(match, RED)
    match.play(pair, RED)
    with pytest.raises(UndoError):
        match.undo()
    assert match.why(pair, RED) is not None
    kept = cards(match.state.hand[RED])
    for seat in (OCHRE, PURPLE, GREY):
        match.play(first_pair(match, seat), seat)
    assert kept <= cards(match.state.hand[RED])
    assert refused(match, pair, "not_in_packet", "BB-11", RED)


@pytest.mark.rule("BB-11")
def test_a_pair_can_be_named_in_either_order() -> None:
    match = at("red: sees 3 17\nturn: red ochre purple grey draft")
    assert match.action("keep 17+3") == match.action("keep 3+17")
    match.play("keep 17+3", RED)
    assert cards(match.state.hand[RED]) == {3, 17}


@pytest.mark.rule("BB-12")
@pytest.mark.parametrize(
    ("players", "option", "tricks", "left"), [(3, {}, 7, 1), (4, {}, 5, 1), (5, {}, 5, 0), (5, {"tricks": "four"}, 4, 1)]
)
def test_number_of_tricks(players: int, option: dict[str, str], tricks: int, left: int) -> None:
    match = new(players, 4, **option)
    played = 0
    while match.state.round_number < 2:
        before = match.state
        events = play(match, next(iter(match.legal)))
        played += len(happened(events, Event.TRICK_WON))
        if before.stage <= Stage.ROW < match.state.stage or match.state.round_number == 2:
            assert bool(happened(events, Event.DISCARDED)) == bool(left) or before.stage > Stage.ROW
    assert played == tricks


@pytest.mark.rule("BB-12")
def test_the_last_card_is_discarded_unseen() -> None:
    match = at(
        """
        tricks played: 5
        active: C2
        winner: red
        battle: 0
        red: towns N1, table 18, holds 1
        ochre: towns C1, holds 2
        purple: towns M1, holds 3
        grey: towns L1, holds 4
        turn: red finish, row primary, chosen
        """
    )
    events = match.play("done")
    assert happened(events, Event.DISCARDED)
    assert all(not match.state.hand[seat] for seat in range(4))


@pytest.mark.rule("BB-12")
def test_four_tricks_are_an_option_for_five_only() -> None:
    assert new(5, tricks="four").state.four_tricks
    with pytest.raises(UsageError, match="not for 4 players"):
        new(4, tricks="four")
