"""Arrays that stay on a GPU, for other libraries: PyTorch, CuPy or JAX take them without a copy.

Two ways to hand over are common, and an array here has both: the CUDA array interface (`torch.as_tensor(array, device="cuda")`) and DLPack
(`torch.from_dlpack(array)`). What they get is the same memory: a step of the batch changes it.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # DLPack's numbers of devices
DEFAULT_STREAM = 1  # of all threads of a process; what a batch does is in it
NO_WAITING = -1
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # DLPack's numbers for kinds of numbers


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32 * 2),
        ("dimensions", ctypes.c_int32),
        ("kind", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    ]


class _Managed(ctypes.Structure):
    _fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


_lent: dict[int, Any] = {}  # address of what was handed over -> all that must live as long


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[untyped-decorator]
def _given_back(address: int) -> None:
    _lent.pop(address, None)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[untyped-decorator]
def _thrown_away(capsule: int) -> None:
    """Nobody has taken what is in the capsule: whoever does renames it."""
    if _is_valid(capsule, b"dltensor"):
        _given_back(_pointer_in(capsule, b"dltensor"))


_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(("PyCapsule_New", ctypes.pythonapi))
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
_pointer_in = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))


def capsule(address: int, shape: tuple[int, ...], dtype: Any, device: tuple[int, int], owner: Any) -> Any:
    """Numbers that lie row after row, as DLPack hands them over; `owner` lives until they are given back."""
    dtype, managed, count = np.dtype(dtype), _Managed(), len(shape)
    extents = (ctypes.c_int64 * count)(*shape)
    tensor = managed.tensor
    tensor.data, tensor.device, tensor.dimensions = address, (ctypes.c_int32 * 2)(*device), count
    tensor.kind, tensor.bits, tensor.lanes, tensor.offset = KINDS[dtype.kind], 8 * dtype.itemsize, 1, 0
    tensor.shape, tensor.strides = ctypes.cast(extents, ctypes.POINTER(ctypes.c_int64)), None
    managed.deleter = ctypes.cast(_given_back, ctypes.c_void_p)
    _lent[ctypes.addressof(managed)] = (managed, extents, owner)
    return _new_capsule(ctypes.addressof(managed), b"dltensor", ctypes.cast(_thrown_away, ctypes.c_void_p))


class DeviceArray:
    """Numbers on a GPU, row after row."""

    def __init__(self, array: Any) -> None:
        self.array = array  # as numba-cuda has it

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.array.shape)

    @property
    def dtype(self) -> Any:
        return self.array.dtype

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<{self.dtype} array of {self.shape} on the GPU>"

    def numpy(self) -> Any:
        """A copy for the CPU."""
        return self.array.copy_to_host()

    @property
    def __cuda_array_interface__(self) -> Any:
        return self.array.__cuda_array_interface__

    def __dlpack_device__(self) -> tuple[int, int]:
        from numba import cuda

        return CUDA, cuda.get_current_device().id

    def __dlpack__(self, *, stream: Any = None, **wishes: Any) -> Any:
        from numba import cuda

        if stream not in (None, DEFAULT_STREAM, NO_WAITING):
            cuda.synchronize()  # who reads in another stream does not wait for what is done in ours
        return capsule(self.array.device_ctypes_pointer.value, self.shape, self.dtype, self.__dlpack_device__(), self.array)
