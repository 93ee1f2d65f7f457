"""Löwenherz (1997): why an action is refused, with the rule that forbids it."""

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
    NUMBER_OF_CARDS = 16
    NO_ALLIANCE_CARD = 20
    NO_DESERTER_CARD = 21
    POLITICS_PLAYED = 22
    ALLIANCE_REGIONS = 23
    ALLIANCE_STANDS = 24
    ALLIANCE_APART = 25
    DESERTER_REGIONS = 26
    DESERTER_APART = 27
    DESERTER_IMPOSSIBLE = 28
    DESERTER_FEE = 29
    REMOVE_NO_KNIGHT = Hindrance.REMOVE_NO_KNIGHT
    REMOVE_LINK = Hindrance.REMOVE_LINK
    REMOVE_FEE = 32
    OFFERS_OVER = 40
    OFFER_TOO_HIGH = 41
    NO_OFFER = 42
    OFFER_NOT_COVERED = 43
    BID_TOO_HIGH = 44
    BID_TREASURE = 45
    BORDERS_USED = 50
    THREE_REGIONS = 51
    NO_BORDERS_LEFT = Hindrance.NO_BORDERS_LEFT
    LINE_TAKEN = Hindrance.LINE_TAKEN
    PARTS_FIGURES = Hindrance.PARTS_FIGURES
    INSIDE_A_REGION = Hindrance.INSIDE_A_REGION
    NO_SUCH_ALLIANCE = 56
    NOT_YOUR_ALLIANCE = 57
    KNIGHT_USED = 60
    SETTLE_OUTSIDE = 61
    NO_KNIGHTS_LEFT = Hindrance.NO_KNIGHTS_LEFT
    KNIGHT_GROUND = Hindrance.KNIGHT_GROUND
    KNIGHT_FIELD_TAKEN = Hindrance.KNIGHT_FIELD_TAKEN
    KNIGHT_APART = Hindrance.KNIGHT_APART
    FEE_NOT_DUE = 66
    TREASURE_NOT_HELD = 67
    KNIGHT_FEE = 68
    OTHER_REGION = 70
    NO_REGION = 71
    EXPANSION_USED = 72
    NOT_BESIDE_REGION = Hindrance.NOT_BESIDE_REGION
    FIGURE_ON_FIELD = Hindrance.FIGURE_ON_FIELD
    OWN_REGION = Hindrance.OWN_REGION
    TOO_FEW_KNIGHTS = Hindrance.TOO_FEW_KNIGHTS
    ALLIED = Hindrance.ALLIED
    CANNOT_CLOSE = Hindrance.CANNOT_CLOSE
    PILE_EMPTY = 80
    NOT_IN_PILE = 81
    ALLIANCE_FEE = 84
    NEEDED_FOR_DESERTER = 85
    START_KNIGHT_PLACE = 90
    START_KNIGHT_GROUND = 91


