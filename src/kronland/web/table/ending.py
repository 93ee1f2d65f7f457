"""The end of a game, as its page shows it: who has won, every step of the scoring, and what broke a tie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kronland.core.ties import broken_ties
from kronland.core.words import Words
from kronland.web.pages import texts as T
from kronland.web.table.access import Access
from kronland.web.table.happening import told
from kronland.web.table.scoring import scoring
from kronland.web.table.seeing import Line


def ending(access: Access, seat: int, names: Sequence[str], lines: Sequence[Line], length: int, speak: Words) -> dict[str, Any]:
    table, results = access.table, access.results()
    ranking: list[dict[str, Any]] = [
        {"seat": number, "rank": int(result["rank"]), "name": names[number], "points": f"{result['points']:g}", "wins": result["share"] > 0}
        for number, result in enumerate(results)
    ]
    ranking.sort(key=lambda row: row["rank"])
    winners = [row["name"] for row in ranking if row["wins"]]
    winner = speak(T.WINS, player=winners[0]) if len(winners) == 1 else speak(T.WIN_SHARED, players=", ".join(winners))
    last = [line for line in lines if line.at == length]
    with table.lock:
        final = scoring(table.match)
        ties = [{"text": tie.say(speak, names), "rule": tie.by.rule} for tie in broken_ties(table.game, table.match.state)]
    steps = last[final.first :] if final else last
    had = final.running if final else [()] * len(steps)
    shown = told(access, seat, steps)
    return {
        "ranking": ranking,
        "points_head": speak(table.game.points_said),
        "winner": winner,
        "ties": ties,
        "final": final,
        "scoring": steps,
        "news": [step | {"had": had[number]} for number, step in enumerate(shown) if steps[number].says],
    }
