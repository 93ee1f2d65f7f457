"""Rheinländer: a turn (RH-10 to RH-18): one card, perhaps a bastion, draw."""

from __future__ import annotations

import numpy as np

from kronland.core.flow import pass_to, seat_bit
from kronland.core.kernel import rule
from kronland.core.listing import append
from kronland.core.log import emit, whisper
from kronland.games.fields import ZERO, both, either, get, get_row, has, is_empty, list_fields, only, put, put_row, without
from kronland.games.rheinlaender.rules.actions import A_BASTION, A_CARD, A_KNIGHT, A_REPLACE
from kronland.games.rheinlaender.rules.cards import card_bit, draw_card, lay_off, place_in_hand
from kronland.games.rheinlaender.rules.castles import answer_castle, settle_castles
from kronland.games.rheinlaender.rules.duchies import is_knight, settle_arrival, settle_bishops, settle_ruler, use_knight
from kronland.games.rheinlaender.rules.ending import end_game
from kronland.games.rheinlaender.rules.eras import begin_era
from kronland.games.rheinlaender.rules.events import Event
from kronland.games.rheinlaender.rules.refusals import Refusal
from kronland.games.rheinlaender.rules.state import BASTION, LAND, NONE, RIVER, TOUCHING, Phase

SAME = np.arange(LAND, dtype=np.int16)  # `list_fields` wants to know the field of a cell: here they are the same


@rule
def begin_turn(s, seat):
    s.turn_number += 1
    s.seat = seat
    s.picked = 0
    s.bastion_set = 0
    s.phase = Phase.CARD
    pass_to(s, seat_bit(seat))


@rule
def river_of(section):
    return RIVER + np.int64(section) - 1


@rule
def is_field(s, field):
    """Whether the map has this field."""
    return field - RIVER < s.sections if field >= RIVER else has(get(s.land), field)


# What a card allows -----------------------------------------------------------------------------------------------------------------


@rule
def reinforcements(s, seat):
    """RH-14: free land next to an own knight and next to no other player's. The river is no land, castle knights stand on no field."""
    fields = without(both(get(s.land), get_row(s.near, seat)), get(s.taken))
    for other in range(s.players):
        if other != seat:
            fields = without(fields, get_row(s.near, other))
    return fields


@rule
def in_section(s, field, section):
    """RH-13: an island field may belong to two sections."""
    return s.section_land[section, 0] == field or s.section_land[section, 1] == field


@rule
def deployable(s, section):
    """RH-11: the free land fields of a section."""
    return without(either(only(s.section_land[section, 0]), only(s.section_land[section, 1])), get(s.taken))


@rule
def river_is_open(s, section):
    """RH-12: both land fields are occupied."""
    return s.on[s.section_land[section, 0]] != NONE and s.on[s.section_land[section, 1]] != NONE


@rule
def replaceable(s, seat, field):
    """RH-16: another player's knight, on land or river."""
    return is_knight(s.on[field]) and s.on[field] != seat


@rule
def reaches(s, seat, section):
    """Whether the card of a section allows its player something in the section itself (RH-11, RH-12, RH-16)."""
    river = river_of(section)
    if not river_is_open(s, section) or s.on[river] == NONE:
        return True
    if s.archbishop != seat:
        return False
    return (
        replaceable(s, seat, s.section_land[section, 0]) or replaceable(s, seat, s.section_land[section, 1]) or replaceable(s, seat, river)
    )


@rule
def allows(s, seat, card):
    """Whether a card allows anything; with a field to reinforce every card does."""
    return reaches(s, seat, card) or not is_empty(reinforcements(s, seat))


@rule
def is_stuck(s, seat):
    """RH-15: no card in hand allows anything."""
    if not is_empty(reinforcements(s, seat)):
        return False
    for place in range(s.hand_size[seat]):
        if reaches(s, seat, s.hand[seat, place]):
            return False
    return True


# Picking the card -------------------------------------------------------------------------------------------------------------------


