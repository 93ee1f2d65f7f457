"""The pages: what a person opens, and the forms on it.

Every form works without JavaScript: it posts and is sent back to the page (303). Where the page's script posts (htmx), the answer is the
changed part of the table instead. All that is shown or done goes through `Access`, which checks who may.
"""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.datastructures import FormData, UploadFile

from kronland.bots import LEVELS
from kronland.core.game import SPECTATOR, Game
from kronland.core.match import Why
from kronland.core.words import LANGUAGES, Words, words
from kronland.games import GAMES, find_game
from kronland.web import pointing
from kronland.web import texts as T
from kronland.web.access import Access
from kronland.web.analysis_page import analysis_page
from kronland.web.errors import BadInput, Conflict, NotFound, Refused, WebError
from kronland.web.figures import drawn_figure
from kronland.web.outdated import Outdated, record_of, remains
from kronland.web.pictures import OWNERS, STAGES, colour_of, position, shield
from kronland.web.rendering import by_htmx, render
from kronland.web.rules_page import document
from kronland.web.table_page import (
    EYES_COOKIE,
    PACES,
    choices,
    eyes_of,
    fragment,
    level_choices,
    made,
    replay_page,
    said_effects,
    table_page,
)
from kronland.web.tables import LONGEST_PACE, SeatWish, Summary, Tables, Wish
from kronland.web.visitors import known_visitor, save_settings, visitor_of

router = APIRouter()

MINUTES = {"loewenherz": 90, "koenig": 60, "rheinlaender": 45, "brianboru": 75}
HINTS = (("", T.HINTS_USUAL), ("yes", T.HINTS_YES), ("no", T.HINTS_NO))
LONGEST_RECORD = 48  # KiB


async def posted(request: Request) -> FormData:
    return await request.form(max_files=1, max_fields=60)


Form = Annotated[FormData, Depends(posted)]


def word(form: FormData, name: str) -> str:
    found = form.get(name, "")
    return found if isinstance(found, str) else ""


def whole(form: FormData, name: str) -> int:
    """A whole number from a form."""
    text = word(form, name)
    if not text.lstrip("-").isascii() or not text.lstrip("-").isdigit() or len(text) > 9:
        raise BadInput(T.NOT_A_NUMBER, name=name)
    return int(text)


