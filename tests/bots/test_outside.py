"""Bots from outside: an installed package brings them, they are given what their seat may know, and what is wrong with them is told."""

from __future__ import annotations

import gc
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import kronland
from kronland.bots import choose, find_bot
from kronland.bots.engine.choosing import named_bot
from kronland.cli.app import app
from kronland.core.view import Known
from kronland.lab.arena import check_arena, run_arena

SOURCE = '''
import threading

never = threading.Event()
asked = []

def lowest(view, seed):
    return min(view.legal)

class Nth:
    """Takes the legal action in the place that its text says."""

    def __init__(self, place="0"):
        self.place = int(place)

    def __call__(self, view, seed):
        asked.append((view, seed))
        return view.notation(view.legal[self.place % len(view.legal)])

def waits(view, seed):
    never.wait()

def raises(view, seed):
    return {}["castle"]

def leaves(view, seed):
    raise SystemExit(7)

class Shy:
    def __repr__(self):
        raise ValueError("no")

def answers(answer):
    return lambda view, seed: answer

nothing, nonsense, illegal, number, truth, shy = map(answers, (None, "castel a1", "trick 3", 10**9, True, Shy()))
three = 3
'''
ENTRIES = {
    **{name: f"brought_bots:{name}" for name in ("lowest", "waits", "raises", "leaves", "nothing", "nonsense", "illegal", "number")},
    **{name: f"brought_bots:{name}" for name in ("truth", "shy", "three")},
    "nth": "brought_bots:Nth",
    "absent": "brought_bots:Absent",
    "gone": "no_such_module:bot",
    "king": "brought_bots:lowest",
}


def install(folder: Path, name: str, entries: dict[str, str]) -> None:
    """A distribution as pip leaves one."""
    info = folder / f"{name}-1.2.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n", "utf-8")
    lines = "".join(f"{entry} = {value}\n" for entry, value in entries.items())
    (info / "entry_points.txt").write_text(f"[kronland.bots]\n{lines}", "utf-8")


@pytest.fixture
def brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "site"
    install(folder, "brought", ENTRIES)
    (folder / "brought_bots.py").write_text(SOURCE, "utf-8")
    monkeypatch.syspath_prepend(str(folder))
    named_bot.cache_clear()
    yield folder
    if module := sys.modules.pop("brought_bots", None):
        module.never.set()
    named_bot.cache_clear()


@pytest.fixture
def match() -> kronland.Match:
    return kronland.match("brianboru", players=3, seed=7, mode="python")


def test_a_brought_bot_is_one_like_any_other(brought: Path, match: kronland.Match) -> None:
    bot = kronland.bot("lowest")
    lowest = match.game.space.notation(min(match.legal_actions(match.actors[0])), match.actors[0])
    assert repr(bot) == "<bot lowest>"
    assert bot(match) == bot(match.view(match.actors[0])) == lowest
    advice = bot.think(match, language="de")
    assert (advice.action, advice.reasons) == (lowest, ("lowest kommt von außen und nennt keine Gründe.",))
    assert kronland.bot("nth:1")(match) != kronland.bot("nth")(match)
    kronland.gather("brianboru", games=0, bots="nth:2")


def test_it_is_given_what_the_seat_knows_and_the_seed(brought: Path, match: kronland.Match) -> None:
    seat = match.actors[0]
    for known in (match.known(seat), Known(match.game, match.twin(seat, 77), seat, "python")):
        choose(known, "nth", 5)
    (one, seed), (other, _) = sys.modules["brought_bots"].asked
    assert seed == 5 and isinstance(one, kronland.View) and (one.seat, list(one.legal)) == (seat, match.legal_actions(seat))
    assert one.state.tobytes() == other.state.tobytes() == match.view(seat).state.tobytes()
    assert one.known.state.tobytes() == other.known.state.tobytes() and one.board == match.view(seat).board
    assert match.state.tobytes() not in {thing.tobytes() for thing in reached_from(one) if isinstance(thing, np.void | np.ndarray)}


def reached_from(start: Any) -> list[Any]:
    """Everything that hangs on an object, but for what hangs on every module."""
    seen, left = {id(start): start}, [start]
    while left:
        for thing in gc.get_referents(left.pop()):
            common = isinstance(thing, ModuleType | type | kronland.Game) or (isinstance(thing, dict) and "__builtins__" in thing)
            if id(thing) not in seen and not common:
                assert not isinstance(thing, kronland.Match)
                seen[id(thing)] = thing
                left.append(thing)
    return list(seen.values())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("emperor", "there is no bot 'emperor'; there are page, squire, knight, king, absent, gone, .*three"),
        ("absent", r"bot 'absent' of brought 1.2 cannot be loaded from 'brought_bots:Absent': AttributeError: .*Absent"),
        (
            "gone",
            r"bot 'gone' of brought 1.2 cannot be loaded from 'no_such_module:bot': ModuleNotFoundError: .*; expected what it needs",
        ),
        ("three", "bot 'three' of brought 1.2 is int; expected a function of a view and a seed, or a class of such"),
        ("nth:last", "bot 'nth:last' of brought 1.2 cannot be made with 'last': ValueError: invalid literal"),
        ("lowest:2", "bot 'lowest:2' of brought 1.2 is no class and takes no '2'; expected 'lowest' alone"),
        ("raises", r"bot 'raises' of brought 1.2 raised KeyError: 'castle' \(brought_bots.py, line 24\)"),
        ("leaves", "bot 'leaves' of brought 1.2 raised SystemExit: 7"),
        ("waits", "bot 'waits' of brought 1.2 has not answered within 0.01 s; expected a decision in that time"),
        (
            "nothing",
            "bot 'nothing' of brought 1.2 answered NoneType None; expected one of its .* legal actions, such as '.*', or its number",
        ),
        ("shy", "bot 'shy' of brought 1.2 answered Shy that cannot be shown; expected one of its"),
        ("truth", "bot 'truth' of brought 1.2 answered bool True; expected one of its"),
        ("nonsense", "bot 'nonsense' of brought 1.2 answered 'castel a1': unknown action 'castel'"),
        ("number", "bot 'number' of brought 1.2 answered 1000000000, which is not legal; expected one of its"),
    ],
)
def test_what_is_wrong_with_it_is_told_in_one_line(brought: Path, match: kronland.Match, name: str, words: str) -> None:
    before = match.state.tobytes()
    with pytest.raises(kronland.KronlandError, match=words) as found:
        choose(match.known(match.actors[0]), name, 1, "python", within=0.01 if name == "waits" else None)
    assert "\n" not in str(found.value) and match.state.tobytes() == before