@rule
def card_refusal(s, seat, card):
    if place_in_hand(s, seat, card) == NONE:
        return np.int64(Refusal.CARD_NOT_HELD)
    if not allows(s, seat, card) and not is_stuck(s, seat):
        return np.int64(Refusal.CARD_OF_NO_USE)
    return np.int64(Refusal.NONE)


@rule
def card_legal(s, seat, out, n):
    every = not is_empty(reinforcements(s, seat)) or is_stuck(s, seat)
    for place in range(s.hand_size[seat]):
        card = s.hand[seat, place]
        if every or reaches(s, seat, card):
            n = append(out, n, A_CARD + card - 1)
    return n


@rule
def pick_card(s, seat, card, log):
    """The card stays hidden until its knight is set, and can be put back until then; where no card allows anything, it is discarded."""
    if allows(s, seat, card):
        s.picked = card
        s.phase = Phase.FIELD
        whisper(log, seat_bit(seat), Event.CARD_PICKED, seat, card - 1)
        return
    useful = ZERO
    for section in range(1, s.sections + 1):
        if reaches(s, seat, section):
            useful |= card_bit(section)
    begin_era(s, seat, useful)
    lay_off(s, seat, card)
    emit(log, Event.DISCARDED, seat, card - 1)
    after_card(s, log)


# Using it ---------------------------------------------------------------------------------------------------------------------------


@rule
def knight_refusal(s, seat, field):
    if not is_field(s, field):
        return np.int64(Refusal.NO_SUCH_FIELD)
    if s.on[field] != NONE:
        return np.int64(Refusal.FIELD_TAKEN)
    if field >= RIVER:
        if field != river_of(s.picked):
            return np.int64(Refusal.RIVER_ELSEWHERE)
        if not river_is_open(s, s.picked):
            return np.int64(Refusal.RIVER_CLOSED)
    elif not in_section(s, field, s.picked):
        if not has(get_row(s.near, seat), field):
            return np.int64(Refusal.NO_OWN_KNIGHT_BESIDE)
        if not has(reinforcements(s, seat), field):
            return np.int64(Refusal.OTHER_KNIGHT_BESIDE)
    return np.int64(Refusal.NONE)


@rule
def replace_refusal(s, seat, field):
    if not is_field(s, field):
        return np.int64(Refusal.NO_SUCH_FIELD)
    if s.archbishop != seat:
        return np.int64(Refusal.NO_ARCHBISHOP)
    if field != river_of(s.picked) and not in_section(s, field, s.picked):
        return np.int64(Refusal.REPLACE_ELSEWHERE)
    if not replaceable(s, seat, field):
        return np.int64(Refusal.REPLACE_NOBODY)
    return np.int64(Refusal.NONE)


@rule
def field_legal(s, seat, out, n):
    section = s.picked
    n = list_fields(SAME, either(reinforcements(s, seat), deployable(s, section)), A_KNIGHT, 1, out, n)
    river = river_of(section)
    if s.on[river] == NONE and river_is_open(s, section):
        n = append(out, n, A_KNIGHT + river)
    if s.archbishop == seat:
        for side in range(2):
            field = s.section_land[section, side]
            if replaceable(s, seat, field):
                n = append(out, n, A_REPLACE + field)
        if replaceable(s, seat, river):
            n = append(out, n, A_REPLACE + river)
    return n


@rule
def set_knight(s, seat, field, log):
    """Deploy (RH-11, RH-12) or reinforce (RH-14); then the castles beside it, the duchy, the bishops."""
    card = _play_picked(s, seat)
    if field >= RIVER:
        emit(log, Event.DEPLOYED_ON_RIVER, seat, card - 1, field)
    elif in_section(s, field, card):
        emit(log, Event.DEPLOYED, seat, card - 1, field)
    else:
        emit(log, Event.REINFORCED, seat, card - 1, field)
    put_knight(s, seat, field)
    use_knight(s, seat, log)
    s.arrived = field
    s.castles_settled = 0
    go_on_settling(s, log)


