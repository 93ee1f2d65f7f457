"""Seeds: numbers of 128 bits that key the chance of a match (see `core.chance`), and how they and the chance of a state are written.

A match without a seed of its own draws one that nobody can guess. Small ones, like 7, are for those who want to see a game again.
"""

from __future__ import annotations

import re
import secrets
from typing import Any

import numpy as np

from kronland.core.chance import NO_BITS, STEP, Generator, start_plain, start_random
from kronland.core.errors import UsageError
from kronland.core.given import WORD, quoted, whole_number
from kronland.core.kernel import interpreted
from kronland.core.layout import State

SEED_BITS = 128
SEEDS = 2**SEED_BITS
SMALL_SEEDS = 2**63  # below it a seed is a number in records, as it was when there were no others
HEX_SEED = re.compile(r"[0-9a-f]{32}", re.ASCII)
NUMBER_SEED = re.compile(r"[0-9]{1,20}", re.ASCII)


def new_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(SEED_BITS)


def read_seed(seed: int | str) -> int:
    """A seed as somebody gave it: a number, or text as `seed_text` writes it."""
    if isinstance(seed, str):
        if HEX_SEED.fullmatch(seed):
            return int(seed, 16)
        if not NUMBER_SEED.fullmatch(seed):
            raise _unread(seed[:40])
        seed = int(seed)
    number = whole_number(seed)
    if number is None:
        raise _unread(seed)
    if not 0 <= number < SEEDS:
        raise UsageError(f"the seed {number} is out of range; expected 0 to {SEEDS - 1}")
    return number


def _unread(seed: Any) -> UsageError:
    return UsageError(f"the seed {quoted(seed)} cannot be read; expected a whole number or {SEED_BITS // 4} hexadecimal digits")


def written_seed(seed: int) -> int | str:
    """A seed for JSON: a wide one as 32 hexadecimal digits, because readers in many languages would round the number."""
    return seed if seed < SMALL_SEEDS else f"{seed:0{SEED_BITS // 4}x}"


def seed_text(seed: int) -> str:
    """A seed as text: in the database, in positions and in what a commitment is made from."""
    return str(written_seed(seed))


def seed_chance(s: State, seed: int, generator: Generator = Generator.SIPHASH) -> None:
    """Begin chance in a state with a seed, by the generator of its rules."""
    if generator == Generator.SPLITMIX:
        if seed >= SMALL_SEEDS:
            raise UsageError(f"the seed {seed_text(seed)} is out of range for this version of the rules; expected 0 to {SMALL_SEEDS - 1}")
        with np.errstate(over="ignore"):
            interpreted(start_plain)(s, np.uint64(seed))
    else:
        interpreted(start_random)(s, np.uint64(seed & WORD), np.uint64(seed >> 64))


def chance_text(s: State) -> str:
    """The chance of a state for a text position: the seed and how many numbers were drawn; of version 1, SplitMix64's own number."""
    if s.generator == Generator.SPLITMIX:
        return str((int(s.key_low) + int(s.draws) * int(STEP)) & WORD)
    return f"{seed_text(seed_of(s))} {s.draws}"


def read_chance(s: State, text: str) -> None:
    """Chance from the words of a text position; UsageError if they are none."""
    seed, *draws = text.split() or [""]
    if len(draws) > 1 or not all(NUMBER_SEED.fullmatch(word) and int(word) <= WORD for word in draws):
        raise UsageError(f"the chance is {text[:80]!r}; expected a seed and how many numbers were drawn, like '7 53'")
    seed_chance(s, read_seed(seed))
    s.draws = np.uint64(int(draws[0])) if draws else NO_BITS


def states_chance(s: State) -> bool:
    """Whether the text that the state was read from told its chance."""
    return bool(s.generator == Generator.SIPHASH)


def has_chance(s: State) -> bool:
    """Whether chance was ever begun in the state: by a seed, or by a text that told it."""
    return bool(states_chance(s) or s.key_low or s.draws)


def seed_of(s: State) -> int:
    """The seed that keys the chance of a state."""
    return int(s.key_high) << 64 | int(s.key_low)
