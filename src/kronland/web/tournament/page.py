"""A tournament as its page and programs show it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kronland.core.game import POINTS_SAID
from kronland.core.words import Text, Words
from kronland.games import GAMES, find_game
from kronland.web.pages import club_texts as C
from kronland.web.pages import texts as T
from kronland.web.pages.moments import said_moment, said_terms
from kronland.web.safety.visitors import Visitor
from kronland.web.table.page import level_word
from kronland.web.tournament.reading import Chair, Tournament


def number_said(value: float | Fraction, say: Words, form: str = "0.00") -> str:
    from babel.numbers import format_decimal

    return format_decimal(float(value), form, locale=say.language)


def title_of(game: str) -> str:
    """A game that was handed in once may be gone."""
    return find_game(game).title if game in GAMES else game


def points_of(game: str) -> Text:
    """What is won in its games: points, or money."""
    return find_game(game).points_said if game in GAMES else POINTS_SAID


def facts(found: Tournament, say: Words) -> list[str]:
    row = found.row
    told = [
        say(C.SYSTEMS[row.system]),
        say(C.FACT_ROUNDS, count=row.rounds),
        say(C.FACT_PLAYERS, count=row.players),
        say(C.FACT_ENTRANTS, count=len(found.entrants)),
        said_terms(found.terms, say),
    ]
    return [*told, say(C.FACT_RATED)] if row.rated else told


def options_said(found: Tournament, say: Words) -> list[tuple[str, str]]:
    """What is played with, where it is not the usual."""
    if found.row.game not in GAMES:
        return []
    chosen, game = found.row.options, find_game(found.row.game)
    return [
        (say(one.text), say(dict(one.values)[chosen[one.id]])) for one in game.options if chosen.get(one.id, one.default) != one.default
    ]


def shown(found: Tournament, visitor: Visitor, say: Words) -> dict[str, Any]:
    row, mine = found.row, found.entrant_of(visitor.id) if visitor.known else None
    names = {one.number: one.name or say(T.NAMELESS) for one in found.entrants}
    maker = found.maker_name or say(T.NAMELESS)
    latest = next((one for one in found.tables.values() for chair in one if mine and chair.entrant == mine.number and _plays(one)), None)
    return {
        "id": found.id,
        "name": row.name,
        "points_head": say(points_of(row.game)),
        "stage": row.stage,
        "round": row.round,
        "said": say(C.STAGES[row.stage], round=row.round, rounds=row.rounds),
        "when": _when(found, maker, say),
        "game": row.game,
        "game_title": title_of(row.game),
        "facts": facts(found, say),
        "options": options_said(found, say),
        "by": say(C.MADE_BY, name=maker),
        "maker": visitor.known and row.maker == visitor.id,
        "entered": mine is not None and mine.gone is None,
        "my_table": latest[0].table if latest else "",
        "entrants": [{"number": one.number, "name": names[one.number], "mine": one is mine} for one in found.entrants],
        "winner": say(C.WINNER, name=names[found.standings[0].entrant]) if row.stage == "over" and found.standings else "",
        "standings": [] if row.stage == "entries" or not row.round else _standings(found, names, mine.number if mine else None, say),
        "rounds": _rounds(found, names, say),
        "how": _how(found, say),
        "lively": row.stage in ("entries", "running"),
    }


def _plays(chairs: list[Chair]) -> bool:
    return any(chair.rank is None for chair in chairs)


def _when(found: Tournament, maker: str, say: Words) -> str:
    row = found.row
    if row.stage == "entries":
        return say(C.BEGINS_BY_HAND, name=maker) if row.closes is None else say(C.BEGINS_AT, moment=said_moment(row.closes, say))
    if row.stage == "running":
        if row.round >= row.rounds:
            return say(C.ROUND_LAST)
        return say(C.ROUND_OPEN) if row.due is None else say(C.ROUND_DUE, moment=said_moment(row.due, say))
    return ""


def _standings(found: Tournament, names: dict[int, str], mine: int | None, say: Words) -> list[dict[str, Any]]:
    return [
        {
            "place": one.place,
            "number": one.entrant,
            "name": names[one.entrant],
            "mine": one.entrant == mine,
            "left": found.by_number[one.entrant].gone is not None,
            "points": number_said(one.points, say),
            "strength": number_said(one.strength, say),
            "share": number_said(100 * one.share, say, "0") + " %",
            "direct": f"{one.direct:+d}".replace("-", "\N{MINUS SIGN}") if one.direct else "0",
            "games": one.games,
        }
        for one in found.standings
    ]


def _rounds(found: Tournament, names: dict[int, str], say: Words) -> list[dict[str, Any]]:
    """The last one first."""
    rounds: dict[int, list[dict[str, Any]]] = {}
    for table_id, chairs in found.tables.items():
        seats = [
            {
                "name": say(T.BOT_NOTE, level=level_word(chair.level or "", say)) if chair.entrant is None else names[chair.entrant],
                "rank": chair.rank,
            }
            for chair in sorted(chairs, key=lambda one: (one.rank or 0, one.seat))
        ]
        board = {"table": table_id, "number": chairs[0].board, "seats": seats, "plays": _plays(chairs)}
        rounds.setdefault(chairs[0].round, []).append(board)
    return [
        {"number": number, "title": say(C.ROUND, round=number), "tables": tables} for number, tables in sorted(rounds.items(), reverse=True)
    ]


def _how(found: Tournament, say: Words) -> list[str]:
    told = [say(C.SYSTEMS_MORE[found.row.system]), say(C.HOW_POINTS), say(C.HOW_TIES), say(C.HOW_LATE)]
    return [*told, say(C.HOW_LOTS, seed=found.seed)] if found.seed else told
