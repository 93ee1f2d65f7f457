"""What the page of a table shows, gathered from one look at the table: nothing here knows more than the seat that looks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.requests import Request

from kronland.core.foresight import Foresight
from kronland.core.game import SPECTATOR
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import Words, filled, words
from kronland.games import find_game
from kronland.web.club.people import changes
from kronland.web.pages import people_texts as P
from kronland.web.pages import texts as T
from kronland.web.pages.moments import said_moment, said_terms, seat_time
from kronland.web.pages.pictures import marked, proportion
from kronland.web.pages.remembering import remembered
from kronland.web.pages.rendering import is_scripted, template
from kronland.web.table.access import Access
from kronland.web.table.changes import NONE
from kronland.web.table.ending import ending
from kronland.web.table.guide import lessons
from kronland.web.table.happening import desk_changes, marks_of, newest_log, news, news_between, told, turns
from kronland.web.table.invited import free_for
from kronland.web.table.parts import Parts, Pictures, parts_of
from kronland.web.table.seats import Seat
from kronland.web.table.table import ChatLine, Table
from kronland.web.table.tables import Tables

EYES_COOKIE = "kl_eyes"  # several people at one screen: whose turn it is to see
MOST_NAMED = 8  # of those who watch
NEWEST_CHAT = 100  # lines of the chat on it
NEWEST = 40  # lines of the log on the table's page; all of them are on the page of a position
MOST_FORETOLD = 4  # events that are told beforehand: there may be a whole end of a round
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


def table_page(request: Request, access: Access, language: str, again: bool = False, **more: Any) -> dict[str, Any]:
    """The values of the template; `more` adds a notice, a pending action or a new link. `again`: for who looks at every change."""
    speak, eyes = words(language), eyes_of(request, access)
    look = access.look(eyes.seat, language, again)
    view, table = look.view, access.table
    my_turn = look.my_turn and table.seats[eyes.seat].bot is None
    turn_here = my_turn or eyes.curtain is not None
    lazy = is_scripted(request)  # the page's script asks for lists of choices and the position in words when they are wanted
    log = newest_log(access, eyes.seat, language, view.names, NEWEST)
    fresh = [] if look.stage == "over" or eyes.curtain is not None else news(access, eyes.seat, language)
    advice = _advice(access, view, speak) if my_turn else None
    preferences = access.visitor.preferences
    may_play = eyes.seat != SPECTATOR and look.stage == "running"
    seats = players(access, speak, view)
    page: dict[str, Any] = {
        "id": table.id,
        "game": table.game.id,
        "game_title": table.title or table.game.title,
        "title": _title(speak, table.game.title, turn_here),
        "stage": look.stage,
        "over": look.stage == "over",
        "ended": _ended(table, view.names, speak),
        "terms": _agreed(table, speak),
        "tournament": table.tournament,
        "rated": _rated(access, view.names) if table.rated and look.stage in ("over", "ended") else [],
        "seat": eyes.seat,
        "number": look.number,
        "version": look.version,
        "my_turn": my_turn,
        "turn_here": turn_here,
        "refreshes": look.stage == "running" and (not turn_here or (advice is not None and not advice["told"])),
        "eyes": speak(T.EYES_OF, player=view.names[eyes.seat]) if eyes.seat != SPECTATOR else "" if access.seats else speak(T.WATCHING),
        "players": seats,
        "absent": () if my_turn else tuple((seat["number"], seat["name"]) for seat in seats if seat["can_take_over"]),
        "names": view.names,
        "curtain": None,
        "prompt": view.prompt,
        **_shown(view, [one["notation"] for one in advice["best"]] if advice else [], fresh),
        "news": fresh,
        "decided": eyes.seat != SPECTATOR and news_between(table.match, eyes.seat)[0] > 0,
        "changes": desk_changes(access, view, bool(fresh)),
        "text": "" if lazy else view.text,
        "groups": [] if lazy or not my_turn else choices(access, view, speak),
        "advice": advice,
        "may_ask": my_turn and access.hint_refusal(eyes.seat) is None,
        "levels": level_choices(speak),
        "level": preferences.level,
        "choices": len(listed(view)),
        "acts_open": len(view.legal) <= MANY and not lazy,
        "example": view.notation(view.legal[0]) if view.legal else "",
        "guide": lessons(view, preferences.met) if my_turn and preferences.guide else [],
        "places": _places(view),
        "undo_refusal": look.undo_refusal,
        "can_redo": look.can_redo,
        "can_reset": look.can_reset,
        "may_play": may_play,
        "may_leave": may_play and len(access.seats) == 1 and table.seats[eyes.seat].bot is None and not table.counts,
        "plays": bool(access.seats),
        "may_chat": bool(access.seats),
        "maker": access.maker,
        "watch": table.watch,
        "log": log.lines,
        "length": look.length,
        "by": -1 if table.match.last_seat is None else table.match.last_seat,
        "latest": log.latest,
        "chat": [_chat(table, line, view.names) for line in access.heard()[-NEWEST_CHAT:]],
        "watching": _watching(access.tables.watching(table.id), speak),
        "linkable": _linkable(access, view.names),
        "sound": preferences.sound,
        "notify": preferences.notify,
        "pace": table.pace,
        "paces": PACES,
        "commitment": access.commitment(),
        "notice": "",
        "notice_rule": "",
        "typed": "",
        "pending": None,
        "link": "",
        "revoked": False,
    }
    if eyes.curtain is not None:
        page["curtain"] = {"seat": eyes.curtain, "name": view.names[eyes.curtain]}
    if look.stage == "over":
        page |= ending(access, eyes.seat, view.names, access.lines(eyes.seat, language), look.length, speak)
    page |= more
    page["tail"] = _tail(page, view.names, language)
    return page


def _chat(table: Table, line: ChatLine, names: Sequence[str]) -> tuple[int, str, str, bool]:
    return line.number, line.name or names[line.seat], line.text, line.number in table.hidden


def _ended(table: Table, names: Sequence[str], speak: Words) -> str:
    """Why a game was broken off; empty for one that was not."""
    if table.stage == "ended" and not table.late:
        return speak(P.ENDED_BY_HOST)
    return speak(T.ENDED_LATE, players=", ".join(names[seat] for seat in table.late)) if table.late else ""


def _agreed(table: Table, speak: Words) -> str:
    """About time, and whether the result counts; empty where nothing was."""
    said = [said_terms(table.terms, speak), speak(T.CLOCK_THEN[table.terms.out])] if table.terms else []
    return "; ".join([*said, speak(T.RATED_SAID)] if table.rated else said)


def _rated(access: Access, names: Sequence[str]) -> list[dict[str, Any]]:
    """What the players are rated after the game."""
    table = access.table
    found = changes(access.tables.store, table.id)
    people = {seat: min(table.owners.get(seat, ()), default=None) for seat in found}
    return [{"name": names[seat], "rating": rating, "visitor": people[seat]} for seat, rating in found.items()]


def _shown(view: View, advised: Sequence[str] = (), fresh: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """The board as a picture, with what is news marked on it, and the desk to be drawn by the page."""
    return {
        "picture": marked(view.board_svg, advised),
        "marks": marks_of(fresh),
        "ratio": proportion(view.board_svg),
        "desk": view.desk,
        "plates": {plate.seat: plate for plate in view.desk.plates if plate.seat >= 0},
        "others": [plate for plate in view.desk.plates if plate.seat < 0],
        "ranks": {notation: rank for rank, notation in enumerate(advised, 1)},
    }


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
            "options": [
                (speak(option.text), speak(dict(option.values)[table.options[option.id]]))
                for option in table.game.options
                if sum(len(table.seats) not in option.not_with.get(value, ()) for value, _ in option.values) > 1  # there was a choice
            ]
            + ([(speak(T.CLOCK), _agreed(table, speak))] if table.terms else []),
            "terms": "",
            "levels": level_choices(speak),
            "level": access.visitor.preferences.level,
            "plays": bool(access.seats),
            "maker": access.maker,
            "linkable": _linkable(access, table.names(language)),
            "watch": table.watch,
            "asked": _asked(access, speak),
            "asked_by": _asked_by(access, speak),
            "known": [],
            "open": sum(seat.kind == "open" for seat in table.seats),
            "invitations": {},
            "notice": "",
            "link": "",
            "revoked": False,
        }
        return page | more


def _asked(access: Access, speak: Words) -> list[dict[str, Any]]:
    """Who has been invited, for who made the table."""
    now = access.tables.now()
    return [
        {
            "id": one.id,
            "name": one.called or speak(T.NAMELESS),
            "declined": one.declined,
            "note": speak(P.ASKED_DECLINED)
            if one.declined
            else speak(P.ASKED_KEPT, moment=said_moment(one.kept_until or now, speak))
            if one.keeps(now)
            else speak(P.ASKED_WAITS),
        }
        for one in (access.table.invited if access.maker else ())
    ]


def _asked_by(access: Access, speak: Words) -> str:
    """Who has invited the reader; empty if nobody has."""
    table, me = access.table, access.visitor.id
    if not access.asked or access.seats:
        return ""
    by = next(one.by for one in table.invited if one.to == me and not one.declined)
    seat = next((seat for seat, owners in table.owners.items() if by in owners), None)
    return speak(P.INVITED) if seat is None else speak(P.INVITED_BY, player=table.names(speak.language)[seat])


TAIL = (
    "tournament",
    "id", "seat", "plays", "watch", "maker", "over", "link", "revoked", "linkable", "text", "commitment", "may_leave", "levels", "level",
    "pace", "paces", "terms",
)  # fmt: skip


def _tail(page: dict[str, Any], names: Sequence[str], language: str) -> Markup:
    """The end of the page, which hardly ever changes: made once for the values that it shows."""
    name = names[page["seat"]] if page["may_leave"] else ""
    return _made_tail(language, name, page["curtain"] is not None, *(page[value] for value in TAIL))


@remembered
def _made_tail(language: str, name: str, curtain: bool, *values: Any) -> Markup:
    page = dict(zip(TAIL, values, strict=True), name=name, curtain=curtain)
    return Markup(template("tail.html").render(page=page, say=words(language)))


def preparing(tables: Tables, games: Sequence[str]) -> list[dict[str, Any]]:
    """How far the strong bots of games are that are not ready."""
    found = [(find_game(game).title, tables.games.state(game)) for game in games]
    return [
        {"title": title, "failed": state.over, "share": state.share, "seconds": max(1, state.seconds)}
        for title, state in found
        if not state.ready
    ]


def _advice(access: Access, view: View, speak: Words) -> dict[str, Any] | None:
    """The hint that was asked for in this position."""
    hint = access.hint(view.seat)
    if hint is None:
        return None
    best = [
        {"notation": view.notation(one.action), "label": view.label(one.action), "share": one.share, "said": percent(one.share, speak)}
        for one in hint.best
    ]
    preparing = not access.tables.games.over(view.game.id).done()
    return {"told": hint.told, "best": best, "compared": hint.comparable, "why": hint.why(speak), "preparing": preparing}


def percent(share: float, speak: Words) -> str:
    """A share of the win."""
    return speak(T.PERCENT, number=round(100 * share))


def level_word(level: str, speak: Words) -> str:
    return speak(T.LEVELS[level][0]) if level in T.LEVELS else level


@cache
def level_choices(speak: Words) -> tuple[tuple[str, str], ...]:
    """The levels of bots, each with what it does, for a form."""
    return tuple((level, f"{speak(word)} ({speak(about)})") for level, (word, about) in T.LEVELS.items())


class Presence(NamedTuple):
    """Who is there now, which is kept nowhere."""

    away: tuple[bool, ...]  # by seat
    watching: tuple[str, ...]  # names


def presence(access: Access) -> Presence:
    return Presence(tuple(access.away(seat.number) for seat in access.table.seats), access.tables.watching(access.table.id))


def _watching(names: Sequence[str], speak: Words) -> str:
    """ "Carla, Dora and 3 others are watching"; empty if nobody is."""
    if not names:
        return ""
    named, others = [name for name in names if name][:MOST_NAMED], len(names)
    others -= len(named)
    said = [*named, *([speak(T.OTHERS, count=others)] if others else [])]
    return speak(T.WATCHED_BY, names=", ".join(said))


def fragment(request: Request, access: Access, there: Presence | None = None) -> Parts:
    """The changed part of the page, made once for all who see the same.

    A table forgets its memory at every change. The rest of the key is all that the page is made from beside the table; the template gets
    nothing else.
    """
    table, visitor = access.table, access.visitor
    with table.lock:
        eyes = eyes_of(request, access)
        reader = (visitor.language, visitor.preferences, visitor.muted, is_scripted(request))
        key = (
            "fragment",
            access.seats,
            access.maker,
            eyes,
            there or presence(access),
            reader,
            access.tables.games.stands_in(table.game.id),
        )
        if key not in table.memory:
            page = table_page(request, access, visitor.language, again=True)
            trail, pictures = table.trails.get((eyes.seat, visitor.language)), table.kept.setdefault("pictures", Pictures())
            table.memory[key] = parts_of(page, words(visitor.language), table.memory, trail, pictures)
            table.memory["view", eyes.seat].put_down()  # what it showed is in the parts
        known: Parts = table.memory[key]
        return known


def _places(view: View) -> bool:
    """Whether something is chosen on the board with no button that lights it up first."""
    armed = {arm.verb for arm in view.desk.arms}
    lit_up = sum(view.game.space.verb_of(action).name in armed for action in view.legal) if armed else 0
    return len(view.legal) - lit_up > sum(not choice.instead for choice in view.desk.choices())


def _title(speak: Words, game: str, my_turn: bool) -> str:
    return f"● {speak(T.YOUR_TURN)} – {game}" if my_turn else f"{game} – Kronland"


def players(access: Access, speak: Words, view: View | None = None) -> list[dict[str, Any]]:
    """The plates of the players; before the game begins there is no view."""
    table = access.table
    names = table.names(speak.language) if view is None else view.names
    usual = table.game.names(speak)
    running, actors = table.stage == "running", table.actors
    free = free_for(table.open_seats(), table.invited, access.visitor.id, access.tables.now()) if table.public or access.asked else []

    def row(seat: Seat) -> dict[str, Any]:
        return {
            "number": seat.number,
            "name": names[seat.number],
            "colour_said": usual[seat.number] if names[seat.number] != usual[seat.number] else "",  # who has no name is called by it
            "note": ", ".join(_notes(access, seat, speak)),
            "deciding_said": _decides(access, seat, speak) if seat.number in actors else "",
            "time": seat_time(table.clock, seat.number, table.pauses, access.tables.now(), speak) if running else None,
            "note_more": speak(T.FOR_NOW_MORE) if _stand_in(access, seat) else "",
            "deciding": seat.number in actors,
            "is_bot": seat.bot is not None,
            "away": seat.kind == "person" and seat.bot is None and seat.number not in access.seats and access.away(seat.number),
            "can_take_back": seat.kept_by is not None and seat.number in access.seats and running,
            "can_take_over": _can_take_over(access, seat),
            "can_join": seat.number in free and not access.seats,
        }

    def known(seat: Seat) -> dict[str, Any]:
        """Made once for all to whom it is the same: whose seat it is not."""
        if view is None or seat.bot is not None or table.clock is not None:  # bots get ready, and clocks run, while a table stays as it is
            return row(seat)
        own = seat.number in access.seats
        key = ("player", speak.language, seat.number, own, bool(access.seats), access.away(seat.number), seat.number in free)
        found: dict[str, Any] = table.memory.get(key) or table.memory.setdefault(key, row(seat))
        return found

    return [known(seat) for seat in table.seats]


def _can_take_over(access: Access, seat: Seat) -> bool:
    if access.table.stage != "running" or not access.seats or seat.bot is not None or access.table.clock is not None:
        return False
    return seat.number not in access.seats and access.away(seat.number) and seat.number in access.table.actors


def _decides(access: Access, seat: Seat, speak: Words) -> str:
    if seat.bot is not None:
        return speak(T.THINKS)
    return speak(T.YOU_DECIDE if seat.number in access.seats and seat.kind == "person" else T.DECIDES)


def _notes(access: Access, seat: Seat, speak: Words) -> Iterable[str]:
    if seat.kind == "bot":
        yield speak(T.BOT_NOTE, level=level_word(seat.level or "", speak))
    elif seat.kind == "open":
        yield speak(T.OPEN_SEAT)
        if any(one.seat == seat.number and one.keeps(access.tables.now()) for one in access.table.invited):
            yield speak(P.SEAT_KEPT)
    elif seat.number in access.seats and seat.kind == "person":
        if seat.number not in access.table.actors or seat.kept_by is not None:  # else "you decide"
            yield speak(T.YOU)
    elif seat.kind == "guest":
        yield speak(T.AT_THIS_SCREEN)
    elif access.away(seat.number):
        yield speak(T.AWAY)
    if seat.kept_by is not None:
        yield speak(T.PLAYED_BY_BOT, level=level_word(seat.kept_by, speak))
    if level := _stand_in(access, seat):
        yield speak(T.FOR_NOW, level=level_word(level, speak))
    if seat.hints:
        yield speak(T.HINTS_TAKEN, count=seat.hints)


def _stand_in(access: Access, seat: Seat) -> str | None:
    """The level that a bot plays at which is not yet ready to play at its own."""
    level = access.tables.games.plays_as(access.table.game.id, seat.bot) if seat.bot is not None else None
    return level if level != seat.bot else None


def choices(access: Access, view: View, speak: Words) -> list[dict[str, Any]]:
    """What the seat may do now, by kind, for buttons and completion."""
    # Interpreted, trying all of many actions takes seconds; then what one does is told to whoever points at it.
    foreseen = access.foresights(view.seat) if len(view.legal) <= MANY or not access.tables.games.stands_in(view.game.id) else {}
    found: dict[str, list[dict[str, str]]] = {}
    space, closing = view.game.space, view.game.closing
    for action in listed(view):
        notation = view.notation(action)
        act = {"notation": notation, "label": view.label(action), "gain": said_gain(foreseen.get(action), view, speak)}
        found.setdefault(space.verb_of(action).name, []).append(act)
    return [
        {"verb": verb, "acts": acts, "many": len(acts) > MANY, "said": _kind(space[verb], speak), "strong": verb in closing}
        for verb, acts in sorted(found.items(), key=lambda item: (item[0] in closing, len(item[1])))
    ]


def listed(view: View) -> list[int]:
    """The legal actions, without those whose number would tell what the reader may not know: they have their place on the desk."""
    veiled = view.desk.veiled() if view.legal else set()
    return [action for action in view.legal if view.game.space.verb_of(action).name not in veiled]


def _kind(kind: Verb, speak: Words) -> str:
    """What all actions of a kind have in common: its label with dots for what differs."""
    text = kind.label
    said = speak.catalogue.gettext(text.one) if text.many is None else speak.catalogue.ngettext(text.one, text.many, 2)
    return filled(said, {domain.name: "" if "" in domain.index else "…" for domain in kind.domains})


def said_gain(foreseen: Foresight | None, view: View, speak: Words) -> str:
    """ "+12 for you, -3 for Lila"; one's own first."""
    said = []
    for seat, points in sorted(foreseen.points if foreseen else (), key=lambda change: change[0] != view.seat):
        signed = f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}"
        said.append(speak(T.SCORES_YOU, points=signed) if seat == view.seat else speak(T.SCORES, points=signed, player=view.names[seat]))
    return ", ".join(said)


