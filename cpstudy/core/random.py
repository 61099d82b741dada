"""Random streams: a seed and a key give the same numbers for ever, compiled or not.

:mod:`.random_words` draws the numbers. Numpy's SeedSequence seeds the streams; its spawned children
are independent (seeding a generator of this family with multiples of a constant gives shifted
copies of one stream, and distorted tables).
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from cpstudy.core.errors import InputError
from cpstudy.core.kernel_types import View, u64
from cpstudy.core.native import table, view, zeros
from cpstudy.core.random_words import seed_states

# Part of every row's key: raised when the same seed would give other numbers.
GENERATOR_VERSION = 1

# Four words; drawing a number changes them.
Stream: TypeAlias = View[u64]

# The size of the pool of numpy's SeedSequence, in words.
_POOL = 4


def stream(seed: int, *key: int) -> Stream:
    """The stream ``key`` under ``seed``: uint64[4], independent of every other key.

    Raises InputError if seed or key is negative.
    """
    if seed < 0 or any(part < 0 for part in key):
        raise InputError(f"seed must not be negative, got {seed}")
    words: Stream = table(
        np.random.SeedSequence(seed, spawn_key=key).generate_state(4, np.uint64), "u64"
    )
    return words


def streams(seed: int, key: Sequence[int], first: int, count: int) -> npt.NDArray[np.uint64]:
    """States of the streams ``(*key, first) … (*key, first + count - 1)``: uint64[count, 4].

    These are the words of ``stream``, in a thousandth of the time. Raises InputError if a number is
    negative or an index is above 2^32 - 1.
    """
    if min(seed, first, count, *key) < 0:
        raise InputError(f"seed must not be negative, got {seed} with key {(*key, first)}")
    if first + count > 2**32:
        raise InputError(f"stream {first + count - 1} is above {2**32 - 1}")
    entropy = _words(seed)
    entropy += [0] * (_POOL - len(entropy))
    for part in key:
        entropy += _words(part)
    states = np.empty((count, 4), np.uint64)
    pool, last = zeros(_POOL, "u64"), zeros(_POOL, "u64")
    seed_states(table(entropy, "u64"), first, view(states), pool, last)
    return states


def _words(number: int) -> list[int]:
    """A number as 32-bit words, the lowest first; one word for 0."""
    words = [number & 0xFFFFFFFF]
    while number := number >> 32:
        words.append(number & 0xFFFFFFFF)
    return words
