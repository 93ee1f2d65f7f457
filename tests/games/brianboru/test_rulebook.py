"""The rules of Brian Boru as documents: complete, and the same in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kronland.core.rulebook import rulebook
from kronland.core.words import LANGUAGES
from kronland.games.brianboru.components import load

NUMBERS = [*range(5), *range(10, 13), *range(20, 31), *range(40, 43), 50, 51, 60, *range(70, 73), *range(80, 85)]
IDS = [f"BB-{number}" for number in NUMBERS]
DE, EN = rulebook("brianboru", "de"), rulebook("brianboru", "en")
ROOT = Path(__file__).parents[3]
DOCUMENT, SOURCE = ROOT / "docs/rules/brianboru.md", ROOT / "src/kronland/games/brianboru/rules_en.md"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_rules_are_there_in_order_and_none_is_empty(language: str) -> None:
    rules = rulebook("brianboru", language)
    assert list(rules) == IDS
    for name, rule in rules.items():
        assert rule.heading and len(rule.text) > 15, name


@pytest.mark.parametrize("name", IDS)
def test_both_languages_say_the_same(name: str) -> None:
    """The same numbers, the same rulings of ours, the same examples."""
    english, german = EN[name].text, DE[name].text
    assert english != german
    assert sorted(re.findall(r"\d+", english)) == sorted(re.findall(r"\d+", german))
    assert english.count("*Ruling:*") == german.count("*Festlegung:*")
    assert english.count("*Example:*") == german.count("*Beispiel:*")


def test_the_document_on_the_web_is_the_text_of_the_package() -> None:
    assert DOCUMENT.read_text("utf-8") == SOURCE.read_text("utf-8"), f"refresh it: cp {SOURCE} {DOCUMENT}"


@pytest.mark.rule("BB-83")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_regions_is_the_one_that_is_played(language: str) -> None:
    rows = [line.strip("| ").split(" | ")[1:] for line in rulebook("brianboru", language)["BB-83"].text.splitlines() if " | " in line]
    regions, points = rows[0], rows[-1]
    spread = load().spread.tolist()
    for said, scored in zip(regions, points, strict=True):
        for number in {int(found) for found in re.findall(r"\d+", said)}:
            assert spread[number] == int(scored)
