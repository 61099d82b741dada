"""The compiled search as a solver: budgets, clocks, and its knowledge when it stops."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock
from cpstudy.core.native import array, zeros
from cpstudy.core.result import Budget, Result, Stop, Verdict
from cpstudy.core.solving import Request, checked, run_in_slices
from cpstudy.puzzles.picross.lines.board import undo
from cpstudy.puzzles.picross.lines.checker import checker
from cpstudy.puzzles.picross.lines.state import LONGEST, Board
from cpstudy.puzzles.picross.puzzle import FREE, Picross
from cpstudy.puzzles.picross.search.engine import EXHAUSTED, FOUND, Search, picture, run

# Cells examined between two checks of the clock, on boards of up to 400 cells: about ten
# milliseconds; fewer on larger boards, where each cell needs more lines.
_PACE = 2000


def solve(puzzle: Picross, request: Request) -> Result:
    """Up to ``limit`` solutions (None: all).

    Counters: looks (the iterations), cells examined; lines, those solved. found: called with each
    solution at once.
    """
    return searched(puzzle, request)[0]


def searched(
    puzzle: Picross, request: Request, *, used: Sequence[bool] | None = None
) -> tuple[Result, Search]:
    """Like :func:`solve`, but also returns the search in its current state.

    patience: give up after this number of looks without a second solution (stop ITERATIONS). used:
    the lines whose clues count; None: all. Solutions satisfy these lines only.
    """
    clock = Clock(request.budget.seconds)
    s = Search(puzzle)
    if used is not None:
        array(s.used)[:] = used
    return run_in_slices(_UnderWay(s), clock, request), s


class _UnderWay:
    """A search resumed by ``run_in_slices``. Effort: looks."""

    def __init__(self, s: Search) -> None:
        self._search = s
        self._pace = max(10, _PACE * 400 // max(400, len(s.left)))
        self._ended = False

    @property
    def effort(self) -> int:
        """Cells examined."""
        return self._search.looks

    @property
    def counters(self) -> dict[str, int]:
        """Looks, and solved lines."""
        return {"looks": self.effort, "lines": self._search.solved}

    def go(self, most: int) -> bytes | Stop | None:
        """Run another slice, to ``most`` looks in total: a picture, DONE, or None for neither."""
        if self._ended:
            return Stop.DONE
        outcome = run(self._search, min(self.effort + self._pace, most))
        if outcome == FOUND:
            self._ended = self._search.depth == 0  # no assumption: there is no other picture
            return shown(self._search)
        return Stop.DONE if outcome == EXHAUSTED else None


def narrowed(puzzle: Picross, s: Search) -> Picross:
    """``puzzle`` with all cells given that the search has settled without an assumption.

    The search returns to its first decision.
    """
    if s.depth:
        undo(s, s.decisions[0, 2])
    colours = np.argmax(_possible(puzzle, s), axis=1)
    known = np.where(array(s.left) == 1, colours + 1, FREE)
    return replace(puzzle, given=known.astype(np.uint8).tobytes())


def _possible(puzzle: Picross, b: Board) -> npt.NDArray[np.bool_]:
    """Whether each cell can have each colour: bool[cells, c + 1]."""
    places = np.arange(puzzle.columns)
    bits = array(b.may)[: puzzle.rows][:, :, places // LONGEST] >> (places % LONGEST) & 1
    return np.asarray(bits.transpose(0, 2, 1).reshape(len(b.left), -1), np.bool_)


def shown(b: Board) -> bytes:
    """The picture of a settled board."""
    cells = zeros(len(b.left), "u8")
    picture(b, cells)
    return bytes(cells)


LOOKS = 2000


def solve_batch(puzzles: Sequence[Picross]) -> list[Result | None]:
    """The result of ``solve`` for each puzzle, limit 2, within ``LOOKS``; None if unknown."""
    results: list[Result | None] = []
    for puzzle in puzzles:
        result = solve(puzzle, Request(Budget(iterations=LOOKS), 2))
        is_solution = checker(puzzle)
        for solution in result.solutions:
            if not is_solution(cast(bytes, solution)):
                checked(puzzle, solution, "search")
        results.append(None if result.verdict is Verdict.UNKNOWN else result)
    return results
