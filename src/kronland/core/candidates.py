"""What could come of a decision, for programs that judge positions: of each game and each legal action what the seat would see after it.

An action is tried on a twin of the game, a position that the seat to decide could not tell from the real one (`resampled`): nothing that it
may not know is in what comes of it, and the draws that follow are not those of the game. All actions of a game are tried on the same twin,
so that what differs between rows of a game comes from the action. What a row shows is censored for the same seat once more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kronland.core.chance import STEP, mixed
from kronland.core.ending import result
from kronland.core.game import act, hide, observe, resampled
from kronland.core.kernel import entry, rule

_32 = np.uint64(32)


@dataclass(frozen=True)
class Candidates:
    """What could come of actions: rows, those of a game one after the other by the numbers of their actions, in NumPy arrays, or arrays on
    the GPU.

    >>> import kronland
    >>> rows = kronland.batch("rheinlaender", players=3, games=2, seed=7, mode="python").candidates(most=3, seed=1)
    >>> rows.games, rows.actions.shape, rows.first
    (array([0, 0, 0, 1, 1, 1], dtype=int32), (6,), array([0, 3, 6]))
    """

    games: Any  # of each row: the game, int32
    actions: Any  # the action, int32
    observations: Any  # what the seat that decides would see after it, uint8
    ended: Any  # whether the game would be over
    shares: Any  # and if so, each seat's share of the win, float32; else 0
    first: Any  # of each game the number of its first row, and at the end how many there are, int64
    count: int

    def __len__(self) -> int:
        return self.count


@rule
def chance_of(chance, number):
    """The seed of which actions of a game are looked at."""
    return mixed(np.uint64(chance) + np.uint64(number + 1) * STEP)


@rule
def twin_of(s, seat, chance, number):
    """Make a copy of a game the twin that its actions are tried on."""
    resampled(s, seat, mixed(chance_of(chance, number)))


@rule
def list_actions(allowed, count, wanted, seed, number, first, games, actions):
    """Write down so many of the legal actions of a game, from row `first` on; each set of as many is as likely as any other."""
    row, action = first, 0
    while wanted > 0:
        if allowed[action]:
            draw = np.int64(((mixed(seed + np.uint64(count) * STEP) >> _32) * np.uint64(count)) >> _32)
            if draw < wanted:
                games[row] = number
                actions[row] = action
                row += 1
                wanted -= 1
            count -= 1
        action += 1


@rule
def follow(s, seat, action, log, table, shares, out):
    """Carry an action out on a twin, and look at it as the seat would; whether the game is over."""
    act(s, seat, action, log)
    over = s.actors == 0
    if over:
        result(s, table)
        for who in range(s.players):
            shares[who] = table[0, who]
    hide(s, seat)
    observe(s, seat, out)
    return over


@entry
def list_candidates(mask, counts, first, chance, before, games, actions):
    """The rows of all games, whose numbers begin behind those `before`; `first` says where each begins."""
    for i in range(counts.shape[0]):
        seed = chance_of(chance, before + i)
        list_actions(mask[i], np.int64(counts[i]), first[i + 1] - first[i], seed, before + i, first[i], games, actions)


@entry
def try_candidates(states, actors, chance, before, first, actions, log, twins, table, ended, shares, out):
    """What comes of every row of all games, whose numbers begin behind those `before`; `twins` is room for two states."""
    for i in range(actors.shape[0]):
        if first[i] < first[i + 1]:
            seat = np.int64(actors[i])
            twins[0] = states[i]
            twin_of(twins[0], seat, chance, before + i)
            for row in range(first[i], first[i + 1]):
                twins[1] = twins[0]
                ended[row] = follow(twins[1], seat, np.int64(actions[row]), log, table, shares[row], out[row])
