"""The pages of hosts. For everybody else there is nothing at these addresses."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from kronland.core.words import Words, words
from kronland.games import GAMES, find_game
from kronland.web.errors import BadInput, Forbidden, NotFound, WebError
from kronland.web.pages import people_texts as P
from kronland.web.pages import texts as T
from kronland.web.pages.answers import NOTHING_HERE
from kronland.web.pages.forms import Form, whole, word
from kronland.web.pages.moments import said_moment
from kronland.web.pages.rendering import render
from kronland.web.people import reports
from kronland.web.people.hosting import LONGEST_REASON, Deed, Hosting, Member
from kronland.web.people.reports import Report
from kronland.web.safety.visitors import Visitor, tables_of, visitor_of

router = APIRouter(include_in_schema=False)


def host_only(request: Request) -> Visitor:
    """Asked of every route here."""
    visitor = visitor_of(request)
    if not visitor.host:
        raise NotFound(NOTHING_HERE)
    return visitor


Host = Annotated[Visitor, Depends(host_only)]


def hosting_of(request: Request) -> Hosting:
    found: Hosting = request.app.state.hosting
    return found


# Pages ------------------------------------------------------------------------------------------------------------------------------


@router.get("/host")
def host(request: Request, host: Host, name: str = "", done: bool = False) -> Response:
    return _page(request, host, name=name, done=done)


def _page(request: Request, host: Visitor, status: int = 200, notice: str = "", name: str = "", done: bool = False) -> Response:
    hosting, say = hosting_of(request), words(host.language)
    tables = tables_of(request)
    shown = {
        "reports": [_report(hosting, one, say) for one in reports.listed(tables)],
        "done_reports": [_report(hosting, one, say) for one in reports.listed(tables, done=True)[:20]],
        "deeds": [_deed(one, say) for one in hosting.deeds()],
        "found": hosting.members(name[:60]) if name else None,
        "sought": name[:60],
    }
    return render(request, "host.html", status, notice=notice, done=done, longest_reason=LONGEST_REASON, **shown)


@router.get("/host/people/{visitor_id}")
def person(request: Request, host: Host, visitor_id: int, done: bool = False) -> Response:
    return _person(request, host, visitor_id, done=done)


def _person(request: Request, host: Visitor, visitor_id: int, status: int = 200, notice: str = "", done: bool = False) -> Response:
    hosting, say = hosting_of(request), words(host.language)
    member = hosting.member(visitor_id)
    shown = {
        "member": member,
        "called": member.name or say(T.NAMELESS),
        "since": said_moment(member.made_at, say),
        "blocked": _blocked(member, say),
        "tables": [
            {"id": one.id, "title": _title(one.game), "stage": say(T.STAGE_WAITING) if one.stage == "waiting" else ""}
            for one in hosting.tables_of(visitor_id)
        ],
        "deeds": [_deed(one, say) for one in hosting.deeds(visitor_id)],
        "days": P.HOST_DAY_CHOICES,
    }
    return render(request, "host_person.html", status, notice=notice, done=done, longest_reason=LONGEST_REASON, **shown)


def _title(game: str) -> str:
    return find_game(game).title if game in GAMES else game


def _blocked(member: Member, say: Words) -> str:
    if not member.blocked:
        return ""
    if member.blocked_until is None:
        return say(P.HOST_BLOCKED, reason=member.reason)
    return say(P.HOST_BLOCKED_UNTIL, moment=said_moment(member.blocked_until, say), reason=member.reason)


def _report(hosting: Hosting, report: Report, say: Words) -> dict[str, Any]:
    by = hosting.member(report.by)
    return {
        "id": report.id,
        "about": report.about,
        "called": report.called,
        "reason": say(P.REASONS[report.reason]) if report.reason in P.REASONS else report.reason,
        "words": report.words,
        "quoted": report.quoted.splitlines(),
        "table": report.table,
        "line": report.line,
        "at": said_moment(report.at, say),
        "by": {"id": by.id, "name": by.name or say(T.NAMELESS)},
        "answer": report.answer,
    }


def _deed(deed: Deed, say: Words) -> dict[str, Any]:
    what = say(P.DEEDS[deed.what]) if deed.what in P.DEEDS else deed.what
    name = (deed.name or say(T.NAMELESS)) if deed.about is not None else ""
    return {
        "at": said_moment(deed.at, say),
        "by": deed.by or say(P.HOST_COMMAND),
        "what": what,
        "about": deed.about,
        "name": name,
        "table": deed.table or "",
        "words": deed.words,
    }


# Deeds ------------------------------------------------------------------------------------------------------------------------------


def _to_person(visitor_id: int) -> Response:
    return RedirectResponse(f"/host/people/{visitor_id}?done=1", 303)


@router.post("/host/people/{visitor_id}/rename")
@router.post("/host/people/{visitor_id}/block")
@router.post("/host/people/{visitor_id}/unblock")
def change(request: Request, host: Host, visitor_id: int, form: Form) -> Response:
    hosting, what = hosting_of(request), request.url.path.rpartition("/")[2]
    try:
        if what == "rename":
            hosting.rename(host.id, visitor_id, word(form, "name"))
        elif what == "block":
            hosting.block(host.id, visitor_id, word(form, "reason"), whole(form, "days") if word(form, "days") else None)
        else:
            hosting.unblock(host.id, visitor_id)
    except (BadInput, Forbidden) as problem:
        return _person(request, host, visitor_id, problem.status, problem.say(host.language))
    return _to_person(visitor_id)


@router.post("/host/tables/{table_id}/end")
@router.post("/host/tables/{table_id}/hide")
def at_table(request: Request, host: Host, table_id: str, form: Form) -> Response:
    hosting = hosting_of(request)
    try:
        if request.url.path.endswith("/end"):
            hosting.end_table(host.id, table_id, word(form, "reason"))
        else:
            hosting.hide(host.id, table_id, whole(form, "line"), word(form, "reason"))
    except WebError as problem:
        return _page(request, host, problem.status, problem.say(host.language))
    return RedirectResponse("/host?done=1", 303)


@router.post("/host/reports/{number}/done")
def settle(request: Request, host: Host, number: int, form: Form) -> Response:
    hosting_of(request).settle(host.id, number, word(form, "answer"))
    return RedirectResponse("/host?done=1", 303)
