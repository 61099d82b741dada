"""The search on one puzzle, with budgets and solutions as they are found; and on many in one call.

:mod:`.searching` has the kernels; a search is divided into slices (``core/solving.py``).

A *batch* is for puzzles by the thousand: arrays in, verdicts and witnesses out, no Python object
per board; every witness is checked (``checking.py``). Limits: no cages, since their tables differ
from board to board; a board that exceeds the node budget is unknown.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cpstudy.core.batches import Decisions
from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError
from cpstudy.core.native import array, view
from cpstudy.core.result import UNBOUNDED, Result, Stop, Verdict
from cpstudy.core.solving import Request, WrongAnswerError, run_in_slices
from cpstudy.puzzles.latin.checking import first_wrong
from cpstudy.puzzles.latin.rules import Latin, Unit
from cpstudy.puzzles.latin.search.cages import most_steps
from cpstudy.puzzles.latin.search.searching import EXHAUSTED, FOUND, decide_all, search
from cpstudy.puzzles.latin.search.state import Board, begin_with, clue_sets

# Loads of a word in a slice: some hundredths of a second.
_SLICE = 4_000_000

VERDICTS = {0: Verdict.NONE, 1: Verdict.UNIQUE, 2: Verdict.MANY, -1: Verdict.UNKNOWN}


class Search:
    """A search in progress, resumed by ``run_in_slices`` or ``go``. Effort: nodes.

    sets: the initial sets of values of each cell, instead of those of the clues. random:
    the state of a stream (core/random.py); if it is given, values are tried in random order.
    """

    def __init__(
        self,
        puzzle: Latin,
        sets: npt.NDArray[np.int64] | None = None,
        random: npt.NDArray[np.uint64] | None = None,
    ) -> None:
        self.board = Board(puzzle)
        self._sets = array(self.board.candidates)[: puzzle.order**2]
        scan = puzzle.order**3 * (10 if puzzle.cages else 1)
        self._pace = max(16, _SLICE // (scan + most_steps(puzzle)))
        if random is not None:
            self.board.shuffled = True
            self.board.random = view(random)
        begin_with(self.board, view(clue_sets(puzzle) if sets is None else sets))

    @property
    def effort(self) -> int:
        """Nodes: the number of decisions made."""
        return self.board.nodes

    @property
    def counters(self) -> dict[str, int]:
        """The nodes."""
        return {"nodes": self.effort}

    def go(self, most: int = UNBOUNDED) -> bytes | Stop | None:
        """Run a slice, to ``most`` nodes in total: a solution, DONE, or None if it is neither."""
        end = search(self.board, min(self.effort + self._pace, most))
        if end == FOUND:
            return self.solution()
        return Stop.DONE if end == EXHAUSTED else None

    def solution(self) -> bytes:
        """The values of a settled board."""
        return bytes(np.frexp(self._sets & self.board.full)[1].tolist())


def solve(puzzle: Latin, request: Request) -> Result:
    """Up to ``limit`` solutions (None: all). Counter: nodes (the iterations), decisions made.

    patience: the number of nodes without a second solution after which the search stops (stop
    ITERATIONS). found: receives each solution at once.
    """
    clock = Clock(request.budget.seconds)
    return run_in_slices(Search(puzzle), clock, request)


# -- batches -----------------------------------------------------------------------------------


def decide_boards(shape: Latin, clues: npt.NDArray[np.uint8], nodes: int = 100_000) -> Decisions:
    """Decide all boards of ``clues`` (uint8[count, n], 0 for none) in the units of ``shape``.

    nodes: budget for one board. Raises InputError for cages and for invalid clues,
    WrongAnswerError (with the board's text form) if a witness breaks a rule.
    """
    n = shape.order**2
    if shape.cages:
        raise InputError("boards with cages are decided one by one")
    if clues.ndim != 2 or clues.shape[1] != n or int(clues.max(initial=0)) > shape.order:
        raise InputError(f"clues of shape {clues.shape} for boards of {shape.size}")
    decisions = Decisions.of(len(clues), n)
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
    """The result of ``solve`` for each puzzle, with two witnesses and no budget.

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
        for place, result in zip(places, decide_boards(shape, clues).results(), strict=True):
            results[place] = result
    return results
