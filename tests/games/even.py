"""Whether frequencies fit probabilities: for the tests of `resample`, which hold it against distributions found in another way."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from typing import Any

import numpy as np

from kronland.core.game import resampled
from kronland.core.kernel import DEFAULT_MODE, in_mode
from kronland.core.layout import State

NEVER = 1e-6  # a sampler that is right comes below it once in a million tests
MORE = int(os.environ.get("KRONLAND_MORE", "1"))
SAMPLES = 500 if DEFAULT_MODE == "python" else 8_000 * MORE


def chi_square(found: Mapping[Any, int], expected: Mapping[Any, float]) -> float:
    """How likely it is to find frequencies at least as odd as these, if those are the probabilities; 0 for what should be impossible.

    Possibilities that are expected fewer than eight times are counted together.
    """
    total, whole = sum(found.values()), math.fsum(expected.values())
    if any(not expected.get(thing) for thing in found):
        return 0.0
    cells: list[tuple[float, float]] = []
    few = (0.0, 0.0)
    for thing, weight in expected.items():
        cell = (float(found.get(thing, 0)), total * weight / whole)
        if cell[1] < 8:
            few = (few[0] + cell[0], few[1] + cell[1])
        else:
            cells.append(cell)
    if few[1] >= 8:
        cells.append(few)
    if len(cells) < 2:
        return 1.0
    return survival(math.fsum((n - m) ** 2 / m for n, m in cells) / 2, (len(cells) - 1) / 2)


def survival(x: float, a: float) -> float:
    """The upper incomplete gamma function, as a part of the whole: by its series below, by its continued fraction above."""
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - total * scale)
    b = x + 1 - a
    c, d = 1e300, 1 / b
    h = d
    for i in range(1, 10_000):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        h *= d * c
        if abs(d * c - 1) < 1e-14:
            break
    return h * scale


def evenness(
    s: State,
    seat: int,
    look: Callable[[State], Mapping[str, Hashable]],
    expected: Mapping[str, Mapping[Any, float]],
    samples: int = SAMPLES,
) -> float:
    """The p-value of many resamples of a state: `look` names some things in each, whose probabilities are expected.

    It is that of the oddest thing, times the number of things (Bonferroni).
    """
    found: dict[str, Counter[Hashable]] = {name: Counter() for name in expected}
    anew = np.errstate(over="ignore")(in_mode(resampled, DEFAULT_MODE)) if DEFAULT_MODE == "python" else in_mode(resampled, DEFAULT_MODE)
    for seed in range(samples):
        copy = s.copy()
        anew(copy, seat, np.uint64(seed))
        for name, thing in look(copy).items():
            found[name][thing] += 1
    return min(1.0, len(expected) * min(chi_square(found[name], expected[name]) for name in expected))
