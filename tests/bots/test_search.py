"""The search: what it keeps of its tree, when it ends; and what bots do not let others do to them in Löwenherz."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kronland.bots import choose, find_bot, think
from kronland.bots.engine.choosing import HOPE, _Desk, _trees
from kronland.bots.engine.evaluation import read_weights, settled
from kronland.bots.engine.search import search
from kronland.bots.engine.tree import move_root, plant
from kronland.core.game import act
from kronland.core.kernel import DEFAULT_MODE
from kronland.core.layout import same
from kronland.core.log import NO_LOG
from kronland.core.match import Match
from kronland.games import find_game
from kronland.games.loewenherz.rules.state import Offer
from tests.bots.play import positions

pytestmark = pytest.mark.skipif(DEFAULT_MODE == "python", reason="a search is too slow interpreted")


@pytest.mark.parametrize("game_id", ["koenig", "loewenherz"])
def test_a_tree_is_kept_where_the_same_seat_goes_on(game_id: str) -> None:
    """What the search knows after an action is what it found out on its way there, less the visit that made the node."""
    game, bot, kept = find_game(game_id), find_bot("knight"), 0
    weights, tree = read_weights(game_id, "trained"), _trees(game, 1)[0]
    for match, seat in positions(game_id, 2, 5):
        desk = _Desk(game, match.state, seat, 1, "native")
        if len(desk.actions) == 1 or len(match.actors) > 1:
            continue
        plant(tree, seat)
        tree.judged[:] = 0.0
        search(tree, desk.roots, seat, weights, np.uint64(1), 200, bot.playout)
        best = desk._harvest([tree])[0]
        followed = desk._follow(bot, best.action)
        if followed is None or best.visits < 2:
            continue
        kept += 1
        assert not followed.leads_to(game, find_bot("king"), followed.state)
        next_state = match.state
        act(next_state, seat, best.action, NO_LOG)
        if len(_Desk(game, next_state, seat, 1, "native").actions) > 1:  # nothing was forced in between
            settled(next_state, seat)
            assert same(next_state, followed.state)
        assert move_root(tree, best.action, seat)
        assert sum(thought.visits for thought in _Desk(game, followed.state, seat, 1, "native")._harvest([tree])) == best.visits - 1
    assert kept > 0


def test_a_search_ends_when_it_is_decided() -> None:
    early = 0
    for match, seat in positions("rheinlaender", 1, 30):
        if len(match.legal_actions(seat)) > 1:
            thoughts = think(match.game, match.state, seat, "knight:600", 1)
            ahead = thoughts[0].visits - (thoughts[1].visits if len(thoughts) > 1 else 0)
            left = 600 - sum(thought.visits for thought in thoughts)
            assert ahead > HOPE * left or left == 0
            early += left > 0
    assert early > 0


def test_a_search_against_the_clock_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nothing is decided; and it looks at the clock seldom, however fast it is. Here an iteration takes ten microseconds."""
    now, looks, call = 0.0, 0, _Desk._call

    def clock() -> float:
        nonlocal looks
        looks += 1
        return now

    def timed(desk: _Desk, kernel: Any, *arguments: Any) -> Any:
        nonlocal now
        if kernel is search:
            now += 1e-5 * arguments[5]
        return call(desk, kernel, *arguments)

    match = next(match for match, seat in positions("rheinlaender", 1, 5) if len(match.legal_actions(seat)) > 1)
    monkeypatch.setattr("kronland.bots.engine.choosing.HOPE", 1e9)
    monkeypatch.setattr("kronland.bots.engine.choosing.time.perf_counter", clock)
    monkeypatch.setattr(_Desk, "_call", timed)
    think(match.game, match.state, match.actors[0], "knight", 1)
    assert 0.9 * 0.3 < now < 0.3
    assert looks < 200, "a look after every slice of 16 would be more than 1,800"


# Trials of power (L97-20 to L97-22) -------------------------------------------------------------------------------------------------


def trials_of_power(verb: str, games: int) -> list[tuple[Match, int]]:
    """Positions of games of squires in which a seat may choose an action of this verb."""
    game, found = find_game("loewenherz"), []
    for number in range(games):
        match = Match(game, 3, {"setup": "beginner"}, seed=number)
        while not match.over:
            seat = match.actors[0]
            if any(game.space.notation(action).split()[0] == verb for action in match.legal_actions(seat)):
                found.append((Match(game, 3, {"setup": "beginner"}, seed=number), match.length, seat, match.history))
            match.play(choose(game, match.state, seat, "squire", match.length), seat)
    return [(_replayed(early, history[:length]), seat) for early, length, seat, history in found]


def _replayed(match: Match, history: list[tuple[int, str]]) -> Match:
    for seat, notation in history:
        match.play(notation, seat)
    return match


@pytest.mark.parametrize("level", ["squire", "knight:200"])
def test_no_duel_drains_a_bot(level: str) -> None:
    """Not more than two thirds of the purse, nor many times what an action is worth, is bid."""
    tried = trials_of_power("bid", 1)[:12]
    assert tried
    for match, seat in tried:
        action = match.game.space.notation(choose(match.game, match.state, seat, level, 3))
        amount = int(action.split()[1].split("+")[0])
        assert amount <= max(3, match.state.ducats[seat] * 2 / 3)
        assert amount <= 16


@pytest.mark.parametrize("level", ["squire", "knight:200"])
def test_an_offer_gets_no_better_by_being_repeated(level: str) -> None:
    """Whoever is offered nothing for an action says no, as often as it is offered."""
    asked = 0
    for match, seat in trials_of_power("offer", 2)[:6]:
        other = next(n for n in range(3) if n != seat and match.state.rivals >> n & 1)
        while match.actors and "offer 0" in {match.game.space.notation(action) for action in match.legal_actions(match.actors[0])}:
            if match.actors[0] == other:
                match.play("offer 0", other)
                continue
            answer = match.game.space.notation(choose(match.game, match.state, seat, level, match.length))
            if match.state.offer == Offer.PAY and match.state.offer_sum == 0:
                asked += 1
                assert answer != "accept"
            if answer in ("accept", "break"):
                break
            match.play(answer, seat)
    assert asked > 2
