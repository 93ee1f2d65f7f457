"""Compiled code is kept for the next process, however many compile at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kronland.core.kernel import DEFAULT_MODE

pytestmark = [pytest.mark.slow, pytest.mark.skipif(DEFAULT_MODE == "python", reason="nothing is compiled")]

# Keeps and finds things under keys of its own, in an index that others write to at the same time.
CODE = """
import sys
from kronland.core.cache import SharedIndex

folder, name = sys.argv[1:]
index = SharedIndex(folder, "shared", "stamp")
sys.stdin.readline()  # all begin at once
for number in range(100):
    index.save((name, number, "digest"), [name, number])
"""


def test_processes_that_compile_at_once_lose_nothing_and_mix_nothing_up(tmp_path: Path) -> None:
    from kronland.core.cache import SharedIndex

    names = ["loewenherz", "koenig", "rheinlaender", "brianboru"]
    writers = [
        subprocess.Popen([sys.executable, "-c", CODE, str(tmp_path), name], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for name in names
    ]
    for writer in writers:
        assert writer.stdin
        writer.stdin.write("\n")
        writer.stdin.flush()
    for writer in writers:
        _, problems = writer.communicate(timeout=120)
        assert writer.returncode == 0, problems
    index = SharedIndex(str(tmp_path), "shared", "stamp")
    for name in names:
        for number in range(100):
            assert index.load((name, number, "digest")) == [name, number]


# The type of an argument is part of a key, and it may be an enum of a module that other sources do not have.
MOVED = """
import sys
sys.path.insert(0, sys.argv[1])
from kronland.core.cache import SharedIndex

index = SharedIndex(sys.argv[1], "shared", "stamp")
key = __import__(sys.argv[2]).Side.LEFT, "digest"
print(index.load(key))
index.save(key, sys.argv[2])
print(index.load(key))
"""


def test_what_names_a_module_that_has_moved_counts_as_nothing(tmp_path: Path) -> None:
    """An update that moved a module left a cache behind with which nothing started any more."""

    def kept(module: str) -> list[str]:
        (tmp_path / f"{module}.py").write_text("from enum import IntEnum\nclass Side(IntEnum):\n    LEFT = 1\n")
        done = subprocess.run([sys.executable, "-c", MOVED, str(tmp_path), module], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        (tmp_path / f"{module}.py").unlink()
        return done.stdout.split()

    assert kept("here") == ["None", "here"] and kept("here") == ["here", "here"]
    assert kept("there") == ["None", "there"]


def test_every_kernel_that_python_calls_is_kept_in_such_an_index() -> None:
    from kronland.core.cache import SharedIndex
    from kronland.core.play import playout
    from kronland.games import find_game

    kernels = find_game("koenig").kernels
    for kernel in (playout, *(kernels[name] for name in ("setup", "legal", "refusal", "apply", "censor", "resample"))):
        assert type(kernel._cache._cache_file) is SharedIndex  # type: ignore[attr-defined]


# A kernel, called in a process that may write nothing in the cache, if so asked: root may, whatever a folder's rights are.
SERVED = """
import os, sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])
if "reader" in sys.argv:
    cache, access = os.environ["KRONLAND_CACHE"], os.access

    def refuse(event, arguments):
        if event in ("open", "os.mkdir") and str(arguments[0]).startswith(cache):
            if event == "os.mkdir" or arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                raise PermissionError(13, "Permission denied", arguments[0])

    sys.addaudithook(refuse)
    os.access = lambda path, mode, **more: not (mode & os.W_OK and str(path).startswith(cache)) and access(path, mode, **more)
    os.environ["HOME"] = os.environ["XDG_CACHE_HOME"] = "/dev/null"
from doubling import double

