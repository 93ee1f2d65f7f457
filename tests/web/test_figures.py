"""The pictures in the rulebook, and the games that they come from."""

from __future__ import annotations

import dataclasses
import re

import pytest

from kronland.core.rulebook import rulebook
from kronland.core.words import LANGUAGES
from kronland.games import GAMES, find_game
from kronland.web.pages import pictures
from kronland.web.pages.pictures import STAGES, example, position
from kronland.web.study.figures import drawn_figure
from kronland.web.study.rules_page import document


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_shows_what_its_rule_is_about(game: str) -> None:
    for figure in find_game(game).figures:
        assert figure.rule in rulebook(game, "en")
        drawing = drawn_figure(game, figure.name, "en")
        assert drawing is not None
        shown = re.findall(r'data-action="(\w+)', drawing)
        assert figure.verb in shown if figure.verb else not shown
        for language in LANGUAGES:
            assert str(document(game, language).body).count(f"/{figure.name}.svg?language={language}") == 1
    assert drawn_figure(game, "nothing", "en") is None


@pytest.mark.parametrize("game", GAMES)
def test_every_chapter_but_the_dry_ones_has_a_figure(game: str) -> None:
    chapters = str(document(game, "en").body).split("<h2")[1:]
    assert sum("<figure" in chapter for chapter in chapters) >= len(chapters) / 2


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_a_whole_game(game: str) -> None:
    record = example(game)
    match = record.replay(None, "python")
    assert match.over and match.players > 2
    if game == "loewenherz":
        assert record.values["game"] == game and find_game(game).plays(record.values["rules"])
    for stage in STAGES:
        assert position(game, stage, "de").startswith("<svg")


def test_a_game_without_an_example_has_one_played_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = dataclasses.replace(find_game("rheinlaender"), example=None)
    monkeypatch.setattr(pictures, "find_game", lambda game_id: bare)
    record = pictures.example.__wrapped__("rheinlaender")
    assert record.replay(None, "python").over and record.values["result"] is not None
