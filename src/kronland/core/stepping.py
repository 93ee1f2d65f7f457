"""Many games side by side: one kernel takes all of them a decision further, another looks at all of them."""

from __future__ import annotations

import numpy as np

from kronland.core.chance import NO_BITS, STEP, mixed, start_random
from kronland.core.ending import result
from kronland.core.fetching import fetch, fetch_part, fetch_places
from kronland.core.flow import first_actor
from kronland.core.game import act, hide, legal, observe, setup
from kronland.core.kernel import bare, entry
from kronland.core.observing import look
from kronland.core.play import lively_choice

NOTHING = -1  # in place of an action: for a game that is over
ANEW = -2  # and for one that is to begin

_32 = np.uint64(32)
LISTED = 128  # bytes of a list of actions that is not long
EACH = 4  # bytes of one that is listed
AHEAD = 8  # games, where little is done with one


@entry
def first_wrong(actions, actors, mask):
    """The first game whose action is none of its legal ones; -1 if all are. A game that is over wants NOTHING."""
    for i in range(actions.shape[0]):
        action = actions[i]
        if actors[i] < 0:
            if action != NOTHING:
                return i
        elif action < 0 or action >= mask.shape[1] or not mask[i, action]:
            return i
    return -1


@entry
def step_games(
    states, actions, seeds, players, options, components, blank, log, restart, apart, learner, lively, draws,
    actors, lists, counts, mask, done, shares, points, table,
):  # fmt: skip
    """Carry out the action of each game, or begin it ANEW, and list what is legal then.

    A game that has ended leaves its results; where games `restart`, the next one begins at once, with a seed so far `apart` from the last.
    With a `learner`, a seat, the others choose until it is to decide: at random, or, if they are `lively`, by taste, as pages do.
    """
    step_each(
        states, actions, seeds, players, options, components, blank, log, restart, apart, learner, lively, draws,
        actors, lists, counts, mask, done, shares, points, table,
    )  # fmt: skip


@bare
def step_each(
    states, actions, seeds, players, options, components, blank, log, restart, apart, learner, lively, draws,
    actors, lists, counts, mask, done, shares, points, table,
):  # fmt: skip
    """The same by itself, as it is bare: rows of many arrays are taken for each game, and nobody counts who holds them.

    Masks are far away in memory: which places of the next one are marked is read from its list, and the list after it is on its way.
    """
    games = actions.shape[0]
    for i in range(games):
        fetch(states, i + 1, states.itemsize)
        if i + 2 < games:
            fetch(lists, i + 2, max(counts[i + 2] * EACH, LISTED))
            fetch_places(mask, i + 1, lists[i + 1], counts[i + 1])
        action = np.int64(actions[i])
        if action == NOTHING:
            continue
        listed, allowed = lists[i], mask[i]
        for k in range(counts[i]):
            allowed[np.uint64(listed[k])] = False
        done[i] = False
        seat, n, most = np.int64(actors[i]), 0, np.int64(counts[i])
        while True:
            anew = action == ANEW
            if not anew:
                act(states[i], seat, action, log)
                if states[i].actors == 0:
                    done[i] = True
                    result(states[i], table)
                    for who in range(players):
                        shares[i, who] = table[0, who]
                        points[i, who] = table[1, who]
                    anew = restart
            if anew:
                states[i] = blank[0]
                start_random(states[i], seeds[i], NO_BITS)
                setup(states[i], players, options, components, log)
                states[i].barrier = 0  # nobody has decided yet, as in a match that begins
                seeds[i] += apart
            seat = np.int64(first_actor(states[i]))
            n = legal(states[i], seat, listed) if seat >= 0 else 0
            most = max(most, n)
            if n == 0 or learner < 0 or seat == learner:
                break
            draws[i] += STEP
            if lively:
                action = np.int64(lively_choice(states[i], seat, listed, n, mixed(draws[i])))
            else:
                action = np.int64(listed[np.int64(((mixed(draws[i]) >> _32) * np.uint64(n)) >> _32)])
        actors[i] = seat
        counts[i] = n
        for k in range(n):
            allowed[np.uint64(listed[k])] = True
        for k in range(n, most):  # what was legal for others is theirs to know
            listed[np.uint64(k)] = 0


@entry
def observe_games(states, words, runs, actors, over, room, copied, out):
    """What the seat that is to decide in each game may know; in a game that is over, what the seat `over` may.

    `words` and `copied` are states and room once more. Of a state only those `runs` of words are copied that are looked at
    (`core/named.py`), or all where there are no runs.
    """
    if runs.shape[0] == 0:
        look_at_games(states, actors, over, room, out)
    else:
        look_at_parts(states, words, runs, actors, over, room, copied, out)


@bare
def look_at_games(states, actors, over, room, out):
    for i in range(states.shape[0]):
        fetch(states, i + 2, states.itemsize)
        look(states, i, room, actors[i] if actors[i] >= 0 else over, out[i])


@bare
def look_at_parts(states, words, runs, actors, over, room, copied, out):
    """The same where little of a large state is looked at. What is printed is the same in all games, and stays in the room."""
    room[0] = states[0]
    for i in range(states.shape[0]):
        for k in range(runs.shape[0]):
            fetch_part(words, i + 2, runs[k, 0], runs[k, 1])
            for w in range(runs[k, 0], runs[k, 1]):
                copied[0, np.uint64(w)] = words[i, np.uint64(w)]
        seat = actors[i] if actors[i] >= 0 else over
        hide(room[0], seat)
        observe(room[0], seat, out[i])


@entry
def sample_games(seed, first, lists, counts, chosen):
    """One of the legal actions of each game, each as likely as any other; the games are numbered from `first` on."""
    for i in range(chosen.shape[0]):
        fetch(lists, i + AHEAD, 1)
        x = mixed(np.uint64(seed) + np.uint64(first + i + 1) * STEP)
        pick = np.int64(((x >> _32) * np.uint64(counts[i])) >> _32)
        chosen[i] = lists[i, pick] if counts[i] > 0 else NOTHING
