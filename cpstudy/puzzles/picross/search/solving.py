"""The compiled search asked for solutions: budgets, clocks, and what it knows where it stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock
from cpstudy.core.kernels import prepared
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.puzzles.picross.lines.board import COLUMNS, SOLVED, Board, undo
from cpstudy.puzzles.picross.lines.words import LONGEST
from cpstudy.puzzles.picross.puzzle import FREE, Picross
from cpstudy.puzzles.picross.search.engine import (
    DEPTH,
    EXHAUSTED,
    FOUND,
    LOOKS,
    Search,
    picture,
    run,
    search,
)

# Cells looked at between two looks at the clock, on boards of up to 400 cells: about ten
# milliseconds; fewer on larger ones, where each touches more lines.
_PACE = 2000
_PLAIN_PACE = 5

# Units of plain work: a cell of the board, lines and all, by words of a line; a cell looked at.
_CELL, _LOOK = 2, 60


def solve(
    puzzle: Picross,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    found: Found | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all).

    Counters: looks (the iterations), cells looked at; lines, those solved. found: gets each
    solution at once.
    """
    return searched(puzzle, budget, limit, found=found)[0]


def searched(
    puzzle: Picross,
    budget: Budget,
    limit: int | None,
    *,
    patience: int | None = None,
    used: Sequence[bool] | None = None,
    found: Found | None = None,
) -> tuple[Result, Search]:
    """The same, and the search where it stands.

    patience: give up after so many looks without a second solution (stop ITERATIONS). used: the
    lines whose clues are to be kept; all where it is None. Solutions are of these lines only.
    """
    clock = Clock(budget.seconds)
    most = 2**62 if budget.iterations is None else budget.iterations
    solutions: list[bytes] = []
    s = search(puzzle)
    if used is not None:
        s.board.used[:] = used
    cells = s.board.left.size
    pace = max(10, _PACE * 400 // max(400, cells))
    words = 1 + max(puzzle.rows, puzzle.columns) // LONGEST
    work = _CELL * cells * words
    stop = None
    while stop is None:
        if clock.late:
            stop = Stop.TIME
            break
        looks = int(s.control[LOOKS])
        go_on = prepared(run, work)
        bound = most if patience is None or len(solutions) > 1 else min(most, patience)
        told = go_on(s, min(looks + (pace if go_on is not run else _PLAIN_PACE), bound))
        work = _LOOK * (int(s.control[LOOKS]) - looks) + cells // 8
        looks = int(s.control[LOOKS])
        if told == EXHAUSTED:
            stop = Stop.DONE
        elif told == FOUND:
            solutions.append(shown(s.board))
            if found is not None:
                found(solutions[-1])
            if len(solutions) == limit:
                stop = Stop.LIMIT
            elif s.control[DEPTH] == 0:  # nothing was supposed
                stop = Stop.DONE
        elif looks >= bound:
            stop = Stop.ITERATIONS
    told = Result(
        solutions=tuple(solutions),
        exhausted=stop is Stop.DONE,
        stop=stop,
        counters={"looks": int(s.control[LOOKS]), "lines": int(s.board.control[SOLVED])},
    )
    return told, s


def narrowed(puzzle: Picross, s: Search) -> Picross:
    """``puzzle`` with all cells given that its search has settled without supposing anything.

    The search goes back to its first decision for that.
    """
    b = s.board
    if s.control[DEPTH]:
        prepared(undo, b.left.size)(b, int(s.decisions[0, 2]))
    colours = np.argmax(_possible(puzzle, b), axis=1)
    return replace(
        puzzle, given=np.where(b.left == 1, colours + 1, FREE).astype(np.uint8).tobytes()
    )


def _possible(puzzle: Picross, b: Board) -> npt.NDArray[np.bool_]:
    """Whether a cell can have a colour: bool[cells, c + 1]."""
    places = np.arange(puzzle.columns)
    bits = b.may[: puzzle.rows][:, :, places // LONGEST] >> (places % LONGEST) & 1
    return np.asarray(bits.transpose(0, 2, 1).reshape(len(b.left), -1), np.bool_)


def shown(b: Board) -> bytes:
    """The picture of a settled board."""
    cells = np.zeros(b.left.size, np.uint8)
    prepared(picture, cells.size // 8)(b.may, int(b.control[COLUMNS]), cells)
    return cells.tobytes()
