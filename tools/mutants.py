"""Measure the tests: how many mutants of the code do they notice?

    python tools/mutants.py AREA... [--mutants N] [--seed N] [--jobs N] [--seconds N] [--json FILE]

Mutants (`mutating.py`) are chosen by seed from the rules, the censor, the rights and the store. Nothing on disk is changed: one process
imports the code and collects the tests of an area, interpreted (KRONLAND_MODE=python), and is forked for each mutant; the fork exchanges
the code of the function that was changed and runs the tests that reach the changed statement, those first that are quick and have killed
others. Which test reaches what is noted in one run before. A mutant of code that runs only while modules are imported gets a process of its
own and the quicker tests of its area.

A mutant is killed by a test that fails, or that takes ten times as long as it should. With --seconds, tests of a mutant are begun for so
many seconds of processor time: what they have not killed by then counts as survived. Before the mutants, code that is not changed is
judged in the same way: a test that fails there is left out.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import gc
import hashlib
import importlib.abc
import importlib.machinery
import json
import os
import pickle
import random
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, cast

import hypothesis
import pytest
from mutating import Mutant, Place, functions, instrumented, mutants

ROOT = Path(__file__).resolve().parent.parent

SHARED = ("tests/games/test_doors.py", "tests/games/test_refusals.py", "tests/test_conformance.py", "tests/test_golden.py")
AREAS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {  # the code that is changed, and the tests that are to notice
    "loewenherz": (
        (
            "games/loewenherz/rules/{alliances,borders,castles,contents,deserters,ending,expansion,knights,land,politics,politics_deal}.py",
            "games/loewenherz/rules/{purse,round,secrets,setup,trial}.py",
            "games/fields.py",
            "games/grid/rules/{moves,regions}.py",
        ),
        ("tests/games/loewenherz", *SHARED),
    ),
    "koenig": (
        (
            "games/koenig/rules/{borders,cards,castles,contents,ending,expansion,knights,land,market,pacts}.py",
            "games/koenig/rules/{refill,secrets,setup,steps,turn}.py",
            "games/fields.py",
            "games/grid/rules/{moves,regions}.py",
        ),
        ("tests/games/koenig", *SHARED),
    ),
    "rheinlaender": (
        ("games/rheinlaender/rules/{bastions,cards,castles,contents,duchies,ending,eras,fields,knights,reach,secrets,setup,turn}.py",),
        ("tests/games/rheinlaender", *SHARED),
    ),
    "brianboru": (
        ("games/brianboru/rules/{board,church,contents,discs,draft,ending,rows,secrets,setup,trick,upkeep}.py",),
        ("tests/games/brianboru", *SHARED),
    ),
    "core": (
        (
            "core/{chance,ending,flow,game,layout,lines,listing,log,match,odds,parts,play,positions}.py",
            "core/{record,rulebook,seeds,space,tally,view,words}.py",
        ),
        ("tests/core", "tests/cli", "tests/test_words.py", "tests/test_conformance.py", "tests/test_golden.py", "tests/games/loewenherz"),
    ),
    "web": (
        (
            "web/lobby/{lists,wishes}.py",
            "web/pages/forms.py",
            "web/safety/{cleaning,guard,outside,visitors}.py",
            "web/store/store.py",
            "web/table/{access,afterwards,company,deciding,keeping,links,pointing,rights,seats,seeing,table,tables}.py",
        ),
        ("tests/web",),
    ),
}
LEFT_OUT = (
    *("tests/web/browser", "tests/web/test_postgres.py", "tests/web/test_kill.py"),  # need what is not Python
    *(f"tests/games/{game}/test_picture.py" for game in ("loewenherz", "koenig", "rheinlaender", "brianboru")),  # about drawing, and slow
)
COMPILED = (  # tests of compiled rules, or of so many games that interpreted ones would take minutes
    "test_lively_games_in_both_modes",
    "test_hundreds_of_random_games",
    "test_the_same_seed_plays_the_same_game",
    "test_set_up_is_the_same_in_both_modes",
    "test_golden_records_show_everything",
)
SLOW = 40.0  # seconds of processor time: a test that takes longer interpreted is left out
BROKEN = 9  # exit code of a fork in which something else than a test failed
MEMORY = 8 << 30  # bytes a mutant may take


@dataclass
class Known:
    """What one run of an area's tests told: how long each takes, and which statements it reaches."""

    seconds: dict[str, float] = field(default_factory=dict)
    reached: dict[str, set[tuple[str, Place]]] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)