REFUSALS: dict[int, RefusalKind] = {
    **COMMON_REFUSALS,
    Refusal.CASTLE_GROUND: RefusalKind("L97-3", N_("A castle can be set on farmland only.")),
    Refusal.CASTLE_FIELD_TAKEN: RefusalKind("L97-3", N_("A castle or knight already stands on this field.")),
    Refusal.CASTLE_WITHOUT_ROOM: RefusalKind("L97-3", N_("There is no free farmland beside this field for the castle's knight.")),
    Refusal.CASTLES_TOO_CLOSE: RefusalKind("L97-5", N_("This is too close to another castle of the same colour.")),
    Refusal.START_KNIGHT_PLACE: RefusalKind("L97-3", N_("The knight goes on a free field next to the castle just set.")),
    Refusal.START_KNIGHT_GROUND: RefusalKind("L97-3", N_("During set-up a knight can be set on farmland only.")),
    Refusal.NUMBER_OF_CARDS: RefusalKind("L97-11", N_("You lay one decision card; with two or three players the start player lays two.")),
    Refusal.NO_ALLIANCE_CARD: RefusalKind("L97-12", N_("You hold no alliance card.")),
    Refusal.NO_DESERTER_CARD: RefusalKind("L97-12", N_("You hold no deserter card.")),
    Refusal.POLITICS_PLAYED: RefusalKind("L97-12", N_("You may play only one politics card with each decision card.")),
    Refusal.ALLIANCE_REGIONS: RefusalKind("L97-70", N_("An alliance joins one of your regions and one of another colour.")),
    Refusal.ALLIANCE_APART: RefusalKind("L97-70", N_("The two regions share no border.")),
    Refusal.ALLIANCE_STANDS: RefusalKind("L97-70", N_("The two regions are allied already.")),
    Refusal.DESERTER_REGIONS: RefusalKind("L97-72", N_("A deserter goes from another colour's region to one of yours.")),
    Refusal.DESERTER_APART: RefusalKind("L97-72", N_("The two regions share no border.")),
    Refusal.DESERTER_IMPOSSIBLE: RefusalKind("L97-72", N_("You cannot remove a knight there and set one of your own here.")),
    Refusal.DESERTER_FEE: RefusalKind("L97-72", N_("You cannot pay the fees for removing a knight there and setting your own here.")),
    Refusal.REMOVE_NO_KNIGHT: RefusalKind("L97-72", N_("There is no knight of that region on this field.")),
    Refusal.REMOVE_LINK: RefusalKind("L97-72", N_("Without this knight another one would lose its link to the castle.")),
    Refusal.REMOVE_FEE: RefusalKind("L97-72", N_("You cannot pay the fees for this knight and for your own.")),
    Refusal.OFFER_TOO_HIGH: RefusalKind("L97-21", N_("The payer does not have that many ducats.")),
    Refusal.OFFERS_OVER: RefusalKind("L97-21", N_("Six offers have been made: accept the last one, or break off.")),
    Refusal.NO_OFFER: RefusalKind("L97-21", N_("No offer has been made yet.")),
    Refusal.OFFER_NOT_COVERED: RefusalKind("L97-21", N_("The payer can no longer pay what was offered.")),
    Refusal.BID_TOO_HIGH: RefusalKind("L97-22", N_("You do not have that many ducats.")),
    Refusal.BID_TREASURE: RefusalKind("L97-22", N_("You do not hold that treasure.")),
    Refusal.BORDERS_USED: RefusalKind("L97-31", N_("You have set all borders of this action.")),
    Refusal.LINE_TAKEN: RefusalKind("L97-31", N_("There is already a border on this line.")),
    Refusal.PARTS_FIGURES: RefusalKind("L97-32", N_("A border may not part two neighbouring figures of the same colour.")),
    Refusal.INSIDE_A_REGION: RefusalKind("L97-33", N_("No border may be set inside a region.")),
    Refusal.THREE_REGIONS: RefusalKind("L97-34", N_("Whoever owns three regions may set no more borders.")),
    Refusal.NO_BORDERS_LEFT: RefusalKind("L97-35", N_("There are no borders left in the supply.")),
    Refusal.KNIGHT_USED: RefusalKind("L97-40", N_("You have no more knights to set in this action.")),
    Refusal.KNIGHT_GROUND: RefusalKind("L97-41", N_("A knight can be set on farmland or forest only.")),
    Refusal.KNIGHT_FIELD_TAKEN: RefusalKind("L97-41", N_("A castle or knight already stands on this field.")),
    Refusal.KNIGHT_APART: RefusalKind("L97-41", N_("A knight goes next to one of your castles or knights, with no border between.")),
    Refusal.KNIGHT_FEE: RefusalKind("L97-41", N_("You cannot pay the fee for the forest like this.")),
    Refusal.NO_KNIGHTS_LEFT: RefusalKind("L97-42", N_("You have no knights left in your supply.")),
    Refusal.SETTLE_OUTSIDE: RefusalKind("L97-72", N_("Your knight goes into your own one of the two regions.")),
    Refusal.FEE_NOT_DUE: RefusalKind("L97-73", N_("No fee is due here that a treasure could pay.")),
    Refusal.TREASURE_NOT_HELD: RefusalKind("L97-73", N_("You do not hold that treasure.")),
    Refusal.EXPANSION_USED: RefusalKind("L97-40", N_("You have no expansion left in this action.")),
    Refusal.NO_REGION: RefusalKind("L97-50", N_("This castle has no region to expand.")),
    Refusal.OTHER_REGION: RefusalKind("L97-50", N_("Both fields of an expansion go to the same region.")),
    Refusal.NOT_BESIDE_REGION: RefusalKind("L97-50", N_("The field does not lie beside the region.")),
    Refusal.FIGURE_ON_FIELD: RefusalKind("L97-51", N_("A field with a figure on it cannot be taken.")),
    Refusal.OWN_REGION: RefusalKind("L97-51", N_("The field belongs to one of your own regions.")),
    Refusal.CANNOT_CLOSE: RefusalKind("L97-51", N_("There are too few borders left to enclose the new field.")),
    Refusal.TOO_FEW_KNIGHTS: RefusalKind("L97-52", N_("Your region needs more knights than the region it takes the field from.")),
    Refusal.ALLIED: RefusalKind("L97-52", N_("The two regions are allied.")),
    Refusal.PILE_EMPTY: RefusalKind("L97-60", N_("This pile is empty.")),
    Refusal.NOT_IN_PILE: RefusalKind("L97-60", N_("There is no such card in this pile.")),
    Refusal.NO_SUCH_ALLIANCE: RefusalKind("L97-71", N_("There is no such alliance.")),
    Refusal.NOT_YOUR_ALLIANCE: RefusalKind("L97-71", N_("Only a party to the alliance may end it.")),
    Refusal.ALLIANCE_FEE: RefusalKind("L97-71", N_("You cannot pay the 10 ducats like this.")),
    Refusal.NEEDED_FOR_DESERTER: RefusalKind("L97-72", N_("You need the money to complete the deserter.")),
}
