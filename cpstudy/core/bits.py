"""Counting and finding bits inside kernels: one machine instruction each, plain Python uncompiled.

numba has no name for these instructions; the two functions below are Python functions that it
replaces by them. Arguments are uint64, results int64.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic, overload


def popcount(word: Any) -> Any:
    """The number of ones in a uint64."""
    return int(word).bit_count()


def lowest_bit(word: Any) -> Any:
    """The position of the lowest one in a uint64, 64 where there is none."""
    value = int(word)
    return (value & -value).bit_length() - 1 if value else 64


@intrinsic
def _ctpop(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def _cttz(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


@overload(popcount)
def _popcount(word: Any) -> Any:
    def implementation(word: Any) -> Any:
        return _ctpop(word)

    return implementation


@overload(lowest_bit)
def _lowest_bit(word: Any) -> Any:
    def implementation(word: Any) -> Any:
        return _cttz(word)

    return implementation
