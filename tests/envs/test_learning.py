"""The examples that learn run: for a moment each, with the curve that they draw."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kronland.core.kernel import DEFAULT_MODE

if DEFAULT_MODE == "python":
    pytest.skip("learning is too slow interpreted", allow_module_level=True)

DOCS = Path(__file__).resolve().parents[2] / "docs"
EXAMPLES = DOCS / "examples" / "learning"


@pytest.mark.parametrize("example", ["gymnasium_ppo", "pettingzoo_ppo", "openspiel_ppo"])
def test_an_example_learns_and_draws_its_curve(example: str, tmp_path: Path) -> None:
    given = ["--seconds", "0.1", "--games", "2", "--points", "0", "--curve", str(tmp_path / "curve.svg")]
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{example}.py"), *given], capture_output=True, text=True, env={**os.environ, "MPLBACKEND": "Agg"}
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 2 and "% to" in done.stdout
    told = json.loads((tmp_path / "curve.json").read_text("utf-8"))
    before, after = told["curve"]
    assert before["steps"] == 0 < after["steps"] and (tmp_path / "curve.svg").read_text("utf-8").startswith("<?xml")


@pytest.mark.parametrize("name", ["gymnasium", "pettingzoo", "openspiel"])
def test_a_curve_in_the_docs_ends_above_pages_and_as_the_docs_tell(name: str) -> None:
    told = json.loads((DOCS / "learning" / f"{name}.json").read_text("utf-8"))
    last = told["curve"][-1]
    assert last["win_share_low"] > 1 / told["players"]
    share, low, high = (f"{100 * last[key]:.1f}" for key in ("win_share", "win_share_low", "win_share_high"))
    row = next(line for line in (DOCS / "learning.md").read_text("utf-8").splitlines() if f"learning/{name}.json" in line)
    assert f"{last['steps']:,} |" in row and f"{share} % ({low} to {high}) of {last['games']:,} games" in row
