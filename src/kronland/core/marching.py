"""Batches on a CUDA GPU: what it runs for `core.device_batch`, a thread for each game, or for each row.

Games are sorted before each part of a step, as in `core.abreast`: by the verb of their action before they carry it out, by their phase
before what is legal is marked. All games read what is printed from one state, `common` (`core.sharing`). Candidates are copies of a game,
of which only that is copied which differs between games.
"""

from __future__ import annotations

import numpy as np
from numba import cuda

from kronland.core.abreast import BLOCK, QUEUES
from kronland.core.bits import ONE, ZERO, lowest
from kronland.core.candidates import chance_of, follow, list_actions, twin_of
from kronland.core.chance import NO_BITS, STEP, mixed, start_random
from kronland.core.ending import result
from kronland.core.flow import first_actor
from kronland.core.game import MOST_SEATS, act, hide, legal, observe, observe_at, setup
from kronland.core.picking import FOUND, WANTED
from kronland.core.sharing import write_pair
from kronland.core.sketching import SIXTEEN, byte_of, byte_of_ones, sixteen_bits, spread
from kronland.core.stepping import ANEW, NOTHING

RENEW = QUEUES - 1  # the queue of games that begin anew
SUMS = 1024  # threads that add up
WARP = 32  # threads that go one way
WATCHERS = 96  # threads of a block that makes observations: more of them leave a multiprocessor less room for blocks
_8, _32 = np.uint64(8), np.uint64(32)

# ruff: noqa: F821 (`pair`, `queue_up`, `next_in_line`, `line_for`, `phase_of`, `parts_of`, `set_up` and what `watch` asks for are given by `core.march`)


def sort_by_verb(states, common, actions, trusted, actors, mask, verb_of, wrong, queues, lengths, row):
    """Line up the games that have something to do; in wrong[0] the first whose action is none of its legal ones.

    Whoever is `trusted` gives no actions, but says which games begin ANEW.
    """
    i = np.int64(cuda.grid(1))
    going, number = False, np.int64(0)
    if i < actions.shape[0]:
        action = np.int64(actions[i])
        if trusted:
            going, number = action == ANEW, np.int64(RENEW)
        elif actors[i] < 0:
            if action != NOTHING:
                cuda.atomic.min(wrong, 0, i)
        elif action < 0 or action >= mask.shape[1] or not mask[i, action]:
            cuda.atomic.min(wrong, 0, i)
        else:
            going, number = True, line_for(pair(states[i], common[0]), np.int64(actors[i]), action, verb_of)
    queue_up(i, going, number, queues, lengths, row)


def decide(states, common, actions, actors, log, players, restart, afresh, done, shares, points, queues, next_queues, lengths, row):
    """Carry out the actions; games that are over leave their results. `afresh` is the first decision of a step."""
    table = cuda.local.array((3, MOST_SEATS), np.float64)
    i = next_in_line(queues, lengths, row, QUEUES)
    going, number = i >= 0, np.int64(RENEW)
    if going:
        if afresh:
            done[i] = False
        if actions[i] != ANEW:
            s = pair(states[i], common[0])
            act(s, np.int64(actors[i]), actions[i], log)
            number = phase_of(s)
            if s.actors == 0:
                done[i] = True
                result(s, table)
                for who in range(players):
                    shares[i, who] = table[0, who]
                    points[i, who] = np.int32(table[1, who])
                if restart:
                    number = np.int64(RENEW)
    queue_up(i, going, number, next_queues, lengths, row + 1)


def set_up(s, i, seeds, apart, players, options, components, log):
    """The next game of number i, where all is 0."""
    start_random(s, seeds[i], NO_BITS)
    setup(s, players, options, parts_of(components), log)
    s.barrier = 0  # nobody has decided yet, as in a match that begins
    seeds[i] += apart


def prepare(stock, words, ready, seeds, apart, players, options, components, log):
    """Set up the next game of each that has none `ready`; the one after it has a seed so far `apart`.

    A single set-up takes as long as many at once: where some games end at every step, all would wait for it.
    """
    mine = cuda.shared.array(BLOCK, np.int64)
    t, i = cuda.threadIdx.x, np.int64(cuda.grid(1))
    if i >= ready.shape[0] or ready[i]:
        i = np.int64(-1)
    mine[t] = i
    cuda.syncthreads()
    for k in range(BLOCK):  # all threads clear one state after the other: what lies together is written together
        if mine[k] >= 0:
            for w in range(t, words.shape[1], BLOCK):
                words[mine[k], w] = 0
    cuda.syncthreads()
    if i >= 0:
        set_up(stock[i], i, seeds, apart, players, options, components, log)
        ready[i] = 1


