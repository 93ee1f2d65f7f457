"""A game that lies elsewhere is handed in, and everything in the house knows it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kronland import games
from kronland.core.errors import UsageError
from kronland.core.match import Match
from kronland.core.words import words
from kronland.games import GAMES, find_game, register
from tests.smallest import PACKAGE, handed_in

ROOT = Path(__file__).parent.parent.parent


def test_a_game_is_handed_in_and_leaves_with_the_test() -> None:
    before = list(GAMES)
    with handed_in() as game:
        assert [*before, game.id] == GAMES and find_game("grenzstein") is game and register(PACKAGE) == "grenzstein"
        assert os.environ[games.ELSEWHERE] == PACKAGE
    assert before == GAMES
    with pytest.raises(UsageError, match="unknown game 'grenzstein'; the games are"):
        find_game("grenzstein")


@pytest.mark.parametrize("package", ["nowhere.chess", "tests.smallest", "", ".", "koenig", "tests.koenig", "json"])
def test_what_is_no_package_of_a_game_is_refused(package: str) -> None:
    before = list(GAMES)
    with pytest.raises(UsageError, match="expected"):
        register(package)
    assert before == GAMES


@pytest.mark.slow
def test_a_process_is_told_by_its_environment() -> None:
    """The command line, and all that it starts."""

    def kronland(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        environment = {**os.environ, "KRONLAND_MODE": "python", "PYTHONPATH": path, **more}
        return subprocess.run([sys.executable, "-P", "-m", "kronland", *arguments], env=environment, capture_output=True, text=True)

    told = kronland("games", KRONLAND_GAMES=PACKAGE)
    assert told.returncode == 0 and "Grenzstein" in told.stdout, told.stderr
    rule = kronland("rules", "grenzstein", "GS-3", KRONLAND_GAMES=PACKAGE)
    assert rule.returncode == 0 and "the page slips past the king" in " ".join(rule.stdout.split()), rule.stderr
    checked = kronland("check", "grenzstein", "--games", "2", KRONLAND_GAMES=PACKAGE)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    wrong = kronland("games", KRONLAND_GAMES="nowhere.chess")
    assert wrong.returncode == 2 and "'nowhere.chess' cannot be imported" in wrong.stderr and "Traceback" not in wrong.stderr


def test_its_words_are_known_once_it_is_handed_in() -> None:
    with handed_in() as game:
        assert words("de")(game.verbs[0].prompt) == "Wen schickst Du, um den Stein zu rücken?"
        assert "Wen schickst Du" in Match(game, seed=1, mode="python").view(0, "de").text
    assert words("de")(game.verbs[0].prompt) == game.verbs[0].prompt.one, "and are gone with it"
