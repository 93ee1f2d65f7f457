"""Löwenherz – Der König kehrt zurück (2003): what its pages show."""

from __future__ import annotations

from collections.abc import Mapping

from kronland.core.guide import Figure
from kronland.core.words import N_, Text
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.state import End

FINAL_STEPS: Mapping[int, Text] = {Event.DUCAT_BONUS: N_("Most and second most ducats")}
ENDS: Mapping[int, Text] = {End.KING: N_("Somebody reached the king"), End.DECK: N_("All cards were played or sold")}

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
