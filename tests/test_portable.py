"""Nothing that only POSIX has is needed to import the package and to play: Windows lacks these modules, functions and its UTF-8.

There is no Windows here. A process without them shows what would stop an import or a game there; locks and a server on Windows itself it
cannot show.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

# uvloop is no POSIX module, but there is none for Windows. What is opened as text must say that it is UTF-8, which is not the usual there.
CODE = """
import importlib.util, os, pkgutil, sys, warnings

for name in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty", "uvloop"):
    sys.modules[name] = None
import asyncio, multiprocessing, numpy, subprocess  # which look for what this system has when they are imported

for name in ("fork", "getuid", "geteuid", "nice", "sched_getaffinity", "setpriority", "getpriority", "PRIO_PROCESS", "fchmod"):
    delattr(os, name)
warnings.filterwarnings("error", category=EncodingWarning, module="kronland")

import kronland

modules = [module.name for module in pkgutil.walk_packages(kronland.__path__, "kronland.")]
needs_a_gpu = ("kronland.core.abreast", "kronland.core.cuda", "kronland.core.device_batch", "kronland.core.march", "kronland.lab.gpu")
without = (*needs_a_gpu, "kronland.bots.engine.ground_there")  # or what compiles for it
if not importlib.util.find_spec("pettingzoo"):
    without += ("kronland.envs.",)  # which the extra `rl` brings
if not importlib.util.find_spec("pyspiel"):
    without += ("kronland.envs.ismcts", "kronland.envs.spiel")  # which the extra `openspiel` brings
if not importlib.util.find_spec("stable_baselines3"):
    without += ("kronland.envs.sb3",)  # which the extra `sb3` brings
for name in modules:
    if name != "kronland.__main__" and not name.startswith(without):
        importlib.import_module(name)
print(len(modules), "modules")

from kronland.bots import choose, expected_shares
from kronland.games import GAMES
from kronland.web.safety.connections import room_for_connections

for game_id in GAMES:
    match = kronland.match(game_id, seed=7)
    for number in range(8):
        seat = match.actors[0]
        match.play(choose(match.known(seat), "page", number), seat)
    assert len(expected_shares(match.known(match.actors[0]))) == match.players
    assert match.view(0).svg.startswith("<svg") and match.view(0).text
    print(game_id, len(match.history))
print(room_for_connections(), "connections")
"""


@pytest.mark.slow
def test_it_imports_and_plays_without_posix() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-c", CODE],
        env={**os.environ, "KRONLAND_MODE": "python"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert told[1:] == ["loewenherz 8", "koenig 8", "rheinlaender 8", "brianboru 8", "4096 connections"]
