"""The part of a table's page that changes, as a list of parts: a line ends where a part ends, and what stays the same is the same object.

So a patch for a reader is which parts are new (`web/live/live.py`). Readers who see the same of something share the part: like pieces, a
part that is kept gets nothing but the values it shows, which are its key. What is likely to be the same after the next move is kept with
the pieces of all tables; what is not, as long as the table stands as it does (`Table.memory`), for its other readers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from markupsafe import Markup

from kronland.core.words import Words, words
from kronland.games.drawing.trail import Trail
from kronland.web.pages import texts
from kronland.web.pages.remembering import remembered
from kronland.web.pages.rendering import environment, macro
from kronland.web.table import pieces
from kronland.web.table.plates import player_row

Made = TypeVar("Made")


LONG = 400  # signs of a line from which on it is kept once for all
MOST_LONG = 2000  # of them: definitions of four games, and the land of hundreds of tables


class Part:
    """Lines of a page; none, if there is no text."""

    __slots__ = ("lines",)

    def __init__(self, text: str = "", lines: tuple[str, ...] = ()) -> None:
        self.lines = tuple([line if len(line) < LONG else _one(line) for line in text.split("\n")]) if text else lines


@lru_cache(maxsize=MOST_LONG)
def _one(line: str) -> str:
    """A long line as the one object that all parts have of it: most of a board is drawn once in a game, or once for all games."""
    return line


Parts = tuple[Part, ...]
Shared = dict[Any, Any]
NO_PART = Part("")


def text_of(parts: Sequence[Part]) -> str:
    return "\n".join([line for part in parts for line in part.lines])


class Draft:
    """What the parts are made from, and where those are kept that may be the same again: `shared` is for all readers of the table as it is
    now, the trail (`games/drawing/trail.py`) for the same reader after the next move."""

    def __init__(self, page: Mapping[str, Any], say: Words, shared: Shared, trail: Trail | None, pictures: Pictures) -> None:
        self.page, self.say, self.shared, self.trail, self.pictures = page, say, shared, trail, pictures

    def same(self, name: str, values: tuple[Any, ...], make: Callable[[], Made]) -> Made:
        """As it was made of these values for the page before; most of them are the same objects then, and nothing is looked for."""
        return make() if self.trail is None else self.trail.same(name, (self.say.language, *values), make)

    def rendered(self, name: str, **values: Any) -> Part:
        return Part(_rendered(name, values or self.page, self.say))

    def kept(self, name: str, **values: Any) -> Part:
        """A part that is likely to be the same after the next move, or at another table."""
        given = tuple(values.values())
        return self.same(name, given, lambda: _kept(name, self.say.language, tuple(values), *given))

    def lines(self, lines: tuple[str, ...]) -> Part:
        """What is in lines already, for all who have the same."""
        if lines not in self.shared:
            self.shared[lines] = Part(lines=lines)
        found: Part = self.shared[lines]
        return found

    def of_now(self, name: str, **values: Any) -> Part:
        """A part that others at the table may have, too."""
        key = ("part", name, self.say.language, *values.values())
        if key not in self.shared:
            self.shared[key] = self.rendered(name, **values)
        found: Part = self.shared[key]
        return found


def parts_of(page: Mapping[str, Any], say: Words, shared: Shared, trail: Trail | None = None, pictures: Pictures | None = None) -> Parts:
    """Always as many, in the same order: each can be compared with what it was."""
    draft = Draft(page, say, shared, trail, pictures or Pictures())
    return (
        draft.rendered("opening"),
        draft.rendered("happened"),
        *_board(draft),
        _people(draft),
        *_decide(draft),
        _things(draft),
        draft.kept("log"),
        draft.lines(page["log"]),
        draft.kept("whole_log", id=page["id"], length=page["length"]),
        draft.kept("chat", chat=pieces.chat(page, say)),
        _rest(draft),
    )


def changing(page: Mapping[str, Any], say: Words) -> Markup:
    """All of it, for the whole page."""
    return Markup(text_of(parts_of(page, say, {})))


def _rendered(name: str, page: Mapping[str, Any], say: Words) -> str:
    return str(macro("changing.html", name)(page, say)).removesuffix("\n")  # plain text: markup is dear to split


@remembered
def _kept(name: str, language: str, shown: Sequence[str], *values: Any) -> Part:
    return Part(_rendered(name, dict(zip(shown, values, strict=True)), words(language)))


END = Part("</div>")
MOST_PICTURES = 4  # that a table keeps: of who decides and of the others, in two languages


def _board(draft: Draft) -> tuple[Part, Part, Part]:
    """The board: its first line, which tells who has moved, those that are long the same, and the last with what is news to the reader."""
    page = draft.page
    if page["curtain"] or page["over"]:
        return Part(_rendered("board", {**page, "picture": Markup(f"{page['picture']}</section>")}, draft.say)), NO_PART, END
    marks, picture = page["marks"], page["picture"]
    opening = draft.kept("board", curtain=None, over=False, by=page["by"], picture="")
    first, middle, last = draft.pictures.parted(picture)
    ended = f"{last.removesuffix('</svg>')}\n{marks}</svg>" if marks else last
    return Part(f"{opening.lines[0]}{first}"), middle, Part(f"{ended}</section>\n</div>")


class Pictures:
    """The boards that readers of a table have: all who have the same have the same part of it, whatever they chose before."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[str, Part, str]] = {}  # by the hash of the whole, which is not kept beside its lines

    def parted(self, picture: str) -> tuple[str, Part, str]:
        """The first line of a board, those between, the last one."""
        key = hash(picture)
        found = self._kept.pop(key, None)
        if found is None or "\n".join([found[0], *found[1].lines, found[2]]) != picture:
            first, _, rest = picture.partition("\n")
            middle, _, last = rest.rpartition("\n")
            found = first, Part(middle), last
            if len(self._kept) >= MOST_PICTURES:
                del self._kept[next(iter(self._kept))]
        self._kept[key] = found
        return found


