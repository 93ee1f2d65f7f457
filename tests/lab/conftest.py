"""Teaching a network is tested where PyTorch is (the extra `train`), on request: its usual wheel is larger than all else together, so
`./kronland test` does not install it. What bots run of a network is tested without it (tests/bots/test_network.py)."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["test_schooling.py"]


def pytest_report_header() -> str | None:
    return "not tested here: teaching networks, which needs PyTorch; expected pip install 'kronland[train]'" if collect_ignore else None
