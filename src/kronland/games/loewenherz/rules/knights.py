"""Löwenherz (1997): knights (L97-40 to L97-42), those of new castles (L97-3) and of deserters (L97-72) too."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import N_, NN_
from kronland.games.fields import EMPTY, both, get_row, has, is_empty, list_fields, without
from kronland.games.grid.rules.moves import knight_hindrance, knight_places, put_knight, settling_places
from kronland.games.loewenherz.rules.castles import set_start_knight, start_knight_cells, why_no_start_knight
from kronland.games.loewenherz.rules.domains import FIELDS, PAYMENTS
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.expansion import EXPAND, settle_expansion
from kronland.games.loewenherz.rules.purse import N_PAYMENTS, forest_fee, pay, ways_to_pay, why_no_payment
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.state import BOARD, FOREST_FEE, Phase, Terrain

FIELD_OF = BOARD.field_of_cell

START_KNIGHT = N_("Set a knight on farmland beside the castle.")
DESERTER = N_("Set your knight in your own region.")
TWO_KNIGHTS_OR_EXPANSION = N_("Set two knights, or set a knight and expand a region, or finish.")
KNIGHT_OR_EXPANSION = N_("Set a knight, expand a region, or finish.")
SECOND_FIELD_OR_KNIGHT = N_("Expand the same region to a second field, set a knight, or finish.")
KNIGHTS = NN_("Set a knight, or finish.", "Set up to {n} knights, or finish.", "n")


def ask_for_a_knight(view: View) -> str:
    s, words = view.state, view.words
    if s.phase != Phase.KNIGHT:
        return words(START_KNIGHT if s.phase == Phase.START_KNIGHT else DESERTER)
    if EXPAND not in view.verbs:
        return words(KNIGHTS, n=int(s.left))
    if s.expanding >= 0:
        return words(SECOND_FIELD_OR_KNIGHT)
    return words(TWO_KNIGHTS_OR_EXPANSION if s.left == 2 else KNIGHT_OR_EXPANSION)


KNIGHT = Verb(
    "knight",
    FIELDS,
    PAYMENTS,
    label=N_("Set a knight on {field}{payment}"),
    prompt=ask_for_a_knight,
    lesson=N_(
        "A knight stands beside a castle or another knight of yours. The side with more knights in its region can "
        "push the border into a weaker neighbour."
    ),
    rules=("L97-41",),
)


@rule
def knight_cells(s, seat):
    """The fields where a knight may be set now, if its fee can be paid: nothing else decides it."""
    if s.phase == Phase.KNIGHT and s.left > 0:
        return knight_places(s, seat)
    if s.phase == Phase.SETTLE:
        return settling_places(s, s.desert_to)
    if s.phase == Phase.START_KNIGHT:
        return start_knight_cells(s)
    return EMPTY


@rule
def knight_fee(s, cell):
    """At the start nothing is due, then a forest costs (L97-41); a deserter is paid for both its fields at once (L97-72)."""
    if s.phase == Phase.START_KNIGHT:
        return 0
    return _fee_before(s) + forest_fee(s, cell)


@rule
def _fee_before(s):
    """What is due wherever the knight goes."""
    return forest_fee(s, s.desert_cell) if s.phase == Phase.SETTLE else 0


@rule
def may_set_knight(s, seat, cell, payment):
    return has(knight_cells(s, seat), cell) and ways_to_pay(s, seat, knight_fee(s, cell)) >> payment & 1 == 1


@rule
def list_knights(s, seat, verb, out, n):
    """Append the actions of a verb on these fields, with every way to pay; how many are listed now."""
    cells, fee = knight_cells(s, seat), _fee_before(s)
    forest = both(cells, get_row(s.terrain, Terrain.FOREST))
    n = _list_paid(s, seat, without(cells, forest), fee, verb, out, n)
    return _list_paid(s, seat, forest, fee + FOREST_FEE, verb, out, n)


@rule
def _list_paid(s, seat, cells, fee, verb, out, n):
    if is_empty(cells):
        return n
    ways = ways_to_pay(s, seat, fee)
    for payment in range(N_PAYMENTS):
        if ways >> payment & 1:
            n = list_fields(FIELD_OF, cells, verb + payment, N_PAYMENTS, out, n)
    return n


@rule
def why_no_knight(s, seat, cell, payment):
    start = s.phase == Phase.START_KNIGHT
    if not start and s.phase != Phase.KNIGHT and s.phase != Phase.SETTLE:
        return np.int64(Refusal.NOT_NOW)
    if s.phase == Phase.KNIGHT and s.left == 0:
        return np.int64(Refusal.KNIGHT_USED)
    if s.phase == Phase.SETTLE and not has(get_row(s.region, s.desert_to), cell):
        return np.int64(Refusal.SETTLE_OUTSIDE)
    if not start and not has(knight_cells(s, seat), cell):
        return knight_hindrance(s, seat, cell)
    if not start or payment > 0:
        return why_no_payment(s, seat, knight_fee(s, cell), payment, Refusal.KNIGHT_FEE)
    return why_no_start_knight(s, cell)


@rule
def set_knight(s, seat, cell, payment, log):
    if s.phase == Phase.START_KNIGHT:
        set_start_knight(s, seat, cell, log)
        return
    settle_expansion(s, log)
    pay(s, seat, knight_fee(s, cell), payment, log)
    put_knight(s, seat, cell)
    emit(log, Event.KNIGHT_SET, seat, FIELD_OF[cell])
    if s.phase == Phase.SETTLE:
        s.desert_to = -1
        s.desert_from = -1
        s.desert_cell = -1
        s.phase = Phase.CARD
    else:
        s.left -= 1
