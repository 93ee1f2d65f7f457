"""One rules source, several speeds.

A *kernel* is a plain Python function over numbers, arrays and state records, marked with `@rule`. It runs

- `python`: interpreted, line by line, in a debugger or under coverage;
- `native`: compiled by Numba, without the interpreter lock, cached on disk;
- `cuda`: compiled by numba-cuda, for a GPU that plays random games by the hundred thousand (`core.cuda`, `core.abreast`).

The first two are there in one process: `in_mode(kernel, mode)` gives the callable wanted. `KRONLAND_MODE=python` in the environment goes
further and leaves Numba out altogether, so that a breakpoint in a rule is hit however it is called.

Kernels use no lists, dicts, strings or exceptions, so that the same source runs on a GPU, and they call one
another by their bare names (`from .areas import flood`), never through a module or an object: that is how the interpreted twin of
a kernel finds the interpreted twins of what it calls.
"""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from collections.abc import Callable
from functools import lru_cache, partial
from types import FunctionType
from typing import Any

from kronland.core.errors import UsageError
from kronland.core.files import PACKAGE, cache_root
from kronland.core.given import quoted
from kronland.core.records import Kind, plain

MODES = ("python", "native")  # of matches and all else that calls single kernels; `cuda` is for batches

Kernel = Callable[..., Any]

_modules: dict[str, dict[str, Any]] = {}  # module name -> the globals of its interpreted twins
_unfinished: dict[str, dict[str, Any]] = {}  # the same, while their names are being filled in
_twinning = threading.RLock()
_sources: dict[int, FunctionType] = {}  # id of a compiled kernel -> its source function
INSTRUCTIONS: dict[Kernel, str] = {}  # source function of a kernel -> the instruction of a GPU that does the same
ON_GPU: dict[FunctionType, FunctionType] = {}  # source function of a kernel -> that of the one which a GPU runs in its place
_generics: dict[int, Generic] = {}  # id of a generic's function -> the generic


def check_mode(mode: str) -> str:
    if not isinstance(mode, str) or mode not in MODES:
        raise UsageError(f"unknown mode {quoted(mode)}; the modes are {' and '.join(MODES)}")
    return mode


LEFT_OUT = "compiled rules were left out of this process by KRONLAND_MODE=python; unset it to use {} mode"
DEFAULT_MODE = check_mode(os.environ.get("KRONLAND_MODE", "native"))


def mode_for(given: str | None) -> str:
    """The mode that somebody asked for; without one that of this process."""
    return DEFAULT_MODE if given is None else check_mode(given)


