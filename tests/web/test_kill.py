"""`kill -9` in the middle of play, a few times over each database; tools/kill_server.py does it a thousand times."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).resolve().parent.parent.parent / "tools" / "kill_server.py"
KILLS = 8


def test_nothing_that_was_answered_is_lost(database: str) -> None:
    done = subprocess.run([sys.executable, str(TOOL), "--kills", str(KILLS), "--database", database], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{KILLS:7} kills" in done.stdout and f"{0:7} lost or unreadable" in done.stdout
    assert "moves made" in done.stdout and "seats taken" in done.stdout
