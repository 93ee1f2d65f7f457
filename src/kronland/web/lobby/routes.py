"""The lobby: all pages around the tables. Home, settings, a new table, import, secret links, and the rulebooks with their pictures."""

from __future__ import annotations

from math import inf
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import UploadFile

from kronland.bots import LEVELS
from kronland.core.game import SPECTATOR, Game
from kronland.core.words import LANGUAGES, Words, words
from kronland.games import GAMES, find_game
from kronland.web.club.holidays import LONGEST, MOST_DAYS
from kronland.web.errors import BadInput, NotFound, UnreadRecord
from kronland.web.lobby.chosen import clocks, options_in, options_of, terms_in
from kronland.web.lobby.lists import Summary
from kronland.web.lobby.open_tables import card, open_list
from kronland.web.lobby.wishes import SeatWish, Wish
from kronland.web.notices.routes import telling
from kronland.web.pages import texts as T
from kronland.web.pages.forms import Form, back_to, chosen_pace, chosen_scheme, local_path, word
from kronland.web.pages.moments import said_day, said_terms, seat_time
from kronland.web.pages.pictures import STAGES, board, colours, position
from kronland.web.pages.rendering import render
from kronland.web.safety.visitors import known_visitor, save_settings, tables_of, visitor_of
from kronland.web.study import api_page
from kronland.web.study.figures import drawn_figure
from kronland.web.study.rules_page import document, rule_text
from kronland.web.table.links import Spent, find_link
from kronland.web.table.page import PACES, level_choices, preparing
from kronland.web.tournament.lists import at_home
from kronland.web.tournament.lists import card as tournament_card

router = APIRouter(include_in_schema=False)

HINTS = (("", T.HINTS_USUAL), ("yes", T.HINTS_YES), ("no", T.HINTS_NO))
LONGEST_RECORD_KIB = 48
URGENT = 3  # of the visitor's tables that are shown before the games: a row


# Home -------------------------------------------------------------------------------------------------------------------------------


def game_card(request: Request, game_id: str) -> dict[str, Any]:
    game, say = find_game(game_id), words(visitor_of(request).language)
    return {
        "id": game.id,
        "title": game.title,
        "about": say(game.about),
        "players": say(T.PLAYERS_RANGE if len(game.seats) > 1 else T.PLAYERS_ALWAYS, least=game.seats[0], most=game.seats[-1]),
        "minutes": game.minutes,
        "reconstruction": say(game.reconstruction) if game.reconstruction else "",
    }


def table_card(summary: Summary, language: str, now: float) -> dict[str, Any]:
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
        "times": _times(summary, now, words(language)),
        "terms": said_terms(summary.clock.terms, words(language)) if summary.clock and summary.stage == "waiting" else "",
        "rated": summary.rated,
    }


def _times(summary: Summary, now: float, say: Words) -> list[dict[str, Any]]:
    """How long those have who are to decide: the visitor, if that one is among them, else all."""
    asked = [seat for seat in summary.actors if seat in summary.mine] or list(summary.actors)
    found = (seat_time(summary.clock, seat, summary.pauses, now, say) for seat in asked if summary.seats[seat].bot is None)
    return [time for time in found if time]


@router.get("/")
def home(request: Request) -> Response:
    visitor, tables = visitor_of(request), tables_of(request)
    games = [game_card(request, game) for game in GAMES]
    mine, say = tables.mine(visitor), words(visitor.language)
    known = {summary.id for summary in mine}

    def cards(found: list[Summary]) -> list[dict[str, Any]]:
        return [table_card(summary, visitor.language, tables.now()) for summary in found]

    def others(found: list[Summary]) -> list[dict[str, Any]]:
        return cards([summary for summary in found if summary.id not in known])

    mine_first, watched = cards(sorted(mine, key=_urgency)), others(tables.to_watch(visitor))

    return render(
        request,
        "home.html",
        games=games,
        first=URGENT,
        preparing=preparing(tables, GAMES),
        address="",
        mine=mine_first,
        open=open_list(request),
        waiting=[summary.id for summary in mine if summary.stage == "waiting"],
        invitations=[(by or say(T.NAMELESS), card(summary, say)) for by, summary in tables.invitations(visitor)],
        watch=watched,
        tournaments=[tournament_card(entry, words(visitor.language)) for entry in at_home(tables.store, visitor)],
        timed=any(card["times"] for card in (*mine_first, *watched)),
    )


def _urgency(summary: Summary) -> tuple[bool, bool, float]:
    """First where the visitor is to decide, and there where the least time is left."""
    times = [summary.clock.times[seat].runs_out(summary.pauses.get(seat, ())) for seat in summary.mine] if summary.clock else []
    due = min((moment for moment in times if moment is not None), default=inf)
    return not summary.my_turn, summary.stage in ("over", "ended"), due


