"""Files that several processes change: one after the other, whatever becomes of those who were first."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kronland.core.errors import UsageError
from kronland.core.files import alone, check_places, write_bytes, write_file

# Says that it comes, takes its turn, and leaves when it is told to. What happened is written down by those whose turn it is.
VISITOR = """
import sys
from pathlib import Path
from kronland.core.files import alone

name, folder = sys.argv[1], Path(sys.argv[2])
print("coming", flush=True)
with alone(folder / "the.lock"), (folder / "diary").open("a", encoding="utf-8") as diary:
    print(name, "in", file=diary, flush=True)
    print("in", flush=True)
    sys.stdin.readline()
    print(name, "out", file=diary, flush=True)
"""

COUNTER = """
import sys
from pathlib import Path
from kronland.core.files import alone

folder = Path(sys.argv[1])
for _ in range(25):
    with alone(folder / "the.lock"):
        count = int((folder / "count").read_text("utf-8"))
        (folder / "count").write_text(str(count + 1), "utf-8")
"""

Visit = Callable[[str], "subprocess.Popen[str]"]


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    started: list[subprocess.Popen[str]] = []

    def start(name: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", VISITOR, name, str(tmp_path)]
        started.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        assert heard(started[-1]) == "coming"
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def heard(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def diary(folder: Path) -> list[str]:
    return (folder / "diary").read_text("utf-8").splitlines()


def test_who_comes_second_waits(visit: Visit, tmp_path: Path) -> None:
    first = visit("first")
    assert heard(first) == "in"
    second = visit("second")
    first.communicate("go\n")
    assert heard(second) == "in"
    second.communicate("go\n")
    assert diary(tmp_path) == ["first in", "first out", "second in", "second out"]


def test_a_killed_process_holds_nobody_up(visit: Visit, tmp_path: Path) -> None:
    first = visit("first")
    assert heard(first) == "in"
    second = visit("second")
    first.kill()
    assert heard(second) == "in"
    second.communicate("go\n")
    assert diary(tmp_path) == ["first in", "second in", "second out"]


def test_no_change_of_several_is_lost(tmp_path: Path) -> None:
    (tmp_path / "count").write_text("0", "utf-8")
    started = [subprocess.Popen([sys.executable, "-c", COUNTER, str(tmp_path)]) for _ in range(4)]
    assert [process.wait() for process in started] == [0] * 4
    assert (tmp_path / "count").read_text("utf-8") == "100"


def test_an_error_gives_the_turn_back(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(RuntimeError), alone(tmp_path / "the.lock"):
            raise RuntimeError


def test_a_lock_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match=r"cannot be written .*; expected a folder that can be"), alone(tmp_path / "file" / "the.lock"):
        pytest.fail("a file is no folder")


@pytest.mark.parametrize(
    ("name", "reason"), [(300 * "a", "File name too long"), ("/dev/full", "No space left on device"), (".", "Is a directory")]
)
def test_what_cannot_be_written_is_told_in_one_line(name: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=rf"cannot be written \({reason}\); expected a file in a folder that can be"):
        write_file(tmp_path / name, "text")
    assert list(tmp_path.iterdir()) == []


def test_places_are_looked_at_before_long_work(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("old", "utf-8")
    check_places(None, there, tmp_path / "new", Path("/dev/null"))
    for place, reason in ((tmp_path, "Is a directory"), (tmp_path / "no" / "x", "No such file"), (tmp_path / (300 * "a"), "too long")):
        with pytest.raises(UsageError, match=f"cannot be written .*{reason}"):
            check_places(place)
    with pytest.raises(UsageError, match="too long"):
        write_bytes(tmp_path / (300 * "a"), b"picture")
    assert there.read_text("utf-8") == "old" and list(tmp_path.iterdir()) == [there]
