"""Löwenherz (2003): how what happened is shown."""

from __future__ import annotations

from kronland.core.events import Event as Happened
from kronland.core.happening import Happening
from kronland.core.view import View
from kronland.games.drawing.land import MINES
from kronland.games.grid.picture import happening
from kronland.games.koenig.picture.scene import CHART, LANDS
from kronland.games.koenig.rules.events import Event

FOUNDING = frozenset({Event.REGION_FOUNDED, Event.NEUTRAL_REGION})
FIRST_MINE = LANDS.index(f"{MINES[0]}-mine")
ALL_MINES = tuple(range(FIRST_MINE, FIRST_MINE + len(MINES)))


def outline(view: View, event: Happened) -> str:
    mine = next((member for name, _, member in event.members() if name == "mine"), None)
    mines = ALL_MINES if mine is None else (FIRST_MINE + mine,)
    return happening.outline(CHART, view, event, FOUNDING, {Event.INCOME: mines, Event.MONOPOLY_WON: mines, Event.MONOPOLY_LOST: mines})


HAPPENING = Happening(
    outline,
    signs={
        Event.DEALT: "kl-deck",
        Event.CASTLE_SET: "kl-region",
        Event.START_KNIGHT_SET: "kl-helm",
        Event.INCOME: "kl-ducats",
        Event.SOLD: "kl-ducats",
        Event.PLAYED: "kl-deck",
        Event.BORDER_SET: "kl-border",
        Event.REGION_FOUNDED: "kl-region",
        Event.NEUTRAL_REGION: "kl-region",
        Event.KNIGHT_SET: "kl-helm",
        Event.KNIGHT_IN_FOREST: "kl-helm",
        Event.FIELD_TAKEN: "kl-region",
        Event.FIELD_LOST: "kl-region",
        Event.CUT_OFF: "kl-region",
        Event.DESERTER: "kl-deserter",
        Event.KNIGHT_REMOVED: "kl-deserter",
        Event.ALLIANCE: "kl-rings",
        Event.MONOPOLY_WON: "kl-ducats",
        Event.MONOPOLY_LOST: "kl-ducats",
        Event.DRAWN: "kl-deck",
        Event.TAKEN: "kl-deck",
        Event.LAST_CARD: "kl-deck",
        Event.TOKEN_REACHED: "kl-king",
        Event.DUCAT_BONUS: "kl-ducats",
        Event.WINNER: "kl-king",
        Event.SHARED_WIN: "kl-king",
    },
    unsaid=frozenset({Event.TURN, Event.DONE}),  # whose turn it is, the log shows by grouping
    opens=frozenset({Event.TURN}),
)
