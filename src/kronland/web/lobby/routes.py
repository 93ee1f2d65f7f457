"""The lobby: all pages around the tables. Home, settings, a new table, import, secret links, and the rulebooks with their pictures."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import UploadFile

from kronland.bots import LEVELS
from kronland.core.game import SPECTATOR, Game
from kronland.core.words import LANGUAGES, Words, words
from kronland.games import GAMES, find_game
from kronland.web.errors import BadInput, NotFound, NotReady, UnreadRecord
from kronland.web.lobby.lists import Summary
from kronland.web.lobby.wishes import SeatWish, Wish
from kronland.web.pages import texts as T
from kronland.web.pages.forms import Form, back_to, chosen_pace, word
from kronland.web.pages.pictures import STAGES, colours, position
from kronland.web.pages.rendering import render
from kronland.web.safety.visitors import known_visitor, save_settings, tables_of, visitor_of
from kronland.web.study.figures import drawn_figure
from kronland.web.study.rules_page import document
from kronland.web.table.links import Spent, find_link
from kronland.web.table.page import PACES, level_choices

router = APIRouter()

HINTS = (("", T.HINTS_USUAL), ("yes", T.HINTS_YES), ("no", T.HINTS_NO))
LONGEST_RECORD_KIB = 48


# Home -------------------------------------------------------------------------------------------------------------------------------


def game_card(request: Request, game_id: str) -> dict[str, Any]:
    game, say = find_game(game_id), words(visitor_of(request).language)
    progress = tables_of(request).games.state(game_id)
    return {
        "id": game.id,
        "title": game.title,
        "about": say(game.about),
        "players": say(T.PLAYERS_RANGE if len(game.seats) > 1 else T.PLAYERS_ALWAYS, least=game.seats[0], most=game.seats[-1]),
        "minutes": game.minutes,
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
        pace=chosen_pace(given.get("pace", ""), 1.0 if pace is None else pace),
    )


def _kinds(say: Words) -> list[tuple[str, str]]:
    """Who may sit on a seat, for the form."""
    people = [("me", T.KIND_ME), ("open", T.KIND_OPEN), ("guest", T.KIND_GUEST)]
    bots = [(f"bot-{level}", say(T.KIND_BOT, level=said)) for level, said in level_choices(say)]
    return [*((kind, say(text)) for kind, text in people), *bots, ("none", say(T.KIND_NONE))]


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
        pace=chosen_pace(given.get("pace", ""), 1.0),
        hints={"yes": True, "no": False}.get(given.get("hints", "")),
    )
    visitor = known_visitor(request)
    try:
        return back_to(tables_of(request).make(visitor, wish).id)
    except (BadInput, NotReady) as problem:  # what was filled in stays
        return _new_page(request, game, given, problem.say(visitor.language), problem.status)


def _seat(kind: str, name: str) -> SeatWish:
    what, _, level = kind.partition("-")
    if what == "absent":
        what = ""  # only a record has people who are not here; refused like any other word
    return SeatWish(what, name, level) if level else SeatWish(what, name)


@router.get("/import")
def import_form(request: Request) -> Response:
    return render(request, "import.html", notice="", details=[], text="")


@router.post("/import")
def import_record(request: Request, form: Form) -> Response:
    file, text, say = form.get("file"), word(form, "text"), words(visitor_of(request).language)
    if isinstance(file, UploadFile) and file.size:
        text = file.file.read(LONGEST_RECORD_KIB * 1024 + 1).decode("utf-8", "replace")
    notice, details, status = "", [], 400
    if len(text) > LONGEST_RECORD_KIB * 1024:
        notice = say(T.IMPORT_BIG, most=LONGEST_RECORD_KIB)
    elif not text.strip():
        notice = say(T.IMPORT_NOTHING)
    else:
        try:
            return back_to(tables_of(request).import_record(known_visitor(request), text).id)
        except (BadInput, NotReady) as problem:
            notice, status = problem.say(say.language), problem.status
            details = problem.details(say.language) if isinstance(problem, UnreadRecord) else []
    return render(request, "import.html", status, notice=notice, details=details, text=text[: LONGEST_RECORD_KIB * 1024])


# Secret links -----------------------------------------------------------------------------------------------------------------------


@router.get("/s/{token}")
@router.get("/w/{token}")
def open_link(request: Request, token: str) -> Response:
    """Messengers and mail filters fetch links: only the button takes the seat."""
    try:
        link = find_link(tables_of(request).store, token)
    except Spent as spent:
        return _own_table(request, spent)
    title = link.title or find_game(link.game).title
    return render(request, "link.html", watch=link.seat == SPECTATOR, game_title=title, claimed=link.claimed)


@router.post("/s/{token}")
@router.post("/w/{token}")
def follow_link(request: Request, token: str, form: Form) -> Response:
    tables, name = tables_of(request), word(form, "name")
    visitor = known_visitor(request)
    if name and not visitor.name:
        visitor = save_settings(request, name=name)
    try:
        return back_to(tables.sit(token, visitor, name).table.id)
    except Spent as spent:
        return _own_table(request, spent)


def _own_table(request: Request, spent: Spent) -> Response:
    """An invitation that has been used leads those to the table who sit there or made it, whoever took the seat; others are told."""
    try:
        access = tables_of(request).enter(spent.table_id, visitor_of(request))
    except NotFound:
        raise spent from None
    if not access.seats and not access.maker:
        raise spent
    return back_to(spent.table_id)


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


def _picture(drawing: str, kind: str = "image/svg+xml") -> Response:
    return Response(drawing, media_type=kind, headers={"Cache-Control": "public, max-age=86400"})


@router.get("/picture/{game_id}/colours.css")
def seat_colours(game_id: str) -> Response:
    return _picture(colours(_game(game_id)), "text/css")


@router.get("/picture/{game_id}/arms/{seat}.svg")
def arms(game_id: str, seat: int) -> Response:
    game = _game(game_id)
    if not 0 <= seat < len(game.arms):
        raise NotFound(T.ERROR_404)
    return _picture(game.arms[seat].shield)


@router.get("/picture/{game_id}/{stage}.svg")
def picture(game_id: str, stage: str, language: str = "en") -> Response:
    game = _game(game_id)
    if language not in LANGUAGES:
        raise NotFound(T.ERROR_404)
    drawing = position(game.id, stage, language) if stage in STAGES else drawn_figure(game.id, stage, language)
    if drawing is None:
        raise NotFound(T.ERROR_404)
    return _picture(drawing)
