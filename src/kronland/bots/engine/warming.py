"""What is compiled for the bots of a game, beside its rules (see `core.warm`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from kronland.bots.engine.choosing import SLICE, choose, rehearse, rehearse_hunches, rehearse_tree
from kronland.bots.engine.evaluation import expect, mind_of, settled
from kronland.bots.engine.pondering import ponder
from kronland.bots.engine.tree import harvest, lead, move_root, plant
from kronland.bots.engine.verdicts import expected_shares
from kronland.core.game import SETUP, Game, seats_of
from kronland.core.kernel import Kernel
from kronland.core.log import NO_LOG
from kronland.core.play import lively_choice
from kronland.core.view import Known
from kronland.core.warm import Part, Steps, without_collecting

LEVELS = ("page", "squire", f"knight:{SLICE + 1}")  # longer than a slice, after which a search looks whether it may end; a king is no other
HELPED = ("shares", "hunches", "page", "squire")  # steps of two processes that compile one game, for the second of them


def _bots(game: Game) -> Steps:
    """What needs next to nothing of the rules; then a decision of each kind of bot, each of which needs a few more kernels than the one
    before."""

    @cache
    def known() -> Known:
        mode = SETUP.mode_of(game.layout.new())  # interpreted where rules are compiled at the same time
        state = game.start(game.seats[-1], game.check_options(game.seats[-1], {}), 0, game.load_components(), NO_LOG, mode)
        return Known.of_rules(game, state, seats_of(int(state.actors))[0])

    def decide(level: str) -> Callable[[], object]:
        return lambda: choose(known(), level, 0)

    return [
        ("tree", lambda: rehearse_tree(known())),
        ("shares", lambda: expected_shares(known())),
        ("hunches", lambda: rehearse_hunches(known())),
        *((level, decide(level)) for level in LEVELS),
        ("clock", lambda: rehearse(known())),
    ]


def _kernels(game: Game) -> Sequence[Kernel]:
    mind_of(game.id)  # binds what bots know about the game
    return (lively_choice, ponder, plant, lead, move_root, harvest, expect, settled)


BOTS = Part("bots", _bots, _kernels)


def help_compiling(game: Game) -> None:
    """Compile beside a process that compiles the rules and then bots, what it would come to last: it finds that in the cache.

    What both need is typed twice, so the parts are those that have little in common with the rules; when it comes to thinking, which plays
    on with them, they are there, or on their way. The tree is left to the other process, which would else have nothing to do at the end.
    """
    with without_collecting():
        for name, call in BOTS.steps(game):
            if name in HELPED:
                call()


def prepare(game: Game) -> None:
    """Make all that bots of a game need ready in this process, instead of in the middle of a first decision."""
    for _, call in BOTS.steps(game):
        call()
