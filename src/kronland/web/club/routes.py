"""The routes of people: what belongs to one person, at whatever tables."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup

from kronland.core.words import words
from kronland.games import GAMES, find_game
from kronland.web.club.people import profile, ranking
from kronland.web.club.plot import plot
from kronland.web.club.ratings import ANCHORS, SHOWN
from kronland.web.errors import BadInput, NotFound
from kronland.web.lobby.routes import settings_page
from kronland.web.pages import texts as T
from kronland.web.pages.forms import Form, whole, word
from kronland.web.pages.moments import said_day
from kronland.web.pages.rendering import render
from kronland.web.safety.visitors import known_visitor, tables_of, visitor_of
from kronland.web.study.statistics_page import statistics_page
from kronland.web.table.page import level_word
from kronland.web.tournament.page import number_said

router = APIRouter(include_in_schema=False)


# Holidays ---------------------------------------------------------------------------------------------------------------------------


@router.post("/holidays")
def take_holiday(request: Request, form: Form) -> Response:
    try:
        first, last = _day(word(form, "first")), _day(word(form, "last"))
        request.app.state.holidays.take(known_visitor(request), first, last)
    except BadInput as problem:
        return settings_page(request, problem.status, notice=problem.say(visitor_of(request).language))
    return RedirectResponse("/settings#holidays", 303)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        raise BadInput(T.NO_SUCH_DAY) from None


@router.post("/holidays/end")
def end_holiday(request: Request, form: Form) -> Response:
    request.app.state.holidays.end(known_visitor(request), whole(form, "number"))
    return RedirectResponse("/settings#holidays", 303)


# Ratings ----------------------------------------------------------------------------------------------------------------------------


@router.get("/club")
def club(request: Request) -> Response:
    """Who plays here, by game."""
    visitor, store = visitor_of(request), tables_of(request).store
    say = words(visitor.language)
    people = {game: ranking(store, game) for game in GAMES}
    games = [{"id": game, "title": find_game(game).title, "people": all_of} for game, all_of in people.items()]
    known = any(one.visitor == visitor.id for all_of in people.values() for one in all_of)
    anchors = [(level_word(level, say), round(SHOWN * value)) for level, value in ANCHORS.items()]
    return render(request, "club.html", games=games, anchors=anchors, me=visitor.id if known else None)


@router.get("/people/{visitor_id}")
def person(request: Request, visitor_id: int) -> Response:
    """What rated games have shown of somebody."""
    if not 0 < visitor_id < 2**31:
        raise NotFound(T.ERROR_404)
    visitor = visitor_of(request)
    found, say = profile(tables_of(request).store, visitor_id, visitor), words(visitor.language)
    games = [
        {
            "id": game,
            "title": _title(game),
            "rating": one.rating,
            "games": one.games,
            "wins": one.wins,
            "average": number_said(found.average[game], say, "0.0"),
            "plot": Markup(plot(found.curves[game], say(T.RATING_PLOT, count=one.games, rating=one.rating.shown))),
        }
        for game, one in found.games.items()
    ]
    results = [
        {
            "table": one.table,
            "title": _title(one.game),
            "day": said_day(datetime.fromtimestamp(one.at, UTC).date(), say),
            "rank": one.rank,
            "rating": one.rating,
            "open": one.open,
            "others": [
                {"name": name or (say(T.BOT_NOTE, level=level_word(level, say)) if level else say(T.NAMELESS)), "rank": rank}
                for name, level, rank in one.others
            ],
        }
        for one in found.results
    ]
    tournaments = [
        {"id": one.id, "name": one.name, "place": one.place, "of": one.entrants, "title": _title(one.game)} for one in found.tournaments
    ]
    shown: dict[str, Any] = {"games": games, "results": results, "opponents": found.opponents, "tournaments": tournaments}
    return render(request, "person.html", called=found.name or say(T.NAMELESS), **shown)


# Statistics -------------------------------------------------------------------------------------------------------------------------


@router.get("/statistics/{game_id}")
def statistics(request: Request, game_id: str) -> Response:
    """What all finished games of a kind tell."""
    if game_id not in GAMES:
        raise NotFound(T.NO_SUCH_GAME)
    game, say = find_game(game_id), words(visitor_of(request).language)
    companies = statistics_page(request.app.state.statistics, game, say)
    others = [(one, find_game(one).title) for one in GAMES]
    return render(request, "statistics.html", game=game, companies=companies, others=others)


def _title(game: str) -> str:
    """A game that was handed in once may be gone."""
    return find_game(game).title if game in GAMES else game
