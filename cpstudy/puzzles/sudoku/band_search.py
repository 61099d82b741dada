"""The search on bands (:mod:`.bands`) as a solver: alone, in batches, and as default where it fits.

A kernel checks every witness of a batch (``latin/checking.py``). Boards of other sizes, and
those with diagonals, are left to the search of all latin kinds.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from cpstudy.core.batches import Decisions
from cpstudy.core.clock import Clock
from cpstudy.core.errors import NotApplicable
from cpstudy.core.kernel_types import Const2
from cpstudy.core.native import array, table, view, zeros
from cpstudy.core.result import UNBOUNDED, Result, Stop
from cpstudy.core.solving import Request, WrongAnswerError, run_in_slices
from cpstudy.puzzles.latin import portfolio
from cpstudy.puzzles.latin.checking import first_wrong
from cpstudy.puzzles.sudoku.bands import (
    EXHAUSTED,
    FOUND,
    Bands,
    begin,
    copy_solution,
    decide_all,
    search,
)
from cpstudy.puzzles.sudoku.puzzle import Sudoku

# Guesses per slice, and per board in a batch: some hundredths of a second.
_SLICE = 10_000
_MOST = 100_000


def is_ordinary(puzzle: Sudoku) -> bool:
    """Whether a board is 9 × 9 with boxes of 3 × 3 and without diagonals."""
    return puzzle.box_rows == puzzle.box_columns == 3 and not puzzle.diagonals


class Search:
    """A search in progress, resumed by ``run_in_slices``. Effort: decisions."""

    def __init__(self, puzzle: Sudoku) -> None:
        self._bands = Bands()
        self._solution = zeros(81, "u8")
        begin(self._bands, view(puzzle.clues))

    @property
    def effort(self) -> int:
        """The number of decisions made."""
        return self._bands.guesses

    @property
    def counters(self) -> dict[str, int]:
        """Nodes: the number of decisions made."""
        return {"nodes": self.effort}

    def go(self, most: int = UNBOUNDED) -> bytes | Stop | None:
        """Run a slice, to ``most`` guesses in total: a solution, DONE, or None if it is neither."""
        end = search(self._bands, min(self.effort + _SLICE, most))
        if end == FOUND:
            copy_solution(self._bands, self._solution)
            return bytes(array(self._solution))
        return Stop.DONE if end == EXHAUSTED else None


def solve(puzzle: Sudoku, request: Request) -> Result:
    """Up to ``limit`` solutions (None: all). Counter: nodes (the iterations), decisions made.

    Raises NotApplicable for boards that are not ordinary.
    """
    clock = Clock(request.budget.seconds)
    if not is_ordinary(puzzle):
        raise NotApplicable("bands are for 9x9 with boxes of 3x3 and without diagonals")
    return run_in_slices(Search(puzzle), clock, request)


@cache
def _units() -> Const2[int]:
    units: Const2[int] = table([unit.cells for unit in Sudoku(3, 3, bytes(81)).units], "i64")
    return units


def decide_boards(clues: npt.NDArray[np.uint8], nodes: int = _MOST) -> Decisions:
    """Decide all boards of ``clues`` (uint8[count, 81], 0 for none). nodes: budget for one board.

    Raises WrongAnswerError (with the board's text form) if a witness breaks a rule.
    """
    found = Decisions.of(len(clues), 81)
    boards, into = view(clues), (view(found.verdicts), view(found.witnesses))
    decide_all(Bands(), boards, nodes, *into, view(found.nodes))
    wrong = first_wrong(_units(), boards, *into)
    if wrong >= 0:
        text = Sudoku(3, 3, clues[wrong].tobytes()).encode()
        raise WrongAnswerError(f"bands: a witness breaks a rule of {text}")
    return found


def solve_batch(puzzles: Sequence[Sudoku]) -> list[Result | None]:
    """The result of ``solve`` for each puzzle, with two witnesses and no budget.

    None for boards that are not ordinary, and for one that needs more nodes than a batch gives
    it. Errors are those of :func:`decide_boards`.
    """
    places = [place for place, puzzle in enumerate(puzzles) if is_ordinary(puzzle)]
    joined = b"".join(puzzles[place].clues for place in places)
    decisions = decide_boards(np.frombuffer(joined, np.uint8).reshape(-1, 81))
    results: list[Result | None] = [None] * len(puzzles)
    for place, result in zip(places, decisions.results(), strict=True):
        results[place] = result
    return results


# -- the default: bands for ordinary boards, else the portfolio of all latin kinds -----------------


def settle(puzzle: Sudoku, request: Request) -> Result:
    """Up to ``limit`` solutions (None: all), by bands or by the portfolio of latin kinds."""
    if is_ordinary(puzzle):
        return solve(puzzle, request).settled_by("bands")
    return portfolio.solve(puzzle, request)


def settle_batch(puzzles: Sequence[Sudoku]) -> list[Result | None]:
    """The result of :func:`settle` for each puzzle, like :func:`solve_batch`."""
    results = [result and result.settled_by("bands") for result in solve_batch(puzzles)]
    others = [place for place, puzzle in enumerate(puzzles) if not is_ordinary(puzzle)]
    found = portfolio.solve_batch([puzzles[place] for place in others])
    for place, result in zip(others, found, strict=True):
        results[place] = result
    return results
