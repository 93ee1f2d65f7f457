"""What the rules of Löwenherz (1997) say is what is played; and how a document of rules is read."""

from __future__ import annotations

import re

import pytest

from kronland.core.errors import UsageError
from kronland.core.kernel import in_mode
from kronland.core.rulebook import parse, rulebook
from kronland.core.words import LANGUAGES
from kronland.games.loewenherz.rules.land import founding_points


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