def package_digest() -> str:
    """A digest of the sources: results of bots are kept apart by it."""
    digest = hashlib.sha256()
    for file in sorted(file for layer in ("core", "games", "bots", "lab") for file in (PACKAGE / layer).rglob("*.py")):
        digest.update(file.relative_to(PACKAGE).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


if DEFAULT_MODE == "native":
    import numba
    from numba.extending import overload

    from kronland.core.cache import BARE, COPIED, ENTRIES, FLAGS, KernelCache, forget_digests, source_digest, states_in
    from kronland.core.linking import InnerCompiler, OuterCompiler, widened

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

    class EntryCompiler(OuterCompiler):
        def name(self) -> None:
            made_from = source_digest(self.state.func_id.func, states_in(self.state.args), _callee)
            self.state.func_id.unique_id = made_from

    INNER: Any = {**FLAGS, "pipeline_class": InnerCompiler, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

    def _compiled(function: FunctionType, **flags: Any) -> Any:
        kernel = widened(numba.njit(**flags)(function))
        _sources[id(kernel)] = function
        return kernel

    @lru_cache(maxsize=64)
    def _record(dtype: Any) -> Any:
        """Numba's type of a state, which takes milliseconds to make, and every generic and every digest of a game asks for it."""
        return numba.from_dtype(dtype)

    def kernel_digest(dtype: Any, *kernels: Any) -> str:
        """A digest of all that the machine code of these kernels, or sources of some, for a game's states is made from."""
        state = _record(dtype)
        digests = [source_digest(_sources.get(id(kernel), kernel), (state,), _callee) for kernel in kernels]
        return hashlib.sha256("".join(digests).encode()).hexdigest()[:16]


def instruction(name: str) -> Callable[[Kernel], Kernel]:
    """Mark a kernel that is one instruction of a GPU, which its compiler does not find out by itself (see `core.cuda`)."""

    def mark(function: Kernel) -> Kernel:
        INSTRUCTIONS[function] = name
        return function

    return mark


def on_gpu(kernel: Kernel) -> Callable[[Kernel], Kernel]:
    """Mark a kernel that a GPU runs in place of another: it does the same in a way that is quicker there."""

    def mark(other: Kernel) -> Kernel:
        if DEFAULT_MODE == "native":
            ON_GPU[_sources[id(kernel)]] = _sources[id(other)]
        return other

    return mark


def source_behind(value: Any, dtype: Any) -> FunctionType | None:
    """The source of the kernel that stands behind a name in a kernel, for the states of a game; none if it is no kernel."""
    generic = _generics.get(id(value))
    return _sources.get(id(value if generic is None else generic.kernels[plain(dtype)]))


def rule(function: Callable[..., Any]) -> Kernel:
    """Mark a function as a kernel that other kernels call.

    It has no machine code of its own, and no door for callers from Python (see `core.linking`); `entry` opens one.
    """
    assert isinstance(function, FunctionType)
    return function if DEFAULT_MODE == "python" else _compiled(function, **INNER)


def bare(function: Callable[..., Any]) -> Kernel:
    """Mark a rule that makes no arrays, for the innermost ones, which are given some and called often.

    Numba counts who holds an array, with two locked instructions for each call that is given it; here it does not. Observations, which are
    written number by number, are several times as quick for it.
    """
    assert isinstance(function, FunctionType)
    if DEFAULT_MODE == "python":
        return function
    BARE.add(function)
    return _compiled(function, **INNER, _nrt=False)  # type: ignore[no-any-return]


def copied(function: Callable[..., Any]) -> Kernel:
    """Mark a bare rule that becomes a part of each of its callers, however long it is.

    For the few that are given what is a number in the source of their callers, such as the size of a board: known there and then, it makes
    them several times as quick.
    """
    assert isinstance(function, FunctionType)
    if DEFAULT_MODE == "python":
        return function
    BARE.add(function)
    COPIED.add(function)
    return _compiled(function, **INNER, _nrt=False, forceinline=True)  # type: ignore[no-any-return]


def entry(function: Callable[..., Any]) -> Kernel:
    """Mark a function as a kernel that is called from Python too."""
    assert isinstance(function, FunctionType)
    if DEFAULT_MODE == "python":
        return function
    kernel: Any = _compiled(function, **FLAGS, pipeline_class=EntryCompiler)
    kernel._cache = KernelCache(function, _callee)
    kernel.compile = partial(kernel._cache.in_turn, kernel.compile)
    ENTRIES[function.__module__, function.__qualname__] = kernel
    return kernel  # type: ignore[no-any-return]


class Generic:
    """A kernel that is a different one for each game, picked by the TYPE of the state, its first argument.

    `playout` is written once against the generics; Numba compiles it once for each state type, with direct calls.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.kernels: dict[Any, Kernel] = {}  # by the dtype of the state
        self._by_kind: dict[type, Kernel] = {}  # the same by the class of the state, which is quicker to ask
        self.compiled: dict[Any, Kernel] = {}  # by Numba's type of it

        def stub(s: Any, *rest: Any) -> Any:
            return self.pick(s, DEFAULT_MODE)(s, *rest)

        stub.__name__ = stub.__qualname__ = name
        self.function = stub
        _generics[id(stub)] = self

    def pick(self, s: Any, mode: str) -> Kernel:
        kernel = self._by_kind.get(type(s))
        if kernel is None:
            kernel = self.kernels[plain(s.dtype)]
            if isinstance(type(s), Kind):  # NumPy's own records are of one class in all games
                self._by_kind[type(s)] = kernel
        return in_mode(kernel, mode)

    def mode_of(self, s: Any) -> str:
        """How the kernel of a state is used in this process: compiled where its machine code is at hand, and else interpreted, so that
        nobody waits for a compiler who asked for none."""
        kernel: Any = self.kernels[plain(s.dtype)]
        return "native" if DEFAULT_MODE == "native" and kernel.overloads else "python"

    def bind(self, dtype: Any, kernel: Kernel) -> None:
        self.kernels[plain(dtype)] = kernel
        self._by_kind.clear()
        if DEFAULT_MODE == "native":
            record = _record(dtype)
            self.compiled[record] = kernel
            forget_digests()  # of kernels that call this one

            @overload(self.function, strict=False, jit_options=INNER)
            def implementation(s: Any, *rest: Any) -> Any:
                if s == record:
                    return lambda s, *rest: kernel(s, *rest)
                return None


def in_mode(kernel: Kernel, mode: str) -> Kernel:
    """The kernel as it runs in that mode."""
    if mode == "python":
        return interpreted(kernel)
    if DEFAULT_MODE == "python":
        raise UsageError(LEFT_OUT.format(mode))
    return kernel


def check_device() -> None:
    """Mode `cuda` needs numba-cuda and a GPU: whoever lacks one is told which."""
    if DEFAULT_MODE == "python":
        raise UsageError(LEFT_OUT.format("cuda"))
    try:
        import numba_cuda  # noqa: F401
        from numba import cuda
    except ImportError:
        raise UsageError(
            "mode cuda needs numba-cuda, which is not installed; expected pip install 'kronland[cuda]', or mode native"
        ) from None
    if not cuda.is_available():
        raise UsageError("mode cuda needs an NVIDIA GPU with its driver, and there is none here; expected mode native or python")


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
    with _twinning:  # a server's threads ask at the same time, and none may see globals in which compiled kernels are left
        first = not _unfinished
        here = _modules.get(module) or _unfinished.get(module) or _filled(module)
        if first:
            _modules.update(_unfinished)
            _unfinished.clear()
        return here


def _filled(module: str) -> dict[str, Any]:
    here: dict[str, Any] = dict(sys.modules[module].__dict__)
    _unfinished[module] = here  # before the names are filled in: modules may call one another
    for name, value in list(here.items()):
        source = _sources.get(id(value))
        if source is not None and source.__module__ == module:
            here[name] = FunctionType(source.__code__, here, source.__name__, source.__defaults__)
    for name, value in list(here.items()):
        source = _sources.get(id(value))
        if id(value) in _generics or (source is not None and source.__module__ != module):
            here[name] = interpreted(value)
    return here
