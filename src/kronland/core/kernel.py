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


PACKAGE = Path(__file__).parent.parent


def package_digest() -> str:
    """A digest of the sources: results of bots are kept apart by it."""
    digest = hashlib.sha256()
    for file in sorted(file for layer in ("core", "games", "bots", "lab") for file in (PACKAGE / layer).rglob("*.py")):
        digest.update(file.relative_to(PACKAGE).as_posix().encode())
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
    from numba.extending import overload

    from kronland.core.cache import FLAGS, KernelCache, forget_digests, source_digest

    BOUNDS_CHECKED = bool(getattr(numba.config, "BOUNDSCHECK", 0))
    # A folder for each checkout or installation of the package; what lies there is current or not by its key, see `core.cache`.
    CACHE = cache_root() / "-".join(
        [
            hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:16],
            f"numba{numba.__version__}",
            f"py{sys.version_info[0]}{sys.version_info[1]}",
        ]
        + (["checked"] if BOUNDS_CHECKED else [])
    )
    setattr(numba.config, "CACHE_DIR", str(CACHE))  # noqa: B010 (the stubs do not know it)

    def _callee(value: Any, state: Any) -> FunctionType | None:
        """The source of the kernel that stands behind a name, for a type of state."""
        generic = _generics.get(id(value))
        if generic is not None:
            value = generic.compiled.get(state)
        return _sources.get(id(value))

    def _compiled(function: FunctionType, **flags: Any) -> Kernel:
        kernel: Any = numba.njit(**FLAGS, **flags)(function)
        kernel._cache = KernelCache(function, _callee, flags)
        _sources[id(kernel)] = function
        return kernel  # type: ignore[no-any-return]

    def kernel_digest(dtype: Any, *kernels: Kernel) -> str:
        """A digest of all that the machine code of these kernels for a game's states is made from."""
        state = numba.from_dtype(dtype)
        digests = [source_digest(_sources[id(kernel)], (state,), _callee) for kernel in kernels]
        return hashlib.sha256("".join(digests).encode()).hexdigest()[:16]


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
        self.kernels: dict[Any, Kernel] = {}  # by the dtype of the state
        self.compiled: dict[Any, Kernel] = {}  # by Numba's type of it

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
            self.compiled[record] = kernel
            forget_digests()  # of kernels that call this one

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