def said_follows(foreseen: Foresight | None, view: View) -> str:
    """What comes of an action besides itself, a few sentences of it."""
    events = foreseen.follows if foreseen else ()
    said = [view.game.events[event[0]].say(event, view.words, view.names) for event in events[:MOST_FORETOLD]]
    return " ".join([*said, "…"] if len(events) > MOST_FORETOLD else said)


class Linkable(NamedTuple):
    """A seat that the reader may make a link to."""

    number: int
    name: str
    mine: bool


def _linkable(access: Access, names: Any) -> tuple[Linkable, ...]:
    return tuple(
        Linkable(seat.number, names[seat.number], seat.number in access.seats)
        for seat in access.table.seats
        if (seat.number in access.seats and seat.kind == "person" and not access.table.counts) or (access.maker and seat.kind == "open")
    )


def replay_page(access: Access, at: int, seat: int, language: str) -> dict[str, Any]:
    """The position after so many decisions, with the way to the others."""
    speak = words(language)
    now, look = access.look(seat, language), access.at(at, seat, language)
    table, view = access.table, look.view
    lines = access.lines(seat, language)
    happened = [line for line in lines if line.at == at and line.says]
    query = f"?eyes={seat}" if now.stage == "over" else ""
    base = f"/t/{table.id}"
    return {
        "id": table.id,
        "game": table.game.id,
        "game_title": table.title or table.game.title,
        "at": at,
        "length": now.length,
        "by": table.match.decider(at),
        "seat": seat,
        "over": now.stage == "over",
        "eyes": speak(T.EYES_OF, player=view.names[seat]) if seat != SPECTATOR else "",
        "players": players(access, speak, now.view),
        "names": view.names,
        **_shown(view, (), told(access, seat, happened)),
        "changes": NONE,
        "happened": " ".join(line.text for line in lines if line.at == at),
        "base": base,
        "query": query,
        "href": lambda number: f"{base}/at/{number}{query}",
    }


def whole_log(access: Access, at: int, seat: int, language: str) -> dict[str, Any]:
    """What the page of a position has beside the position: all that happened, and the position in words."""
    return {"turns": turns(access.lines(seat, language)), "text": access.at(at, seat, language).view.text}
