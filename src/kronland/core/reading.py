"""How the machine code of a kernel is written down and read: without what only a kernel that is still to be compiled would need.

Beside machine code Numba keeps what the optimiser made it from, to link it into kernels that are compiled later and call this one, and
takes it apart whenever it reads. Where all is compiled nobody asks for that: it was a third of the time that a server took to read its
games, and 25 MB a game for as long as it ran. Here it is kept packed, and taken apart for who asks (`_get_module_for_linking`).
"""

from __future__ import annotations

import zlib
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult

from kronland.core.linking import Door

QUICKLY = 1  # packing: it is a third of the size then, and a fifth at best


def written(compiled: Any) -> Any:
    """What is kept of a compiled kernel."""
    (name, kind, (code, bitcode)), *rest = compiled._reduce()
    module = compiled.library._get_module_for_linking()
    defined = [value.name for values in (module.functions, module.global_variables) for value in values if not value.is_declaration]
    return ((name, kind, (code, zlib.compress(bitcode, QUICKLY), defined, compiled.library.needs)), *rest)


def needed(kept: Any) -> list[Door]:
    """The doors that the kernel goes through: to be opened before it is read."""
    ((_, _, (*_, doors)), *_) = kept
    return doors  # type: ignore[no-any-return]


def read(target: Any, kept: Any) -> Any:
    """The compiled kernel again, for the target that it was compiled for."""
    made: Any = CompileResult._rebuild(_Reading(target), *kept)  # type: ignore[no-untyped-call]
    return made._replace(target_context=target)


class Read(JITCodeLibrary):
    """The code of a kernel that was compiled before."""

    def __init__(self, codegen: Any, name: str, code: bytes, packed: bytes, defined: list[str], needs: list[Door]) -> None:
        super().__init__(codegen, name)  # type: ignore[no-untyped-call]
        self._packed, self.size, self.needs = packed, len(code), needs
        self.enable_object_caching()  # type: ignore[no-untyped-call]
        self._set_compiled_object(code)  # type: ignore[no-untyped-call]
        self._finalize_final_module()  # type: ignore[no-untyped-call]
        codegen._engine._defined_symbols.update(defined)

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:
            self._shared_module = llvm.parse_bitcode(zlib.decompress(self._packed))
        return self._shared_module


class _Reading:
    """Numba's target, and its maker of code at the same time, but for how a library is read."""

    def __init__(self, target: Any) -> None:
        self._target = target

    def __getattr__(self, name: str) -> Any:
        return getattr(self._target, name)

    def codegen(self) -> _Reading:
        return self

    def unserialize_library(self, kept: Any) -> Read:
        name, _, parts = kept
        return Read(self._target.codegen(), name, *parts)
