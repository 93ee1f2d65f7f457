"""The search: what it keeps of its tree, when it ends; and what bots do not let others do to them in Löwenherz."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from kronland.bots import choose, find_bot, think
from kronland.bots.engine import choosing
from kronland.bots.engine.choosing import HOPE, _Desk, _trees
from kronland.bots.engine.evaluation import settled, weights_named
from kronland.bots.engine.pondering import NO_ACTIONS, NO_VALUES, ponder
from kronland.bots.engine.tree import move_root, plant
from kronland.core.game import act, seats_of
from kronland.core.kernel import DEFAULT_MODE, interpreted
from kronland.core.layout import same
from kronland.core.log import NO_LOG
from kronland.core.match import Match
from kronland.core.view import Known
from kronland.games import GAMES, find_game
from kronland.games.loewenherz.rules.state import Offer
from tests.bots.play import positions

pytestmark = pytest.mark.skipif(DEFAULT_MODE == "python", reason="a search is too slow interpreted")


@pytest.mark.parametrize("game_id", ["koenig", "loewenherz"])
def test_a_tree_is_kept_where_the_same_seat_goes_on(game_id: str) -> None:
    """What the search knows after an action is what it found out on its way there, less the visit that made the node."""
    game, bot, kept = find_game(game_id), find_bot("knight"), 0
    weights, tree = weights_named(game_id, "trained"), _trees(game, 1)[0]
    for match, seat in positions(game_id, 2, 5):
        desk = _Desk(match.known(seat), 1, "native")
        if len(desk.actions) == 1 or len(match.actors) > 1:
            continue
        plant(tree, seat)
        tree.judged[:] = 0.0
        ponder(tree, desk.roots, seat, weights, np.uint64(1), 200, bot.playout, NO_ACTIONS, 0, NO_VALUES)
        best = desk._harvest([tree])[0]
        followed = desk._follow(bot, best.action)
        if followed is None or best.visits < 2:
            continue
        kept += 1
        assert not followed.leads_to(game, find_bot("king"), followed.state)
        next_state = match.state
        act(next_state, seat, best.action, NO_LOG)
        if len(_Desk(Known(game, next_state, seat), 1, "native").actions) > 1:  # nothing was forced in between
            settled(next_state, seat)
            assert same(next_state, followed.state)
        assert move_root(tree, best.action, seat)
        assert sum(thought.visits for thought in _Desk(Known(game, followed.state, seat), 1, "native")._harvest([tree])) == best.visits - 1
    assert kept > 0


@pytest.mark.parametrize(("name", "played"), [("trained", True), ("net", False)])
def test_nothing_is_played_by_hunch_where_a_network_judges(name: str, played: bool) -> None:
    """It has learned what comes of a position; linear weights are asked some decisions later."""
    game, differs = find_game("brianboru"), False
    weights, tree = weights_named(game.id, name), _trees(game, 1)[0]
    for match, seat in positions(game.id, 1, 30):
        desk = _Desk(match.known(seat), 1, "native")
        found = []
        for decisions in (0, find_bot("knight").playout):
            plant(tree, seat)
            tree.judged[:] = 0.0
            ponder(tree, desk.roots, seat, weights, np.uint64(1), 100, decisions, NO_ACTIONS, 0, NO_VALUES)
            found.append(desk._harvest([tree]))
        differs |= found[0] != found[1]
    assert differs == played


@pytest.mark.parametrize("name", ["trained", "net"])
@np.errstate(over="ignore")
def test_a_search_judges_only_where_somebody_has_a_choice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the actions of nodes further on: networks have learned from such positions alone."""
    game, asked = find_game("brianboru"), 0
    out = np.zeros(game.space.size, np.int32)
    search, judging = interpreted(ponder).__globals__["search"].__globals__, interpreted(ponder).__globals__["judge"].__globals__
    expect = search["expect"]

    def seen(s: Any, *rest: Any) -> None:
        nonlocal asked
        asked += 1
        assert s.actors == 0 or game.kernels["legal"](s, seats_of(int(s.actors))[0], out) > 1
        expect(s, *rest)

    for module in (search, judging):
        monkeypatch.setitem(module, "expect", seen)
    weights, tree = weights_named(game.id, name), _trees(game, 1)[0]
    for match, seat in positions(game.id, 1, 40):
        desk = _Desk(match.known(seat), 1, "python")
        plant(tree, seat)
        tree.judged[:] = 0.0
        interpreted(ponder)(tree, desk.roots, seat, weights, np.uint64(1), 12, 4, NO_ACTIONS, 0, NO_VALUES)
    assert asked > 0


