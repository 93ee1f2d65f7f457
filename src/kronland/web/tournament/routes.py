"""The routes of tournaments: lists, the form of a new one, and the one page that each has."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from kronland.core.game import Game
from kronland.core.words import words
from kronland.games import GAMES, find_game
from kronland.web.errors import BadInput, Forbidden, NotFound
from kronland.web.lobby.chosen import clocks, options_in, options_of, seconds_in, terms_in
from kronland.web.lobby.routes import game_card
from kronland.web.pages import club_texts as C
from kronland.web.pages import texts as T
from kronland.web.pages.forms import Form, whole, word
from kronland.web.pages.moments import said_span
from kronland.web.pages.rendering import render
from kronland.web.safety.cleaning import LONGEST_TITLE
from kronland.web.safety.visitors import Visitor, known_visitor, save_settings, visitor_of
from kronland.web.tournament.asked import CLOSINGS, LENGTHS, MOST_ROUNDS, SYSTEMS, TournamentWish
from kronland.web.tournament.lists import card, in_stage
from kronland.web.tournament.page import shown
from kronland.web.tournament.reading import STAGES
from kronland.web.tournament.tournaments import Tournaments

router = APIRouter(prefix="/tournaments", include_in_schema=False)


def tournaments_of(request: Request) -> Tournaments:
    found: Tournaments = request.app.state.tournaments
    return found


@router.get("")
def all_of_them(request: Request) -> Response:
    say, keeper = words(visitor_of(request).language), tournaments_of(request).store
    lists = [(stage, [card(entry, say) for entry in in_stage(keeper, stage)]) for stage in STAGES]
    return render(request, "tournaments.html", lists=[one for one in lists if one[1]])


@router.get("/new")
def new(request: Request, game: str = "") -> Response:
    if not game:
        return render(request, "tournament_new.html", game=None, games=[game_card(request, one) for one in GAMES])
    return _new_page(request, _game(game), {})


def _game(game_id: str) -> Game:
    if game_id not in GAMES:
        raise NotFound(T.NO_SUCH_GAME)
    return find_game(game_id)


def _new_page(request: Request, game: Game, given: Mapping[str, str], notice: str = "", status: int = 200) -> Response:
    say = words(visitor_of(request).language)
    usual = {
        "players": str(min(game.seats[-1], max(game.seats[0], 4))),
        "rounds": "3",
        "system": "swiss",
        "clock": "move-86400",
        "out": "bot",
    }
    closings = [("", say(C.CLOSES_BY_HAND)), *((f"{one:.0f}", say(C.CLOSES_IN, time=said_span(one, say))) for one in CLOSINGS)]
    lengths = [("", say(C.LONGEST_OPEN)), *((f"{one:.0f}", say(C.LONGEST_IN, time=said_span(one, say))) for one in LENGTHS)]
    return render(
        request,
        "tournament_new.html",
        status,
        game={**game_card(request, game.id), "options": options_of(game, given, say), "seats": game.seats},
        given={"name": "", "closes": "", "longest": "", "rated": "", **usual, **given},
        systems=SYSTEMS,
        clocks=clocks(say),
        closings=closings,
        lengths=lengths,
        most_rounds=MOST_ROUNDS,
        longest_name=LONGEST_TITLE,
        notice=notice,
    )


@router.post("/new")
def make(request: Request, form: Form) -> Response:
    game = _game(word(form, "game"))
    given = {name: value for name, value in form.items() if isinstance(value, str)}
    visitor = known_visitor(request)
    try:
        wish = TournamentWish(
            given.get("name", ""),
            game.id,
            whole(form, "players"),
            whole(form, "rounds"),
            given.get("system", "swiss"),
            options_in(given),
            terms_in(given.get("clock", ""), given.get("out", "bot")),
            given.get("rated") == "yes",
            _seconds(given.get("closes", "")),
            _seconds(given.get("longest", "")),
        )
        return _to(tournaments_of(request).make(visitor, wish))
    except (BadInput, Forbidden) as problem:  # what was filled in stays
        return _new_page(request, game, given, problem.say(visitor.language), problem.status)


def _seconds(text: str) -> float | None:
    """None where nothing was chosen; what is no number is no time that could be had."""
    return None if not text else seconds_in(text) or 0.0


def _to(tournament_id: str) -> Response:
    return RedirectResponse(f"/tournaments/{tournament_id}", 303)


@router.get("/{tournament_id}")
def page(request: Request, tournament_id: str) -> Response:
    return _page(request, tournament_id)


def _page(request: Request, tournament_id: str, notice: str = "", status: int = 200) -> Response:
    visitor = visitor_of(request)
    found = tournaments_of(request).found(tournament_id)
    return render(request, "tournament.html", status, page=shown(found, visitor, words(visitor.language)), notice=notice)


def _done(request: Request, tournament_id: str, visitor: Visitor, do: Callable[[], None]) -> Response:
    """What was refused is said on the page, which stays where it is."""
    try:
        do()
    except Forbidden as problem:
        return _page(request, tournament_id, problem.say(visitor.language), problem.status)
    return _to(tournament_id)


@router.post("/{tournament_id}/enter")
def enter(request: Request, tournament_id: str, form: Form) -> Response:
    tournaments = tournaments_of(request)
    tournaments.found(tournament_id)  # nobody becomes somebody for what is not there
    visitor = known_visitor(request)
    if not visitor.name and word(form, "name"):
        visitor = save_settings(request, name=word(form, "name"))
    return _done(request, tournament_id, visitor, lambda: tournaments.enter(tournament_id, visitor))


@router.post("/{tournament_id}/leave")
def leave(request: Request, tournament_id: str) -> Response:
    visitor = visitor_of(request)
    return _done(request, tournament_id, visitor, lambda: tournaments_of(request).leave(tournament_id, visitor))


@router.post("/{tournament_id}/remove")
def remove(request: Request, tournament_id: str, form: Form) -> Response:
    visitor, number = visitor_of(request), whole(form, "number")
    return _done(request, tournament_id, visitor, lambda: tournaments_of(request).remove(tournament_id, visitor, number))


@router.post("/{tournament_id}/start")
def start(request: Request, tournament_id: str) -> Response:
    visitor = visitor_of(request)
    return _done(request, tournament_id, visitor, lambda: tournaments_of(request).start(tournament_id, visitor))


@router.post("/{tournament_id}/go-on")
def go_on(request: Request, tournament_id: str, form: Form) -> Response:
    """From the round that was on the page: a button that is pressed twice goes on once."""
    visitor, number = visitor_of(request), whole(form, "round")
    return _done(request, tournament_id, visitor, lambda: tournaments_of(request).go_on(tournament_id, visitor, number))


@router.post("/{tournament_id}/call-off")
def call_off(request: Request, tournament_id: str) -> Response:
    visitor = visitor_of(request)
    return _done(request, tournament_id, visitor, lambda: tournaments_of(request).call_off(tournament_id, visitor))
