"""`kronland warm`: mostly with parts that compile nothing; that rules and bots compile is shown by every native test."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import kronland.bots
from kronland.cli.app import app
from kronland.core import kernel, warm
from kronland.games import GAMES, find_game

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is compiled, as it is, in an empty cache."""
    for game in GAMES:
        find_game(game)  # its kernels are made for the mode of this process
    made: list[str] = []

    def part(name: str) -> warm.Part:
        return warm.Part(name, lambda game: [(name, lambda: made.append(f"{name} of {game.id}"))])

    monkeypatch.setattr(kernel, "DEFAULT_MODE", "native")
    monkeypatch.setattr(kernel, "CACHE", tmp_path / "cache", raising=False)
    monkeypatch.setattr(kernel, "kernel_digest", lambda *_: "0123456789abcdef", raising=False)
    monkeypatch.setattr(warm, "RULES", part("rules"))
    monkeypatch.setattr("kronland.bots.BOTS", part("bots"))
    monkeypatch.setattr(warm, "PLAYOUTS", part("playouts"))
    return made


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["warm", *arguments], env={"COLUMNS": "200"})


def told(*arguments: str) -> list[str]:
    """What is printed; seconds as 0."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return re.sub(r"\d+\.\d+ s", "0 s", result.stdout).splitlines()


def test_all_games_are_compiled_once(steps: list[str]) -> None:
    first = told()
    assert steps == [f"{part} of {game}" for game in GAMES for part in ("rules", "bots", "playouts")]
    assert [line.rpartition(": ")[2] for line in first[:-1]] == ["rules and bots compiled in 0 s"] * len(GAMES)
    assert first[-1] == f"{kernel.CACHE}: {len(GAMES)} of {len(GAMES)} games ready, after 0 s of compiling"
    steps.clear()
    assert [line.rpartition(": ")[2] for line in told()[:-1]] == ["rules and bots were compiled before"] * len(GAMES)
    assert steps == []


def test_the_games_that_are_named_and_what_they_lack(steps: list[str]) -> None:
    warm.warm_up(find_game("koenig"))
    assert steps == ["rules of koenig"]
    lines = told("koenig", "loewenherz", "koenig")
    missing = [("koenig", part) for part in ("bots", "playouts")] + [("loewenherz", part) for part in ("rules", "bots", "playouts")]
    assert steps == ["rules of koenig", *(f"{part} of {game}" for game, part in missing)]
    assert [line.rpartition(": ")[2] for line in lines] == [
        "bots compiled in 0 s; the rules were compiled before",
        "rules and bots compiled in 0 s",
        f"2 of {len(GAMES)} games ready, after 0 s of compiling",
    ]


def test_what_a_server_leaves_out_is_compiled_too(steps: list[str]) -> None:
    """No table plays random games by the thousand; who simulates does."""
    warm.warm_up(find_game("koenig"), None, kronland.bots.BOTS)
    steps.clear()
    assert told("koenig")[0].endswith("random games compiled in 0 s; rules and bots were compiled before")
    assert steps == ["playouts of koenig"]


def test_a_game_that_does_not_exist_is_said_before_anything_is_compiled(steps: list[str]) -> None:
    result = run("koenig", "lowenherz")
    assert result.exit_code == 2 and result.stdout == ""
    assert re.fullmatch(r"kronland: unknown game 'lowenherz'; did you mean 'loewenherz'\? the games are: [^\n]+\n", result.stderr)
    assert steps == [] and not kernel.CACHE.exists()


def test_where_compiled_rules_were_left_out(steps: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "DEFAULT_MODE", "python")
    result = run()
    assert (result.exit_code, result.stdout, steps) == (2, "", [])
    assert result.stderr.count("\n") == 1 and "unset it" in result.stderr


def test_a_cache_that_cannot_be_written_is_said(steps: list[str]) -> None:
    """A lock that is a folder stands for one that is not ours: root may write everywhere."""
    (kernel.CACHE / "koenig.lock").mkdir(parents=True)
    result = run("koenig")
    assert (result.exit_code, result.stdout, steps) == (2, "", [])
    assert "koenig.lock: cannot be written" in result.stderr and "Traceback" not in result.output


@pytest.mark.slow
@pytest.mark.skipif(kernel.DEFAULT_MODE == "python", reason="nothing is compiled")
def test_what_the_tests_compiled_is_found() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([sys.executable, "-m", "kronland", "warm", "loewenherz"], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Löwenherz (1997): rules and bots were compiled before\n")
