"""How a game comes out, the same for all: most points win, then whatever breaks a tie; who is level in both shares a rank, and the win.

A game says two things: the `points` of a seat and, where it has such a rule, the `tie`, a number that decides between seats with the same
points. (What each number stands for, in words, is in `Game.tie_breaks`.)
"""

from __future__ import annotations

from kronland.core.kernel import Generic, entry, rule
from kronland.core.log import emit

POINTS, TIE = Generic("points"), Generic("tie")

points = POINTS.function  # points(s, seat): what a seat has, as the game stands
tie = TIE.function  # tie(s, seat): more is better, between seats with the same points


@rule
def nothing_breaks(s, seat):
    """The tie-break of a game that has none."""
    return 0


@rule
def rank(s, seat):
    """1 for the winner; players who are level in everything share a rank."""
    place, mine = 1, points(s, seat)
    for other in range(s.players):
        theirs = points(s, other)
        if theirs > mine or (theirs == mine and tie(s, other) > tie(s, seat)):
            place += 1
    return place


@entry
def result(s, out):
    """out[0]: share of the win, out[1]: points, out[2]: rank, for each seat; of a running game, as it stands."""
    winners = 0
    for seat in range(s.players):
        out[1, seat] = points(s, seat)
        out[2, seat] = rank(s, seat)
        if out[2, seat] == 1:
            winners += 1
    for seat in range(s.players):
        out[0, seat] = 1.0 / winners if out[2, seat] == 1 else 0.0


@rule
def tell_winners(s, alone, shared, log):
    """Write down who has won: the event for a winner `alone`, or one for each of those who have `shared` the win."""
    winners = 0
    for seat in range(s.players):
        if rank(s, seat) == 1:
            winners += 1
    for seat in range(s.players):
        if rank(s, seat) == 1:
            emit(log, alone if winners == 1 else shared, seat, points(s, seat))
