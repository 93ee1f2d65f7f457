"""The arena counts what is independent: no game is played twice, and confidence comes from deals."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kronland.core.errors import UsageError
from kronland.core.files import going_on
from kronland.core.kernel import DEFAULT_MODE
from kronland.lab.arena import Arena, finished, independent_games, play_game, run_arena, standings, student, wilson

LINE_UPS = [
    ("page page page", 3),
    ("squire page page", 3),
    ("page squire page squire", 4),
    ("page page page squire", 3),
    ("page page page page", 2),
]


@pytest.mark.parametrize(("bots", "players"), LINE_UPS)
def test_no_game_is_played_twice(bots: str, players: int) -> None:
    """A game is its deal and its line-up: bots are seeded by the deal, so the same line-up plays the same game."""
    arena = Arena("loewenherz", players, tuple(bots.split()), 60, 7)
    games = [(arena.deal(number), arena.line_up(number)) for number in range(60)]
    assert len(set(games)) == 60
    for deal in {deal for deal, _ in games[:-players]}:
        seats = [line_up for other, line_up in games if other == deal]
        assert len({tuple(sorted(line_up)) for line_up in seats}) == 1, "the same bots in all games of a deal"
        for name in set(seats[0]):
            assert len({sum(line_up[seat] == name for line_up in seats) for seat in range(players)}) == 1, f"{name} profits from a seat"


@pytest.mark.skipif(DEFAULT_MODE == "python", reason="whole games are too slow interpreted")
def test_equal_bots_play_different_games() -> None:
    arena = Arena("brianboru", 3, ("page", "page", "page"), 6, 3)
    lines = [play_game(arena, number) for number in range(6)]
    assert [line["deal"] for line in lines] == [3, 4, 5, 6, 7, 8]
    assert len({(tuple(line["points"]), line["decisions"]) for line in lines}) == 6
    (page,) = standings(arena, lines)
    assert (page["games"], page["deals"]) == (18, 6)
    assert page["win_share_low"] == page["win_share"] == page["win_share_high"], "one bot on all seats: no chance is in its share"


def test_games_of_another_deal_are_not_gone_on_with(tmp_path: Path) -> None:
    """As in files of an arena that played every rotation of equal bots."""
    file, arena, seats = tmp_path / "games.jsonl", Arena("brianboru", 3, ("page", "page", "page"), 4, 3), ["page"] * 3
    told = [{"number": 0, "seats": seats}, {"number": 1, "seats": seats, "deal": 3}, {"number": 2, "seats": seats, "deal": 5}]
    file.write_text("".join(json.dumps(line) + "\n" for line in told), "utf-8")
    assert [line["number"] for line in finished(file, arena)] == [2]


def simulated(chance: np.random.Generator, deals: int, rotations: int, share: float, alike: float, apart: float) -> list[tuple[float, int]]:
    """What is won in deals whose games go the same way with one probability, with another exactly one of them is won, else as they like."""
    kind = chance.random((deals, 1))
    won = chance.random((deals, rotations)) < share
    won = np.where(kind < alike, won[:, :1], won)
    won = np.where(kind > 1 - apart, np.arange(rotations) == 0, won)
    return [(float(row.sum()), rotations) for row in won]


@pytest.mark.parametrize(
    ("deals", "rotations", "share", "alike", "apart"),
    [(134, 3, 0.4, 0, 0), (134, 3, 0.4, 0.8, 0), (134, 3, 0.1, 0.5, 0), (30, 3, 0.5, 1, 0), (30, 1, 0.3, 0, 0), (60, 4, 0.25, 0, 0.7)],
)
def test_the_interval_holds_the_truth_in_95_of_100_arenas(deals: int, rotations: int, share: float, alike: float, apart: float) -> None:
    chance, held, tries = np.random.default_rng(5), 0, 2000
    for _ in range(tries):
        groups = simulated(chance, deals, rotations, share, alike, apart)
        low, high = wilson(sum(wins for wins, _ in groups) / (deals * rotations), independent_games(groups))
        held += low <= share <= high
    assert 0.935 <= held / tries <= 0.975


def test_games_counted_one_by_one_would_be_too_sure() -> None:
    """What the interval was before: where deals decide, it held the truth in far fewer arenas than it said."""
    chance, held, tries = np.random.default_rng(5), 0, 1000
    for _ in range(tries):
        groups = simulated(chance, 134, 3, 0.4, 0.8, 0)
        low, high = wilson(sum(wins for wins, _ in groups) / 402, 402)
        held += low <= 0.4 <= high
    assert held / tries < 0.85


def test_games_of_one_deal_that_go_the_same_way_count_once() -> None:
    alone = independent_games([(1.0, 1), (0.0, 1)] * 50)
    assert independent_games([(3.0, 3), (0.0, 3)] * 50) == pytest.approx(alone)
    assert independent_games([(1.0, 3)] * 50) == math.inf
    assert independent_games([(3.0, 3)]) == 1 and independent_games([(3.0, 3)] * 7) == 7 and independent_games([]) == 0
    assert [student(freedom) for freedom in (4, 9, 29)] == pytest.approx([2.776, 2.262, 2.045], rel=0.01)


def told_of(arena: Arena, number: int, **more: object) -> dict[str, object]:
    return {"number": number, "game": arena.game, "deal": arena.deal(number), "seats": list(arena.line_up(number)), **more}


def test_a_game_is_finished_that_has_all_that_is_asked_of_it(tmp_path: Path) -> None:
    """Records were asked for of games that had been played without, and none were written; an answer about twins failed."""
    file, arena = tmp_path / "games.jsonl", Arena("brianboru", 3, ("page", "page", "page"), 4, 3)
    twins, other = replace(arena, twins=True), Arena("koenig", 3, arena.bots, 4, 3)
    told = [told_of(arena, 0), told_of(arena, 1, record={}), told_of(arena, 2, peeks=0), told_of(arena, 0, record={}, peeks=1)]
    file.write_text("".join(json.dumps(line) + "\n" for line in told), "utf-8")
    assert [line["number"] for line in finished(file, arena)] == [0, 1, 2]
    assert [line["number"] for line in finished(file, arena, with_records=True)] == [1, 0]
    assert [line["number"] for line in finished(file, twins)] == [2, 0]
    assert finished(file, other) == [], "another game's are none of this one's"


@pytest.mark.parametrize("cut", ["", '{"num', '{"number": 7, "sea', '{"number": 7, "seats": ["p\udcc3'])
def test_after_a_line_that_was_cut_off_a_new_one_begins(cut: str, tmp_path: Path) -> None:
    """It was gone on with, so that the next game was lost as well."""
    file, arena = tmp_path / "games.jsonl", Arena("brianboru", 3, ("page", "page", "page"), 4, 3)
    whole = json.dumps(told_of(arena, 0)) + "\n"
    file.write_bytes((whole + cut).encode("utf-8", "surrogateescape"))
    assert len(finished(file, arena)) == 1
    with going_on(file) as stream:
        stream.write(json.dumps(told_of(arena, 1)) + "\n")
    assert [line["number"] for line in finished(file, arena)] == [0, 1]


@pytest.mark.parametrize("text", ["# Kronland\n", "[]\n", "3\n", '{"number": 1}\n', '{"number": "x", "seats": []}\n', "\x00\xff"])
def test_a_file_of_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    arena = Arena("brianboru", 3, ("page", "page", "page"), 1, 3)
    file = tmp_path / "games.jsonl"
    file.write_text(text, "utf-8")
    with pytest.raises(UsageError, match="line 1: is no game of an arena; expected a file of --results, or none yet"):
        run_arena(arena, file)
    assert file.read_text("utf-8") == text
    with pytest.raises(UsageError, match=r"cannot be read \(Is a directory\); expected a file of --results"):
        run_arena(arena, tmp_path)
