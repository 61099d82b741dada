"""What a model was made to tell: the record that the loops of CP-SAT, SAT and SMT return."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from cpstudy.core.result import Stop


@dataclass(frozen=True)
class Enumeration:
    """The solutions that a search found, and what it took.

    solutions: bool[watched variables] each. build and seconds: seconds to hand the model to the
    solver, and of the search. lacking: the clauses over the watched variables that were added
    because a candidate broke them (lazy encodings); numbers of variables from 1, as in DIMACS.
    """

    solutions: list[npt.NDArray[np.bool_]]
    stop: Stop
    counters: dict[str, int]
    seconds: float
    build: float = 0.0
    lacking: list[list[int]] = field(default_factory=list)
