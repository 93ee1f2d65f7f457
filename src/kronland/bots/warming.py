"""What is compiled for the bots of a game, beside its rules (see `core.warm`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from kronland.bots.choosing import SLICE, choose
from kronland.bots.evaluation import mind_of
from kronland.bots.tree import move_root, new_tree, plant
from kronland.bots.verdicts import expected_shares
from kronland.core.game import Game, seats_of
from kronland.core.kernel import DEFAULT_MODE
from kronland.core.layout import State
from kronland.core.log import NO_LOG
from kronland.core.warm import Part, Steps

LEVELS = ("page", "squire", f"knight:{SLICE + 1}")  # longer than a slice, after which a search looks whether it may end; a king is no other


def _bots(game: Game) -> Steps:
    """A decision of each kind of bot, each of which needs a few more kernels than the one before."""

    @cache
    def state() -> State:
        return game.start(game.seats[-1], game.check_options(game.seats[-1], {}), 0, game.load_components(), NO_LOG, DEFAULT_MODE)

    def decide(level: str) -> Callable[[], object]:
        return lambda: choose(game, state(), seats_of(int(state().actors))[0], level, 0)

    def think_on() -> None:
        tree = new_tree(game, len(mind_of(game.id).features))
        plant(tree, 0)
        move_root(tree, 0, 0)

    return [*((level, decide(level)) for level in LEVELS), ("thinking on", think_on), ("shares", lambda: expected_shares(game, state()))]


BOTS = Part("bots", _bots)


def prepare(game: Game) -> None:
    """Make all that bots of a game need ready in this process, instead of in the middle of a first decision."""
    for _, call in BOTS.steps(game):
        call()
