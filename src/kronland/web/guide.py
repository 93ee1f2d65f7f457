"""The first-game guide: a sentence or two on each kind of decision, shown the first time that a reader meets it.

Kinds of decisions are the verbs of the action space. A game whose verbs are not here has no guide for them; a test sees to it that none
is missing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from kronland.core.view import View
from kronland.core.words import N_, Text

MOST = 3  # explanations at once


@dataclass(frozen=True)
class Lesson:
    text: Text
    rule: str


@dataclass(frozen=True)
class Told:
    key: str
    text: str
    rule: str


GUIDE: Mapping[str, Mapping[str, Lesson]] = {
    "loewenherz": {
        "castle": Lesson(
            N_(
                "Castles are where your regions will grow. Look for room: fields, a town, mountains with silver; own castles keep their "
                "distance from one another. A knight goes beside each."
            ),
            "L97-3",
        ),
        "knight": Lesson(
            N_(
                "A knight stands beside a castle or another knight of yours. The side with more knights in its region can push the border "
                "into a weaker neighbour."
            ),
            "L97-41",
        ),
        "card": Lesson(
            N_(
                "Three actions lie open; you choose one by its number. Who chooses alone carries it out. Where two choose the same, they "
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
                "Your region may swallow fields next to it, also those of a neighbour with fewer knights. The arrows show where, and from "
                "which region."
            ),
            "L97-50",
        ),
        "offer": Lesson(N_("You offer this sum to have the action for yourself. The other may accept, answer, or break off."), "L97-21"),
        "demand": Lesson(N_("You leave the action to the other, for this sum."), "L97-21"),
        "accept": Lesson(N_("Accepting moves the money at once, and settles who carries out the action."), "L97-21"),
        "break": Lesson(N_("If you break off, a duel decides: both bid in secret, and both may lose what they bid."), "L97-20"),
        "bid": Lesson(N_("Your bid is secret and made at the same time as the other's. The higher one gets the action."), "L97-22"),
        "pile": Lesson(N_("You look through one of the two piles of politics cards and keep one card of your choice."), "L97-60"),
        "keep": Lesson(
            N_("Alliances and deserters are played with a decision card later on; treasures are money; fiefs are points at the end."),
            "L97-60",
        ),
        "alliance": Lesson(N_("Allied regions cannot expand into one another."), "L97-70"),
        "deserter": Lesson(N_("A knight of a neighbouring region leaves its lord and comes over to yours."), "L97-72"),
        "remove": Lesson(N_("This is the knight that deserts: the one whose loss hurts most, perhaps."), "L97-72"),
        "end": Lesson(N_("For ten ducats an alliance of yours comes to its end."), "L97-71"),
        "done": Lesson(N_("You need not use all of an action. Until you finish you can take back what nobody has reacted to."), "L97-14"),
    },
}


def lessons(view: View, met: Collection[str]) -> list[Told]:
    """What is to be explained to somebody who has met these kinds of decisions."""
    known = GUIDE.get(view.game.id, {})
    verbs = dict.fromkeys(view.game.space.range_of(action).verb for action in view.legal)
    new = [verb for verb in verbs if verb in known and f"{view.game.id}:{verb}" not in met]
    return [Told(f"{view.game.id}:{verb}", view.words(known[verb].text), known[verb].rule) for verb in new[:MOST]]
