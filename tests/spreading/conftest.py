"""Spreading over a cluster is tested where Ray is: `./kronland test` installs it (the extra `ray`)."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("ray") else ["test_*.py"]
