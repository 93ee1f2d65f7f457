"""The tool that measures the tests: what it changes, what it leaves alone, and that it tells killed from survived."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parent.parent / "tools"
sys.path.append(str(TOOLS))

from mutating import instrumented, mutants  # noqa: E402  (it is no module of the package)

SAMPLE = '''
"""Words 1 + 1."""
LIMIT = 3 + 4

@decorated(1 + 2)
def measure(a: int = 1 + 1, b: "x < y" = 2) -> int:
    """Docs 1 < 2."""
    assert a < b, "1 + 1"
    log.info("got %s", a + b)
    words("text", n=a + 1)
    if a < b and not b:
        raise ValueError(f"{a + b}")
    while a != b:
        a += 1
    s.field = a | b
    return min(a, 4)

class Thing:
    size: int = 5

    def __repr__(self):
        return 1 + 1
'''


def made(text: str) -> list[tuple[str, str]]:
    found = list(mutants("sample.py", text))
    for mutant in found:
        changed = mutant.tree(text)
        compile(changed, "sample.py", "exec")
        assert ast.unparse(changed) != ast.unparse(ast.parse(text)), mutant
    assert len({ast.unparse(mutant.tree(text)) for mutant in found}) == len(found), "no two are the same"
    return [(mutant.before, mutant.after) for mutant in found]


def test_what_is_changed() -> None:
    assert sorted(made(SAMPLE)) == sorted(
        [
            ("if a < b and (not b):", "if not (a < b and (not b)):"),
            ("a < b and (not b)", "a < b or not b"),
            ("a < b and (not b)", "not b"),
            ("a < b and (not b)", "a < b"),
            ("a < b", "a <= b"),
            ("a < b", "a >= b"),
            ("not b", "b"),
            ("raise ValueError(f'{a + b}')", "(left out)"),
            ("a != b", "a == b"),
            ("a += 1", "a -= 1"),
            ("a += 1", "(left out)"),
            ("1", "2"),
            ("1", "0"),
            ("s.field = a | b", "(left out)"),
            ("a | b", "a & b"),
            ("words('text', n=a + 1)", "(left out)"),
            ("min(a, 4)", "max(a, 4)"),
            ("4", "5"),
            ("4", "3"),
        ]
    )


@pytest.mark.slow
def test_the_mutants_of_real_code_are_all_different() -> None:
    text = (TOOLS.parent / "src" / "kronland" / "games" / "grid" / "rules" / "moves.py").read_text("utf-8")
    assert len(made(text)) > 100


def test_statements_that_were_reached_are_noted() -> None:
    tree, places = instrumented("def f(a):\n    if a:\n        return 1\n    for _ in ():\n        a = 2\n    return 0\n", 0)
    notes: dict[int, int] = {}
    space: dict[str, object] = {"__reached__": notes}
    exec(compile(tree, "sample.py", "exec"), space)
    assert space["f"](0) == 0  # type: ignore[operator]
    assert sorted(places[number][0] for number in notes) == [2, 4, 6]


TOY = """
def _table():
    return [n * 2 for n in range(4)]

TABLE = _table()

def double(n):
    if n > 9:
        return 0
    return TABLE[n]

def count(n):
    i = 0
    while i < n:
        i += 1
    return i

def never(n):
    return n + 1
"""
TOY_TESTS = """
from kronland.toy import count, double

def test_double():
    assert [double(n) for n in (0, 1, 3, 10)] == [0, 2, 6, 0]

def test_count():
    assert count(3) == 3
"""
RUN = """
import sys
sys.path.insert(0, "tools")
import mutants
mutants.AREAS = {"toy": (("{toy}.py",), ("tests",))}
mutants.main()
"""


@pytest.mark.slow
def test_killed_and_survived_are_told_apart(tmp_path: Path) -> None:
    """Killed: what tests notice, endless loops, what happens on import. Not killed: what no test tells from the code, or reaches."""
    for folder in ("tools", "tests", "src/kronland"):
        (tmp_path / folder).mkdir(parents=True)
    for tool in ("mutants.py", "mutating.py"):
        (tmp_path / "tools" / tool).write_bytes((TOOLS / tool).read_bytes())
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\n", "utf-8")
    (tmp_path / "src" / "kronland" / "__init__.py").write_text("", "utf-8")
    (tmp_path / "src" / "kronland" / "toy.py").write_text(TOY, "utf-8")
    (tmp_path / "tests" / "test_toy.py").write_text(TOY_TESTS, "utf-8")
    (tmp_path / "run.py").write_text(RUN, "utf-8")
    asked = [sys.executable, "run.py", "toy", "--jobs", "2", "--json", "out.json"]
    done = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=False, env={"KRONLAND_CACHE": str(tmp_path / "cache")})
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert (tmp_path / "src" / "kronland" / "toy.py").read_text("utf-8") == TOY
    survived = {(row["mutant"].partition(": ")[2], row["tests"]) for row in told if not row["killer"]}
    alike = {"n > 9 -> n >= 9", "9 -> 8", "0 -> 1"}
    unreached = {"n + 1 -> n - 1", "1 -> 2", "1 -> 0"}
    assert survived == {(mutant, 1) for mutant in alike} | {(mutant, 0) for mutant in unreached} | {("4 -> 5", 0)}
    killers = {row["mutant"].partition(": ")[2]: row["killer"] for row in told if row["killer"]}
    assert killers["n * 2 -> n + 2"] == killers["4 -> 3"] == "(a process of its own)"
    assert killers["i += 1 -> i -= 1"] == killers["i += 1 -> (left out)"] == "tests/test_toy.py::test_count"


def test_what_is_to_be_changed_is_there() -> None:
    """A file that moved was passed over without a word."""
    code = "import mutants; print(sum(len(mutants.files(code)) for code, _ in mutants.AREAS.values()))"
    done = subprocess.run([sys.executable, "-c", code], cwd=TOOLS, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and int(done.stdout) > 80, done.stderr
