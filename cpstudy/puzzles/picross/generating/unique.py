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
from typing import cast

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock, attempt
from cpstudy.core.errors import InputError
from cpstudy.core.random import Stream, stream
from cpstudy.core.random_words import below
from cpstudy.core.result import Verdict
from cpstudy.core.solving import Request, checked
from cpstudy.puzzles.picross.deduction.solver import LINE, RULES
from cpstudy.puzzles.picross.explaining.explainer import EXPLAINER
from cpstudy.puzzles.picross.generating.pictures import (
    Picture,
    check_picture,
    check_size,
    draw,
    settings_of,
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
            puzzle = self._puzzle(self.cells)
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


def _canonical(rows: int, columns: int, picture: bytes) -> bytes:
    """The same for all images of a picture under the symmetries of its board."""
    cells = np.frombuffer(picture, np.uint8).reshape(rows, columns)
    images = [x[::a, ::b] for x in (cells, cells.T) for a in (1, -1) for b in (1, -1)]
    return min(bytes(image.shape) + image.tobytes() for image in images)


def unique(
    algorithm: str,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    wrap: bool,
    grade: str | None,
    *,
    clock: Clock = UNLIMITED,
) -> Iterator[tuple[Picross, bytes]]:
    """``count`` puzzles with one solution, no two the same up to symmetry, with their solutions.

    grade: only of this difficulty. Raises InputError for an unknown grade, and where many pictures
    in a row gave no further puzzle.
    """
    check_size(rows, columns, wrap)
    mirrored = settings_of(algorithm)[3]
    EXPLAINER.check_grade(grade)
    seen: set[bytes] = set()
    index, vain = 0, 0
    while len(seen) < count:
        attempt()
        state = stream_of(algorithm, rows, columns, seed, index)
        index += 1
        cells = draw(algorithm, rows, columns, state)
        repair = PictureRepair(rows, columns, cells, state, clock, mirrored=mirrored)
        found = _made(repair, grade, seen)
        vain = 0 if found else vain + 1
        if vain == _PICTURES:
            told = f" of grade {grade}" if grade else ""
            raise InputError(f"no further puzzle{told} in {_PICTURES} pictures of {columns}x{rows}")
        if found is not None:
            yield found


def _is_of_grade(puzzle: Picross, grade: str, clock: Clock) -> bool:
    """Whether a puzzle with one solution has a grade.

    Most are told apart by the compiled lines; only those that could have it are deduced for it.
    """
    # A colour left in each cell.
    by_lines = _open_cells(puzzle, clock) == puzzle.rows * puzzle.columns
    might_be = by_lines == (grade in RULES[: LINE + 1])
    return might_be and EXPLAINER.is_of_grade(puzzle, grade, clock)


def _made(
    repair: PictureRepair, grade: str | None, seen: set[bytes]
) -> tuple[Picross, bytes] | None:
    """The puzzle of a picture repaired, where that succeeds and it is wanted."""
    if not repair.run():
        return None
    picture = repair.cells.tobytes()
    key = _canonical(repair.rows, repair.columns, picture)
    puzzle = Picross.of_picture(repair.rows, repair.columns, picture)
    if key in seen or (grade is not None and not _is_of_grade(puzzle, grade, repair.clock)):
        return None
    seen.add(key)
    return puzzle, checked(puzzle, picture, "generate")


def unique_of_picture(cells: Picture, seed: int = 0) -> tuple[Picross, bytes]:
    """A puzzle with one solution near a picture (uint8[rows, columns]), and that solution.

    Raises InputError where no changes were found that make it unique.
    """
    picture = check_picture(cells)
    rows, columns = picture.shape
    repair = PictureRepair(rows, columns, picture.ravel(), stream(seed), UNLIMITED)
    found = _made(repair, None, set())
    if found is None:
        raise InputError("no changes were found that make this picture the only solution")
    return found
