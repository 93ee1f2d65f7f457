"""What follows from an action, as far as the seat that could choose it can know: asked of the rules before anything is decided.

The action is tried on possibilities, positions that the seat could not tell from the real one (`Known`). What happens in all of them in the
same way follows whatever is hidden; from the first difference on nothing is told. Where the undo barrier stays down, or the seat has only
shown a card of its own or passed the decision on, nothing has come to light that it did not know, and two possibilities are enough. Where
something may have, more of them are asked. A secret choice ends with itself: what others choose at the same time is theirs. The real
position is never tried, so nothing of it can be told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from kronland.core.events import Event
from kronland.core.flow import Barrier
from kronland.core.game import Game, act
from kronland.core.kernel import in_mode
from kronland.core.log import events_in, new_log
from kronland.core.view import Known

FEW, MANY = 2, 8  # possibilities that must agree where nothing comes to light, and where something may


@dataclass(frozen=True)
class Foresight:
    """What an action surely does: what comes of it besides itself, in the order of the rules; points won or lost, by seat; and whether it
    is final, so that it cannot be taken back.

    >>> import kronland
    >>> match = kronland.match("koenig", players=3, seed=7, mode="python")
    >>> match.foresee("castle d4")
    Foresight(follows=(), points=(), final=False)
    """

    follows: tuple[Event, ...]
    points: tuple[tuple[int, int], ...]
    final: bool


@dataclass(frozen=True)
class _Tried:
    events: list[tuple[int, ...]]
    points: list[float]
    barrier: int
    others_choose: bool  # those who choose at the same time have not all chosen yet


class Foreseer:
    """What follows from the actions of one seat in one position; `known` gives the possibility of a seed."""

    def __init__(self, known: Callable[[int], Known], names: Sequence[str] | None = None) -> None:
        self._known, self._names = known, names
        self._possibilities: list[Known] = []
        self._found: dict[int, Foresight] = {}

    def of(self, action: int) -> Foresight:
        """What follows from a legal action."""
        if action not in self._found:
            runs = [self._tried(number, action) for number in range(FEW)]
            if max(run.barrier for run in runs) > Barrier.PASSED:
                runs += [self._tried(number, action) for number in range(FEW, MANY)]
            self._found[action] = self._agreed(action, runs)
        return self._found[action]

    def _tried(self, number: int, action: int) -> _Tried:
        if number == len(self._possibilities):
            self._possibilities.append(self._known(number))
        known = self._possibilities[number]
        game, state, log = known.game, known.state.copy(), new_log()
        with np.errstate(over="ignore"):
            in_mode(act, known.mode)(state, known.seat, action, log)
        events = [game.events[int(row[0])].censor(row, known.seat) for row in events_in(log)]
        before, after = (game.results(s)[1] for s in (known.state, state))
        others = int(known.state.actors) & ~(1 << known.seat)
        points = [float(now - then) for then, now in zip(before, after, strict=True)]
        return _Tried(events, points, int(state.barrier), bool(others) and int(state.actors) == others)

    def _agreed(self, action: int, runs: Sequence[_Tried]) -> Foresight:
        game, (first, *others) = self._possibilities[0].game, runs
        if game.space.verb_of(action).secret:
            return Foresight((), (), any(run.barrier > Barrier.SHOWN and not run.others_choose for run in runs))  # see `Match.withdraw`
        places = range(min(len(run.events) for run in runs))
        alike = takewhile(lambda place: all(run.events[place] == first.events[place] for run in others), places)
        events = [Event(first.events[place], game, self._names) for place in alike]
        points = [(seat, int(n)) for seat, n in enumerate(first.points) if n and all(run.points[seat] == n for run in others)]
        return Foresight(_without_echo(game, action, events), tuple(points), any(run.barrier > Barrier.SHOWN for run in runs))


def _without_echo(game: Game, action: int, events: list[Event]) -> tuple[Event, ...]:
    """The events without the one that is the action itself: it names what the action names. A fee may come before it."""
    verb = game.space.verb_of(action)
    named = {domain.value(member) for domain, member in zip(verb.domains, verb.members(action), strict=True)}
    for place, event in enumerate(events[:2]):
        if named & event.things if named else not event.things:
            return (*events[:place], *events[place + 1 :])
    return tuple(events)
