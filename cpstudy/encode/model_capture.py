"""A stand-in for a solver: it keeps the model that it is handed, and tells an answer from outside.

Every row that runs on :class:`~cpstudy.encode.cpsat.CpsatSession` or
:class:`~cpstudy.encode.sat.SatSession` hands its model to a solver in one place each, and reads the
values that come back. While a stand-in is there, these places ask it instead. So any such model can
be written for programs outside, and their answers become solutions by the row's own code: no kind
of puzzle needs a line for it.

Limits: one model a call. Of a lazy encoding it is the part that it begins with, so an answer may
break rules; whoever asks checks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any


@dataclass
class StandIn:
    """model: the ``Cnf`` or ``CpModel`` that was handed over; None until then.

    answer: the values of its variables, in their order; None where there is none to be told.
    """

    answer: Sequence[int] | None = None
    model: Any = None
    _told: bool = False

    def take(self, model: Any) -> Sequence[int] | None:
        """Keep the model; the answer, the first time."""
        self.model = model
        if self._told or self.answer is None:
            return None
        self._told = True
        return self.answer


_present: ContextVar[StandIn | None] = ContextVar("stand_in", default=None)


def stand_in() -> StandIn | None:
    """Who stands in for the solvers of this context; usually nobody."""
    return _present.get()


@contextmanager
def standing_in(answer: Sequence[int] | None = None) -> Iterator[StandIn]:
    """No solver searches while the body runs, in this thread."""
    placed = StandIn(answer)
    token = _present.set(placed)
    try:
        yield placed
    finally:
        _present.reset(token)