def renew(states, words, stock, ready, seeds, apart, players, options, components, log, queues, lengths, row):
    """Begin games anew that wait for it: the one that is ready, or else one that is set up now."""
    mine = cuda.shared.array(BLOCK, np.int64)
    t, first = cuda.threadIdx.x, np.int64(cuda.blockIdx.x) * BLOCK
    count = min(np.int64(lengths[row, RENEW]) - first, np.int64(BLOCK))
    i, number = np.int64(-1), np.int64(0)
    if t < count:
        i = np.int64(queues[RENEW, first + t])
    mine[t] = i
    cuda.syncthreads()
    for k in range(count):
        for w in range(t, words.shape[1], BLOCK):
            words[mine[k], w] = stock[mine[k], w] if ready[mine[k]] else ZERO
    cuda.syncthreads()
    if i >= 0:
        if not ready[i]:
            set_up(states[i], i, seeds, apart, players, options, components, log)
        ready[i] = 0
        number = phase_of(states[i])
    queue_up(i, i >= 0, number, queues, lengths, row)


def look(states, common, actors, counts, mask, cleared, queues, lengths, row):
    """Who is to decide, and what is legal: `legal` marks it (`core.masking`) in a mask that is `cleared` already, or is now."""
    mine = cuda.shared.array(BLOCK, np.int64)
    t = cuda.threadIdx.x
    i = next_in_line(queues, lengths, row, RENEW)
    mine[t] = i
    cuda.syncthreads()
    for k in range(0 if cleared else BLOCK):
        if mine[k] >= 0:
            for action in range(t, mask.shape[1], BLOCK):
                mask[mine[k], action] = False
    cuda.syncthreads()
    if i >= 0:
        s = pair(states[i], common[0])
        seat, n = first_actor(s), np.int64(0)
        if seat >= 0:
            n = legal(s, seat, mask[i])
        actors[i] = seat
        counts[i] = n


def others_choose(states, common, learner, draws, actors, counts, actions, verb_of, queues, next_queues, lengths, row):
    """Where another than the learner is to decide, choose at random: `legal` picks (`core.picking`)."""
    out = cuda.local.array(2, np.int32)
    i = next_in_line(queues, lengths, row, RENEW)
    going, number = False, np.int64(0)
    if i >= 0 and counts[i] > 0 and actors[i] != learner:
        draws[i] += STEP
        out[WANTED] = np.int64(((mixed(draws[i]) >> _32) * np.uint64(counts[i])) >> _32)
        s = pair(states[i], common[0])
        legal(s, np.int64(actors[i]), out)
        actions[i] = out[FOUND]
        going, number = True, line_for(s, np.int64(actors[i]), np.int64(out[FOUND]), verb_of)
    queue_up(i, going, number, next_queues, lengths, row + 1)


def sort_by_phase(states, actors, queues, lengths, row):
    """Line up the games that are not over."""
    i = np.int64(cuda.grid(1))
    going, number = i < states.shape[0], np.int64(0)
    if going:
        going, number = actors[i] >= 0, phase_of(states[i])
    queue_up(i, going, number, queues, lengths, row)


def pick(states, common, chance, actors, counts, actions, queues, lengths, row):
    """A legal action of each game, as `core.stepping.sample_games` finds it; those that are over have NOTHING already."""
    out = cuda.local.array(2, np.int32)
    i = next_in_line(queues, lengths, row, RENEW)
    if i >= 0 and counts[i] > 0:
        x = mixed(np.uint64(chance) + np.uint64(i + 1) * STEP)
        out[WANTED] = np.int64(((x >> _32) * np.uint64(counts[i])) >> _32)
        legal(pair(states[i], common[0]), np.int64(actors[i]), out)
        actions[i] = out[FOUND]


def copy_games(words, which, first, copied, rooms):
    """Copy the games that rows from `first` on name, the words that differ between games: a thread for each word."""
    t = np.int64(cuda.grid(1))
    k, w = t // copied.shape[0], t % copied.shape[0]
    if k < rooms.shape[0] and first + k < which.shape[0]:
        rooms[k, copied[w]] = words[which[first + k], copied[w]]


def watch(states, words, common, actors, over, number_of, place_of, out, pairs):
    """What the seats to decide may know of their games, WARP of them for each block.

    The threads of one warp censor copies of the secrets of a game each and sketch what is to be seen (`core.sketching`). Then all WATCHERS
    write it down, which takes longer than one warp should. `pairs` is `out` once more, as words.
    """
    room = cuda.shared.array(ROOM, np.uint64)
    t, first = np.int64(cuda.threadIdx.x), np.int64(cuda.blockIdx.x) * WARP
    rows = min(WARP, actors.shape[0] - first)
    for k in range(t, ROOM, WATCHERS):
        room[k] = ZERO
    cuda.syncthreads()
    if t < rows:
        i, mine, seat = first + t, t * STEP, np.int64(over)
        if actors[i] >= 0:
            seat = np.int64(actors[i])
        for w in range(SECRET.shape[0]):
            room[mine + w] = words[i, SECRET[w]]
        s = copied(states[i], common[0], room, mine)
        hide(s, seat)
        observe(s, seat, (room[mine + SECRET.shape[0] : mine + STEP], number_of))
    cuda.syncthreads()
    write_flags(room, first, rows, out, pairs)
    cuda.syncthreads()
    write_counters(room, first, rows, place_of, out)