print(double(21), double(1.5) if "reader" in sys.argv else "", len(double.stats.cache_hits), len(double.stats.cache_misses))
"""


def test_a_cache_that_may_only_be_read_serves(tmp_path: Path) -> None:
    """A packager has filled it, and the server has no right to write there; what is missing in it is compiled for this process alone."""
    (tmp_path / "doubling.py").write_text("from kronland.core.kernel import entry\n@entry\ndef double(x):\n    return 2 * x\n")
    (tmp_path / "__pycache__").touch()  # no folder to write to beside the code either

    def told(*who: str) -> list[str]:
        environment = {**os.environ, "KRONLAND_CACHE": str(tmp_path / "cache")}
        command = [sys.executable, "-B", "-c", SERVED, str(tmp_path), *who]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    assert told() == ["42", "0", "1"]
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "cache").rglob("*")}
    assert told("reader") == ["42", "3.0", "1", "1"]
    assert {file: file.stat().st_mtime_ns for file in (tmp_path / "cache").rglob("*")} == kept


# A package of kernels like the rules of a game, in one file, whose machine code is looked for and kept.
RULES = '''
"""{prose}"""
from enum import IntEnum
import numpy as np
from kronland.core.kernel import Generic, bare, entry, rule

DTYPE, OTHER = np.dtype([("x", np.int64)], align=True), np.dtype([("y", np.int64)], align=True)
TABLE = np.array([{table}], np.int64)
LEAP = Generic("leap")
leap = LEAP.function


class Step(IntEnum):
    SMALL = {small}


@rule
def step(s):
    """{prose}"""
    return TABLE[0] + Step.SMALL


@rule
def far(s):
    return {far} + step(s)


@{door}
def near(s):
    return {near}


LEAP.bind(DTYPE, far)
LEAP.bind(OTHER, near)


@entry
def walk(s):
    return leap(s)
'''

WALK = """
import sys
import numpy as np
sys.path.insert(0, sys.argv[1])
import rules_of_a_game as rules
found = [int(rules.walk(np.zeros(1, dtype)[0])) for dtype in (rules.DTYPE, rules.OTHER)]
print(*found, sum(rules.walk.stats.cache_misses.values()))
if sys.argv[2] == "entry":
    assert rules.near(np.zeros(1, rules.OTHER)[0]) == found[1]
"""


def walked(folder: Path, **changed: object) -> list[int]:
    """What the kernels give for two types of states, and how many of these had to be compiled."""
    values = {"prose": "Words.", "table": 1, "small": 2, "far": 10, "near": 5, "door": "rule", **changed}
    (folder / "rules_of_a_game.py").write_text(RULES.format(**values))
    environment = {**os.environ, "KRONLAND_CACHE": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", WALK, str(folder), str(values["door"])], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return [int(number) for number in done.stdout.split()]


@pytest.mark.slow
def test_a_changed_rule_is_compiled_for_its_game_and_a_changed_word_not_at_all(tmp_path: Path) -> None:
    assert walked(tmp_path) == [13, 5, 2]
    assert walked(tmp_path) == [13, 5, 0]
    assert walked(tmp_path, prose="Other words,\non two lines.") == [13, 5, 0]
    assert walked(tmp_path, door="bare") == [13, 5, 1]
    assert walked(tmp_path, near=6) == [13, 6, 1]
    assert walked(tmp_path, near=6, far=20) == [23, 6, 1]
    assert walked(tmp_path, near=6, far=20, table=3) == [25, 6, 1]
    assert walked(tmp_path, near=6, far=20, table=3, small=4) == [27, 6, 1]
    # What older sources left has gone: one file a type of state.
    kept = [file for file in (tmp_path / "cache").rglob("*.nbc") if file.name.startswith("walk.")]
    assert len(kept) == 2


def test_a_rule_that_becomes_an_entry_can_be_called(tmp_path: Path) -> None:
    """Machine code of a rule has no door for Python: called through one, it would end the process."""
    assert walked(tmp_path)[:2] == [13, 5]
    assert walked(tmp_path, door="entry")[:2] == [13, 5]
