"""Löwenherz (2003): the end (L03-80 to L03-82)."""

from __future__ import annotations

import pytest

from kronland.games.koenig.rules.state import End
from tests.games.koenig.table import OCHRE, RED, at, board, hand, log, play, refused, scores, verbs

ROWS = [f"{column}{row}" for row in (1, 2) for column in "abcdefghijkl"]
WALL = [f"{column}2-{column}3" for column in "abcdefghijkl"]


def rich(players: int, points: int, extra: str = "", turn: str = "red fields 1") -> str:
    """Red owns the two top rows, worth so many points; a3 is a forest that it can take."""
    villages, forests = divmod(points, 3)
    fields = ROWS[1:]
    land = {"v": " ".join(fields[:villages]), "f": " ".join([*fields[villages : villages + forests], "a3"])}
    figures = {"R1": "a1", "O1": "f6", "O2": "l12"}
    return f"players: {players}\n{board(land, figures, WALL)}\n{extra}\nturn: {turn}"


@pytest.mark.rule("L03-3", "L03-80")
@pytest.mark.parametrize(("players", "token"), [(2, 50), (3, 40), (4, 30)])
def test_who_reaches_the_king_token_wins_when_the_action_is_complete(players, token):
    match = play(at(rich(players, token - 1)), "expand a3 castle-1")
    assert scores(match)[RED] == token and not match.over
    play(match, "done")
    assert match.over and match.state.ended == End.KING
    assert match.results()[RED]["share"] == 1 and f"Red has reached the king token at {token}" in log(match)
    assert match.why("draw", RED).reason == "game_over"


@pytest.mark.rule("L03-80")
def test_below_it_the_game_goes_on():
    match = play(at(rich(4, 28)), "expand a3 castle-1", "done")
    assert scores(match)[RED] == 29 and not match.over and verbs(match) == {"draw"}


def two_kings(ochre_villages: int, red_money: int, ochre_money: int) -> str:
    """One border closes Red's row of 10 villages and Ochre's row at once."""
    land = {"v": "b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 " + " ".join(f"{column}2" for column in "bcdefghijkl"[:ochre_villages])}
    walls = [*(f"{column}1-{column}2" for column in "bcdefghijkl"), *(f"{column}2-{column}3" for column in "abcdefghijkl")]
    figures = {"R1": "a1", "O1": "a2", "B1": "f6", "B2": "l12"}
    money = f"red: {red_money} ducats\nochre: {ochre_money} ducats"
    return f"players: 4\n{board(land, figures, walls)}\n{money}\nturn: blue borders 1"


@pytest.mark.rule("L03-80")
@pytest.mark.parametrize(
    ("ochre_villages", "red_money", "ochre_money", "shares"),
    [(11, 5, 0, [0, 1]), (10, 5, 4, [1, 0]), (10, 4, 5, [0, 1]), (10, 5, 5, [0.5, 0.5])],
)
def test_if_several_do_the_highest_total_then_ducats_then_both(ochre_villages, red_money, ochre_money, shares):
    match = play(at(two_kings(ochre_villages, red_money, ochre_money)), "border a1-a2", "done")
    assert match.over and [entry["share"] for entry in match.results()[:2]] == shares


LAST = "players: 3\n{}\nred: {} ducats, holds {}\nochre: {} ducats, holds {}\nblue: {} ducats, holds {}\ndeck: {}\nturn: {}"
FIGURES = {"R1": "a1", "O1": "f6", "B1": "l12"}


def last(hands=("a-border2", "-", "-"), money=(7, 7, 7), deck="-", turn="red card", land=None, figures=None, walls=()) -> str:
    pairs = [part for pair in zip(money, hands, strict=True) for part in pair]
    return LAST.format(board(land or {}, figures or FIGURES, walls), *pairs, deck, turn)


@pytest.mark.rule("L03-81")
def test_after_the_last_card_nobody_refills():
    hands = ("a-border2 a-border3", "a-knight1 b-knight1 b-border2", "b-border2 b-border3 b-border3")
    match = at(last(hands, deck="d-expand2", turn="red refill"))
    play(match, "draw")
    assert "The last card is drawn: nobody refills any more." in log(match) and len(hand(match, RED)) == 3
    play(match, "sell a-knight1")
    assert match.actors == [2] and hand(match, OCHRE) == ["b-border2", "b-knight1"], "no refill, from the market either"


@pytest.mark.rule("L03-81")
def test_who_has_no_cards_is_passed_over_until_all_hands_are_empty():
    match = at(last(("a-border2 a-border3", "-", "b-knight1")))
    play(match, "sell a-border2")
    assert match.actors == [2]
    play(match, "play b-knight1 knight", "knight l11", "done")
    assert match.actors == [RED]
    play(match, "sell a-border3")
    assert match.over and match.state.ended == End.DECK and "All hands are empty; the game ends." in log(match)


@pytest.mark.rule("L03-81", "L03-80")
def test_the_king_token_still_ends_the_game():
    text = rich(3, 39, turn="red fields 1") + "\ndeck: -\nred: 0 ducats, holds a-border2\nochre: 1 ducat, holds -\nblue: 1 ducat, holds -"
    match = play(at(text), "expand a3 castle-1", "done")
    assert match.state.ended == End.KING and match.state.bonus.sum() == 0


@pytest.mark.rule("L03-82")
@pytest.mark.parametrize(
    ("money", "bonus"),
    [
        ((10, 5, 3), [5, 3, 0]),
        ((3, 9, 9), [3, 5, 5]),
        ((9, 4, 4), [5, 3, 3]),
        ((8, 0, 0), [5, 0, 0]),
        ((6, 6, 6), [5, 5, 5]),
        ((2, 5, 0), [3, 5, 0]),
    ],
)
def test_ducats_score_at_the_end(money, bonus):
    """Red's last card brings 2 of its ducats."""
    match = play(at(last(money=(money[0] - 2, *money[1:]))), "sell a-border2")
    assert match.over and list(match.state.bonus[:3]) == bonus and scores(match) == bonus


@pytest.mark.rule("L03-82")
def test_most_points_win_then_most_ducats_then_both():
    walls = ["b1-c1", "b2-c2", "a2-a3", "b2-b3"]
    figures = {"R1": "a1", "O1": "f6", "B1": "l12"}
    match = play(at(last(money=(0, 7, 0), land={"v": "b1 a2"}, figures=figures, walls=walls)), "sell a-border2")
    assert scores(match) == [9, 5, 0] and match.results()[RED]["rank"] == 1
    level = play(at(last(money=(5, 7, 0))), "sell a-border2")
    assert scores(level) == [5, 5, 0] and [entry["share"] for entry in level.results()] == [0.5, 0.5, 0]
    tie = play(at(last(("a-border2", "-", "-"), (0, 9, 0), land={"f": "b1 a2"}, figures=figures, walls=walls)), "sell a-border2")
    assert scores(tie) == [5, 5, 0] and tie.results()[OCHRE]["share"] == 1, "level in points, Ochre is richer"
    assert refused(tie, "draw", "game_over", "")