def write_flags(room, first, rows, out, pairs):
    """The flags of so many rows from the `first` on, and 0 where a counter is 0: 16 numbers are written at once, which can be the last of a
    row and the first of the next."""
    size, t = np.int64(SIZE), np.int64(cuda.threadIdx.x)
    start = first * size // 8  # of the block: 32 rows are a whole number of pairs
    whole = rows * size // SIXTEEN
    g, place = np.int64(0), t * SIXTEEN
    for k in range(t, whole, WATCHERS):
        while place >= size:
            place -= size
            g += 1
        bits = sixteen_bits(room, g * STEP + FLAGS_AT, place, size, STEP)
        write_pair(pairs, start + 2 * k, spread(bits), spread(bits >> _8))
        place += WATCHERS * SIXTEEN
    for k in range(whole * SIXTEEN + t, rows * size, WATCHERS):  # what is left of the last block
        g, place = k // size, k % size
        out[first + g, place] = (room[g * STEP + FLAGS_AT + (place >> 6)] >> np.uint64(place & 63)) & ONE


def write_counters(room, first, rows, place_of, out):
    """The counters that are not 0, eight at a time: most are."""
    for k in range(np.int64(cuda.threadIdx.x), rows * COUNTER_WORDS, WATCHERS):
        g, word = k // COUNTER_WORDS, k % COUNTER_WORDS
        left = room[g * STEP + COUNTERS_AT + word]
        while left != ZERO:
            byte = lowest(left) >> 3
            out[first + g, place_of[word * 8 + byte]] = byte_of(left, byte)
            left &= ~byte_of_ones(byte)


def watch_places(states, common, first, which, actors, over, places, out):
    """The places of a board, in what rows from `first` on show of the games that they name: a thread for each, so that those that lie side
    by side are written together, and a block for each row. Places show nothing that is hidden: states need not be censored."""
    k, place = np.int64(cuda.blockIdx.x), np.int64(cuda.threadIdx.x)
    row = first + k
    if place < places and row < which.shape[0]:
        seat = np.int64(actors[which[row]])
        if seat < 0:
            seat = over
        observe_at(pair(states[k], common[0]), seat, out[row], place)


def count_rows(counts, most, first):
    """In first[i + 1] how many rows game i has."""
    i = np.int64(cuda.grid(1))
    if i < counts.shape[0]:
        first[i + 1] = min(np.int64(counts[i]), most)
    if i == 0:
        first[0] = 0


def add_up(first):
    """Add up the numbers, each to all behind it: one block, of which each thread has some that follow one another."""
    sums = cuda.shared.array(SUMS, np.int64)
    t, total = np.int64(cuda.threadIdx.x), np.int64(0)
    each = (first.shape[0] + SUMS - 1) // SUMS
    begin, end = min(t * each, first.shape[0]), min((t + 1) * each, first.shape[0])
    for i in range(begin, end):
        total += first[i]
    sums[t] = total
    cuda.syncthreads()
    step = 1
    while step < SUMS:
        before = np.int64(0)
        if t >= step:
            before = sums[t - step]
        cuda.syncthreads()
        sums[t] += before
        cuda.syncthreads()
        step *= 2
    total = sums[t] - total
    for i in range(begin, end):
        total += first[i]
        first[i] = total


def list_rows(mask, counts, first, chance, games, actions):
    i = np.int64(cuda.grid(1))
    if i < counts.shape[0]:
        list_actions(mask[i], np.int64(counts[i]), first[i + 1] - first[i], chance_of(chance, i), i, first[i], games, actions)


def make_twins(rooms, common, actors, chance):
    i = np.int64(cuda.grid(1))
    if i < rooms.shape[0] and actors[i] >= 0:
        twin_of(pair(rooms[i], common[0]), np.int64(actors[i]), chance, i)


def try_rows(rooms, common, first, games, actions, actors, log, ended, shares, out):
    """What comes of the rows from number `first` on, of whose twins there are copies in the rooms."""
    table = cuda.local.array((3, MOST_SEATS), np.float64)
    k = np.int64(cuda.grid(1))
    row = first + k
    if k < rooms.shape[0] and row < games.shape[0]:
        s, seat = pair(rooms[k], common[0]), np.int64(actors[games[row]])
        ended[row] = follow(s, seat, np.int64(actions[row]), log, table, shares[row], out[row])
