"""What broke a tie at the end of a game, in words: nothing in a record says it, for it follows from the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kronland.core.game import Game, TieBreak
from kronland.core.kernel import interpreted
from kronland.core.layout import State
from kronland.core.words import N_, Words

AHEAD = N_("{one} and {other} are level in points; {one} comes first by {what}: {more} to {fewer}.")


@dataclass(frozen=True)
class Tie:
    """Two neighbours in the ranking who are level in points, and what put one of them first."""

    one: int
    other: int
    by: TieBreak
    more: int
    fewer: int

    def say(self, speak: Words, names: Sequence[str]) -> str:
        return speak(AHEAD, one=names[self.one], other=names[self.other], what=speak(self.by.text), more=self.more, fewer=self.fewer)


def broken_ties(game: Game, s: State) -> list[Tie]:
    """The ties that were broken, from the first place down. Who is level in everything shares a rank, and is not among them."""
    _, points, ranks = game.results(s)
    found = []
    for one, other in pairwise(sorted(range(int(s.players)), key=lambda seat: int(ranks[seat]))):
        if points[one] == points[other] and ranks[one] != ranks[other]:
            counts = [(by, int(interpreted(by.count)(s, one)), int(interpreted(by.count)(s, other))) for by in game.tie_breaks]
            by, more, fewer = next(count for count in counts if count[1] != count[2])
            found.append(Tie(one, other, by, more, fewer))
    return found
