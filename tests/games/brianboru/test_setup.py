"""Brian Boru: set-up (BB-0 to BB-4)."""

from __future__ import annotations

from collections import Counter

import pytest

from kronland.core.errors import UsageError
from kronland.games.brianboru.rules.state import ESTRID, FACE_DOWN
from tests.games.brianboru.table import GREY, OCHRE, PURPLE, RED, amounts, at, new, play, refused, towns


@pytest.mark.rule("BB-0")
def test_a_town_under_a_viking_disc_is_neither_free_nor_controlled() -> None:
    match = at("red: towns N1! B1, 9 coins, holds 2 15\nochre: towns C1\nturn: red name")
    assert refused(match, "name n1", "name_not_free", "BB-20")
    match = at("marker: ochre\nred: towns N1!, 9 coins, table 2\nochre: towns C1, table 8\nactive: C2\nwinner: ochre\nturn: red row")
    play(match, "row 1")
    assert list(match.legal) == ["done"]  # N2 lies beside N1, which the Vikings hold


@pytest.mark.rule("BB-1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_everyone_begins_with(players: int) -> None:
    match = new(players)
    assert amounts(match, "coins") == [3] * players
    assert amounts(match, "renown") == [1] * players
    assert amounts(match, "points") == [10] * players
    assert amounts(match, "court") == amounts(match, "raiders") == amounts(match, "church") == [0] * players


@pytest.mark.rule("BB-1")
@pytest.mark.parametrize("players", [2, 6])
def test_three_to_five_play(players: int) -> None:
    with pytest.raises(UsageError, match="for 3 to 5 players"):
        new(players)


@pytest.mark.rule("BB-2")
@pytest.mark.parametrize(("players", "others"), [(3, 2), (4, 3), (5, 3)])
def test_estrid_lies_under_random_other_cards(players: int, others: int) -> None:
    first: Counter[int] = Counter()
    for seed in range(60):
        deck = new(players, seed).state.marriage.tolist()
        assert deck[others] == ESTRID and sorted(deck) == list(range(8))
        first[deck[0]] += 1
    assert set(first) == set(range(7))


@pytest.mark.rule("BB-2")
def test_tokens_lie_face_down_and_the_fleets_are_shuffled() -> None:
    assert all(new().state.token == FACE_DOWN)
    decks = {tuple(new(seed=seed).state.fleet.tolist()) for seed in range(20)}
    assert len(decks) > 10 and {tuple(sorted(deck)) for deck in decks} == {(9, 10, 11, 12, 12, 13, 14)}


@pytest.mark.rule("BB-3")
def test_the_start_player_is_random_and_holds_the_marker() -> None:
    matches = [new(seed=seed) for seed in range(40)]
    assert {match.actors[0] for match in matches} == {RED, OCHRE, PURPLE, GREY}
    assert all(match.actors == [match.state.marker] for match in matches)


@pytest.mark.rule("BB-3")
def test_first_discs_go_clockwise_each_into_a_region_without_discs() -> None:
    match = at("marker: purple\nturn: purple start")
    play(match, "settle n1")
    assert match.actors == [GREY]
    assert refused(match, "settle n7", "start_region", "BB-3")
    assert refused(match, "settle n1", "start_region", "BB-3")
    play(match, "settle m10", "settle c9")
    assert match.actors == [OCHRE] and match.state.round_number == 0
    play(match, "settle d3")
    assert [towns(match, seat) for seat in range(4)] == ["C9", "D3", "N1", "M10"]
    assert match.state.round_number == 1 and match.state.marker == PURPLE


@pytest.mark.rule("BB-4")
@pytest.mark.parametrize(("players", "rounds"), [(3, 3), (4, 4), (5, 4)])
def test_number_of_rounds(players: int, rounds: int) -> None:
    match = new(players, seed=3)
    while not match.over:
        play(match, next(iter(match.legal)))
    assert match.state.round_number == rounds
