"""Decisions on many boards in one call: verdicts and witnesses as arrays, and results from them.

This is for programs that make or measure thousands of puzzles: no board needs a Python object until
its result is requested. Kernels fill the arrays; their callers check the witnesses.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from cpstudy.core.result import Result, Stop

_MANY = 2


@dataclass(frozen=True, eq=False)
class Decisions:
    """The decisions on boards 0 … count-1.

    verdicts: int8[count], keys of the engine's ``VERDICTS``: 0 none, 1 unique, 2 many, another
    number if it is unknown. witnesses: uint8[count, 2, n], as many as the verdict claims; the rest
    is zero. nodes: int64[count].
    """

    verdicts: npt.NDArray[np.int8]
    witnesses: npt.NDArray[np.uint8]
    nodes: npt.NDArray[np.int64]

    @classmethod
    def of(cls, count: int, n: int) -> Self:
        """Arrays for ``count`` boards with solutions of n bytes."""
        witnesses = np.zeros((count, 2, n), np.uint8)
        return cls(np.zeros(count, np.int8), witnesses, np.zeros(count, np.int64))

    def results(self) -> Iterator[Result | None]:
        """For each board, the ``Result`` that ``solve`` gives with limit 2; None if unknown."""
        shown, n = self.witnesses.tobytes(), self.witnesses.shape[2]
        pairs = zip(self.verdicts.tolist(), self.nodes.tolist(), strict=True)
        for board, (number, nodes) in enumerate(pairs):
            if not 0 <= number <= _MANY:
                yield None
                continue
            start = 2 * n * board
            yield Result(
                solutions=tuple(shown[start + k * n : start + (k + 1) * n] for k in range(number)),
                exhausted=number < _MANY,
                stop=Stop.LIMIT if number == _MANY else Stop.DONE,
                counters={"nodes": nodes},
            )
