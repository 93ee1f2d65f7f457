"""Rheinländer: manning castles (RH-30, RH-31).

A castle is settled when the first knight comes to one of its fields, before the duchy is. A duke may man it, and may be another player.
"""

from __future__ import annotations

from kronland.core.flow import pass_to, seat_bit
from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import N_
from kronland.games.rheinlaender.rules.domains import ALL_FIELDS
from kronland.games.rheinlaender.rules.duchies import is_knight, other_field, settle_arrival, settle_bishops, use_knight
from kronland.games.rheinlaender.rules.events import Event
from kronland.games.rheinlaender.rules.state import LAND, NONE, SPOTS_OF_FIELD, TOUCHING, Building, Phase
from kronland.games.rheinlaender.rules.turn import after_card


@rule
def go_on_settling(s, log):
    """RH-31: the castles first, where a duke may have to decide, then the duchy."""
    if settle_castles(s, log):
        field = s.arrived
        s.arrived = NONE
        s.castles_settled = 0
        settle_arrival(s, field, log)
        settle_bishops(s, log)
        after_card(s, log)


@rule
def settle_castles(s, log):
    """Settle the castles beside the knight that has arrived; False if a duke has to decide first."""
    field = s.arrived
    if field >= LAND:
        return True
    while s.castles_settled < SPOTS_OF_FIELD:
        spot = s.spot_of[field, s.castles_settled]
        if spot != NONE and s.building[spot] == Building.CASTLE and not is_knight(s.on[other_field(s, spot, field)]):
            duke = castle_duke(s)
            player = s.on[field] if duke == NONE else duke
            if s.knights_left[player] == 0:
                emit(log, Event.CASTLE_EMPTY, player, field)
            elif duke == NONE:
                _man(s, player, spot, log)
                emit(log, Event.CASTLE_MANNED, player, field)
            else:
                s.phase = Phase.CASTLE
                pass_to(s, seat_bit(duke))
                return False
        s.castles_settled += 1
    return True


@rule
def castle_duke(s):
    """The duke who may man the castle: of the duchy that the knight comes to, -1 for none.

    Where it joins several, the duke of the most valuable one has the choice; of equals, the first in turn order from the player whose
    turn it is (RH-30).
    """
    chosen, best, nearest = NONE, 0, 0
    for k in range(TOUCHING):
        there = s.touching[s.arrived, k]
        if there == NONE:
            break
        duchy = s.duchy[there]
        if duchy > 0 and s.duke[duchy] != NONE:
            duke = s.duke[duchy]
            away = (duke - s.seat + s.players) % s.players
            if chosen == NONE or s.worth[duchy] > best or (s.worth[duchy] == best and away < nearest):
                chosen, best, nearest = duke, s.worth[duchy], away
    return chosen


@rule
def _man(s, seat, spot, log):
    s.castle_knight[spot] = seat
    use_knight(s, seat, log)


# The duke's answer ------------------------------------------------------------------------------------------------------------------

ASK = N_("A first knight has come to {field}, beside a castle of your duchy: put a knight on the castle, or leave it empty.")


def ask_for_the_castle(view: View) -> str:
    return view.words(ASK, field=ALL_FIELDS.say(int(view.state.arrived), view.words, view.names))


MAN = Verb(
    "man",
    label=N_("Put a knight on the castle"),
    prompt=ask_for_the_castle,
    lesson=N_("As duke you may put a knight on the castle. It counts at once, and can save your duchy."),
    rules=("RH-30",),
)
DECLINE = Verb(
    "decline",
    label=N_("Leave the castle empty"),
    lesson=N_("A castle that you decline stays empty for good."),
    rules=("RH-30",),
)


@rule
def may_answer(s):
    return s.phase == Phase.CASTLE


@rule
def man_castle(s, seat, log):
    _man(s, seat, s.spot_of[s.arrived, s.castles_settled], log)
    emit(log, Event.CASTLE_MANNED_BY_DUKE, seat, s.arrived)
    s.castles_settled += 1
    go_on_settling(s, log)


@rule
def decline_castle(s, seat, log):
    emit(log, Event.CASTLE_DECLINED, seat, s.arrived)
    s.castles_settled += 1
    go_on_settling(s, log)
