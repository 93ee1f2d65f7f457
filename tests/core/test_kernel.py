"""Compiled code is kept for the next process, however many compile at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kronland.core.kernel import DEFAULT_MODE

pytestmark = pytest.mark.skipif(DEFAULT_MODE == "python", reason="nothing is compiled")

# Keeps and finds things under keys of its own, in an index that others write to at the same time.
CODE = """
import sys
from kronland.core.kernel import SharedIndex

folder, name = sys.argv[1:]
index = SharedIndex(folder, "shared", "stamp")
sys.stdin.readline()  # all begin at once
for number in range(100):
    index.save((name, number), [name, number])
"""


def test_processes_that_compile_at_once_lose_nothing_and_mix_nothing_up(tmp_path: Path) -> None:
    from kronland.core.kernel import SharedIndex

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
            assert index.load((name, number)) == [name, number]


def test_every_kernel_is_kept_in_such_an_index() -> None:
    from kronland.core.kernel import SharedIndex
    from kronland.core.play import playout
    from kronland.games import find_game

    for kernel in (playout, *find_game("koenig").kernels.values()):
        assert type(kernel._cache._cache_file) is SharedIndex  # type: ignore[attr-defined]
