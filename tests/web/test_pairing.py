"""Who meets whom, and who stands where: properties, and small cases against all ways there are."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kronland.web.tournament.pairing import BOT, Groups, Met, Size, group_sizes, robin, seating, swiss, times_met
from kronland.web.tournament.standings import Seat, earned, head_to_head, lot, share_of, standings

RANGES = st.sampled_from([(2, 3, 4), (3, 4, 5), (2,), (3,), (4,), (2, 4), (3, 5)])
FEW = settings(max_examples=60, deadline=None)


@st.composite
def rounds(draw: st.DrawFn, most: int) -> tuple[list[int], list[Size], Met]:
    """People, the sizes of their groups, and who has met whom."""
    allowed = draw(RANGES)
    people = draw(st.permutations(range(draw(st.integers(1, most)))))
    sizes = group_sizes(len(people), draw(st.sampled_from(allowed)), allowed)
    pairs = [*combinations(range(len(people)), 2), *((BOT, one) for one in range(len(people)))]
    met = draw(st.dictionaries(st.sampled_from(pairs), st.integers(1, 2), max_size=2 * len(people))) if pairs else {}
    return people, sizes, met


def again(groups: Groups, sizes: Sequence[Size], met: Met) -> int:
    return sum(times_met(group, size.bots, met) for group, size in zip(groups, sizes, strict=True))


def all_ways(people: Sequence[int], sizes: Sequence[Size]) -> Iterator[Groups]:
    """Every way to divide them, some more than once."""
    if not sizes:
        yield []
        return
    for group in combinations(people, sizes[0].people):
        for others in all_ways([one for one in people if one not in group], sizes[1:]):
            yield [list(group), *others]


@FEW
@given(st.integers(0, 60), RANGES, st.data())
def test_sizes_are_legal_and_need_few_bots(count: int, allowed: tuple[int, ...], data: st.DataObject) -> None:
    usual = data.draw(st.sampled_from(allowed))
    sizes = group_sizes(count, usual, allowed)
    bots = sum(size.bots for size in sizes)
    assert sum(size.people for size in sizes) == count and all(size.people + size.bots in allowed and size.people for size in sizes)
    if bots:
        made = {0}
        for _ in range(count + bots):
            made |= {total + size for total in made for size in allowed if total + size < count + bots}
        assert not any(total in made for total in range(count, count + bots)), "fewer bots would do"
        assert max(size.bots for size in sizes) - min(size.bots for size in sizes) <= 1
    if count and count % usual == 0:
        assert set(sizes) == {Size(usual)}


@pytest.mark.parametrize(
    ("count", "usual", "allowed", "expected"),
    [
        (12, 4, (3, 4, 5), [Size(4)] * 3),
        (11, 4, (3, 4, 5), [Size(4), Size(4), Size(3)]),
        (6, 4, (3, 4, 5), [Size(3), Size(3)]),
        (10, 4, (3, 4, 5), [Size(4), Size(3), Size(3)]),
        (7, 3, (3,), [Size(3), Size(2, 1), Size(2, 1)]),
        (2, 3, (3, 4), [Size(2, 1)]),
        (5, 2, (2,), [Size(2), Size(2), Size(1, 1)]),
    ],
)
def test_sizes_as_people_would_choose_them(count: int, usual: int, allowed: tuple[int, ...], expected: list[Size]) -> None:
    assert group_sizes(count, usual, allowed) == expected


@FEW
@given(rounds(40), st.sampled_from(["swiss", "robin"]), st.integers(1, 9))
def test_everybody_sits_down_exactly_once(asked: tuple[list[int], list[Size], Met], system: str, turn: int) -> None:
    people, sizes, met = asked
    groups = swiss(people, sizes, met) if system == "swiss" else robin(people, sizes, met, turn)
    assert sorted(one for group in groups for one in group) == sorted(people)
    assert [len(group) for group in groups] == [size.people for size in sizes]


@FEW
@given(rounds(8), st.sampled_from(["swiss", "robin"]))
def test_nobody_meets_again_who_need_not(asked: tuple[list[int], list[Size], Met], system: str) -> None:
    people, sizes, met = asked
    groups = swiss(people, sizes, met) if system == "swiss" else robin(people, sizes, met, 1)
    assert again(groups, sizes, met) == min(again(way, sizes, met) for way in all_ways(people, sizes))


@FEW
@given(rounds(7))
def test_of_those_who_have_not_met_neighbours_do(asked: tuple[list[int], list[Size], Met]) -> None:
    people, sizes, met = asked

    def cost(groups: Groups) -> tuple[int, int]:
        apart = sum((people.index(one) - people.index(two)) ** 2 for group in groups for one, two in combinations(group, 2))
        return again(groups, sizes, met), apart

    assert cost(swiss(people, sizes, met)) == min(map(cost, all_ways(people, sizes)))


def meetings(rounds_of: Sequence[Groups]) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for groups in rounds_of:
        for group in groups:
            for pair in combinations(sorted(group), 2):
                found[pair] = found.get(pair, 0) + 1
    return found


@pytest.mark.parametrize(("count", "size", "turns"), [(8, 2, 7), (20, 2, 19), (9, 3, 4), (25, 5, 6), (15, 3, 5), (16, 4, 3)])
def test_round_robin_meets_nobody_twice(count: int, size: int, turns: int) -> None:
    played: list[Groups] = []
    for turn in range(1, turns + 1):
        sizes = group_sizes(count, size, (size,))
        played.append(robin(range(count), sizes, meetings(played), turn))
    found = meetings(played)
    assert max(found.values()) == 1
    if (count, size, turns) in ((8, 2, 7), (20, 2, 19), (9, 3, 4), (25, 5, 6)):
        assert len(found) == count * (count - 1) // 2, "and everybody meets everybody"


def test_an_odd_one_meets_the_bot_once() -> None:
    sizes, met = group_sizes(5, 2, (2,)), dict[tuple[int, int], int]()
    alone = []
    for turn in range(1, 6):
        groups = robin(range(5), sizes, met, turn)
        for group, size in zip(groups, sizes, strict=True):
            pair = (BOT, group[0]) if size.bots else (min(group), max(group))
            met[pair] = met.get(pair, 0) + 1
            alone += group if size.bots else []
    assert sorted(alone) == list(range(5)) and set(met.values()) == {1}


def test_many_rounds_of_many_people_without_meeting_again() -> None:
    chance, met = random.Random(5), dict[tuple[int, int], int]()
    order = list(range(40))
    for _ in range(5):
        chance.shuffle(order)
        sizes = group_sizes(40, 4, (3, 4, 5))
        groups = swiss(order, sizes, met)
        assert again(groups, sizes, met) == 0
        met |= meetings([groups])


def test_seats_change() -> None:
    sat: dict[tuple[int, int], int] = {}
    for _ in range(4):
        for seat, one in enumerate(seating([3, 5, 7, 9], sat, random.Random(1))):
            sat[one, seat] = sat.get((one, seat), 0) + 1
    assert set(sat.values()) == {1} and len(sat) == 16, "in four games everybody has had every seat"
    assert sorted(seating(range(7), {}, random.Random(1))) == list(range(7))


# Standings ----------------------------------------------------------------------------------------------------------------------------


def test_points_of_a_game() -> None:
    assert earned([1, 2, 3]) == [1, Fraction(1, 2), 0] and earned([2, 1, 1]) == [0, Fraction(3, 4), Fraction(3, 4)]
    assert earned([1, 1]) == [Fraction(1, 2)] * 2 and earned([1]) == [0]
    assert share_of([30.0, 10.0]) == [1.5, 0.5] and share_of([0.0, 0.0]) == [1, 1] == share_of([3.0, -1.0])


@FEW
@given(st.lists(st.integers(1, 5), min_size=2, max_size=6))
def test_a_game_of_any_size_brings_as_much(ranks: list[int]) -> None:
    won = earned(ranks)
    assert sum(won) == Fraction(len(ranks), 2) and all(0 <= one <= 1 for one in won)
    assert all((won[one] > won[two]) == (ranks[one] < ranks[two]) for one, two in permutations(range(len(ranks)), 2))


def game(*entrants: int | None, shares: Sequence[float] = ()) -> list[Seat]:
    """Who came first, second ..."""
    return [Seat(one, rank, shares[rank - 1] if shares else 1.0) for rank, one in enumerate(entrants, 1)]


def order(entrants: int, games: Sequence[Sequence[Seat]], seed: str = "s") -> list[int]:
    return [one.entrant for one in standings(range(1, entrants + 1), games, seed)]


def test_what_breaks_a_tie() -> None:
    # 1, 3 and 4 have won once; 3 and 4 have met one who has won, and 3 has beaten 4.
    assert order(5, [game(1, 2), game(3, 4), game(4, 5)])[:3] == [3, 4, 1]
    # All the same but for the points in the games.
    assert order(4, [game(1, 2, shares=(1.2, 0.8)), game(3, 4, shares=(1.8, 0.2))]) == [3, 1, 2, 4]
    # A circle of three is equal in everything; the lot decides, and a look at the seed shows how.
    circle = [game(1, 2), game(2, 3), game(3, 1)]
    assert order(3, circle) == sorted((1, 2, 3), key=lambda one: lot("s", one))
    assert {tuple(order(3, circle, seed)) for seed in "abcdefgh"} != {tuple(order(3, circle))}
    assert head_to_head([1, 2], [game(1, 2), game(2, 1), game(2, 3, 1)]) == {1: -1, 2: 1}
    assert [(one.points, one.games) for one in standings([7], [], "s")] == [(0, 0)]


@FEW
@given(st.integers(2, 9), st.integers(0, 5), st.randoms(use_true_random=False))
def test_standings_name_everybody_once_and_depend_on_no_order(count: int, turns: int, chance: random.Random) -> None:
    games = []
    for _ in range(turns):
        company: list[int | None] = [*chance.sample(range(count), min(count, 3))]
        games.append(game(*company, *[None] * (3 - len(company))))
    found = standings(range(count), games, "seed")
    assert [one.place for one in found] == list(range(1, count + 1)) and sorted(one.entrant for one in found) == list(range(count))
    assert [one.points for one in found] == sorted((one.points for one in found), reverse=True)
    mixed = list(games)
    chance.shuffle(mixed)
    assert standings(reversed(range(count)), mixed, "seed") == found
