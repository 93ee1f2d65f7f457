"""The routes of one table: its page, whatever is done there, and looking back.

Where the page's script posts, the answer is the changed part of the table instead of the way back to it. All that is shown or done
goes through `Access`, which checks who may; what the pages show is gathered in `table_page` and `analysis_page`.
"""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.datastructures import FormData

from kronland.core.game import SPECTATOR
from kronland.core.words import words
from kronland.games import GAMES, find_game
from kronland.web.errors import BadInput, Conflict, Damaged, Refused, WebError
from kronland.web.pages import texts as T
from kronland.web.pages.forms import Form, back_to, chosen_pace, whole, word
from kronland.web.pages.rendering import build, by_script, render
from kronland.web.safety.visitors import known_visitor, save_settings, tables_of, visitor_of
from kronland.web.store.outdated import Outdated, remains
from kronland.web.study.analysis_page import analysis_page
from kronland.web.table import pointing
from kronland.web.table.access import Access
from kronland.web.table.guide import is_lesson
from kronland.web.table.page import (
    EYES_COOKIE,
    choices,
    eyes_of,
    fragment,
    preparing,
    replay_page,
    said_follows,
    said_gain,
    table_page,
    waiting_page,
    whole_log,
)
from kronland.web.table.parts import changing, text_of

router = APIRouter(include_in_schema=False)
BUILD = {"Kronland-Build": build()}  # the page's script loads the page anew when it is another one


def entered(request: Request, table_id: str) -> Access:
    return tables_of(request).enter(table_id, visitor_of(request))


def entered_to_act(request: Request, table_id: str) -> Access:
    """As the table is in memory, where the visitor is known there to have a place: to be followed by `Tables.as_known_or_now`."""
    tables, visitor = tables_of(request), visitor_of(request)
    try:
        return tables.enter(table_id, visitor, as_known=True)
    except WebError:
        return tables.enter(table_id, visitor)


# The page ---------------------------------------------------------------------------------------------------------------------------


@router.get("/t/{table_id}")
def table(request: Request, table_id: str) -> Response:
    request.app.state.notices.been_at(visitor_of(request).id, table_id)
    try:
        return _table(request, entered(request, table_id))
    except (Outdated, Damaged) as problem:
        return _remains(request, problem)


def _remains(request: Request, problem: Outdated | Damaged) -> Response:
    """Why the table cannot be shown, and its record if the game cannot go on."""
    visitor = visitor_of(request)
    found = remains(tables_of(request).store, problem.table_id, visitor)
    game = found.row.game
    return render(
        request,
        "outdated.html",
        problem.status,
        id=problem.table_id,
        title=found.row.title or (find_game(game).title if game in GAMES else game),
        names=[name for name in found.names if name],
        message=problem.say(visitor.language),
        may_have_record=found.may_have_record and isinstance(problem, Outdated),
    )


def waiting_room(request: Request, access: Access, status: int = 200, **more: Any) -> Response:
    """Of a table that waits, with a notice."""
    return _table(request, access, status, **more)


def _table(request: Request, access: Access, status: int = 200, **more: Any) -> Response:
    """The page of a table, or the changed part of it for the page's script."""
    language, here = visitor_of(request).language, f"/t/{access.table.id}"
    with access.table.lock:
        waiting = access.table.stage == "waiting"
        page = waiting_page(access, language, **more) if waiting else table_page(request, access, language, **more)
        request.app.state.live.shows(access)
    waits = {"preparing": preparing(access.tables, [access.table.game.id]), "address": f"{here}/preparing"}
    if waiting:
        page["invitations"] = {seat: _whole_address(request, f"/s/{key}") for seat, key in access.invitations().items()}
        page["known"] = request.app.state.friends.known(access.visitor) if access.maker else []
        return render(request, "waiting.html", status, page=page, my_turn=False, here=here, **waits)
    if by_script(request):  # which takes an error for a table that has another kind of page
        return _part(changing(page, words(language)), page["version"])
    return render(request, "table.html", status, page=page, my_turn=page["turn_here"], here=here, **waits)


