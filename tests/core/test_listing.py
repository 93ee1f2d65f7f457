"""No kernel writes past the room that it is given, whatever the state says: legal actions are appended in one bounded way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kronland
from kronland.core.game import Game
from kronland.core.kernel import DEFAULT_MODE, MODES, in_mode, interpreted
from kronland.core.layout import State
from kronland.core.listing import append_bits
from kronland.core.match import Match
from kronland.games import GAMES, find_game
from kronland.lab.conformance import play_lively, set_ups

SOURCES = Path(kronland.__file__).parent
GUARD, UNTOUCHED = 64, -7
RUNS = MODES if DEFAULT_MODE == "native" else ("python",)


# The kind: there is no other way to append ------------------------------------------------------------------------------------------


def kernels(layer: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """All kernels of a layer, with where they stand; but for those of observations, whose `out` is no list."""
    for file in sorted((SOURCES / layer).rglob("*.py")):
        if file.stem in ("observing", "observation"):
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            if {"rule", "bare", "entry"} & {mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)}:
                yield f"{file.relative_to(SOURCES)}:{node.name}", node


def writes(kernel: ast.FunctionDef) -> list[ast.Subscript]:
    """The places of arrays that a kernel writes to."""
    return [node for node in ast.walk(kernel) if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)]


def is_list(written: ast.Subscript) -> bool:
    """Whether this is a place in a list of actions: `out`, or that of a tree. A table of results has two dimensions."""
    array = written.value
    name = array.id if isinstance(array, ast.Name) else array.attr if isinstance(array, ast.Attribute) else ""
    return name == "out" and not isinstance(written.slice, ast.Tuple)


@pytest.mark.parametrize("layer", ["core", "games", "lab"])
def test_only_append_writes_into_a_list_of_actions(layer: str) -> None:
    found = {where for where, kernel in kernels(layer) for written in writes(kernel) if is_list(written)}
    assert found == ({"core/listing.py:append", "core/listing.py:append_series"} if layer == "core" else set())


def test_bots_never_write_into_a_list_of_actions() -> None:
    """What they call `out` themselves are features and hunches; legal actions are in the tree's own list."""
    for where, kernel in kernels("bots"):
        lists = [written for written in writes(kernel) if is_list(written) and isinstance(written.value, ast.Attribute)]
        assert not lists, where


def test_only_the_log_writes_into_a_log() -> None:
    found = {
        where
        for layer in ("core", "games", "bots", "lab")
        for where, kernel in kernels(layer)
        for written in writes(kernel)
        if isinstance(written.value, ast.Name) and written.value.id == "log"
    }
    assert found == {"core/log.py:_write", "core/log.py:empty_log"}


# The rooms ---------------------------------------------------------------------------------------------------------------------------


def listed(game: Game, mode: str, s: State, seat: int, room: int) -> list[int]:
    """The legal actions as listed in a room of that size; nothing behind it is touched, nothing outside the space is named."""
    memory = np.full(room + GUARD, UNTOUCHED, np.int32)
    with np.errstate(over="ignore"):
        count = int(in_mode(game.kernels["legal"], mode)(s, seat, memory[:room]))
    assert (memory[room:] == UNTOUCHED).all(), f"written past a room of {room}"
    assert 0 <= count <= room
    actions = [int(action) for action in memory[:count]]
    assert all(0 <= action < game.space.size for action in actions)
    return actions


def decisions(game: Game, players: int, options: dict[str, str], most: int) -> Iterator[Match]:
    for number, match in enumerate(play_lively(game, players, options, seed=13, mode=RUNS[-1])):
        if number == most:
            return
        yield match


@pytest.mark.sampled
@pytest.mark.parametrize("mode", RUNS)
@pytest.mark.parametrize("game_id", GAMES)
def test_a_room_that_is_too_small_takes_what_fits(game_id: str, mode: str) -> None:
    game = find_game(game_id)
    for players, options in set_ups(game) if mode == "native" else set_ups(game)[:1]:
        for match in decisions(game, players, options, 400 if mode == "native" else 30):
            for seat in match.actors:
                every = listed(game, mode, match.state, seat, game.space.size)
                assert len(every) == len(set(every))
                for room in {0, 1, 2, 3, 5, 8, 13, 34, len(every) // 2, len(every) - 1, len(every)}:
                    assert listed(game, mode, match.state, seat, room) == every[:room]


def test_bits_are_listed_lowest_first_as_far_as_there_is_room() -> None:
    out = np.full(4, UNTOUCHED, np.int32)
    assert interpreted(append_bits)(out, 0, 10, 0) == 0 and interpreted(append_bits)(out, 0, 10, 0b101001) == 3
    assert out.tolist() == [10, 13, 15, UNTOUCHED]
    assert interpreted(append_bits)(out, 3, 20, 0b110) == 4 and out.tolist() == [10, 13, 15, 21]


# What used to outgrow its room: the sums of rich players of Löwenherz ----------------------------------------------------------------

RICH = {
    "bid": "red: holds treasure-8 treasure-10 treasure-12 treasure-15\nturn: red ochre bid",
    "negotiation": "turn: red negotiate, with ochre",
}


@pytest.mark.parametrize("mode", RUNS)
@pytest.mark.parametrize("ducats", [135, 294, 2_500, 32_767])
@pytest.mark.parametrize("phase", RICH)
def test_riches_that_cannot_be_list_no_more_than_can_be_named(phase: str, ducats: int, mode: str) -> None:
    game = find_game("loewenherz")
    s: Any = game.read_position(RICH[phase])
    s.ducats[:2] = ducats
    actions = listed(game, mode, s, 0, game.space.size)
    with np.errstate(over="ignore"):
        refusal = in_mode(game.kernels["refusal"], mode)
        assert sorted(actions) == [action for action in range(game.space.size) if refusal(s, 0, action) == 0]
