"""Component files: TOML, checked on load; an error names file, key, value and what would be right."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from functools import cache, wraps
from pathlib import Path
from typing import Any

from kronland.core.errors import ComponentError
from kronland.core.given import quoted

LONGEST = 200  # characters of a file that an error quotes


def short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def usual_kept(load: Callable[..., Any]) -> Callable[..., Any]:
    """Reads the usual components, which are asked for with every match, only once; everybody gets a copy of their record."""
    usual = cache(load)

    @wraps(load)
    def loaded(text: str | None = None, *name: str) -> Any:
        return usual().copy() if text is None else load(text, *name)

    return loaded


class Checked:
    """A table of a component file."""

    def __init__(self, file: str, path: str, values: dict[str, Any]) -> None:
        self.file, self.path, self.values = file, path, values

    def error(self, key: str, found: str, right: str) -> ComponentError:
        shown = key if key.isprintable() else repr(key)
        where = f"{self.path}.{shown}" if self.path else shown
        return ComponentError(f"{self.file}: {short(where)}: {short(found)}; expected {right}")

    def get(self, key: str, kind: type | tuple[type, ...], right: str) -> Any:
        if key not in self.values:
            raise self.error(key, "missing", right)
        value = self.values[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            raise self.error(key, f"is {value!r}", right)
        return value

    def table(self, key: str) -> Checked:
        return Checked(self.file, f"{self.path}.{key}" if self.path else key, self.get(key, dict, "a table"))

    def expect_keys(self, keys: Iterable[str]) -> None:
        wanted = list(keys)
        for key in wanted:
            if key not in self.values:
                raise self.error(key, "missing", f"the keys {', '.join(wanted)}")
        for key in self.values:
            if key not in wanted:
                raise self.error(key, "unknown key", f"only {', '.join(wanted)}")

    def number(self, key: str, low: int, high: int) -> int:
        value: int = self.get(key, int, f"a whole number from {low} to {high}")
        if not low <= value <= high:
            raise self.error(key, f"is {value}", f"a whole number from {low} to {high}")
        return value

    def lists(self, key: str, count: int | None = None) -> list[Any]:
        right = "a list" if count is None else f"a list of {count}"
        value: list[Any] = self.get(key, list, right)
        if count is not None and len(value) != count:
            raise self.error(key, f"has {len(value)} entries", right)
        return value

    def strings(self, key: str, count: int | None = None) -> list[str]:
        value = self.lists(key, count)
        for text in value:
            if not isinstance(text, str):
                raise self.error(key, f"holds {text!r}", "texts in quotes")
        return value


def read_file(file: Path) -> str:
    """The text of a component file."""
    try:
        return file.read_text("utf-8")
    except OSError as problem:
        raise ComponentError(f"{file}: cannot be read ({problem.strerror}); expected a component file") from None
    except UnicodeDecodeError:
        raise ComponentError(f"{file}: is no UTF-8 text; expected a component file") from None


def parse(text: str, name: str) -> Checked:
    """The component file as a table; `name` is what errors call it."""
    if not isinstance(text, str):
        raise ComponentError(f"{name}: is {quoted(text)}; expected the text of a component file")
    try:
        return Checked(name, "", tomllib.loads(text))
    except tomllib.TOMLDecodeError as problem:
        raise ComponentError(f"{name}: is no TOML: {problem}") from None
    except (ValueError, RecursionError) as problem:  # a number of thousands of digits, lists in lists in lists
        raise ComponentError(f"{name}: is no TOML that could be read ({type(problem).__name__}); expected a component file") from None
