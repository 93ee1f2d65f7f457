"""Write docs/reference.md: every public name with its signature and its docstring. `python tools/make_reference.py`

A generator of our own, for a page that reads well wherever Markdown is shown, with no tool to install and no site to host;
tests/test_reference.py fails while the page says something else than the sources.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kronland
import kronland.envs
from kronland.core.kernel import DEFAULT_MODE

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference.md"
HEAD = """# Reference

Every name that programs are meant to use, with what its docstring says; the examples run as tests (`tests/test_docstrings.py`). This page
is made from the sources by `python tools/make_reference.py`. A tour is [library.md](library.md), notation and positions are in
[positions.md](positions.md).
"""


def told(thing: Any) -> str:
    """A docstring as Markdown: its examples, and what is indented, as code."""
    lines, code = [], False
    for line in (inspect.getdoc(thing) or "").splitlines():
        example = line.startswith((">>>", "...")) or (code and line.strip() != "")
        if example and not code:
            lines += ["", "```pycon"] if lines and lines[-1] else ["```pycon"]
        if code and not example:
            lines.append("```")
        code = example
        lines.append(line)
    text = "\n".join(lines + ["```"] * code)
    return re.sub(r"\n{3,}", "\n\n", text)


def signature(name: str, thing: Any) -> str:
    given = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(thing)))  # annotations are texts until somebody asks
    given = given.replace(f"mode: str = {DEFAULT_MODE!r}", "mode: str = 'native'")  # as it is where KRONLAND_MODE says nothing else
    return f"{name}{re.sub(r'[(]self(, )?', '(', given)}"


def members(kind: type) -> Iterator[tuple[str, Any]]:
    """What a class has of its own that is public and says what it is; errors and records have nothing that their docstring does not say."""
    for name, member in vars(kind).items():
        thing = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if not name.startswith("_") and (inspect.isfunction(thing) or hasattr(thing, "fget") or hasattr(thing, "func")):
            if inspect.getdoc(thing):
                yield name, thing


def entry(name: str, thing: Any) -> Iterator[str]:
    if isinstance(thing, type):
        yield f"### `{name}`\n\n{told(thing)}\n"
        for part, member in members(thing):
            if inspect.isfunction(member):
                yield f"**`{signature(f'{name}.{part}', member)}`**\n\n{told(member)}\n"
            else:
                yield f"**`{name}.{part}`**\n\n{told(member)}\n"
    elif callable(thing):
        yield f"### `{signature(name, thing)}`\n\n{told(thing)}\n"
    else:
        yield f"### `{name}`\n\n`{thing!r}`\n"


def reference() -> str:
    """The whole page."""
    public = {name: getattr(kronland, name) for name in kronland.__all__ if name != "__version__"}
    errors = {name: thing for name, thing in public.items() if isinstance(thing, type) and issubclass(thing, Exception)}
    classes = {name: thing for name, thing in public.items() if isinstance(thing, type) and name not in errors}
    others = {name: thing for name, thing in public.items() if name not in errors and name not in classes}
    envs = {f"envs.{name}": getattr(kronland.envs, name) for name in kronland.envs.__all__}
    parts = [HEAD]
    for title, names in (("Functions and data", others), ("Classes", classes), ("Errors", errors), ("Environments", envs)):
        parts.append(f"## {title}\n")
        for name, thing in names.items():
            parts += entry(f"kronland.{name}", thing)
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(reference(), "utf-8")
