"""Machine code is filed under what it was made from: the code of a kernel and of all that it calls, and the numbers they read.

Numba's own cache looks at the file of the function that is called, not at those of its callees, so that stale code could run; and a
changed word in that file would compile it anew. Here the key is the content: a changed rule is compiled for its game alone, a changed word
not at all. What older sources had left under the same signature goes when their successor is filed.
"""

from __future__ import annotations

import hashlib
import os
import threading
import uuid
from collections.abc import Callable
from contextlib import ExitStack, suppress
from enum import Enum, EnumMeta
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.compiler_lock import global_compiler_lock

from kronland.core.files import alone
from kronland.core.linking import DOORS, open_door
from kronland.core.reading import needed, read, written

Callee = Callable[[Any, Any], FunctionType | None]  # of a value that a kernel names, and a type of state: the source of the kernel it is

FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}  # how all kernels are compiled
FORM = 3  # of what is kept of a kernel: another one is another key
BARE: set[FunctionType] = set()  # kernels that are compiled without counting who holds arrays (`kernel.bare`)
COPIED: set[FunctionType] = set()  # kernels that become a part of their callers (`kernel.copied`)
BY_HAND: set[Callable[..., Any]] = set()  # functions whose machine code is written out in their module, so that its text counts

ENTRIES: dict[tuple[str, str], Any] = {}  # kernels that Python calls, by module and name

_digests: dict[tuple[FunctionType, Any], str] = {}
_guard = threading.RLock()


def source_digest(function: FunctionType, states: tuple[Any, ...], callee: Callee) -> str:
    """A digest of all that the machine code of a function for these types of states is made from."""
    whole = hashlib.sha256(repr((FORM, sorted(FLAGS.items()))).encode())
    with _guard:
        for state in states or (None,):
            whole.update(_digest(function, state, callee).encode())
    return whole.hexdigest()


def forget_digests() -> None:
    with _guard:
        _digests.clear()


def _digest(function: FunctionType, state: Any, callee: Callee) -> str:
    found = _digests.get((function, state))
    if found is None:
        _digests[function, state] = function.__qualname__  # stands for itself in a rule that calls itself
        parts = [function.__module__, function.__qualname__, repr(function.__defaults__), _code(function.__code__)]
        parts += ["bare"] if function in BARE else []
        parts += ["copied"] if function in COPIED else []
        for name in sorted(names_in(function.__code__)):
            if name in function.__globals__:
                parts += [name, _value(function.__globals__[name], state, callee)]
        found = _digests[function, state] = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return found


def names_in(code: CodeType) -> set[str]:
    """The names that a function reads, of globals and of attributes."""
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*(names_in(constant) for constant in inner))


def _code(code: CodeType) -> str:
    """What a function does, without where its lines stand and its docstring: kernels use no texts, so that a text in one is that."""
    constants = [_code(item) if isinstance(item, CodeType) else repr(item) for item in code.co_consts if not isinstance(item, str)]
    return repr((code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars, code.co_flags))


def _value(value: Any, state: Any, callee: Callee) -> str:
    if (kernel := callee(value, state)) is not None:
        return _digest(kernel, state, callee)
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, EnumMeta):
        members: dict[str, Enum] = dict(value.__members__)
        return repr([(name, member.value) for name, member in members.items()])
    if isinstance(value, Enum):
        return repr((type(value).__name__, value.value))
    if isinstance(value, (bool, int, float, np.generic)):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, tuple):
        return repr([_value(item, state, callee) for item in value])
    if isinstance(value, (ModuleType, type, BuiltinFunctionType, np.ufunc)):
        return value.__name__
    if isinstance(value, FunctionType):
        text = Path(value.__code__.co_filename).read_bytes() if value in BY_HAND else b""
        return f"{value.__module__} {value.__qualname__} {_code(value.__code__)} {hashlib.sha256(text).hexdigest()}"
    # An attribute may be called like something in the module that no kernel could read, such as `s.options` beside OPTIONS' texts.
    return type(value).__name__


def states_in(signature: Any) -> tuple[Any, ...]:
    """The types of states among the arguments of a signature, alone, in batches or in a tuple such as the tree of a search."""
    found: dict[Any, None] = {}

    def look(argument: Any) -> None:
        if isinstance(argument, types.BaseTuple):
            for item in argument.types:  # type: ignore[attr-defined]
                look(item)
        elif isinstance(argument, types.Array):
            look(argument.dtype)
        elif isinstance(argument, types.Record):
            found[argument] = None

    for argument in getattr(signature, "args", signature):
        look(argument)
    return tuple(found)


