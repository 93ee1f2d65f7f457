"""The third speed: kernels on a CUDA GPU, from the same source.

Every kernel has a twin that the GPU runs, for one game: the same code, in which the names of kernels stand for their twins, and those of
the generics for the kernels of that game. numba-cuda reads and types them as Numba does for the CPU, in 64 bits throughout, so that
states are the same bytes; what differs is written here:

- whole numbers of all sizes are one type, as in `core.linking`, or a kernel would be compiled again for each;
- room that a kernel makes for itself (`core.room`) is a thread's own memory;
- a kernel may have another in its place (`kernel.on_gpu`);
- tables lie in global memory: constant memory holds 64 KB, less than the tables of a game, and serves a warp one address at a time.

This module needs numba-cuda; `check_device` says so to whoever has none, or no GPU.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import numpy as np
from llvmlite import ir
from numba import cuda
from numba.cuda import cgutils, types
from numba.cuda.core import config
from numba.cuda.cudadrv import nvvm
from numba.cuda.cudaimpl import _generic_array
from numba.cuda.descriptor import cuda_target
from numba.cuda.dispatcher import CUDACache, CUDADispatcher
from numba.cuda.extending import intrinsic
from numba.cuda.np.numpy_support import from_dtype
from numba.cuda.typing.npydecl import parse_dtype
from numba.cuda.typing.templates import signature

from kronland.core.cache import names_in
from kronland.core.kernel import CACHE, INSTRUCTIONS, ON_GPU, Kernel, source_behind
from kronland.core.linking import wide
from kronland.core.named import source_of, sources_below
from kronland.core.room import zeros

LARGE = 800  # bytes of Python's code: such kernels are not copied into their callers, or the code outgrows what a GPU keeps at hand
OPTIONS = {"device": True, "opt": True, "debug": False}


def popc(w: Any) -> Any:
    return np.int64(cuda.popc(w))


@intrinsic  # type: ignore[untyped-decorator]
def own_zeros(context: Any, shape: Any, dtype: Any) -> Any:
    """An array of zeros in the memory of the thread, in the function that asks for it."""
    given = list(shape) if isinstance(shape, types.BaseTuple) else [shape]
    if not all(isinstance(extent, types.IntegerLiteral) for extent in given):
        return None  # asked first without the numbers themselves, then with them
    extents = [extent.literal_value for extent in given]
    kind = types.Array(parse_dtype(dtype), len(extents), "C")

    def make(context: Any, builder: Any, made: Any, values: Any) -> Any:
        array = _generic_array(context, builder, extents, kind.dtype, "kronland_room", nvvm.ADDRSPACE_LOCAL)
        room = context.make_array(kind)(context, builder, array)
        size = int(np.prod(extents)) * context.get_abi_sizeof(context.get_data_type(kind.dtype))
        cgutils.memset(builder, room.data, context.get_constant(types.intp, size), 0)
        return array

    return signature(kind, shape, dtype), make


INSTEAD: dict[str, Any] = {"popc": popc}  # of a kernel that is one instruction


class DeviceFunction(CUDADispatcher):  # type: ignore[misc]
    """A kernel that others on the GPU call."""

    def compile_device(self, args: Any, return_type: Any = None) -> Any:
        made = super().compile_device(tuple(wide(argument, types) for argument in args), return_type)
        if len(self.py_func.__code__.co_code) >= LARGE:
            for function in made.library._module.functions:
                if function.name == made.fndesc.llvm_func_name and not function.is_declaration:
                    function.attributes.add("noinline")
        return made


class Twins:
    """The kernels of one game as the GPU runs them; those in which nothing is another are the ones of the twins `beside` these."""

    def __init__(self, dtype: Any, instead: Mapping[Kernel, Kernel] | None = None, beside: Twins | None = None) -> None:
        self.dtype, self._beside = dtype, beside
        # kernels in whose place others are called
        self._instead = {source_of(kernel, dtype): source_of(other, dtype) for kernel, other in (instead or {}).items()}
        self._made: dict[FunctionType, DeviceFunction] = {}

    def of(self, value: Any) -> Any:
        """What a name stands for on the GPU: the twin of a kernel, room of a thread's own; anything else is what it is."""
        if value is zeros:
            return own_zeros
        source = source_behind(value, self.dtype)
        if source is None:
            return value
        if self._beside is not None and self._instead.keys().isdisjoint(sources_below([source], self.dtype)):
            return self._beside.of(value)
        source = self._instead.get(source, ON_GPU.get(source, source))
        if source not in self._made:
            twin, fill = self._twin(INSTEAD[INSTRUCTIONS[source]] if source in INSTRUCTIONS else source)
            self._made[source] = DeviceFunction(twin, OPTIONS)
            fill()  # afterwards: kernels may call one another
        return self._made[source]

    def function(self, source: Callable[..., Any], **names: Any) -> FunctionType:
        """A function that is launched on the GPU, with the twins of all kernels that it calls; `names` are what else it reads."""
        assert isinstance(source, FunctionType)
        twin, fill = self._twin(source, names)
        fill()
        return twin

    def _twin(self, source: FunctionType, names: dict[str, Any] | None = None) -> tuple[FunctionType, Callable[[], None]]:
        here: dict[str, Any] = {"__builtins__": __builtins__, "__name__": source.__module__}
        twin = FunctionType(source.__code__, here, source.__name__, source.__defaults__)

        def fill() -> None:
            here.update({name: self.of(source.__globals__[name]) for name in names_in(source.__code__) if name in source.__globals__})
            here.update(names or {})

        return twin, fill


