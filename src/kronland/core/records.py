"""Records whose fields are attributes, and quickly: `s.ducats[2] += 3`.

NumPy's own records look every attribute up in Python, several microseconds each time, and interpreted rules, texts and pictures do hardly
anything else. Here each dtype gets a class with a property for each field, which NumPy reads without a line of Python.
"""

from __future__ import annotations

import copyreg
from operator import itemgetter
from typing import Any

import numpy as np


class Kind(type):
    """The class of the records of one dtype; `plain` is that dtype, of records without attributes."""

    plain: Any


_kinds: dict[Any, Kind] = {}  # by plain dtype


def _kind(plain: Any) -> Kind:
    found = _kinds.get(plain)
    if found is None:
        assert plain.names
        for name in plain.names:
            assert not hasattr(np.void, name), f"NumPy's records have an attribute {name!r} of their own; choose another name"
        fields = {name: property(itemgetter(name), _writer(name)) for name in plain.names}
        found = _kinds[plain] = Kind("Record", (np.void,), {"__slots__": (), "plain": plain, "copy": _copy, **fields})
    return found


def _copy(record: Any) -> Any:
    """NumPy's own goes through its fields one by one, twenty times as long, and every view of a table begins with a copy."""
    return np.frombuffer(bytearray(record.tobytes()), record.dtype)[0]


def _writer(name: str) -> Any:
    def write(record: Any, value: Any) -> None:
        record[name] = value

    return write


copyreg.pickle(Kind, lambda kind: (_kind, (kind.plain,)))  # by what they are made from: they have no name to be imported by


def plain(dtype: Any) -> Any:
    """The same for all dtypes with these fields, whatever their records are."""
    return dtype if dtype.type is np.void else np.dtype((np.void, dtype))


def with_attributes(dtype: Any) -> Any:
    """The dtype whose records have attributes."""
    return np.dtype((_kind(plain(dtype)), dtype))


class Records(np.ndarray):
    """Many records: their fields are attributes, too."""

    def __getattr__(self, name: str) -> Any:
        if self.dtype.names and name in self.dtype.names:
            return self[name].view(np.ndarray)
        raise AttributeError(f"these records have no {name!r}")


def records(count: int, dtype: Any) -> Any:
    """So many of them, all zero."""
    return np.zeros(count, with_attributes(dtype)).view(Records)
