"""The functions of :mod:`.bits` as machine instructions, for :mod:`.machine_code` to import.

Python functions that numba replaces by instructions of LLVM, without compiling anything of its own
for them.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, ConcreteTemplate, infer_global, signature
from numba.extending import lower_builtin

from cpstudy.core.bits import lowest_bit, popcount, wide


@infer_global(popcount)
@infer_global(lowest_bit)
class _OfWord(ConcreteTemplate):  # type: ignore[misc, unused-ignore]
    cases = (signature(types.int64, types.uint64),)


@infer_global(wide)
class _OfInteger(AbstractTemplate):  # type: ignore[misc, unused-ignore]
    def generic(self, arguments: Any, named: Any) -> Any:
        (number,) = arguments
        return signature(types.int64, number) if isinstance(number, types.Integer) else None


@lower_builtin(popcount, types.uint64)  # type: ignore[untyped-decorator, unused-ignore]
def _popcount(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
    return builder.ctpop(arguments[0])


@lower_builtin(lowest_bit, types.uint64)  # type: ignore[untyped-decorator, unused-ignore]
def _lowest_bit(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
    return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))


@lower_builtin(wide, types.Integer)  # type: ignore[untyped-decorator, unused-ignore]
def _wide(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
    return context.cast(builder, arguments[0], called.args[0], types.int64)
