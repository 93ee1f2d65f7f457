"""Bots: legal, deterministic, blind to what they may not know; the search, the arena and the training."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kronland.bots import choose, find_bot, outcomes, think
from kronland.bots.engine.choosing import weigh
from kronland.bots.engine.evaluation import (
    HUNCHES,
    expect,
    mind_of,
    read_weights,
    room_for,
    settled,
    weights_file,
    weights_named,
    weights_of,
)
from kronland.bots.engine.training import Positions, fit, log_loss, play_rounds
from kronland.cli.app import app
from kronland.core.chance import STEP, mixed
from kronland.core.errors import UsageError
from kronland.core.game import act, resampled, seats_of
from kronland.core.kernel import DEFAULT_MODE, MODES, in_mode, interpreted
from kronland.core.layout import differences, same
from kronland.core.log import NO_LOG
from kronland.core.match import Match
from kronland.core.view import Known
from kronland.games import GAMES, find_game
from kronland.lab.arena import Arena, check_arena, finished, play_game, run_arena, standings, wilson
from kronland.lab.learning import learn, save_weights
from tests.bots.play import describe, positions

pytestmark = pytest.mark.skipif(DEFAULT_MODE == "python", reason="a search is too slow interpreted")


def settled_copy(state, seat):
    with np.errstate(over="ignore"):
        in_mode(settled, "native")(state, seat)
    return state


@pytest.mark.parametrize("game_id", GAMES)
def test_all_that_a_seat_cannot_know_is_settled_the_same(game_id: str) -> None:
    mind_of(game_id)
    for match, seat in positions(game_id, 3, 5):
        one, other = settled_copy(match.state, seat), settled_copy(match.twin(seat, match.length), seat)
        assert same(one, other), (match.length, differences(one, other))
        out = np.zeros(match.game.space.size, np.int32)
        assert sorted(out[: match.game.kernels["legal"](one, seat, out)]) == sorted(match.legal_actions(seat))


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize(("level", "every"), [("page", 10), ("squire", 30), ("knight:40", 40)])
def test_a_bot_chooses_the_same_in_a_twin(game_id: str, level: str, every: int) -> None:
    game = find_game(game_id)
    for match, seat in positions(game_id, 3, every):
        action = choose(match.known(seat), level, match.length)
        assert action in match.legal_actions(seat)
        assert choose(Known(game, match.twin(seat, 99 + match.length), seat), level, match.length) == action
        assert choose(match.known(seat), level, match.length) == action


@pytest.mark.sampled
@pytest.mark.parametrize("game_id", GAMES)
@np.errstate(over="ignore")
def test_bots_see_the_same_interpreted(game_id: str) -> None:
    """Where an index out of bounds is an error, and not whatever lies there."""
    count = len(mind_of(game_id).features)
    for match, seat in positions(game_id, 1, 12):
        state, actions = match.state, np.array(match.legal_actions(seat), np.int32)
        seen = {mode: np.zeros((match.players, count)) for mode in MODES}
        felt = {mode: np.zeros(len(actions)) for mode in MODES}
        for mode in MODES:
            for other in range(match.players):
                in_mode(describe, mode)(state, other, seen[mode][other])
            HUNCHES.pick(state, mode)(state, seat, actions, len(actions), felt[mode])
        assert seen["native"] == pytest.approx(seen["python"], rel=1e-12)
        assert felt["native"] == pytest.approx(felt["python"], rel=1e-12)
        if match.length % 120 == 0:
            assert choose(match.known(seat), "squire@trained", 1, "python") == choose(match.known(seat), "squire@trained", 1, "native")


@pytest.mark.parametrize("game_id", GAMES)
def test_a_position_is_left_as_it_was_and_shares_add_up(game_id: str) -> None:
    weights, room, table = weights_named(game_id, "hand"), room_for(find_game(game_id)), np.zeros((3, 5))
    for match, seat in positions(game_id, 1, 25):
        before, known = match.state, match.known(seat)
        given = known.state.copy()
        thoughts = think(known, "knight:60", 1) if len(match.legal_actions(seat)) > 1 else []
        assert same(before, match.state) and same(given, known.state)
        assert not thoughts or 0 < sum(thought.visits for thought in thoughts) <= 60
        assert all(0 <= thought.share <= 1 for thought in thoughts)
        expect(before, seat, weights, room, table)
        assert table[0, : match.players].sum() == pytest.approx(1)
        assert 0 <= describe(before, seat, room.features) <= 1


@np.errstate(over="ignore")
def test_a_squire_judges_where_somebody_has_a_choice() -> None:
    """What an action forces is played first: networks have learned from positions in which somebody decides."""
    game, squire, judged, further = find_game("brianboru"), find_bot("squire@hand"), 0, 0
    weights, room, table, out = weights_named(game.id, "hand"), room_for(game), np.zeros((3, 5)), np.zeros(game.space.size, np.int32)
    for match, seat in positions(game.id, 1, 8):
        known = match.known(seat)
        root = settled_copy(known.state.copy(), seat)
        for thought in weigh(known, squire.name, 1) if len(match.legal_actions(seat)) > 1 else []:
            share, decides_on = 0.0, False
            for sample in range(squire.samples):
                state = root.copy()
                resampled(state, seat, interpreted(mixed)(np.uint64(1) + np.uint64(sample) * STEP))
                act(state, seat, thought.action, NO_LOG)
                while state.actors and game.kernels["legal"](state, who := seats_of(int(state.actors))[0], out) == 1:
                    act(state, who, int(out[0]), NO_LOG)
                    further += 1
                decides_on |= int(state.actors) == 1 << seat  # there it may look at what it would do then
                expect(state, seat, weights, room, table)
                share += table[0, seat] / squire.samples
            if not decides_on:
                assert thought.share == pytest.approx(share, abs=1e-9)
                judged += 1
    assert judged > 0 and further > 0


def test_a_squire_beats_pages() -> None:
    arena = Arena("loewenherz", 3, ("squire", "page", "page"), 6, 0)
    lines = [play_game(arena, number) for number in range(6)]
    assert sum(line["share"][line["seats"].index("squire")] for line in lines) >= 5


@pytest.mark.parametrize("name", ["duke", "squire:5", "page@hand", "squire@", "knight:", "knight:0", "knight:many"])
def test_a_bot_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(UsageError):
        find_bot(name)


def test_no_bot_without_a_decision() -> None:
    match = Match(find_game("loewenherz"), 3, {"setup": "beginner"}, seed=1)
    idle = next(seat for seat in range(3) if seat not in match.actors)
    with pytest.raises(UsageError, match="nothing to decide"):
        choose(match.known(idle), "page", 1)


@pytest.mark.parametrize("game_id", GAMES)
def test_outcomes_are_what_happens(game_id: str) -> None:
    """Each action is tried on what the seat knows: what is told of the first is what it does there."""
    match = Match(find_game(game_id), seed=4)
    for _ in range(40):
        seat = match.actors[0]
        legal = match.legal_actions(seat)
        known = match.known(seat)
        states, won = outcomes(known, legal)
        after = known.state.copy()
        act(after, seat, legal[0], NO_LOG)
        assert same(states[0], after)
        assert won.shape == (len(legal), match.players)
        assert list(won[0]) == list(match.game.results(after)[1] - match.game.results(known.state)[1])
        match.play(legal[0], seat)


def test_names_of_bots_say_what_differs() -> None:
    bot = find_bot("king@hand:200")
    assert (bot.weights, bot.iterations, bot.seconds, bot.threads) == ("hand", 200, 0.0, 1)
    assert find_bot("king").seconds == 2.0


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("name", ["hand", "trained"])
def test_weights_are_there_for_every_feature(game_id: str, name: str) -> None:
    assert read_weights(game_id, name).shape == (2, len(mind_of(game_id).features))


def test_wrong_weights_are_refused() -> None:
    with pytest.raises(UsageError, match="missing for coins"):
        weights_of(["points", "coins"], {"points": [1, 2]}, "here")
    with pytest.raises(UsageError, match="no feature 'gold'"):
        weights_of(["points"], {"points": [1, 2], "gold": [1, 2]}, "here")
    with pytest.raises(UsageError, match="no weights 'none'"):
        read_weights("loewenherz", "none")


# The arena --------------------------------------------------------------------------------------------------------------------------


def test_every_bot_sits_on_every_seat_equally_often() -> None:
    arena = Arena("loewenherz", 3, ("king", "knight", "squire", "page"), 12, 0)
    seats = [arena.line_up(number) for number in range(12)]
    for seat in range(3):
        assert sorted(line[seat] for line in seats) == sorted(("king", "knight", "squire", "page") * 3)
    assert [arena.deal(number) for number in range(6)] == [0, 0, 0, 1, 1, 1]


def test_the_interval_is_wilsons() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0.0, 10)[0] == 0.0
    assert wilson(1.0, 10)[1] == pytest.approx(1.0)


def test_an_arena_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    few = check_arena(find_game("brianboru"), ["page", "page", "page"], None, 2, 5, "native")
    first = run_arena(few, file, 1)
    with file.open("a") as stream:
        stream.write('{"number": 2, "sea')  # cut off
        stream.write("\n")
    more = Arena(few.game, 3, few.bots, 4, 5)
    assert len(finished(file, more)) == 2
    both = run_arena(more, file, 1)
    assert both[:2] == first
    assert [line["number"] for line in both] == [0, 1, 2, 3]
    again = play_game(more, 3)
    assert again["points"] == both[3]["points"]
    (page,) = standings(more, both)
    assert page["games"] == 12
    assert page["win_share"] == pytest.approx(1 / 3, abs=1e-4)


def test_games_of_other_weights_are_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arena, file = Arena("rheinlaender", 3, ("squire", "page", "page"), 3, 0), weights_file("rheinlaender")
    before = arena.file()
    monkeypatch.setattr("kronland.bots.engine.evaluation.WEIGHTS", tmp_path)
    (tmp_path / file.name).write_text(file.read_text("utf-8") + "\n", "utf-8")
    assert arena.file() != before


def test_the_command_prints_one_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = [
        "arena",
        "rheinlaender",
        "--bots",
        "squire,page,page",
        "--games",
        "3",
        "--json",
        "--results",
        str(tmp_path / "r"),
        "--processes",
        "1",
    ]
    with pytest.raises(SystemExit) as left:
        app(asked)
    assert left.value.code == 0
    figures = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (figures["game"], figures["players"], figures["games"]) == ("rheinlaender", 3, 3)
    wanted = {"bot", "games", "win_share", "win_share_low", "win_share_high", "rating", "seconds_mean", "seconds_p99"}
    assert all(wanted <= set(bot) for bot in figures["bots"])
    assert {bot["bot"]: bot["games"] for bot in figures["bots"]} == {"squire": 3, "page": 6}


def test_bots_can_be_asked_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["arena", "rheinlaender", "--bots", "page,squire,knight:20", "--games", "1", "--twins", "--json", "--processes", "1"]
    with pytest.raises(SystemExit) as left:
        app([*asked, "--results", str(tmp_path / "r")])
    assert left.value.code == 0
    figures = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert figures["peeks"] == 0
    assert figures["twins"] == sum(bot["decisions"] for bot in figures["bots"]) > 50


@pytest.mark.parametrize("asked", ["squire,duke,page", "page", "page,page,page,page,page,page", "knight,page,page --twins"])
def test_bad_use_of_the_arena_is_one_line(asked: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        app(["arena", "rheinlaender", "--games", "3", "--bots", *asked.split()])
    assert left.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


# Training ---------------------------------------------------------------------------------------------------------------------------


def positions_of(weights: Any) -> Positions:
    """Positions whose shares these weights explain to the last."""
    chance = np.random.default_rng(1)
    rows = Positions(chance.normal(size=(60_000, 3, 2)), chance.uniform(size=60_000), np.zeros((60_000, 3)))
    worth = np.exp(rows.rows() @ weights.ravel())
    rows.shares = worth / worth.sum(axis=1, keepdims=True)
    return rows


def test_fitting_finds_the_weights_that_made_the_shares() -> None:
    true = np.array([[1.0, -0.5], [0.2, 2.0]])
    rows = positions_of(true)
    found = fit(rows, np.zeros((2, 2)))
    assert found == pytest.approx(true, abs=0.1)
    assert log_loss(rows, found) < log_loss(rows, np.zeros((2, 2)))


def test_fitting_keeps_the_signs_of_the_weights_set_by_hand() -> None:
    """What only went along with winning does not make good things bad; the other weights are the best ones without it."""
    rows = positions_of(np.array([[1.0, -0.5], [0.2, 2.0]]))
    found = fit(rows, np.array([[0.3, 0.1], [0.3, 0.1]]))
    assert found[0, 1] == 0
    assert found[0, 0] == pytest.approx(1.0, abs=0.1) and found[1, 0] == pytest.approx(0.2, abs=0.1) and found[1, 1] > 1.0
    for nudge in (0.3, -0.3):  # held a little near the start
        assert log_loss(rows, found) < log_loss(rows, found + np.array([[0, 0], [0, nudge]]))


def test_trained_weights_have_the_signs_of_those_set_by_hand() -> None:
    for game in GAMES:
        assert (read_weights(game, "trained") * read_weights(game, "hand") >= 0).all(), game


@pytest.mark.slow
def test_training_is_reproducible() -> None:
    one, other = (learn(find_game("rheinlaender"), 3, 2, 1, 3, 7, "native") for _ in range(2))
    assert np.array_equal(one.weights, other.weights)
    assert one.rounds == other.rounds
    assert [row["round"] for row in one.rounds] == [1, 2]


@pytest.mark.parametrize(("shares", "kept"), [((0.9, 0.5, 0.6), 3), ((0.9, 0.2, 0.1), 0), ((0.9,), 1)])
def test_the_best_round_is_kept_but_never_the_first_of_several(
    monkeypatch: pytest.MonkeyPatch, shares: tuple[float, ...], kept: int
) -> None:
    """It knows only games of the weights set by hand, which stay where nothing beats an equal share."""
    won = iter(shares)
    monkeypatch.setattr("kronland.lab.learning.versus", lambda *_: [next(won)] * 3)
    learned = learn(find_game("rheinlaender"), 3, len(shares), 1, 3, 7, "native")
    assert learned.kept == kept
    assert np.array_equal(learned.weights, read_weights("rheinlaender", "hand")) == (kept == 0)


def test_self_play_is_reproducible_and_weights_can_be_saved(tmp_path: Path) -> None:
    game, hand = find_game("rheinlaender"), read_weights("rheinlaender", "hand")
    one, other = (play_rounds(game, 3, 2, 11, hand, "native") for _ in range(2))
    assert np.array_equal(one.features, other.features)
    assert len(one.progress) > 5
    weights = fit(one, hand)
    save_weights(game, weights, tmp_path / "rheinlaender.toml")
    text = (tmp_path / "rheinlaender.toml").read_text("utf-8")
    assert text.startswith(weights_file("rheinlaender").read_text("utf-8").partition("[outlook]")[0])
