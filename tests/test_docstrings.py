"""Every public name says what it is, with an example that runs."""

from __future__ import annotations

import ast
import doctest
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import kronland

DATA = {"GAMES", "LEVELS", "__version__"}
# Errors are shown by what causes them; these are made by what has an example.
WITHOUT = {name for name in kronland.__all__ if name.endswith("Error")} | {"IllegalAction", "Batch", "Known"}
MODULES = sorted({f"kronland.{place}" for place in kronland._PLACES if place != "bots"} | {"kronland", "kronland.bots.advising"})


@pytest.mark.parametrize("module", MODULES)
def test_examples_run(module: str) -> None:
    found = doctest.testmod(import_module(module), extraglobs={"kronland": kronland})
    assert found.failed == 0


@pytest.mark.parametrize("name", [name for name in kronland.__all__ if name not in DATA])
def test_public_names_are_documented(name: str) -> None:
    thing = getattr(kronland, name)
    said = inspect.getdoc(thing)
    assert said and said != inspect.getdoc(object)
    members = [thing, *vars(thing).values()] if isinstance(thing, type) else [thing]
    if name not in WITHOUT:
        assert any(">>>" in (inspect.getdoc(member) or "") for member in members), f"{name} has no example"


def test_all_names_are_there_and_none_is_missing() -> None:
    assert set(kronland._PLACE_OF) <= set(kronland.__all__) == set(dir(kronland))
    assert all(hasattr(kronland, name) for name in kronland.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = kronland.nonsense


def test_type_checkers_know_all_names_and_no_others() -> None:
    """Names come when they are asked for. A checker that saw that would take every slip of the pen for one of them, of type Any."""
    body = ast.parse(Path(kronland.__file__).read_text("utf-8")).body
    (imported,) = (part.body for part in body if isinstance(part, ast.If) and isinstance(part.test, ast.Name))
    told = {alias.name for part in imported if isinstance(part, ast.ImportFrom) for alias in part.names}
    assert told - {"DeviceBatch"} == set(kronland._PLACE_OF)
    assert "__getattr__" not in {part.name for part in body if isinstance(part, ast.FunctionDef)}


def test_importing_brings_nothing_heavy() -> None:
    """Numba, NumPy and the server's packages come when they are asked for: the import itself takes hundredths of a second."""
    script = "import sys, kronland; print(*sorted({'numba', 'numpy', 'babel', 'fastapi', 'sqlalchemy', 'rich', 'typer'} & {*sys.modules}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