def test_an_illegal_action_is_none(brought: Path, match: kronland.Match) -> None:
    assert "trick 3" not in match.legal
    with pytest.raises(kronland.BotError, match=r"bot 'illegal' of brought 1.2 answered 'trick 3'"):
        kronland.bot("illegal")(match)


def test_one_that_was_late_is_asked_again_in_peace(brought: Path, match: kronland.Match) -> None:
    bot, known = find_bot("waits").outside, match.known(match.actors[0])
    assert bot is not None
    for _ in range(2):
        with pytest.raises(kronland.BotError, match="has not answered"):
            bot.decide(known, 1, 0.01)


def test_two_packages_that_bring_the_same_name_are_told(brought: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path / "more", "further", {"lowest": "other_bots:lowest"})
    monkeypatch.syspath_prepend(str(tmp_path / "more"))
    with pytest.raises(kronland.BotError, match=r"brought by brought_bots:lowest of brought 1.2 and other_bots:lowest of further 1.2"):
        kronland.bot("lowest")


def test_nobody_takes_the_name_of_ours(brought: Path) -> None:
    assert find_bot("king").outside is None and find_bot("king").searches


def test_they_play_in_the_arena(brought: Path, tmp_path: Path) -> None:
    command = ["arena", "rheinlaender", "--bots", "nth:-1,lowest,page", "--games", "1", "--json"]
    done = CliRunner().invoke(app, [*command, "--results", str(tmp_path / "games.jsonl"), "--twins"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert {bot["bot"] for bot in told["bots"]} == {"nth:-1", "lowest", "page"} and told["peeks"] == 0
    refused = CliRunner().invoke(app, ["arena", "rheinlaender", "--bots", "gone,page,page"])
    assert refused.exit_code == 2 and refused.stderr.startswith("kronland: bot 'gone' of brought 1.2 cannot be loaded")


def test_the_example_of_the_docs_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, match: kronland.Match) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs/bots.md").read_text("utf-8")
    (source,) = re.findall(r"^```py\n(.*?)^```$", page, re.M | re.S)
    (named,) = re.findall(r'^greedy = "(.*)"$', page, re.M)
    assert source.count("\n") <= 20
    install(tmp_path, "greedy", {"greedy": named})
    (tmp_path / f"{named.partition(':')[0]}.py").write_text(source, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    named_bot.cache_clear()
    assert kronland.bot("greedy")(match, seed=1) in match.legal
    assert kronland.bot("greedy:2")(match, seed=1) == kronland.bot("greedy:2")(match, seed=1)


def test_processes_of_an_arena_find_them_and_tell_what_is_wrong(brought: Path, tmp_path: Path) -> None:
    arena = check_arena(kronland.game("brianboru"), ["raises", "lowest", "lowest"], 3, 40, 0, "python")
    with pytest.raises(kronland.BotError, match=r"bot 'raises' of brought 1.2 raised KeyError"):
        run_arena(arena, tmp_path / "games.jsonl", processes=2)
    assert not (tmp_path / "games.jsonl").read_text("utf-8")


def test_another_version_of_a_bot_keeps_games_of_its_own(brought: Path) -> None:
    arena = check_arena(kronland.game("brianboru"), ["lowest", "nth", "page"], 3, 1, 0, "python")
    before = arena.file()
    (brought / "brought_bots.py").write_text(SOURCE + "\n", "utf-8")
    assert arena.file() != before


@pytest.mark.parametrize(
    ("name", "seconds", "iterations"), [("king:0.05s", 0.05, 0), ("knight:2s", 2.0, 0), ("king:30", 0.0, 30), ("king@hand:1e-2s", 0.01, 0)]
)
def test_ours_think_for_a_time_that_is_said(name: str, seconds: float, iterations: int) -> None:
    bot = find_bot(name)
    assert (bot.seconds, bot.iterations, bot.threads) == (seconds, iterations, 1)


@pytest.mark.parametrize("name", ["king:", "king:s", "king:0s", "king:-1s", "king:infs", "king:nans", "king:0.5", "squire:1s", "king:٣s"])
def test_a_time_that_is_none_is_told(name: str) -> None:
    with pytest.raises(kronland.UsageError, match=r"expected knight or king, a colon and a number of iterations, .* or seconds"):
        find_bot(name)
