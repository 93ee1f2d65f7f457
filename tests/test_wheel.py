"""Kronland from a wheel, as a user has it: built by `python -m build`, installed into a bare environment elsewhere, and no checkout.

Only the dependencies are not fetched anew: those that the wheel declares, and what these need, are linked from the environment of the
tests, which pip has installed by the same constraints, and pip looks whether they are all there and new enough. What a test needs
and a user does not have (httpx2, pytest) is not linked, so an import of it fails here. That shows the same as an installation from the
package index and takes a second; the whole is a third of a gigabyte to unpack.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_string
from importlib.metadata import Distribution, distribution
from pathlib import Path

import httpx2
import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
LARGEST = 3_000_000  # bytes
GAMES = ("loewenherz", "koenig", "rheinlaender", "brianboru")
LEFT_OVER = ("__pycache__/x.cpython-311.pyc", "web/store/migrations/versions/__pycache__/x.cpython-311.pyc", "web/x.nbi", "words/de.mo")

# All that is read beside the code: components, examples, grammars, weights, words, rulebooks.
PLAY = """
import kronland
from kronland.bots import choose, expected_shares
from kronland.core.words import document_file, words
from kronland.games import GAMES

print(kronland.__file__)
for game_id in GAMES:
    match = kronland.match(game_id, seed=7)
    for number in range(4):
        seat = match.actors[0]
        match.play(choose(match.known(seat), "page", number), seat)
    assert len(expected_shares(match.known(match.actors[0]))) == match.players
    game = match.game
    assert kronland.load(game.example, at=1).history and game.grammar.read_text("utf-8")
    assert all(document_file(game_id, language).read_text("utf-8") for language in ("de", "en"))
    assert match.view(0).svg.startswith("<svg") and words("de")(game.about) != words("en")(game.about)
