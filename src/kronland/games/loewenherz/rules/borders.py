"""Löwenherz (1997): borders (L97-31 to L97-35)."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import N_, NN_
from kronland.games.fields import EMPTY, has
from kronland.games.grid.rules.moves import border_hindrance, free_lines
from kronland.games.grid.rules.regions import CASTLES_EACH, build_border, has_region
from kronland.games.loewenherz.rules.domains import LINES
from kronland.games.loewenherz.rules.events import Event
from kronland.games.loewenherz.rules.refusals import Refusal
from kronland.games.loewenherz.rules.state import BOARD, REGION_CAP, Phase

LINE_ENDS = BOARD.line_ends
LINE_IS_SOUTH = BOARD.line_is_south

BORDERS = NN_("Set a border, or finish.", "Set up to {n} borders, or finish.", "n")


def ask_for_borders(view: View) -> str:
    return view.words(BORDERS, n=int(view.state.left))


BORDER = Verb(
    "border",
    LINES,
    label=N_("Set a border between {line}"),
    prompt=ask_for_borders,
    lesson=N_(
        "Borders that close an area around exactly one castle make it a region, and a region scores for its fields and towns. "
        "Nobody can set borders inside it any more."
    ),
    rules=("L97-36",),
)


@rule
def border_cells(s, seat, southward):
    """The fields whose line east (or south) may carry a border now: nothing else decides it."""
    if s.phase != Phase.BORDER or s.left == 0 or _has_its_regions(s, seat):
        return EMPTY
    return free_lines(s, southward)


@rule
def may_set_border(s, seat, line):
    return has(border_cells(s, seat, LINE_IS_SOUTH[line] == 1), LINE_ENDS[line, 0])


@rule
def _has_its_regions(s, colour):
    """Whether a colour owns as many regions as it may enclose (L97-34)."""
    n = 0
    for castle in range(colour * CASTLES_EACH, (colour + 1) * CASTLES_EACH):
        if has_region(s, castle):
            n += 1
    return n >= REGION_CAP


@rule
def why_no_border(s, seat, line):
    if s.phase != Phase.BORDER:
        return np.int64(Refusal.NOT_NOW)
    if s.left == 0:
        return np.int64(Refusal.BORDERS_USED)
    if _has_its_regions(s, seat):
        return np.int64(Refusal.THREE_REGIONS)
    return border_hindrance(s, LINE_ENDS[line, 0], LINE_IS_SOUTH[line] == 1)


@rule
def place_border(s, seat, line, log):
    s.left -= 1
    emit(log, Event.BORDER_SET, seat, line)
    build_border(s, LINE_ENDS[line, 0], LINE_IS_SOUTH[line] == 1, log)
