"""The rulebook as a page: the same document as on the command line, with an anchor for every rule and links between them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from kronland.core.game import Game
from kronland.core.guide import Figure
from kronland.core.words import document_file, words
from kronland.games import find_game
from kronland.web.pages.rendering import source_digest
from kronland.web.study.figures import size

RULE_PARAGRAPH = re.compile(r"<p><strong>([A-Z][A-Z0-9]*-\d+)</strong>")
MENTION = re.compile(r"(?<![\w\"#>-])([A-Z][A-Z0-9]*-\d+)(?![\w<]|-\d)")
HEADING = re.compile(r"<h2>(.*?)</h2>")


@dataclass(frozen=True)
class Heading:
    id: str
    said: str


@dataclass(frozen=True)
class Document:
    title: str
    contents: list[Heading]
    body: Markup


@cache
def document(game_id: str, language: str) -> Document:
    source = document_file(game_id, language).read_text("utf-8")
    first, _, rest = source.partition("\n")
    made = MarkdownIt("commonmark", {"html": False}).enable("table").render(rest)
    known = set(RULE_PARAGRAPH.findall(made))
    contents: list[Heading] = []

    def heading(found: re.Match[str]) -> str:
        contents.append(Heading(f"part-{len(contents) + 1}", re.sub("<[^>]+>", "", found[1])))
        return f'<h2 id="{contents[-1].id}">{found[1]}</h2>'

    made = HEADING.sub(heading, made)
    made = MENTION.sub(lambda found: f'<a href="#{found[1]}">{found[1]}</a>' if found[1] in known else found[0], made)
    made = RULE_PARAGRAPH.sub(r'<p id="\1"><a class="rule-id" href="#\1">\1</a>', made)
    game = find_game(game_id)
    for figure in game.figures:
        end = made.index("</p>", made.index(f'<p id="{figure.rule}">')) + len("</p>")
        made = made[:end] + _drawn(game, figure, language) + made[end:]
    return Document(first.lstrip("# ").strip(), contents, Markup(made))


FIGURE = re.compile(r"<figure.*?</figure>", re.DOTALL)


def rule_text(game_id: str, language: str, rule: str) -> Markup | None:
    """One rule of the document with all that belongs to it, up to the next rule or heading; none if there is no such rule."""
    body = str(document(game_id, language).body)
    start = body.find(f'<p id="{rule}">')
    if start < 0:
        return None
    ends = [end for mark in ('<p id="', "<h2", "<h3") if (end := body.find(mark, start + 1)) >= 0]
    text = FIGURE.sub("", body[start : min(ends, default=len(body))])
    return Markup(text.replace(f'<p id="{rule}">', "<p>").replace('href="#', f'href="/rules/{game_id}#'))


def _drawn(game: Game, figure: Figure, language: str) -> str:
    width, height = size(game, figure)
    address = f"/picture/{game.id}/{figure.name}.svg?language={language}&amp;v={source_digest()}"
    image = f'<img src="{address}" alt="" loading="lazy" width="{width}" height="{height}">'
    kind = ' class="board"' if figure.board else ""
    return f'<figure id="figure-{figure.name}"{kind}>{image}<figcaption>{escape(words(language)(figure.said))}</figcaption></figure>'
