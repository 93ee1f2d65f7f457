"""What the rules of Brian Boru say is what is played."""

from __future__ import annotations

import re

import pytest

from kronland.core.rulebook import rulebook
from kronland.core.words import LANGUAGES
from kronland.games.brianboru.components import load


@pytest.mark.rule("BB-83")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_regions_is_the_one_that_is_played(language: str) -> None:
    rows = [line.strip("| ").split(" | ")[1:] for line in rulebook("brianboru", language)["BB-83"].text.splitlines() if " | " in line]
    regions, points = rows[0], rows[-1]
    spread = load().spread.tolist()
    for said, scored in zip(regions, points, strict=True):
        for number in {int(found) for found in re.findall(r"\d+", said)}:
            assert spread[number] == int(scored)
