"""One rules source, several speeds.

A *kernel* is a plain Python function over numbers, arrays and state records, marked with `@rule`. It runs

- `python`: interpreted, line by line, in a debugger or under coverage;
- `native`: compiled by Numba, without the interpreter lock, cached on disk.

Both are there in one process: `in_mode(kernel, mode)` gives the callable wanted. `KRONLAND_MODE=python` in the environment goes
further and leaves Numba out altogether, so that a breakpoint in a rule is hit however it is called.

Kernels use no lists, dicts, strings or exceptions, so that the same source can be called from a CUDA kernel, and they call one
another by their bare names (`from .areas import flood`), never through a module or an object: that is how the interpreted twin of
a kernel finds the interpreted twins of what it calls.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from kronland.core.errors import UsageError
from kronland.core.files import alone

MODES = ("python", "native")

Kernel = Callable[..., Any]

_modules: dict[str, dict[str, Any]] = {}  # module name -> the globals of its interpreted twins
_sources: dict[int, FunctionType] = {}  # id of a compiled kernel -> its source function
_generics: dict[int, Generic] = {}  # id of a generic's function -> the generic


def check_mode(mode: str) -> str:
    if mode not in MODES:
        raise UsageError(f"unknown mode {mode!r}; the modes are {' and '.join(MODES)}")
    return mode


DEFAULT_MODE = check_mode(os.environ.get("KRONLAND_MODE", "native"))


def package_digest() -> str:
    """A digest of all that compiled code is made from.

    Numba's own cache looks at the file of the function that is called, not at those of its callees: with the digest in the
    folder's name, a changed rule can never run as stale machine code. (Component files are read into the state, not into the code.)
    """
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    for file in sorted(file for layer in ("core", "games", "bots", "lab") for file in (package / layer).rglob("*.py")):
        digest.update(file.relative_to(package).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code and catalogues are kept; `KRONLAND_CACHE` overrides it."""
    if given := os.environ.get("KRONLAND_CACHE"):
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME") or (Path.home() / ".cache")
    return Path(base) / "kronland"


if DEFAULT_MODE == "native":
    import numba
    from numba.core.caching import IndexDataCacheFile
    from numba.extending import overload

    BOUNDS_CHECKED = bool(getattr(numba.config, "BOUNDSCHECK", 0))
    CACHE = cache_root() / "-".join(
        [package_digest(), f"numba{numba.__version__}", f"py{sys.version_info[0]}{sys.version_info[1]}"]
        + (["checked"] if BOUNDS_CHECKED else [])
    )
    setattr(numba.config, "CACHE_DIR", str(CACHE))  # noqa: B010 (the stubs do not know it)

    class SharedIndex(IndexDataCacheFile):
        """Numba's index of what was compiled of one kernel, for processes that compile at once.

        Numba reads the index, adds a line and writes it back. Two processes that compile `playout` for two games would lose one line, or
        worse, give both the same file: then the machine code of one game is found under the name of the other.
        """

        def save(self, key: Any, data: Any) -> None:
            with alone(Path(f"{self._index_path}.lock")):
                super().save(key, data)  # type: ignore[no-untyped-call]

    def _compiled(function: FunctionType, **flags: Any) -> Kernel:
        kernel: Any = numba.njit(nogil=True, cache=True, error_model="numpy", **flags)(function)
        kernel._cache._cache_file.__class__ = SharedIndex
        _sources[id(kernel)] = function
        return kernel  # type: ignore[no-any-return]


def rule(function: Callable[..., Any]) -> Kernel:
    """Mark a function as a kernel that other kernels call.

    Its compiled form has no door for callers from Python, which saves a third of the compile time; `entry` opens one.
    """
    assert isinstance(function, FunctionType)
    return function if DEFAULT_MODE == "python" else _compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def entry(function: Callable[..., Any]) -> Kernel:
    """Mark a function as a kernel that is called from Python too."""
    assert isinstance(function, FunctionType)
    return function if DEFAULT_MODE == "python" else _compiled(function)


class Generic:
    """A kernel that is a different one for each game, picked by the TYPE of the state, its first argument.

    `playout` is written once against the generics; Numba compiles it once for each state type, with direct calls.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.kernels: dict[Any, Kernel] = {}

        def stub(s: Any, *rest: Any) -> Any:
            return self.pick(s, DEFAULT_MODE)(s, *rest)

        stub.__name__ = stub.__qualname__ = name
        self.function = stub
        _generics[id(stub)] = self

    def pick(self, s: Any, mode: str) -> Kernel:
        return in_mode(self.kernels[_plain(s.dtype)], mode)

    def bind(self, dtype: Any, kernel: Kernel) -> None:
        self.kernels[_plain(dtype)] = kernel
        if DEFAULT_MODE == "native":
            record = numba.from_dtype(dtype)

            @overload(self.function, strict=False)
            def implementation(s: Any, *rest: Any) -> Any:
                if s == record:
                    return lambda s, *rest: kernel(s, *rest)
                return None


def _plain(dtype: Any) -> Any:
    """A key for a structured dtype that is the same for its records and its arrays."""
    return np.dtype((np.void, dtype)) if dtype.type is not np.void else dtype


def in_mode(kernel: Kernel, mode: str) -> Kernel:
    """The kernel as it runs in that mode."""
    if mode == "python":
        return interpreted(kernel)
    if DEFAULT_MODE == "python":
        raise UsageError("compiled rules were left out of this process by KRONLAND_MODE=python; unset it to use native mode")
    return kernel


def interpreted(kernel: Kernel) -> Kernel:
    """The interpreted twin of a kernel: the same code, whose callees are interpreted twins too."""
    if id(kernel) in _generics:
        generic = _generics[id(kernel)]
        return lambda s, *rest: generic.pick(s, "python")(s, *rest)
    source = _sources.get(id(kernel))
    if source is None:
        return kernel
    twin: Kernel = _twin_globals(source.__module__)[source.__name__]
    return twin


def _twin_globals(module: str) -> dict[str, Any]:
    if module in _modules:
        return _modules[module]
    here: dict[str, Any] = dict(sys.modules[module].__dict__)
    _modules[module] = here  # before the names are filled in: modules may call one another
    for name, value in list(here.items()):
        source = _sources.get(id(value))
        if source is not None and source.__module__ == module:
            here[name] = FunctionType(source.__code__, here, source.__name__, source.__defaults__)
    for name, value in list(here.items()):
        source = _sources.get(id(value))
        if id(value) in _generics or (source is not None and source.__module__ != module):
            here[name] = interpreted(value)
    return here
