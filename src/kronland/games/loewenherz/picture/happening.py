"""Löwenherz (1997): how what happened is shown."""

from __future__ import annotations

from kronland.core.events import Event as Happened
from kronland.core.happening import Happening
from kronland.core.view import View
from kronland.games.grid.picture import happening
from kronland.games.loewenherz.picture.scene import CHART, LANDS
from kronland.games.loewenherz.rules.events import Event

FOUNDING = frozenset({Event.REGION_FOUNDED, Event.NEUTRAL_REGION})
MOUNTAINS = (LANDS.index("mountain"),)


def outline(view: View, event: Happened) -> str:
    return happening.outline(CHART, view, event, FOUNDING, {Event.SILVER_POINTS: MOUNTAINS, Event.FINAL_MOUNTAINS: MOUNTAINS})


HAPPENING = Happening(
    outline,
    signs={
        Event.CASTLE_SET: "kl-region",
        Event.START_KNIGHT_SET: "kl-helm",
        Event.ROUND: "kl-king",
        Event.SILVER: "kl-silver",
        Event.SILVER_POINTS: "kl-silver",
        Event.KING_DIES: "kl-king",
        Event.CARD_TURNED: "kl-deck",
        Event.CARD_LAID: "kl-deck",
        Event.DUCATS_TAKEN: "kl-ducats",
        Event.OFFER_PAY: "kl-ducats",
        Event.OFFER_DEMAND: "kl-ducats",
        Event.ACCEPTED: "kl-ducats",
        Event.BID_MADE: "kl-ducats",
        Event.BID_SHOWN: "kl-ducats",
        Event.DUEL_WON: "kl-ducats",
        Event.BORDER_SET: "kl-border",
        Event.REGION_FOUNDED: "kl-region",
        Event.NEUTRAL_REGION: "kl-region",
        Event.KNIGHT_SET: "kl-helm",
        Event.FEE_PAID: "kl-ducats",
        Event.TREASURE_PAID: "kl-treasure",
        Event.FIELD_TAKEN: "kl-region",
        Event.FIELD_LOST: "kl-region",
        Event.CUT_OFF: "kl-region",
        Event.PILE_VIEWED: "kl-politics",
        Event.CARD_KEPT: "kl-politics",
        Event.ALLIANCE_MADE: "kl-rings",
        Event.ALLIANCE_ENDED: "kl-rings",
        Event.DESERTER_PLAYED: "kl-deserter",
        Event.KNIGHT_REMOVED: "kl-deserter",
        Event.FINAL_MOUNTAINS: "kl-mountain",
        Event.FINAL_FIEFS: "kl-fief",
        Event.WINNER: "kl-king",
        Event.SHARED_WIN: "kl-king",
    },
    unsaid=frozenset({Event.ACTION_DONE}),
    opens=frozenset({Event.ROUND, Event.ACTS}),
    asks=frozenset({Event.ACTS}),
)
