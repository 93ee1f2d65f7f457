"""Bots: whoever decides in place of a person.

`choose(game, state, seat, level, seed)` picks a legal action. Whatever the seat cannot know is put into one order before any thought (see
`evaluation`), so that the choice is the same for all states that the seat could not tell apart: no bot can peek.
"""

from __future__ import annotations

from kronland.bots.choosing import LEVELS, Bot, Thought, choose, find_bot, prepare, think
from kronland.bots.outcomes import outcomes, points_in

__all__ = ["LEVELS", "Bot", "Thought", "choose", "find_bot", "outcomes", "points_in", "prepare", "think"]
