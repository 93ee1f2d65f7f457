"""Whoever shows or plays games knows none of them: all that differs comes from `core.game.Game`, and `games.GAMES` is the one register."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import kronland
from kronland.games import GAMES, find_game

PACKAGE = Path(kronland.__file__).parent
ROOMS = ("web", "lab", "cli")
KINDS = {".py", ".html", ".css", ".js", ".po", ".txt", ".toml", ".json", ".md", ".mako", ".svg"}
MODULE = re.compile(r"kronland\.games\.(?!drawing\b)\w+|from kronland\.games import (?!(GAMES|find_game)\b)")  # drawing is for all


def sources(room: str) -> Iterator[tuple[str, str]]:
    """The files that are our own, each by its name with its text."""
    for file in sorted((PACKAGE / room).rglob("*")):
        if file.suffix in KINDS and not {"vendor", "__pycache__"} & set(file.parts):
            yield file.relative_to(PACKAGE).as_posix(), file.read_text("utf-8")


def names_of(game_id: str) -> list[str]:
    """What a game is called: its id, and the first word of its title."""
    return [game_id, find_game(game_id).title.split()[0]]


@pytest.mark.parametrize("room", ROOMS)
def test_no_file_names_a_game(room: str) -> None:
    for game in GAMES:
        named = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names_of(game)), re.I)
        for file, text in sources(room):
            assert game not in file, f"{file} is a game's own: it belongs into its folder"
            assert not (found := named.search(text)), f"{file} names a game: {text[found.start() - 40 : found.end() + 40]!r}"


@pytest.mark.parametrize("room", ROOMS)
def test_no_file_imports_what_belongs_to_games(room: str) -> None:
    for file, text in sources(room):
        assert not (found := MODULE.search(text)), f"{file} looks into the games: {found[0]}"


def test_the_page_has_no_colour_of_a_seat_of_its_own() -> None:
    """A game gives its colours as values; what English calls them is a word like any other."""
    called = {name.one.lower() for game in GAMES for name in find_game(game).seat_names}
    styled = re.compile(rf"[-.\"'](?:{'|'.join(sorted(called))})\b")
    for file, text in sources("web"):
        if not file.endswith(".po"):
            assert not (found := styled.search(text)), f"{file} has {found[0]!r}"
