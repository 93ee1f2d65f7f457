"""Brian Boru: final scoring (BB-80 to BB-84), and that events account for all points."""

from __future__ import annotations

import pytest

from kronland.games.brianboru.game import GAME
from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.state import REGIONS, Stage
from tests.games.brianboru.table import OCHRE, RED, at, from_stage, happened, new, play

PLAIN = {"red": "0 coins, 0 renown", "ochre": "0 coins, 0 renown", "purple": "0 coins, 0 renown", "grey": "0 coins, 0 renown"}


def final(marker: str = "grey", more: str = "", **lines: str) -> tuple[list[int], list[tuple[int, ...]]]:
    """The points after the final scoring, where everyone has ten and nothing else but these, and the events."""
    said = "\n".join(f"{name}: {PLAIN[name]}{', ' if lines.get(name) else ''}{lines.get(name, '')}" for name in PLAIN)
    s, events = from_stage(f"round: 4\nmarker: {marker}\n{said}\n{more}\nturn: over", Stage.ENDING)
    assert s.ended
    return s.points[:4].tolist(), events


@pytest.mark.rule("BB-80")
def test_sole_most_coins_and_the_marker_are_a_point_each() -> None:
    assert final()[0] == [10, 10, 10, 11]  # all have no coins: a tie
    assert final(red="5 coins")[0] == [11, 10, 10, 11]
    assert final(red="5 coins", ochre="5 coins")[0] == [10, 10, 10, 11]
    assert final(marker="red", red="5 coins")[0] == [12, 10, 10, 10]


@pytest.mark.rule("BB-81")
def test_renown_and_tokens() -> None:
    points, events = final(red="3 renown, tokens N C", ochre="1 renown, tokens D")
    assert points == [10 + 3 + 6 + 7, 10 + 1 + 2, 10, 11]
    assert [(seat, points) for seat, _, points in happened(events, Event.FINAL_TOKEN)] == [(RED, 6), (OCHRE, 2), (RED, 7)]


@pytest.mark.rule("BB-82")
def test_half_of_an_unheld_token_rounded_down_for_most_towns_among_the_players() -> None:
    assert final(more="open: C", red="towns C1", ochre="towns C2! C3!")[0] == [13, 10, 10, 11]
    assert final(more="open: C", red="towns C1", ochre="towns C4", purple="towns C2! C3!")[0] == [13, 13, 10, 11]  # each of them
    assert final(more="open: C", red="towns C1 C5", ochre="towns C4+")[0] == [13, 13, 10, 11]  # a monastery counts twice
    assert final(more="open: C", ochre="towns C2! C3!")[0] == [10, 10, 10, 11]  # at least one town


@pytest.mark.rule("BB-82")
def test_a_token_face_down_scores_nothing() -> None:
    assert final(red="towns C1 C2 C3")[0] == [10, 10, 10, 11]


@pytest.mark.rule("BB-72", "BB-82")
def test_the_military_pact_counts_for_unheld_tokens_and_trade_does_not() -> None:
    board = {"red": "towns C1", "ochre": "towns C2! C3!"}
    assert final(more="open: C\nestrid: purple pact", purple="married Estrid", **board)[0] == [10, 10, 13, 11]
    assert final(more="open: C\nestrid: purple trade", purple="married Estrid", **board)[0] == [13, 10, 10, 11]


@pytest.mark.rule("BB-83")
@pytest.mark.parametrize(("regions", "points"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 3), (6, 5), (7, 7), (8, 10)])
def test_regions_with_a_controlled_town(regions: int, points: int) -> None:
    towns = " ".join(f"{letter}1 {letter}2" for letter in REGIONS[:regions])
    assert final(red=f"towns {towns}" if towns else "")[0] == [10 + points, 10, 10, 11]


@pytest.mark.rule("BB-83", "BB-0")
def test_a_monastery_counts_once_there_and_a_viking_town_not_at_all() -> None:
    assert final(red="towns N1+ U1+")[0][RED] == 10
    assert final(red="towns N1 U1 B1!")[0][RED] == 10


@pytest.mark.rule("BB-72", "BB-83")
def test_trade_counts_viking_towns_there_and_the_pact_does_not() -> None:
    board = {"red": "married Estrid, towns N1 U1", "ochre": "towns B1!"}
    assert final(more="estrid: red trade", **board)[0] == [11, 10, 10, 11]
    assert final(more="estrid: red pact", **board)[0] == [10, 10, 10, 11]


def ranks(*lines: str) -> list[int]:
    return [int(rank) for rank in GAME.results(at("\n".join(["round: 4", *lines, "turn: over"])).state)[2]]


@pytest.mark.rule("BB-84")
def test_most_points_win_then_tokens_then_marriages_then_shared() -> None:
    assert ranks("red: 30 points", "ochre: 31 points", "purple: 29 points", "grey: 28 points") == [2, 1, 3, 4]
    assert ranks("red: 30 points, tokens N", "ochre: 30 points, tokens D B") == [2, 1, 3, 3]
    assert ranks("red: 30 points, tokens N, married Aoife", "ochre: 30 points, tokens D") == [1, 2, 3, 3]
    assert ranks("red: 30 points, tokens N, married Aoife", "ochre: 30 points, tokens D, married Brigid") == [1, 1, 3, 3]
    assert ranks("red: 30 points", "ochre: 20 points, tokens D", "purple: 20 points", "grey: 9 points") == [
        1,
        2,
        3,
        4,
    ]  # lower places likewise


@pytest.mark.rule("BB-84")
def test_tie_breaks_come_in_their_order() -> None:
    """More of what counts later never makes up for less of what counts earlier."""
    assert ranks("red: 30 points", "ochre: 29 points, tokens N D, married Aoife")[:2] == [1, 2]
    assert ranks("red: 30 points, tokens N D", "ochre: 30 points, tokens B, married Aoife Brigid")[:2] == [1, 2]
    assert ranks("red: 30 points, tokens N, married Aoife Brigid", "ochre: 30 points, tokens D B")[:2] == [2, 1]
    assert ranks("red: 30 points, tokens N, married Aoife", "ochre: 30 points, tokens D, married Brigid Aodhán")[:2] == [2, 1]


@pytest.mark.rule("BB-84")
def test_estrid_is_a_marriage_card_unless_discarded() -> None:
    assert ranks("red: 30 points, married Estrid", "ochre: 30 points", "estrid: red trade")[:2] == [1, 2]
    match = at("round: 4\nbattle: 0\nred: towns N1, track 3\nochre: towns L1\npurple: towns C1\ngrey: towns M1\nturn: red estrid")
    play(match, "decline")
    assert match.over and all(match.state.spouse[:8] == -1)


@pytest.mark.rule("BB-84")
def test_the_share_of_the_win() -> None:
    shared = at("round: 4\nred: 30 points\nochre: 30 points\nturn: over").results()
    assert [entry["share"] for entry in shared] == [0.5, 0.5, 0, 0]


# What events tell of points -----------------------------------------------------------------------------------------------------------


def test_events_account_for_every_point() -> None:
    """In random games, points before a decision and those that its events tell of make the points after it."""
    for seed in range(3):
        match = new(3 + seed, seed)
        while not match.over:
            told = match.state.points[: match.players].tolist()
            for code, *values in play(match, next(iter(match.legal))):
                said = dict(zip((name for name, _ in GAME.events[code].places), values, strict=True))
                if "points" in said:
                    told[said["player"]] += said["points"]
            assert told == match.state.points[: match.players].tolist()
