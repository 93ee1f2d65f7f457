"""The rules of all games as documents: complete, and the same in both languages."""

from __future__ import annotations

import re

import pytest

from kronland.core.rulebook import rulebook
from kronland.core.words import LANGUAGES, PACKAGE
from kronland.games import GAMES

NUMBERS = {
    "loewenherz": (
        "L97",
        [*range(1, 8), *range(10, 16), *range(20, 24), *range(30, 38), *range(40, 43), *range(50, 57), 60, *range(70, 75), 90],
    ),
    "koenig": (
        "L03",
        [*range(1, 8), *range(10, 16), *range(20, 28), *range(30, 33), *range(40, 47), *range(50, 53), 60, 70, *range(80, 83)],
    ),
    "rheinlaender": ("RH", [*range(1, 4), *range(10, 19), *range(20, 28), *range(30, 33), 40, *range(50, 53)]),
    "brianboru": ("BB", [*range(5), *range(10, 13), *range(20, 31), *range(40, 43), 50, 51, 60, *range(70, 73), *range(80, 85)]),
}
IDS = {game: [f"{prefix}-{number}" for number in numbers] for game, (prefix, numbers) in NUMBERS.items()}
RULES = [(game, name) for game, names in IDS.items() for name in names]


def test_every_game_has_its_rules_named_here() -> None:
    assert list(IDS) == list(GAMES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", IDS)
def test_all_rules_are_there_in_order_and_none_is_empty(game: str, language: str) -> None:
    rules = rulebook(game, language)
    assert list(rules) == IDS[game]
    for name, rule in rules.items():
        assert rule.heading and len(rule.text) > 15, name


@pytest.mark.parametrize(("game", "name"), RULES)
def test_both_languages_say_the_same(game: str, name: str) -> None:
    """The same numbers, the same rulings of ours, the same examples."""
    english, german = rulebook(game, "en")[name].text, rulebook(game, "de")[name].text
    assert english != german
    assert sorted(re.findall(r"\d+", english)) == sorted(re.findall(r"\d+", german))
    assert english.count("*Ruling:*") == german.count("*Festlegung:*")
    assert english.count("*Example:*") == german.count("*Beispiel:*")


@pytest.mark.parametrize("game", IDS)
def test_the_chapters_are_the_same_in_both_languages(game: str) -> None:
    chapters = {(rulebook(game, "en")[name].heading, rulebook(game, "de")[name].heading) for name in IDS[game]}
    assert len(chapters) == len({english for english, _ in chapters}) == len({german for _, german in chapters}) > 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", IDS)
def test_rules_refer_to_rules_that_exist(game: str, language: str) -> None:
    document = (PACKAGE / "games" / game / "words" / f"rules_{language}.md").read_text("utf-8")
    assert set(re.findall(rf"{NUMBERS[game][0]}-\d+", document)) == set(IDS[game])
