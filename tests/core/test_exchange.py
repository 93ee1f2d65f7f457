"""Arrays handed over by DLPack: here they lie in the memory of the CPU, which NumPy takes; on a GPU it is the same capsule."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest

from kronland.core.exchange import CPU, capsule


class Lent:
    """Numbers that are lent to others."""

    def __init__(self, numbers: Any) -> None:
        self.numbers = numbers

    def __dlpack_device__(self) -> tuple[int, int]:
        return CPU, 0

    def __dlpack__(self, **wishes: Any) -> Any:
        return capsule(self.numbers.ctypes.data, self.numbers.shape, self.numbers.dtype, (CPU, 0), self)


@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.int64, np.uint64, np.float32, np.float64, np.bool_])
def test_whoever_takes_an_array_has_the_same_memory(dtype: Any) -> None:
    numbers = np.arange(6).reshape(2, 3).astype(dtype)
    taken = np.from_dlpack(Lent(numbers))
    assert taken.dtype == numbers.dtype and np.array_equal(taken, numbers)
    numbers[1, 1] = 0
    assert taken[1, 1] == 0


def test_the_owner_lives_as_long_as_what_was_taken() -> None:
    owner = Lent(np.arange(4))
    alive, taken = weakref.ref(owner), np.from_dlpack(owner)
    del owner
    gc.collect()
    assert alive() is not None and taken[3] == 3
    del taken
    gc.collect()
    assert alive() is None


def test_what_nobody_takes_is_thrown_away() -> None:
    owner = Lent(np.arange(4))
    alive, unused = weakref.ref(owner), owner.__dlpack__()
    del owner
    assert alive() is not None
    del unused
    gc.collect()
    assert alive() is None
