"""Kernels are compiled once for all sizes of numbers, and become machine code where Python calls them."""

from __future__ import annotations

import os
import subprocess
import sys
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kronland.core.kernel import DEFAULT_MODE, entry, rule

pytestmark = pytest.mark.skipif(DEFAULT_MODE == "python", reason="nothing is compiled")


class Side(IntEnum):
    LEFT = 40


@rule
def below(number: Any) -> Any:
    return number * 1000


@rule
def between(number: Any) -> Any:
    return below(number) + 1


@entry
def of_all_sizes(small: Any, middle: Any) -> Any:
    return between(small[0]) + between(middle[0]) + between(7) + between(Side.LEFT) + below(small[1])


@entry
def above(small: Any, middle: Any) -> Any:
    return of_all_sizes(small, middle) + between(1)


@entry
def unsigned(words: Any) -> Any:
    return below(words[0])


@entry
def below_zero(states: Any) -> Any:
    return min(states[0].field_7, 0)


def arguments() -> tuple[Any, Any]:
    return np.array([100, -128], np.int8), np.array([300], np.int16)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled here is not kept."""
    for kernel in (of_all_sizes, above, unsigned, below_zero):
        monkeypatch.setattr(kernel._cache, "_enabled", False)  # type: ignore[attr-defined]


def test_a_kernel_is_compiled_once_for_numbers_of_all_sizes() -> None:
    expected = (100 + 300 + 7 + 40) * 1000 + 4 - 128_000
    assert of_all_sizes(*arguments()) == expected
    assert above(*arguments()) == expected + 1001
    assert len(between.overloads) == len(below.overloads) == 1  # type: ignore[attr-defined]
    # Words of 64 bits keep their sign, and are of a kind of their own.
    assert unsigned(np.array([2**63 // 1000], np.uint64)) == 2**63 // 1000 * 1000
    assert len(below.overloads) == 2  # type: ignore[attr-defined]


def test_a_kernel_without_a_door_says_so_and_does_not_end_the_process() -> None:
    for number in (1, np.int8(1), 1.5):
        with pytest.raises(TypeError, match="bad argument"):
            between(number)


def test_only_what_python_calls_becomes_machine_code() -> None:
    from kronland.core.linking import Inner, Outer

    above(*arguments())
    libraries = {kernel: [made.library for made in kernel.overloads.values()] for kernel in (below, between, above)}  # type: ignore[attr-defined]
    assert {type(library) for library in libraries[below] + libraries[between]} == {Inner}
    assert {type(library) for library in libraries[above]} == {Outer}
    with pytest.raises(RuntimeError, match="no compiled object"):
        libraries[between][0]._get_compiled_object()
    assert libraries[above][0]._get_compiled_object()


def test_names_of_code_do_not_write_out_the_fields_of_states() -> None:
    """They stood at every call in the text that LLVM reads, some thousand letters each."""
    of_all_sizes(*arguments())
    state = np.zeros(1, [(f"field_{number}", np.int8) for number in range(200)])
    assert below_zero(state) == 0
    for kernel in (below_zero, of_all_sizes):
        for made in kernel.overloads.values():  # type: ignore[attr-defined]
            assert len(made.fndesc.llvm_func_name) < 250


OUT_OF_BOUNDS = """
import numpy as np
from kronland.core.kernel import entry, rule

@rule
def inner(row, number):
    return row[number]

@entry
def outer(row, number):
    return inner(row, number)

row = np.arange(3)
print(outer(row, 2))
try:
    outer(row, 3)
except IndexError as problem:
    print(problem)
"""


@pytest.mark.slow
def test_an_index_out_of_bounds_deep_inside_is_an_error_where_bounds_are_checked(tmp_path: Path) -> None:
    """That `test_bounds` would notice."""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "KRONLAND_CACHE": str(tmp_path)}
    (tmp_path / "kernels.py").write_text(OUT_OF_BOUNDS)
    done = subprocess.run([sys.executable, tmp_path / "kernels.py"], env=environment, capture_output=True, text=True, timeout=120)
    assert done.stdout.splitlines() == ["2", "index is out of bounds"], done.stderr


READ = """
import sys
import numpy as np
from kronland.core.kernel import entry, rule