@router.get("/t/{table_id}/fragment")
def changed_part(request: Request, table_id: str, since: str = "") -> Response:
    access = entered(request, table_id)
    if since == str(access.table.version) or access.table.stage == "waiting":
        return Response(status_code=204, headers=BUILD)
    return _fragment(request, access)


@router.get("/t/{table_id}/choices")
def choice_list(request: Request, table_id: str) -> Response:
    """What the reader may do now, as buttons."""
    access, language = entered(request, table_id), visitor_of(request).language
    look = access.look(eyes_of(request, access).seat, language)
    return render(request, "choices.html", groups=choices(access, look.view, words(language)) if look.my_turn else [])


@router.get("/t/{table_id}/text")
def text(request: Request, table_id: str) -> Response:
    """The position in words."""
    access = entered(request, table_id)
    view = access.look(eyes_of(request, access).seat, visitor_of(request).language).view
    return Response(view.text, media_type="text/plain; charset=utf-8")


@router.get("/t/{table_id}/preparing")
def how_far(request: Request, table_id: str) -> Response:
    """How far the game's strong bots are, for a page that says so."""
    access = entered(request, table_id)
    return render(request, "preparing.html", address=f"/t/{table_id}/preparing", preparing=preparing(access.tables, [access.table.game.id]))


def _fragment(request: Request, access: Access) -> Response:
    with access.table.lock:
        return _part(text_of(fragment(request, access)), access.table.version)


def _part(html: str, version: int) -> Response:
    """The changed part; the version lets the page's script drop an answer that was overtaken by a newer one."""
    return HTMLResponse(html, headers={"Kronland-Version": str(version), **BUILD})


def _shown(request: Request, access: Access) -> Response:
    """The page as it is now for its reader alone: the table has not changed."""
    return _fragment(request, access) if by_script(request) and access.table.stage != "waiting" else back_to(access.table.id)


def _done(request: Request, access: Access) -> Response:
    """The table has changed. A page that follows it here is brought that by its stream, and is told which version to wait for."""
    table, live = access.table, request.app.state.live
    if by_script(request) and live.brings(table.id, request.headers.get("kronland-page", "")):
        return Response(status_code=204, headers={"Kronland-Version": str(table.version), **BUILD})
    return _shown(request, access)


# Deciding ---------------------------------------------------------------------------------------------------------------------------


@router.post("/t/{table_id}/act")
def act(request: Request, table_id: str, form: Form) -> Response:
    access, say = entered_to_act(request, table_id), words(visitor_of(request).language)
    try:
        return access.tables.as_known_or_now(access.table, lambda: _act(request, access, form))
    except Conflict:
        return _table(request, access, 409, notice=say(T.STALE))
    except (Refused, BadInput) as problem:
        typed = word(form, "action") if word(form, "typed") else ""  # to be mended
        return _table(request, access, problem.status, notice=problem.say(say.language), notice_rule=problem.rule or "", typed=typed)


def _act(request: Request, access: Access, form: FormData) -> Response:
    seat, number, say = whole(form, "seat"), whole(form, "number"), words(visitor_of(request).language)
    notation = _with_sum(word(form, "action").strip(), form)
    action = access.action(notation, seat)
    if word(form, "instead"):
        access.choose_instead(seat, number, action)
        return _done(request, access)
    if visitor_of(request).preferences.confirm and not word(form, "sure"):
        foreseen = access.foresight(seat, action)
        if foreseen is not None and foreseen.final:
            view = access.look(seat, say.language).view
            told = {"label": view.label(action), "gain": said_gain(foreseen, view, say), "follows": said_follows(foreseen, view)}
            return _table(request, access, pending={"notation": notation, **told})
    access.act(seat, number, action)
    return _done(request, access)


def _with_sum(notation: str, form: Form) -> str:
    """An action whose sum stands in a field of the form, which it names: "offer {n00}"."""
    return re.sub(r"\{(n\d\d)\}", lambda found: word(form, found[1])[:9], notation)


