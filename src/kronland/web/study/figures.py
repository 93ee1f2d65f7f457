"""The pictures in the rulebook: moments of the example games, each beside the rule that it shows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kronland.core.match import Match
from kronland.core.words import N_, Text
from kronland.games.brianboru.picture.scene import MAP_HEIGHT, MAP_WIDTH
from kronland.games.koenig.picture.scene import CHART as KOENIG_CHART
from kronland.games.loewenherz.picture.scene import CHART as LOEWENHERZ_CHART
from kronland.games.rheinlaender.picture.course import WIDTH as RIVER_WIDTH
from kronland.web.pages.pictures import example

MARGIN = 16  # of the board in a wide picture (games/drawing/sheets.py)
# How much of a picture the board is, its edge included
BOARDS: Mapping[str, tuple[float, float]] = {
    "loewenherz": (LOEWENHERZ_CHART.width, LOEWENHERZ_CHART.height),
    "koenig": (KOENIG_CHART.width, KOENIG_CHART.height),
    "rheinlaender": (RIVER_WIDTH, 906),
    "brianboru": (MAP_WIDTH, MAP_HEIGHT),
}
LATE = 0.35  # of a game: before that there is little to see


@dataclass(frozen=True)
class Figure:
    rule: str  # after which it stands
    verb: str  # the moment: somebody is about to choose such an action; "" for the end of the game
    said: Text
    board: bool = True  # the board alone, or the whole table

    @property
    def name(self) -> str:
        return f"{self.rule.lower()}-{self.verb or 'end'}"


FIGURES: Mapping[str, tuple[Figure, ...]] = {
    "loewenherz": (
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
    ),
    "koenig": (
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
    ),
    "rheinlaender": (
        Figure("RH-10", "card", N_("A hand of five cards; the numbers are sections of the river."), board=False),
        Figure("RH-14", "knight", N_("A card has been played: the yellow fields are those where its knight may go.")),
        Figure("RH-16", "replace", N_("The archbishop's holder may replace the knight in the yellow ring.")),
        Figure("RH-26", "", N_("Duchies at the end of a game: a crown at the duke's knight, and beside it the value of the duchy.")),
        Figure("RH-30", "decline", N_("The duke decides whether the castle gets a knight."), board=False),
    ),
    "brianboru": (
        Figure("BB-3", "settle", N_("The first discs: a ring round every town that may be chosen.")),
        Figure(
            "BB-11",
            "keep",
            N_("The draft: every pair is a button, where the row of one card crosses the column of the other."),
            board=False,
        ),
        Figure("BB-20", "name", N_("The leader names one of the ringed towns: free, and of a colour in the hand.")),
        Figure("BB-22", "row", N_("Who has not won the town chooses one of the lower rows of the card."), board=False),
        Figure("BB-28", "expand", N_("Expanding: free towns that a road joins to one's own.")),
        Figure("BB-60", "monastery", N_("The church's leader puts a monastery on one of the ringed towns.")),
        Figure("BB-71", "", N_("The end of a game: beside each region's name its power token, and the arms of who holds it.")),
    ),
}


def size(game_id: str, figure: Figure) -> tuple[int, int]:
    """Width and height, so that a page keeps the room free; of a whole table about."""
    width, height = BOARDS[game_id] if figure.board else (1218, 880)
    return int(width) + 8, int(height) + 8


@lru_cache(maxsize=128)
def drawn_figure(game_id: str, name: str, language: str) -> str | None:
    """A figure as SVG; None where there is none of this name."""
    figure = next((figure for figure in FIGURES[game_id] if figure.name == name), None)
    if figure is None:
        return None
    match = moment(game_id, figure.verb)
    drawing = match.view(match.actors[0] if figure.verb else -1, language).svg
    if not figure.board:
        return drawing
    width, height = size(game_id, figure)
    return re.sub(r'viewBox="[^"]*"', f'viewBox="{MARGIN - 4} {MARGIN - 4} {width} {height}"', drawing, count=1)


def moment(game_id: str, verb: str) -> Match:
    """The example game when the first action of this kind is to come; late in the game, if there is one."""
    record = example(game_id)
    verbs = [action.split()[1] for action in record.values["actions"]]
    if not verb:
        return record.replay(len(verbs), "python")
    late = int(len(verbs) * LATE)
    number = verbs.index(verb, late) if verb in verbs[late:] else verbs.index(verb)
    match = record.replay(number, "python")
    seat = int(record.values["actions"][number].split()[0]) - 1
    assert seat in match.actors
    return match