def tables_of(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def entered(request: Request, table_id: str) -> Access:
    return tables_of(request).enter(table_id, visitor_of(request))


def back_to(table_id: str) -> Response:
    return RedirectResponse(f"/t/{table_id}", 303)


def error_page(request: Request, status: int, message: str, rule: str | None = None) -> Response:
    return render(request, "error.html", status, number=status, message=message, rule=rule)


# Home -------------------------------------------------------------------------------------------------------------------------------


def game_card(request: Request, game_id: str) -> dict[str, Any]:
    game, say = find_game(game_id), words(visitor_of(request).language)
    progress = tables_of(request).games.state(game_id)
    return {
        "id": game.id,
        "title": game.title,
        "about": say(game.about),
        "least": game.seats[0],
        "most": game.seats[-1],
        "minutes": MINUTES[game.id],
        "reconstruction": say(game.reconstruction) if game.reconstruction else "",
        "ready": progress.ready,
        "failed": progress.stage == "failed",
        "done": progress.done,
        "total": progress.total,
    }


def table_card(summary: Summary, language: str) -> dict[str, Any]:
    game = find_game(summary.game)
    usual = game.names(words(language))
    names = [seat.name or usual[seat.number] for seat in summary.seats]
    return {
        "id": summary.id,
        "title": summary.title or game.title,
        "stage": summary.stage,
        "my_turn": summary.my_turn,
        "names": [name for seat, name in zip(summary.seats, names, strict=True) if seat.kind != "open"],
        "turn": [names[seat] for seat in summary.actors],
    }


@router.get("/")
def home(request: Request) -> Response:
    visitor, tables = visitor_of(request), tables_of(request)
    games = [game_card(request, game) for game in GAMES]
    mine = tables.mine(visitor)
    known = {summary.id for summary in mine}

    def others(found: list[Summary]) -> list[dict[str, Any]]:
        return [table_card(summary, visitor.language) for summary in found if summary.id not in known]

    return render(
        request,
        "home.html",
        games=games,
        preparing=any(not game["ready"] and not game["failed"] for game in games),
        mine=[table_card(summary, visitor.language) for summary in sorted(mine, key=_urgency)],
        open=others(tables.open_tables(visitor)),
        watch=others(tables.to_watch(visitor)),
    )


def _urgency(summary: Summary) -> tuple[bool, bool]:
    return not summary.my_turn, summary.stage == "over"


@router.post("/play-now")
def play_now(request: Request, form: Form) -> Response:
    """One click: you against bots, with the usual options."""
    game = _game(word(form, "game"))
    players = min(game.seats[-1], max(game.seats[0], 3))
    visitor = known_visitor(request)
    seats = [SeatWish("me"), *(SeatWish("bot", level=visitor.preferences.level) for _ in range(players - 1))]
    return back_to(tables_of(request).make(visitor, Wish(game.id, seats, shuffle=True)).id)


def _game(game_id: str) -> Game:
    if game_id not in GAMES:
        raise NotFound(T.NO_SUCH_GAME)
    return find_game(game_id)


@router.post("/language")
def change_language(request: Request, form: Form) -> Response:
    language, back = word(form, "language"), word(form, "back")
    if language not in LANGUAGES:
        raise BadInput(T.NO_SUCH_LANGUAGE)
    save_settings(request, language=language)
    local = back.startswith("/") and not back.startswith(("//", "/\\"))
    return RedirectResponse(back if local else "/", 303)


@router.get("/settings")
def settings(request: Request, saved: bool = False) -> Response:
    visitor = visitor_of(request)
    return render(request, "settings.html", preferences=visitor.preferences, levels=level_choices(words(visitor.language)), saved=saved)


@router.post("/settings")
def change_settings(request: Request, form: Form) -> Response:
    ticked = {name: word(form, name) == "yes" for name in ("confirm", "sound", "notify", "guide")}
    met: dict[str, frozenset[str]] = {"met": frozenset()} if word(form, "again") else {}
    language, level = word(form, "language"), word(form, "level")
    chosen = {"level": level} if level in LEVELS else {}
    save_settings(request, word(form, "name"), language if language in LANGUAGES else None, **ticked, **met, **chosen)
    return RedirectResponse("/settings?saved=1", 303)


# New tables -------------------------------------------------------------------------------------------------------------------------


@router.get("/new")
def new(request: Request, game: str = "") -> Response:
    if not game:
        return render(request, "new.html", game=None, games=[game_card(request, one) for one in GAMES])
    return _new_page(request, _game(game), {}, "")


def _new_page(request: Request, game: Game, given: dict[str, str], notice: str, status: int = 200) -> Response:
    visitor = visitor_of(request)
    say, usual = words(visitor.language), game.names(words(visitor.language))
    bot = f"bot-{visitor.preferences.level}"
    seats = [
        {
            "number": number,
            "colour": colour_of(game, number),
            "colour_said": usual[number],
            "optional": number >= game.seats[0],
            "kind": given.get(f"kind-{number}") or ("me" if number == 0 else bot if number < max(3, game.seats[0]) else "none"),
            "name": given.get(f"name-{number}", visitor.name if number == 0 else ""),
        }
        for number in range(game.seats[-1])
    ]
    options = [
        {
            "id": option.id,
            "said": say(option.text),
            "rule": option.rule,
            "choices": [
                {
                    "id": value,
                    "said": say(text),
                    "chosen": given.get(f"option-{option.id}", option.default) == value,
                    "not_with": ", ".join(map(str, option.not_with.get(value, ()))),
                }
                for value, text in option.values
            ],
        }
        for option in game.options
    ]
    pace = visitor.preferences.pace
    shown: dict[str, Any] = {**game_card(request, game.id), "options": options}
    return render(
        request,
        "new.html",
        status,
        game=shown,
        seats=seats,
        kinds=_kinds(say),
        hints=HINTS,
        hint=given.get("hints", ""),
        notice=notice,
        shuffle=given.get("shuffle") == "yes",
        public=given.get("public") == "yes",
        paces=PACES,
        pace=_number(given.get("pace", ""), 1.0 if pace is None else pace),
    )


def _kinds(say: Words) -> list[tuple[str, str]]:
    """Who may sit on a seat, for the form."""
    people = [("me", T.KIND_ME), ("open", T.KIND_OPEN), ("guest", T.KIND_GUEST)]
    bots = [(f"bot-{level}", say(T.KIND_BOT, level=said)) for level, said in level_choices(say)]
    return [*((kind, say(text)) for kind, text in people), *bots, ("none", say(T.KIND_NONE))]


def _number(text: str, usual: float) -> float:
    try:
        found = float(text)
    except ValueError:
        return usual
    return found if 0 <= found <= LONGEST_PACE else usual


@router.post("/new")
def make(request: Request, form: Form) -> Response:
    game = _game(word(form, "game"))
    given = {name: value for name, value in form.items() if isinstance(value, str)}
    seats = [
        _seat(given.get(f"kind-{number}", "none"), given.get(f"name-{number}", ""))
        for number in range(game.seats[-1])
        if given.get(f"kind-{number}", "none") != "none"
    ]
    options = {name.removeprefix("option-"): value for name, value in given.items() if name.startswith("option-")}
    wish = Wish(
        game.id,
        seats,
        options,
        shuffle=given.get("shuffle") == "yes",
        public=given.get("public") == "yes",
        pace=_number(given.get("pace", ""), 1.0),
        hints={"yes": True, "no": False}.get(given.get("hints", "")),
    )
    visitor = known_visitor(request)
    try:
        return back_to(tables_of(request).make(visitor, wish).id)
    except BadInput as problem:
        return _new_page(request, game, given, problem.say(visitor.language), problem.status)


def _seat(kind: str, name: str) -> SeatWish:
    what, _, level = kind.partition("-")
    return SeatWish(what, name, level) if level else SeatWish(what, name)


@router.get("/import")
def import_form(request: Request) -> Response:
    return render(request, "import.html", notice="", text="")


@router.post("/import")
def import_record(request: Request, form: Form) -> Response:
    file, text, say = form.get("file"), word(form, "text"), words(visitor_of(request).language)
    if isinstance(file, UploadFile) and file.size:
        text = file.file.read(LONGEST_RECORD * 1024 + 1).decode("utf-8", "replace")
    notice = ""
    if len(text) > LONGEST_RECORD * 1024:
        notice = say(T.IMPORT_BIG, most=LONGEST_RECORD)
    elif not text.strip():
        notice = say(T.IMPORT_NOTHING)
    else:
        try:
            return back_to(tables_of(request).import_record(known_visitor(request), text).id)
        except BadInput as problem:
            notice = problem.say(say.language)
    return render(request, "import.html", 400, notice=notice, text=text[:20_000])


# Secret links -----------------------------------------------------------------------------------------------------------------------


@router.get("/s/{token}")
@router.get("/w/{token}")
def open_link(request: Request, token: str) -> Response:
    """Messengers and mail filters fetch links: only the button takes the seat."""
    link = tables_of(request).link(token)
    title = link.title or find_game(link.game).title
    return render(request, "link.html", watch=link.seat == SPECTATOR, game_title=title, claimed=link.claimed)


@router.post("/s/{token}")
@router.post("/w/{token}")
def follow_link(request: Request, token: str, form: Form) -> Response:
    tables, name = tables_of(request), word(form, "name")
    visitor = known_visitor(request)
    if name and not visitor.name:
        visitor = save_settings(request, name=name)
    return back_to(tables.sit(token, visitor, name).table.id)


# The table --------------------------------------------------------------------------------------------------------------------------


@router.get("/t/{table_id}")
def table(request: Request, table_id: str) -> Response:
    try:
        return _table(request, entered(request, table_id))
    except Outdated as problem:
        return _outdated(request, problem)


def _outdated(request: Request, problem: Outdated) -> Response:
    """Why the table cannot be shown, and its record."""
    visitor = visitor_of(request)
    found = remains(tables_of(request).store, problem.table_id, visitor)
    return render(
        request,
        "outdated.html",
        problem.status,
        id=problem.table_id,
        title=found.row.title or find_game(found.row.game).title,
        names=[name for name in found.names if name],
        message=problem.say(visitor.language),
        may_have_record=found.may_have_record,
    )


def _table(request: Request, access: Access, status: int = 200, **more: Any) -> Response:
    """The page of a table, or the changed part of it for the page's script."""
    language = visitor_of(request).language
    page = table_page(request, access, language, **more)
    if page["stage"] == "waiting":
        return render(request, "waiting.html", status, page=page, here=f"/t/{access.table.id}")
    if by_htmx(request):  # which swaps nothing that comes with an error
        return _part(made(page, language), page["version"])
    return render(request, "table.html", status, page=page, my_turn=page["turn_here"], here=f"/t/{access.table.id}")


@router.get("/t/{table_id}/fragment")
def changed_part(request: Request, table_id: str, since: str = "") -> Response:
    access = entered(request, table_id)
    if since == str(access.table.version) or access.table.stage == "waiting":
        return Response(status_code=204)
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


def _fragment(request: Request, access: Access) -> Response:
    with access.table.lock:
        return _part(fragment(request, access), access.table.version)


def _part(html: str, version: int) -> Response:
    """The changed part; the version lets the page's script drop an answer that was overtaken by a newer one."""
    return HTMLResponse(html, headers={"Kronland-Version": str(version)})


def _done(request: Request, access: Access) -> Response:
    return _fragment(request, access) if by_htmx(request) and access.table.stage != "waiting" else back_to(access.table.id)


@router.post("/t/{table_id}/act")
def act(request: Request, table_id: str, form: Form) -> Response:
    access, say = entered(request, table_id), words(visitor_of(request).language)
    seat, number, notation = whole(form, "seat"), whole(form, "number"), word(form, "action").strip()
    try:
        if visitor_of(request).preferences.confirm and not word(form, "sure"):
            effect = access.effects(seat).get(notation)
            if effect is not None and effect.final:
                view = access.look(seat, say.language).view
                label = view.label(view.game.space.parse(notation))
                return _table(request, access, pending={"notation": notation, "label": label})
        access.act(seat, number, notation)
    except Conflict:
        return _table(request, access, 409, notice=say(T.STALE))
    except (Refused, BadInput) as problem:
        return _table(request, access, problem.status, notice=problem.say(say.language), notice_rule=problem.rule or "")
    return _done(request, access)


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
    return _done(request, access)


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

    def why(notation: str) -> Why | None:
        return access.why(seat, notation)

    try:
        found = pointing.about(why, view, action) if action else pointing.answer(why, view, place, x, y)
    except WebError:
        found = None
    if found is None:
        return JSONResponse({})
    if not found.refused:
        gain = said_effects(access.effects(seat).get(found.notation), view, say)
        return JSONResponse({"label": found.label, "gain": gain, "action": found.notation})
    rule = f"/rules/{view.game.id}#{found.rule}" if found.rule else ""
    return JSONResponse({"label": found.label, "refused": found.refused, "rule": found.rule, "href": rule})


@router.post("/t/{table_id}/met")
def met(request: Request, table_id: str, form: Form) -> Response:
    """The guide's lesson has been read."""
    access = entered(request, table_id)
    told = {key for key in word(form, "met").split()[:10] if _is_lesson(key)}
    known = visitor_of(request).preferences.met
    save_settings(request, guide=not word(form, "off"), met=frozenset({*known, *told}))
    return _done(request, entered(request, access.table.id))


def _is_lesson(key: str) -> bool:
    game, _, verb = key.partition(":")
    return game in GAMES and verb in find_game(game).space.by_verb


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
    return back_to(tables_of(request).join(table_id, visitor, whole(form, "seat"), name).table.id)


@router.post("/t/{table_id}/start")
def start(request: Request, table_id: str, form: Form) -> Response:
    entered(request, table_id).start_now(_level(request, form))
    return back_to(table_id)


def _level(request: Request, form: FormData) -> str:
    """The bot that was chosen; the one that the visitor usually plays against, if none was."""
    return word(form, "level") or visitor_of(request).preferences.level


@router.post("/t/{table_id}/pace")
def pace(request: Request, table_id: str, form: Form) -> Response:
    entered(request, table_id).set_pace(_number(word(form, "pace"), 1.0))
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
    """A new secret link. It is shown once, in the answer: only its hash is kept."""
    access = entered(request, table_id)
    if word(form, "seat") == "watch":
        path = f"/w/{access.watch_link()}"
    else:
        path = f"/s/{access.seat_link(whole(form, 'seat'))}"
    settings = request.app.state.settings
    return _table(request, access, link=(settings.public_url or str(request.base_url)).rstrip("/") + path)


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
    return render(request, "replay.html", page=replay_page(request, access, number, seat, visitor_of(request).language))


@router.get("/t/{table_id}/analysis")
def analysis(request: Request, table_id: str) -> Response:
    access = entered(request, table_id)
    found = request.app.state.analyses.of(access)
    return render(request, "analysis.html", page=analysis_page(request, access, found, visitor_of(request).language))


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
        text = record_of(tables_of(request).store, table_id, visitor_of(request))
    name = f"{json.loads(text)['game']}-{table_id}.json"
    return Response(text, media_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'})


# Rules and pictures -----------------------------------------------------------------------------------------------------------------


@router.get("/rules")
def rules_list(request: Request) -> Response:
    return render(request, "rules_list.html", games=[game_card(request, game) for game in GAMES])


@router.get("/rules/{game_id}")
def rules(request: Request, game_id: str) -> Response:
    game, language = _game(game_id), visitor_of(request).language
    read = document(game.id, language)
    reconstruction = words(language)(game.reconstruction) if game.reconstruction else ""
    return render(request, "rules.html", game=game, title=read.title, contents=read.contents, body=read.body, reconstruction=reconstruction)


def _picture(drawing: str) -> Response:
    return Response(drawing, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})


@router.get("/picture/arms/{colour}.svg")
def arms(colour: str) -> Response:
    if colour not in OWNERS:
        raise NotFound(T.ERROR_404)
    return _picture(shield(colour))


@router.get("/picture/{game_id}/{stage}.svg")
def picture(game_id: str, stage: str, language: str = "en") -> Response:
    game = _game(game_id)
    if language not in LANGUAGES:
        raise NotFound(T.ERROR_404)
    drawing = position(game.id, stage, language) if stage in STAGES else drawn_figure(game.id, stage, language)
    if drawing is None:
        raise NotFound(T.ERROR_404)
    return _picture(drawing)