@router.post("/t/{table_id}/undo")
@router.post("/t/{table_id}/redo")
@router.post("/t/{table_id}/reset")
def take_back(request: Request, table_id: str, form: Form) -> Response:
    access, say = entered(request, table_id), words(visitor_of(request).language)
    what = request.url.path.rpartition("/")[2]
    try:
        {"undo": access.undo, "redo": access.redo, "reset": access.reset}[what](whole(form, "seat"), whole(form, "number"))
    except Conflict:
        return _table(request, access, 409, notice=say(T.STALE))
    except Refused as problem:
        return _table(request, access, problem.status, notice=problem.say(say.language))
    return _done(request, access)


@router.post("/t/{table_id}/hint")
def hint(request: Request, table_id: str, form: Form) -> Response:
    """The adviser begins to think; the page hears of it like of every change at the table."""
    access, say = entered(request, table_id), words(visitor_of(request).language)
    try:
        access.ask_hint(whole(form, "seat"), whole(form, "number"))
    except Conflict:
        return _table(request, access, 409, notice=say(T.STALE))
    return _shown(request, access)


@router.get("/t/{table_id}/about")
def about(request: Request, table_id: str, action: str = "", place: str = "", x: float = 0, y: float = 0) -> Response:
    """What an action does or why it is not legal, in words: for whoever points at it."""
    access, language = entered(request, table_id), visitor_of(request).language
    seat, say = eyes_of(request, access).seat, words(language)
    if seat == SPECTATOR:
        return JSONResponse({})
    view = access.look(seat, language).view
    if not view.legal:
        return JSONResponse({})

    why = partial(access.why, seat)
    try:
        found = pointing.about(why, view, access.action(action, seat)) if action else pointing.answer(why, view, place, x, y)
    except WebError:
        found = None
    if found is None:
        return JSONResponse({})
    if found.action is not None and view.game.space.verb_of(found.action).name in view.desk.veiled():
        return JSONResponse({"label": found.label, "action": view.notation(found.action)})
    if found.action is not None and not found.refused:
        foreseen = access.foresight(seat, found.action)
        told = {"gain": said_gain(foreseen, view, say), "follows": said_follows(foreseen, view)}
        return JSONResponse({"label": found.label, **told, "action": view.notation(found.action)})
    rule = f"/rules/{view.game.id}#{found.rule}" if found.rule else ""
    return JSONResponse({"label": found.label, "refused": found.refused, "rule": found.rule, "href": rule, "not_now": found.action is None})


@router.post("/t/{table_id}/met")
def met(request: Request, table_id: str, form: Form) -> Response:
    """The guide's lesson has been read."""
    access = entered(request, table_id)
    told = {key for key in word(form, "met").split()[:10] if is_lesson(key)}
    known = visitor_of(request).preferences.met
    save_settings(request, guide=not word(form, "off"), met=frozenset({*known, *told}))
    return _shown(request, entered(request, access.table.id))


# Company ----------------------------------------------------------------------------------------------------------------------------


@router.post("/t/{table_id}/eyes")
def eyes(request: Request, table_id: str, form: Form) -> Response:
    """The next person at this screen takes the seat."""
    access, seat = entered(request, table_id), whole(form, "seat")
    answer = back_to(access.table.id)
    if seat in access.seats:
        answer.set_cookie(EYES_COOKIE, str(seat), path=f"/t/{access.table.id}", httponly=True, samesite="lax")
    return answer


@router.post("/t/{table_id}/chat")
def chat(request: Request, table_id: str, form: Form) -> Response:
    access, seat = entered(request, table_id), eyes_of(request, entered(request, table_id)).seat
    try:
        access.chat(word(form, "text"), seat if seat != SPECTATOR else None)
    except BadInput as problem:
        return _table(request, access, problem.status, notice=problem.say(visitor_of(request).language))
    return _done(request, access)


@router.post("/t/{table_id}/join")
def join(request: Request, table_id: str, form: Form) -> Response:
    visitor, name = known_visitor(request), word(form, "name")
    if name and not visitor.name:
        visitor = save_settings(request, name=name)
    seat = whole(form, "seat") if word(form, "seat") else None  # any, from a list of tables
    return back_to(tables_of(request).join(table_id, visitor, seat, name).table.id)


