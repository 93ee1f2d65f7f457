"""The search that all games share: Monte Carlo tree search over information sets.

Every iteration starts from another possibility of what the seat cannot know (`resampled`), goes down the tree, adds a node, perhaps plays a
few more decisions on a hunch, and asks the evaluation for the expected share of every seat. Each seat in the tree maximises its own share.

- A node stands for a sequence of actions and whose decision follows. Not every action is possible in every possibility: an edge counts how
  often it was available, and only those available compete.
- A node widens slowly, most promising actions first: there are decisions with hundreds of actions, and few of them are worth a look.
- Seats that decide at the same time do so one after the other, blind: what the first chose leads all later ones to the same node.

The tree is a few arrays of fixed size; when they are full it grows no more, and the search goes on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kronland.bots.evaluation import expect, hunch
from kronland.core.flow import first_actor, mixed
from kronland.core.game import MOST_SEATS, Game, act, legal, resampled
from kronland.core.kernel import entry, rule
from kronland.core.log import NO_LOG

NODES, EDGES, SLOTS = 1 << 17, 1 << 19, 1 << 18
DEEPEST = 60  # decisions in the tree
NOBODY_CHOSE = np.uint64(0)
BLIND = np.uint64(0x5851F42D4C957F2D)
STEP = np.uint64(0x9E3779B97F4A7C15)
SLOT_MASK = np.uint64(SLOTS - 1)
_32, _8 = np.uint64(32), np.uint64(8)

EXPLORATION = 0.9
FIRST_WIDTH, WIDTH = 3.0, 1.3  # a node with n visits has up to 3 + 1.3 * sqrt(n) edges
UNTRIED = 0.15  # how much less than its node's mean an action is thought to bring before it was tried, in deviations

NODE = np.dtype(
    [("key", np.uint64), ("first", np.int32), ("edges", np.int32), ("visits", np.int32), ("seat", np.int32), ("total", np.float64)]
)
EDGE = np.dtype(
    [
        ("action", np.int32),
        ("after", np.int32),
        ("visits", np.int32),
        ("available", np.int32),
        ("weight", np.float64),
        ("total", np.float64),
    ]
)


class Tree(NamedTuple):
    nodes: Any
    edges: Any
    slots: Any  # hash table: number of a node + 1, 0 for none
    used: Any  # nodes, edges, iterations
    spread: Any  # of the values of the deciding seat: how many, mean, sum of squared differences
    lean: Any  # the weight of each action at the root
    stamp: Any  # by action: the last moment at which it was legal
    known: Any  # by action: the last moment at which the node at hand had an edge for it
    path: Any  # the edges gone along
    out: Any
    room: Any
    table: Any
    states: Any  # to work on
    log: Any  # empty: a compiled kernel takes an array of its own for one that it may not write to


def new_tree(game: Game, count: int) -> Tree:
    """A tree for a game whose evaluation has so many features."""
    return Tree(
        nodes=np.zeros(NODES, NODE).view(np.recarray),
        edges=np.zeros(EDGES, EDGE).view(np.recarray),
        slots=np.zeros(SLOTS, np.int32),
        used=np.zeros(4, np.int64),
        spread=np.zeros(3),
        lean=np.zeros(game.space.size),
        stamp=np.zeros(game.space.size, np.int64),
        known=np.zeros(game.space.size, np.int64),
        path=np.zeros((DEEPEST, 2), np.int64),
        out=np.zeros(game.space.size, np.int32),
        room=np.zeros(count),
        table=np.zeros((3, MOST_SEATS)),
        states=game.layout.batch(3),
        log=NO_LOG,
    )


# One decision ahead -----------------------------------------------------------------------------------------------------------------


@entry
def judge(tree, roots, seat, weights, out, n, seed, samples, values):
    """The expected share after each of the n actions in `out`, over so many possibilities; where the same seat decides on, after its best
    likely next action. Actions on which nobody would waste a thought get -1."""
    s, after = tree.states[1], tree.states[2]
    thinkable = 0
    for i in range(n):
        values[i] = 0.0
        if hunch(roots[0], seat, out[i]) > 0:
            thinkable += 1
    for sample in range(samples):
        for i in range(n):
            if thinkable > 0 and hunch(roots[0], seat, out[i]) <= 0:
                values[i] = -1.0
                continue
            tree.states[1] = roots[0]
            resampled(s, seat, mixed(np.uint64(seed) + np.uint64(sample) * STEP))
            act(s, seat, out[i], tree.log)
            best = _share(tree, s, seat, weights)
            if n <= NARROW and not s.ended and s.actors == 1 << seat:
                m = legal(s, seat, tree.out)
                if m > 1:
                    best, most = 0.0, 1.0
                    for k in range(m):
                        most = max(most, np.float64(hunch(s, seat, tree.out[k])))
                    for k in range(m):
                        if hunch(s, seat, tree.out[k]) * LIKELY >= most:
                            tree.states[2] = s
                            act(after, seat, tree.out[k], tree.log)
                            best = max(best, _share(tree, after, seat, weights))
            values[i] += best / samples
    return thinkable


NARROW = 12  # decisions with at most so many actions are looked through together with the next one
LIKELY = 12  # and of that, actions at least this part as likely as the likeliest


@rule
def _share(tree, s, seat, weights):
    expect(s, weights, tree.room, tree.table)
    return tree.table[0, seat]


# The tree ---------------------------------------------------------------------------------------------------------------------------


@rule
def _find(tree, key, seat):
    """The node with this key; a new one if there is none yet (and -1 where there is no room for it), and whether it is new."""
    slot = np.int64(mixed(key) & SLOT_MASK)
    while tree.slots[slot] > 0:
        node = np.int64(tree.slots[slot]) - 1
        if tree.nodes[node].key == key:
            return node, False
        slot = (slot + 1) % SLOTS
    if tree.used[0] == NODES:
        return np.int64(-1), True
    node = tree.used[0]
    tree.used[0] += 1
    tree.slots[slot] = node + 1
    tree.nodes[node].key = key
    tree.nodes[node].first = -1
    tree.nodes[node].edges = 0
    tree.nodes[node].visits = 0
    tree.nodes[node].seat = seat
    tree.nodes[node].total = 0.0
    return node, True


@rule
def _widen(tree, s, seat, node, n, now):
    """Add an edge for the most promising legal action that has none, if any is worth it."""
    if tree.used[1] == EDGES:
        return
    edge = np.int64(tree.nodes[node].first)
    while edge >= 0:
        tree.known[tree.edges[edge].action] = now
        edge = np.int64(tree.edges[edge].after)
    best, most = -1, 0.0
    for i in range(n):
        action = tree.out[i]
        if tree.known[action] != now:
            weight = tree.lean[action] if node == 0 else np.float64(hunch(s, seat, action))
            if weight > most:
                best, most = action, weight
    if best < 0:
        if tree.nodes[node].edges > 0:
            return
        best, most = tree.out[0], 1.0
    edge = tree.used[1]
    tree.used[1] += 1
    tree.edges[edge].action = best
    tree.edges[edge].after = tree.nodes[node].first
    tree.edges[edge].visits = 0
    tree.edges[edge].available = 0
    tree.edges[edge].weight = most if node == 0 else np.sqrt(most)
    tree.edges[edge].total = 0.0
    tree.nodes[node].first = edge
    tree.nodes[node].edges += 1


@rule
def _select(tree, node, now):
    """The available edge with the best bound; -1 if none is available."""
    weights, available = 0.0, 0
    edge = np.int64(tree.nodes[node].first)
    while edge >= 0:
        if tree.stamp[tree.edges[edge].action] == now:
            tree.edges[edge].available += 1
            weights += tree.edges[edge].weight
            available += 1
        edge = np.int64(tree.edges[edge].after)
    if available == 0:
        return np.int64(-1)
    deviation = np.sqrt(tree.spread[2] / tree.spread[0]) if tree.spread[0] > 1.0 else 0.1
    deviation = max(deviation, 1e-3)
    mean = tree.nodes[node].total / tree.nodes[node].visits if tree.nodes[node].visits > 0 else 0.0
    best, highest = np.int64(-1), -1e30
    edge = np.int64(tree.nodes[node].first)
    while edge >= 0:
        e = tree.edges[edge]
        if tree.stamp[e.action] == now:
            value = e.total / e.visits if e.visits > 0 else mean - UNTRIED * deviation
            bound = value / deviation + EXPLORATION * (e.weight / weights) * available * np.sqrt(np.float64(e.available)) / (1.0 + e.visits)
            if bound > highest:
                best, highest = edge, bound
        edge = np.int64(tree.edges[edge].after)
    return best


@rule
def _several(actors):
    return actors & (actors - 1) != 0


@rule
def play_on(tree, s, draw, decisions):
    """A few decisions on a hunch."""
    for _ in range(decisions):
        if s.actors == 0:
            return
        seat = first_actor(s)
        n = legal(s, seat, tree.out)
        if n == 0:
            return
        choice = tree.out[0]
        if n > 1:
            total = 0.0
            for i in range(n):
                total += hunch(s, seat, tree.out[i])
            draw += STEP
            pick = np.float64(mixed(draw) >> _32) / 4294967296.0
            if total <= 0.0:
                choice = tree.out[np.int64(pick * n)]
            else:
                pick *= total
                for i in range(n):
                    pick -= hunch(s, seat, tree.out[i])
                    if pick < 0.0:
                        choice = tree.out[i]
                        break
        act(s, seat, choice, tree.log)


@rule
def _iterate(tree, roots, seat, weights, seed, decisions):
    """One possibility, one way down the tree, one evaluation, and back up."""
    s = tree.states[0]
    tree.states[0] = roots[0]
    draw = mixed(np.uint64(seed))
    resampled(s, seat, draw)
    node, deep, who = np.int64(0), 0, np.int64(seat)
    chosen = NOBODY_CHOSE  # by seats that decide at the same time: a digest
    while deep < DEEPEST:
        tree.used[2] += 1
        now = tree.used[2]
        n = legal(s, who, tree.out)
        for i in range(n):
            tree.stamp[tree.out[i]] = now
        if tree.nodes[node].edges < FIRST_WIDTH + WIDTH * np.sqrt(np.float64(tree.nodes[node].visits)):
            _widen(tree, s, who, node, n, now)
        edge = _select(tree, node, now)
        if edge < 0:
            _widen(tree, s, who, node, n, now)
            edge = _select(tree, node, now)
            if edge < 0:
                break
        action = tree.edges[edge].action
        tree.path[deep, 0] = node
        tree.path[deep, 1] = edge
        deep += 1
        key = tree.nodes[node].key
        hidden = _several(s.actors)
        act(s, who, action, tree.log)
        chosen = mixed(chosen + np.uint64(action + 1) * STEP)
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
            key = mixed(key + BLIND)
        else:
            key = mixed(key + chosen)
            chosen = NOBODY_CHOSE
        key = mixed(key + np.uint64(who + 1))
        node, fresh = _find(tree, key, who)
        if fresh:
            break
    play_on(tree, s, draw, decisions)
    expect(s, weights, tree.room, tree.table)
    for d in range(deep):
        node, edge = tree.path[d, 0], tree.path[d, 1]
        value = tree.table[0, tree.nodes[node].seat]
        tree.nodes[node].visits += 1
        tree.nodes[node].total += value
        tree.edges[edge].visits += 1
        tree.edges[edge].total += value
    value = tree.table[0, seat]
    tree.spread[0] += 1.0
    before = value - tree.spread[1]
    tree.spread[1] += before / tree.spread[0]
    tree.spread[2] += before * (value - tree.spread[1])


@entry
def plant(tree, seat):
    """An empty tree: one node, in which the seat decides."""
    tree.slots[:] = 0
    tree.used[0] = 0
    tree.used[1] = 0
    tree.spread[:] = 0.0
    _find(tree, np.uint64(1), seat)


@entry
def search(tree, roots, seat, weights, seed, iterations, decisions):
    """Some more iterations; each has a seed of its own, counted on from `seed`."""
    for i in range(iterations):
        _iterate(tree, roots, seat, weights, np.uint64(seed) + np.uint64(i), decisions)


@entry
def harvest(tree, visits, totals):
    """What was found out about the actions at the root: how often each was tried, and the sum of its shares."""
    edge = np.int64(tree.nodes[0].first)
    while edge >= 0:
        visits[tree.edges[edge].action] += tree.edges[edge].visits
        totals[tree.edges[edge].action] += tree.edges[edge].total
        edge = np.int64(tree.edges[edge].after)
