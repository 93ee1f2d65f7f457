"""Löwenherz (2003): why an action is refused, with the rule that forbids it."""

from __future__ import annotations

from enum import IntEnum

from kronland.core.refusal import COMMON_REFUSALS, Common
from kronland.core.words import N_, RefusalKind
from kronland.games.grid.rules.moves import Hindrance


class Refusal(IntEnum):
    NONE = Common.NONE
    GAME_OVER = Common.GAME_OVER
    NOT_YOUR_DECISION = Common.NOT_YOUR_DECISION
    NO_SUCH_ACTION = Common.NO_SUCH_ACTION
    NOT_NOW = Common.NOT_NOW
    CASTLE_GROUND = Hindrance.CASTLE_GROUND
    CASTLE_FIELD_TAKEN = Hindrance.CASTLE_FIELD_TAKEN
    CASTLE_WITHOUT_ROOM = Hindrance.CASTLE_WITHOUT_ROOM
    CASTLES_TOO_CLOSE = Hindrance.CASTLES_TOO_CLOSE
    START_KNIGHT_PLACE = 14
    START_KNIGHT_GROUND = 15
    CARD_NOT_HELD = 20
    NOT_ON_CARD = 21
    CARD_TOO_DEAR = 22
    NOTHING_TO_DO = 23
    FOREST_TOO_DEAR = 24
    NOT_IN_MARKET = 25
    JUST_SOLD = 26
    MARKET_TOO_OFTEN = 27
    NOTHING_DONE = 28
    REMOVED = 29
    REMOVE_NO_KNIGHT = Hindrance.REMOVE_NO_KNIGHT
    REMOVE_LINK = Hindrance.REMOVE_LINK
    BORDERS_USED = 50
    NO_BORDERS_LEFT = Hindrance.NO_BORDERS_LEFT
    LINE_TAKEN = Hindrance.LINE_TAKEN
    PARTS_FIGURES = Hindrance.PARTS_FIGURES
    INSIDE_A_REGION = Hindrance.INSIDE_A_REGION
    KNIGHTS_USED = 60
    SETTLE_OUTSIDE = 61
    NO_KNIGHTS_LEFT = Hindrance.NO_KNIGHTS_LEFT
    KNIGHT_GROUND = Hindrance.KNIGHT_GROUND
    KNIGHT_FIELD_TAKEN = Hindrance.KNIGHT_FIELD_TAKEN
    KNIGHT_APART = Hindrance.KNIGHT_APART
    KNIGHT_FEE = 66
    FIELDS_USED = 70
    OTHER_REGION = 71
    NO_REGION = 72
    NOT_BESIDE_REGION = Hindrance.NOT_BESIDE_REGION
    FIGURE_ON_FIELD = Hindrance.FIGURE_ON_FIELD
    OWN_REGION = Hindrance.OWN_REGION
    TOO_FEW_KNIGHTS = Hindrance.TOO_FEW_KNIGHTS
    ALLIED = Hindrance.ALLIED
    CANNOT_CLOSE = Hindrance.CANNOT_CLOSE
    DESERTER_REGIONS = 80
    DESERTER_APART = 81
    DESERTER_KNIGHTS = 82
    DESERTER_ROOM = 83
    DESERTER_FEE = 84
    ALLIANCE_MADE = 85
    ALLIANCE_REGIONS = 86
    ALLIANCE_STANDS = 87
    ALLIANCE_APART = 88


