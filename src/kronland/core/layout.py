"""The state of a game: one flat record of fixed size.

Copying a state is copying bytes; a batch is an array of records; comparing and hashing are bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

# Signed numbers throughout, but for sets of fields and chance: mixed signs are where interpreted and compiled arithmetic part.
i1, i2, i4, u8 = np.int8, np.int16, np.int32, np.uint64

# What every game's state begins with. `actors` is a bit mask of the seats that must decide now; `ended` is 0 while the game runs, then the
# way it ended; `barrier` says that the last action cannot be taken back (see `core.flow`); `clock` counts decisions.
# What chance there is lies in `CHANCE`: the key of the generator, how many numbers it has drawn, and which generator it is (`core.chance`).
CHANCE: dict[str, Any] = {"key_low": u8, "key_high": u8, "draws": u8, "generator": i1}
HEADER: dict[str, Any] = {**CHANCE, "players": i1, "actors": i2, "clock": i4, "ended": i1, "barrier": i1}

MOST_DECISIONS = 1_000_000_000  # that a position may say have been made: the clock has room for those still to come

State = Any  # a record of a layout's dtype; mypy cannot know its fields


class Layout:
    """The named fields of a game's state: `Layout(seat=i1, ducats=(i2, 4), region=(u8, (16, 3)))`."""

    def __init__(self, **fields: Any) -> None:
        for name in fields:
            assert not hasattr(np.record, name), f"NumPy's records have an attribute {name!r} of their own; choose another name"
        self.dtype = _without_gaps(np.dtype([_field(name, kind) for name, kind in {**HEADER, **fields}.items()], align=True))
        # where in the bytes of a state each field lies
        self.places = {name: slice(start, start + kind.itemsize) for name, (kind, start, *_) in self.dtype.fields.items()}

    def new(self) -> State:
        return self.batch(1)[0]

    def batch(self, count: int) -> Any:
        return np.zeros(count, self.dtype).view(np.recarray)


def _field(name: str, kind: Any) -> tuple[Any, ...]:
    if isinstance(kind, tuple):
        base, shape = kind
        return (name, base, shape if isinstance(shape, tuple) else (shape,))
    return (name, kind)


def _without_gaps(dtype: Any) -> Any:
    """Give a name to the bytes between aligned fields: NumPy does not copy what has none, and equal states must be equal bytes."""
    fields: list[tuple[Any, ...]] = []
    end = 0
    for name in dtype.names:
        kind, offset = dtype.fields[name][:2]
        if offset > end:
            fields.append((f"gap_{end}", np.int8, (offset - end,)))
        fields.append((name, kind))
        end = offset + kind.itemsize
    if dtype.itemsize > end:
        fields.append((f"gap_{end}", np.int8, (dtype.itemsize - end,)))
    named = np.dtype(fields, align=True)
    assert named.itemsize == dtype.itemsize
    return named


def same(a: State, b: State) -> bool:
    return bytes(a.tobytes()) == bytes(b.tobytes())


def differences(a: State, b: State) -> list[str]:
    """The fields in which two states differ, for messages."""
    return [name for name in a.dtype.names if not np.array_equal(a[name], b[name])]
