"""Rheinländer: what its pages teach."""

from __future__ import annotations

from collections.abc import Mapping

from kronland.core.guide import Box, Figure, Lesson
from kronland.core.words import N_, Text
from kronland.games.rheinlaender.course import WIDTH
from kronland.games.rheinlaender.events import Event
from kronland.games.sheets import MARGIN

LESSONS: Mapping[str, Lesson] = {
    "card": Lesson(
        N_("The number is a section of the river: there you may set a knight. Any card also lets you reinforce beside your own knights."),
        "RH-10",
    ),
    "knight": Lesson(
        N_("Knights on neighbouring fields form a duchy, whoever they belong to. Who has the most knights in it is its duke."), "RH-20"
    ),
    "replace": Lesson(N_("The archbishop is yours: a knight of another player makes room for one of yours."), "RH-16"),
    "bastion": Lesson(N_("A bastion keeps knights off a field for good. It can part two duchies before they merge."), "RH-17"),
    "man": Lesson(N_("As duke you may put a knight on the castle. It counts at once, and can save your duchy."), "RH-30"),
    "decline": Lesson(N_("A castle that you decline stays empty for good."), "RH-30"),
    "done": Lesson(N_("Finish your turn: you draw a card. You may set one bastion in your turn, before or after the card."), "RH-18"),
}

FINAL_STEPS: Mapping[int, Text] = {Event.FINAL_DUCHY: N_("Duchies"), Event.FINAL_ARCHBISHOP: N_("Archbishop")}

BOARD = Box(MARGIN, MARGIN, WIDTH, 906)

# Moments of example.json, a game between bots (knights with 500 or 600 iterations); any other that has them all can take its place.
FIGURES = (
    Figure("RH-10", "card", N_("A hand of five cards; the numbers are sections of the river."), board=False),
    Figure("RH-14", "knight", N_("A card has been played: the yellow fields are those where its knight may go.")),
    Figure("RH-16", "replace", N_("The archbishop's holder may replace the knight in the yellow ring.")),
    Figure("RH-26", "", N_("Duchies at the end of a game: a crown at the duke's knight, and beside it the value of the duchy.")),
    Figure("RH-30", "decline", N_("The duke decides whether the castle gets a knight."), board=False),
)
