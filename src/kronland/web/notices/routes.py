"""The routes of notices: the list and its stream, what somebody chooses, browsers that take push messages, and links in mails."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse, RedirectResponse, Response, StreamingResponse

from kronland.core.words import Text, words
from kronland.web.club.account_routes import accounts_of, device_name, sign_in_page
from kronland.web.errors import BadInput, Forbidden, NotFound, WebError
from kronland.web.notices.kinds import KINDS, WAYS
from kronland.web.notices.notices import Notices
from kronland.web.notices.push import Push
from kronland.web.notices.reach import EVERY, Reaches, checked_quiet, zones
from kronland.web.pages import texts as T
from kronland.web.pages.forms import Form, local_path, whole, word
from kronland.web.pages.moments import iso, said_moment
from kronland.web.pages.rendering import STATIC, render
from kronland.web.safety.visitors import address_of, known_visitor, look_again, tables_of, visitor_of

router = APIRouter(include_in_schema=False)
SAVED = "/settings?saved=1#telling"


def notices_of(request: Request) -> Notices:
    found: Notices = request.app.state.notices
    return found


def reaches_of(request: Request) -> Reaches:
    found: Reaches = request.app.state.reaches
    return found


def push_of(request: Request) -> Push:
    found: Push = request.app.state.push
    return found


# What there is ----------------------------------------------------------------------------------------------------------------------


@router.get("/notices")
def notices(request: Request) -> Response:
    """Who reads the list has seen what is in it."""
    visitor, found = visitor_of(request), notices_of(request)
    say = words(visitor.language)
    shown = [
        {
            "said": one.said(say),
            "path": one.path,
            "fresh": not one.seen,
            "iso": iso(one.made_at),
            "moment": said_moment(one.made_at, say),
        }
        for one in found.of(visitor.id)
    ]
    found.seen(visitor)
    return render(request, "notices.html", notices=shown)


@router.get("/notices/events")
async def events(request: Request) -> StreamingResponse:
    """For every page that is open; who has no cookie has no notices."""
    visitor = await run_in_threadpool(visitor_of, request)
    if visitor.id is None:
        raise Forbidden(T.ERROR_404)
    calls = request.app.state.live.calls
    calls.admit(visitor.id, visitor.address)

    def news() -> str | None:
        look_again(request)  # the cookie may be another's by now, or nobody's
        now = visitor_of(request)
        if now.id != visitor.id:
            return None
        say, found = words(now.language), notices_of(request).of(now.id, on_page=True)
        lines = [{"id": one.id, "kind": one.kind.name, "said": one.said(say), "path": one.path} for one in found]
        return json.dumps({"count": len(found), "said": say(T.NOTICES_COUNT, count=len(found)), "notices": lines}, ensure_ascii=False)

    async def asked() -> str | None:
        try:
            return await run_in_threadpool(news)
        except WebError:  # the page comes back by itself
            return None

    stream = calls.events(visitor.id, address_of(request), asked)
    return StreamingResponse(stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


# What somebody chooses --------------------------------------------------------------------------------------------------------------


def telling(request: Request) -> dict[str, Any]:
    """What the page of settings shows of it."""
    visitor, settings = visitor_of(request), tables_of(request).settings
    say, reach = words(visitor.language), reaches_of(request).of(visitor)
    devices = push_of(request).devices(visitor) if visitor.known else []
    return {
        "ways": [way for way in WAYS if way != "mail" or settings.mails],
        "kinds": [
            {"name": kind.name, "title": say(kind.title), "wanted": {way: reach.wants(kind, way) for way in WAYS}}
            for kind in KINDS.values()
        ],
        "quiet": [f"{minute // 60:02}:{minute % 60:02}" for minute in reach.quiet] if reach.quiet else ["", ""],
        "zone": reach.zone,
        "zones": zones(),
        "every": reach.every,
        "rhythms": [(seconds, say(said)) for seconds, said in EVERY.items()],
        "devices": [
            {"id": one.id, "name": one.name or say(T.DEVICE), "here": one.here, "made": said_moment(one.made_at, say)} for one in devices
        ],
        "here": any(one.here for one in devices),
        "key": push_of(request).keys.application_key,
        "mails": settings.mails,
        "account": settings.mails and accounts_of(request).of(visitor) is not None,
        "address": reach.address,
        "asked": reach.asked_at is not None,
        "verified": reach.verified_at is not None,
    }


def _refused(request: Request, problem: BadInput) -> Response:
    from kronland.web.lobby.routes import settings_page

    return settings_page(request, problem.status, notice=problem.say(visitor_of(request).language))


@router.post("/notices/choose")
def choose(request: Request, form: Form) -> Response:
    reaches, shown = reaches_of(request), telling(request)["ways"]
    visitor = known_visitor(request)
    before = reaches.of(visitor)
    # A way that the page does not show (this server sends no mail) stays as it was chosen.
    names = [(kind, way, f"{kind.name} {way}") for kind in KINDS.values() for way in WAYS]
    wanted = {name for kind, way, name in names if (word(form, name) == "yes" if way in shown else before.wants(kind, way))}
    try:
        quiet = checked_quiet(word(form, "quiet-from"), word(form, "quiet-until"))
        reaches.choose(visitor, frozenset(wanted), quiet, word(form, "zone"), whole(form, "every"))
    except BadInput as problem:
        return _refused(request, problem)
    return RedirectResponse(SAVED, 303)


@router.post("/notices/push")
def subscribe(request: Request, form: Form) -> Response:
    """The page's script sends what the browser has made."""
    visitor = known_visitor(request)
    push_of(request).subscribe(visitor, word(form, "endpoint"), word(form, "p256dh"), word(form, "auth"), device_name(request))
    return Response(status_code=204)


