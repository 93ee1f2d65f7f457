"""Löwenherz (2003): an action is carried out step by step, as far as its card goes, and finished (L03-13, L03-15, L03-23)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kronland.core.flow import pass_to, seat_bit
from kronland.core.kernel import rule
from kronland.core.log import emit
from kronland.core.verbs import Verb
from kronland.core.view import View
from kronland.core.words import N_, Text
from kronland.games.grid.rules.regions import colour_of
from kronland.games.koenig.rules.events import Event
from kronland.games.koenig.rules.refusals import Refusal
from kronland.games.koenig.rules.state import Phase
from kronland.games.koenig.rules.turn import complete_action


def ask_for_steps(first: Text, more: Text) -> Callable[[View], str]:
    """A prompt that says how many steps are left; `more` when one has been taken."""
    return lambda view: view.words(more if view.state.steps else first, n=int(view.state.left))


@rule
def take_step(s):
    s.left -= 1
    s.steps += 1


# Done -------------------------------------------------------------------------------------------------------------------------------

DONE = Verb(
    "done",
    label=N_("Finish this action"),
    prompt=N_("Nothing is left to do here; finish the action."),
    lesson=N_("You need not use all of an action, but at least one step. Until you finish it you can take steps back."),
    rules=("L03-23",),
)


@rule
def may_finish(s):
    """Every action but the deserter may stop after one step (L03-23, L03-32, L03-40); the deserter has two."""
    return _is_action(s.phase) and s.steps >= (2 if s.phase == Phase.REMOVE else 1)


@rule
def _is_action(phase):
    """Whether an action is being carried out, which `done` will complete (L03-15)."""
    return phase >= Phase.BORDER and phase <= Phase.ALLIANCE


@rule
def why_not_finish(s):
    return np.int64(Refusal.NOT_NOW) if not _is_action(s.phase) else np.int64(Refusal.NOTHING_DONE)


@rule
def finish_action(s, seat, log):
    """The action is complete, but for a deserter: when the own knight is set, an opponent chooses which knight goes (L03-51)."""
    emit(log, Event.DONE, seat)
    if s.phase == Phase.SETTLE:
        s.phase = Phase.REMOVE
        s.seat = colour_of(s.desert_from)
        pass_to(s, seat_bit(s.seat))
    else:
        complete_action(s, log)
