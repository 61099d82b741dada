"""The compiled search asked for solutions: budgets, clocks, and what it knows where it stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock
from cpstudy.core.kernels import prepared
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.slices import solutions
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
    s = search(puzzle)
    if used is not None:
        s.board.used[:] = used
    under_way = _UnderWay(s, 1 + max(puzzle.rows, puzzle.columns) // LONGEST)
    return solutions(under_way, clock, budget, limit, patience=patience, found=found), s


class _UnderWay:
    """A search to be gone on with by core/slices.py. words: of a line. Effort: looks."""

    def __init__(self, s: Search, words: int) -> None:
        self._search = s
        self._cells = s.board.left.size
        self._pace = max(10, _PACE * 400 // max(400, self._cells))
        self._ahead = _CELL * self._cells * words
        self._ended = False

    @property
    def effort(self) -> int:
        """Cells looked at."""
        return int(self._search.control[LOOKS])

    @property
    def counters(self) -> dict[str, int]:
        """Looks, and lines solved."""
        return {"looks": self.effort, "lines": int(self._search.board.control[SOLVED])}

    def go(self, most: int) -> bytes | Stop | None:
        """Another slice, to ``most`` looks in all: a picture, DONE, or None if it is neither."""
        if self._ended:
            return Stop.DONE
        looks = self.effort
        go_on = prepared(run, self._ahead)
        pace = _PLAIN_PACE if go_on is run else self._pace
        told = go_on(self._search, min(looks + pace, most))
        self._ahead = _LOOK * (self.effort - looks) + self._cells // 8
        if told == FOUND:
            self._ended = self._search.control[DEPTH] == 0  # nothing was supposed: no other picture
            return shown(self._search.board)
        return Stop.DONE if told == EXHAUSTED else None


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
