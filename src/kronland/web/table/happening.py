"""What happened at a table, as a reader may know it: the log by turns, and what is news to the reader, marked on the board.

All of it is made from events and views that have been through `censor` for the reader.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from kronland.core.flow import Barrier
from kronland.core.game import SPECTATOR
from kronland.core.match import Match
from kronland.core.view import View
from kronland.games.drawing.outlines import ABOVE
from kronland.web.pages.remembering import remembered
from kronland.web.pages.rendering import macro
from kronland.web.table.access import Access
from kronland.web.table.changes import NONE, Changes, changes
from kronland.web.table.seeing import Decided, Line
from kronland.web.table.table import Table

MOST_NEWS = 60  # lines; who has been away for longer reads the log
STEP = 10  # lines that leave the page at once
TURN_ENDS = "</ol></li>"
GONE = STEP + 8  # decisions before the newest lines, whose drawn ones are not kept: more do not leave the page at once


@dataclass
class Turn:
    """Lines that belong together: what somebody decided in one go, or since a round began."""

    number: int
    seat: int  # whose it is; -1 for nobody's
    lines: list[tuple[int, Line]] = field(default_factory=list)  # each with its number


class Told(NamedTuple):
    """How far the log has been told: what has to be known to go on with it."""

    place: int = 0  # of the next line
    number: int = 0  # of the next line that says something
    before: int = -1  # the decision of the last line
    turn: tuple[int, int] | None = None  # number and seat of the turn that is on


NOTHING_TOLD = Told()


def turns(lines: Sequence[Line]) -> list[Turn]:
    """The lines that say something, by turns. A line keeps its number and its turn while the log grows."""
    return [turn for turn in _gone_on(lines, NOTHING_TOLD)[0] if turn.lines]


def _gone_on(lines: Sequence[Line], after: Told) -> tuple[list[Turn], Told]:
    found: list[Turn] = [Turn(*after.turn)] if after.turn else []
    place, number, before = after.place, after.number, after.before
    for line in lines:
        if not found or line.opens or (line.at != before and line.seat != found[-1].seat):
            found.append(Turn(place, line.about if line.opens else line.seat))
        before, place = line.at, place + 1
        if line.says:
            found[-1].lines.append((number, line))
            number += 1
    return found, Told(place, number, before, (found[-1].number, found[-1].seat) if found else None)


@dataclass(frozen=True)
class Log:
    """The end of the log, drawn, as lines of the page."""

    lines: tuple[str, ...]
    latest: str  # its last line, in words


class Stretch(NamedTuple):
    """What one decision has brought to a turn, drawn."""

    turn: int
    seat: int
    number: int  # of its first line
    lines: tuple[str, ...]


def newest_log(access: Access, seat: int, language: str, names: Sequence[str], most: int) -> Log:
    """The last lines of the log, so many or up to STEP more: its beginning stays for a while, and the page with it.

    Drawn once for all who read the same: those to whom as much had been told before, and all of these decisions alike.
    """
    table = access.table
    with table.lock:
        by_decision = access.lines_by_decision(seat, language)
        known = _told(table, by_decision, seat, language)
        start = max(0, (known[-1].number - most) // STEP * STEP)
        first = max(0, bisect_right(known, start, key=attrgetter("number")) - 1)
        key = ("log", language, start, known[first], *by_decision[first:])
        if key not in table.memory:
            for gone in by_decision[max(0, first - GONE) : first]:
                gone.drawn.clear()
            drawn: list[str] = []
            for number, whose, lines in _drawn_turns(access, seat, by_decision, known, start, first):
                drawn += (*log_turn(table.game.id, number, whose, tuple(names)), *lines, TURN_ENDS)
            table.memory[key] = Log(tuple(drawn), next((decided.said[-1].text for decided in reversed(by_decision) if decided.said), ""))
        log: Log = table.memory[key]
        return log


def _told(table: Table, by_decision: Sequence[Decided], seat: int, language: str) -> list[Told]:
    """How far the log had been told before the set-up, before each decision, and is told now."""
    known: list[Told] = table.said.setdefault(("told", seat, language), [])
    if not known:
        known.append(NOTHING_TOLD)
    for decided in by_decision[len(known) - 1 :]:
        known.append(_gone_on(decided.lines, known[-1])[1])
    return known


def _drawn_turns(
    access: Access, seat: int, by_decision: Sequence[Decided], known: Sequence[Told], start: int, first: int
) -> list[tuple[int, int, tuple[str, ...]]]:
    """Number, seat and drawn lines of the turns from a line on, which is one of the first decision's."""
    found: list[tuple[int, int, tuple[str, ...]]] = []
    for decided, before in zip(by_decision[first:], known[first:], strict=False):
        for turn, whose, number, lines in _stretches(access, seat, decided, before):
            lines = lines[max(0, start - number) :]
            if found and found[-1][0] == turn:
                found[-1] = turn, whose, found[-1][2] + lines
            elif lines:
                found.append((turn, whose, lines))
    return found


