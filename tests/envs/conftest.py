"""Environments are tested where their libraries are: `./kronland test` installs them (the extras `rl` and `openspiel`). Elsewhere their
tests are left out, and `test_installed.py` says so. Learners need PyTorch, which it does not install (see tests/lab/conftest.py)."""

from __future__ import annotations

from importlib.util import find_spec

from tests.envs.test_installed import MISSING

LEARNERS = [] if find_spec("torch") and find_spec("sb3_contrib") else ["test_sb3.py", "test_learning.py"]
collect_ignore = [*MISSING, *LEARNERS]


def pytest_report_header() -> str | None:
    said = "not tested here: the examples that learn, and Stable-Baselines3, which need PyTorch; expected pip install 'kronland[sb3]'"
    return said if LEARNERS else None
