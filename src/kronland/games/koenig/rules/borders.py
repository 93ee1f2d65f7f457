"""Löwenherz (2003): borders (L03-20 to L03-26)."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.words import N_, NN_
from kronland.games.fields import EMPTY, has, is_empty
from kronland.games.grid.rules.moves import border_hindrance, free_lines
from kronland.games.grid.rules.regions import build_border
from kronland.games.koenig.rules.domains import LINES
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.refusals import Refusal
from kronland.games.koenig.rules.state import BOARD, Phase
from kronland.games.koenig.rules.steps import ask_for_steps, take_step

LINE_ENDS = BOARD.line_ends
LINE_IS_SOUTH = BOARD.line_is_south

BORDER = Verb(
    "border",
    LINES,
    label=N_("Set a border between {line}"),
    prompt=ask_for_steps(
        NN_("Set a border.", "Set up to {n} borders.", "n"),
        NN_("Set one more border, or finish.", "Set up to {n} more borders, or finish.", "n"),
    ),
    lesson=N_(
        "Borders that close an area round exactly one castle make it a region, which scores its forests, villages and the royal city."
    ),
    rules=("L03-25",),
)


@rule
def border_cells(s, southward):
    """The fields whose line east (or south) may carry a border now: nothing else decides it."""
    return free_lines(s, southward) if s.phase == Phase.BORDER and s.left > 0 else EMPTY


@rule
def may_set_border(s, line):
    return has(border_cells(s, LINE_IS_SOUTH[line] == 1), LINE_ENDS[line, 0])


@rule
def can_set_border(s):
    """Whether a card for borders could be played (L03-13)."""
    return not (is_empty(free_lines(s, False)) and is_empty(free_lines(s, True)))


@rule
def why_no_border(s, line):
    if s.phase != Phase.BORDER:
        return np.int64(Refusal.NOT_NOW)
    if s.left == 0:
        return np.int64(Refusal.BORDERS_USED)
    return border_hindrance(s, LINE_ENDS[line, 0], LINE_IS_SOUTH[line] == 1)


@rule
def place_border(s, seat, line, log):
    take_step(s)
    emit(log, Event.BORDER_SET, seat, line)
    build_border(s, LINE_ENDS[line, 0], LINE_IS_SOUTH[line] == 1, log)
