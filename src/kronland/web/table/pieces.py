"""Pieces of the page that are the same for many readers, or from one decision to the next: each is made once for the values it shows.

A piece gets nothing but its values, which are its key: so it cannot show anybody what another reader's page was made from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup

from kronland.core.words import Words, words
from kronland.web.pages import texts
from kronland.web.pages.remembering import remembered
from kronland.web.pages.rendering import environment, macro, template
from kronland.web.table.happening import news_line

Same = Callable[[str, tuple[Any, ...], Callable[[], Any]], Any]  # what was made of the same values for the page before (`Draft.same`)


def made_anew(name: str, values: tuple[Any, ...], make: Callable[[], Any]) -> Any:
    return make()


def rows(page: Mapping[str, Any], say: Words, same: Same) -> Markup:
    """Cards in their rows."""
    values = (page["game"], tuple(page["names"]), page["desk"].rows, tuple(page["ranks"].items()), page["changes"].cards)
    drawn: Markup = same("rows", values, lambda: _rows(say.language, *values))
    return drawn


@remembered
def _rows(language: str, game: str, names: Any, found: Any, ranks: Any, fresh: Any) -> Markup:
    desk, changes = SimpleNamespace(rows=found), SimpleNamespace(cards=fresh)
    return Markup(macro("desk.html", "rows")(desk, game, names, dict(ranks), changes))


def news_of(page: Mapping[str, Any]) -> Markup:
    """The lines of what is news: those of a game that goes on were drawn when they were first told."""
    drawn = [line["drawn"] if "drawn" in line else news_line(page["id"], line, page["over"]) for line in page["news"]]
    return Markup("\n".join(map(str, drawn)))  # plain text: markup is dear to join


def things(page: Mapping[str, Any], same: Same = made_anew) -> Markup:
    """What else lies on the table."""
    desk = page["desk"]
    values = (desk.status, desk.supplies, desk.tracks, tuple(page["others"]))
    drawn: Markup = same("things drawn", values, lambda: _things(*values))
    return drawn


@remembered
def _things(status: str, supplies: Any, tracks: Any, others: Any) -> Markup:
    return Markup(macro("desk.html", "things")(SimpleNamespace(status=status, supplies=supplies, tracks=tracks), others))


def chat(page: Mapping[str, Any], say: Words) -> Markup:
    """The chat, with who is watching."""
    return _piece("chat.html", say.language, page["id"], tuple(page["chat"]), page["watching"], page["may_chat"])


def tabs(my_turn: bool, say: Words) -> Markup:
    return _piece("tabs.html", say.language, True, say(texts.YOUR_TURN if my_turn else texts.PLAY_TAB))


VALUES = {"chat.html": ("id", "chat", "watching", "may_chat"), "tabs.html": ("chat", "deciding")}


@remembered
def _piece(name: str, language: str, *values: Any) -> Markup:
    return Markup(template(name).render(zip(VALUES[name], values, strict=True), say=words(language)))


environment().globals.update(things_of=things, chat_of=chat, news_of=news_of, tabs_of=tabs)
