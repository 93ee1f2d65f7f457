"""Brian Boru: what its pages teach."""

from __future__ import annotations

from collections.abc import Mapping

from kronland.core.guide import Box, Figure, Lesson
from kronland.core.words import N_, Text
from kronland.games.brianboru.events import Event
from kronland.games.brianboru.scene import MAP_HEIGHT, MAP_WIDTH
from kronland.games.sheets import MARGIN

LESSONS: Mapping[str, Lesson] = {
    "settle": Lesson(N_("Put a disc on this town. Majorities in the eight regions win their power tokens."), "BB-3"),
    "keep": Lesson(
        N_("Keep two cards and pass the rest on to the left. High cards win towns, low ones act first and pay better."), "BB-11"
    ),
    "name": Lesson(N_("You lead: name a free town. The highest card of its colour, or white, wins it."), "BB-20"),
    "play": Lesson(N_("The winner takes the town, everyone else one of the lower rows of their card."), "BB-22"),
    "row": Lesson(N_("Choose one row; its signs are carried out from left to right."), "BB-22"),
    "buy": Lesson(N_("For two coins you get one more step, raider or disc of the same kind, as often as you can pay."), "BB-25"),
    "expand": Lesson(N_("For five coins you put a disc on a free town joined by a road to one of yours."), "BB-28"),
    "remove": Lesson(N_("Take a Viking disc away; the disc below counts again."), "BB-29"),
    "pact": Lesson(N_("Viking towns count as yours when power tokens are claimed."), "BB-72"),
    "trade": Lesson(N_("Viking towns count as yours where towns in many regions score at the end."), "BB-72"),
    "decline": Lesson(N_("You turn Estrid down and take four points."), "BB-42"),
    "lose": Lesson(N_("The Vikings were not all beaten: who fought least loses a town to them."), "BB-50"),
    "monastery": Lesson(N_("A town with a monastery counts twice in its region."), "BB-60"),
    "done": Lesson(N_("Finish; until then you can take your choices back."), "BB-22"),
}

FINAL_STEPS: Mapping[int, Text] = {
    Event.FINAL_COINS: N_("Most coins"),
    Event.FINAL_MARKER: N_("Town marker"),
    Event.FINAL_RENOWN: N_("Renown"),
    Event.FINAL_TOKEN: N_("Power tokens"),
    Event.FINAL_OPEN_TOKEN: N_("Power tokens that nobody holds"),
    Event.FINAL_SPREAD: N_("Towns in many regions"),
}

BOARD = Box(MARGIN, MARGIN, MAP_WIDTH, MAP_HEIGHT)

# Moments of example.json, a game between bots (knights with 500 or 600 iterations); any other that has them all can take its place.
FIGURES = (
    Figure("BB-3", "settle", N_("The first discs: a ring round every town that may be chosen.")),
    Figure(
        "BB-11", "keep", N_("The draft: every pair is a button, where the row of one card crosses the column of the other."), board=False
    ),
    Figure("BB-20", "name", N_("The leader names one of the ringed towns: free, and of a colour in the hand.")),
    Figure("BB-22", "row", N_("Who has not won the town chooses one of the lower rows of the card."), board=False),
    Figure("BB-28", "expand", N_("Expanding: free towns that a road joins to one's own.")),
    Figure("BB-60", "monastery", N_("The church's leader puts a monastery on one of the ringed towns.")),
    Figure("BB-71", "", N_("The end of a game: beside each region's name its power token, and the arms of who holds it.")),
)
