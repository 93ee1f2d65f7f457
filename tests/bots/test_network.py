"""A network beside the linear evaluation: its kernel against a plain forward pass, its file, and that it cannot peek."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kronland.bots import LEVELS, choose
from kronland.bots.engine import evaluation
from kronland.bots.engine.evaluation import LOOK, expect, features, mind_of, network_file, read_weights, room_for, usual, weights_named
from kronland.bots.engine.network import (
    LARGEST_FILE,
    PARTS,
    Weights,
    in_steps,
    load_network,
    save_network,
    sizes,
    weights_from,
    without_network,
)
from kronland.core.errors import UsageError
from kronland.core.game import Game
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.view import Known
from kronland.games import GAMES, find_game
from tests.bots.play import positions


def made_up(game: Game, seed: int = 1) -> dict[str, Any]:
    """A network of random weights, large enough to change what bots choose."""
    rng = np.random.default_rng(seed)
    parts = {name: rng.normal(0, 0.1, shape).astype(np.float32) for name, shape in sizes(game, len(mind_of(game.id).features)).items()}
    parts["linear"] = read_weights(game.id, "trained")
    parts["first"], parts["step"] = in_steps(parts["first"])
    return parts


def forward(parts: dict[str, Any], seen: Any, dense: Any) -> Any:
    """What the network says of each seat, counted from the one that looks: the textbook's way."""
    one = seen.astype(np.float64) @ (parts["first"] * float(parts["step"])) + dense @ parts["dense"] + parts["bias"]
    two = np.maximum(one, 0) @ parts["second"] + parts["second_bias"]
    return np.maximum(two, 0) @ parts["last"] + parts["last_bias"]


def shares_by_hand(parts: dict[str, Any], game: Game, state: Any, viewer: int, mode: str) -> Any:
    players, count = int(state.players), len(mind_of(game.id).features)
    room, dense, worth, found = room_for(game), np.zeros(game.seats[-1] * count + 1), np.zeros(players), np.zeros(count)
    for k in range(players):
        seat = (viewer + k) % players
        dense[-1] = in_mode(features, mode)(state, seat, found)
        dense[k * count : (k + 1) * count] = found
        worth[seat] = found @ (parts["linear"][0] * (1 - dense[-1]) + parts["linear"][1] * dense[-1])
    LOOK.pick(state, mode)(state, viewer, room)
    said = forward(parts, room.seen[: game.observation.size], dense)  # type: ignore[union-attr]
    for k in range(players):
        worth[(viewer + k) % players] += said[k]
    worth = np.exp(worth - worth.max())
    return worth / worth.sum()


@pytest.mark.parametrize("game_id", GAMES)
@np.errstate(over="ignore")
def test_the_kernel_says_what_the_network_says(game_id: str) -> None:
    """However different the position looked at before was, and by whatever weights."""
    game, mode = find_game(game_id), DEFAULT_MODE
    parts, room, table = made_up(game), room_for(game), np.zeros((3, 5))
    others = [weights_from(made_up(game, 2)), weights_named(game_id, "trained")]
    weights = weights_from(parts)
    for number, (match, seat) in enumerate(positions(game_id, 1, 30)):
        for viewer in range(match.players):
            in_mode(expect, mode)(match.state, viewer, weights, room, table)
            assert table[0, : match.players] == pytest.approx(shares_by_hand(parts, game, match.state, viewer, mode), abs=1e-4)
        again = table.copy()
        in_mode(expect, mode)(match.state, viewer, weights, room_for(game), table)
        assert np.array_equal(again, table)  # to the bit, whatever was looked at before
        in_mode(expect, mode)(match.state, seat, others[number % 2], room, table)


