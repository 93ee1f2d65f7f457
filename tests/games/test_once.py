"""What all games have in common stands in one place: how a game comes out, what is refused at every door, the number that mixes."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import kronland
from kronland.core.refusal import Common
from kronland.games import GAMES, find_game

ROOT = Path(kronland.__file__).parent
LARGE = 1 << 40  # numbers that nobody types twice by chance


def modules(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    for file in sorted(folder.rglob("*.py")):
        yield file, ast.parse(file.read_text("utf-8"))


def test_no_game_ranks_its_players_itself() -> None:
    ranking = {"result", "rank", "winners", "tell_winners"}
    own = [
        (file.name, node.name)
        for file, tree in modules(ROOT / "games")
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name in ranking
    ]
    assert own == []


@pytest.mark.parametrize("game_id", GAMES)
def test_the_refusals_of_every_door_are_the_same_ones(game_id: str) -> None:
    codes = find_game(game_id).refusal_codes
    assert {code.name: int(code) for code in codes if code < 10} == {common.name: int(common) for common in Common}
    tree = ast.parse((ROOT / "games" / game_id / "rules" / "refusals.py").read_text("utf-8"))
    said = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Assign)}
    assert {f"{name} = Common.{name}" for name in Common.__members__} <= said, "the numbers are said once, in core"


@pytest.mark.parametrize("game_id", GAMES)
def test_nobody_but_core_watches_the_door(game_id: str) -> None:
    for _, tree in modules(ROOT / "games" / game_id / "rules"):
        named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)}
        in_enum = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        if "Refusal" not in in_enum:
            assert not named & {"GAME_OVER", "NOT_YOUR_DECISION", "NO_SUCH_ACTION"}


@pytest.mark.slow
def test_no_large_number_stands_twice() -> None:
    found = defaultdict(set)
    for file, tree in modules(ROOT):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value > LARGE:
                found[node.value].add(file.name)
    assert len(found) > 5
    assert {hex(number): files for number, files in found.items() if len(files) > 1} == {}


@pytest.mark.parametrize(
    ("points", "ducats", "shares", "ranks"),
    [
        ((3, 9, 4), (0, 0, 0), (0.0, 1.0, 0.0), (3, 1, 2)),
        ((9, 9, 4), (1, 2, 99), (0.0, 1.0, 0.0), (2, 1, 3)),
        ((9, 9, 4), (2, 2, 99), (0.5, 0.5, 0.0), (1, 1, 3)),
        ((-1, -1, -1), (5, 5, 5), (1 / 3, 1 / 3, 1 / 3), (1, 1, 1)),
        ((7, 7, 7), (1, 3, 2), (0.0, 1.0, 0.0), (3, 1, 2)),
    ],
)
def test_points_then_what_breaks_a_tie_then_a_shared_win(
    points: tuple[int, ...], ducats: tuple[int, ...], shares: tuple[float, ...], ranks: tuple[int, ...]
) -> None:
    game = find_game("koenig")
    s = game.layout.new()
    s.players, s.score[:3], s.ducats[:3] = 3, points, ducats
    table = game.results(s)
    assert tuple(table[1]) == points and tuple(table[2]) == ranks and tuple(table[0]) == pytest.approx(shares)


def test_a_game_without_a_tie_break_shares_the_win() -> None:
    game = find_game("rheinlaender")
    s = game.layout.new()
    s.players, s.coins[:3] = 3, (5, 5, 2)
    assert game.results(s)[0].tolist() == [0.5, 0.5, 0.0] and [game.points(s, seat) for seat in range(3)] == [5, 5, 2]
