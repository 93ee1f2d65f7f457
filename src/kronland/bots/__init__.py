"""Bots: whoever decides in place of a person.

`choose(game, state, seat, level, seed)` picks a legal action. It is handed a state in which everything that the seat cannot know has been
resampled (`Match.twin`), never the real one, so that no bot can peek.
"""

from __future__ import annotations

from kronland.bots.choosing import LEVELS, choose, outcomes, points_in

__all__ = ["LEVELS", "choose", "outcomes", "points_in"]
