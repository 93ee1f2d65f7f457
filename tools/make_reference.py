"""Write docs/reference.md: every public name with its signature and its docstring. `python tools/make_reference.py`

A generator of our own, for a page that reads well wherever Markdown is shown, with no tool to install and no site to host;
tests/test_reference.py fails while the page says something else than the sources.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import kronland
import kronland.envs
from kronland.core.game import Game
from kronland.core.kernel import DEFAULT_MODE
from kronland.core.observation import Observation, ObservedPart
from kronland.core.space import ActionSpace
from kronland.core.verbs import Verb
from kronland.core.words import words

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference.md"
HEAD = """# Reference

Every name that programs are meant to use, with what its docstring says; the examples run as tests (`tests/test_docstrings.py`). This page
is made from the sources by `python tools/make_reference.py`. A tour is [library.md](library.md), notation and positions are in
[positions.md](positions.md). At the end stands what each game has of its own: options, actions, the board that programs look at, and the
parts of an observation.
"""
# What programs ask a game for; the rest of its fields is for the house.
ASKED = {Game: {"id", "title", "seats", "minutes", "space", "options", "first_game", "version", "observation", "example"}}
HANGING = {"ActionSpace": ActionSpace, "Verb": Verb, "Observation": Observation, "ObservedPart": ObservedPart}


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


def fields(kind: type) -> Iterator[str]:
    """What a class says of its attributes: name, type, and the comment behind it."""
    source = textwrap.dedent(inspect.getsource(kind))
    lines, (body,) = source.splitlines(), ast.parse(source).body
    assert isinstance(body, ast.ClassDef)
    for part in body.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name) and not part.target.id.startswith("_"):
            if part.target.id not in ASKED.get(kind, {part.target.id}):
                continue
            comment = lines[(part.end_lineno or part.lineno) - 1][part.end_col_offset :].partition("#")[2].strip()
            yield f"- `{part.target.id}: {ast.unparse(part.annotation)}`{': ' if comment else ''}{comment}"


def listed(kind: type) -> Iterator[str]:
    if found := list(fields(kind)):
        yield "\n".join(found) + "\n"


def entry(name: str, thing: Any) -> Iterator[str]:
    if isinstance(thing, type):
        yield f"### `{name}`\n\n{told(thing)}\n"
        yield from listed(thing)
        for part, member in members(thing):
            if inspect.isfunction(member):
                yield f"**`{signature(f'{name}.{part}', member)}`**\n\n{told(member)}\n"
            else:
                yield f"**`{name}.{part}`**\n\n{told(member)}\n"
    elif callable(thing):
        yield f"### `{signature(name, thing)}`\n\n{told(thing)}\n"
    else:
        yield f"### `{name}`\n\n`{thing!r}`\n"


def of_game(game: Game) -> Iterator[str]:
    """What a game has of its own: options, actions, board, observation."""
    speak = words("en")
    yield f"## {game.title}\n\n`kronland.match({game.id!r})`, for {game.seats[0]} to {game.seats[-1]} players.\n"
    if game.options:
        yield "### Options\n\n| option | values, the usual one first | what it is |\n|---|---|---|"
    for option in game.options:
        values = sorted((value for value, _ in option.values), key=lambda value, usual=option.default: value != usual)
        yield f"| `{option.id}` | {', '.join(f'`{value}`' for value in values)} | {speak(option.text)} |"
    yield f"{bool(game.options) * chr(10)}### Actions\n\nThere are {game.space.size}, by their numbers:\n"
    yield "| numbers | form | rules |\n|---|---|---|"
    for verb in game.verbs:
        numbers = f"{verb.first}" if verb.size == 1 else f"{verb.first} to {verb.first + verb.size - 1}"
        yield f"| {numbers} | `{verb.usage()}` | {', '.join(verb.rules)} |"
    yield "\n### Board\n\nWhat `match.board` and `match.view(seat).board` are made of.\n"
    table = import_module(f"kronland.games.{game.id}.table").Table
    kinds = [kind for base in reversed(table.__mro__) for kind in vars(inspect.getmodule(base)).values() if inspect.isclass(kind)]
    for kind in dict.fromkeys(kind for kind in kinds if hasattr(kind, "__dataclass_fields__")):
        yield f"**`{kind.__name__}`** {told(kind)}\n"
        yield from listed(kind)
        for part, member in members(kind):
            shown = signature(part, member) if inspect.isfunction(member) else part
            yield f"- `{shown}`: {told(member)}\n"
    assert game.observation is not None
    yield f"### Observation\n\n{game.observation.size} numbers, in this order.\n"
    yield "| part | shape | largest | what it is |\n|---|---|---|---|"
    for part in game.observation.parts:
        yield f"| `{part.name}` | {' x '.join(map(str, part.shape))} | {part.high} | {part.about} |"
    yield ""


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
    parts.append("## What hangs on them\n\nOf `game.space`, `game.verbs` and `game.observation`.\n")
    for name, thing in HANGING.items():
        parts += entry(name, thing)
    for game_id in kronland.GAMES:
        parts += of_game(kronland.game(game_id))
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(reference(), "utf-8")
