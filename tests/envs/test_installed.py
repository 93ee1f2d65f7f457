"""What the tests of environments need. Where it is not there they do not run, which is said aloud; CI may leave out nothing."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest

NEEDED = {"test_gymnasium.py": ["gymnasium"], "test_pettingzoo.py": ["pettingzoo", "gymnasium"], "test_openspiel.py": ["pyspiel"]}
MISSING = {file: missing for file, needed in NEEDED.items() if (missing := [name for name in needed if find_spec(name) is None])}


@pytest.mark.parametrize("file", NEEDED)
def test_what_it_needs_is_installed(file: str) -> None:
    if file in MISSING:
        said = f"{file} does not run without {' and '.join(MISSING[file])}; expected KRONLAND_EXTRAS='rl openspiel' ./kronland test"
        if os.environ.get("CI") == "true":
            pytest.fail(said)
        pytest.skip(said)