@rule
def low(row):
    return row[1] * 2

@entry
def inner(row):
    return low(row) + 1

@entry
def outer(row):
    return inner(row) * 10

row = np.arange(3)
print(inner(row))
library = next(iter(inner.overloads.values())).library
print(type(library).__name__, library._shared_module is not None)
if sys.argv[1] == "more":
    print(outer(row), library._shared_module is not None)
"""


@pytest.mark.slow
def test_a_kernel_that_was_compiled_before_is_taken_apart_only_for_what_is_compiled_with_it_inside(tmp_path: Path) -> None:
    """It was a third of the time that a server took to read its games, and 100 MB for as long as it ran."""
    (tmp_path / "kernels.py").write_text(READ)
    environment = {**os.environ, "KRONLAND_CACHE": str(tmp_path / "cache")}

    def told(how: str) -> list[str]:
        command = [sys.executable, str(tmp_path / "kernels.py"), how]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    assert told("once") == ["3", "Outer True"], "compiled, and kept with what it was made from"
    assert told("once") == ["3", "Read False"]
    assert told("more") == ["3", "Read False", "30 True"]
    assert told("more") == ["3", "Read False", "30 False"], "both were read"


# `large` is called, and `small`, which calls it, is copied.
DOORS = """
import sys
import numpy as np
from kronland.core import linking
from kronland.core.kernel import entry, rule

@entry
def large(row, number):
    if row[0] > 100:
        return row[number]
    return row[1] * 2

@entry
def small(row):
    return large(row, 2) + 1

@entry
def far(row):
    return small(row) * 10 + large(row, 0)

linking.SMALL = 1 << 30 if sys.argv[1] == "shut" else 0
row = np.arange(3)
if sys.argv[1] == "compile":
    large(row, 1)
    linking.SMALL = 1 << 30
print(far(row))
print(far(np.array([200, 0, 7])))
library = next(iter(far.overloads.values())).library
print(type(library).__name__, [door.kernel[1] for door in library.needs], len(large.overloads))
"""


@pytest.mark.slow
def test_a_kernel_calls_the_machine_code_of_a_large_one_and_finds_it_again_in_another_process(tmp_path: Path) -> None:
    """The rules would be optimised again in everything that plays on with them."""
    (tmp_path / "kernels.py").write_text(DOORS)
    environment = {**os.environ, "KRONLAND_CACHE": str(tmp_path / "cache")}

    def told(how: str) -> list[str]:
        command = [sys.executable, str(tmp_path / "kernels.py"), how]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    def forget(name: str) -> None:
        for file in (tmp_path / "cache").rglob(f"{name}*.nb*"):
            file.unlink()

    assert told("compile") == ["32", "280", "Outer ['large'] 1"]
    assert told("read") == ["32", "280", "Read ['large'] 1"]
    forget("large")
    assert told("read") == ["32", "280", "Read ['large'] 1"], "compiled again, it goes by the same name"
    forget("large")
    assert told("shut") == ["32", "280", "Outer [] 1"], "who finds no door any more is compiled anew"


TOGETHER = """
import time
from kronland.core.kernel import entry
from kronland.core.linking import OuterCompiler

@entry
def double(x):
    return 2 * x

compile_at_once = OuterCompiler.compile_extra
def compile_slowly(self, function):
    print("compiled", flush=True)
    time.sleep(3)
    return compile_at_once(self, function)
OuterCompiler.compile_extra = compile_slowly
print(double(21))
"""


@pytest.mark.slow
def test_who_needs_what_another_process_is_compiling_waits_for_it(tmp_path: Path) -> None:
    """Two processes compile one game, and neither does what the other has begun."""
    (tmp_path / "kernels.py").write_text(TOGETHER)
    environment = {**os.environ, "KRONLAND_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, str(tmp_path / "kernels.py")]
    both = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = sorted(process.communicate(timeout=120)[0].split() for process in both)
    assert said == [["42"], ["compiled", "42"]]