def test_a_search_ends_when_it_is_decided() -> None:
    early = 0
    for match, seat in positions("rheinlaender", 1, 30):
        if len(match.legal_actions(seat)) > 1:
            thoughts = think(match.known(seat), "knight:600", 1)
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
        if kernel is ponder:
            now += 1e-5 * arguments[5]
        return call(desk, kernel, *arguments)

    match = next(match for match, seat in positions("rheinlaender", 1, 5) if len(match.legal_actions(seat)) > 1)
    monkeypatch.setattr("kronland.bots.engine.choosing.HOPE", 1e9)
    monkeypatch.setattr("kronland.bots.engine.choosing.time.perf_counter", clock)
    monkeypatch.setattr(_Desk, "_call", timed)
    think(match.known(match.actors[0]), "knight", 1)
    assert 0.9 * 0.3 < now < 0.3
    assert looks < 200, "a look after every slice of 16 would be more than 1,800"


# Trials of power (L97-20 to L97-22) -------------------------------------------------------------------------------------------------


def trials_of_power(verb: str, games: int) -> list[tuple[Match, int]]:
    """Positions of games of squires, who haggle more without a network, in which a seat may choose an action of this verb."""
    game, found = find_game("loewenherz"), []
    for number in range(games):
        match = Match(game, 3, {"setup": "beginner"}, seed=number)
        while not match.over:
            seat = match.actors[0]
            if any(game.space.notation(action).split()[0] == verb for action in match.legal_actions(seat)):
                found.append((Match(game, 3, {"setup": "beginner"}, seed=number), match.length, seat, match.history))
            match.play(choose(match.known(seat), "squire@trained", match.length), seat)
    return [(_replayed(early, history[:length]), seat) for early, length, seat, history in found]


def _replayed(match: Match, history: list[tuple[int, str]]) -> Match:
    for seat, notation in history:
        match.play(notation, seat)
    return match


@pytest.mark.sampled
@pytest.mark.parametrize("level", ["squire", "knight:200"])
def test_no_duel_drains_a_bot(level: str) -> None:
    """Not more than two thirds of the purse, nor many times what an action is worth, is bid."""
    tried = trials_of_power("bid", 1)[:12]
    assert tried
    for match, seat in tried:
        action = match.game.space.notation(choose(match.known(seat), level, 3))
        amount = int(action.split()[1].split("+")[0])
        assert amount <= max(3, match.state.ducats[seat] * 2 / 3)
        assert amount <= 16


@pytest.mark.sampled
@pytest.mark.parametrize("level", ["squire", "knight@trained:200"])  # short searches with the network: docs/bots.md, what is weak
def test_an_offer_gets_no_better_by_being_repeated(level: str) -> None:
    """Whoever is offered nothing for an action says no, as often as it is offered."""
    asked = 0
    for match, seat in trials_of_power("offer", 2)[:20]:
        other = next(n for n in range(3) if n != seat and match.state.rivals >> n & 1)
        while match.actors and "offer 0" in {match.game.space.notation(action) for action in match.legal_actions(match.actors[0])}:
            if match.actors[0] == other:
                match.play("offer 0", other)
                continue
            answer = match.game.space.notation(choose(match.known(seat), level, match.length))
            if match.state.offer == Offer.PAY and match.state.offer_sum == 0:
                asked += 1
                assert answer != "accept"
            if answer in ("accept", "break"):
                break
            match.play(answer, seat)
    assert asked > 2


def test_a_thread_keeps_room_for_one_search_whatever_games_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree has 27 MB, a king has two, and a server a thread for every two cores: for each game its own would be 216 MB a thread."""
    monkeypatch.setattr(choosing, "_kept", threading.local())
    for game_id in GAMES:
        match = Match(find_game(game_id), seed=1)
        choose(match.known(match.actors[0]), "squire", 1)
    trees = [_trees(find_game(game_id), 2) for game_id in GAMES]
    for own in zip(*trees, strict=True):
        assert len({id(tree.nodes) for tree in own}) == len({id(tree.edges) for tree in own}) == len({id(tree.slots) for tree in own}) == 1
    assert trees[0][0].edges is not trees[0][1].edges, "two threads search at the same time"


def test_searches_of_games_in_turn_think_what_they_think_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    matches = [Match(find_game(game_id), seed=3) for game_id in ("koenig", "loewenherz")]
    monkeypatch.setattr(choosing, "_kept", threading.local())
    in_turn = [think(match.known(match.actors[0]), "knight:300", 1) for _ in range(2) for match in matches]
    for number, match in enumerate(matches):
        monkeypatch.setattr(choosing, "_kept", threading.local())
        assert think(match.known(match.actors[0]), "knight:300", 1) == in_turn[number] == in_turn[number + 2]
