"""Brian Boru: positions as text, and the text for people."""

from __future__ import annotations

import random

import pytest

from kronland.core.errors import PositionError
from kronland.core.layout import differences, same
from kronland.games.brianboru.positions.position import read, write
from tests.games.brianboru.table import GREY, OCHRE, RED, at, new, play, refused


@pytest.mark.parametrize(("players", "options"), [(3, {}), (4, {}), (5, {}), (5, {"tricks": "four"})])
def test_positions_of_a_game_round_trip(players: int, options: dict[str, str]) -> None:
    """The first of every kind of decision in a game, and some of the rest."""
    match, chance, seen = new(players, 11, **options), random.Random(players), set[int]()
    while True:
        state = match.state
        if state.phase not in seen or chance.random() < 0.1:
            seen.add(int(state.phase))
            state.barrier = 0
            text = write(state)
            again = read(text)
            assert same(again, state), differences(again, state)
            assert write(again) == text
        if match.over:
            assert len(seen) > 9
            return
        seat = chance.choice(list(match.actors))
        match.play(chance.choice(match.legal_actions(seat)), seat)


def test_a_position_goes_on_like_the_game_it_came_from() -> None:
    match = new(4, 3)
    for _ in range(60):
        play(match, next(iter(match.legal)))
    other = at(write(match.state))
    while not match.over:
        action = list(match.legal)[-1]
        play(match, action)
        play(other, action)
    assert match.state.tobytes() == other.state.tobytes()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players: 4", "no turn is given"),
        ("turn: red sleep", "line 1: decision: got 'sleep'"),
        ("turn: green name", "expected who decides and what"),
        ("players: 6\nturn: red name", "line 1: players: got '6'; expected a whole number from 3 to 5"),
        ("tricks: four\nturn: red name", "five players only"),
        ("colour: red\nturn: red name", "line 1: 'colour' is no line of a position"),
        ("red: 3 coins\nred: 4 coins\nturn: red name", "line 2: 'red' is given twice"),
        ("red: 3 cows\nturn: red name", "cannot read '3 cows' of red; expected parts like 3 coins, "),
        ("red: towns N9\nturn: red name", "town (it may end in + and !): got 'N9'"),
        ("red: track 10\nturn: red name", "a whole number from 0 to 9"),
        ("red: towns N1\nochre: towns N1\nturn: red name", "discs of two players lie on N1"),
        ("red: track 3\nochre: track 3\nturn: red name", "share a space of the marriage track"),
        ("red: holds 3 4\nochre: holds 4\nturn: red name", "the card 4 is in two places"),
        ("red: holds 1 2 3 4 5 6 7\nturn: red name", "red has too many cards"),
        ("tricks played: 4\nred: holds 2 15\nround: 0\nturn: red name", "round 0 is the set-up"),
        ("marriages: Estrid Aoife Brigid Conall Cormac Niall Orlaith Aodhán\nturn: red name", "Estrid as number 4"),
        ("fleets: 9 9 9 9 9 9 9\nturn: red name", "expected 9 10 11 12 12 13 14"),
        ("open: N\nred: tokens N\nturn: red name", "but red holds it"),
        ("red ochre name\nturn: red name", "'red ochre name' is no line of a position"),
        ("turn: red ochre name", "possible in the draft only"),
        ("active: C2\nred: table 8\nochre: table 2\nturn: red row", "lowest card on the table acts"),
        ("active: C2\nwinner: ochre\nred: table 2\nochre: table 8\nturn: red buy raid", "the row is missing"),
        ("active: C2\nwinner: ochre\nred: table 2\nochre: table 8\nturn: red buy church, row 2", "the row has no such symbol"),
        ("active: C2\nwinner: ochre\nred: table 2\nochre: table 8\nturn: red buy raid, row primary", "takes the primary row"),
        ("turn: red lose ochre", "would have nothing to choose"),
        ("red: track 3\nturn: red estrid", "does not fit the turn"),
    ],
)
def test_what_cannot_be_read_is_refused_with_line_and_reason(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=r"^position, line \d+: ") as problem:
        read(text)
    assert message in str(problem.value) and "\n" not in str(problem.value)


def test_what_is_not_stated_is_filled_in() -> None:
    s = read("turn: red name")
    assert s.players == 4 and s.round_number == 1 and s.coins[:4].tolist() == [3] * 4
    assert s.hand_size[:4].tolist() == [6] * 4


def test_the_text_for_people_shows_own_cards_only() -> None:
    match = at("tricks played: 3\nred: towns N1+, holds 2 15 20\nochre: towns C1!, holds 1 16\nturn: red name")
    own, other = match.view(RED, "de").text, match.view(OCHRE, "de").text
    assert "Rot 2, Rot 15, Weiß 20" in own and "Rot 15" not in other
    assert "N1■red+" in own and "C1■ochre!" in other
    assert str(match) == match.view(RED).text


def test_common_refusals() -> None:
    match = at("turn: red name")
    assert refused(match, "done", "not_now", "")
    assert refused(match, "name n1", "not_your_decision", "", GREY)
    why = match.why(100_000)
    assert why is not None and why.reason == "no_such_action"


def test_a_position_that_says_nothing_of_chance_is_read_back_as_it_was():
    """It wrote `chance: 0`, which is the beginning of another chance."""
    s = read("players: 5\nround: 1\nturn: grey name\n")
    assert "chance" not in write(s) and same(read(write(s)), s)
