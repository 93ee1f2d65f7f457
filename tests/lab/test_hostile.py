"""Hostile records, positions and component files (see `kronland.lab.hostile`), interpreted; compiled ones: `tests/test_bounds.py`."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

import numpy as np
import pytest
import typer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kronland.cli.check import check
from kronland.core.errors import LONGEST, KronlandError, PositionError
from kronland.core.game import Game
from kronland.core.positions import Form
from kronland.games import GAMES, find_game
from kronland.lab import hostile_run
from kronland.lab.grammar import Choices, grammar_of
from kronland.lab.guarded import Astray, GuardedState, guarded_room
from kronland.lab.hostile import Outcome, Trial, try_seed
from kronland.lab.hostile_run import check_hostile
from kronland.lab.hostile_texts import Hostile, components_text, goods, hostile, position_text, record_text

pytestmark = pytest.mark.slow

INTERPRETED = 40  # texts of each game

games = pytest.mark.parametrize("game", [pytest.param(find_game(game_id), id=game_id) for game_id in GAMES])


def assert_harmless(outcome: Outcome) -> None:
    assert not outcome.findings, "\n".join(map(str, outcome.findings))


@games
def test_hostile_texts_do_no_harm_interpreted(game: Game) -> None:
    outcomes = [try_seed(game, seed, "python") for seed in range(INTERPRETED)]
    for outcome in outcomes:
        assert_harmless(outcome)
    assert sum(outcome.accepted for outcome in outcomes) > 0


@games
@settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_hostile_texts_that_can_be_made_smaller(game: Game, data: st.DataObject) -> None:
    """The same texts with Hypothesis to choose: one that did harm is shown as small as it can be."""
    choices = Choices(lambda below: data.draw(st.integers(0, below - 1)))
    make = choices.one((("position", position_text), ("record", record_text), ("components", components_text)))
    sent = Hostile(make[0], make[1](game, choices))
    assert_harmless(Trial(game, sent, Choices.of_seed(0), "python").run())


@games
def test_what_is_good_is_accepted_and_played_on(game: Game) -> None:
    for good in goods(game.id)[:4]:
        for sent in (Hostile("position", good.position), Hostile("record", good.record)):
            outcome = Trial(game, sent, Choices.of_seed(1), "python").run()
            assert_harmless(outcome)
            assert outcome.accepted


@games
def test_a_seed_makes_the_same_text_again(game: Game) -> None:
    texts = [hostile(game, Choices.of_seed(f"{game.id} {seed}")) for seed in range(60)]
    assert texts == [hostile(game, Choices.of_seed(f"{game.id} {seed}")) for seed in range(60)]
    assert len(set(texts)) > 50 and {text.kind for text in texts} == {"position", "record", "components"}


@games
def test_every_name_of_a_grammar_has_a_rule(game: Game) -> None:
    grammar = grammar_of(game.id)
    for name in grammar.rules:
        for seed in range(20):
            grammar.text(name, Choices.of_seed(seed))


@games
def test_a_grammar_knows_every_line_that_the_reader_knows(game: Game) -> None:
    """Lines of chance were in no text that a grammar made."""
    form = getattr(game.read_position, "__self__", None)
    assert isinstance(form, Form)
    keys = set(form.by_name)
    made = [grammar_of(game.id).text("line", Choices.of_seed(seed)) for seed in range(4000)]
    known = {form.split(line)[0] for line in made}
    assert keys <= known and len(keys) > 10


# What is harm -----------------------------------------------------------------------------------------------------------------------


def found(sent: Hostile, **other: object) -> str:
    """What is found of a text, in a game with something changed."""
    outcome = Trial(dataclasses.replace(find_game("brianboru"), **other), sent, Choices.of_seed(1), "python").run()  # type: ignore[arg-type]
    return outcome.findings[0].what if outcome.findings else ""


def test_harm_is_found() -> None:
    game = find_game("brianboru")
    good = Hostile("position", goods("brianboru")[3].position)

    def fails(text: str) -> None:
        raise IndexError("beyond the array")

    def forgets(text: str) -> object:
        s = game.read_position(text)
        s.coins[0] += 1
        return s

    assert found(good) == ""
    assert found(good, read_position=fails).startswith("IndexError: beyond the array")
    assert found(good, read_position=forgets).startswith("after ")
    assert found(good, invariants=lambda s: ["it is wrong"]).startswith("an invariant does not hold")
    assert found(good, text=lambda view: "x" * 3_000_000).startswith("a text of 3,0")


def test_a_refusal_is_one_line_whatever_it_quotes() -> None:
    for quoted in ("a\nb", "\x00", "\ud800", "\u2028", "x" * 10_000, "\x1b[31m"):
        said = str(PositionError(f"line 1: {quoted}; expected another"))
        assert said.splitlines() == [said] and said.isprintable() and len(said) <= LONGEST + 10
        assert said.startswith("line 1: ") and said.endswith("; expected another")
    assert str(KronlandError("Löwenherz „ja“")) == "Löwenherz „ja“"


def test_interpreted_rules_are_guarded_against_indices_below_zero_and_numbers_that_do_not_fit() -> None:
    state = find_game("brianboru").layout.new()
    s = GuardedState(state)
    s.coins[2] = 300
    s.coins[2] += 1
    s.phase = 3
    assert state.coins[2] == 301 and state.phase == 3
    with pytest.raises(Astray):
        s.coins[-1]
    with pytest.raises(Astray):
        s.card_row[0, -1, 0] = 1
    with pytest.raises(Astray):
        s.coins[0] = 40_000
    with pytest.raises(Astray):
        s.phase = 128
    with pytest.raises(Astray):
        guarded_room(5, "python")[-1] = 1
    with pytest.raises(IndexError):
        s.coins[5]
    s.key_low = np.uint64(2**64 - 1)


# Many of them, in processes of their own --------------------------------------------------------------------------------------------

FAKE = """
import json, os, sys, time
first, last, step = map(int, sys.argv[2:5])
for seed in range(first, last, step):
    print(json.dumps({"at": seed}), flush=True)
    if seed == 7:
        os.abort()
    if seed == 9:
        time.sleep(1000)
    print(json.dumps({"tried": 1, "accepted": 1, "decisions": 5, "findings": []}), flush=True)
