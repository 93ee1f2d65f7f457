"""Brian Boru: what its pages show."""

from __future__ import annotations

from collections.abc import Mapping

from kronland.core.guide import Figure
from kronland.core.words import N_, Text
from kronland.games.brianboru.rules.events import Event

FINAL_STEPS: Mapping[int, Text] = {
    Event.FINAL_COINS: N_("Most coins"),
    Event.FINAL_MARKER: N_("Town marker"),
    Event.FINAL_RENOWN: N_("Renown"),
    Event.FINAL_TOKEN: N_("Power tokens"),
    Event.FINAL_OPEN_TOKEN: N_("Power tokens that nobody holds"),
    Event.FINAL_SPREAD: N_("Towns in many regions"),
}

# Moments of example.json, a game between bots (knights with 500 or 600 iterations); any other that has them all can take its place.
FIGURES = (
    Figure("BB-3", "settle", N_("The first discs: a ring round every town that may be chosen.")),
    Figure("BB-11", "keep", N_("The draft: two of these cards are kept, the others go to the left."), board=False),
    Figure("BB-20", "name", N_("The leader names one of the ringed towns: free, and of a colour in the hand.")),
    Figure("BB-22", "row", N_("Whoever has not won the town chooses one of the lower rows of the card."), board=False),
    Figure("BB-28", "expand", N_("Expanding: free towns that a road joins to one's own.")),
    Figure("BB-60", "monastery", N_("The church's leader puts a monastery on one of the ringed towns.")),
    Figure("BB-71", "", N_("The end of a game: beside each region's name its power token, and the arms of who holds it.")),
)
