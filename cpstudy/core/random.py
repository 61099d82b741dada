"""Random numbers inside kernels: xoshiro256++, so that a seed means the same puzzle for ever.

State: four 64-bit words in a ``uint64[4]`` array that the caller owns; period 2^256 - 1. Streams
are seeded by numpy's SeedSequence, whose spawned children are independent (seeding a generator
of this family with multiples of a constant gives shifted copies of one stream, and distorted
tables). Sixty-four-bit addition is written in two halves so that the kernels run uncompiled with
warnings as errors; compiled, that costs about a nanosecond.

Source: Blackman & Vigna 2021 (REFERENCES.md, ``Blackman2021``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.compiled import kernel

# Part of every row's key: raised when the same seed would give other numbers.
GENERATOR_VERSION = 1

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


def stream(seed: int, *key: int) -> npt.NDArray[np.uint64]:
    """The state of stream ``key`` under ``seed``: uint64[4], independent of every other key.

    Raises ValueError where seed or key is negative.
    """
    if seed < 0 or any(part < 0 for part in key):
        raise ValueError(f"seed must not be negative, got {seed}")
    words = np.random.SeedSequence(seed, spawn_key=key).generate_state(4, np.uint64)
    return words.astype(np.uint64, copy=False)


def streams(seed: int, key: Sequence[int], first: int, count: int) -> npt.NDArray[np.uint64]:
    """States of the streams ``(*key, first) … (*key, first + count - 1)``: uint64[count, 4]."""
    states = np.empty((count, 4), np.uint64)
    for i in range(count):
        states[i] = stream(seed, *key, first + i)
    return states


@kernel
def _add(a: Any, b: Any) -> Any:
    low = (a & _LOW) + (b & _LOW)
    high = ((a >> _HALF) + (b >> _HALF) + (low >> _HALF)) & _LOW
    return (high << _HALF) | (low & _LOW)


@kernel
def _rotate(x: Any, left: Any, right: Any) -> Any:
    return (x << left) | (x >> right)


@kernel
def next_word(state: Any) -> Any:
    """Advance ``state`` (uint64[4]); the next 64 random bits as uint64."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    word = _add(_rotate(_add(s0, s3), np.uint64(23), np.uint64(41)), s0)
    s2 ^= s0
    s3 ^= s1
    state[1] = s1 ^ s2
    state[0] = s0 ^ s3
    state[2] = s2 ^ (s1 << np.uint64(17))
    state[3] = _rotate(s3, np.uint64(45), np.uint64(19))
    return word


@kernel
def below(state: Any, bound: Any) -> Any:
    """A uniform int64 in 0 … bound-1, for 1 <= bound < 2^31, by multiplication and rejection.

    Source: Lemire 2019 (``Lemire2019``).
    """
    product = np.int64(next_word(state) >> _HALF) * bound
    low = product & 0xFFFFFFFF
    if low < bound:
        threshold = (0x100000000 - bound) % bound
        while low < threshold:
            product = np.int64(next_word(state) >> _HALF) * bound
            low = product & 0xFFFFFFFF
    return product >> 32


@kernel
def shuffle(state: Any, values: Any, size: Any) -> None:
    """Permute ``values[:size]`` uniformly in place (Fisher and Yates)."""
    for i in range(size - 1, 0, -1):
        j = below(state, i + 1)
        kept = values[i]
        values[i] = values[j]
        values[j] = kept
