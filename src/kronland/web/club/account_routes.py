"""The routes of accounts: making one, signing in and out, what belongs to it, and leaving."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.datastructures import FormData

from kronland.core.words import N_, words
from kronland.web.club.accounts import LONGEST_PASSWORD, SHORTEST_PASSWORD, Accounts, NotProved
from kronland.web.club.passkeys import Passkeys, Site
from kronland.web.errors import BadInput, WebError
from kronland.web.pages import texts as T
from kronland.web.pages.forms import Form, local_path, whole, word
from kronland.web.pages.moments import said_moment
from kronland.web.pages.rendering import render
from kronland.web.safety.visitors import COOKIE, known_visitor, visitor_of

router = APIRouter(include_in_schema=False)

BROWSERS = ("Firefox", "Edg", "OPR", "Chrome", "Safari")
NAMED = {"Edg": "Edge", "OPR": "Opera"}
NOT_PROVED = N_("That is not the password of this account, and none of its recovery codes.")
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")


def accounts_of(request: Request) -> Accounts:
    found: Accounts = request.app.state.accounts
    return found


def passkeys_of(request: Request) -> Passkeys:
    found: Passkeys = request.app.state.passkeys
    return found


def device_name(request: Request) -> str:
    """ "Firefox, Android": so that people know which of theirs it is."""
    agent = request.headers.get("user-agent", "")[:400]
    browser = next((NAMED.get(name, name) for name in BROWSERS if f"{name}/" in agent), "")
    system = next((name for name in SYSTEMS if name in agent), "")
    return ", ".join(filter(None, (browser, system)))


def site_of(request: Request) -> Site:
    """As browsers reach us."""
    address = urlsplit(request.app.state.settings.public_url or str(request.base_url))
    return Site(address.hostname or "", f"{address.scheme}://{address.netloc}")


# The page ---------------------------------------------------------------------------------------------------------------------------


@router.get("/account")
def account(request: Request, saved: bool = False) -> Response:
    return _page(request, saved=saved)


def sign_in_page(request: Request, back: str) -> Response:
    """For who comes by a link that is meant for somebody with an account: it goes on there."""
    return _page(request, notice=words(visitor_of(request).language)(T.SIGN_IN_FIRST), back=back)


def _page(
    request: Request, status: int = 200, notice: str = "", saved: bool = False, codes: tuple[str, ...] = (), back: str = ""
) -> Response:
    accounts, visitor = accounts_of(request), visitor_of(request)
    say, found = words(visitor.language), accounts.of(visitor)
    more: dict[str, Any] = {"account": found, "devices": [], "passkeys": [], "back": back}
    if found is not None:
        more["fresh"] = accounts.is_fresh(found, visitor)
        more["devices"] = [
            {"id": one.id, "name": one.name or say(T.DEVICE), "here": one.here, "seen": said_moment(one.seen_at, say)}
            for one in accounts.devices(visitor)
        ]
        more["passkeys"] = [
            {"number": one.number, "name": one.name or say(T.PASSKEY), "made": said_moment(one.made_at, say)}
            for one in passkeys_of(request).of(visitor)
        ]
    lengths = {"least": SHORTEST_PASSWORD, "most": LONGEST_PASSWORD}
    return render(request, "account.html", status, notice=notice, saved=saved, codes=codes, password=lengths, **more)


def _refused(request: Request, problem: WebError, back: str = "") -> Response:
    return _page(request, problem.status, problem.say(visitor_of(request).language), back=back)


def _back(form: FormData) -> str:
    """Where somebody wanted to go who had to sign in first."""
    return local_path(word(form, "back") or "/account")


def _entered(request: Request, key: str) -> None:
    """From now on this browser is another visitor: `safety.Guard` sets the cookie."""
    request.state.new_key = key
    request.state.visitor = None


# Signing in and out -----------------------------------------------------------------------------------------------------------------


@router.post("/account/new")
def new(request: Request, form: Form) -> Response:
    """The recovery codes are shown once, in the answer."""
    accounts = accounts_of(request)
    try:
        key, codes = accounts.make(known_visitor(request), word(form, "name"), word(form, "password"), device_name(request))
    except BadInput as problem:
        return _refused(request, problem)
    request.cookies[COOKIE] = key  # the page is made for who this is now
    _entered(request, key)
    return _page(request, codes=tuple(codes))


@router.post("/account/sign-in")
def sign_in(request: Request, form: Form) -> Response:
    accounts = accounts_of(request)
    try:
        key = accounts.sign_in(visitor_of(request), word(form, "name"), word(form, "password"), device_name(request))
    except BadInput as problem:
        return _refused(request, problem, word(form, "back") and _back(form))
    _entered(request, key)
    return RedirectResponse(_back(form), 303)


@router.post("/account/sign-out")
def sign_out(request: Request, form: Form) -> Response:
    """This browser, or another device."""
    accounts, visitor, device = accounts_of(request), visitor_of(request), whole(form, "device")
    accounts.required(visitor)
    here = any(one.here for one in accounts.devices(visitor) if one.id == device)
    accounts.sign_out(visitor, device)
    answer = RedirectResponse("/" if here else "/account", 303)
    if here:
        answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return answer


@router.post("/account/prove")
def prove(request: Request, form: Form) -> Response:
    """Who is signed in shows that it is they who sit there."""
    try:
        accounts_of(request).prove(visitor_of(request), word(form, "password"))
    except BadInput:
        return _refused(request, BadInput(NOT_PROVED))
    return RedirectResponse("/account", 303)


# What belongs to it -----------------------------------------------------------------------------------------------------------------


@router.post("/account/codes")
def new_codes(request: Request) -> Response:
    try:
        codes = accounts_of(request).new_codes(visitor_of(request))
    except NotProved as problem:
        return _refused(request, problem)
    return _page(request, codes=tuple(codes))


@router.post("/account/password")
def password(request: Request, form: Form) -> Response:
    try:
        accounts_of(request).set_password(visitor_of(request), word(form, "password"))
    except (BadInput, NotProved) as problem:
        return _refused(request, problem)
    return RedirectResponse("/account?saved=1", 303)


@router.get("/account/export.json")
def export(request: Request) -> Response:
    found = accounts_of(request).exported(visitor_of(request))
    name = re.sub(r"[^A-Za-z0-9-]", "", found["sign_in"]) or "account"
    return Response(
        json.dumps(found, ensure_ascii=False, indent=1),
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="kronland-{name}.json"'},
    )


@router.post("/account/delete")
def delete(request: Request, form: Form) -> Response:
    accounts, visitor = accounts_of(request), visitor_of(request)
    found = accounts.required(visitor)
    if word(form, "sure").strip() != found.sign_in:
        return _refused(request, BadInput(T.DELETE_NOT_SURE, name=found.sign_in))
    try:
        accounts.delete(visitor)
    except NotProved as problem:
        return _refused(request, problem)
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return answer


# Passkeys: the page's script asks, and sends what the browser has made -----------------------------------------------------------------


@router.post("/account/passkey/begin")
def begin_passkey(request: Request) -> Response:
    return JSONResponse(passkeys_of(request).begin(visitor_of(request), site_of(request)))


@router.post("/account/passkey/add")
def add_passkey(request: Request, form: Form) -> Response:
    try:
        passkeys_of(request).add(visitor_of(request), site_of(request), word(form, "credential"), device_name(request))
    except (BadInput, NotProved) as problem:
        return _refused(request, problem)
    return RedirectResponse("/account?saved=1", 303)


@router.post("/account/passkey/remove")
def remove_passkey(request: Request, form: Form) -> Response:
    try:
        passkeys_of(request).remove(visitor_of(request), whole(form, "number"))
    except NotProved as problem:
        return _refused(request, problem)
    return RedirectResponse("/account?saved=1", 303)


@router.post("/account/passkey/ask")
def ask_passkey(request: Request) -> Response:
    return JSONResponse(passkeys_of(request).ask(site_of(request)))


@router.post("/account/passkey/prove")
def prove_by_passkey(request: Request, form: Form) -> Response:
    try:
        passkeys_of(request).prove(visitor_of(request), site_of(request), word(form, "credential"))
    except BadInput as problem:
        return _refused(request, problem)
    return RedirectResponse("/account", 303)


@router.post("/account/passkey/sign-in")
def sign_in_by_passkey(request: Request, form: Form) -> Response:
    try:
        key = passkeys_of(request).sign_in(visitor_of(request), site_of(request), word(form, "credential"), device_name(request))
    except BadInput as problem:
        return _refused(request, problem, word(form, "back") and _back(form))
    _entered(request, key)
    return RedirectResponse(_back(form), 303)
