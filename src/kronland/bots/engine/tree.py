"""The tree of a search: nodes that stand for a sequence of actions and whose decision follows, edges for the actions tried there.

- Not every action is possible in every possibility of what is hidden: an edge counts how often it was available, and only those available
  compete.
- A node that is reached again gets edges for its most promising actions at once, and more as it is visited more: there are decisions with
  hundreds of actions, and few of them are worth a look. Each action is judged once, by the evaluation after it: how far it is behind the
  best one says how much of the search it gets, and its judged share counts as a few visits.

The tree is a few arrays of fixed size; when they are full it grows no more, and the search goes on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kronland.bots.engine.evaluation import hunches, room_for
from kronland.bots.engine.judging import play_forced, share_in
from kronland.core.chance import STEP, mixed
from kronland.core.game import MOST_SEATS, Game, act
from kronland.core.kernel import entry, rule
from kronland.core.log import NO_LOG
from kronland.core.records import records

NODES, EDGES, SLOTS = 1 << 17, 1 << 19, 1 << 18
DEEPEST = 60  # decisions in the tree
SLOT_MASK = np.uint64(SLOTS - 1)
FIRST_KEY = np.uint64(1)

EAGERNESS = 1.5  # how much less of the search an action gets for each deviation of the judged shares behind the best: e to this power
LEAST_PART = 0.01  # but at least this part of what the best one gets
FIRST_WIDTH, WIDTH = 12, 1.0  # a node with n visits has up to 12 + sqrt(n) edges
BATCH = 64  # edges that are added at once
FORCED = 4  # edges that are added where none of those there is available

NODE = np.dtype(
    [
        ("key", np.uint64),
        ("first", np.int32),
        ("edges", np.int32),
        ("visits", np.int32),
        ("seat", np.int32),
        ("best", np.float64),  # of the shares judged first
        ("deviation", np.float64),  # of these
    ]
)
EDGE = np.dtype(
    [
        ("action", np.int32),
        ("after", np.int32),  # the next edge of the same node
        ("visits", np.int32),
        ("available", np.int32),
        ("weight", np.float64),  # its part of the search before anything is known
        ("judged", np.float64),
        ("total", np.float64),
    ]
)


class Tree(NamedTuple):
    nodes: Any
    edges: Any
    slots: Any  # hash table: number of a node + 1, 0 for none
    used: Any  # nodes, edges, moments, the root, decisions played since it was made
    style: Any  # how much is explored, in deviations of the shares found; as how many visits a judged share counts
    spread: Any  # of the shares found for the deciding seat: how many, mean, sum of squared differences
    judged: Any  # by action: its judged share at the root; -1 where it is not worth a thought
    stamp: Any  # by action: the last moment at which it was legal
    known: Any  # by action: the last moment at which the node at hand had an edge for it
    batch: Any  # edges to add: action, and hunch or judged share
    hunched: Any  # the hunches of legal actions
    path: Any  # the nodes and edges gone along
    out: Any
    room: Any  # to judge in
    table: Any
    states: Any  # to work on
    log: Any  # empty: a compiled kernel takes an array of its own for one that it may not write to


def new_tree(game: Game, beside: Tree | None = None) -> Tree:
    """A tree for a game; it may grow in the room of one that nobody searches at the same time."""
    size = game.space.size
    return Tree(
        nodes=records(NODES, NODE) if beside is None else beside.nodes,
        edges=records(EDGES, EDGE) if beside is None else beside.edges,
        slots=np.zeros(SLOTS, np.int32) if beside is None else beside.slots,
        used=np.zeros(5, np.int64),
        style=np.array([2.0, 30.0]),
        spread=np.zeros(3),
        judged=np.zeros(size),
        stamp=np.zeros(size, np.int64),
        known=np.zeros(size, np.int64),
        batch=np.zeros((BATCH, 2)),
        hunched=np.zeros(size),
        path=np.zeros((DEEPEST, 2), np.int64),
        out=np.zeros(size, np.int32),
        room=room_for(game),
        table=np.zeros((3, MOST_SEATS)),
        states=game.layout.batch(3),
        log=NO_LOG,
    )


@entry
def plant(tree, seat):
    """An empty tree: one node, in which the seat decides."""
    tree.slots[:] = 0
    tree.used[0] = 0
    tree.used[1] = 0
    tree.spread[:] = 0.0
    tree.used[3] = find(tree, FIRST_KEY, seat)[0]


@rule
def find(tree, key, seat):
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
    return node, True


@rule
def key_after(key, chosen, seat):
    """The key of the node in which a seat decides after a digest of what was chosen."""
    return mixed(mixed(key + chosen) + np.uint64(seat + 1))


@rule
def digest(chosen, action):
    """A digest of actions with one more."""
    return mixed(chosen + np.uint64(action + 1) * STEP)


@entry
def move_root(tree, action, seat):
    """Go on from the node after an action of the root, if the seat has thought about it; whether it has."""
    key = key_after(tree.nodes[tree.used[3]].key, digest(np.uint64(0), action), seat)
    if tree.used[0] > NODES // 2 or tree.used[1] > EDGES // 2:
        return False
    node, fresh = find(tree, key, seat)
    tree.used[3] = node
    return not fresh


# Edges ------------------------------------------------------------------------------------------------------------------------------


@rule
def widen(tree, s, seat, node, n, now, weights, most):
    """Add edges for the most promising of the n legal actions that have none, until there are so many."""
    edge = np.int64(tree.nodes[node].first)
    while edge >= 0:
        tree.known[tree.edges[edge].action] = now
        edge = np.int64(tree.edges[edge].after)
    size = _likeliest(tree, s, seat, node, n, now, min(most - tree.nodes[node].edges, BATCH, EDGES - tree.used[1]))
    best, mean, square = -1.0, 0.0, 0.0
    for k in range(size):
        action = np.int64(tree.batch[k, 0])
        if node == tree.used[3]:
            value = tree.judged[action]
        else:
            tree.states[1] = s
            act(tree.states[1], seat, action, tree.log)
            play_forced(tree, tree.states[1])
            value = share_in(tree, tree.states[1], seat, tree.nodes[tree.used[3]].seat, weights)
        tree.batch[k, 1] = value
        best = max(best, value)
        mean += value / size
        square += value * value / size
    if tree.nodes[node].edges == 0:
        tree.nodes[node].best = best
        tree.nodes[node].deviation = max(1e-3, np.sqrt(max(0.0, square - mean * mean)))
    for k in range(size):
        _add_edge(tree, node, np.int64(tree.batch[k, 0]), tree.batch[k, 1])


@rule
def _likeliest(tree, s, seat, node, n, now, most):
    """Put the actions with the best hunches that have no edge yet into the batch, at most so many; how many. At the root all are judged."""
    if node == tree.used[3]:
        for i in range(n):
            tree.hunched[i] = tree.judged[tree.out[i]] + 1.0
    else:
        hunches(s, seat, tree.out, n, tree.hunched)
    size = 0
    for i in range(n):
        action, weight = tree.out[i], tree.hunched[i]
        if most > 0 and weight > 0.0 and tree.known[action] != now and (size < most or weight > tree.batch[size - 1, 1]):
            k = size if size < most else size - 1
            size = min(size + 1, most)
            while k > 0 and tree.batch[k - 1, 1] < weight:
                tree.batch[k, 0] = tree.batch[k - 1, 0]
                tree.batch[k, 1] = tree.batch[k - 1, 1]
                k -= 1
            tree.batch[k, 0] = action
            tree.batch[k, 1] = weight
    if size == 0 and n > 0 and most > 0 and tree.nodes[node].edges == 0:
        tree.batch[0, 0] = tree.out[0]
        size = 1
    return size


@rule
def _add_edge(tree, node, action, judged):
    edge = tree.used[1]
    tree.used[1] += 1
    tree.edges[edge].action = action
    tree.edges[edge].after = tree.nodes[node].first
    tree.edges[edge].visits = 0
    tree.edges[edge].available = 0
    behind = (judged - tree.nodes[node].best) / tree.nodes[node].deviation
    tree.edges[edge].weight = max(LEAST_PART, np.exp(min(1.0, EAGERNESS * behind)))
    tree.edges[edge].judged = judged
    tree.edges[edge].total = 0.0
    tree.nodes[node].first = edge
    tree.nodes[node].edges += 1


@rule
def select(tree, node, now):
    """The available edge with the best bound; -1 if none is available."""
    weights = 0.0
    edge = np.int64(tree.nodes[node].first)
    while edge >= 0:
        if tree.stamp[tree.edges[edge].action] == now:
            tree.edges[edge].available += 1
            weights += tree.edges[edge].weight
        edge = np.int64(tree.edges[edge].after)
    deviation = max(1e-3, np.sqrt(tree.spread[2] / tree.spread[0])) if tree.spread[0] > 1.0 else 0.1
    exploration, trust = tree.style[0], tree.style[1]
    best, highest = np.int64(-1), -1e30
    edge = np.int64(tree.nodes[node].first)
    while edge >= 0:
        e = tree.edges[edge]
        if tree.stamp[e.action] == now:
            share = (e.total + trust * e.judged) / (e.visits + trust)
            bound = share / deviation + exploration * (e.weight / weights) * np.sqrt(np.float64(e.available)) / (1.0 + e.visits)
            if bound > highest:
                best, highest = edge, bound
        edge = np.int64(tree.edges[edge].after)
    return best


# What was found out about the actions at the root -----------------------------------------------------------------------------------


@entry
def harvest(tree, visits, totals):
    """How often each was tried, and the sum of its shares."""
    edge = np.int64(tree.nodes[tree.used[3]].first)
    while edge >= 0:
        visits[tree.edges[edge].action] += tree.edges[edge].visits
        totals[tree.edges[edge].action] += tree.edges[edge].total
        edge = np.int64(tree.edges[edge].after)


@entry
def lead(tree):
    """By how many visits the first is ahead of the second."""
    first, second = 0, 0
    edge = np.int64(tree.nodes[tree.used[3]].first)
    while edge >= 0:
        visits = np.int64(tree.edges[edge].visits)
        if visits > first:
            second = first
            first = visits
        elif visits > second:
            second = visits
        edge = np.int64(tree.edges[edge].after)
    return first - second
