"""The rules of Löwenherz (1997) as documents: complete, and the same in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kronland.core.errors import UsageError
from kronland.core.kernel import in_mode
from kronland.core.rulebook import parse, rulebook
from kronland.core.words import LANGUAGES, PACKAGE
from kronland.games.loewenherz.land import founding_points

NUMBERS = [*range(1, 8), *range(10, 16), *range(20, 24), *range(30, 38), *range(40, 43), *range(50, 57), 60, *range(70, 75), 90]
IDS = [f"L97-{number}" for number in NUMBERS]
DE, EN = rulebook("loewenherz", "de"), rulebook("loewenherz", "en")
DOCUMENT = "docs/rules/loewenherz.md"
SOURCE = "src/kronland/games/loewenherz/rules_en.md"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_rules_are_there_in_order_and_none_is_empty(language: str) -> None:
    rules = rulebook("loewenherz", language)
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


def test_the_chapters_are_the_same_in_both_languages() -> None:
    chapters = {(EN[name].heading, DE[name].heading) for name in IDS}
    assert len(chapters) == len({english for english, _ in chapters}) == len({german for _, german in chapters}) > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_refer_to_rules_that_exist(language: str) -> None:
    document = (PACKAGE / "games" / "loewenherz" / f"rules_{language}.md").read_text("utf-8")
    assert set(re.findall(r"L97-\d+", document)) == set(IDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_founding_table_is_the_one_that_is_played(language: str) -> None:
    """L97-36"""
    fields, _, points = [
        line.strip("| ").split(" | ")[1:] for line in rulebook("loewenherz", language)["L97-36"].text.splitlines() if "|" in line
    ]
    first = [int(re.findall(r"\d+", span)[0]) for span in fields]
    table = in_mode(founding_points, "python")
    last = [*(start - 1 for start in first[1:]), 150]
    for start, end, scored in zip(first, last, points, strict=True):
        assert table(start) == table(end) == int(scored)


def test_the_document_on_the_web_is_the_text_of_the_package() -> None:
    root = Path(__file__).parents[3]
    assert (root / DOCUMENT).read_text("utf-8") == (root / SOURCE).read_text("utf-8"), f"refresh it: cp {SOURCE} {DOCUMENT}"


def test_rules_that_do_not_exist_are_refused_with_a_reason() -> None:
    with pytest.raises(UsageError, match="no rules of a game 'chess'"):
        rulebook("chess", "en")
    with pytest.raises(UsageError, match="unknown language 'fr'; there are de and en"):
        rulebook("loewenherz", "fr")


def test_a_rule_that_stands_twice_is_an_error() -> None:
    with pytest.raises(ValueError, match="X1-1 stands twice"):
        parse("**X1-1** one\n\n**X1-1** two\n")


def test_a_rule_ends_where_the_next_one_or_a_heading_begins() -> None:
    assert parse("intro\n\n## A\n\n**X1-1** one\nmore\n\n- list\n- two\n\n## B\n\nwords between\n\n**X1-2** two\n") == {
        "X1-1": ("A", "one more\n\n- list\n- two"),
        "X1-2": ("B", "two"),
    }
