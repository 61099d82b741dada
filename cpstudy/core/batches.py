"""Many boards decided in one call: verdicts and witnesses as arrays, and the results they come to.

For those who make or measure puzzles by the thousand: no Python object a board until results are
wanted. Kernels fill the arrays; their callers check the witnesses.
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
    """What became of boards 0 … count-1.

    verdicts: int8[count], keys of the engine's ``VERDICTS``: 0 none, 1 unique, 2 many, another
    number where it is not known. witnesses: uint8[count, 2, n], as many as the verdict says; the
    rest is zero. nodes: int64[count].
    """

    verdicts: npt.NDArray[np.int8]
    witnesses: npt.NDArray[np.uint8]
    nodes: npt.NDArray[np.int64]

    @classmethod
    def of(cls, count: int, n: int) -> Self:
        """Room for so many boards with solutions of n bytes."""
        witnesses = np.zeros((count, 2, n), np.uint8)
        return cls(np.zeros(count, np.int8), witnesses, np.zeros(count, np.int64))

    def results(self) -> Iterator[Result | None]:
        """What ``solve`` says of each board with two witnesses; None where it is not known."""
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