@dataclass
class Verdict:
    """What became of a mutant: by which test it was killed, or "" if it survived."""

    area: str
    mutant: str
    line: str
    killer: str
    tests: int
    seconds: float


def files(patterns: Sequence[str]) -> list[str]:
    found = []
    for pattern in patterns:
        folder, _, names = pattern.removesuffix(".py").partition("{")
        for name in names.removesuffix("}").split(","):
            file = f"src/kronland/{folder}{name}.py"
            if not (ROOT / file).exists():
                raise SystemExit(f"{file} is named in AREAS, and there is none")
            found.append(file)
    return found


def chosen(area: str, count: int, seed: int) -> list[Mutant]:
    every = sorted(mutant for file in files(AREAS[area][0]) for mutant in mutants(file, source(file)))
    return random.Random(f"{area} {seed}").sample(every, min(count, len(every)))


# Changing code in a process ---------------------------------------------------------------------------------------------------------


def code_key(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


class Patching:
    """The functions of the files of an area, found wherever they are held, so that their code can be exchanged."""

    def __init__(self, paths: Sequence[str]) -> None:
        names = {str(ROOT / path) for path in paths}
        self.holders: dict[tuple[str, str, int], list[FunctionType]] = {}
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and thing.__code__.co_filename in names:
                self.holders.setdefault(code_key(thing.__code__), []).append(thing)

    def exchange(self, file: str, tree: Any) -> None:
        """Compile the tree in place of the file, and give every function of it its new code, if that is another."""
        for code in functions(compile(tree, str(ROOT / file), "exec")):
            for holder in self.holders.get(code_key(code), []):
                if holder.__code__.co_freevars == code.co_freevars:
                    holder.__code__ = code


class Hook(importlib.abc.MetaPathFinder):
    """Imports some modules from other trees than those of their files."""

    def __init__(self, trees: dict[str, ast.Module]) -> None:
        self.trees = {str(ROOT / file): tree for file, tree in trees.items()}

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None or spec.origin is None or spec.origin not in self.trees:
            return None
        file, loader = spec.origin, cast(Any, spec.loader)
        loader.get_code = lambda _: compile(self.trees[file], file, "exec")
        return spec


@cache
def source(file: str) -> str:
    """As it was when the run began: it may be worked on while that takes its time."""
    return (ROOT / file).read_text("utf-8")


# Running the tests of an area -------------------------------------------------------------------------------------------------------


class Plugin:
    """Takes the place of pytest's loop over the tests: they are collected, and then run in forks."""

    def __init__(self, area: str, count: int, seed: int, jobs: int, seconds: float) -> None:
        self.area, self.jobs, self.seconds = area, jobs, seconds
        self.paths = files(AREAS[area][0])
        self.mutants = chosen(area, count, seed)
        self.verdicts: list[Verdict] = []
        self.known = Known()
        self.kills: Counter[str] = Counter()
        self.failed = False
        self.places: list[tuple[str, Place]] = []
        trees = {}
        for file in self.paths:
            trees[file], found = instrumented(source(file), len(self.places))
            self.places += [(file, place) for place in found]
        self.notes = builtins.__reached__ = bytearray(len(self.places))  # type: ignore[attr-defined]
        self.noting = trees
        sys.meta_path.insert(0, Hook(trees))

    def noted(self) -> set[tuple[str, Place]]:
        return {self.places[number] for number, note in enumerate(self.notes) if note}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Of the tests of all games, those of this one."""
        others = {"loewenherz", "koenig", "rheinlaender", "brianboru"} - {self.area}
        if len(others) == 3:
            items[:] = [item for item in items if not any(f"[{other}" in item.nodeid for other in others)]
        items[:] = [item for item in items if not any(name in item.nodeid for name in COMPILED)]

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        self.patching = Patching(self.paths)
        gc.collect()
        gc.freeze()  # forks share what is there now
        self.at_import = self.noted()
        for file in self.paths:
            self.patching.exchange(file, ast.parse(source(file)))
        self.learn()
        self.check_unchanged()
        self.measure()
        return True

    def run(self, item: pytest.Item, following: pytest.Item | None) -> bool:
        """Whether a test holds."""
        self.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return not self.failed

    # What the tests reach ----------------------------------------------------------------------------------------------------------

    def learn(self) -> None:
        """Which test reaches what: kept by test file, so that only new tests are looked at again while the code stays as it is."""
        folder = Path(os.environ.get("KRONLAND_CACHE", Path.home() / ".cache" / "kronland")) / "mutants"
        folder.mkdir(parents=True, exist_ok=True)
        by_file: dict[str, list[pytest.Item]] = {}
        for name, item in self.items.items():
            by_file.setdefault(name.partition("::")[0], []).append(item)
        base = self.digest()
        for file, items in by_file.items():
            own = hashlib.sha256(base + (ROOT / file).read_bytes()).hexdigest()[:16]
            cache = folder / f"{self.area}-{Path(file).stem}-{own}"
            if not cache.exists():
                print(f"{self.area}: looking at what {file} reaches", flush=True)
                child = os.fork()
                if child == 0:
                    with suppress(BaseException):
                        quiet()
                        cache.write_bytes(pickle.dumps(self.looked(items)))
                    os._exit(0)
                os.waitpid(child, 0)
            if not cache.exists():  # its process was ended: too slow, or too large
                print(f"{self.area}: left out, {file} could not be looked at", flush=True)
                continue
            found: Known = pickle.loads(cache.read_bytes())
            self.known.seconds |= found.seconds
            self.known.reached |= found.reached
            self.known.left_out += found.left_out
        for name in self.known.left_out:
            print(f"{self.area}: left out, too slow or not for interpreted rules: {name}", flush=True)

    def digest(self) -> bytes:
        """Of the code that the tests of the area run through, and of what test files share."""
        digest = hashlib.sha256()
        for file in sorted((ROOT / "src").rglob("*.py")):
            layer, _, rest = file.relative_to(ROOT / "src" / "kronland").as_posix().partition("/")
            if self.area in ("core", "web") or layer == "core" or (layer == "games" and rest.startswith((self.area, "fields", "grid"))):
                digest.update(file.read_bytes())
        for file in sorted((ROOT / "tests").rglob("*.py")):
            if not file.name.startswith("test_"):
                digest.update(file.read_bytes())
        return digest.digest()

    def looked(self, order: list[pytest.Item]) -> Known:
        """One run of some tests, with a note at every statement."""
        known = Known()
        for file, tree in self.noting.items():
            self.patching.exchange(file, tree)
        signal.signal(signal.SIGPROF, too_slow)
        for item, following in zip(order, [*order[1:], None], strict=True):
            self.notes[:] = bytes(len(self.places))
            began = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, SLOW)
            holds = self.run(item, following)
            signal.setitimer(signal.ITIMER_PROF, 0)
            if not holds:
                known.left_out.append(item.nodeid)
                continue
            known.seconds[item.nodeid] = time.process_time() - began
            known.reached[item.nodeid] = self.noted()
        return known

    def check_unchanged(self) -> None:
        """The control: every test in the order of the mutants' tests, with nothing changed."""
        names = self.in_order(list(self.known.seconds))
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            with suppress(BaseException):
                os.close(read)
                quiet()
                items = [self.items[name] for name in names]
                for item, following in zip(items, [*items[1:], None], strict=True):
                    if not self.run(item, following):
                        os.write(write, f"{item.nodeid}\n".encode())
                os.write(write, b"done")
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as stream:
            *failed, end = stream.read().split("\n")
        os.waitpid(child, 0)
        if end != "done":
            raise RuntimeError("the tests do not come to an end in this order")
        for name in failed:
            print(f"{self.area}: left out, fails after others with nothing changed: {name}", flush=True)
            del self.known.seconds[name], self.known.reached[name]

    # Mutants -----------------------------------------------------------------------------------------------------------------------

    def measure(self) -> None:
        waiting, running = list(reversed(self.mutants)), {}
        while waiting or running:
            while waiting and len(running) < self.jobs:
                mutant = waiting.pop()
                names = self.tests(mutant)
                read, write = os.pipe()
                child = os.fork()
                if child == 0:
                    os.close(read)
                    self.judge(mutant, names, write)
                os.close(write)
                limit = time.time() + 60 + 40 * sum(self.known.seconds[name] for name in names or self.known.seconds)
                running[child] = (mutant, names, read, limit, time.time())
            self.collect(running)

    def tests(self, mutant: Mutant) -> list[str]:
        """Those that reach the changed statement, in the order of what they cost for what they find."""
        place = (mutant.file, mutant.statement)
        return self.in_order([name for name, reached in self.known.reached.items() if place in reached])

    def in_order(self, names: list[str]) -> list[str]:
        return sorted(names, key=lambda name: (self.known.seconds[name] + 0.01) / (1 + self.kills[name]))

    def quick_tests(self) -> list[str]:
        """As many tests as take some seconds together, of which any may notice what is wrong from the import on."""
        names, spent = [], 0.0
        for name, seconds in sorted(self.known.seconds.items(), key=lambda pair: pair[1]):
            spent += seconds
            if spent > SLOW:
                break
            names.append(name)
        return names

    def collect(self, running: dict[int, Any]) -> None:
        """Take in those forks that have ended, and end those that take too long."""
        time.sleep(0.02)
        for child, (mutant, names, read, limit, began) in list(running.items()):
            ended, status = os.waitpid(child, os.WNOHANG)
            if not ended:
                if time.time() < limit:
                    continue
                os.killpg(child, signal.SIGKILL)
                _, status = os.waitpid(child, 0)
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)  # what a test has started and left
            with os.fdopen(read) as stream:
                told = stream.read().split("\n")
            del running[child]
            survived = os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0
            if os.WIFEXITED(status) and os.WEXITSTATUS(status) == BROKEN:
                raise RuntimeError(f"the tests could not be run with {mutant}")
            killer = "" if survived else told[-2] if len(told) > 1 else "(time)"
            self.kills[killer] += not survived
            line = source(mutant.file).splitlines()[mutant.line - 1].strip()
            self.verdicts.append(Verdict(self.area, str(mutant), line, killer, len(names), round(time.time() - began, 1)))
            became = f"killed by {killer}" if killer else f"SURVIVED    in: {line}"
            print(f"{self.area} {len(self.verdicts)}/{len(self.mutants)}: {mutant}: {became}", flush=True)

    def judge(self, mutant: Mutant, names: list[str], write: int) -> None:
        """In a fork: change the code and run the tests; the one that is running is told, so that the last one told is the killer."""
        code = BROKEN
        with suppress(BaseException):
            os.setpgrp()
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            quiet()
            self.patching.exchange(mutant.file, mutant.tree(source(mutant.file)))
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            items, end = [self.items[name] for name in names], time.process_time() + self.seconds
            for item, following in zip(items, [*items[1:], None], strict=True) if items else ():
                if time.process_time() > end:
                    code = 0
                    break
                os.write(write, f"{item.nodeid}\n".encode())
                signal.setitimer(signal.ITIMER_PROF, 2 + 10 * self.known.seconds[item.nodeid])
                if not self.run(item, following):
                    code = 1
                    break
            else:
                code = 0
                if (mutant.file, mutant.statement) in self.at_import:
                    os.write(write, b"(a process of its own)\n")
                    code = BROKEN
                    code = in_a_new_process(mutant, self.quick_tests())
        os._exit(code)


