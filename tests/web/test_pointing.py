"""Pointing: whatever a picture marks as a place is either chosen there, or a rule says why not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from kronland.core.kernel import in_mode
from kronland.core.match import Match
from kronland.core.record import load
from kronland.core.rulebook import rulebook
from kronland.core.why import Why
from kronland.games import GAMES, find_game
from kronland.games.grid.picture.map import CELL, MARGIN
from kronland.games.grid.picture.pointing import places as places_of
from kronland.web.table.pointing import Answer, answer

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[1] / "golden"


def moments(game: str, every: int = 9) -> Iterator[tuple[Match, int]]:
    """A recorded game, stopped at every ninth decision, and the seat that decides."""
    record = load(sorted((GOLDEN / game).glob("3-players-*.json"))[0], find_game)
    match = record.replay(0, "python")
    for number, action in enumerate(record.values["actions"]):
        seat, _, notation = action.partition(" ")
        if number % every == 0:
            yield match, int(seat) - 1
        match.play(notation, int(seat) - 1)


def pointed(match: Match, seat: int, place: str, x: float = 0, y: float = 0) -> Answer | None:
    return answer(lambda action: match.why(action, seat), match.view(seat), place, x, y)


@pytest.mark.parametrize("game", GAMES)
def test_every_marked_place_is_chosen_or_has_a_rule_against_it(game: str) -> None:
    chosen, refused, rules = 0, set(), set(rulebook(game, "en"))
    for match, seat in moments(game):
        view = match.view(seat)
        for place in sorted(set(re.findall(r'data-place="([^"]+)"', view.svg))):
            found = pointed(match, seat, place)
            assert found is not None, f"nothing is said about {place}"
            if found.refused:
                assert found.rule in rules, f"{place}: {found}"
                refused.add(found.refused)
            else:
                assert found.action in view.legal
                chosen += 1
    assert chosen > 10
    assert len(refused) >= {"loewenherz": 1, "koenig": 3, "rheinlaender": 5, "brianboru": 5}[game]


@pytest.mark.parametrize("game", ["loewenherz", "koenig"])
def test_on_a_board_of_squares_the_point_tells(game: str) -> None:
    refused = set()
    for match, seat in moments(game):
        for column in range(0, 12, 2):
            for row in range(0, 10, 3):
                for aside in (2, CELL / 2):
                    found = pointed(match, seat, "", MARGIN + CELL * column + aside, MARGIN + CELL * row + CELL / 2)
                    assert found is not None
                    if found.refused:
                        assert found.rule
                        refused.add(found.refused)
    assert len(refused) > 7
    assert pointed(match, seat, "", -40, 10) is None


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_told_that_the_seat_does_not_know(game: str) -> None:
    """In a state that the seat could not tell from the real one, what is asked on the way to an answer is judged the same."""
    for match, seat in moments(game, 31):
        refusal, twin, view = in_mode(match.game.kernels["refusal"], "python"), match.twin(seat, 5), match.view(seat)
        asked: set[int] = set()
        judge = partial(heard, match, seat, asked)
        for place in sorted(set(re.findall(r'data-place="([^"]+)"', view.svg))):
            answer(judge, view, place, 0, 0)
        for action in asked:
            assert refusal(match.state, seat, action) == refusal(twin, seat, action)


def heard(match: Match, seat: int, asked: set[int], action: int) -> Why | None:
    asked.add(action)
    return match.why(action, seat)


def number_of(match: Match, why: Why | None) -> int:
    return int(match.game.refusal_codes[why.reason.upper()]) if why else 0


@pytest.mark.parametrize("game", GAMES)
def test_of_several_reasons_the_one_that_came_furthest_is_told(game: str) -> None:
    """Whatever is to be decided: of the actions of one kind at a place, none came further than the one that is told, and some less far."""
    several = 0
    for match, seat in moments(game, 13):
        view = match.view(seat)
        told: dict[str, list[int]] = {}

        def judge(action: int, match: Match = match, seat: int = seat, told: dict[str, list[int]] = told) -> Why | None:
            why = match.why(action, seat)
            told.setdefault(match.game.space.verb_of(action).name, []).append(number_of(match, why))
            return why

        for place in sorted({domain.place(n) for kind in match.game.verbs for domain in kind.domains for n in range(len(domain.tokens))}):
            told.clear()
            found = answer(judge, view, place, 0, 0)
            if found and found.refused and found.action is not None:
                why = match.why(found.action, seat)
                assert why is not None and (found.refused, found.rule) == (why.words(), why.rule)
                heard_of = told[match.game.space.verb_of(found.action).name]
                assert number_of(match, why) == max(heard_of) and 0 not in heard_of
                several += len(set(heard_of)) > 1
    assert several or game not in ("loewenherz", "koenig"), "no place with two reasons"


def test_nonsense_is_answered_with_nothing() -> None:
    match = Match(find_game("rheinlaender"), 3, mode="python")
    for place in ("", "field", "field zz", "card", "nothing L1", "field L1 L2", "\N{SNOWMAN}"):
        assert pointed(match, match.actors[0], place) is None


@pytest.mark.parametrize(
    ("across", "down", "places"),
    [
        (0.5, 0.5, ["field a1"]),
        (3.5, 4.5, ["field d5"]),
        (3.1, 4.5, ["line d5-c5", "field d5"]),
        (3.9, 4.5, ["line d5-e5", "field d5"]),
        (3.5, 4.1, ["line d5-d4", "field d5"]),
        (3.5, 4.9, ["line d5-d6", "field d5"]),
        (0.9, 0.5, ["line a1-b1", "field a1"]),
    ],
)
def test_near_a_line_the_line_is_meant_and_else_the_field(across: float, down: float, places: list[str]) -> None:
    match, seat = next(moments("loewenherz"))
    found = list(places_of(match.view(seat), MARGIN + CELL * across, MARGIN + CELL * down))
    assert found[: len(places)] == places and found[-1].startswith("line ")


@pytest.mark.parametrize("far", [float("nan"), float("inf"), -float("inf"), 1e308, -1.0])
def test_a_point_beside_the_board_is_no_place(far: float) -> None:
    match, seat = next(moments("loewenherz"))
    assert pointed(match, seat, "", far, 30.0) is None
    assert pointed(match, seat, "", 30.0, far) is None
