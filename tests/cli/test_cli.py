"""The command line: every command, and every kind of bad use.

Mostly within this process, with Typer's runner and interpreted rules; what only a real process shows (exit codes, pipes, Ctrl-C, the first
compile) runs as one.
"""

import gc
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kronland.cli.app import app
from kronland.core.crew import pool_of
from kronland.core.kernel import DEFAULT_MODE
from kronland.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "docs/examples/loewenherz.json"
COMPONENTS = ROOT / "src/kronland/games/loewenherz/components.toml"
COMMANDS = ("serve", "games", "rules", "simulate", "check", "show", "replay", "bench", "warm")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], env={"COLUMNS": "200"})


def good(*arguments: object) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    assert "Traceback" not in result.output
    return result.stdout


def bad(*arguments: object) -> str:
    """Bad use: exit code 2, nothing on standard output, one line on standard error."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert re.fullmatch(r"kronland: [^\n]+\n", result.stderr), result.stderr
    assert gc.isenabled(), "a server that does not come to start leaves it as it was"
    return result.stderr


def simulate(*arguments: object) -> dict[str, object]:
    told: dict[str, object] = json.loads(good("simulate", "loewenherz", "--mode", "python", "--json", *arguments).splitlines()[-1])
    return told


# What each command does ---------------------------------------------------------------------------------------------------------------


def test_help_says_what_it_can_do() -> None:
    told = good("--help")
    assert all(command in told for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help(command: str) -> None:
    assert f"kronland {command}" in good(command, "--help")


def test_version() -> None:
    assert re.fullmatch(r"kronland \d+\.\d+\.\d+\n", good("--version"))


def test_games() -> None:
    told = good("games")
    assert all(game in told for game in GAMES)
    assert "2-4 players" in told and "--option setup=beginner" in told and "components as published" in told


@pytest.mark.parametrize(("players", "setup"), [(2, "variable"), (3, "beginner"), (4, "variable")])
def test_simulate_tells_what_it_played(players: int, setup: str) -> None:
    told = simulate("--players", players, "--games", 2, "--seed", 5, "--setup", setup)
    assert told["game"] == "loewenherz" and told["players"] == players and told["games"] == 2
    assert told["ends"] == {"king": 2}
    assert isinstance(told["decisions"], int) and told["decisions"] > 100
    assert isinstance(told["seconds"], float) and told["seconds"] > 0
    assert told["decisions_per_second"] == pytest.approx(told["decisions"] / told["seconds"], rel=0.01)
    assert isinstance(told["wins"], list) and sum(told["wins"]) == pytest.approx(1)


def test_simulate_is_the_same_for_the_same_seed_and_another_for_another() -> None:
    def played(seed: int) -> dict[str, object]:
        told = simulate("--games", 1, "--seed", seed)
        return {key: told[key] for key in ("decisions", "points", "length")}

    assert played(3) == played(3) != played(4)


def test_simulate_in_words() -> None:
    told = good("simulate", "loewenherz", "--mode", "python", "--games", 1)
    assert "points" in told and " money " not in told
    of_coins = good("simulate", "rheinlaender", "--mode", "python", "--games", 1)
    assert " money " in of_coins and "points" not in of_coins
    assert "Löwenherz (1997), 4 players, setup variable, open_money off" in told
    assert "1 games" in told and "ends: king 1" in told and "decisions/s (python" in told


def test_options_by_name() -> None:
    told = simulate("--games", 1, "--option", "setup=beginner", "--option", "open-money=on")
    assert told["options"] == {"setup": "beginner", "open_money": "on"}


def test_an_owners_components_are_played_and_recorded(tmp_path: Path) -> None:
    other, record = tmp_path / "mine.toml", tmp_path / "game.json"
    other.write_text(COMPONENTS.read_text("utf-8").replace(".f.ff", "....."), "utf-8")
    simulate("--games", 1, "--components", other, "--records", record)
    assert 'A = [".....' in "\n".join(json.loads(record.read_text("utf-8"))["components"])
    assert "the game ended" in good("replay", record)


def test_the_record_of_one_game_is_readable(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    told = simulate("--games", 1, "--seed", 9, "--records", record)
    assert len(record.read_text("utf-8").splitlines()) > int(str(told["decisions"]))
    assert f"{told['decisions']} decisions replayed, the game ended (king)" in good("replay", record)
    assert list(tmp_path.iterdir()) == [record]


def test_the_records_of_several_games_are_one_a_line(tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    simulate("--games", 3, "--seed", 9, "--records", records)
    seeds = [json.loads(line)["seed"] for line in records.read_text("utf-8").splitlines()]
    assert seeds == [9, 10, 11]
    assert "after 7 of" in good("show", records, "--game", 2, "--at", 7)
    assert "replayed" in good("replay", records, "--game", 3)
    assert "holds 3 games; expected --game N with N from 1 to 3" in bad("show", records)
    assert "there is no game 4; expected 1 to 3" in bad("replay", records, "--game", 4)


def test_a_wrong_action_in_a_file_of_several_records_is_named_by_its_line(tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    simulate("--games", 2, "--records", records)
    first, second = records.read_text("utf-8").splitlines()
    values = json.loads(second)
    values["actions"][3] = "1 nonsense"
    records.write_text(f"{first}\n{json.dumps(values)}\n", "utf-8")
    assert "games.jsonl, line 2, action 4: unknown action 'nonsense'" in bad("replay", records, "--game", 2)


@pytest.mark.slow
def test_check() -> None:
    told = json.loads(good("check", "loewenherz", "--games", 1, "--players", 2, "--json").splitlines()[-1])
    assert told["games"] == 1 and told["decisions"] > 100 and told["probes"] > told["decisions"] and told["violations"] == 0


def test_check_with_a_violation_exits_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    from kronland.lab import checking

    found = checking.Report(games=3, decisions=500, probes=9000, violations=["seed 1, decision 4: a knight is missing"])
    monkeypatch.setattr(checking, "check_on_all_cores", lambda *_, **__: found)
    result = run("check", "loewenherz", "--games", 3)
    assert result.exit_code == 1 and "violated: seed 1, decision 4: a knight is missing" in result.stdout
    result = run("check", "loewenherz", "--games", 3, "--json")
    assert result.exit_code == 1 and json.loads(result.stdout)["violations"] == 1


def test_show_prints_the_board() -> None:
    told = good("show", EXAMPLE, "--at", 40)
    assert "after 40 of 277 decisions" in told and len(told.splitlines()) > 10


def test_show_draws_what_the_seat_may_see(tmp_path: Path) -> None:
    pictures = [tmp_path / "1.svg", tmp_path / "spectator.svg"]
    good("show", EXAMPLE, "--at", 40, "--seat", 1, "--svg", pictures[0])
    good("show", EXAMPLE, "--at", 40, "--seat", 0, "--svg", pictures[1])
    drawn = [picture.read_text("utf-8") for picture in pictures]
    assert all(picture.startswith("<svg") for picture in drawn) and drawn[0] != drawn[1]
    assert sorted(tmp_path.iterdir()) == sorted(pictures)


def test_replay_tells_the_game_in_both_languages() -> None:
    english, german = (good("replay", EXAMPLE, "--language", language) for language in ("en", "de"))
    assert len(english.splitlines()) == len(german.splitlines()) > 277
    assert english != german


def test_rules() -> None:
    assert "L97-31" in good("rules", "loewenherz")
    one = good("rules", "loewenherz", "l97-31")
    assert one.startswith("L97-31  ") and "L97-32" not in one.splitlines()[0]
    assert "L97-31" in bad("rules", "loewenherz", "L97-311")


def test_bench_shows_each_figure_beside_its_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    from kronland.cli import shown
    from kronland.lab import bench

    figures = [
        bench.Figure("one_core", "one core", 2_000_000, "/s", at_least=1_000_000),
        bench.Figure("copy", "copying a state", 0.3, "µs/KB", at_most=0.2),
        bench.Figure("interpreted", "interpreted", 3000, "/s"),
    ]
    monkeypatch.setattr(shown, "prepare", lambda *_: 0.0)
    monkeypatch.setattr(bench, "measure", lambda *_: figures)
    lines = {line.split("│")[1].strip(): line for line in good("bench").splitlines() if line.startswith("│")}
    assert "2,000,000 /s" in lines["one core"] and "≥ 1,000,000" in lines["one core"] and "met" in lines["one core"]
    assert "0.3 µs/KB" in lines["copying a state"] and "≤ 0.2" in lines["copying a state"] and "missed" in lines["copying a state"]
    assert "met" not in lines["interpreted"] and "missed" not in lines["interpreted"]
    assert "KRONLAND_EXTRAS=openspiel ./kronland bench" in good("bench")
    assert json.loads(good("bench", "--json")) == {"one_core": 2_000_000, "copy": 0.3, "interpreted": 3000}


def test_what_bench_times_as_copying_copies() -> None:
    from kronland.core.kernel import in_mode
    from kronland.games import find_game
    from kronland.lab.copying import copy_many

    states = find_game("loewenherz").layout.batch(4)
    for number, state in enumerate(states):
        state.clock = number
    in_mode(copy_many, "python")(states, 2)
    assert list(states["clock"]) == [1, 1, 2, 0]


@pytest.mark.slow
def test_bench_measures() -> None:
    """That there are figures, not what they are: a timed test fails on a busy machine."""
    done = process("bench", "--rounds", 1, "--no-compile", "--json", KRONLAND_MODE="native")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert {"one_core", "interpreted", "native_to_interpreted", "copy", "start"} <= told.keys()
    assert all(value > 0 for value in told.values())


# Bad use ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("simulate lowenherz", "unknown game 'lowenherz'; did you mean 'loewenherz'?"),
        ("check chess", "unknown game 'chess'; the games are: "),
        ("rules chess", "unknown game 'chess'; the games are: "),
        ("simulate", "GAME"),
        ("simulat", "Did you mean 'simulate'?"),
        ("simulate loewenherz --player 3", "--players"),
        ("simulate loewenherz --players 5", "is for 2 to 4 players, not 5"),
        ("simulate loewenherz --players many", "--players"),
        ("simulate loewenherz --games 0", "--games"),
        ("simulate loewenherz --seed -1", "--seed"),
        ("simulate loewenherz --seed 9223372036854775807 --games 2", "expected at most 9223372036854775806"),
        ("simulate loewenherz --threads 0", "--threads"),
        ("simulate loewenherz --mode fast", "'fast' is not one of 'python', 'native'"),
        ("simulate loewenherz --setup odd", "option 'setup' cannot be 'odd'; it can be variable or beginner"),
        ("simulate loewenherz --setup beginner --players 2", "is not for 2 players"),
        ("simulate loewenherz --option dragons=on", "has no option 'dragons'; it has setup, open_money"),
        ("simulate loewenherz --option setup", "expected NAME=VALUE"),
        ("simulate loewenherz --option setup=variable --setup beginner", "given twice"),
        ("simulate loewenherz --components nowhere.toml", "nowhere.toml: cannot be read"),
        ("simulate loewenherz --games 1 --records nowhere/x.json", "nowhere/x.json: cannot be written"),
        ("show nowhere.json", "nowhere.json: cannot be read"),
        ("games --language fr", "'fr' is not one of 'de', 'en'"),
        ("simulate loewenherz --games 99999999999999999999", "there are fewer; expected at most 9223372036854775808"),
        ("arena brianboru --bots page,page,page --games 1 --results .", "cannot be read (Is a directory); expected a file of --results"),
        ("arena brianboru --bots page,page,page --games 1 --results . --fresh", "cannot be removed (Is a directory)"),
        ("arena brianboru --bots page,page,page --games 1 --records nowhere/x", "nowhere/x: cannot be written"),
        ("train brianboru --out nowhere/x", "nowhere/x: cannot be written"),
        ("train brianboru --curve .", "cannot be written (Is a directory)"),
        ("train brianboru --device cuda", "--device does nothing without --net; expected it with --net"),
        ("train brianboru --net --players 4", "--players does nothing with --net; expected it without --net"),
    ],
)
def test_bad_use(arguments: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert expected in bad(*arguments.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda text: re.sub(r"^B = \[\"fff.*\n", "", text, flags=re.M), "mine.toml: tiles.B: missing"),
        (lambda text: text.replace('  "king",\n', ""), "mine.toml: action_cards.E: has 3 entries; expected a list of 4"),
        (lambda text: text.replace('".f.ff"', '".f.fx"'), "mine.toml: tiles.A: row 1 is '.f.fx'; expected 5 letters out of . f m t"),
        (lambda text: text.replace("[tiles]", "[tiles"), "mine.toml: is no TOML"),
        (lambda text: text.replace("knight 2", "knight 9"), "'knight 9'"),
    ],
    ids=["a missing key", "a wrong count", "an impossible tile", "no TOML", "an impossible card"],
)
def test_bad_components(change: Callable[[str], str], expected: str, tmp_path: Path) -> None:
    mine, record = tmp_path / "mine.toml", tmp_path / "game.json"
    text = COMPONENTS.read_text("utf-8")
    assert change(text) != text
    mine.write_text(change(text), "utf-8")
    assert expected in bad("simulate", "loewenherz", "--games", 1, "--components", mine, "--records", record)
    assert list(tmp_path.iterdir()) == [mine]


def line_of(start: str) -> int:
    return next(number for number, line in enumerate(EXAMPLE.read_text("utf-8").splitlines(), 1) if line.strip().startswith(start))


FIRST, RULES = line_of('"actions"') + 1, line_of('"rules"')


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda text: text[: len(text) // 2], "line "),
        (lambda text: text[:1], "line 1"),
        (lambda text: "", "line 1"),
        (lambda text: "[]", "line 1: []; expected an object"),
        (lambda text: text.replace('"rules": 1', '"rules": 99'), f"line {RULES}: rules version 99; this Kronland knows"),
        (lambda text: text.replace('"kronland": 1', '"kronland": 3'), "line 2: format 3; expected 1 or 2"),
        (lambda text: text.replace('"loewenherz"', '"lowenherz"'), "did you mean 'loewenherz'?"),
        (lambda text: text.replace('"players": 4', '"players": 7'), "is for 2 to 4 players, not 7"),
        (lambda text: text.replace('"beginner"', '"odd"'), "option 'setup' cannot be 'odd'"),
        (lambda text: text.replace('  "seed": 5,\n', ""), "the key 'seed' is missing"),
        (lambda text: text.replace('"4 card 2"', '"4 fly away"', 1), f"line {FIRST}, action 1: unknown action 'fly'"),
        (lambda text: text.replace('"4 card 2"', '"4 c 2"', 1), f"line {FIRST}, action 1: 'c' is ambiguous: castle, card"),
        (lambda text: text.replace('"4 card 2"', '"4 card 9"', 1), f"line {FIRST}, action 1: 'card 9': expected a "),
        (lambda text: text.replace('"4 card 2"', '"4 done"', 1), f"line {FIRST}, action 1: done is not legal here"),
        (lambda text: text.replace('"4 card 2"', '"9 card 2"', 1), f"line {FIRST}, action 1: '9 card 2'; expected a seat from 1 to 4"),
        (lambda text: text.replace('"end": "king"', '"end": "queen"'), "by rules version 1 the actions lead to"),
    ],
    ids=[
        "truncated", "one sign", "empty", "a list", "newer rules", "newer format", "unknown game", "player count", "unknown option value",
        "missing key", "nonsense", "ambiguous", "impossible", "illegal", "no such seat", "another result",
    ],
)  # fmt: skip
def test_bad_records(change: Callable[[str], str], expected: str, tmp_path: Path) -> None:
    record, picture = tmp_path / "game.json", tmp_path / "game.svg"
    text = EXAMPLE.read_text("utf-8")
    assert change(text) != text
    record.write_text(change(text), "utf-8")
    assert expected in bad("replay", record)
    assert expected in bad("show", record, "--svg", picture)
    assert list(tmp_path.iterdir()) == [record]


def test_bad_places_in_a_record(tmp_path: Path) -> None:
    assert "there is no position 278; the record has 277 actions, so 0 to 277" in bad("show", EXAMPLE, "--at", 278)
    assert "there is no position -1" in bad("show", EXAMPLE, "--at", -1)
    assert "there is no seat 5; seats are 1 to 4, and 0 is a spectator" in bad("show", EXAMPLE, "--seat", 5)
    assert "cannot be written" in bad("show", EXAMPLE, "--svg", tmp_path / "nowhere/x.svg")
    assert "is no UTF-8 text" in bad("show", _binary(tmp_path))


def _binary(folder: Path) -> Path:
    file = folder / "binary.json"
    file.write_bytes(b"\xff\xfe\x00{")
    return file


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    from kronland.core.files import replacing

    file = tmp_path / "old.json"
    file.write_text("old", "utf-8")
    with pytest.raises(RuntimeError), replacing(file) as stream:
        stream.write("half of the new")
        raise RuntimeError
    assert file.read_text("utf-8") == "old" and list(tmp_path.iterdir()) == [file]


# A real process -----------------------------------------------------------------------------------------------------------------------

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "KRONLAND_MODE": "python"}
KRONLAND = [sys.executable, "-m", "kronland"]


def process(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [*KRONLAND, *map(str, arguments)]
    return subprocess.run(command, env={**ENVIRONMENT, **environment}, capture_output=True, text=True)


@pytest.mark.sampled
@pytest.mark.parametrize("arguments", [["simulate", "chess"], ["simulate", "loewenherz", "--nonsense"], ["show", "nowhere.json"], ["fly"]])
def test_bad_use_of_the_process(arguments: list[str]) -> None:
    done = process(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"kronland: [^\n]+\n", done.stderr)


def test_a_mode_that_does_not_exist_in_the_environment() -> None:
    done = process("games", KRONLAND_MODE="fast")
    assert (done.returncode, done.stderr) == (2, "kronland: unknown mode 'fast'; the modes are python and native\n")


def test_a_cache_folder_that_cannot_be_made() -> None:
    done = process("simulate", "loewenherz", "--games", 1, KRONLAND_MODE="native", KRONLAND_CACHE="/dev/null/x")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "cannot be made" in done.stderr


def test_native_mode_where_it_was_left_out() -> None:
    done = process("simulate", "loewenherz", "--mode", "native")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "KRONLAND_MODE=python" in done.stderr


def test_help_and_usage_errors_do_not_load_the_compiler() -> None:
    for arguments in (["--help"], ["simulate", "--help"], ["simulate", "loewenherz", "--nonsense"]):
        code = f"import sys; sys.argv = ['kronland', *{arguments!r}]\ntry:\n    from kronland.cli import main; main()\n"
        code += "except SystemExit:\n    print([name for name in ('numpy', 'numba') if name in sys.modules])"
        done = subprocess.run([sys.executable, "-c", code], env={**ENVIRONMENT, "KRONLAND_MODE": "native"}, capture_output=True, text=True)
        assert done.stdout.splitlines()[-1] == "[]", arguments


def test_a_closed_pipe_is_no_error_to_talk_about() -> None:
    with subprocess.Popen([*KRONLAND, "replay", EXAMPLE], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""


def test_ctrl_c(tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    command = [*KRONLAND, "simulate", "loewenherz", "--games", "2000", "--records", str(records)]
    # Who starts the tests in the background may have them ignore Ctrl-C, and children inherit that.
    default = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=ENVIRONMENT, text=True, preexec_fn=default, **pipes) as running:
        until = time.monotonic() + 120
        while not list(tmp_path.iterdir()) and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.2)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 130 and "Traceback" not in out + err
    assert list(tmp_path.iterdir()) == []


def test_what_is_handed_out_when_ctrl_c_comes_is_not_begun() -> None:
    """A pool waits for what its threads have in hand, and for no more: a thousand games that were handed out before took minutes to end."""
    begun, first = [], threading.Event()

    def game(number: int) -> None:
        begun.append(number)
        first.wait(120)

    with pytest.raises(KeyboardInterrupt), pool_of(1) as pool:
        for number in range(100):
            pool.submit(game, number)
        first.set()
        raise KeyboardInterrupt
    assert len(begun) < 100


# Compiling ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(DEFAULT_MODE == "python", reason="nothing is compiled")
def test_warm_up_leaves_a_marker_and_prunes_what_is_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With kernels that do nothing: that they compile is shown by every native test."""
    from kronland.core import kernel, warm
    from kronland.games import find_game

    game = find_game("loewenherz")
    monkeypatch.setattr(kernel, "DEFAULT_MODE", "native")
    monkeypatch.setattr(kernel, "CACHE", tmp_path / "0123456789abcdef-numba0.68.1-py311", raising=False)
    monkeypatch.setattr(warm, "RULES", warm.Part("rules", lambda game: [("setup", lambda: None), ("legal", lambda: None)]))
    old = [tmp_path / f"{number:016x}-numba0.68.1-py311" for number in range(warm.KEPT + 2)]
    for number, folder in enumerate(old):
        folder.mkdir()
        os.utime(folder, (1_000_000 + number, 1_000_000 + number))
    (tmp_path / "something else").mkdir()
    os.utime(tmp_path / "something else", (0, 0))

    told: list[tuple[str, int, int]] = []
    assert not warm.is_warm(game)
    assert warm.warm_up(game, lambda *step: told.append(step)) > 0
    assert told == [("setup", 0, 2), ("legal", 1, 2), ("", 2, 2)]
    assert warm.is_warm(game) and warm.warm_up(game) == 0
    assert [folder.exists() for folder in old] == [False, False] + [True] * warm.KEPT
    assert (tmp_path / "something else").exists()
    # A further part is compiled by itself where the rules have been, and has a marker of its own.
    bots = warm.Part("bots", lambda game: [("search", lambda: None)])
    assert not warm.is_warm(game, bots)
    told.clear()
    assert warm.warm_up(game, lambda *step: told.append(step), bots) > 0
    assert told == [("search", 0, 1), ("", 1, 1)]
    assert warm.is_warm(game, bots)


@pytest.mark.skipif(DEFAULT_MODE == "python", reason="nothing is compiled")
def test_an_interrupted_warm_up_is_not_taken_for_a_whole_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kronland.core import kernel, warm
    from kronland.games import find_game

    game = find_game("loewenherz")

    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(kernel, "DEFAULT_MODE", "native")
    monkeypatch.setattr(kernel, "CACHE", tmp_path / "cache", raising=False)
    rules, bots = warm.Part("rules", lambda game: [("setup", lambda: None)]), warm.Part("bots", lambda game: [("search", interrupt)])
    monkeypatch.setattr(warm, "RULES", rules)
    with pytest.raises(KeyboardInterrupt):
        warm.warm_up(game, None, bots)
    assert warm.is_warm(game) and not warm.is_warm(game, bots)
