"""Bots are given what a seat knows, by type: states that the seat could not tell apart are the same bytes to them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import get_type_hints

import numpy as np
import pytest

from kronland.bots import choose, expected_shares, outcomes, think, verdict
from kronland.bots.engine.choosing import _Desk, rehearse
from kronland.core.errors import UsageError
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.layout import State, same
from kronland.core.match import Match
from kronland.core.play import lively_choice
from kronland.core.view import Known, Opened
from kronland.games import GAMES, find_game
from tests.smallest import handed_in

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def smallest_game() -> Iterator[None]:
    with handed_in():
        yield


@np.errstate(over="ignore")
def moments(game_id: str, decisions: int = 60) -> Iterator[Match]:
    """A lively game, stopped now and then. Nobody else compiles the smallest one."""
    mode = "python" if game_id == "grenzstein" else DEFAULT_MODE
    match, chance = Match(find_game(game_id), seed=11, mode=mode), np.random.default_rng(3)
    while not match.over and match.length < decisions:
        if match.length % 6 == 0:
            yield match
        seat = match.actors[0]
        actions = np.array(match.legal_actions(seat), np.int32)
        draw = chance.integers(1 << 63, dtype=np.uint64)
        match.play(int(in_mode(lively_choice, mode)(match.state, seat, actions, len(actions), draw)), seat)


@pytest.mark.parametrize("game_id", [*GAMES, "grenzstein"])
def test_twins_are_the_same_bytes_to_a_bot(game_id: str) -> None:
    differed = 0
    for match in moments(game_id):
        for seat in range(match.players):
            twin = match.twin(seat, 1000 * match.length + seat)
            differed += not same(twin, match.state)
            for seed in (0, 7):
                assert same(match.known(seat, seed).state, Known(match.game, twin, seat, match.mode, seed).state)
            if seat in match.actors:
                desks = [_Desk(known, 1, match.mode) for known in (match.known(seat), Known(match.game, twin, seat, match.mode))]
                assert same(desks[0].roots[0], desks[1].roots[0])
    assert differed > 5, "twins that are the same states prove nothing"


@np.errstate(over="ignore")
@pytest.mark.parametrize("game_id", [*GAMES, "grenzstein"])
def test_what_is_known_is_what_the_seat_sees(game_id: str) -> None:
    """To the seat's own eyes it is the position that it is."""
    for match in moments(game_id):
        for seat in range(match.players):
            known = match.known(seat)
            in_mode(match.game.kernels["censor"], match.mode)(known.state, seat)
            assert same(known.state, match.view(seat).state)


def test_nothing_else_can_be_given_to_a_bot() -> None:
    """mypy holds callers to it: a state is a type of its own, and no function that thinks takes one."""
    for thinks in (choose, think, verdict, outcomes, rehearse, _Desk.__init__):
        kinds = [kind for name, kind in get_type_hints(thinks).items() if name != "return"]
        assert kinds[0] is Known and not {State, Match} & set(kinds), thinks
    assert get_type_hints(expected_shares)["position"] == Known | Opened
    assert list(inspect.signature(Known).parameters) == ["game", "state", "seat", "mode", "seed"], "it hides things itself"


def test_a_position_is_open_when_the_game_is_over() -> None:
    match = Match(find_game("koenig"), 2, seed=1, mode="python")
    with pytest.raises(UsageError, match="not over"):
        Opened(match, 0)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_nobody_else_knows_anything(seat: int) -> None:
    match = Match(find_game("koenig"), 2, seed=1, mode="python")
    with pytest.raises(UsageError, match="no seat"):
        match.known(seat)
    with pytest.raises(UsageError, match="no seat"):
        Known(match.game, match.state, seat, "python")