@router.post("/play-now")
def play_now(request: Request, form: Form) -> Response:
    """One click: you against bots, with the usual options; who has not finished a game of it begins with those that make it easy."""
    game = _game(word(form, "game"))
    players = min(game.seats[-1], max(game.seats[0], 3))
    visitor = known_visitor(request)
    seats = [SeatWish("me"), *(SeatWish("bot", level=visitor.preferences.level) for _ in range(players - 1))]
    tables = tables_of(request)
    options = {} if tables.has_finished(visitor, game.id) else game.first_game
    return back_to(tables.make(visitor, Wish(game.id, seats, options, shuffle=True)).id)


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
    return RedirectResponse(local_path(back), 303)


@router.post("/scheme")
def change_scheme(request: Request, form: Form) -> Response:
    """Light, dark, or as the system has it."""
    save_settings(request, scheme=chosen_scheme(word(form, "scheme")))
    return RedirectResponse(local_path(word(form, "back")), 303)


@router.get("/settings")
def settings(request: Request, saved: bool = False) -> Response:
    return settings_page(request, saved=saved)


def settings_page(request: Request, status: int = 200, saved: bool = False, notice: str = "") -> Response:
    """Also where something that is sent from there was refused."""
    visitor = visitor_of(request)
    say = words(visitor.language)
    holidays = [
        {"number": one.number, "said": say(T.HOLIDAY_DAYS, first=said_day(one.days[0], say), last=said_day(one.days[1], say))}
        for one in request.app.state.holidays.of(visitor)
    ]
    limits = {"most": MOST_DAYS, "longest": LONGEST}
    shown = {"preferences": visitor.preferences, "levels": level_choices(say), "holidays": holidays, "holiday_limits": limits}
    return render(request, "settings.html", status, saved=saved, notice=notice, telling=telling(request), **shown)


@router.post("/settings")
def change_settings(request: Request, form: Form) -> Response:
    ticked = {name: word(form, name) == "yes" for name in ("confirm", "sound", "notify", "guide")}
    met: dict[str, frozenset[str]] = {"met": frozenset()} if word(form, "again") else {}
    language, level = word(form, "language"), word(form, "level")
    chosen = {"level": level} if level in LEVELS else {}
    if "scheme" in form:
        chosen["scheme"] = chosen_scheme(word(form, "scheme"))
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
    options = options_of(game, given, say)
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
        clocks=[("", say(T.CLOCK_NONE)), *clocks(say)],
        clock=given.get("clock", ""),
        out=given.get("out", "bot"),
        rated=given.get("rated") == "yes",
        notice=notice,
        shuffle=given.get("shuffle") == "yes",
        public=given.get("public") == "yes",
        unwatched=given.get("unwatched") == "yes",
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
    options = options_in(given)
    visitor = known_visitor(request)
    try:
        wish = Wish(
            game.id,
            seats,
            options,
            shuffle=given.get("shuffle") == "yes",
            public=given.get("public") == "yes",
            pace=chosen_pace(given.get("pace", ""), 1.0),
            hints={"yes": True, "no": False}.get(given.get("hints", "")),
            clock=terms_in(given.get("clock", ""), given.get("out", "bot")),
            rated=given.get("rated") == "yes",
            watch=given.get("unwatched") != "yes",
        )
        return back_to(tables_of(request).make(visitor, wish).id)
    except BadInput as problem:  # what was filled in stays
        return _new_page(request, game, given, problem.say(visitor.language), problem.status)


def _seat(kind: str, name: str) -> SeatWish:
    what, _, level = kind.partition("-")
    if what in ("absent", "entrant"):
        what = ""  # only a record or a tournament has people who are not here; refused like any other word
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
        except BadInput as problem:
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
    return render(request, "link.html", watch=link.seat == SPECTATOR, game_title=title, claimed=link.claimed, maker=link.maker)


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


# For programs -----------------------------------------------------------------------------------------------------------------------


@router.get("/docs")
def api(request: Request) -> Response:
    """What programs can ask of this server."""
    described = request.app.openapi()
    shapes = api_page.shapes(described)
    return render(request, "api.html", requests=api_page.requests(described), shapes=shapes, names={shape.name for shape in shapes})


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


@router.get("/rules/{game_id}/{rule}")
def one_rule(request: Request, game_id: str, rule: str) -> Response:
    """A rule in the reader's language, for a page that shows it over itself."""
    found = rule_text(_game(game_id).id, visitor_of(request).language, rule)
    if found is None:
        raise NotFound(T.NO_SUCH_RULE)
    return HTMLResponse(found, headers={"Cache-Control": "no-store"})


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
    if stage == "board":
        return _picture(board(game.id, language))
    drawing = position(game.id, stage, language) if stage in STAGES else drawn_figure(game.id, stage, language)
    if drawing is None:
        raise NotFound(T.ERROR_404)
    return _picture(drawing)
