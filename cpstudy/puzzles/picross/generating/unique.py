"""Puzzles with one solution: a picture whose cells are changed until it is the only one.

Where a picture's puzzle has another solution, one of the cells in which they differ is changed to
what it is there; where the search does not settle it soon, one of the cells that it left open. Of
some such cells, drawn at random, the one is taken after which the lines alone leave fewest cells
open, so few changes are needed. Mirrored pictures change a cell and its image together.

The random numbers go on where the picture's stream stands, so a puzzle depends on (algorithm, rows,
columns, seed, index) and on nothing else. Cost: some tens of searches a puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, repeat
from typing import cast

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted, distinct
from cpstudy.core.random import Stream, stream
from cpstudy.core.random_words import below
from cpstudy.core.result import Verdict
from cpstudy.core.solving import Request, checked
from cpstudy.puzzles.picross.deduction.solver import LINE, RULES
from cpstudy.puzzles.picross.explaining.explainer import EXPLAINER
from cpstudy.puzzles.picross.generating.pictures import (
    ALGORITHMS,
    Picture,
    check_picture,
    draw,
    stream_of,
)
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.picross.search import solving

# Looks for one search: puzzles that need more are made easier. Part of what a seed means, as are
# the cells tried for one change, the searches for one picture, and the pictures for one puzzle.
_LOOKS = 300
_TRIED = 6
_ROUNDS = 200
_PICTURES = 100

# Of so many cells in question another one is changed before the search is asked again.
_AT_ONCE = 30


def _open_cells(puzzle: Picross, clock: Clock) -> int:
    """How many (cell, colour) lines alone leave open."""
    _, search = solving.searched(puzzle, Request(clock.budget(0), 1))
    clock.check()
    return len(search.trail) - search.trailed


class PictureRepair:
    """One picture under repair, in ``cells``: uint8[rows * columns]."""

    def __init__(
        self,
        rows: int,
        columns: int,
        cells: Picture,
        state: Stream,
        clock: Clock,
        *,
        mirrored: bool = False,
    ) -> None:
        self.rows, self.columns, self.mirrored = rows, columns, mirrored
        self.cells, self.state, self.clock = cells, state, clock

    def run(self) -> bool:
        """Change cells until the picture is the only solution; False where that fails."""
        for _ in range(_ROUNDS):
            puzzle = self.puzzle
            told, search = solving.searched(puzzle, Request(self.clock.budget(_LOOKS), 2))
            self.clock.check()
            if told.verdict is Verdict.UNIQUE:
                return True
            others = [np.frombuffer(cast(bytes, s), np.uint8) for s in told.solutions]
            other = next((o for o in others if (o != self.cells).any()), None)
            if other is not None:
                places = (other != self.cells).nonzero()[0]
            else:
                known = np.frombuffer(solving.narrowed(puzzle, search).given, np.uint8)
                every = np.arange(self.cells.size)
                places = every[known == 0] if known.size else every
                other = (self.cells == 0).astype(np.uint8)
            for _ in range(1 + len(places) // _AT_ONCE):
                self._change(places, other)
        return False

    @property
    def puzzle(self) -> Picross:
        """The puzzle of the picture."""
        return self._puzzle(self.cells)

    def _puzzle(self, cells: Picture) -> Picross:
        return Picross.of_picture(self.rows, self.columns, cells.tobytes())

    def _change(self, places: npt.NDArray[np.int64], other: Picture) -> None:
        """Change one of the places, the best of some, to what it is in ``other``."""
        best = None
        for _ in range(min(_TRIED, len(places))):
            cell = int(places[below(self.state, len(places))])
            tried = self.cells.copy()
            tried[cell] = other[cell]
            if self.mirrored:
                row, column = divmod(cell, self.columns)
                tried[row * self.columns + self.columns - 1 - column] = other[cell]
            left = _open_cells(self._puzzle(tried), self.clock)
            if best is None or left < best[0]:
                best = left, tried
        assert best is not None  # two solutions differ somewhere
        self.cells = best[1]


def _identity(puzzle: Picross) -> tuple[object, ...]:
    """The same for all images of a puzzle under the symmetries of its board."""
    lines = puzzle.row_clues, puzzle.column_clues
    return min(
        (
            tuple(clue[::across] for clue in one[::down]),
            tuple(clue[::down] for clue in other[::across]),
        )
        for one, other in (lines, lines[::-1])
        for down in (1, -1)
        for across in (1, -1)
    )


def unique(wanted: Wanted) -> Iterator[tuple[Picross, bytes]]:
    """Puzzles with one solution, no two the same up to symmetry, with their solutions.

    Raises InputError as :func:`distinct`.
    """
    rows, columns, grade, clock = wanted.rows, wanted.columns, wanted.grade, wanted.clock
    mirrored = ALGORITHMS[wanted.algorithm][3]

    def draw_unique(index: int) -> tuple[Picross, bytes] | None:
        state = stream_of(wanted, index)
        repair = PictureRepair(rows, columns, draw(wanted, state), state, clock, mirrored=mirrored)
        if not repair.run():
            return None
        if grade is not None and not _may_be_of_grade(repair.puzzle, grade, clock):
            return None
        return repair.puzzle, repair.cells.tobytes()

    # A picture that fails takes a number: the next puzzle goes on with the numbers after it.
    pictures = map(draw_unique, count())
    return distinct(wanted, repeat(pictures, wanted.count), _identity, EXPLAINER, _PICTURES)


def _may_be_of_grade(puzzle: Picross, grade: str, clock: Clock) -> bool:
    """Whether the compiled lines settle a puzzle as one of that grade: most others are refused."""
    # A colour left in each cell.
    by_lines = _open_cells(puzzle, clock) == puzzle.rows * puzzle.columns
    return by_lines == (grade in RULES[: LINE + 1])


def unique_of_picture(cells: Picture, seed: int = 0) -> tuple[Picross, bytes]:
    """A puzzle with one solution near a picture (uint8[rows, columns]), and that solution.

    Raises InputError where no changes were found that make it unique.
    """
    picture = check_picture(cells)
    rows, columns = picture.shape
    repair = PictureRepair(rows, columns, picture.ravel(), stream(seed), UNLIMITED)
    if not repair.run():
        raise InputError("no changes were found that make this picture the only solution")
    return repair.puzzle, checked(repair.puzzle, repair.cells.tobytes(), "generate")