"""


def test_a_process_that_dies_or_hangs_is_a_finding_and_the_rest_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "fake.py"
    script.write_text(FAKE)
    monkeypatch.setattr(hostile_run, "COMMAND", [sys.executable, str(script)])
    done: list[int] = []
    outcome = check_hostile("brianboru", 20, seed=0, workers=2, progress=done.append, patience=3)
    assert outcome.tried == sum(done) == 20 and outcome.accepted == 18 and outcome.decisions == 90
    assert {finding.seed: finding.what.split(":")[0] for finding in outcome.findings} == {
        7: "the process has ended with -6",
        9: "no answer within 3 seconds",
    }
    assert "kronland check brianboru --hostile 1 --seed 7" in str(sorted(outcome.findings, key=lambda finding: finding.seed)[0])


def test_the_command_names_what_it_found_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "fake.py"
    script.write_text(FAKE)
    monkeypatch.setattr(hostile_run, "COMMAND", [sys.executable, str(script)])
    with pytest.raises(typer.Exit):
        check("brianboru", seed=1, hostile=7, as_json=True)
    said = json.loads(capsys.readouterr().out)
    assert said["tried"] == 7 and said["accepted"] == 6 and [finding["seed"] for finding in said["first_findings"]] == [7]
    check("brianboru", seed=1, hostile=5)
    assert "Brian Boru: 5 texts, 5 accepted, 25 decisions" in capsys.readouterr().out


def test_a_process_that_does_not_start_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hostile_run, "COMMAND", [sys.executable, "-c", "raise SystemExit(3)"])
    outcome = check_hostile("brianboru", 4, workers=1)
    assert [finding.what for finding in outcome.findings] == ["the process has ended with 3: "]


def test_a_worker_says_what_became_of_each_text(capsys: pytest.CaptureFixture[str]) -> None:
    hostile_run.work("brianboru", 0, 4, 2)
    said = capsys.readouterr().out.splitlines()
    assert [line for line in said if "at" in line[:5]] == ['{"at": 0}', '{"at": 2}'] and len(said) == 4
