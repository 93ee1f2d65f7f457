"""A state whose kernels cannot go astray unseen, for interpreted rules.

Python and Numba take a negative index from the end, and a number that does not fit its field is cut to size without a word. Behind this
guard both are errors: an index is not below 0, and a number fits where it is put.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kronland.core.layout import State


class Astray(Exception):
    """A kernel used a negative index, or a number that does not fit."""


class GuardedArray(np.ndarray[Any, Any]):
    def __getitem__(self, key: Any) -> Any:
        _check_index(key)
        return _guarded(super().__getitem__(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        _check_index(key)
        _check_fits(self.dtype, value)
        super().__setitem__(key, value)


class GuardedState:
    """The fields of a state, signed numbers as whole numbers of any size, arrays as guarded ones."""

    def __init__(self, state: State) -> None:
        object.__setattr__(self, "state", state)

    @property
    def dtype(self) -> Any:
        return object.__getattribute__(self, "state").dtype

    def __getattr__(self, name: str) -> Any:
        return _guarded(object.__getattribute__(self, "state")[name])

    def __setattr__(self, name: str, value: Any) -> None:
        state = object.__getattribute__(self, "state")
        _check_fits(state.dtype[name], value)
        state[name] = value


def _guarded(value: Any) -> Any:
    if isinstance(value, np.signedinteger):
        return int(value)
    if isinstance(value, np.ndarray):
        return value.view(GuardedArray)
    return value


def _check_index(key: Any) -> None:
    for index in key if isinstance(key, tuple) else (key,):
        if not isinstance(index, slice) and index < 0:
            raise Astray(f"the index {key} is negative")


def _check_fits(dtype: Any, value: Any) -> None:
    if dtype.kind == "i" and not np.iinfo(dtype).min <= value <= np.iinfo(dtype).max:
        raise Astray(f"{value} does not fit into {dtype.name}")


def guarded(state: State, mode: str) -> Any:
    """The state for a kernel in this mode: compiled rules have checks of their own (NUMBA_BOUNDSCHECK), and take nothing else."""
    return GuardedState(state) if mode == "python" else state


def guarded_room(size: int, mode: str) -> Any:
    """Room for the legal actions."""
    room = np.zeros(size, np.int32)
    return room.view(GuardedArray) if mode == "python" else room
