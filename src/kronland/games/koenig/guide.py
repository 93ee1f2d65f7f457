"""Löwenherz - Der König kehrt zurück (2003): what its pages teach."""

from __future__ import annotations

from collections.abc import Mapping

from kronland.core.guide import Box, Figure, Lesson
from kronland.core.words import N_, Text
from kronland.games.koenig.events import Event
from kronland.games.koenig.scene import CHART
from kronland.games.sheets import MARGIN

LESSONS: Mapping[str, Lesson] = {
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
    "expand": Lesson(N_("Your region takes a field next to it, even from a neighbour whose region holds fewer knights."), "L03-40"),
    "deserter": Lesson(N_("You set one of your knights, and the owner of the neighbouring region must take one away."), "L03-50"),
    "alliance": Lesson(N_("To the end of the game neither of the two regions may expand into the other."), "L03-60"),
    "remove": Lesson(N_("One knight of this region must go; none may be left without a way to its castle."), "L03-51"),
    "sell": Lesson(N_("Selling brings ducats at once, but everyone can take the card from the market later."), "L03-12"),
    "play": Lesson(N_("You pay the price and carry out one action of the card. In each turn you sell or play exactly one card."), "L03-13"),
    "draw": Lesson(N_("You fill your hand from the deck. When its last card is drawn, nobody refills any more."), "L03-14"),
    "take": Lesson(N_("Instead of a hidden card you may take one of the market, but not the one that you have just sold."), "L03-14"),
    "done": Lesson(N_("You need not use all of an action, but at least one step. Until you finish you can take steps back."), "L03-23"),
}

FINAL_STEPS: Mapping[int, Text] = {Event.DUCAT_BONUS: N_("Most and second most ducats")}

BOARD = Box(MARGIN, MARGIN, CHART.width, CHART.height)

# Moments of example.json, a game between bots (knights with 500 or 600 iterations); any other that has them all can take its place.
FIGURES = (
    Figure("L03-4", "castle", N_("Setting up: on every yellow disc a castle may be set.")),
    Figure(
        "L03-13",
        "play",
        N_("The hand, each card with what can be done with it. Its price is red, its sale value stands in brackets."),
        board=False,
    ),
    Figure("L03-14", "take", N_("Refilling the hand, from the deck or from the market."), board=False),
    Figure("L03-20", "border", N_("Every yellow bar is a line on which a border may be set now.")),
    Figure("L03-26", "", N_("Regions at the end of a game. Tint, hatching and crest tell whose they are.")),
    Figure("L03-31", "knight", N_("A helmet in a yellow disc: here a knight may be set.")),
    Figure("L03-40", "expand", N_("Every arrow takes a field for the region from which it comes.")),
    Figure("L03-60", "alliance", N_("The rings on a border show which two regions can become allies.")),
)
