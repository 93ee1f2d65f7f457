"""What kernels read of a state, by the names in their code: the rest need not be copied for them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from kronland.core.game import Game, hide, observe
from kronland.core.kernel import DEFAULT_MODE, Kernel, source_behind

WORD = 8  # bytes
WORTH_IT = 0.25  # the part of a state up to which it is quicker to copy that part than all of it at once: Brian Boru's 0.28 was not


def source_of(kernel: Kernel, dtype: Any) -> FunctionType:
    source = source_behind(kernel, dtype)
    assert source is not None, kernel
    return source


def sources_below(sources: Iterable[FunctionType], dtype: Any) -> dict[FunctionType, set[str]]:
    """Sources of kernels, and those of all that they call, for the states of a game: the names that each reads."""
    from kronland.core.cache import names_in  # of Numba, which is left out where nothing is compiled

    found, ahead = dict[FunctionType, set[str]](), list(sources)
    while ahead:
        source = ahead.pop()
        if source not in found:
            found[source] = names_in(source.__code__)
            called = (source_behind(source.__globals__[name], dtype) for name in found[source] if name in source.__globals__)
            ahead += [other for other in called if other is not None]
    return found


def copied_words(game: Game, *kernels: Kernel) -> Any:
    """The words of a state, of eight bytes each, in which something lies that is not printed, and that these kernels name."""
    layout = game.layout
    sources = [source_of(kernel, layout.dtype) for kernel in kernels]
    named = set().union(*sources_below(sources, layout.dtype).values()) if kernels else set(layout.dtype.names)
    own = np.zeros(layout.dtype.itemsize, np.bool_)
    for name in named.intersection(layout.places) - layout.printed:
        own[layout.places[name]] = True
    return np.flatnonzero(own.reshape(-1, WORD).any(axis=1)).astype(np.int32)


@cache
def looked_at(game: Game) -> Any:
    """Where the words lie that must be copied of a state that is to be censored and observed: from each first one to behind the last.
    Nothing where it is copied whole: most of it is read, or kernels are interpreted and do not say whom they call."""
    whole = np.zeros((0, 2), np.int64)
    if DEFAULT_MODE == "python":
        return whole
    words = copied_words(game, hide, observe)
    if WORD * len(words) > game.layout.dtype.itemsize * WORTH_IT:
        return whole
    breaks = np.flatnonzero(np.diff(words) > 1)
    return np.stack([words[np.append(0, breaks + 1)], words[np.append(breaks, len(words) - 1)] + 1], axis=1).astype(np.int64)


def words_of(states: Any) -> Any:
    """The same memory as words, a row for each state."""
    return states.view(np.ndarray).view(np.uint64).reshape(len(states), -1)
