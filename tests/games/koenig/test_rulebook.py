"""The rules of the 2003 game as documents: complete, and the same in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kronland.core.rulebook import rulebook
from kronland.core.words import LANGUAGES, PACKAGE

NUMBERS = [*range(1, 8), *range(10, 16), *range(20, 28), *range(30, 33), *range(40, 47), *range(50, 53), 60, 70, *range(80, 83)]
IDS = [f"L03-{number}" for number in NUMBERS]
DE, EN = rulebook("koenig", "de"), rulebook("koenig", "en")
DOCUMENT = "docs/rules/koenig.md"
SOURCE = "src/kronland/games/koenig/rules_en.md"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_rules_are_there_in_order_and_none_is_empty(language: str) -> None:
    rules = rulebook("koenig", language)
    assert list(rules) == IDS
    for name, rule in rules.items():
        assert rule.heading and len(rule.text) > 15, name


@pytest.mark.parametrize("name", IDS)
def test_both_languages_say_the_same(name: str) -> None:
    """The same numbers and the same rulings of ours."""
    english, german = EN[name].text, DE[name].text
    assert english != german
    assert sorted(re.findall(r"\d+", english)) == sorted(re.findall(r"\d+", german))
    assert english.count("*Ruling:*") == german.count("*Festlegung:*")


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_refer_to_rules_that_exist(language: str) -> None:
    document = (PACKAGE / "games" / "koenig" / f"rules_{language}.md").read_text("utf-8")
    assert set(re.findall(r"L03-\d+", document)) == set(IDS)


def test_the_document_on_the_web_is_the_text_of_the_package() -> None:
    root = Path(__file__).parents[3]
    assert (root / DOCUMENT).read_text("utf-8") == (root / SOURCE).read_text("utf-8"), f"refresh it: cp {SOURCE} {DOCUMENT}"
