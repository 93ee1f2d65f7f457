"""Rheinländer: how what happened is shown."""

from __future__ import annotations

from kronland.core.events import Event as Happened
from kronland.core.happening import Happening
from kronland.core.view import View
from kronland.games.drawing.outlines import ring, together
from kronland.games.rheinlaender.picture.course import course_of
from kronland.games.rheinlaender.picture.landscape import straight
from kronland.games.rheinlaender.rules.events import Event
from kronland.games.rheinlaender.rules.state import Building

DUCHIES = frozenset({Event.DUKE_ENTERS, Event.FINAL_DUCHY})
CASTLES = frozenset({Event.CASTLE_MANNED, Event.CASTLE_MANNED_BY_DUKE, Event.CASTLE_DECLINED, Event.CASTLE_EMPTY, Event.CASTLE_SWAPPED})
ROUND_A_CASTLE = 24


def outline(view: View, event: Happened) -> str:
    """The field that an event names; the castle beside it where that is meant, or the whole duchy."""
    field = next((member for _, domain, member in event.members() if domain.name == "field"), None)
    if field is None:
        return ""
    s, course = view.state, course_of(view.state)
    if event[0] in CASTLES:
        beside = [s.spot_field[n].tolist() for n in range(int(s.spots)) if s.building[n] == Building.CASTLE and field in s.spot_field[n]]
        if beside:
            return together(ring(*course.between(*pair), ROUND_A_CASTLE) for pair in beside)
    duchy = int(s.duchy[field])
    fields = [other for other in course.plots if s.duchy[other] == duchy] if duchy and event[0] in DUCHIES else [field]
    return together(straight(course.plots[other].outline) for other in fields)


HAPPENING = Happening(
    outline,
    signs={
        Event.DEPLOYED: "kl-helm",
        Event.DEPLOYED_ON_RIVER: "kl-helm",
        Event.REINFORCED: "kl-helm",
        Event.DISCARDED: "kl-discards",
        Event.REPLACED: "kl-archbishop",
        Event.BASTION_SET: "kl-bastion-sign",
        Event.CARD_DRAWN: "kl-deck",
        Event.RESHUFFLED: "kl-deck",
        Event.DUKE_ENTERS: "kl-king",
        Event.DUKE_OUSTED: "kl-ducats",
        Event.DUKE_MERGED: "kl-ducats",
        Event.DUKE_OF_TIE: "kl-ducats",
        Event.DUKE_STAYS: "kl-king",
        Event.CASTLE_MANNED: "kl-helm",
        Event.CASTLE_MANNED_BY_DUKE: "kl-helm",
        Event.CASTLE_DECLINED: "kl-ruin",
        Event.CASTLE_EMPTY: "kl-ruin",
        Event.CASTLE_SWAPPED: "kl-archbishop",
        Event.ARCHBISHOP_TO: "kl-archbishop",
        Event.ARCHBISHOP_ASIDE: "kl-archbishop",
        Event.FINAL_DUCHY: "kl-ducats",
        Event.FINAL_ARCHBISHOP: "kl-archbishop",
        Event.WINNER: "kl-king",
        Event.SHARED_WIN: "kl-king",
    },
    unsaid=frozenset({Event.CARD_PICKED}),  # what is done with the card names it
    unsaid_hidden=frozenset({Event.CARD_DRAWN}),
)
