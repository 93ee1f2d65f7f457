"""What the page of a table shows, gathered from one look at the table: nothing here knows more than the seat that looks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.requests import Request

from kronland.core.game import SPECTATOR
from kronland.core.ties import broken_ties
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import Words, words
from kronland.web.pages import texts as T
from kronland.web.pages.pictures import drawn, marked
from kronland.web.pages.rendering import is_scripted, is_tall, macro, template
from kronland.web.table.access import Access, Effect, Line
from kronland.web.table.guide import lessons
from kronland.web.table.scoring import scoring
from kronland.web.table.seats import Seat

EYES_COOKIE = "kl_eyes"  # several people at one screen: whose turn it is to see
NEWEST_CHAT = 100  # lines of the chat on it
NEWEST = 40  # lines of the log on the table's page; all of them are on the page of a position
MANY = 20  # choices of one kind from which on they are folded away
PACES = ((0.0, T.PACE_ATONCE), (0.5, T.PACE_BRISK), (1.0, T.PACE_CALM), (2.5, T.PACE_SLOW))


@dataclass(frozen=True)
class Eyes:
    """With whose eyes the page looks; a curtain while the next person at this screen has not taken the seat."""

    seat: int
    curtain: int | None = None


def eyes_of(request: Request, access: Access) -> Eyes:
    own = access.seats
    if len(own) <= 1:
        return Eyes(own[0] if own else SPECTATOR)
    if access.table.stage == "over":
        return Eyes(own[0])
    deciding = [seat for seat in access.table.actors if seat in own and access.table.seats[seat].bot is None]
    chosen = request.cookies.get(EYES_COOKIE, "")
    if chosen in map(str, deciding):
        return Eyes(int(chosen))
    return Eyes(SPECTATOR, deciding[0] if deciding else None)


def table_page(request: Request, access: Access, language: str, **more: Any) -> dict[str, Any]:
    """The values of the template; `more` adds a notice, a pending action or a new link."""
    speak, eyes = words(language), eyes_of(request, access)
    look = access.look(eyes.seat, language)
    view, table = look.view, access.table
    my_turn = look.my_turn and table.seats[eyes.seat].bot is None
    turn_here = my_turn or eyes.curtain is not None
    lazy = is_scripted(request)  # the page's script asks for lists of choices and the position in words when they are wanted
    said = access.lines(eyes.seat, language)
    lines = _lines(said, 0 if look.stage == "over" else max(0, len(said) - NEWEST))
    advice = _advice(access, view, speak) if my_turn else None
    preferences = access.visitor.preferences
    page: dict[str, Any] = {
        "id": table.id,
        "game": table.game.id,
        "game_title": table.title or table.game.title,
        "title": _title(speak, table.game.title, turn_here),
        "stage": look.stage,
        "over": look.stage == "over",
        "seat": eyes.seat,
        "number": look.number,
        "version": look.version,
        "my_turn": my_turn,
        "turn_here": turn_here,
        "refreshes": look.stage != "over" and (not turn_here or (advice is not None and not advice["told"])),
        "tall": is_tall(request),
        "eyes": speak(T.EYES_OF, player=view.names[eyes.seat]) if eyes.seat != SPECTATOR else "" if access.seats else speak(T.WATCHING),
        "players": players(access, speak, look.view),
        "curtain": None,
        "prompt": view.prompt,
        "svg": Markup(marked(drawn(view, is_tall(request)), [one["notation"] for one in advice["best"]] if advice else [])),
        "text": "" if lazy else view.text,
        "groups": [] if lazy or not my_turn else choices(access, view, speak),
        "advice": advice,
        "may_ask": my_turn and access.hint_refusal(eyes.seat) is None,
        "levels": level_choices(speak),
        "level": preferences.level,
        "choices": len(view.legal),
        "acts_open": len(view.legal) <= MANY and not lazy,
        "example": view.game.space.notation(view.legal[0]) if view.legal else "",
        "guide": lessons(view, preferences.met) if my_turn and preferences.guide else [],
        "undo_refusal": look.undo_refusal,
        "can_redo": look.can_redo,
        "may_play": eyes.seat != SPECTATOR and look.stage == "running",
        "may_leave": eyes.seat != SPECTATOR and len(access.seats) == 1 and look.stage == "running" and table.seats[eyes.seat].bot is None,
        "plays": bool(access.seats),
        "may_chat": bool(access.seats),
        "maker": access.maker,
        "lines": [log_line(table.id, table.game.id, **line) for line in lines[-NEWEST:]],
        "length": look.length,
        "latest": lines[-1]["text"] if lines else "",
        "chat": access.chat_lines()[-NEWEST_CHAT:],
        "linkable": _linkable(access, view.names),
        "sound": preferences.sound,
        "notify": preferences.notify,
        "pace": table.pace,
        "paces": PACES,
        "commitment": access.commitment(),
        "notice": "",
        "notice_rule": "",
        "pending": None,
        "link": "",
        "revoked": False,
    }
    if eyes.curtain is not None:
        page["curtain"] = {"seat": eyes.curtain, "name": view.names[eyes.curtain]}
    if look.stage == "over":
        page |= _ending(access, view.names, lines, look.length, speak)
    page |= more
    page["tail"] = _tail(page, view.names, language)
    return page


def waiting_page(access: Access, language: str, **more: Any) -> dict[str, Any]:
    """The values of the template for a table that waits for players: who sits there, what will be played, and no more is known."""
    speak, table = words(language), access.table
    with table.lock:
        page: dict[str, Any] = {
            "id": table.id,
            "game": table.game.id,
            "game_title": table.title or table.game.title,
            "title": _title(speak, table.game.title, False),
            "version": table.version,
            "refreshes": True,
            "players": players(access, speak),
            "options": [f"{speak(option.text)}: {speak(dict(option.values)[table.options[option.id]])}" for option in table.game.options],
            "levels": level_choices(speak),
            "level": access.visitor.preferences.level,
            "plays": bool(access.seats),
            "maker": access.maker,
            "linkable": _linkable(access, table.names(language)),
            "notice": "",
            "link": "",
            "revoked": False,
        }
        return page | more


TAIL = (
    "id", "seat", "plays", "maker", "over", "link", "revoked", "linkable", "text", "commitment", "may_leave", "levels", "level", "pace",
    "paces",
)  # fmt: skip


def _tail(page: dict[str, Any], names: Sequence[str], language: str) -> Markup:
    """The end of the page, which hardly ever changes: made once for the values that it shows."""
    name = names[page["seat"]] if page["may_leave"] else ""
    return _made_tail(language, name, page["curtain"] is not None, *(page[value] for value in TAIL))


@lru_cache(maxsize=1000)
def _made_tail(language: str, name: str, curtain: bool, *values: Any) -> Markup:
    page = dict(zip(TAIL, values, strict=True), name=name, curtain=curtain)
    return Markup(template("tail.html").render(page=page, say=words(language)))


def _advice(access: Access, view: View, speak: Words) -> dict[str, Any] | None:
    """The hint that was asked for in this position."""
    hint = access.hint(view.seat)
    if hint is None:
        return None
    space = view.game.space
    best = [
        {"notation": space.notation(one.action), "label": view.label(one.action), "share": one.share, "said": percent(one.share, speak)}
        for one in hint.best
    ]
    return {"told": hint.told, "best": best}


def percent(share: float, speak: Words) -> str:
    """A share of the win."""
    return speak(T.PERCENT, number=round(100 * share))


def level_word(level: str, speak: Words) -> str:
    return speak(T.LEVELS[level][0]) if level in T.LEVELS else level


def level_choices(speak: Words) -> tuple[tuple[str, str], ...]:
    """The levels of bots, each with what it does, for a form."""
    return tuple((level, f"{speak(word)} ({speak(about)})") for level, (word, about) in T.LEVELS.items())


def fragment(request: Request, access: Access) -> str:
    """The changed part of the page, made once for all who see the same.

    A table forgets its memory at every change. The rest of the key is all that the page is made from beside the table; the template gets
    nothing else.
    """
    table, visitor = access.table, access.visitor
    with table.lock:
        eyes = eyes_of(request, access)
        away = tuple(access.away(seat.number) for seat in table.seats)
        reader = (visitor.language, visitor.preferences, is_tall(request), is_scripted(request))
        key = ("fragment", access.seats, access.maker, eyes, away, reader)
        if key not in table.memory:
            table.memory[key] = made(table_page(request, access, visitor.language), visitor.language)
        known: str = table.memory[key]
        return known


def made(page: dict[str, Any], language: str) -> str:
    """The part of the page that changes, with these values."""
    return template("fragment.html").render(page=page, say=words(language))


def _title(speak: Words, game: str, my_turn: bool) -> str:
    return f"● {speak(T.YOUR_TURN)} – {game}" if my_turn else f"{game} – Kronland"


def players(access: Access, speak: Words, view: View | None = None) -> list[dict[str, Any]]:
    """The plates of the players; before the game begins there is no view."""
    table = access.table
    names = table.names(speak.language) if view is None else view.names
    usual = table.game.names(speak)
    running, actors = table.stage == "running", table.actors
    return [
        {
            "number": seat.number,
            "name": names[seat.number],
            "colour_said": usual[seat.number],
            "note": ", ".join(_notes(access, seat, speak)),
            "points": None if view is None else _points(view, seat.number),
            "deciding": seat.number in actors,
            "is_bot": seat.bot is not None,
            "can_take_back": seat.kept_by is not None and seat.number in access.seats and running,
            "can_take_over": _can_take_over(access, seat),
            "can_join": table.public and seat.kind == "open" and not access.seats,
        }
        for seat in table.seats
    ]


def _can_take_over(access: Access, seat: Seat) -> bool:
    if access.table.stage != "running" or not access.seats or seat.bot is not None:
        return False
    return seat.number not in access.seats and access.away(seat.number) and seat.number in access.table.actors


def _notes(access: Access, seat: Seat, speak: Words) -> Iterable[str]:
    if seat.kind == "bot":
        yield speak(T.BOT_NOTE, level=level_word(seat.level or "", speak))
    elif seat.kind == "open":
        yield speak(T.OPEN_SEAT)
    elif seat.number in access.seats and seat.kind == "person":
        yield speak(T.YOU)
    elif seat.kind == "guest":
        yield speak(T.AT_THIS_SCREEN)
    elif access.away(seat.number):
        yield speak(T.AWAY)
    if seat.kept_by is not None:
        yield speak(T.PLAYED_BY_BOT, level=level_word(seat.kept_by, speak))
    if seat.hints:
        yield speak(T.HINTS_TAKEN, count=seat.hints)


def _points(view: View, seat: int) -> int | None:
    """The points that lie open on the board, where the game has such."""
    return int(view.game.points(view.state, seat)) if view.game.points else None


def choices(access: Access, view: View, speak: Words) -> list[dict[str, Any]]:
    """What the seat may do now, by kind, for buttons and completion."""
    effects = access.effects(view.seat)
    found: dict[str, list[dict[str, str]]] = {}
    space, closing = view.game.space, view.game.closing
    for action in view.legal:
        notation = space.notation(action)
        act = {"notation": notation, "label": view.label(action), "effects": said_effects(effects.get(notation), view, speak)}
        found.setdefault(space.verb_of(action).name, []).append(act)
    return [
        {"verb": verb, "acts": acts, "many": len(acts) > MANY, "said": _kind(space[verb], speak), "strong": verb in closing}
        for verb, acts in sorted(found.items(), key=lambda item: (item[0] in closing, len(item[1])))
    ]


def _kind(kind: Verb, speak: Words) -> str:
    """What all actions of a kind have in common: its label with dots for what differs."""
    text = kind.label
    said = speak.catalogue.gettext(text.one) if text.many is None else speak.catalogue.ngettext(text.one, text.many, 2)
    return said.format(**{domain.name: "" if "" in domain.index else "…" for domain in kind.domains})


def said_effects(effect: Effect | None, view: View, speak: Words) -> str:
    """ "+12 for you, -3 for Lila"; one's own first."""
    said = []
    for seat, points in sorted(effect.points if effect else (), key=lambda change: change[0] != view.seat):
        signed = f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}"
        said.append(speak(T.SCORES_YOU, points=signed) if seat == view.seat else speak(T.SCORES, points=signed, player=view.names[seat]))
    return ", ".join(said)


