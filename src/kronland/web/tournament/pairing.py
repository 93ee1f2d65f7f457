"""Who sits down with whom in a round. Nothing here knows a game, a table or a database: people are numbers, the best placed first.

Three questions, each with a function of its own: how large the groups are (`group_sizes`), who is in which (`swiss`, `robin`), and who has
which seat (`seating`). People who have met do not meet again where that can be helped; everything else comes after that.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

BOT = -1  # who fills a group, in `Met`
EXACT = 12  # so many people are grouped by looking at all ways
RESTARTS = 24  # of the search among more people, while somebody would meet again
MOST_PERMUTED = 6  # seats whose orders are all looked at

Met = Mapping[tuple[int, int], int]  # how often two have met, the lower number first; (BOT, somebody): games with a bot that filled
Groups = list[list[int]]


@dataclass(frozen=True)
class Size:
    """Of a group: people, and bots that fill it."""

    people: int
    bots: int = 0


def group_sizes(count: int, usual: int, allowed: Sequence[int]) -> list[Size]:
    """Groups for so many people: of the usual size as far as they divide, else larger or smaller ones that the game is for.

    Where no sizes add up, as few bots as possible fill the last groups, and as evenly as can be.
    """
    if not count:
        return []
    for bots in range(max(allowed) + 1):
        if sizes := _sums(count + bots, usual, allowed):
            break
    else:
        raise ValueError(f"groups of {allowed} for {count}")
    sizes.sort(key=lambda size: (abs(size - usual), size))
    fill = [bots // len(sizes) + (place >= len(sizes) - bots % len(sizes)) for place in range(len(sizes))]
    return [Size(size - more, more) for size, more in zip(sizes, fill, strict=True)]


def _sums(total: int, usual: int, allowed: Sequence[int]) -> list[int]:
    """Sizes that make up the total, as near to the usual one as they can be; of equally near ones the smaller. [] if there are none."""
    best: list[tuple[int, int, list[int]] | None] = [(0, 0, [])]
    for made in range(1, total + 1):
        ways = []
        for size in allowed:
            if size <= made and (rest := best[made - size]) is not None:
                ways.append((rest[0] + (size - usual) ** 2, rest[1] - 1, [*rest[2], size]))
        best.append(min(ways, default=None))
    return best[total][2] if best[total] else []  # type: ignore[index]


# What a grouping costs ----------------------------------------------------------------------------------------------------------------

Cost = tuple[int, int]  # how often people meet again, and how far apart those are who meet


def times_met(group: Sequence[int], bots: int, met: Met) -> int:
    """How often those of a group have met before."""
    pairs = sum(met.get((one, two) if one < two else (two, one), 0) for one, two in combinations(group, 2))
    return pairs + bots * sum(met.get((BOT, one), 0) for one in group)


class _Costs:
    def __init__(self, people: Sequence[int], sizes: Sequence[Size], met: Met, ordered: bool) -> None:
        self.sizes, self.met = sizes, met
        self.place = {one: place for place, one in enumerate(people)} if ordered else dict.fromkeys(people, 0)

    def of_group(self, number: int, group: Sequence[int]) -> Cost:
        apart = sum((self.place[one] - self.place[two]) ** 2 for one, two in combinations(group, 2))
        return times_met(group, self.sizes[number].bots, self.met), apart

    def of(self, groups: Groups) -> Cost:
        again, apart = zip(*(self.of_group(number, group) for number, group in enumerate(groups)), strict=True)
        return sum(again), sum(apart)


# Swiss --------------------------------------------------------------------------------------------------------------------------------


def swiss(people: Sequence[int], sizes: Sequence[Size], met: Met, seed: int = 0) -> Groups:
    """Groups of those who stand next to one another, but for who has met: so few meetings again as can be, then so near as can be.

    Of up to 12 people no other grouping is better; of more, none that comes of exchanging two.
    """
    return _grouped(people, sizes, _Costs(people, sizes, met, True), [_slices(people, sizes)], seed)


def robin(people: Sequence[int], sizes: Sequence[Size], met: Met, turn: int, seed: int = 0) -> Groups:
    """Groups in which everybody meets everybody, as evenly as can be, whatever the results: `people` as the lots were drawn.

    In groups of two the circle method leads there in the least rounds, as long as nobody leaves; larger groups begin with shifted rows.
    """
    known = [*_circle(people, sizes, turn), *_shifted(people, sizes, turn), _slices(people, sizes)]  # of equally good ones the first
    return _grouped(people, sizes, _Costs(people, sizes, met, False), known, seed)


def _grouped(people: Sequence[int], sizes: Sequence[Size], costs: _Costs, known: list[Groups], seed: int) -> Groups:
    if len(sizes) < 2:
        return [list(people)] if sizes else []
    best = min((_improved(groups, costs) for groups in known), key=costs.of)
    if len(people) <= EXACT:
        return _searched(people, costs, best)
    chance = random.Random(seed)
    for _ in range(RESTARTS):
        if costs.of(best)[0] == 0:
            break
        mixed = list(people)
        chance.shuffle(mixed)
        best = min(best, _improved(_slices(mixed, sizes), costs), key=costs.of)
    return best


def _slices(people: Sequence[int], sizes: Sequence[Size]) -> Groups:
    rest = iter(people)
    return [[next(rest) for _ in range(size.people)] for size in sizes]


def _improved(groups: Groups, costs: _Costs) -> Groups:
    """By exchanging two as long as that helps: first those who would meet again, then neighbours, to bring them nearer."""
    found = [list(group) for group in groups]
    reach = 2 * max(map(len, found))
    again = True
    while again:
        again = False
        for here in range(len(found)):
            for place in range(len(found[here])):
                trouble = times_met(found[here], costs.sizes[here].bots, costs.met) > 0
                if change := _best_exchange(found, costs, here, place, None if trouble else reach):
                    there, other = change
                    found[here][place], found[there][other] = found[there][other], found[here][place]
                    again = True
    return found


def _best_exchange(groups: Groups, costs: _Costs, here: int, place: int, reach: int | None) -> tuple[int, int] | None:
    """With whom somebody is best exchanged; None if that helps nobody. With `reach` only who stands that near is asked."""
    one, mine = groups[here][place], costs.of_group(here, groups[here])
    best, found = (0, 0), None
    for there, group in enumerate(groups):
        if there == here:
            continue
        theirs = costs.of_group(there, group)
        for other, two in enumerate(group):
            if reach is not None and abs(costs.place[one] - costs.place[two]) > reach:
                continue
            new = costs.of_group(here, [*groups[here][:place], two, *groups[here][place + 1 :]])
            their_new = costs.of_group(there, [*group[:other], one, *group[other + 1 :]])
            gain = (new[0] + their_new[0] - mine[0] - theirs[0], new[1] + their_new[1] - mine[1] - theirs[1])
            if gain < best:
                best, found = gain, (there, other)
    return found


def _searched(people: Sequence[int], costs: _Costs, known: Groups) -> Groups:
    """The best grouping of all, by trying them in order and leaving those out that cannot become better than the best so far."""
    best, limit = known, costs.of(known)

    def fill(number: int, left: tuple[int, ...], made: Groups, cost: Cost) -> None:
        nonlocal best, limit
        if number == len(costs.sizes):
            best, limit = [list(group) for group in made], cost
            return
        size = costs.sizes[number]
        same = number + 1 < len(costs.sizes) and all(other == size for other in costs.sizes[number:])
        for group in _companies(left, size.people, same):
            more = costs.of_group(number, group)
            new = cost[0] + more[0], cost[1] + more[1]
            if new < limit:
                fill(number + 1, tuple(one for one in left if one not in group), [*made, list(group)], new)

    fill(0, tuple(people), [], (0, 0))
    return best


def _companies(left: tuple[int, ...], size: int, with_first: bool) -> Iterator[tuple[int, ...]]:
    """Who may make up a group; where all groups to come are alike, the first who is left is in this one."""
    if with_first:
        yield from ((left[0], *others) for others in combinations(left[1:], size - 1))
    else:
        yield from combinations(left, size)


# Everybody with everybody -------------------------------------------------------------------------------------------------------------


def _circle(people: Sequence[int], sizes: Sequence[Size], turn: int) -> list[Groups]:
    """Groups of two: one stays, the others move on around a circle. An odd one meets the bot that fills."""
    if any(size.people + size.bots != 2 for size in sizes):
        return []
    ring = [*people, *[BOT] * sum(size.bots for size in sizes)]
    if len(ring) % 2 or ring.count(BOT) > 1:
        return []
    turned = ring[1:]
    step = (turn - 1) % len(turned)
    ring = [ring[0], *turned[step:], *turned[:step]]
    pairs = [[ring[place], ring[-1 - place]] for place in range(len(ring) // 2)]
    pairs.sort(key=lambda pair: BOT in pair)
    return [[[one for one in pair if one != BOT] for pair in pairs]]


def _shifted(people: Sequence[int], sizes: Sequence[Size], turn: int) -> list[Groups]:
    """As many rows as a group has members; each round each row is shifted against the one before by one more place."""
    if len(set(sizes)) != 1 or sizes[0].bots or len(sizes) < sizes[0].people:
        return []
    rows, columns = sizes[0].people, len(sizes)
    step = (turn - 1) % columns
    return [[[people[row * columns + (column + row * step) % columns] for row in range(rows)] for column in range(columns)]]


# Seats --------------------------------------------------------------------------------------------------------------------------------


def seating(company: Sequence[int], sat: Mapping[tuple[int, int], int], chance: random.Random) -> list[int]:
    """In which order a company sits down: so that nobody has a seat again and again; by lot, where it makes no difference.

    `sat`: how often somebody has had a seat, by (who, seat).
    """
    mixed = list(company)
    chance.shuffle(mixed)
    if len(mixed) > MOST_PERMUTED:
        return mixed
    return list(min(permutations(mixed), key=lambda order: sum(sat.get((one, seat), 0) ** 2 for seat, one in enumerate(order))))
