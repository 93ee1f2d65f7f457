"""Playthroughs of the games as OpenSpiel writes them, kept in `playthroughs`. `python -m tests.envs.playthrough` writes them anew.

They are its own (`generate_playthrough`), but for what would fill megabytes: of the parts of a tensor, and of the lines of a position,
there is one digest, and of a long line its beginning, its length and a digest.
"""

from __future__ import annotations

import hashlib
import re
from itertools import groupby
from pathlib import Path
from typing import Any
from unittest.mock import patch

from kronland.envs import register_open_spiel

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = ["loewenherz", "koenig", "rheinlaender", "brianboru"]
LONGEST = 100


def written(game_id: str) -> str:
    """A whole game of random decisions, the same every time."""
    from open_spiel.python.algorithms import generate_playthrough  # brings SciPy's statistics, which nobody else needs

    register_open_spiel()
    with patch.object(generate_playthrough, "_format_tensor", lambda tensor, name, max_cols=120: [f"{name} = {digest(tensor.tobytes())}"]):
        lines = generate_playthrough.playthrough_lines(f"kronland_{game_id}(players=3)", seed=17)
    found: list[str] = []
    for kind, group in groupby(lines, key=kind_of):
        if kind:
            joined = list(group)
            found.append(f"{kind} = {len(joined)} lines, {digest(repr(joined).encode())}")
        else:
            found += map(shortened, group)
    return "\n".join([*found, ""])


def kind_of(line: str) -> str:
    """Of lines that are told together, what they are about."""
    if tensor := re.match(r"(\w+Tensor\(\d\))\.", line):
        return tensor[1]
    return "position" if line.startswith("# ") and not line.startswith(("# State", "# Apply")) else ""


def shortened(line: str) -> str:
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}... ({len(line)} characters, {digest(line.encode())})"


def digest(data: Any) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game_id in GAMES:
        (FOLDER / f"{game_id}.txt").write_text(written(game_id), "utf-8")
