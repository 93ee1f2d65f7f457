"""The reference in docs/ says what the docstrings say."""

from __future__ import annotations

import importlib.util
from pathlib import Path

TOOL = Path(__file__).parents[1] / "tools" / "make_reference.py"


def test_the_reference_is_made_from_the_sources() -> None:
    spec = importlib.util.spec_from_file_location("make_reference", TOOL)
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.PAGE.read_text("utf-8") == tool.reference(), "run python tools/make_reference.py"
