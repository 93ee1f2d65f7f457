"""The examples in README and docs run as they stand.

- ```python blocks are doctest sessions; the blocks of one file are one session.
- ```console blocks are `$ kronland ...` or `$ ./kronland ...` lines, each followed by what it prints; `...` stands for anything.
- Other blocks (```sh and the like) are shown and not run.

They run with interpreted rules, in a folder of their own that has the project's `docs`.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from kronland.games import GAMES, find_game

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "benchmarks").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
ENVIRONMENT = {
    **os.environ,
    "KRONLAND_MODE": "python",
    "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
    "COLUMNS": "100",
    "NO_COLOR": "1",
}


def blocks(page: Path, kind: str) -> list[re.Match[str]]:
    return [found for found in BLOCK.finditer(page.read_text("utf-8")) if found[1] == kind]


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    return tmp_path


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=name)
def test_sessions(page: Path, folder: Path) -> None:
    text = page.read_text("utf-8")
    kept = "".join("\n" * (text.count("\n", 0, found.start(2)) - before) + found[2] for found, before in with_lines(page))
    session = folder / page.with_suffix(".txt").name
    session.write_text(kept, "utf-8")
    command = [sys.executable, "-m", "doctest", "-o", "ELLIPSIS", "-o", "NORMALIZE_WHITESPACE", session.name]
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 0, f"{name(page)}:\n{done.stdout}{done.stderr}"


def with_lines(page: Path) -> list[tuple[re.Match[str], int]]:
    """The python blocks, each with the lines that those before it take: a failure then names the line of the page."""
    text, before, found = page.read_text("utf-8"), 0, []
    for block in blocks(page, "python"):
        found.append((block, before))
        before = text.count("\n", 0, block.end(2))
    return found


def commands(page: Path) -> list[tuple[str, str]]:
    """Each command line with the output that the page shows."""
    found: list[tuple[str, str]] = []
    for block in blocks(page, "console"):
        for line in block[2].splitlines(keepends=True):
            if line.startswith("$ "):
                found.append((line[2:].strip(), ""))
            else:
                found[-1] = (found[-1][0], found[-1][1] + line)
    return found


@pytest.mark.parametrize(
    ("command", "expected"),
    [pytest.param(*found, id=f"{name(page)}: {found[0]}") for page in PAGES for found in commands(page)],
)
def test_commands(command: str, expected: str, folder: Path) -> None:
    program, *arguments = shlex.split(command)
    assert program in ("kronland", "./kronland"), "an example is a kronland command"
    done = subprocess.run(
        [sys.executable, "-m", "kronland", *arguments],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    same = doctest.OutputChecker().check_output(expected, done.stdout, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert same, f"expected:\n{expected}\nprinted:\n{done.stdout}"


def test_every_link_leads_somewhere() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), f"{name(page)} links {link}, which is not there"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_verb_is_on_the_page_about_notation(game_id: str) -> None:
    """As an action that is one, and a position of the game that can be read."""
    game, page = find_game(game_id), (ROOT / "docs/positions.md").read_text("utf-8")
    chapter = next(text for text in page.split("\n## ") if text.startswith(f"{game.title}\n"))
    shown = re.findall(r"`([a-z][^`]*)`", " ".join(line.split("|")[1] for line in chapter.splitlines() if line.startswith("| `")))
    assert {notation.split()[0] for notation in shown} == {verb.name for verb in game.verbs}
    for notation in shown:
        action = game.space.parse(notation)
        assert notation.lower() in {game.space.notation(action, seat).lower() for seat in (None, 0)}
    positions = [found[2] for found in BLOCK.finditer(chapter) if found[1] in (game_id, "position")]
    assert positions
    for position in positions:
        game.read_position(position)


def test_the_steps_to_add_a_game_are_the_files_of_the_smallest() -> None:
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    steps = text[text.index("Its files are the steps:") : text.index("A larger game has more of each.")]
    named = set(re.findall(r"`((?:words/)?\w+\.(?:py|toml|md|po))`", steps))
    model = ROOT / "tests/grenzstein"
    files = [file for file in model.rglob("*.*") if file.suffix != ".pyc" and file.name != "__init__.py"]
    assert named == {file.relative_to(model).as_posix() for file in files}, "docs/architecture.md lists the files of tests/grenzstein"


def rooms(folder: Path) -> set[str]:
    return {file.parent.name for file in folder.glob("*/__init__.py")}


def test_the_rooms_are_those_of_the_house() -> None:
    """The page has a table of the rooms of a game, which are the same in every game, and one of those of the web."""
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    of_a_game, of_the_web = (set(re.findall(r"^\| `(\w+)/` \|", part, re.M)) for part in text.split("The rooms of the bots are"))
    package = ROOT / "src/kronland"
    assert of_a_game == {"rules", "positions", "words", "picture"}
    for game in GAMES:
        assert rooms(package / "games" / game) == of_a_game
        doors = {"__init__.py", "components.py", "game.py", "guide.py", "table.py"}
        assert {file.name for file in (package / "games" / game).glob("*.py")} == doors
    assert rooms(package / "web") == of_the_web