def _lines(lines: list[Line], first: int = 0) -> list[dict[str, Any]]:
    """The lines of the log from one on."""
    return [
        {
            "number": number,
            "at": line.at,
            "text": line.text,
            "rule": line.rule,
            "seat": line.seat,
        }
        for number, line in enumerate(lines[first:], first)
    ]


@lru_cache(maxsize=20_000)
def log_line(table: str, game: str, number: int, at: int, text: str, rule: str, seat: int) -> str:
    made: str = macro("parts.html", "log_line")(table, game, number, at, text, rule, seat)
    return made


class Linkable(NamedTuple):
    """A seat that the reader may make a link to."""

    number: int
    name: str
    mine: bool


def _linkable(access: Access, names: Any) -> tuple[Linkable, ...]:
    return tuple(
        Linkable(seat.number, names[seat.number], seat.number in access.seats)
        for seat in access.table.seats
        if (seat.number in access.seats and seat.kind == "person") or (access.maker and seat.kind == "open")
    )


def _ending(access: Access, names: Any, lines: list[dict[str, Any]], length: int, speak: Words) -> dict[str, Any]:
    table, results = access.table, access.results()
    ranking = [
        {
            "seat": seat,
            "rank": int(result["rank"]),
            "name": names[seat],
            "points": f"{result['points']:g}",
        }
        for seat, result in enumerate(results)
    ]
    ranking.sort(key=lambda row: row["rank"])
    winners = [names[seat] for seat, result in enumerate(results) if result["share"] > 0]
    winner = speak(T.WINS, player=winners[0]) if len(winners) == 1 else speak(T.WIN_SHARED, players=", ".join(winners))
    last = [line for line in lines if line["at"] == length]
    with table.lock:
        final = scoring(table.match)
        ties = [{"text": tie.say(speak, names), "rule": tie.by.rule} for tie in broken_ties(table.game, table.match.state)]
    return {"ranking": ranking, "winner": winner, "ties": ties, "final": final, "scoring": last[final.first :] if final else last}


def replay_page(request: Request, access: Access, at: int, seat: int, language: str) -> dict[str, Any]:
    """The position after so many decisions, with the way to the others."""
    speak = words(language)
    now, look = access.look(seat, language), access.at(at, seat, language)
    table, view = access.table, look.view
    lines = _lines(access.lines(seat, language))
    query = f"?eyes={seat}" if now.stage == "over" else ""
    base = f"/t/{table.id}"
    return {
        "id": table.id,
        "game": table.game.id,
        "game_title": table.title or table.game.title,
        "at": at,
        "length": now.length,
        "seat": seat,
        "over": now.stage == "over",
        "tall": is_tall(request),
        "eyes": speak(T.EYES_OF, player=view.names[seat]) if seat != SPECTATOR else "",
        "players": players(access, speak, now.view),
        "svg": Markup(drawn(view, is_tall(request))),
        "text": view.text,
        "lines": lines,
        "happened": " ".join(line["text"] for line in lines if line["at"] == at),
        "base": base,
        "query": query,
        "href": lambda number: f"{base}/at/{number}{query}",
    }
