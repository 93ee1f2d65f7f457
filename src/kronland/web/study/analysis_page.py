"""What the page of an analysis shows."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from starlette.requests import Request

from kronland.core.game import SPECTATOR
from kronland.core.words import Words, words
from kronland.web.pages import texts as T
from kronland.web.pages.rendering import is_tall
from kronland.web.study.analysing import LEAST, Analysis, Decision, Working
from kronland.web.study.graph import Line, graph, sample
from kronland.web.study.graph import Words as Said
from kronland.web.table.access import Access
from kronland.web.table.page import percent

ROWS = 24  # of the graph in numbers


def analysis_page(request: Request, access: Access, found: Analysis | Working, language: str, only: int | None = None) -> dict[str, Any]:
    """The values of the template; `only` one seat's turning points are shown, or all."""
    speak, table = words(language), access.table
    names = access.look(SPECTATOR, language).view.names
    page: dict[str, Any] = {
        "id": table.id,
        "game": table.game.id,
        "game_title": table.title or table.game.title,
        "working": None,
        "failed": False,
        "tall": is_tall(request),
        "length": table.match.length,
    }
    if isinstance(found, Working):
        page["failed"] = found.failed
        progress = access.tables.games.state(table.game.id)
        seconds = 0 if progress.over else max(1, progress.seconds)
        page["working"] = None if found.failed else {"done": found.done, "total": found.total, "prepared_in": seconds}
        return page
    players = range(table.players)
    lines = [Line(seat, [row[seat] for row in found.shares]) for seat in players]

    def shares(position: int) -> str:
        return ", ".join(f"{names[seat]} {percent(found.shares[position][seat], speak)}" for seat in players)

    said = Said(
        lambda share: percent(share, speak),
        speak(T.GRAPH_DECISIONS),
        speak(T.GRAPH),
        lambda position: speak(T.GRAPH_AT, number=position, shares=shares(position)),
    )
    base = f"/t/{table.id}/at/"
    told = [decision for decision in found.decisions if only in (None, decision.seat)]
    drawn = graph(lines, [decision.at + 1 for decision in told], said, lambda position: f"{base}{position}", page["tall"])
    results = access.results()
    page |= {
        "graph": Markup(drawn),
        "legend": [
            {
                "name": names[seat],
                "seat": seat,
                "sample": Markup(sample(seat)),
                "place": speak(
                    T.PLACE_AND_SHARE,
                    rank=int(results[seat]["rank"]),
                    points=speak(table.game.points_counted, n=round(results[seat]["points"])),
                ),
            }
            for seat in players
        ],
        "decisions": [_decision(access, decision, names, speak) for decision in told],
        "only": only,
        "whose": [(seat, names[seat], seat in access.seats) for seat in players],
        "names": names[: table.players],
        "rows": _rows(found, speak),
    }
    return page


def _decision(access: Access, decision: Decision, names: Any, speak: Words) -> dict[str, Any]:
    table = access.table
    space, player = table.game.space, names[decision.seat]

    def label(notation: str) -> str:
        return space.label(space.parse(notation), speak, names)

    if decision.best == decision.action:
        verdict, missed = speak(T.BOT_SAME), False
    elif decision.best_share - decision.share < LEAST:
        verdict, missed = speak(T.BOT_ALIKE, action=label(decision.best)), False
    else:
        best, share = percent(decision.best_share, speak), percent(decision.share, speak)
        verdict, missed = speak(T.BOT_BETTER, action=label(decision.best), player=player, best=best, share=share), True
    before, after = percent(decision.before, speak), percent(decision.after, speak)
    return {
        "at": decision.at,
        "href": f"/t/{table.id}/at/{decision.at}?eyes={decision.seat}",
        "player": player,
        "seat": decision.seat,
        "label": label(decision.action),
        "change": f"{before} → {after}" if before != after else "",  # what it cost is in the verdict then
        "change_said": speak(T.EXPECTED_SAID, before=before, after=after),
        "rose": decision.after >= decision.before,
        "verdict": verdict,
        "missed": missed,
    }


def _rows(found: Analysis, speak: Words) -> list[dict[str, Any]]:
    """The graph in numbers: a position every so often, the first and the last among them."""
    last = len(found.shares) - 1
    count = min(last, ROWS)
    places = sorted({round(last * row / max(count, 1)) for row in range(count + 1)})
    return [{"position": place, "shares": [percent(share, speak) for share in found.shares[place]]} for place in places]
