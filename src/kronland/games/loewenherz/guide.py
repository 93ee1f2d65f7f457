"""Löwenherz (1997): what its pages show."""

from __future__ import annotations

from collections.abc import Mapping

from kronland.core.guide import Figure
from kronland.core.words import N_, Text
from kronland.games.loewenherz.rules.events import Event

FINAL_STEPS: Mapping[int, Text] = {Event.FINAL_MOUNTAINS: N_("Mountains in own regions"), Event.FINAL_FIEFS: N_("Fiefs")}

# Moments of example.json, a game between bots (knights with 500 or 600 iterations); any other that has them all can take its place.
FIGURES = (
    Figure(
        "L97-11",
        "card",
        N_("Laying a decision card: the three actions lie beside the board, with the arms of whoever chose them."),
        board=False,
    ),
    Figure("L97-21", "offer", N_("Two have chosen the same action and bargain over it: who pays, and how much."), board=False),
    Figure("L97-31", "border", N_("Every yellow bar is a line on which a border may be set now.")),
    Figure("L97-36", "", N_("Regions at the end of a game. Tint, hatching and crest tell whose they are.")),
    Figure("L97-41", "knight", N_("A helmet in a yellow disc: here a knight may be set. The arrows are expansions.")),
    Figure("L97-53", "expand", N_("Every arrow takes a field for the region from which it comes.")),
    Figure("L97-70", "alliance", N_("The rings on a border show which two regions can become allies.")),
)
