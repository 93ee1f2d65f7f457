"""The ground of a learner on a GPU: the kernels of `ground`, a thread for each game or row; states are bytes of PyTorch's."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
from numba import cuda
from numba.cuda import types
from numba.cuda.cudadrv.devicearray import DeviceNDArray

from kronland.bots.engine.ground import begin, look_at, settle_game, step_game
from kronland.core import cuda as core_cuda
from kronland.core.abreast import all_of, first_of
from kronland.core.cuda import OPTIONS, DeviceFunction, Twins, launchable, record
from kronland.core.game import Game
from kronland.core.kernel import kernel_digest

BLOCK, REGISTERS = 128, 128

# ruff: noqa: F821 (`parts_of` is `first_of` or `all_of`)


def begin_games(first, last, states, seeds, apart, players, options, components, blank, nothing_written):
    i = np.int64(cuda.grid(1)) + first
    if i < last:
        begin(i, states, seeds, apart, players, options, parts_of(components), blank, nothing_written)


def settle_games(first, last, roots, seed, lists, hunched, late, picked, counts, movers):
    i = np.int64(cuda.grid(1)) + first
    if i < last:
        settle_game(i, roots, seed, lists, hunched, late, picked, counts, movers)


def look_at_all(first, last, states, actions, viewers, seed, nothing_written, seen, dense, over, ends):
    i = np.int64(cuda.grid(1)) + first
    if i < last:
        look_at(i, states, actions, viewers, seed, nothing_written, seen, dense, over, ends)


def step_games(
    first, last, states, chosen, movers, seeds, apart, players, options, components, blank, longest, nothing_written, lists, done, ends
):  # fmt: skip
    i = np.int64(cuda.grid(1)) + first
    if i < last:
        parts = parts_of(components)
        step_game(i, states, chosen, movers, seeds, apart, players, options, parts, blank, longest, nothing_written, lists, done, ends)


KERNELS = {function.__name__: function for function in (begin_games, settle_games, look_at_all, step_games)}
OF_TORCH = {
    "torch.uint8": types.uint8,
    "torch.bool": types.boolean,
    "torch.int32": types.int32,
    "torch.int64": types.int64,
    "torch.float32": types.float32,
    "torch.float64": types.float64,
}


class Machine:
    """The kernels of a game on the GPU, compiled when they are first called, or read from the disk."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.twins = Twins(game.layout.dtype)
        components = game.load_components()
        self.named = components.dtype.names is not None
        self.parts = first_of if self.named else all_of
        self.digest = kernel_digest(game.layout.dtype, *game.kernels.values(), begin, settle_game, look_at, step_game)
        self.digest += hashlib.sha256(b"".join(Path(file).read_bytes() for file in (__file__, core_cuda.__file__))).hexdigest()
        self.compiled: dict[str, Any] = {}

    def prepared(self, name: str, arguments: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
        """The function to launch, and the types of its arguments."""
        parts_of = DeviceFunction(self.twins.function(self.parts), OPTIONS)
        return self.twins.function(KERNELS[name], parts_of=parts_of), tuple(kind_of(argument) for argument in arguments)

    def call(self, name: str, count: int, *arguments: Any) -> None:
        """Run a kernel for all of `count` games or rows."""
        given = (np.int64(0), np.int64(count), *arguments)
        if name not in self.compiled:
            self.compiled[name] = launchable(*self.prepared(name, given), self.digest, max_registers=REGISTERS)
        self.compiled[name][(count + BLOCK - 1) // BLOCK, BLOCK](*(lent(argument) for argument in given))


def handed(array: Any, named: bool = False) -> Any:
    """A copy of an array on the GPU; of a record, an array of one."""
    return cuda.to_device(np.asarray([array], array.dtype) if named else array)


class Records:
    """Bytes on the GPU, a row for each record."""

    def __init__(self, rows: Any, dtype: Any) -> None:
        self.dtype = dtype
        device = cuda.as_cuda_array(rows)
        self.array = DeviceNDArray((rows.shape[0],), (dtype.itemsize,), dtype, gpu_data=device.gpu_data)


def kind_of(argument: Any) -> Any:
    """The type of an argument as a kernel is compiled for it."""
    if isinstance(argument, Records):
        return types.Array(record(argument.dtype), 1, "C")
    if isinstance(argument, DeviceNDArray):
        return types.Array(record(argument.dtype), argument.ndim, "C")
    if hasattr(argument, "data_ptr"):
        return types.Array(OF_TORCH[str(argument.dtype)], argument.dim(), "C")
    return types.uint64 if isinstance(argument, np.uint64) else types.int64


def lent(argument: Any) -> Any:
    if isinstance(argument, Records):
        return argument.array
    return cuda.as_cuda_array(argument) if hasattr(argument, "data_ptr") else argument
