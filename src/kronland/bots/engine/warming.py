"""What is compiled for the bots of a game, beside its rules (see `core.warm`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from kronland.bots.engine.choosing import SLICE, choose, rehearse
from kronland.bots.engine.evaluation import expect, mind_of, settled
from kronland.bots.engine.pondering import ponder
from kronland.bots.engine.tree import harvest, lead, move_root, plant
from kronland.bots.engine.verdicts import expected_shares
from kronland.core.game import Game, seats_of
from kronland.core.kernel import DEFAULT_MODE, Kernel
from kronland.core.log import NO_LOG
from kronland.core.play import lively_choice
from kronland.core.view import Known
from kronland.core.warm import Part, Steps

LEVELS = ("page", "squire", f"knight:{SLICE + 1}")  # longer than a slice, after which a search looks whether it may end; a king is no other


def _bots(game: Game) -> Steps:
    """A decision of each kind of bot, each of which needs a few more kernels than the one before."""

    @cache
    def known() -> Known:
        state = game.start(game.seats[-1], game.check_options(game.seats[-1], {}), 0, game.load_components(), NO_LOG, DEFAULT_MODE)
        return Known(game, state, seats_of(int(state.actors))[0])

    def decide(level: str) -> Callable[[], object]:
        return lambda: choose(known(), level, 0)

    return [
        *((level, decide(level)) for level in LEVELS),
        ("clock", lambda: rehearse(known())),
        ("shares", lambda: expected_shares(known())),
    ]


def _kernels(game: Game) -> Sequence[Kernel]:
    mind_of(game.id)  # binds what bots know about the game
    return (lively_choice, ponder, plant, lead, move_root, harvest, expect, settled)


BOTS = Part("bots", _bots, _kernels)


def prepare(game: Game) -> None:
    """Make all that bots of a game need ready in this process, instead of in the middle of a first decision."""
    for _, call in BOTS.steps(game):
        call()
