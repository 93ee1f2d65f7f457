"""The routes of people among people: friends, words of conduct, and at a table inviting, reporting and muting."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from kronland.core.words import words
from kronland.games import find_game
from kronland.web.errors import BadInput, Forbidden, NotFound, WebError
from kronland.web.pages import people_texts as P
from kronland.web.pages.forms import Form, back_to, whole, word
from kronland.web.pages.rendering import render
from kronland.web.people import reports
from kronland.web.people.friends import LONGEST_SIGN_IN, Friends
from kronland.web.safety.visitors import known_visitor, save_settings, tables_of, visitor_of
from kronland.web.table.access import Access
from kronland.web.table.asking import Person
from kronland.web.table.routes import entered, waiting_room

router = APIRouter(include_in_schema=False)

NEWEST_CHAT = 40  # lines that can be reported on the page


def friends_of(request: Request) -> Friends:
    found: Friends = request.app.state.friends
    return found


# Friends ----------------------------------------------------------------------------------------------------------------------------


@router.get("/friends")
def friends(request: Request) -> Response:
    return _friends(request)


def _friends(request: Request, status: int = 200, notice: str = "") -> Response:
    visitor, tables = visitor_of(request), tables_of(request)
    circle = friends_of(request).circle(visitor)
    open_tables: dict[int, list[dict[str, Any]]] = {}
    for who, table in tables.open_tables_of([one.id for one in circle.friends]):
        open_tables.setdefault(who, []).append({"id": table.id, "title": table.title or find_game(table.game).title})
    shown = {"circle": circle, "open": open_tables, "seen": visitor.preferences.seen, "longest_sign_in": LONGEST_SIGN_IN}
    return render(request, "friends.html", status, notice=notice, **shown)


def _back(request: Request) -> Response:
    return RedirectResponse("/friends", 303)


def _refused(request: Request, problem: WebError) -> Response:
    return _friends(request, problem.status, problem.say(visitor_of(request).language))


@router.post("/friends/ask")
def ask_friend(request: Request, form: Form) -> Response:
    visitor, friends = known_visitor(request), friends_of(request)
    try:
        friends.ask(visitor, friends.named(visitor, word(form, "who"), word(form, "name")))
    except (BadInput, Forbidden) as problem:
        return _refused(request, problem)
    return _back(request)


@router.post("/friends/answer")
def answer_friend(request: Request, form: Form) -> Response:
    friends_of(request).answer(visitor_of(request), whole(form, "number"), word(form, "yes") == "yes")
    return _back(request)


@router.post("/friends/end")
def end_friend(request: Request, form: Form) -> Response:
    friends_of(request).end(visitor_of(request), whole(form, "number"))
    return _back(request)


@router.post("/friends/mute")
def mute_known(request: Request, form: Form) -> Response:
    """Somebody who is known already; others are muted at a table."""
    visitor, friends = known_visitor(request), friends_of(request)
    friends.mute(visitor, friends.named(visitor, word(form, "who") or "-", ""))
    return _back(request)


@router.post("/friends/unmute")
def unmute(request: Request, form: Form) -> Response:
    friends_of(request).unmute(visitor_of(request), whole(form, "who"))
    return _back(request)


@router.post("/friends/seen")
def be_seen(request: Request, form: Form) -> Response:
    request.app.state.around.saw(save_settings(request, seen=word(form, "seen") == "yes"))
    return _back(request)


# Conduct ----------------------------------------------------------------------------------------------------------------------------


@router.get("/conduct")
def conduct(request: Request) -> Response:
    return render(request, "conduct.html")


# Inviting to a table ------------------------------------------------------------------------------------------------------------------


@router.post("/t/{table_id}/ask")
def ask(request: Request, table_id: str, form: Form) -> Response:
    access, friends = entered(request, table_id), friends_of(request)
    try:
        access.ask(friends.named(access.visitor, word(form, "who"), word(form, "name")))
    except (BadInput, Forbidden) as problem:
        if not access.maker or access.table.stage != "waiting":
            raise
        return waiting_room(request, access, problem.status, notice=problem.say(visitor_of(request).language))
    return back_to(table_id)


@router.post("/t/{table_id}/unask")
def unask(request: Request, table_id: str, form: Form) -> Response:
    entered(request, table_id).unask(whole(form, "invitation"))
    return back_to(table_id)


@router.post("/t/{table_id}/decline")
def decline(request: Request, table_id: str) -> Response:
    entered(request, table_id).decline()
    return RedirectResponse("/", 303)


# Order at a table -------------------------------------------------------------------------------------------------------------------


@router.get("/t/{table_id}/report")
def report_page(request: Request, table_id: str, done: str = "") -> Response:
    return _report(request, entered(request, table_id), done=done)


def _report(request: Request, access: Access, status: int = 200, notice: str = "", done: str = "", **given: str) -> Response:
    visitor = visitor_of(request)
    say = words(visitor.language)
    names = access.table.names(visitor.language)
    people = [
        {"seat": seat, "name": one.called, "muted": one.id in visitor.muted} for seat, one in reports.others_at(access, visitor.language)
    ]
    lines = [
        {"number": line.number, "name": line.name or names[line.seat], "text": line.text}
        for line in reports.lines_of_others(access)[-NEWEST_CHAT:]
    ]
    reasons = [(reason, say(P.REASONS[reason])) for reason in reports.REASONS]
    shown = {"id": access.table.id, "people": people, "lines": lines, "reasons": reasons, "longest_words": reports.LONGEST_WORDS}
    chosen = {"what": given.get("what", ""), "reason": given.get("reason", ""), "words": given.get("words", "")}
    return render(request, "report.html", status, notice=notice, done=done if done in ("report", "mute") else "", given=chosen, **shown)


@router.post("/t/{table_id}/report")
def report(request: Request, table_id: str, form: Form) -> Response:
    known_visitor(request)
    access, what = entered(request, table_id), word(form, "what")
    kind, _, number = what.partition("-")
    place = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else None
    given = {"what": what, "reason": word(form, "reason"), "words": word(form, "words")}
    try:
        if place is None or kind not in ("seat", "line"):
            raise BadInput(reports.NOTHING)
        seat, line = (place, None) if kind == "seat" else (None, place)
        reports.send(tables_of(request), access, seat, line, given["reason"], given["words"], visitor_of(request).language)
    except (BadInput, Forbidden) as problem:
        return _report(request, access, problem.status, problem.say(visitor_of(request).language), **given)
    return RedirectResponse(f"/t/{access.table.id}/report?done=report", 303)


@router.post("/t/{table_id}/mute")
def mute(request: Request, table_id: str, form: Form) -> Response:
    """Somebody who sits at the table."""
    visitor = known_visitor(request)
    access, seat = entered(request, table_id), whole(form, "seat")
    person = next((one for number, one in reports.others_at(access, visitor.language) if number == seat), None)
    if person is None:
        raise NotFound(reports.NOTHING)
    friends_of(request).mute(visitor, Person(person.id, person.called))
    return RedirectResponse(f"/t/{access.table.id}/report?done=mute", 303)
