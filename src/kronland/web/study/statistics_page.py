"""The statistics of a game as its page shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from kronland.core.game import Game
from kronland.core.words import Text, Words
from kronland.web.pages import club_texts as C
from kronland.web.study.statistics import Spread, Statistics, Tally, Versus, spread
from kronland.web.study.statistics_plot import points_plot, seats_plot


def number(value: float, say: Words, form: str = "0.#") -> str:
    from babel.numbers import format_decimal

    return format_decimal(value, form, locale=say.language).replace("-", "\N{MINUS SIGN}")


def percent(share: float, say: Words, form: str = "0.#") -> str:
    return f"{number(100 * share, say, form)} %"


def statistics_page(statistics: Statistics, game: Game, say: Words) -> list[dict[str, Any]]:
    """By number of players."""
    return [_company(game, tally, say) for tally in statistics.of(game.id).values()]


def _company(game: Game, tally: Tally, say: Words) -> dict[str, Any]:
    lengths = ((say(C.DECISIONS), spread(tally.decisions)), (say(C.MINUTES), spread(tally.minutes)))
    ranks = [(f"{rank}.", found) for rank, counted in sorted(tally.by_rank.items()) if (found := spread(counted))]
    margin, numbered = spread(tally.margins), [(str(place), one) for place, one in enumerate(tally.seats, 1)]
    steps = {game.event_names[code]: say(text) for code, text in game.final_steps.items() if code in game.event_names}
    return {
        "players": tally.players,
        "title": say(C.WITH_PLAYERS, count=tally.players),
        "games": say(C.GAMES_OVER, count=tally.games),
        "played": tally.games,
        "lengths": [(said, _told(found, say)) for said, found in lengths if found],
        "ranks": [(said, _told(found, say)) for said, found in ranks],
        "points_plot": Markup(points_plot(ranks, say(C.POINTS_PLOT, points=say(game.points_said)))) if ranks else "",
        "seats": [
            {
                "number": place,
                "name": name,
                "share": percent(one.share, say),
                "between": f"{number(100 * one.between[0], say, '0')}\N{EN DASH}{percent(one.between[1], say, '0')}",
                "points": number(one.points.value, say, "0.0"),
            }
            for place, (name, one) in enumerate(zip(game.names(say), tally.seats, strict=False))
        ],
        "seats_plot": Markup(seats_plot(numbered, say(C.SEATS_PLOT))) if tally.games else "",
        "fair": say(C.FAIR, share=percent(1 / tally.players, say)),
        "ends": _ends(game, tally, say),
        "margin": _told(margin, say) if margin else None,
        "brought": _versus(tally.brought, steps, say),
        "had": _versus(tally.had, {name: say(Text(name)) for name in tally.had}, say),
    }


def _told(found: Spread, say: Words) -> dict[str, str]:
    return {name: number(getattr(found, name), say) for name in ("least", "low", "median", "high", "most", "mean")}


def _ends(game: Game, tally: Tally, say: Words) -> list[tuple[str, int]]:
    """Where a game can end in one way alone, it was played to the end."""
    said = {end.name.lower(): say(game.ends_said[end]) for end in game.ends if end in game.ends_said}
    ends = [(said.get(name, say(C.END_PLAYED)), count) for name, count in tally.ends.most_common()]
    more = ((say(C.END_SHARED), tally.shared), (say(C.END_CLOCK), tally.broken_off))
    return [*ends, *((text, count) for text, count in more if count)]


def _versus(found: Mapping[str, Versus], said: Mapping[str, str], say: Words) -> list[tuple[str, str, str]]:
    """What, of winners, of the others; a game that has been changed may have had steps that it does not name any more."""
    means = ((name, number(one.winners.value, say, "0.0"), number(one.others.value, say, "0.0")) for name, one in found.items())
    return [(said[name], winners, others) for name, winners, others in means if name in said]
