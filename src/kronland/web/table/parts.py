"""The part of a table's page that changes, as a list of parts: a line ends where a part ends, and what stays the same is the same object.

So a patch for a reader is which parts are new (`web/live/live.py`). Readers who see the same of something share the part: like pieces, a
part that is kept gets nothing but the values it shows, which are its key. What is likely to be the same after the next move is kept with
the pieces of all tables; what is not, as long as the table stands as it does (`Table.memory`), for its other readers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from kronland.core.words import Words, words
from kronland.web.pages import texts
from kronland.web.pages.remembering import remembered
from kronland.web.pages.rendering import environment, macro
from kronland.web.table import pieces
from kronland.web.table.plates import player_row


class Part:
    """Lines of a page; none, if there is no text."""

    def __init__(self, text: str) -> None:
        self.lines = tuple(text.split("\n")) if text else ()


Parts = tuple[Part, ...]
Shared = dict[Any, Any]
NO_PART = Part("")


def text_of(parts: Sequence[Part]) -> str:
    return "\n".join([line for part in parts for line in part.lines])


def parts_of(page: Mapping[str, Any], say: Words, shared: Shared) -> Parts:
    """Always as many, in the same order: each can be compared with what it was. `shared` is for all readers of the table as it is now."""
    return (
        _opening(page, say),
        Part(_rendered("happened", page, say)),
        *_board(page, say, shared),
        _people(page, say, shared),
        _decide(page, say),
        _things(page, say),
        _log(page, say, shared),
        _chat(page, say),
        _rest(page, say),
    )


def changing(page: Mapping[str, Any], say: Words) -> Markup:
    """All of it, for the whole page."""
    return Markup(text_of(parts_of(page, say, {})))


def _rendered(name: str, page: Mapping[str, Any], say: Words) -> str:
    return str(macro("changing.html", name)(page, say)).removesuffix("\n")  # plain text: markup is dear to split


@remembered
def _kept(name: str, language: str, shown: Sequence[str], *values: Any) -> Part:
    return Part(_rendered(name, dict(zip(shown, values, strict=True)), words(language)))


def _shared(shared: Shared, name: str, language: str, **values: Any) -> Part:
    key = ("part", name, language, *values.values())
    if key not in shared:
        shared[key] = Part(_rendered(name, values, words(language)))
    found: Part = shared[key]
    return found


def _opening(page: Mapping[str, Any], say: Words) -> Part:
    return Part(_rendered("opening", page, say))


END = Part("</div>")


def _board(page: Mapping[str, Any], say: Words, shared: Shared) -> tuple[Part, Part]:
    """The board, and by itself what is marked on it as news to the reader."""
    if page["curtain"] or page["over"]:
        return Part(_rendered("board", {**page, "picture": Markup(f"{page['picture']}</section>")}, say)), END
    marks, picture = page["marks"], page["picture"]
    key = ("board", say.language, picture, bool(marks))
    if key not in shared:
        ended = Markup(picture.removesuffix("</svg>") if marks else f"{picture}</section>")
        shared[key] = Part(_rendered("board", {"curtain": None, "over": False, "by": page["by"], "picture": ended}, say))
    return shared[key], Part(f"{marks}</svg></section>\n</div>") if marks else END


def picture_of(picture: str, marks: str) -> Markup:
    """Both, where no part is compared."""
    return Markup(f"{picture.removesuffix('</svg>')}\n{marks}</svg>" if marks else picture)


def _people(page: Mapping[str, Any], say: Words, shared: Shared) -> Part:
    rows = tuple([player_row(page, seat, say) for seat in page["players"]])
    return _shared(shared, "people", say.language, game_title=page["game_title"], eyes=page["eyes"], rows=rows)


def _decide(page: Mapping[str, Any], say: Words) -> Part:
    if page["curtain"]:
        return NO_PART
    desk = page["desk"]
    made = {
        "talk": macro("desk.html", "talk")(desk, page["game"], page["names"], say, texts) if desk.talk else NO_TALK,
        "acts": macro("desk.html", "groups")(desk, page["ranks"], say, texts) if desk.groups or desk.arms else NO_ACTS,
        "rows": pieces.rows(page, say),
        "barred": macro("desk.html", "barred")(desk) if any(group.barred for group in desk.groups) else "",
    }
    return Part(_rendered("decide", {**page, **made}, say))


def _things(page: Mapping[str, Any], say: Words) -> Part:
    return END if page["curtain"] else _kept("things", say.language, ("curtain", "things"), None, pieces.things(page))


def _log(page: Mapping[str, Any], say: Words, shared: Shared) -> Part:
    return _shared(shared, "log", say.language, id=page["id"], length=page["length"], turns=tuple(page["turns"]))


def _chat(page: Mapping[str, Any], say: Words) -> Part:
    return _kept("chat", say.language, ("chat",), pieces.chat(page, say))


def _rest(page: Mapping[str, Any], say: Words) -> Part:
    if page["my_turn"] and not page["curtain"]:
        return Part(_rendered("rest", page, say))
    shown = ("my_turn", "curtain", "tail", "game")
    return _kept("rest", say.language, shown, page["my_turn"], page["curtain"] is not None, page["tail"], page["game"])


class _Empty:
    talk = groups = arms = tracks = ()


NO_TALK: Markup = macro("desk.html", "talk")(_Empty, "", (), None, texts)
NO_ACTS: Markup = macro("desk.html", "groups")(_Empty, {}, None, texts)


environment().globals.update(changing_of=changing, picture_of=picture_of)