class SharedIndex(IndexDataCacheFile):
    """Numba's index of what was compiled of one kernel, for processes that compile at once, from the same or from other sources.

    Numba reads the index, adds a line and writes it back. Two processes that compile `playout` for two games would lose one line, or
    worse, give both the same file: then the machine code of one game is found under the name of the other. So one writes after the
    other, and no file's name is ever used again. A key ends with the digest of the sources.
    """

    def _load_index(self) -> dict[Any, str]:
        try:
            return super()._load_index()  # type: ignore[no-any-return, no-untyped-call]
        except Exception:  # a key names a type that these sources do not have, or have elsewhere: then nothing in it is current
            return {}

    def save(self, key: Any, data: Any) -> None:
        if not os.access(self._cache_path, os.W_OK):
            return  # what is missing where others have compiled beforehand serves this process alone
        with alone(Path(f"{self._index_path}.lock")):
            overloads = self._load_index()
            outdated = [other for other in overloads if other[:-1] == key[:-1]]
            old = [overloads.pop(other) for other in outdated]
            overloads[key] = self._data_name(uuid.uuid4().int)  # type: ignore[no-untyped-call]
            self._save_data(overloads[key], data)  # type: ignore[no-untyped-call]
            self._save_index(overloads)  # type: ignore[no-untyped-call]
            for name in old:
                with suppress(OSError):
                    Path(self._data_path(name)).unlink()  # type: ignore[no-untyped-call]


NamedFolder: Any = CompileResultCacheImpl._locator_classes[0]  # the one that is told where; its name is not the same in all versions


class SharedFolder(NamedFolder):  # type: ignore[misc]
    """Our folder in Numba's eyes, even if this process may only read there: Numba would take another, which is empty."""

    def ensure_cache_path(self) -> None:
        with suppress(OSError):  # where it cannot be made, `warm` says so
            Path(self.get_cache_path()).mkdir(parents=True, exist_ok=True)


class SharedCode(CompileResultCacheImpl):
    _locator_classes = [SharedFolder]

    def reduce(self, cres: Any) -> Any:
        return written(cres)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """None where the code would go through a door that is not there any more: then it is to be compiled."""
        doors = needed(payload)
        for door in doors:
            if door.symbol not in DOORS and door.kernel in ENTRIES:
                ENTRIES[door.kernel].compile(door.signature)
        return read(target_context, payload) if all(door.symbol in DOORS for door in doors) else None


class KernelCache(FunctionCache):
    """The machine code of a kernel that Python calls, with all that it calls, on disk: a file for each signature.

    Processes that compile the same game side by side share their work here: who finds that another one is compiling what it needs waits
    for it. They cannot come to wait for each other, since no kernel calls one that calls it.
    """

    _impl_class = SharedCode

    def __init__(self, function: FunctionType, callee: Callee) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._callee = callee
        # Numba's stamp, and the line in the file's name, would drop everything when a line moves; our key tells what is current.
        self._cache_file = SharedIndex(self._cache_path, function.__qualname__, "by content")  # type: ignore[no-untyped-call]
        self._turns: list[ExitStack] = []  # of signatures that are being compiled, each for another one

    def in_turn(self, compile_now: Callable[[Any], Any], signature: Any) -> Any:
        """Compile, or read; what has to be compiled is announced until it is there."""
        with global_compiler_lock, ExitStack() as turn:
            self._turns.append(turn)
            try:
                return compile_now(signature)
            finally:
                self._turns.pop()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = self._read(sig, target_context)
        if found is None and self._turns and os.access(self._cache_path, os.W_OK):
            told = hashlib.sha256(str(sig).encode()).hexdigest()[:16]
            self._turns[-1].enter_context(alone(Path(f"{self._cache_file._index_path}.{told}.lock")))
            found = self._read(sig, target_context)
        return found

    def _read(self, sig: Any, target_context: Any) -> Any:
        found = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        if found is not None:
            open_door(found, (self._py_func.__module__, self._py_func.__qualname__), sig)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        open_door(data, (self._py_func.__module__, self._py_func.__qualname__), sig)
        super().save_overload(sig, data)  # type: ignore[no-untyped-call]

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (sig, codegen.magic_tuple(), source_digest(self._py_func, states_in(sig), self._callee))