@rule
def _play_picked(s, seat):
    """The card picked before is shown and laid off."""
    card = s.picked
    s.picked = 0
    lay_off(s, seat, card)
    return card


@rule
def put_knight(s, seat, field):
    s.on[field] = seat
    if field < LAND:
        put(s.taken, either(get(s.taken), only(field)))
    for k in range(TOUCHING):
        there = s.touching[field, k]
        if there == NONE:
            break
        if there < LAND:
            put_row(s.near, seat, either(get_row(s.near, seat), only(there)))


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
def answer(s, seat, manned, log):
    """RH-30: what the duke does with the castle."""
    answer_castle(s, seat, manned, log)
    go_on_settling(s, log)


@rule
def replace_knight(s, seat, field, log):
    """RH-16: the archbishop's exchange. No first knight for a castle (RH-30), and no field changes its duchy."""
    card = _play_picked(s, seat)
    other = s.on[field]
    emit(log, Event.REPLACED, seat, card - 1, other, field)
    put_knight(s, seat, field)
    _forget_near(s, other, field)
    s.knights_left[other] += 1
    use_knight(s, seat, log)
    duchy = np.int64(s.duchy[field])
    if duchy > 0:
        s.strength[duchy, other] -= 1
        s.strength[duchy, seat] += 1
        settle_ruler(s, duchy, np.int64(1) << duchy, field, log)
        settle_bishops(s, log)
    after_card(s, log)


@rule
def _forget_near(s, seat, field):
    """A knight has left a field: which of the fields around it are still next to one of this player's?"""
    fields = get_row(s.near, seat)
    for k in range(TOUCHING):
        there = s.touching[field, k]
        if there == NONE:
            break
        if there < LAND:
            fields = without(fields, only(there))
            for m in range(TOUCHING):
                beside = s.touching[there, m]
                if beside == NONE:
                    break
                if s.on[beside] == seat:
                    fields = either(fields, only(there))
    put_row(s.near, seat, fields)


# Bastions and the end of the turn ---------------------------------------------------------------------------------------------------


@rule
def bastion_refusal(s, seat, field):
    if not is_field(s, field):
        return np.int64(Refusal.NO_SUCH_FIELD)
    if s.bastion_set:
        return np.int64(Refusal.BASTION_SET)
    if s.bastions_left[seat] == 0:
        return np.int64(Refusal.NO_BASTIONS_LEFT)
    if field >= RIVER:
        return np.int64(Refusal.BASTION_ON_RIVER)
    if s.on[field] != NONE:
        return np.int64(Refusal.BASTION_FIELD_TAKEN)
    return np.int64(Refusal.NONE)


@rule
def may_set_bastion(s, seat):
    return not s.bastion_set and s.bastions_left[seat] > 0


@rule
def bastion_legal(s, seat, out, n):
    if may_set_bastion(s, seat):
        n = list_fields(SAME, without(get(s.land), get(s.taken)), A_BASTION, 1, out, n)
    return n


@rule
def set_bastion(s, seat, field, log):
    """RH-17. Set after the card it can still be taken back, so the turn ends with a decision of its own."""
    s.on[field] = BASTION
    put(s.taken, either(get(s.taken), only(field)))
    s.bastions_left[seat] -= 1
    s.bastion_set = 1
    emit(log, Event.BASTION_SET, seat, field)


@rule
def after_card(s, log):
    """The card is played: a bastion may follow, if one can; otherwise the turn is over."""
    if may_set_bastion(s, s.seat) and not is_empty(without(get(s.land), get(s.taken))):
        s.phase = Phase.BASTION
        pass_to(s, seat_bit(s.seat))
    else:
        end_turn(s, log)


@rule
def end_turn(s, log):
    """RH-18: draw; then the next player, or the end (RH-50)."""
    draw_card(s, s.seat, log)
    if s.last_turn:
        end_game(s, log)
    else:
        begin_turn(s, (s.seat + 1) % s.players)