REFUSALS: dict[int, RefusalKind] = {
    **COMMON_REFUSALS,
    Refusal.CASTLE_GROUND: RefusalKind("L03-4", N_("A castle is set on a meadow.")),
    Refusal.CASTLE_FIELD_TAKEN: RefusalKind("L03-4", N_("A figure stands on this field already.")),
    Refusal.CASTLE_WITHOUT_ROOM: RefusalKind("L03-4", N_("The castle's knight would find no free meadow or forest beside it.")),
    Refusal.CASTLES_TOO_CLOSE: RefusalKind("L03-5", N_("Castles of one colour keep more fields between them.")),
    Refusal.START_KNIGHT_PLACE: RefusalKind("L03-4", N_("The knight goes next to the castle just set, on a free field.")),
    Refusal.START_KNIGHT_GROUND: RefusalKind("L03-4", N_("The knight is set on a meadow or in a forest.")),
    Refusal.CARD_NOT_HELD: RefusalKind("L03-11", N_("You do not hold this card.")),
    Refusal.NOT_ON_CARD: RefusalKind("L03-13", N_("The card does not show this action.")),
    Refusal.CARD_TOO_DEAR: RefusalKind("L03-13", N_("You cannot pay the cost of this card.")),
    Refusal.NOTHING_TO_DO: RefusalKind("L03-13", N_("There is no step of this action that you could carry out now.")),
    Refusal.FOREST_TOO_DEAR: RefusalKind(
        "L03-13", N_("A knight could go into a forest only, and 1 ducat for that would be missing after the cost of the card.")
    ),
    Refusal.NOT_IN_MARKET: RefusalKind("L03-14", N_("This card does not lie in the market.")),
    Refusal.JUST_SOLD: RefusalKind("L03-14", N_("The card sold in this turn may not be taken back.")),
    Refusal.MARKET_TOO_OFTEN: RefusalKind("L03-14", N_("After 24 refills from the market in a row the next one comes from the deck.")),
    Refusal.NOTHING_DONE: RefusalKind("L03-13", N_("At least one step of the action is carried out first.")),
    Refusal.REMOVE_NO_KNIGHT: RefusalKind("L03-51", N_("No knight of that region stands here.")),
    Refusal.REMOVE_LINK: RefusalKind("L03-51", N_("Without this knight another one would lose its link to the castle.")),
    Refusal.REMOVED: RefusalKind("L03-50", N_("One knight deserts, no more.")),
    Refusal.BORDERS_USED: RefusalKind("L03-20", N_("All borders of this card have been set.")),
    Refusal.LINE_TAKEN: RefusalKind("L03-20", N_("A border stands on this line already.")),
    Refusal.PARTS_FIGURES: RefusalKind("L03-21", N_("A border may not part two neighbouring figures of the same colour.")),
    Refusal.INSIDE_A_REGION: RefusalKind("L03-22", N_("No border may be set inside a region.")),
    Refusal.NO_BORDERS_LEFT: RefusalKind("L03-24", N_("No borders are left in the supply.")),
    Refusal.KNIGHTS_USED: RefusalKind("L03-32", N_("All knights of this card have been set.")),
    Refusal.KNIGHT_GROUND: RefusalKind("L03-30", N_("A knight stands on a meadow or in a forest only.")),
    Refusal.KNIGHT_FIELD_TAKEN: RefusalKind("L03-30", N_("A figure stands on this field already.")),
    Refusal.KNIGHT_APART: RefusalKind("L03-31", N_("A knight goes next to one of your castles or knights, with no border between.")),
    Refusal.KNIGHT_FEE: RefusalKind("L03-30", N_("A forest costs 1 ducat more, which you do not have.")),
    Refusal.NO_KNIGHTS_LEFT: RefusalKind("L03-32", N_("You have no knights left in your supply.")),
    Refusal.SETTLE_OUTSIDE: RefusalKind("L03-50", N_("The knight goes into your own region of the two.")),
    Refusal.FIELDS_USED: RefusalKind("L03-40", N_("All fields of this card have been taken.")),
    Refusal.NO_REGION: RefusalKind("L03-40", N_("This castle has no region that could grow.")),
    Refusal.OTHER_REGION: RefusalKind("L03-40", N_("Both fields of an expansion go to the same region.")),
    Refusal.NOT_BESIDE_REGION: RefusalKind("L03-40", N_("The field does not lie beside the region.")),
    Refusal.FIGURE_ON_FIELD: RefusalKind("L03-41", N_("A field with a figure on it cannot be taken.")),
    Refusal.OWN_REGION: RefusalKind("L03-41", N_("The field belongs to one of your own regions.")),
    Refusal.CANNOT_CLOSE: RefusalKind("L03-44", N_("Too few borders are left to close the new field.")),
    Refusal.TOO_FEW_KNIGHTS: RefusalKind("L03-43", N_("Your region needs more knights than the region it takes the field from.")),
    Refusal.ALLIED: RefusalKind("L03-43", N_("An alliance binds the two regions.")),
    Refusal.DESERTER_REGIONS: RefusalKind("L03-50", N_("A deserter goes from another colour's region to one of yours.")),
    Refusal.DESERTER_APART: RefusalKind("L03-50", N_("The two regions share no border.")),
    Refusal.DESERTER_KNIGHTS: RefusalKind("L03-50", N_("Each of the two regions must hold a knight.")),
    Refusal.DESERTER_ROOM: RefusalKind("L03-52", N_("Your knight could not be set in this region now.")),
    Refusal.DESERTER_FEE: RefusalKind("L03-52", N_("Your knight could go into a forest of this region only: 1 ducat for that is missing.")),
    Refusal.ALLIANCE_REGIONS: RefusalKind("L03-60", N_("An alliance joins one of your regions and one of another colour.")),
    Refusal.ALLIANCE_APART: RefusalKind("L03-60", N_("The two regions share no border.")),
    Refusal.ALLIANCE_STANDS: RefusalKind("L03-60", N_("The two regions are allied already.")),
    Refusal.ALLIANCE_MADE: RefusalKind("L03-60", N_("One alliance is made, no more.")),
}
