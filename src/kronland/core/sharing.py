"""States on a GPU of which parts lie elsewhere.

What is printed, board, cards and the like, is the same in all games of a batch, and read all the time. Each state has a copy of it, which
a GPU would fetch from its memory for each game anew. So kernels are given a pair in place of a state: the state, and one of the batch from
which all threads read the fields that no rule changes (`Layout.printed`).

Who looks at a game has it censored first, and the game must not notice. So there is a third place, in the memory of the block, for copies
of the fields that are censored; the rest is read where it is.

To a kernel each of these looks like a state.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.cuda import cgutils, types
from numba.cuda.cudadecl import registry as typing_registry
from numba.cuda.cudaimpl import registry as lowering_registry
from numba.cuda.datamodel.models import StructModel
from numba.cuda.extending import intrinsic, register_model
from numba.cuda.np.arrayobj import record_getattr, record_setattr
from numba.cuda.np.numpy_support import from_dtype
from numba.cuda.typing.templates import AttributeTemplate, signature

from kronland.core.game import Game
from kronland.core.kernel import Kernel
from kronland.core.named import WORD, copied_words


class Sharing(types.Type):  # type: ignore[misc]
    """The type of such a state: a record, the fields that are `printed`, and the record of those that are `near`, if there are any."""

    def __init__(self, record: Any, printed: frozenset[str], near: Any = None) -> None:
        self.record, self.printed, self.near = record, printed, near
        copies = f", {near.name}" if near else ""
        super().__init__(f"Sharing({record.name}, {', '.join(sorted(printed))}{copies})")

    def place_of(self, state: Any, name: str) -> tuple[Any, Any]:
        """The type of the record in which a field lies, and where it is."""
        if name in self.printed:
            return self.record, state.common
        if self.near and name in self.near.fields:
            return self.near, state.near
        return self.record, state.own


@register_model(Sharing)
class _Model(StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Sharing) -> None:
        super().__init__(manager, kind, [("own", kind.record), ("common", kind.record), ("near", kind.near or kind.record)])


@typing_registry.register_attr
class _Fields(AttributeTemplate):  # type: ignore[misc]
    key = Sharing

    def generic_resolve(self, kind: Sharing, name: str) -> Any:
        return kind.record.typeof(name)


@lowering_registry.lower_getattr_generic(Sharing)  # type: ignore[untyped-decorator]
def _read(context: Any, builder: Any, kind: Sharing, value: Any, name: str) -> Any:
    state = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    return record_getattr(context, builder, *kind.place_of(state, name), name)


@lowering_registry.lower_setattr_generic(Sharing)  # type: ignore[untyped-decorator]
def _write(context: Any, builder: Any, written: Any, values: Any, name: str) -> Any:
    kind, value_kind = written.args
    record, place = kind.place_of(cgutils.create_struct_proxy(kind)(context, builder, value=values[0]), name)
    if record is kind.record and kind.near:
        raise AssertionError(f"{name} is written, and there is no copy of it")
    record_setattr(context, builder, signature(types.void, record, value_kind), (place, values[1]), name)


def sharing(printed: Iterable[str]) -> Any:
    """For functions that are launched on a GPU: `pair(own, common)`, the state `own` with the printed fields of `common`."""
    names = frozenset(printed)

    @intrinsic  # type: ignore[untyped-decorator]
    def pair(context: Any, own: Any, common: Any) -> Any:
        kind = Sharing(own, names)

        def make(context: Any, builder: Any, made: Any, values: Any) -> Any:
            both = cgutils.create_struct_proxy(kind)(context, builder)
            both.own, both.common = values
            both.near = both.own
            return both._getvalue()

        return signature(kind, own, common), make

    return pair


def near_fields(game: Game, *kernels: Kernel) -> tuple[Any, Any]:
    """The words of a state in which fields lie that these kernels name, and what a copy of these words alone is as a record."""
    dtype, places = game.layout.dtype, game.layout.places
    words = copied_words(game, *kernels)
    at = {int(word): WORD * k for k, word in enumerate(words)}
    near = {}
    for name, place in places.items():
        covered = range(place.start // WORD, (place.stop - 1) // WORD + 1)
        if name not in game.layout.printed and all(word in at for word in covered):
            near[name] = at[place.start // WORD] + place.start % WORD
    formats = [dtype.fields[name][0] for name in near]
    return words, np.dtype({"names": list(near), "formats": formats, "offsets": list(near.values()), "itemsize": WORD * len(words)})


def copying(printed: Iterable[str], near: Any) -> Any:
    """The same as `sharing` for `copied(own, common, room, first)`: what is `near` lies in a room of words, from number `first` on."""
    names, copy = frozenset(printed), from_dtype(near)

    @intrinsic  # type: ignore[untyped-decorator]
    def copied(context: Any, own: Any, common: Any, room: Any, first: Any) -> Any:
        kind = Sharing(own, names, copy)

        def make(context: Any, builder: Any, made: Any, values: Any) -> Any:
            state = cgutils.create_struct_proxy(kind)(context, builder)
            state.own, state.common = values[0], values[1]
            data = context.make_array(made.args[2])(context, builder, values[2]).data
            if data.type.addrspace:
                data = builder.addrspacecast(data, ir.PointerType(data.type.pointee), "generic")
            state.near = builder.bitcast(builder.gep(data, [values[3]]), state.near.type)
            return state._getvalue()

        return signature(kind, own, common, room, types.int64), make

    return copied


@intrinsic  # type: ignore[untyped-decorator]
def write_pair(context: Any, words: Any, k: Any, first: Any, second: Any) -> Any:
    """Write two words at once into an array of words, from number k on, which is even."""

    def make(context: Any, builder: Any, made: Any, values: Any) -> Any:
        pair = ir.VectorType(ir.IntType(64), 2)
        value = ir.Constant(pair, ir.Undefined)
        for place, word in enumerate(values[2:]):
            value = builder.insert_element(value, word, ir.Constant(ir.IntType(32), place))
        data = context.make_array(made.args[0])(context, builder, values[0]).data
        builder.store(value, builder.bitcast(builder.gep(data, [values[1]]), ir.PointerType(pair)), align=16)
        return context.get_dummy_value()

    return signature(types.void, words, types.int64, types.uint64, types.uint64), make
