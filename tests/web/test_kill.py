"""`kill -9` in the middle of play, a few times over each database; a database that crashes; requests that race. tools/kill_server.py and
tools/races.py do it a thousand times and more."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

TOOL = Path(__file__).resolve().parent.parent.parent / "tools" / "kill_server.py"
KILLS = 4
RACES = 15


def test_nothing_that_was_answered_is_lost(database: str) -> None:
    done = subprocess.run([sys.executable, str(TOOL), "--kills", str(KILLS), "--database", database], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{KILLS:7} kills" in done.stdout and f"{0:7} lost or unreadable" in done.stdout
    assert "moves made" in done.stdout and "seats taken" in done.stdout


@pytest.mark.long
def test_one_of_two_is_killed_and_nothing_is_lost(postgres: Callable[[], str]) -> None:
    """Every request goes to either of two processes on one database."""
    command = [sys.executable, str(TOOL), "--kills", str(KILLS), "--database", postgres(), "--processes", "2"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{KILLS:7} kills" in done.stdout and f"{0:7} lost or unreadable" in done.stdout


@pytest.mark.long
def test_a_database_that_crashes_loses_nothing() -> None:
    """Two servers live on, and whoever asks meanwhile is told to come again."""
    command = [sys.executable, str(TOOL), "--kills", "2", "--of-the-database", "--processes", "2"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{2:7} restarts of the database" in done.stdout and f"{0:7} lost or unreadable" in done.stdout


def test_of_what_cannot_all_happen_one_thing_happens(postgres: Callable[[], str]) -> None:
    """Moves, taking back, joining, chat and clocks at the same moment, at two processes."""
    command = [sys.executable, str(TOOL.with_name("races.py")), "--races", str(RACES), "--database", postgres()]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{RACES:7} races" in done.stdout and f"{0:7} amiss" in done.stdout and "moves made" in done.stdout
