"""The rules of a game as a document, `rules_de.md` and `rules_en.md` in the `words` of the game.

A rule is a paragraph that begins with its id in bold, `**L97-31** A border ...`; what follows up to the next rule or heading belongs to it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from kronland.core.errors import UsageError
from kronland.core.words import LANGUAGES, document_file

ANCHOR = re.compile(r"\*\*([A-Z][A-Z0-9]*-\d+)\*\*")


class Rule(NamedTuple):
    heading: str
    text: str


@cache
def rulebook(game_id: str, language: str) -> dict[str, Rule]:
    """The rules of a game by id, in the order of the document."""
    if language not in LANGUAGES:
        raise UsageError(f"unknown language {language!r}; there are {' and '.join(LANGUAGES)}")
    file = document_file(game_id, language)
    if not game_id.isidentifier() or not file.is_file():
        raise UsageError(f"there are no rules of a game {game_id!r}; expected the id of a game, like loewenherz")
    return parse(file.read_text("utf-8"))


def parse(document: str) -> dict[str, Rule]:
    heading, current = "", ""
    headings: dict[str, str] = {}
    lines: dict[str, list[str]] = {}
    for line in document.splitlines():
        if line.startswith("#"):
            heading, current = line.lstrip("#").strip(), ""
        elif anchor := ANCHOR.match(line):
            current = anchor[1]
            if current in lines:
                raise ValueError(f"rule {current} stands twice in the document")
            headings[current], lines[current] = heading, [line[anchor.end() :]]
        elif current:
            lines[current].append(line)
    return {name: Rule(headings[name], _unwrapped("\n".join(text))) for name, text in lines.items()}


def _unwrapped(text: str) -> str:
    """Each paragraph on one line, for the reader's own width; tables and lists keep their lines."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    return "\n\n".join(p if p.startswith(("|", "-")) else " ".join(p.split()) for p in paragraphs)
