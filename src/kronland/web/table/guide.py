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
            N_("Alliances and deserters are played with a decision card later on; treasures are money; fiefs are points at the end."),
            "L97-60",
        ),
        "alliance": Lesson(N_("Allied regions cannot expand into one another."), "L97-70"),
        "deserter": Lesson(N_("A knight of a neighbouring region leaves its lord and comes over to yours."), "L97-72"),
        "remove": Lesson(N_("This is the knight that deserts: the one whose loss hurts most, perhaps."), "L97-72"),
        "end": Lesson(N_("For ten ducats an alliance of yours comes to its end."), "L97-71"),
        "done": Lesson(N_("You need not use all of an action. Until you finish you can take back what nobody has reacted to."), "L97-14"),
    },
    "koenig": {
        "castle": Lesson(
            N_("Castles are where your regions will grow. Look for forests, villages and mines near the frame: borders are short there."),
            "L03-4",
        ),
        "knight": Lesson(
            N_(
                "A knight stands beside a castle or another knight of yours; in a forest it costs one ducat more. More knights "
                "make a region strong."
            ),
            "L03-31",
        ),
        "border": Lesson(
            N_(
                "Click a line between two fields. An area closed round exactly one castle is a region and scores its forests, "
                "villages and the royal city."
            ),
            "L03-25",
        ),
        "expand": Lesson(
            N_("Your region takes a field next to it, even from a neighbour whose region holds fewer knights."),
            "L03-40",
        ),
        "deserter": Lesson(
            N_("You set one of your knights, and the owner of the neighbouring region must take one away."),
            "L03-50",
        ),
        "alliance": Lesson(
            N_("To the end of the game neither of the two regions may expand into the other."),
            "L03-60",
        ),
        "remove": Lesson(
            N_("One knight of this region must go; none may be left without a way to its castle."),
            "L03-51",
        ),
        "sell": Lesson(
            N_("Selling brings ducats at once, but everyone can take the card from the market later."),
            "L03-12",
        ),
        "play": Lesson(
            N_("You pay the price and carry out one action of the card. In each turn you sell or play exactly one card."),
            "L03-13",
        ),
        "draw": Lesson(
            N_("You fill your hand from the deck. When its last card is drawn, nobody refills any more."),
            "L03-14",
        ),
        "take": Lesson(
            N_("Instead of a hidden card you may take one of the market, but not the one that you have just sold."),
            "L03-14",
        ),
        "done": Lesson(
            N_("You need not use all of an action, but at least one step. Until you finish you can take steps back."),
            "L03-23",
        ),
    },
    "rheinlaender": {
        "card": Lesson(
            N_(
                "The number is a section of the river: there you may set a knight. Any card also lets you reinforce beside "
                "your own knights."
            ),
            "RH-10",
        ),
        "knight": Lesson(
            N_("Knights on neighbouring fields form a duchy, whoever they belong to. Who has the most knights in it is its duke."),
            "RH-20",
        ),
        "replace": Lesson(
            N_("The archbishop is yours: a knight of another player makes room for one of yours."),
            "RH-16",
        ),
        "bastion": Lesson(
            N_("A bastion keeps knights off a field for good. It can part two duchies before they merge."),
            "RH-17",
        ),
        "man": Lesson(
            N_("As duke you may put a knight on the castle. It counts at once, and can save your duchy."),
            "RH-30",
        ),
        "decline": Lesson(
            N_("A castle that you decline stays empty for good."),
            "RH-30",
        ),
        "done": Lesson(
            N_("Finish your turn: you draw a card. You may set one bastion in your turn, before or after the card."),
            "RH-18",
        ),
    },
    "brianboru": {
        "settle": Lesson(
            N_("Put a disc on this town. Majorities in the eight regions win their power tokens."),
            "BB-3",
        ),
        "keep": Lesson(
            N_("Keep two cards and pass the rest on to the left. High cards win towns, low ones act first and pay better."),
            "BB-11",
        ),
        "name": Lesson(
            N_("You lead: name a free town. The highest card of its colour, or white, wins it."),
            "BB-20",
        ),
        "play": Lesson(
            N_("The winner takes the town, everyone else one of the lower rows of their card."),
            "BB-22",
        ),
        "row": Lesson(
            N_("Choose one row; its signs are carried out from left to right."),
            "BB-22",
        ),
        "buy": Lesson(
            N_("For two coins you get one more step, raider or disc of the same kind, as often as you can pay."),
            "BB-25",
        ),
        "expand": Lesson(
            N_("For five coins you put a disc on a free town joined by a road to one of yours."),
            "BB-28",
        ),
        "remove": Lesson(
            N_("Take a Viking disc away; the disc below counts again."),
            "BB-29",
        ),
        "pact": Lesson(
            N_("Viking towns count as yours when power tokens are claimed."),
            "BB-72",
        ),
        "trade": Lesson(
            N_("Viking towns count as yours where towns in many regions score at the end."),
            "BB-72",
        ),
        "decline": Lesson(
            N_("You turn Estrid down and take four points."),
            "BB-42",
        ),
        "lose": Lesson(
            N_("The Vikings were not all beaten: who fought least loses a town to them."),
            "BB-50",
        ),
        "monastery": Lesson(
            N_("A town with a monastery counts twice in its region."),
            "BB-60",
        ),
        "done": Lesson(
            N_("Finish; until then you can take your choices back."),
            "BB-22",
        ),
    },
}


def lessons(view: View, met: Collection[str]) -> list[Told]:
    """What is to be explained to somebody who has met these kinds of decisions."""
    known = GUIDE.get(view.game.id, {})
    verbs = dict.fromkeys(view.game.space.range_of(action).verb for action in view.legal)
    new = [verb for verb in verbs if verb in known and f"{view.game.id}:{verb}" not in met]
    return [Told(f"{view.game.id}:{verb}", view.words(known[verb].text), known[verb].rule) for verb in new[:MOST]]