def in_a_new_process(mutant: Mutant, names: list[str]) -> int:
    """Run tests with the changed module imported: 0 if all hold."""
    asked = pickle.dumps((mutant, names))
    code = subprocess.run([sys.executable, __file__, "--one"], input=asked, cwd=ROOT, check=False).returncode
    return BROKEN if code in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED) else min(1, abs(code))


def one() -> int:
    mutant, names = pickle.loads(sys.stdin.buffer.read())
    sys.meta_path.insert(0, Hook({mutant.file: mutant.tree(source(mutant.file))}))
    wanted = set(names)

    class Only:
        def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
            items[:] = [item for item in items if item.nodeid in wanted]

    hypothesis.settings.load_profile("mutants")
    resource.setrlimit(resource.RLIMIT_CPU, (600, 600))
    return int(pytest.main(["-x", *PYTEST, *dict.fromkeys(name.partition("::")[0] for name in names)], plugins=[Only()]))


def too_slow(*_: Any) -> None:
    pytest.fail("too slow")


def quiet() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)


PYTEST = ["-n", "0", "-q", "-p", "no:cacheprovider", "--capture=no", *(f"--ignore={path}" for path in LEFT_OUT)]
hypothesis.settings.register_profile(
    "mutants", derandomize=True, database=None, deadline=None, phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate]
)


