"""The functions of :mod:`.bits` as machine instructions, for :mod:`.machine_code` to import.

Python functions that numba replaces (``overload``) by intrinsics of LLVM.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from cpstudy.core.bits import lowest_bit, popcount, wide


@intrinsic
def _ctpop(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def _cttz(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
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


@intrinsic
def _int64(typing_context: Any, number: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.cast(builder, arguments[0], signature.args[0], types.int64)

    return types.int64(number), generate


@overload(wide)
def _wide(number: Any) -> Any:
    if not isinstance(number, types.Integer):
        return None

    def implementation(number: Any) -> Any:
        return _int64(number)

    return implementation
