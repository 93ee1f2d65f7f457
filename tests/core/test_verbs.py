"""A verb is declared once: numbers, tables, notation and prompts follow from it, whatever the order."""

from __future__ import annotations

import ast
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import kronland.games
from kronland.core.space import ActionSpace
from kronland.core.verbs import OVER, WAITING, Verb, prompt
from kronland.core.words import Domain, Text, words
from kronland.games import GAMES, find_game

FOLDER = Path(kronland.games.__file__).parent

CARDS = Domain("card", ["1", "2", "3"], first=1)
FIELDS = Domain("field", ["a1", "a2", "b1", "b2"])
FEES = Domain("fee", ["", "gold"])


def verbs() -> dict[str, Verb]:
    made = [
        Verb("play", CARDS, label=Text("Play {card}"), prompt=Text("Play a card."), rules=("T-1",)),
        Verb("set", FIELDS, FEES, label=Text("Set {field}"), prompt=lambda view: f"Set one of {view.state.left}."),
        Verb("pass", label=Text("Pass")),
    ]
    return {verb.name: verb for verb in made}


def test_tables_take_a_number_apart_as_the_rules_count() -> None:
    known = verbs()
    space = ActionSpace(*known.values())
    verb, one, two = space.tables
    assert verb.tolist() == [0] * 3 + [3] * 8 + [11]
    assert one.tolist() == [1, 2, 3, 0, 0, 1, 1, 2, 2, 3, 3, 0]  # cards count from 1
    assert two.tolist() == [0] * 3 + [0, 1] * 4 + [0]
    assert space.size == 12 and {table.dtype for table in space.tables} == {np.dtype(np.int64)}


@pytest.mark.parametrize("order", list(permutations(["play", "set", "pass"])))
def test_verbs_may_come_in_any_order(order: tuple[str, ...]) -> None:
    known = verbs()
    space = ActionSpace(*(known[name] for name in order))
    for text in ("play 3", "set b1", "set b1 gold", "pass"):
        action = space.parse(text)
        verb, *parts = (int(table[action]) for table in space.tables)
        named = space.verb_of(action)
        assert space.notation(action) == text and verb == named.first
        assert parts[: len(named.domains)] == [d.first + m for d, m in zip(named.domains, named.members(action), strict=True)]
    assert int(space.tables[1][space.parse("play 3")]) == 3 and int(space.tables[1][space.parse("set b1")]) == 2


@pytest.mark.parametrize("game_id", GAMES)
def test_the_tables_of_a_game_agree_with_its_verbs(game_id: str) -> None:
    space = find_game(game_id).space
    table = np.array(space.tables)
    for action in range(space.size):
        verb = space.verb_of(action)
        parts = [domain.first + member for domain, member in zip(verb.domains, verb.members(action), strict=True)]
        assert table[: 1 + len(parts), action].tolist() == [verb.first, *parts] and not table[1 + len(parts) :, action].any()


def view(legal: list[Verb], ended: int = 0) -> Any:
    state = SimpleNamespace(ended=ended, players=2, actors=2, left=5)
    return SimpleNamespace(state=state, words=words("en"), names=["Anna", "Bert"], legal=legal, verbs=legal)


def test_the_first_verb_that_has_a_prompt_asks() -> None:
    known = verbs()
    assert prompt(view([known["play"], known["set"]])) == "Play a card."
    assert prompt(view([known["pass"], known["set"]])) == "Set one of 5."
    assert prompt(view([])) == WAITING.one.format(player="Bert")
    assert prompt(view([known["play"]], ended=1)) == OVER.one


@pytest.mark.parametrize("game_id", GAMES)
def test_no_action_is_taken_apart_by_hand(game_id: str) -> None:
    """Numbers are for the tables: no rule reckons with one, or asks where it stands among others, but whether it is one at all."""
    for file in sorted((FOLDER / game_id).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.BinOp):
                terms = [node.left, node.right]
            elif isinstance(node, ast.Compare) and not isinstance(node.ops[0], ast.Eq | ast.NotEq):
                terms = [node.left, *node.comparators]
                if any(ast.unparse(term) in ("0", "SIZE") for term in terms):
                    continue
            else:
                continue
            assert "action" not in map(ast.unparse, terms), f"{file.name}:{node.lineno}: {ast.unparse(node)}"
