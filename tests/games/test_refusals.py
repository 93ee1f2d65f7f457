"""Refusals are numbered in the order in which the rules check them, so that of two the higher one came nearer to being legal.

What is pointed at is answered by that order (`web/table/pointing.py`): of all that could be meant, the reason that came furthest.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import kronland.games
from kronland.games import GAMES, find_game

FOLDER = Path(kronland.games.__file__).parent


def checks(game: str) -> dict[str, ast.FunctionDef]:
    """The functions that say why something is not allowed, of a game and of the grid."""
    files = [file for folder in ("grid", game) for file in sorted((FOLDER / folder / "rules").glob("*.py"))]
    functions = [node for file in files for node in ast.parse(file.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)]
    return {node.name: node for node in functions if node.name.startswith("why_no") or node.name.endswith(("_refusal", "_hindrance"))}


def reasons(known: dict[str, ast.FunctionDef], name: str) -> Iterator[str]:
    """The reasons that a function gives, in the order of its lines, with those of the functions that it asks."""
    nodes = [node for node in ast.walk(known[name]) if isinstance(node, ast.Attribute | ast.Call)]
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known:
            yield from reasons(known, node.func.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("Refusal", "Hindrance"):
            if node.attr != "NONE":
                yield node.attr


@pytest.mark.parametrize("game", GAMES)
def test_what_is_checked_later_has_a_higher_number(game: str) -> None:
    codes, known = find_game(game).refusal_codes, checks(game)
    asked = [name for name in known if not name.endswith("_hindrance") and not name.startswith("_")]
    assert len(asked) >= 3
    for name in asked:
        given = list(reasons(known, name))
        for one, other in pairwise(given):
            assert codes[one] <= codes[other], f"{name} checks {one} before {other}"
