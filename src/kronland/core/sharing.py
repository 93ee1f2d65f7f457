"""States on a GPU that share what is printed: board, cards and the like are the same in all games of a batch, and read all the time.

Each state has a copy of it, which a GPU would fetch from its memory for each game anew. So kernels are given a pair in place of a
state: the state, and one of the batch from which all threads read the fields that no rule changes (`Layout.printed`). To a kernel it
looks like a state.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numba.cuda import cgutils, types
from numba.cuda.cudadecl import registry as typing_registry
from numba.cuda.cudaimpl import registry as lowering_registry
from numba.cuda.datamodel.models import StructModel
from numba.cuda.extending import intrinsic, register_model
from numba.cuda.np.arrayobj import record_getattr, record_setattr
from numba.cuda.typing.templates import AttributeTemplate, signature


class Sharing(types.Type):  # type: ignore[misc]
    """The type of such a pair."""

    def __init__(self, record: Any, printed: frozenset[str]) -> None:
        self.record, self.printed = record, printed
        super().__init__(f"Sharing({record.name}, {', '.join(sorted(printed))})")


@register_model(Sharing)
class _Model(StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Sharing) -> None:
        super().__init__(manager, kind, [("own", kind.record), ("common", kind.record)])


@typing_registry.register_attr
class _Fields(AttributeTemplate):  # type: ignore[misc]
    key = Sharing

    def generic_resolve(self, kind: Sharing, name: str) -> Any:
        return kind.record.typeof(name)


@lowering_registry.lower_getattr_generic(Sharing)  # type: ignore[untyped-decorator]
def _read(context: Any, builder: Any, kind: Sharing, value: Any, name: str) -> Any:
    pair = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    return record_getattr(context, builder, kind.record, pair.common if name in kind.printed else pair.own, name)


@lowering_registry.lower_setattr_generic(Sharing)  # type: ignore[untyped-decorator]
def _write(context: Any, builder: Any, written: Any, values: Any, name: str) -> Any:
    kind, value_kind = written.args
    pair = cgutils.create_struct_proxy(kind)(context, builder, value=values[0])
    record_setattr(context, builder, signature(types.void, kind.record, value_kind), (pair.own, values[1]), name)


def sharing(printed: Iterable[str]) -> Any:
    """For functions that are launched on a GPU: `pair(own, common)`, the state `own` with the printed fields of `common`."""
    names = frozenset(printed)

    @intrinsic  # type: ignore[untyped-decorator]
    def pair(context: Any, own: Any, common: Any) -> Any:
        kind = Sharing(own, names)

        def make(context: Any, builder: Any, made: Any, values: Any) -> Any:
            both = cgutils.create_struct_proxy(kind)(context, builder)
            both.own, both.common = values
            return both._getvalue()

        return signature(kind, own, common), make

    return pair
