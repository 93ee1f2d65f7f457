"""Brian Boru: how what happened is shown."""

from __future__ import annotations

from kronland.core.events import Event as Happened
from kronland.core.happening import Happening
from kronland.core.view import View
from kronland.games.brianboru.picture.chart import LABELS, places
from kronland.games.brianboru.rules.events import Event
from kronland.games.brianboru.rules.invariants import towns_in
from kronland.games.brianboru.rules.state import REGIONS
from kronland.games.drawing.outlines import ring, together

ROUND_A_TOWN, ROUND_A_TOKEN = 25, 20


def outline(view: View, event: Happened) -> str:
    """The town, or the power token of the region, that an event names; of points for towns in many regions, all those towns."""
    found = []
    for name, domain, member in event.members():
        if domain.name == "town":
            found.append(ring(*places()[member], ROUND_A_TOWN))
        elif domain.name == "region":
            x, y = LABELS[REGIONS[member]]
            found.append(ring(x + 4, y - 3, ROUND_A_TOKEN))
        elif name == "player" and event[0] == Event.FINAL_SPREAD:
            held = towns_in(view.state.disc[member]) - towns_in(view.state.vikings)
            found += [ring(*places()[town], ROUND_A_TOWN) for town in sorted(held)]
    return together(found)


HAPPENING = Happening(
    outline,
    signs={
        Event.START_PLAYER: "bb-marker",
        Event.START_DISC: "bb-town",
        Event.FLEET: "bb-raider",
        Event.MARRIAGE_CARD: "kl-rings",
        Event.DEALT: "kl-deck",
        Event.KEPT: "kl-deck",
        Event.MARKER_PASSES: "bb-marker",
        Event.NOBODY_LEADS: "bb-marker",
        Event.DISCARDED: "kl-deck",
        Event.TOWN_NAMED: "bb-marker",
        Event.CARD_PLAYED: "kl-deck",
        Event.TRICK_WON: "kl-king",
        Event.PRIMARY: "kl-deck",
        Event.SECONDARY: "kl-deck",
        Event.TOWN_TAKEN: "bb-town",
        Event.COINS: "kl-ducats",
        Event.PAID: "bb-pay",
        Event.POINTS_LOST: "bb-pay",
        Event.COURTED: "kl-rings",
        Event.RAIDED: "bb-raider",
        Event.CHURCHED: "bb-church",
        Event.BOUGHT_COURT: "kl-rings",
        Event.BOUGHT_RAID: "bb-raider",
        Event.BOUGHT_CHURCH: "bb-church",
        Event.EXPANDED: "bb-expand",
        Event.VIKING_REMOVED: "bb-remove",
        Event.DROPPED: "kl-rings",
        Event.NO_WEDDING: "kl-rings",
        Event.WEDDING: "kl-rings",
        Event.WEDDING_POINTS: "kl-rings",
        Event.WEDDING_RENOWN: "bb-renown",
        Event.WEDDING_TOWN: "bb-town",
        Event.TOWN_LAPSES: "bb-town",
        Event.ESTRID_PACT: "bb-raider",
        Event.ESTRID_TRADE: "kl-ducats",
        Event.ESTRID_POINTS: "kl-rings",
        Event.TRACK_COINS: "kl-ducats",
        Event.TRACK_RENOWN: "bb-renown",
        Event.TRACK_TOWN: "bb-town",
        Event.REPELLED: "bb-raider",
        Event.TOWN_LOST: "bb-viking",
        Event.NO_TOWN_TO_LOSE: "bb-viking",
        Event.SPOILS_RENOWN: "bb-renown",
        Event.SPOILS_POINTS: "bb-renown",
        Event.SPOILS_TIED: "bb-raider",
        Event.SECOND_SPOILS: "bb-raider",
        Event.MONASTERY: "bb-monastery",
        Event.NO_MONASTERY: "bb-monastery",
        Event.CHURCH_LEADER: "bb-church",
        Event.CHURCH_TIED: "bb-church",
        Event.CHURCH_FAVOUR: "bb-church",
        Event.ABBEY: "bb-church",
        Event.NO_ABBEY: "bb-church",
        Event.TOKEN_OPENED: "bb-token-small",
        Event.TOKEN_TAKEN: "bb-token-small",
        Event.TOKEN_KEPT: "bb-token-small",
        Event.TOKEN_TIED: "bb-token-small",
        Event.TOKEN_VIKINGS: "bb-viking",
        Event.FINAL_COINS: "kl-ducats",
        Event.FINAL_MARKER: "bb-marker",
        Event.FINAL_RENOWN: "bb-renown",
        Event.FINAL_TOKEN: "bb-token-small",
        Event.FINAL_OPEN_TOKEN: "bb-token-small",
        Event.FINAL_SPREAD: "bb-town",
        Event.WINNER: "kl-king",
        Event.SHARED_WIN: "kl-king",
    },
    unsaid=frozenset({Event.DONE, Event.PASSED_ON, Event.LAST_CARDS}),  # the draft goes on like that every time
    unsaid_hidden=frozenset({Event.KEPT}),
    opens=frozenset({Event.ROUND, Event.TOWN_NAMED}),
)
