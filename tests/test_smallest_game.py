"""The smallest game, `tests/grenzstein`: a whole one in one folder, which keeps the promises of all games and is played by the bots."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kronland.bots import choose
from kronland.bots.engine.evaluation import HUNCHES, mind_of
from kronland.core.errors import KronlandError, PositionError
from kronland.core.game import Game
from kronland.core.kernel import DEFAULT_MODE, interpreted
from kronland.core.layout import same
from kronland.core.match import Match
from kronland.core.record import read, write
from kronland.core.rulebook import rulebook
from kronland.core.words import LANGUAGES
from kronland.games import find_game
from kronland.lab.conformance import check_games, play_lively
from tests.smallest import handed_in

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent / "grenzstein"
ROOT = FOLDER.parent.parent
MOST_LINES = 300


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    with handed_in() as game:
        yield game


def test_it_is_small() -> None:
    """Blank lines, which the formatter sets, are not counted; components, words and weights are no Python."""
    lines = [line for file in FOLDER.rglob("*.py") for line in file.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) <= MOST_LINES


def test_nothing_elsewhere_names_it() -> None:
    for file in (ROOT / "src").rglob("*"):
        if file.suffix in {".py", ".html", ".js", ".po", ".toml"}:
            assert "grenzstein" not in file.read_text("utf-8").lower(), file
    assert "grenzstein" not in (ROOT / "pyproject.toml").read_text("utf-8").lower()


# The game ---------------------------------------------------------------------------------------------------------------------------


def test_it_keeps_all_promises(game: Game) -> None:
    report = check_games(game, 60, mode=DEFAULT_MODE, other_mode=None if DEFAULT_MODE == "python" else "python")
    assert report.violations == []
    assert set(report.verbs) == set(game.space.by_verb) and set(report.ends) == {"divided"} and set(report.events) == set(game.events)
    assert set(report.barriers) == {"NONE", "PASSED", "REVEALED", "DRAWN"}
    assert 10 <= report.decisions / report.games <= 30
    assert set(report.refusals) >= {2, 4, 10}


@pytest.mark.parametrize("level", ["page", "squire", "knight:50"])
def test_bots_play_it(game: Game, level: str) -> None:
    wins = 0.0
    for seed in range(6):
        match = Match(game, seed=seed, mode="python")
        while not match.over:
            seat = match.actors[0]
            match.play(choose(match.known(seat), level if seat == seed % 2 else "page", seed, "python"), seat)
        wins += match.results()[seed % 2]["share"]
    assert level != "knight:50" or wins >= 3.0, "a knight thinks"


def test_a_bot_does_not_peek_at_whom_the_other_has_sent(game: Game) -> None:
    for seed in range(10):
        match = Match(game, seed=seed, mode="python")
        chosen = {choose(match.known(1), "squire", 3, "python")}
        for card in match.legal_for(0):
            other = Match(game, seed=seed, mode="python")
            other.play(card, 0)
            chosen.add(choose(other.known(1), "squire", 3, "python"))
        assert len(chosen) == 1


def test_its_bots_go_by_the_taste_of_the_game(game: Game) -> None:
    """Its mind has no hunch of its own."""
    mind_of(game.id)
    weights = set()
    for match in play_lively(game, 2, {}, seed=5, mode="python"):
        for seat in match.actors:
            actions = np.array(match.legal_actions(seat), np.int32)
            felt = np.zeros(len(actions))
            HUNCHES.pick(match.state, "python")(match.state, seat, actions, len(actions), felt)
            assert felt.tolist() == [interpreted(game.kernels["taste"])(match.state, seat, action) for action in actions]
            weights |= set(felt)
    assert len(weights) > 1


def test_positions_lead_back(game: Game) -> None:
    for match in play_lively(game, 2, {}, 5, "python"):
        text = game.write_position(match.state)
        again = Match(game, position=text, seed=3, mode="python")
        assert game.write_position(again.state) == text
        assert list(again.actors) == list(match.actors) and again.over == match.over


def test_positions_that_cannot_arise_are_refused(game: Game) -> None:
    """Numbers of good ones changed at random: refused in a line, or played to the end."""
    chance, refused = random.Random(4), 0
    for match in play_lively(game, 2, {}, 6, "python"):
        lines = game.write_position(match.state).splitlines()
        for _ in range(30):
            row = chance.randrange(len(lines))
            name, _, numbers = lines[row].partition(": ")
            changed = numbers.split()
            changed[chance.randrange(len(changed))] = chance.choice(["0", "1", "2", "7", "99", "-1", "x", "٣", ""])
            text = "\n".join([*lines[:row], f"{name}: {' '.join(changed)}", *lines[row + 1 :]])
            try:
                other = Match(game, position=text, seed=1, mode="python")
            except KronlandError:
                refused += 1
                continue
            while not other.over:
                assert game.invariants(other.state) == []
                other.play(chance.choice(other.legal_actions(other.actors[0])), other.actors[0])
    assert refused > 100
    with pytest.raises(PositionError, match="'moon' is no line of a position"):
        game.read_position(game.write_position(match.state) + "moon: 1\n")


def test_a_record_leads_back(game: Game) -> None:
    *_, match = play_lively(game, 2, {}, 7, "python")
    assert same(read(write(match), find_game).replay(mode="python").state, match.state)


# Its words --------------------------------------------------------------------------------------------------------------------------


def _update_words() -> Any:
    spec = importlib.util.spec_from_file_location("update_words", ROOT / "tools" / "update_words.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_its_catalogues_are_complete() -> None:
    tool = _update_words()
    texts = tool.marked_texts(further=[FOLDER])[FOLDER]
    for language in LANGUAGES:
        file = FOLDER / "words" / f"{language}.po"
        wanted, missing = tool.refreshed(file, texts)
        assert file.read_text("utf-8") == wanted, "run tools/update_words.py tests/grenzstein"
        assert language == "en" or not missing


def test_every_rule_that_is_named_is_in_the_rulebook(game: Game) -> None:
    named = {rule for verb in game.verbs for rule in verb.rules} | {kind.rule for kind in [*game.events.values(), *game.refusals.values()]}
    for language in LANGUAGES:
        assert named - {""} <= set(rulebook(game.id, language))
    assert all(verb.lesson for verb in game.verbs)
