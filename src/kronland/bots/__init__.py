"""Bots: whoever decides in place of a person.

`choose(game, state, seat, level, seed)` picks a legal action. Whatever the seat cannot know is put into one order before any thought (see
`engine.evaluation`), so that the choice is the same for all states that the seat could not tell apart: no bot can peek.
"""

from __future__ import annotations

from kronland.bots.engine.choosing import LEVELS, Bot, Thought, choose, find_bot, think
from kronland.bots.engine.outcomes import outcomes, points_in
from kronland.bots.engine.verdicts import Verdict, expected_shares, verdict
from kronland.bots.engine.warming import BOTS, prepare

__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "Thought",
    "Verdict",
    "choose",
    "expected_shares",
    "find_bot",
    "outcomes",
    "points_in",
    "prepare",
    "think",
    "verdict",
]