def report(verdicts: Sequence[Verdict]) -> Iterator[str]:
    for area in dict.fromkeys(verdict.area for verdict in verdicts):
        own = [verdict for verdict in verdicts if verdict.area == area]
        killed = sum(bool(verdict.killer) for verdict in own)
        yield f"{area}: {killed} of {len(own)} killed, {killed / len(own):.1%}"
        for verdict in own:
            if not verdict.killer:
                yield f"    {verdict.mutant}    in: {verdict.line}{'' if verdict.tests else '    (no test reaches it)'}"


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("areas", nargs="*", metavar="AREA", help=", ".join(AREAS) + "; all, if not said")
    asked.add_argument("--mutants", type=int, default=100, help="so many of each area, 100 if not said")
    asked.add_argument("--seed", type=int, default=1, help="chooses them")
    asked.add_argument("--jobs", type=int, default=os.cpu_count(), help="mutants at the same time")
    asked.add_argument("--seconds", type=float, default=float("inf"), help="of processor time for a mutant, after which it has survived")
    asked.add_argument("--json", type=Path, help="write every mutant and what killed it")
    asked.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    given = asked.parse_args()
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT / "src"), str(ROOT)]
    os.environ["KRONLAND_MODE"] = "python"  # before anything of the package is imported
    if given.one:
        sys.exit(one())
    for area in given.areas:
        if area not in AREAS:
            asked.error(f"unknown area {area!r}; the areas are {', '.join(AREAS)}")
    verdicts: list[Verdict] = []
    hypothesis.settings.load_profile("mutants")
    for area in given.areas or AREAS:
        read, write = os.pipe()
        child = os.fork()  # each area imports for itself
        if child == 0:
            plugin = Plugin(area, given.mutants, given.seed, given.jobs, given.seconds)
            pytest.main([*PYTEST, *AREAS[area][1]], plugins=[plugin])
            with os.fdopen(write, "wb") as stream:
                stream.write(pickle.dumps(plugin.verdicts))
            os._exit(0)
        os.close(write)
        with os.fdopen(read, "rb") as stream:
            verdicts += pickle.loads(stream.read())
        os.waitpid(child, 0)
    print(*report(verdicts), sep="\n")
    if given.json:
        given.json.write_text(json.dumps([asdict(verdict) for verdict in verdicts], indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
