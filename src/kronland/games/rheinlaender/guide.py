"""Rheinländer: what its pages show."""

from __future__ import annotations

from collections.abc import Mapping

from kronland.core.guide import Figure
from kronland.core.words import N_, Text
from kronland.games.rheinlaender.rules.events import Event

FINAL_STEPS: Mapping[int, Text] = {Event.FINAL_DUCHY: N_("Duchies"), Event.FINAL_ARCHBISHOP: N_("Archbishop")}

# Moments of example.json, a game between bots (knights with 500 or 600 iterations); any other that has them all can take its place.
FIGURES = (
    Figure("RH-10", "card", N_("A hand of five cards; the numbers are sections of the river."), board=False),
    Figure("RH-14", "knight", N_("A card has been played: the yellow fields are those where its knight may go.")),
    Figure("RH-16", "replace", N_("The archbishop's holder may replace the knight in the yellow ring.")),
    Figure("RH-26", "", N_("Duchies at the end of a game: a crown at the duke's knight, and beside it the value of the duchy.")),
    Figure("RH-30", "decline", N_("The duke decides whether the castle gets a knight."), board=False),
)
