"""Every rule of every game has a test that names it: `@pytest.mark.rule("L97-31")`."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from kronland.games import GAMES, find_game

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "src" / "kronland" / "games"


def rule_ids(game: str) -> list[str]:
    """The ids of a game's rules, from its rules document."""
    document = SOURCES / game / "words" / "rules_en.md"
    found = re.findall(r"^\*\*([A-Z]+\d*-\d+)\*\*", document.read_text("utf-8"), re.MULTILINE)
    assert found, f"no rule ids found for {game}"
    return found


@cache
def marked_ids(folder: Path) -> dict[str, list[str]]:
    """The ids that marks in a folder of tests name, with the tests that do."""
    marks: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for argument in node.args:
                    marks.setdefault(ast.literal_eval(argument), []).append(f"{file.name}:{node.lineno}")
    return marks


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_test(game):
    missing = [rule for rule in rule_ids(game) if rule not in marked_ids(TESTS / "games" / game)]
    assert not missing, f"rules of {game} without a test that names them: {', '.join(missing)}"


@pytest.mark.parametrize("game", GAMES)
def test_every_mark_names_a_rule(game):
    known = set(rule_ids(game))
    strange = {rule: where for rule, where in marked_ids(TESTS / "games" / game).items() if rule not in known}
    assert not strange, f"marks that name no rule of {game}: {strange}"


@pytest.mark.parametrize("game", GAMES)
def test_rule_ids_are_unique(game):
    assert len(rule_ids(game)) == len(set(rule_ids(game)))


@pytest.mark.parametrize("game", GAMES)
def test_refusals_and_events_name_rules_of_the_game(game):
    known = {"", *rule_ids(game)}
    played = find_game(game)
    cited = {kind.rule for kind in [*played.refusals.values(), *played.events.values()]}
    assert cited <= known, f"{game} cites unknown rules: {', '.join(sorted(cited - known))}"


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_is_tested(game):
    """Tests name a refusal by its code's name in small letters, as `Match.why` gives it."""
    tests = "".join(file.read_text("utf-8") for file in (TESTS / "games" / game).rglob("test_*.py"))
    missing = [code.name.lower() for code in find_game(game).refusal_codes if code and f'"{code.name.lower()}"' not in tests]
    assert not missing, f"refusals of {game} that no test names: {', '.join(missing)}"
