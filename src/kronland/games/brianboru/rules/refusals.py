"""Brian Boru: why an action is refused, with the rule that forbids it."""

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
    START_REGION = 10
    NOT_IN_PACKET = 11
    NAME_NOT_FREE = 20
    NAME_WITHOUT_CARD = 21
    CARD_NOT_HELD = 22
    CARD_DOES_NOT_FIT = 23
    BUY_COINS = 30
    BUY_TRACK_TOP = 31
    BUY_NO_RAIDERS = 32
    EXPAND_NOT_FREE = 33
    EXPAND_ACTIVE = 34
    EXPAND_NO_ROAD = 35
    NO_VIKING = 36
    REWARD_NOT_FREE = 40
    REWARD_REGION = 41
    LOSS_OTHER = 50
    MONASTERY_OTHER = 60
    MONASTERY_THERE = 61


REFUSALS: dict[int, RefusalKind] = {
    **COMMON_REFUSALS,
    Refusal.START_REGION: RefusalKind("BB-3", N_("A disc lies in this region already.")),
    Refusal.NOT_IN_PACKET: RefusalKind("BB-11", N_("The packet in front of you does not hold both cards.")),
    Refusal.NAME_NOT_FREE: RefusalKind("BB-20", N_("The active town must be free.")),
    Refusal.NAME_WITHOUT_CARD: RefusalKind("BB-20", N_("You hold neither a card of this town's colour nor a white one.")),
    Refusal.CARD_NOT_HELD: RefusalKind("BB-20", N_("You do not hold this card.")),
    Refusal.CARD_DOES_NOT_FIT: RefusalKind("BB-20", N_("The first card must have the colour of the active town or be white.")),
    Refusal.BUY_COINS: RefusalKind("BB-25", N_("One more costs 2 coins.")),
    Refusal.BUY_TRACK_TOP: RefusalKind("BB-25", N_("Your disc has reached the top of the marriage track.")),
    Refusal.BUY_NO_RAIDERS: RefusalKind("BB-26", N_("No raider is left in the battle area.")),
    Refusal.EXPAND_NOT_FREE: RefusalKind("BB-28", N_("An expansion needs a free town.")),
    Refusal.EXPAND_NO_ROAD: RefusalKind("BB-28", N_("No road joins this town to one that you control.")),
    Refusal.EXPAND_ACTIVE: RefusalKind("BB-28", N_("The active town is for the winner of the trick.")),
    Refusal.NO_VIKING: RefusalKind("BB-29", N_("No Viking disc lies on this town.")),
    Refusal.REWARD_NOT_FREE: RefusalKind("BB-41", N_("The disc goes on a free town.")),
    Refusal.REWARD_REGION: RefusalKind("BB-41", N_("The disc goes into the region on the marriage card.")),
    Refusal.LOSS_OTHER: RefusalKind("BB-50", N_("Whoever loses a town does not control this one.")),
    Refusal.MONASTERY_OTHER: RefusalKind("BB-60", N_("A monastery goes on a town that you control.")),
    Refusal.MONASTERY_THERE: RefusalKind("BB-60", N_("This town has a monastery already.")),
}
