"""The notebooks run: their cells, one after the other, as somebody reads them, with fewer games."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from kronland.core.kernel import DEFAULT_MODE

NOTEBOOKS = sorted((Path(__file__).parents[1] / "docs" / "notebooks").glob("*.ipynb"))
# In place of what a cell tagged `parameters` says
FEWER: dict[str, dict[str, Any]] = {
    "a_bot_of_ones_own": {"GAMES": 3},
    "statistics": {"GAMES": 8},
    "train_something_small": {"GAMES": 8, "ENDED": 8},
}
NEEDED = {"statistics": "matplotlib"}  # which `./kronland test` installs (the extra `plots`)
RUN = [file for file in NOTEBOOKS if find_spec(NEEDED.get(file.stem, "kronland"))]


@pytest.mark.parametrize("notebook", RUN, ids=lambda file: file.stem)
def test_every_cell_runs(notebook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.setattr(sys, "path", [*sys.path])
    cells = [cell for cell in json.loads(notebook.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {}
    for number, cell in enumerate(cells):
        exec(compile("".join(cell["source"]), f"{notebook.name}, cell {number}", "exec"), names)
        if "parameters" in cell["metadata"].get("tags", ()):
            assert FEWER[notebook.stem].keys() < names.keys()
            names |= {"MODE": DEFAULT_MODE, **FEWER[notebook.stem]}
    assert cells and not any(cell["outputs"] for cell in cells)  # what they show is made by whoever runs them