@router.post("/notices/push/remove")
def unsubscribe(request: Request, form: Form) -> Response:
    """A browser of the list; this one, if none is said."""
    push_of(request).remove(visitor_of(request), whole(form, "number") if word(form, "number") else None)
    return RedirectResponse(SAVED, 303)


@router.post("/notices/address")
def ask(request: Request, form: Form) -> Response:
    visitor = visitor_of(request)
    if not tables_of(request).settings.mails:
        raise Forbidden(T.MAIL_OFF)
    accounts_of(request).required(visitor)
    try:
        reaches_of(request).ask(visitor, word(form, "address"))
    except BadInput as problem:
        return _refused(request, problem)
    return RedirectResponse(SAVED, 303)


@router.post("/notices/address/forget")
def forget(request: Request) -> Response:
    visitor = visitor_of(request)
    accounts_of(request).required(visitor)
    reaches_of(request).forget_address(visitor)
    return RedirectResponse(SAVED, 303)


# The service worker: of the whole site, so it lies at its root ---------------------------------------------------------------------------


@router.get("/worker.js")
def worker() -> Response:
    return FileResponse(STATIC / "worker.js", media_type="text/javascript", headers={"Cache-Control": "no-cache"})


# Links in mails ---------------------------------------------------------------------------------------------------------------------


@router.get("/open")
def open_table(request: Request, to: str = "") -> Response:
    """A link in a mail opens its table for who is signed in, and is no key for anybody else: others are asked to sign in first."""
    place = local_path(to)
    if accounts_of(request).of(visitor_of(request)) is not None:
        return RedirectResponse(place, 303)
    return sign_in_page(request, place)


def _link(request: Request, title: Text, said: Text, action: Text | None = None, at_once: bool = False, **places: str) -> Response:
    say = words(visitor_of(request).language)
    button = say(action) if action else ""
    return render(request, "mail_link.html", title=say(title), said=say(said, **places), action=button, at_once=at_once)


@router.get("/mail/confirm/{token}")
def confirming(request: Request, token: str) -> Response:
    """Mail filters fetch links: only the button confirms."""
    found = reaches_of(request).confirming(token)
    if found is None:
        raise NotFound(T.MAIL_LINK_DEAD)
    if found.verified_at is not None:
        return _link(request, T.MAIL_CONFIRM, T.MAIL_CONFIRMED, address=found.address or "")
    return _link(request, T.MAIL_CONFIRM, T.MAIL_CONFIRM_MORE, T.MAIL_CONFIRM_DO, address=found.address or "")


@router.post("/mail/confirm/{token}")
def confirm(request: Request, token: str) -> Response:
    found = reaches_of(request).confirming(token)
    if found is None or not reaches_of(request).confirm(token):
        raise NotFound(T.MAIL_LINK_DEAD)
    return _link(request, T.MAIL_CONFIRM, T.MAIL_CONFIRMED, address=found.address or "")


@router.get("/mail/stop/{token}")
def stopping(request: Request, token: str) -> Response:
    """The page stops the mails by itself, where scripts run; who only fetches links, as mail filters do, stops nothing."""
    found = reaches_of(request).stopping(token)
    if found is None:
        return _link(request, T.MAIL_STOP, T.MAIL_STOPPED)  # stopped already, or never begun
    return _link(request, T.MAIL_STOP, T.MAIL_STOP_MORE, T.MAIL_STOP_DO, at_once=True, address=found.address or "")


@router.post("/mail/stop/{token}")
def stop(request: Request, token: str) -> Response:
    """From the page, or from a mail program that knows of one click (RFC 8058): no cookie and no question."""
    reaches_of(request).stop(token)
    return _link(request, T.MAIL_STOP, T.MAIL_STOPPED)