def _stretches(access: Access, seat: int, decided: Decided, before: Told) -> list[Stretch]:
    """What a decision has brought to the log, drawn when it is first told."""
    if before not in decided.drawn:
        brought = [turn for turn in _gone_on(decided.lines, before)[0] if turn.lines]
        decided.drawn[before] = [
            Stretch(turn.number, turn.seat, turn.lines[0][0], tuple(_drawn_line(access, seat, *line) for line in turn.lines))
            for turn in brought
        ]
    found: list[Stretch] = decided.drawn[before]
    return found


def _drawn_line(access: Access, seat: int, number: int, line: Line) -> str:
    spots = outline(access, seat, line)
    return log_line(access.table.id, access.table.game.id, number, line.at, line.text, line.rule, line.about, spots)


@remembered
def log_turn(game: str, number: int, seat: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """How a turn begins."""
    return tuple(str(macro("log.html", "turn")(game, number, seat, names)).split("\n"))


@lru_cache(maxsize=8000)  # what 200 tables show
def log_line(table: str, game: str, number: int, at: int, text: str, rule: str, about: int, spots: str) -> str:
    made: str = macro("log.html", "log_line")(table, game, number, at, text, rule, about, spots)
    return made


def outline(access: Access, seat: int, line: Line) -> str:
    return access.outlines(seat, line.at)[line.place]


# News ------------------------------------------------------------------------------------------------------------------------------------


def news_between(match: Match, seat: int) -> tuple[int, int]:
    """Between which decisions what happened is news to a reader: after the last one of its own that counts, up to those that it can still
    take back, for with these it has not decided yet. To who watches, all is news that whoever decided last did in one go."""
    last = match.length
    if seat == SPECTATOR:
        first = last
        while first > 1 and match.decider(first - 1) == match.decider(last):
            first -= 1
        return max(0, first - 1), last
    while last and match.decider(last) == seat and match.state_at(last).barrier <= Barrier.SHOWN:
        last -= 1
    return next((number for number in range(last, 0, -1) if match.decider(number) == seat), 0), last


def news(access: Access, seat: int, language: str) -> list[dict[str, Any]]:
    """What happened since the reader's last decision, a line each."""
    with access.table.lock:
        since, last = news_between(access.table.match, seat)
        found: list[dict[str, Any]] = []
        for decided in reversed(access.lines_by_decision(seat, language)[since + 1 : last + 1]):
            if "news" not in decided.drawn:
                decided.drawn["news"] = [line | {"drawn": news_line(access.table.id, line)} for line in told(access, seat, decided.said)]
            made = zip(decided.said, decided.drawn["news"], strict=True)
            found[:0] = [entry for line, entry in made if not (line.asks and line.about == seat)]
            if len(found) >= MOST_NEWS:
                break
        return found[-MOST_NEWS:]


def news_line(table: str, line: Mapping[str, Any], over: bool = False) -> Markup:
    return Markup(
        macro("log.html", "news")(table, over, line["at"], line["seat"], line["text"], line["sign"], line["spots"], line.get("had", ()))
    )


def desk_changes(access: Access, view: View, asked: bool) -> Changes:
    """What is different on the reader's desk since then. Called at every change, so that the desk of then is known when it is asked for."""
    table, seat, language = access.table, view.seat, view.words.language
    with table.lock:
        since, _ = news_between(table.match, seat)
        if seat == SPECTATOR:
            return NONE
        known = table.said.setdefault(("desks", seat, language), [])  # one for each decision, or nothing yet
        known.extend([None] * (since + 1 - len(known)))
        if since == table.match.length:
            if not view.legal:  # as the past is shown: it need not be drawn again when it is asked for
                known[since] = view.desk
            return NONE
        if not asked:
            return NONE
        if known[since] is None:
            known[:since] = [None] * since  # only the newest is asked for again
            known[since] = table.match.view_at(since, seat, language).desk
        return changes(known[since], view.desk)


def told(access: Access, seat: int, lines: Sequence[Line]) -> list[dict[str, Any]]:
    return [
        {"at": line.at, "seat": line.about, "text": line.text, "sign": line.sign, "spots": outline(access, seat, line)} for line in lines
    ]


def marks_of(fresh: Sequence[dict[str, Any]]) -> Markup:
    """The places of what is news outlined, in the colour of whom it was about last: the last lines of the board, if there is any.

    They are no part of the picture: that is the same for all readers who may choose nothing. What is written on it stands over them.
    """
    places = {line["spots"]: line["seat"] for line in fresh if line["spots"]}
    if not places:
        return Markup("")
    paths = "".join(f'\n<path class="kl-news seat-{seat}" d="{escape(spots)}"/>' for spots, seat in places.items())
    return Markup(f'<g class="kl-happened" aria-hidden="true">{paths}\n</g><use href="#{ABOVE}" aria-hidden="true"/>')
