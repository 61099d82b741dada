"""Many boards of one kind and shape in one call: arrays in, verdicts and checked witnesses out.

For puzzles by the thousand: no Python object a board. The search is :mod:`.searching`; every
witness is checked (``checking.py``). Limits: no cages, which have tables for each board; a board
that exceeds the node budget is unknown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import view
from cpstudy.core.result import Result, Stop, Verdict
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles.latin.checking import first_wrong
from cpstudy.puzzles.latin.rules import Latin, Unit
from cpstudy.puzzles.latin.search.searching import decide_all
from cpstudy.puzzles.latin.search.state import Board

UNKNOWN = -1
VERDICTS = {0: Verdict.NONE, 1: Verdict.UNIQUE, 2: Verdict.MANY, UNKNOWN: Verdict.UNKNOWN}


@dataclass(frozen=True, eq=False)
class Decisions:
    """The verdicts on boards 0 … count-1.

    verdicts: int8[count], keys of VERDICTS. witnesses: uint8[count, 2, n], as many as the verdict
    says (none 0, unique 1, many 2; the rest is zero). nodes: int64[count].
    """

    verdicts: npt.NDArray[np.int8]
    witnesses: npt.NDArray[np.uint8]
    nodes: npt.NDArray[np.int64]


def decide_boards(shape: Latin, clues: npt.NDArray[np.uint8], nodes: int = 100_000) -> Decisions:
    """Decide all boards of ``clues`` (uint8[count, n], 0 for none) in the units of ``shape``.

    nodes: budget for one board. Raises RuntimeError for cages and for clues that are off,
    WrongAnswerError (with the board's text form) where a witness breaks a rule.
    """
    n = shape.order**2
    if shape.cages:
        raise RuntimeError("boards with cages are decided one by one")
    if clues.ndim != 2 or clues.shape[1] != n or int(clues.max(initial=0)) > shape.order:
        raise RuntimeError(f"clues of shape {clues.shape} for boards of {shape.size}")
    count = len(clues)
    decisions = Decisions(
        np.zeros(count, np.int8), np.zeros((count, 2, n), np.uint8), np.zeros(count, np.int64)
    )
    w = Board(shape)
    boards = view(np.ascontiguousarray(clues, np.uint8))
    verdicts, witnesses = view(decisions.verdicts), view(decisions.witnesses)
    decide_all(w, boards, nodes, verdicts, witnesses, view(decisions.nodes))
    wrong = first_wrong(w.units, boards, verdicts, witnesses)
    if wrong >= 0:
        text = shape.with_clues(clues[wrong].astype(np.uint8).tobytes()).encode()
        raise WrongAnswerError(f"search: a witness breaks a rule of {text}")
    return decisions


def solve_batch(puzzles: Sequence[Latin]) -> list[Result | None]:
    """The result of ``engine.solve`` for each puzzle, with two witnesses and no budget.

    Boards of the same units are decided together. None for a board with cages, and for one that
    needs more nodes than a batch gives it.
    """
    together: dict[tuple[Unit, ...], list[int]] = defaultdict(list)
    for place, puzzle in enumerate(puzzles):
        if not puzzle.cages:
            together[puzzle.units].append(place)
    results: list[Result | None] = [None] * len(puzzles)
    for places in together.values():
        shape = puzzles[places[0]]
        joined = b"".join(puzzles[place].clues for place in places)
        clues = np.frombuffer(joined, np.uint8).reshape(len(places), -1)
        decisions = decide_boards(shape, clues)
        for board, place in enumerate(places):
            number = int(decisions.verdicts[board])
            if number == UNKNOWN:
                continue
            results[place] = Result(
                solutions=tuple(decisions.witnesses[board, k].tobytes() for k in range(number)),
                exhausted=number < 2,
                stop=Stop.LIMIT if number == 2 else Stop.DONE,
                counters={"nodes": int(decisions.nodes[board])},
            )
    return results
