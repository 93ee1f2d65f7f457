"""Rheinländer: why an action is refused, with the rule that forbids it."""

from __future__ import annotations

from enum import IntEnum

from kronland.core.refusal import COMMON_REFUSALS, Common
from kronland.core.words import N_, RefusalKind


class Refusal(IntEnum):
    NONE = Common.NONE
    GAME_OVER = Common.GAME_OVER
    NOT_YOUR_DECISION = Common.NOT_YOUR_DECISION
    NO_SUCH_ACTION = Common.NO_SUCH_ACTION
    NOT_NOW = Common.NOT_NOW
    NO_SUCH_FIELD = 10
    CARD_NOT_HELD = 20
    CARD_OF_NO_USE = 21
    FIELD_TAKEN = 30
    RIVER_ELSEWHERE = 31
    RIVER_CLOSED = 32
    NO_OWN_KNIGHT_BESIDE = 33
    OTHER_KNIGHT_BESIDE = 34
    NO_ARCHBISHOP = 40
    REPLACE_ELSEWHERE = 41
    REPLACE_NOBODY = 42
    BASTION_SET = 50
    NO_BASTIONS_LEFT = 51
    BASTION_ON_RIVER = 52
    BASTION_FIELD_TAKEN = 53


REFUSALS: dict[int, RefusalKind] = {
    **COMMON_REFUSALS,
    Refusal.NO_SUCH_FIELD: RefusalKind("RH-2", N_("There is no such field on this map.")),
    Refusal.CARD_NOT_HELD: RefusalKind("RH-10", N_("You do not hold this card.")),
    Refusal.CARD_OF_NO_USE: RefusalKind("RH-15", N_("This card allows nothing, but another card in your hand does.")),
    Refusal.FIELD_TAKEN: RefusalKind("RH-11", N_("This field is occupied.")),
    Refusal.RIVER_CLOSED: RefusalKind("RH-12", N_("The river is open only when both land fields of the section are occupied.")),
    Refusal.RIVER_ELSEWHERE: RefusalKind("RH-12", N_("Only the card of its own section reaches a river field.")),
    Refusal.NO_OWN_KNIGHT_BESIDE: RefusalKind("RH-14", N_("Outside the card's section a knight goes next to one of your own.")),
    Refusal.OTHER_KNIGHT_BESIDE: RefusalKind(
        "RH-14", N_("Outside the card's section no other player's knight may stand next to the field.")
    ),
    Refusal.NO_ARCHBISHOP: RefusalKind("RH-16", N_("Only the holder of the archbishop replaces knights.")),
    Refusal.REPLACE_ELSEWHERE: RefusalKind("RH-16", N_("The archbishop reaches the fields of the card's section only.")),
    Refusal.REPLACE_NOBODY: RefusalKind("RH-16", N_("No other player's knight stands on this field.")),
    Refusal.BASTION_SET: RefusalKind("RH-17", N_("You have set a bastion in this turn already.")),
    Refusal.NO_BASTIONS_LEFT: RefusalKind("RH-17", N_("You have no bastion left.")),
    Refusal.BASTION_ON_RIVER: RefusalKind("RH-17", N_("Bastions stand on land.")),
    Refusal.BASTION_FIELD_TAKEN: RefusalKind("RH-17", N_("A bastion needs a free field.")),
}
