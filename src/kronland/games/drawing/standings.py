"""How a game would stand if it ended now: its own final scoring, carried out on a copy of what the reader may know."""

from __future__ import annotations

import numpy as np

from kronland.core.kernel import Kernel, interpreted
from kronland.core.log import NO_LOG
from kronland.games.drawing.scenes import BaseScene, Fields, part


@part
def still_to_come(scene: BaseScene, final_scoring: Kernel) -> tuple[int, ...]:
    """What the final scoring would add to the points of each seat. Cards that are hidden from the reader add nothing.

    Remembered by what the scoring reads: most decisions change nothing of it, and most readers know the same of it.
    """
    if scene.s.ended:
        return (0,) * scene.players
    whole, game = scene.view.whole.state.copy(), scene.view.game
    before = [game.points(whole, seat) for seat in range(scene.players)]
    with np.errstate(over="ignore"):
        interpreted(final_scoring)(Fields(whole, scene.view.noted), NO_LOG)
    return tuple(game.points(whole, seat) - points for seat, points in enumerate(before))