"""


@pytest.mark.slow
def test_a_user_has_all_from_a_wheel(tmp_path: Path) -> None:
    wheel = built(tmp_path)
    assert wheel.stat().st_size < LARGEST
    assert contents(wheel) == sources()
    light = User(tmp_path / "light", wheel)
    assert "ends: king 1" in light.says("simulate", "loewenherz", "--setup", "beginner", "--games", "1", "--seed", "1")
    assert Path(light.runs(light.python, "-c", PLAY).strip()).is_relative_to(light.environment)
    refused = light.tries("serve", "--port", "0", "--no-open")
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1
    assert "the server is not installed" in refused.stderr and "pip install 'kronland[server]'" in refused.stderr
    user = User(tmp_path, wheel, "server")
    assert user.says("--version") == f"kronland {wheel.name.split('-')[1]}\n"
    told = user.says("games", "--language", "de")
    assert all(re.search(f"^{game}  ", told, re.M) for game in GAMES) and "der König im Sterben" in told
    assert "ends: king 2" in user.says("simulate", "loewenherz", "--setup", "beginner", "--games", "2", "--seed", "1")
    assert Path(user.runs(user.python, "-c", PLAY).strip()).is_relative_to(user.environment)
    with user.serving() as client:
        assert all(game in client.get("/").text for game in GAMES)
        assert "L97-31" in client.get("/rules/loewenherz").text
        assert client.get("/static/fonts/vollkorn-latin-wght-normal.woff2").content.startswith(b"wOF2")
        assert client.get("/picture/koenig/colours.css").status_code == 200
        form = {"game": "brianboru", "pace": "0", "kind-0": "me", "kind-1": "bot-page", "kind-2": "bot-page"}
        table = client.post("/new", data=form)
        assert table.status_code == 200 and table.url.path.startswith("/t/") and "<svg" in table.text
    with sqlite3.connect(user.database) as kept:
        assert kept.execute("SELECT count(*) FROM tables").fetchone() == (1,)


def tried(*command: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(part) for part in command], env={**os.environ, **more}, capture_output=True, text=True)


def built(folder: Path) -> Path:
    """The wheel of the checkout, by way of the source archive, as `python -m build` makes it; the checkout stays as it is.

    It is made from a copy that lacks what an earlier build has left, which could hide that something is missing, and has caches, which must
    not come along. The copy is gone afterwards.
    """
    tools, checkout = folder / "tools", folder / "checkout"
    options = ("--quiet", "--no-input", "--disable-pip-version-check", "--no-compile", "--target", tools)
    fetched = tried(sys.executable, "-m", "pip", "install", *options, "build", "setuptools>=77")
    if fetched.returncode:
        why = f"no wheel can be built without setuptools and build, which pip cannot fetch: {fetched.stderr.strip()[-300:]}"
        assert os.environ.get("CI") != "true", f"CI needs a package index: {why}"
        pytest.skip(why)
    shutil.copytree(ROOT / "src", checkout / "src", ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, checkout)
    for name in LEFT_OVER:
        file = checkout / "src" / "kronland" / name
        file.parent.mkdir(exist_ok=True)
        file.touch()
    build = ("-m", "build", "--no-isolation", "--outdir", folder / "dist", checkout)
    done = tried(sys.executable, *build, PYTHONPATH=str(tools))
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    shutil.rmtree(checkout)
    (wheel,) = (folder / "dist").glob("*.whl")
    return wheel


def contents(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def sources() -> set[str]:
    files = {file for file in (ROOT / "src" / "kronland").rglob("*") if file.is_file() and file.suffix != ".pyc"}
    return {file.relative_to(ROOT / "src").as_posix() for file in files}


class User:
    """Somebody with an environment, a home and a folder to work in, all far from any checkout."""

    def __init__(self, folder: Path, wheel: Path, *extras: str) -> None:
        folder.mkdir(exist_ok=True)
        self.environment, self.work, self.database = folder / "environment", folder / "work", folder / "tables.db"
        self.work.mkdir()
        venv.create(self.environment, symlinks=True)
        self.python = self.environment / "bin" / "python"
        self.kronland = self.environment / "bin" / "kronland"
        self.variables = {"PATH": os.environ["PATH"], "HOME": str(folder / "home"), "KRONLAND_MODE": "python", "LANG": "C.UTF-8"}
        link_what_is_needed(wheel, extras, next(self.environment.glob("lib/python*/site-packages")))
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", self.python)
        wanted = f"{wheel}[{','.join(extras)}]" if extras else wheel
        self.runs(*pip, "install", "--quiet", "--no-index", "--no-compile", wanted)  # fails for a requirement that is not there

    def tries(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self._run(self.kronland, *arguments)

    def _run(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(part) for part in command], cwd=self.work, env=self.variables, capture_output=True, text=True)

    def runs(self, *command: str | Path) -> str:
        done = self._run(*command)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def says(self, *arguments: str) -> str:
        return self.runs(self.kronland, *arguments)

    @contextmanager
    def serving(self) -> Iterator[httpx2.Client]:
        command = [str(self.kronland), "serve", "--port", "0", "--no-open", "--database", f"sqlite:///{self.database}"]
        with subprocess.Popen(command, cwd=self.work, env=self.variables, stderr=subprocess.PIPE, text=True) as process:
            try:
                assert process.stderr is not None
                found = re.search(r"serving on (http://\S+)/ ", said := process.stderr.readline())
                assert found, said + process.stderr.read()
                with httpx2.Client(base_url=found[1], timeout=120, follow_redirects=True) as client:
                    answering(client)
                    yield client
            finally:
                process.send_signal(signal.SIGINT)
                process.wait(120)
            assert process.returncode == 0, process.stderr.read()


def answering(client: httpx2.Client) -> None:
    end = time.monotonic() + 120
    while True:
        try:
            assert client.get("/healthz").status_code == 200
            return
        except httpx2.TransportError:
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.05)


def link_what_is_needed(wheel: Path, extras: tuple[str, ...], site: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        declared = message_from_string(archive.read(name).decode()).get_all("Requires-Dist", [])
    for needed in closure(declared, extras).values():
        for top in {file.parts[0] for file in needed.files or ()} - {"..", "__pycache__"}:
            if not (site / top).exists():  # a folder that two of them share
                (site / top).symlink_to(Path(str(needed.locate_file(top))))


def closure(requirements: list[str], extras: tuple[str, ...]) -> dict[str, Distribution]:
    """The distributions that these need, by name; of a requirement with extras, what the extras need too."""
    found: dict[str, Distribution] = {}
    asked: set[tuple[str, str]] = set()
    waiting = [(Requirement(text), extra) for text in requirements for extra in ("", *extras)]
    while waiting:
        requirement, extra = waiting.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        found[requirement.name] = distribution(requirement.name)
        for wanted in {"", *requirement.extras}:
            if (requirement.name, wanted) not in asked:
                asked.add((requirement.name, wanted))
                waiting += [(Requirement(text), wanted) for text in found[requirement.name].requires or ()]
    return found
