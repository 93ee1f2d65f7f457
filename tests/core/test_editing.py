"""The editor of positions: what is put and taken is there, what cannot be is refused at the end, and the match that was edited stays."""

from __future__ import annotations

import pytest

import kronland
from kronland.core.errors import PositionError, UsageError
from kronland.core.match import Match
from kronland.games import GAMES
from tests.grenzstein.game import GAME

BEGUN: dict[str, dict[str, str]] = {"loewenherz": {"setup": "beginner"}}


def begun(game_id: str) -> Match:
    return kronland.match(game_id, 3, seed=7, mode="python", **BEGUN.get(game_id, {}))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_position_that_nobody_changed_is_the_same(game_id: str) -> None:
    match = begun(game_id)
    assert kronland.edit(match).text == match.write_position() and unchanged(kronland.edit(match).match(), match)
    assert kronland.edit(match).match(seed=9).seed == 9


def unchanged(match: Match, before: Match) -> bool:
    """How many numbers were drawn is not said where none is drawn any more."""
    return match.write_position() == before.write_position() and match.board == before.board and match.seed == before.seed


def test_pieces_of_a_board_of_squares() -> None:
    match = begun("loewenherz")
    before = match.write_position()
    line = sorted(match.board.borders)[0]
    other = kronland.edit(match).take("a2").put("knight", "B1", "red").say("red: 30 ducats").match()
    assert other.board["a2"].piece is None and other.board["b1"].colour == "red" and other.board.players[0].ducats == 30
    assert other.board.knights["red"] == ("b1", *match.board.knights["red"][1:])
    opened = kronland.edit(match).take(line).match().board
    assert line not in opened.borders and opened.borders_left == match.board.borders_left + 1
    assert unchanged(kronland.edit(match).take(line).put("border", line).match(), match)
    moved = kronland.edit(match).put("castle", "a2", "R1").put("knight", "a1", "red").match().board
    assert moved.castles["red-1"] == "a2" and moved["a1"].piece == "knight"
    assert match.write_position() == before


def test_pieces_of_the_other_two() -> None:
    match = begun("rheinlaender")
    spot = next(spot for spot in match.board.spots if spot.building == "castle")
    edit = kronland.edit(match).put("knight", "L8", "red").put("knight", "L9", "red").say("coins red 4")
    edit.put("bastion", "l7").say("bastions_left red 2")
    board = edit.put("knight", "L10", "ochre").take(spot.name).match().board
    assert [(duchy.duke, duchy.fields) for duchy in board.duchies] == [("red", ("L8", "L9", "L10"))]
    assert board["L7"].bastion and board.players[0].coins == 4 and board.players[1].coins == 0
    assert next(other for other in board.spots if other.name == spot.name).building is None
    match = begun("brianboru")
    while not match.board.round:
        match.play(next(iter(match.legal)))
    free = next(town.name for town in match.board.towns.values() if town.owner is None)
    board = kronland.edit(match).put("disc", free, "red").put("disc", free.lower(), "ochre").put("monastery", free).match().board
    assert board[free].owner == "ochre" and board[free].monastery and match.board[free].owner is None


def test_what_cannot_arise_is_refused_at_the_end_and_nonsense_at_once() -> None:
    match = begun("loewenherz")
    edit = kronland.edit(match).put("knight", "h5", "red")
    with pytest.raises(PositionError, match="the red knight on h5 is not joined to a castle"):
        edit.match()
    assert unchanged(edit.take("h5").match(), match)
    for what, where, whose, why in (
        ("dragon", "a1", "red", "expected 'castle', 'knight' or 'border'"),
        ("knight", "z9", "red", "there is no field 'z9'"),
        ("knight", "a1", "pink", "expected one of red, ochre"),
        ("castle", "a1", "red-9", "expected a name like red-1"),
        ("border", "a1-c3", "", "there is no line 'a1-c3'"),
    ):
        with pytest.raises(UsageError, match=why):
            edit.put(what, where, whose)
    with pytest.raises(UsageError, match="has no editor"):
        kronland.edit(Match(GAME, seed=1, mode="python"))


def test_a_seed_that_is_given_decides_what_is_still_to_be_drawn() -> None:
    text = begun("rheinlaender").write_position()
    one, again, other = (kronland.match("rheinlaender", position=text, seed=seed, mode="python") for seed in (9, 9, 10))
    assert one == again != other and (one.seed, other.seed) == (9, 10)
    assert kronland.match("rheinlaender", position=text, mode="python").seed == 7