@pytest.mark.parametrize("game_id", GAMES)
@np.errstate(over="ignore")
def test_a_network_that_says_nothing_changes_nothing(game_id: str) -> None:
    game, mode = find_game(game_id), DEFAULT_MODE
    parts = made_up(game) | {"last": np.zeros_like(made_up(game)["last"]), "last_bias": np.zeros(game.seats[-1], np.float32)}
    for match, seat in positions(game_id, 1, 40):
        tables = np.zeros((2, 3, 5))
        for table, weights in zip(tables, (weights_from(parts), weights_named(game_id, "trained")), strict=True):
            in_mode(expect, mode)(match.state, seat, weights, room_for(game), table)
        assert np.array_equal(*tables)


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has a network, made up."""
    made: dict[str, Weights] = {}

    def named(game_id: str, name: str) -> Weights:
        if name != "net":
            return without_network(read_weights(game_id, name))
        return made.setdefault(game_id, weights_from(made_up(find_game(game_id))))

    monkeypatch.setattr("kronland.bots.engine.choosing.weights_named", named)


@pytest.mark.skipif(DEFAULT_MODE == "python", reason="a search is too slow interpreted")
@pytest.mark.parametrize(("level", "every"), [("squire@net", 20), ("knight@net:40", 60)])
@pytest.mark.parametrize("game_id", GAMES)
def test_bots_with_a_network_cannot_peek(game_id: str, level: str, every: int, net: None) -> None:
    game, differ = find_game(game_id), 0
    for match, seat in positions(game_id, 1, every):
        action = choose(match.known(seat), level, match.length)
        assert action in match.legal_actions(seat)
        assert choose(Known(game, match.twin(seat, 99 + match.length), seat), level, match.length) == action
        differ += choose(match.known(seat), level.replace("net", "trained"), match.length) != action
    assert differ  # what the network says counts


def test_a_file_keeps_a_network_and_how_it_was_made(tmp_path: Path) -> None:
    game = find_game("brianboru")
    parts, file, count = made_up(game), tmp_path / "brianboru.npz", len(mind_of("brianboru").features)
    save_network(file, parts, {"seed": 7})
    weights, made = load_network(file, game, count)
    assert made == {"seed": 7} and weights.number > 0
    assert np.array_equal(weights.first[: len(parts["first"])], parts["first"]) and weights.step == pytest.approx(float(parts["step"]))
    assert all(np.array_equal(getattr(weights, name), parts[name]) for name in PARTS if name not in ("first", "step"))
    assert file.stat().st_size < LARGEST_FILE
    before = file.read_bytes()
    save_network(file, parts, {"seed": 7})
    assert file.read_bytes() == before


def test_a_wrong_file_is_refused(tmp_path: Path) -> None:
    game, file = find_game("brianboru"), tmp_path / "brianboru.npz"
    with pytest.raises(UsageError, match=r"^there is no network brianboru.npz .* expected one made by `kronland train brianboru --net`$"):
        load_network(file, game, 23)
    file.write_bytes(b"PK\3\4 nothing")
    with pytest.raises(UsageError, match=r"brianboru.npz is no network"):
        load_network(file, game, 23)
    save_network(file, made_up(game), {})
    with pytest.raises(UsageError, match=r"linear has the shape \(2, 23\); expected \(2, 24\)"):
        load_network(file, game, 24)


def test_a_level_judges_by_the_network_where_the_file_of_its_game_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Interpreted, bots judge by the linear weights."""
    text = evaluation.weights_file("koenig").read_text("utf-8")
    monkeypatch.setattr(evaluation, "WEIGHTS", tmp_path)
    (tmp_path / "koenig.toml").write_text('net = ["squire"]\n' + text[text.index("[hand]") :], "utf-8")
    asked = [evaluation.usual.__wrapped__("koenig", level, mode) for level in ("squire", "king") for mode in ("native", "python")]
    assert asked == ["net", "trained", "trained", "trained"]
    (tmp_path / "koenig.toml").write_text('linear = "later"\n' + text[text.index("[hand]") :], "utf-8")
    monkeypatch.setattr(evaluation, "linear_name", evaluation.linear_name.__wrapped__)
    assert evaluation.usual.__wrapped__("koenig", "king", "native") == "later"
    later, hand = (read_weights.__wrapped__("koenig", name) for name in ("later", "hand"))
    assert np.array_equal(later, hand)  # until somebody trains them
    (tmp_path / "koenig.toml").write_text(text[text.index("[hand]") :], "utf-8")
    with pytest.raises(UsageError, match=r"koenig.toml: there are no weights 'none'; there are hand, trained$"):
        read_weights.__wrapped__("koenig", "none")


@pytest.mark.parametrize("game_id", GAMES)
def test_the_networks_of_the_house_fit_their_games(game_id: str) -> None:
    """And where a level judges by one, there is one; each says how it was made, with which rules, and has less than a megabyte."""
    game, file = find_game(game_id), network_file(game_id)
    if not file.exists():
        assert "net" not in {usual(game_id, level) for level in LEVELS}
        return
    _, made = load_network(file, game, len(mind_of(game_id).features))
    assert made["game"] == game_id and made["rules"] == game.version and made["games"] > 100_000
    assert file.stat().st_size < LARGEST_FILE