def record(dtype: Any) -> Any:
    """numba-cuda's type of a record."""
    return from_dtype(dtype)


@contextmanager
def tables_in_global_memory() -> Iterator[None]:
    """While this is on, arrays that a compiled kernel names are put where each thread reads what it likes."""
    context = cuda_target.target_context
    context.make_constant_array = _table.__get__(context)
    try:
        yield
    finally:
        del context.make_constant_array


def _table(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    array = np.ascontiguousarray(array)
    content = bytearray(array.tobytes())
    value = ir.Constant(ir.ArrayType(ir.IntType(8), len(content)), content)
    table = cgutils.add_global_variable(builder.module, value.type, "kronland_table", addrspace=nvvm.ADDRSPACE_GLOBAL)
    table.linkage, table.global_constant, table.initializer, table.unnamed_addr, table.align = "internal", True, value, True, 16
    made = context.make_array(kind)(context, builder)
    context.populate_array(
        made,
        data=builder.bitcast(builder.addrspacecast(table, ir.PointerType(ir.IntType(8)), "generic"), made.data.type),
        shape=[context.get_constant(types.intp, extent) for extent in array.shape],
        strides=[context.get_constant(types.intp, stride) for stride in array.strides],
        itemsize=made.itemsize,
        parent=made.parent,
        meminfo=None,
    )
    return made._getvalue()


class _OnDisk(CUDACache):  # type: ignore[misc]
    """What was compiled for the GPU, filed under the digest of all that it was made from, as in `core.cache`."""

    def __init__(self, function: FunctionType, digest: str) -> None:
        super().__init__(function)
        self.digest = digest

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (*super()._index_key(sig, codegen), self.digest)


def launchable(function: FunctionType, signature: tuple[Any, ...], digest: str, **options: Any) -> Any:
    """The function compiled for this GPU, or read from the disk."""
    function.__qualname__ += f"_{digest[:16]}"  # an index of its own on the disk: processes that compile for other games write others
    kernel = cuda.jit(function, **options)
    config.CACHE_DIR = str(CACHE)
    kernel._cache = _OnDisk(function, digest)
    with tables_in_global_memory():
        kernel.compile(signature)
    return kernel
