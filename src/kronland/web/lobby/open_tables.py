"""The open tables: a page of its own, and near the top of the home page. Drawn once for all readers of a language (`live/board.py`)."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from markupsafe import Markup

from kronland.core.words import Words, words
from kronland.games import find_game
from kronland.web.lobby.lists import Summary
from kronland.web.pages import people_texts as P
from kronland.web.pages.moments import iso, said_moment, said_terms
from kronland.web.pages.rendering import render, template
from kronland.web.safety.visitors import tables_of, visitor_of
from kronland.web.table.tables import Tables

router = APIRouter(include_in_schema=False)


def card(summary: Summary, say: Words) -> dict[str, Any]:
    """One open table, in words."""
    game = find_game(summary.game)
    usual = game.names(say)
    free = sum(seat.kind == "open" for seat in summary.seats) - summary.kept
    facts = [
        say(P.SEATS_FREE, free=free, all=len(summary.seats)),
        *([say(P.SEATS_KEPT, count=summary.kept)] if summary.kept else []),
        said_terms(summary.clock.terms, say) if summary.clock else say(P.NO_CLOCK),
        *([say(P.RATED)] if summary.rated else []),
        *([say(P.LANGUAGES[summary.language])] if summary.language in P.LANGUAGES else []),
    ]
    return {
        "id": summary.id,
        "title": summary.title or game.title,
        "names": [seat.name or usual[seat.number] for seat in summary.seats if seat.kind != "open"],
        "facts": facts,
        "free": free,
        "since": iso(summary.made_at),
        "since_said": say(P.SINCE, moment=said_moment(summary.made_at, say)),
        "since_word": say(P.SINCE, moment="{moment}"),
    }


def drawn(tables: Tables, language: str) -> str:
    """The list for everybody who reads this language."""
    say = words(language)
    return template("open_tables.html").render(tables=[card(one, say) for one in tables.open_tables()], say=say)


def open_list(request: Request) -> Markup:
    """The list as it is now, to be put into a page."""
    return Markup(request.app.state.board.text(visitor_of(request).language))


@router.get("/lobby")
def lobby(request: Request) -> Response:
    mine = [one.id for one in tables_of(request).mine(visitor_of(request)) if one.stage == "waiting"]
    return render(request, "lobby.html", open=open_list(request), mine=mine)