def picture_of(picture: str, marks: str) -> Markup:
    """Both, where no part is compared."""
    return Markup(f"{picture.removesuffix('</svg>')}\n{marks}</svg>" if marks else picture)


def _people(draft: Draft) -> Part:
    page, say = draft.page, draft.say
    rows = tuple([player_row(page, seat, say, draft.same) for seat in page["players"]])
    shown = {"game_title": page["game_title"], "eyes": page["eyes"], "rows": rows}
    return draft.same("people", tuple(shown.values()), lambda: draft.of_now("people", **shown))


SAYING = ("over", "notice", "notice_rule", "game", "my_turn", "ended", "prompt")
TOOLS = ("over", "may_ask", "id", "seat", "may_play", "undo_refusal", "can_redo", "can_reset")
NUMBER = "\N{NULL}"  # stands for the number of the position; nothing else that is on the tools has it
POSITION = '      <input type="hidden" name="seat" value="{seat}"><input type="hidden" name="number" value="{number}">'
SELDOM = ("pending", "guide", "over", "ended", "terms", "absent")  # what stands there at times, and is made from many things
NOTHING_MORE: Mapping[str, Any] = dict.fromkeys(SELDOM)


def _decide(draft: Draft) -> Parts:
    """What the reader is asked, and the desk. The number of the position stands in small parts, for it is another after every move."""
    page, say = draft.page, draft.say
    if page["curtain"]:
        return (NO_PART,) * 6
    saying = draft.kept("saying", **{name: page[name] for name in SAYING})
    own = page["plates"].get(page["seat"])
    counts = tuple(own.counts) if own else ()
    own_counts = tuple([(count, page["changes"].counts.get((page["seat"], count.sign), "")) for count in counts])
    if any(page[name] for name in SELDOM):
        under = draft.rendered("under", **{**page, "own_counts": own_counts})
    else:
        under = draft.kept("under", id=page["id"], own_counts=own_counts, **NOTHING_MORE)
    desk = page["desk"]
    talk = macro("desk.html", "talk")(desk, page["game"], page["names"], say, texts) if desk.talk else NO_TALK
    acts = macro("desk.html", "groups")(desk, page["ranks"], say, texts) if desk.groups or desk.arms else NO_ACTS
    barred = macro("desk.html", "barred")(desk) if any(group.barred for group in desk.groups) else ""
    body = {"talk": talk, "acts": acts, "rows": pieces.rows(page, say, draft.same), "barred": barred}
    on_desk = draft.same("on_desk", tuple(body.values()), lambda: draft.of_now("on_desk", **body))
    after = draft.rendered("after_desk") if page["advice"] else draft.kept("after_desk", advice=None)
    position = Part(POSITION.format(seat=int(page["seat"]), number=int(page["number"])))
    return saying, _tools(draft), under, position, on_desk, after


def _tools(draft: Draft) -> Part:
    """What is on them seldom changes, but for the number."""
    page = draft.page
    made = draft.kept(
        "tools", number=NUMBER, advice=bool(page["advice"]), notice=bool(page["notice"]), **{name: page[name] for name in TOOLS}
    )
    return Part("\n".join(made.lines).replace(NUMBER, str(int(page["number"]))))


def _things(draft: Draft) -> Part:
    if draft.page["curtain"]:
        return END
    return draft.kept("things", curtain=None, things=pieces.things(draft.page, draft.same))


def _rest(draft: Draft) -> Part:
    page = draft.page
    if page["my_turn"] and not page["curtain"]:
        return draft.rendered("rest")
    return draft.kept("rest", my_turn=page["my_turn"], curtain=page["curtain"] is not None, tail=page["tail"], game=page["game"])


class _Empty:
    talk = groups = arms = tracks = ()


NO_TALK: Markup = macro("desk.html", "talk")(_Empty, "", (), None, texts)
NO_ACTS: Markup = macro("desk.html", "groups")(_Empty, {}, None, texts)


environment().globals.update(changing_of=changing, picture_of=picture_of)
