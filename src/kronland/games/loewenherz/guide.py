"""Löwenherz (1997): what its pages teach."""

from __future__ import annotations

from collections.abc import Mapping

from kronland.core.guide import Box, Figure, Lesson
from kronland.core.words import N_, Text
from kronland.games.loewenherz.events import Event
from kronland.games.loewenherz.scene import CHART
from kronland.games.sheets import MARGIN

LESSONS: Mapping[str, Lesson] = {
    "castle": Lesson(
        N_(
            "Castles are where your regions will grow. Look for room: fields, a town, mountains with silver; own castles "
            "keep their "
            "distance from one another. A knight goes beside each."
        ),
        "L97-3",
    ),
    "knight": Lesson(
        N_(
            "A knight stands beside a castle or another knight of yours. The side with more knights in its region can push "
            "the border "
            "into a weaker neighbour."
        ),
        "L97-41",
    ),
    "card": Lesson(
        N_(
            "Three actions lie open; you choose one by its number. Who chooses alone carries it out. Where two choose the "
            "same, they "
            "negotiate, and fight if they do not agree: so look at what the others have chosen."
        ),
        "L97-11",
    ),
    "border": Lesson(
        N_(
            "Click a line between two fields to build a wall there. Walls that close an area around exactly one castle make it a "
            "region, and a region scores for its fields and towns."
        ),
        "L97-36",
    ),
    "expand": Lesson(
        N_(
            "Your region may swallow fields next to it, also those of a neighbour with fewer knights. The arrows show "
            "where, and from "
            "which region."
        ),
        "L97-50",
    ),
    "offer": Lesson(N_("You offer this sum to have the action for yourself. The other may accept, answer, or break off."), "L97-21"),
    "demand": Lesson(N_("You leave the action to the other, for this sum."), "L97-21"),
    "accept": Lesson(N_("Accepting moves the money at once, and settles who carries out the action."), "L97-21"),
    "break": Lesson(N_("If you break off, a duel decides: both bid in secret, and only the winner pays."), "L97-20"),
    "bid": Lesson(N_("Your bid is secret and made at the same time as the other's. The higher one gets the action."), "L97-22"),
    "pile": Lesson(N_("You look through one of the two piles of politics cards and keep one card of your choice."), "L97-60"),
    "keep": Lesson(
        N_("Alliances and deserters are played with a decision card later on; treasures are money; fiefs are points at the end."), "L97-60"
    ),
    "alliance": Lesson(N_("Allied regions cannot expand into one another."), "L97-70"),
    "deserter": Lesson(N_("A knight of a neighbouring region leaves its lord and comes over to yours."), "L97-72"),
    "remove": Lesson(N_("This is the knight that deserts: the one whose loss hurts most, perhaps."), "L97-72"),
    "end": Lesson(N_("For ten ducats an alliance of yours comes to its end."), "L97-71"),
    "done": Lesson(N_("You need not use all of an action. Until you finish you can take back what nobody has reacted to."), "L97-14"),
}

FINAL_STEPS: Mapping[int, Text] = {Event.FINAL_MOUNTAINS: N_("Mountains in own regions"), Event.FINAL_FIEFS: N_("Fiefs")}

BOARD = Box(MARGIN, MARGIN, CHART.width, CHART.height)

# Moments of example.json, a game between bots (knights with 500 or 600 iterations); any other that has them all can take its place.
FIGURES = (
    Figure(
        "L97-11",
        "card",
        N_("Laying a decision card: the three actions lie beside the board, with the arms of who has chosen them."),
        board=False,
    ),
    Figure("L97-21", "offer", N_("Two have chosen the same action and bargain over it; every sum is a button."), board=False),
    Figure("L97-31", "border", N_("Every yellow bar is a line on which a border may be set now.")),
    Figure("L97-36", "", N_("Regions at the end of a game. Tint, hatching and crest tell whose they are.")),
    Figure("L97-41", "knight", N_("A helmet in a yellow disc: here a knight may be set. The arrows are expansions.")),
    Figure("L97-53", "expand", N_("Every arrow takes a field for the region from which it comes.")),
    Figure("L97-70", "alliance", N_("The rings on a border show which two regions can become allies.")),
)
