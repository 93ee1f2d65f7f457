"""The search that all games share: Monte Carlo tree search over information sets.

Every iteration starts from another possibility of what the seat cannot know (`resampled`), goes down the tree, adds a node, plays on from
there, and asks the evaluation for the expected share of every seat. Each seat in the tree maximises its own share.

Linear weights judge after some more decisions by hunches: without them positions are compared of which some stand before an answer and some
behind it, and a search is hardly better than a squire. A network knows who is on the move, and has learned what comes of it: hunches would
only blur what it says. Either judges where somebody has a choice (all of this: docs/bots.md).

Seats that decide at the same time do so one after the other, blind: what the first chose leads all later ones to the same node.
"""

from __future__ import annotations

import numpy as np

from kronland.bots.engine.evaluation import expect
from kronland.bots.engine.judging import play_forced, play_on
from kronland.bots.engine.tree import DEEPEST, FIRST_WIDTH, FORCED, WIDTH, digest, find, key_after, select, widen
from kronland.core.chance import mixed
from kronland.core.flow import first_actor
from kronland.core.game import act, legal, resampled
from kronland.core.kernel import rule

NOBODY_CHOSE = np.uint64(0)
BLIND = np.uint64(0x5851F42D4C957F2D)


@rule
def search(tree, roots, seat, weights, seed, iterations, decisions):
    """Some more iterations; each has a seed of its own, counted on from `seed`."""
    for i in range(iterations):
        _iterate(tree, roots, seat, weights, np.uint64(seed) + np.uint64(i), decisions)


@rule
def _iterate(tree, roots, seat, weights, seed, decisions):
    """One possibility, one way down the tree, on from there to where the position is judged, and back up."""
    s = tree.states[0]
    tree.states[0] = roots[0]
    draw = mixed(np.uint64(seed))
    resampled(s, seat, draw)
    node, deep, who = tree.used[3], 0, np.int64(seat)
    chosen = NOBODY_CHOSE  # by seats that decide at the same time: a digest
    while deep < DEEPEST:
        edge = _way_on(tree, s, who, node, weights)
        if edge < 0:
            break
        action = tree.edges[edge].action
        tree.path[deep, 0] = node
        tree.path[deep, 1] = edge
        deep += 1
        hidden = _several(s.actors)
        act(s, who, action, tree.log)
        chosen = digest(chosen, action)
        while s.actors and not _several(s.actors):  # what is forced needs no node
            who = np.int64(first_actor(s))
            n = legal(s, who, tree.out)
            if n != 1:
                break
            act(s, who, tree.out[0], tree.log)
            hidden = False
        if s.actors == 0:
            break
        who = np.int64(first_actor(s))
        if hidden:
            key = key_after(tree.nodes[node].key, BLIND, who)
        else:
            key = key_after(tree.nodes[node].key, chosen, who)
            chosen = NOBODY_CHOSE
        node, fresh = find(tree, key, who)
        if fresh:
            break
    if weights.number == 0:
        play_on(tree, s, draw, decisions)
    play_forced(tree, s)
    tree.used[4] += s.clock - roots[0].clock
    expect(s, seat, weights, tree.room, tree.table)
    for d in range(deep):
        node, edge = tree.path[d, 0], tree.path[d, 1]
        tree.nodes[node].visits += 1
        tree.edges[edge].visits += 1
        tree.edges[edge].total += tree.table[0, tree.nodes[node].seat]
    _note(tree, tree.table[0, seat])


@rule
def _way_on(tree, s, seat, node, weights):
    """The edge to go along from a node; -1 if there is none."""
    tree.used[2] += 1
    now = tree.used[2]
    n = legal(s, seat, tree.out)
    for i in range(n):
        tree.stamp[tree.out[i]] = now
    most = FIRST_WIDTH + np.int64(WIDTH * np.sqrt(np.float64(tree.nodes[node].visits)))
    if tree.nodes[node].edges < most:
        widen(tree, s, seat, node, n, now, weights, most)
    edge = select(tree, node, now)
    if edge < 0:
        n = legal(s, seat, tree.out)  # judging edges writes over them
        widen(tree, s, seat, node, n, now, weights, tree.nodes[node].edges + FORCED)
        edge = select(tree, node, now)
    return edge


@rule
def _several(actors):
    return actors & (actors - 1) != 0


@rule
def _note(tree, share):
    """Keep count of how much the shares of the deciding seat differ (Welford)."""
    tree.spread[0] += 1.0
    before = share - tree.spread[1]
    tree.spread[1] += before / tree.spread[0]
    tree.spread[2] += before * (share - tree.spread[1])
