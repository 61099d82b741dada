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

from cpstudy.core.kernels import kernel, prepared
from cpstudy.core.waiting import describe_kernels

describe_kernels(__name__, "the random streams", seconds=1)

# Part of every row's key: raised when the same seed would give other numbers.
GENERATOR_VERSION = 1

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ONE = np.uint64(1)

# Constants of numpy's SeedSequence.
_POOL = 4
_INIT_A, _MULT_A = np.uint64(0x43B0D7E5), np.uint64(0x931E8875)
_INIT_B, _MULT_B = np.uint64(0x8B51F9DD), np.uint64(0x58F38DED)
_MIX_LEFT, _MIX_RIGHT = np.uint64(0xCA01F9DD), np.uint64(0x4973F715)
_XSHIFT = np.uint64(16)


def stream(seed: int, *key: int) -> npt.NDArray[np.uint64]:
    """The state of stream ``key`` under ``seed``: uint64[4], independent of every other key.

    Raises ValueError where seed or key is negative.
    """
    if seed < 0 or any(part < 0 for part in key):
        raise ValueError(f"seed must not be negative, got {seed}")
    words = np.random.SeedSequence(seed, spawn_key=key).generate_state(4, np.uint64)
    return words.astype(np.uint64, copy=False)


def streams(seed: int, key: Sequence[int], first: int, count: int) -> npt.NDArray[np.uint64]:
    """States of the streams ``(*key, first) … (*key, first + count - 1)``: uint64[count, 4].

    The same words as ``stream`` gives one by one, in a thousandth of the time. Raises ValueError
    where a number is negative or an index is above 2^32 - 1.
    """
    if min(seed, first, count, *key) < 0:
        raise ValueError(f"seed must not be negative, got {seed} with key {(*key, first)}")
    if first + count > 2**32:
        raise ValueError(f"stream {first + count - 1} is above {2**32 - 1}")
    entropy = _words(seed)
    entropy += [0] * (_POOL - len(entropy))
    for part in key:
        entropy += _words(part)
    states = np.empty((count, 4), np.uint64)
    seed_states = prepared(_seed_states, 4 * count + 20)
    seed_states(np.array(entropy, np.uint64), first, states)
    return states


def _words(number: int) -> list[int]:
    """A number as 32-bit words, the lowest first; one word for 0."""
    words = [number & 0xFFFFFFFF]
    while number := number >> 32:
        words.append(number & 0xFFFFFFFF)
    return words


@kernel
def _hashed(value: Any, constant: Any, following: Any) -> Any:
    value = ((value ^ constant) * following) & _LOW
    return value ^ (value >> _XSHIFT)


@kernel
def _mixed(x: Any, y: Any) -> Any:
    value = ((_MIX_LEFT * x & _LOW) + (_LOW + _ONE) - (_MIX_RIGHT * y & _LOW)) & _LOW
    return value ^ (value >> _XSHIFT)


@kernel
def _seed_states(entropy: Any, first: Any, states: Any) -> None:
    """numpy's SeedSequence (O'Neill's seed_seq), with a last word first, first + 1 … for each row.

    entropy: uint64[words], at least four, each below 2^32. All products stay below 2^64.
    """
    pool = np.zeros(_POOL, np.uint64)
    constant = _INIT_A
    for i in range(_POOL):
        following = constant * _MULT_A & _LOW
        pool[i] = _hashed(entropy[i], constant, following)
        constant = following
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                following = constant * _MULT_A & _LOW
                pool[target] = _mixed(pool[target], _hashed(pool[source], constant, following))
                constant = following
    for i in range(_POOL, len(entropy)):
        for target in range(_POOL):
            following = constant * _MULT_A & _LOW
            pool[target] = _mixed(pool[target], _hashed(entropy[i], constant, following))
            constant = following
    last = np.zeros(_POOL, np.uint64)
    for row in range(len(states)):
        index = np.uint64(first + row)
        inside = constant
        for target in range(_POOL):
            following = inside * _MULT_A & _LOW
            last[target] = _mixed(pool[target], _hashed(index, inside, following))
            inside = following
        outside = _INIT_B
        for word in range(4):
            following = outside * _MULT_B & _LOW
            low = _hashed(last[2 * word & 3], outside, following)
            outside = following
            following = outside * _MULT_B & _LOW
            high = _hashed(last[(2 * word + 1) & 3], outside, following)
            outside = following
            states[row, word] = high << _HALF | low


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
