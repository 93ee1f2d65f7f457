"""Where a network learns: many games side by side, of which each decision is judged by whoever holds the network (`lab.schooling`).

A step of all games has three parts. `settle_game` takes a copy of a game to what the deciding seat knows (`evaluation.settled`, with other
chance every time) and lists what it may think of; `look_at` carries each of these actions out on a copy of that, and gives what the seat
would see then, as numbers and features: nothing that it may not know can be in it. `step_game` carries out what was chosen, plays what is
forced, and begins a game anew when it is over.

Each is written for one game or one row, by its number, so that a processor goes through them one after the other and a GPU all at once
(`ground_there`).
"""

from __future__ import annotations

from math import log

import numpy as np

from kronland.bots.engine.evaluation import features, hunches, withdraw
from kronland.core.chance import NO_BITS, STEP, mixed, start_random
from kronland.core.ending import result
from kronland.core.flow import first_actor
from kronland.core.game import act, censor, legal, observe, resampled, setup
from kronland.core.kernel import entry, rule
from kronland.core.observing import seats_between

NOTHING = -1
_11 = np.uint64(11)
FRACTION = 2.0**-53
TINY = 1e-300


@rule
def fraction(draw):
    """A number above 0 and below 1 from 64 random bits."""
    return np.float64(mixed(draw) >> _11) * FRACTION + TINY


@rule
def settle_game(i, roots, seed, lists, hunched, late, picked, counts, movers):
    """Make the copy of a game what the deciding seat knows, and pick actions to think of: the likelier by hunch, the likelier.

    Each action waits for a random time, the shorter the greater its weight; those that come first are picked. So the first of them is
    drawn by the weights alone.
    """
    s = roots[i]
    seat = first_actor(s)
    chance = mixed(np.uint64(seed) + np.uint64(i) * STEP)
    withdraw(s, seat)
    resampled(s, seat, chance)
    listed, weights, waits, found = lists[i], hunched[i], late[i], picked[i]
    n = legal(s, seat, listed)
    hunches(s, seat, listed, n, weights)
    thinkable, size = 0, 0
    for k in range(n):
        if weights[k] > 0.0:
            thinkable += 1
    for k in range(n):
        weight = np.float64(weights[k]) if thinkable > 0 else 1.0
        if weight > 0.0:
            wait = -log(fraction(chance + np.uint64(k + 1) * STEP)) / weight
            if size < found.shape[0] or wait < waits[size - 1]:
                place = size if size < found.shape[0] else size - 1
                size = min(size + 1, found.shape[0])
                while place > 0 and waits[place - 1] > wait:
                    waits[place] = waits[place - 1]
                    found[place] = found[place - 1]
                    place -= 1
                waits[place] = wait
                found[place] = listed[k]
    counts[i] = size
    movers[i] = seat


@rule
def look_at(i, states, actions, viewers, seed, nothing_written, seen, dense, over, ends):
    """Carry an action of the viewer out, or, where there is none, make the state what the viewer knows; then look at it.

    In `dense` are the features of all seats, counted from the viewer, and how far the game has come; `ends` tells the result of a game
    that is over.
    """
    s, viewer = states[i], np.int64(viewers[i])
    if actions[i] >= 0:
        act(s, viewer, np.int64(actions[i]), nothing_written)
    else:
        withdraw(s, viewer)
        resampled(s, viewer, mixed(np.uint64(seed) + np.uint64(i) * STEP))
    over[i] = s.actors == 0
    if s.actors == 0:
        result(s, ends[i])
        return
    last = dense.shape[1] - 1
    count = last // ends.shape[2]
    for seat in range(s.players):
        first = count * seats_between(s, viewer, seat)
        dense[i, last] = features(s, seat, dense[i, first : first + count])
    censor(s, viewer)
    observe(s, viewer, seen[i])


@rule
def step_game(i, states, chosen, movers, seeds, apart, players, options, components, blank, longest, nothing_written, lists, done, ends):
    """Carry out what was chosen, play what is forced, and begin anew what is over; a game for which nothing was chosen stays."""
    done[i] = False
    if chosen[i] == NOTHING:
        return
    act(states[i], np.int64(movers[i]), np.int64(chosen[i]), nothing_written)
    while True:
        if states[i].actors == 0 or states[i].clock >= longest:
            done[i] = True
            result(states[i], ends[i])
            begin(i, states, seeds, apart, players, options, components, blank, nothing_written)
        seat = first_actor(states[i])
        if legal(states[i], seat, lists[i]) > 1:
            return
        act(states[i], seat, np.int64(lists[i, 0]), nothing_written)


@rule
def begin(i, states, seeds, apart, players, options, components, blank, nothing_written):
    states[i] = blank[0]
    start_random(states[i], np.uint64(seeds[i]), NO_BITS)
    setup(states[i], np.int64(players[i]), options, components, nothing_written)
    states[i].barrier = 0
    seeds[i] += apart


# On a processor ---------------------------------------------------------------------------------------------------------------------


@entry
def begin_games(first, last, states, seeds, apart, players, options, components, blank, nothing_written):
    for i in range(first, last):
        begin(i, states, seeds, apart, players, options, components, blank, nothing_written)


@entry
def settle_games(first, last, roots, seed, lists, hunched, late, picked, counts, movers):
    for i in range(first, last):
        settle_game(i, roots, seed, lists, hunched, late, picked, counts, movers)


@entry
def look_at_all(first, last, states, actions, viewers, seed, nothing_written, seen, dense, over, ends):
    for i in range(first, last):
        look_at(i, states, actions, viewers, seed, nothing_written, seen, dense, over, ends)


@entry
def step_games(
    first, last, states, chosen, movers, seeds, apart, players, options, components, blank, longest, nothing_written, lists, done, ends
):  # fmt: skip
    for i in range(first, last):
        step_game(i, states, chosen, movers, seeds, apart, players, options, components, blank, longest, nothing_written, lists, done, ends)
