"""The bits of a word as 64 numbers of a byte each: what boards in observations are written by.

Number by number that would be most of what an observation costs; processors spread the bits of a word in one or two instructions, and LLVM
finds those of the machine at hand, if it is told that the word is 64 bits side by side.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kronland.core.kernel import DEFAULT_MODE

WIDTH = 64  # numbers that are written at once


def unpack(out, place, word):
    """Write the bits of a word, lowest first, from a place on: 64 numbers, whether 0 or 1, for which there must be room."""
    for i in range(WIDTH):
        out[place + i] = (word >> np.uint64(i)) & np.uint64(1)


if DEFAULT_MODE == "native":
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic, overload

    from kronland.core.cache import BY_HAND
    from kronland.core.kernel import INNER

    BY_HAND.add(unpack)

    @intrinsic
    def _store_bits(typing, out, place, word):
        def code(context, builder, signature, arguments):
            first = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            bits = builder.bitcast(arguments[2], ir.VectorType(ir.IntType(1), WIDTH))
            numbers = builder.zext(bits, ir.VectorType(ir.IntType(8), WIDTH))
            where = builder.bitcast(builder.gep(first, [arguments[1]]), numbers.type.as_pointer())
            builder.store(numbers, where, align=1)
            return context.get_dummy_value()

        return types.void(out, types.int64, types.uint64), code

    bare_ones: Any = {**INNER, "_nrt": False}  # Numba's stubs do not know the last

    @overload(unpack, strict=False, jit_options=bare_ones)
    def _unpack(out, place, word):
        def compiled(out, place, word):
            _store_bits(out, place, word)

        return compiled
