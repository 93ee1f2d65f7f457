"""The state of a game: one flat record of fixed size.

Copying a state is copying bytes; a batch is an array of records; comparing and hashing are bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kronland.core.records import records, with_attributes

# Signed numbers throughout, but for sets of fields and chance: mixed signs are where interpreted and compiled arithmetic part.
i1, i2, i4, u8 = np.int8, np.int16, np.int32, np.uint64

# What every game's state begins with. `actors` is a bit mask of the seats that must decide now; `ended` is 0 while the game runs, then the
# way it ended; `barrier` says that the last action cannot be taken back (see `core.flow`); `clock` counts decisions.
# What chance there is lies in `CHANCE`: the key of the generator, how many numbers it has drawn, and which generator it is (`core.chance`).
CHANCE: dict[str, Any] = {"key_low": u8, "key_high": u8, "draws": u8, "generator": i1}
HEADER: dict[str, Any] = {**CHANCE, "players": i1, "actors": i2, "clock": i4, "ended": i1, "barrier": i1}

MOST_DECISIONS = 1_000_000_000  # that a position may say have been made: the clock has room for those still to come

if TYPE_CHECKING:

    class State:
        """A record of a layout's dtype. Its fields mypy cannot know; that it is a state, and not what is `Known` to a seat, it does."""

        dtype: Any

        def copy(self) -> State: ...
        def tobytes(self) -> bytes: ...
        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...
        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: Any) -> None: ...

else:
    State = np.void


class Layout:
    """The named fields of a game's state: `Layout(seat=i1, ducats=(i2, 4), region=(u8, (16, 3)))`.

    `printed` names those that the components say and no rule changes: they are the same in all games with these components.
    """

    def __init__(self, printed: str = "", /, **fields: Any) -> None:
        self.printed = frozenset(printed.split())
        assert self.printed <= fields.keys(), self.printed - fields.keys()
        aligned = np.dtype([_field(name, kind) for name, kind in {**HEADER, **fields}.items()], align=True)
        self.dtype = with_attributes(_without_gaps(aligned))
        # where in the bytes of a state each field lies
        self.places = {name: slice(start, start + kind.itemsize) for name, (kind, start, *_) in self.dtype.fields.items()}
        self._fields = list(self.places)
        self._field_of_byte = np.zeros(self.dtype.itemsize, np.int32)
        for number, place in enumerate(self.places.values()):
            self._field_of_byte[place] = number

    def new(self) -> State:
        made: State = self.batch(1)[0]
        return made

    def batch(self, count: int) -> Any:
        return records(count, self.dtype)

    def differing(self, one: bytes, other: bytes) -> set[str]:
        """The fields in which the bytes of two states differ."""
        bytes_ = np.flatnonzero(np.frombuffer(one, np.uint8) != np.frombuffer(other, np.uint8))
        return {self._fields[number] for number in set(self._field_of_byte[bytes_].tolist())}


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
