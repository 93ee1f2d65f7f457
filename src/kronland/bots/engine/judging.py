"""Looking one decision ahead, and playing on by hunches: what squires decide by, and what a search is guided by.

The kernels work in the arrays of a `Tree` (see `tree`), which has room for states, legal actions and shares.
"""

from __future__ import annotations

import numpy as np

from kronland.bots.engine.evaluation import expect, hunches
from kronland.core.chance import STEP, mixed
from kronland.core.flow import first_actor
from kronland.core.game import act, legal, resampled
from kronland.core.kernel import rule

NARROW = 12  # decisions with at most so many actions are looked through together with the next one
LIKELY = 12  # and of that, actions at least this part as likely as the likeliest
_32 = np.uint64(32)


@rule
def share_in(tree, s, seat, viewer, weights):
    """The share of the win that a seat may expect, as far as the viewer can tell."""
    expect(s, viewer, weights, tree.room, tree.table)
    return tree.table[0, seat]


@rule
def share_after(tree, root, seat, weights, action, seed, narrow):
    """The share that a seat may expect after an action and what it forces, in one possibility; in a `narrow` decision, where it decides on,
    after its best likely next action."""
    s, after = tree.states[1], tree.states[2]
    tree.states[1] = root
    resampled(s, seat, seed)
    act(s, seat, action, tree.log)
    play_forced(tree, s)
    best = share_in(tree, s, seat, seat, weights)
    if narrow and not s.ended and s.actors == 1 << seat:
        m = legal(s, seat, tree.out)
        if m > 1:
            hunches(s, seat, tree.out, m, tree.hunched)
            best, most = 0.0, 1.0
            for k in range(m):
                most = max(most, tree.hunched[k])
            for k in range(m):
                if tree.hunched[k] * LIKELY >= most:
                    tree.states[2] = s
                    act(after, seat, tree.out[k], tree.log)
                    best = max(best, share_in(tree, after, seat, seat, weights))
    return best


@rule
def play_forced(tree, s):
    """Play on to where somebody has a choice: networks have learned from such positions alone (`ground.step_game`)."""
    while s.actors:
        seat = np.int64(first_actor(s))
        if legal(s, seat, tree.out) != 1:
            return
        act(s, seat, tree.out[0], tree.log)


@rule
def judge(tree, roots, seat, weights, out, n, seed, samples, values):
    """The expected share after each of the n actions in `out`, over so many possibilities; where the same seat decides on, after its best
    likely next action. Actions on which nobody would waste a thought get -1."""
    hunches(roots[0], seat, out, n, values)
    thinkable = 0
    for i in range(n):
        if values[i] > 0.0:
            thinkable += 1
    for i in range(n):
        values[i] = 0.0 if values[i] > 0.0 or thinkable == 0 else -1.0
    for sample in range(samples):
        for i in range(n):
            if values[i] >= 0.0:
                chance = mixed(np.uint64(seed) + np.uint64(sample) * STEP)
                values[i] += share_after(tree, roots[0], seat, weights, out[i], chance, n <= NARROW) / samples


@rule
def play_on(tree, s, draw, decisions):
    """A few decisions by hunches, each action as likely as its weight says."""
    for _ in range(decisions):
        if s.actors == 0:
            return
        seat = first_actor(s)
        n = legal(s, seat, tree.out)
        if n == 0:
            return
        choice = tree.out[0]
        if n > 1:
            hunches(s, seat, tree.out, n, tree.hunched)
            total = 0.0
            for i in range(n):
                total += tree.hunched[i]
            draw += STEP
            pick = np.float64(mixed(draw) >> _32) / 4294967296.0
            if total <= 0.0:
                choice = tree.out[np.int64(pick * n)]
            else:
                pick *= total
                for i in range(n):
                    pick -= tree.hunched[i]
                    if pick < 0.0:
                        choice = tree.out[i]
                        break
        act(s, seat, choice, tree.log)