@router.post("/t/{table_id}/start")
def start(request: Request, table_id: str, form: Form) -> Response:
    entered(request, table_id).start_now(_level(request, form))
    return back_to(table_id)


def _level(request: Request, form: FormData) -> str:
    """The bot that was chosen; the one that the visitor usually plays against, if none was."""
    return word(form, "level") or visitor_of(request).preferences.level


@router.post("/t/{table_id}/pace")
def pace(request: Request, table_id: str, form: Form) -> Response:
    entered(request, table_id).set_pace(chosen_pace(word(form, "pace"), 1.0))
    return back_to(table_id)


@router.post("/t/{table_id}/take-over")
def take_over(request: Request, table_id: str, form: Form) -> Response:
    access = entered(request, table_id)
    access.take_over(whole(form, "seat"), _level(request, form))
    return _done(request, access)


@router.post("/t/{table_id}/give-back")
def give_back(request: Request, table_id: str, form: Form) -> Response:
    access = entered(request, table_id)
    access.give_back(whole(form, "seat"))
    return _done(request, access)


@router.post("/t/{table_id}/link")
def link(request: Request, table_id: str, form: Form) -> Response:
    """A secret link, new or shown again."""
    access = entered(request, table_id)
    if word(form, "seat") == "watch":
        path = f"/w/{access.watch_link()}"
    else:
        path = f"/s/{access.seat_link(whole(form, 'seat'))}"
    return _table(request, access, link=_whole_address(request, path))


def _whole_address(request: Request, path: str) -> str:
    """An address to be sent to somebody."""
    return (request.app.state.settings.public_url or str(request.base_url)).rstrip("/") + path


@router.post("/t/{table_id}/invite")
def invite(request: Request, table_id: str) -> Response:
    """Links to all open seats; the page of the table shows them."""
    entered(request, table_id).invite()
    return back_to(table_id)


@router.post("/t/{table_id}/revoke")
def revoke(request: Request, table_id: str, form: Form) -> Response:
    access = entered(request, table_id)
    if word(form, "seat") == "watch":
        access.revoke_watching()
    else:
        access.revoke(whole(form, "seat"))
    return _table(request, access, revoked=True)


# Looking back -----------------------------------------------------------------------------------------------------------------------


@router.get("/t/{table_id}/at/{number}")
def at(request: Request, table_id: str, number: int, eyes: int | None = None) -> Response:
    access = entered(request, table_id)
    seat = eyes_of(request, access).seat if eyes is None else eyes
    language = visitor_of(request).language
    return render(request, "replay.html", page=replay_page(access, number, seat, language) | whole_log(access, number, seat, language))


@router.get("/t/{table_id}/at/{number}/moment")
def moment(request: Request, table_id: str, number: int, eyes: int | None = None) -> Response:
    """The parts of a position that change from one to the next, for a page that shows others already."""
    access = entered(request, table_id)
    seat = eyes_of(request, access).seat if eyes is None else eyes
    return render(request, "moment.html", page=replay_page(access, number, seat, visitor_of(request).language))


@router.get("/t/{table_id}/analysis")
def analysis(request: Request, table_id: str, only: int | None = None) -> Response:
    access = entered(request, table_id)
    found = request.app.state.analyses.of(access)
    return render(request, "analysis.html", page=analysis_page(request, access, found, visitor_of(request).language, only))


@router.post("/t/{table_id}/play-on")
def play_on(request: Request, table_id: str, form: Form) -> Response:
    known_visitor(request)
    return back_to(entered(request, table_id).play_on(whole(form, "at")).id)


@router.post("/t/{table_id}/rematch")
def rematch(request: Request, table_id: str) -> Response:
    return back_to(entered(request, table_id).rematch().id)


@router.get("/t/{table_id}/record.json")
def record(request: Request, table_id: str) -> Response:
    try:
        text = entered(request, table_id).record()
    except Outdated:
        text = tables_of(request).old_record(table_id, visitor_of(request))
    name = f"{json.loads(text)['game']}-{table_id}.json"
    return Response(text, media_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'})
