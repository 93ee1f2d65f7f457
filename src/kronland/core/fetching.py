"""What is read or written next, asked for in time: a hint to the processor, which changes nothing.

Thousands of games side by side lie in memory, not in the processor's cache. A kernel that walks over them waits for each one, several times
as long as it then works on it, unless it says while it works on one which comes next.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kronland.core.kernel import DEFAULT_MODE

LINE = 64  # bytes that come at once
NEAR = 8  # places in a list, which mostly are in one or two lines


def fetch(array, row, bytes_of_it):
    """Row `row` of an array, so many bytes of it, will be asked for soon. (Interpreted, nobody would notice.)"""


def fetch_part(words, row, first, behind):
    """The words from the first one to that behind the last of a row will be asked for soon."""


def fetch_places(array, row, places, count):
    """Places of a row of bytes will be asked for soon, so many of those listed. Neighbours in the list are mostly neighbours in the row
    and come with one another: every eighth is asked for, and the last."""


if DEFAULT_MODE == "native":
    from llvmlite import ir
    from numba.core import types
    from numba.core.cgutils import get_or_insert_function
    from numba.extending import intrinsic, overload

    from kronland.core.cache import BY_HAND
    from kronland.core.kernel import INNER

    BY_HAND.update((fetch, fetch_part, fetch_places))

    @intrinsic
    def _fetch_line(typing, array, offset):
        """The line with the byte so far behind the first of an array. LLVM has a word for it: to write (1), to keep (3), data (1)."""

        def code(context, builder, signature, arguments):
            first = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            byte = builder.gep(builder.bitcast(first, ir.IntType(8).as_pointer()), [arguments[1]])
            number = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte.type, number, number, number])
            hint = get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
            builder.call(hint, [byte, number(1), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(array, types.int64), code

    bare_ones: Any = {**INNER, "_nrt": False}  # Numba's stubs do not know the last

    @overload(fetch, strict=False, jit_options=bare_ones)
    def _fetch(array, row, bytes_of_it):
        def compiled(array, row, bytes_of_it):
            first = row * array.strides[0]
            for k in range(0, bytes_of_it, LINE):
                _fetch_line(array, first + k)

        return compiled

    @overload(fetch_part, strict=False, jit_options=bare_ones)
    def _fetch_part(words, row, first, behind):
        def compiled(words, row, first, behind):
            start = row * words.strides[0]
            for k in range(first * words.itemsize, behind * words.itemsize, LINE):
                _fetch_line(words, start + k)

        return compiled

    @overload(fetch_places, strict=False, jit_options=bare_ones)
    def _fetch_places(array, row, places, count):
        def compiled(array, row, places, count):
            first = row * array.strides[0]
            for k in range(0, count, NEAR):
                _fetch_line(array, first + places[np.uint64(k)])
            if count > 0:
                _fetch_line(array, first + places[np.uint64(count - 1)])

        return compiled
