"""Pictures, and puzzles with one solution made from them.

*noise*: each cell is coloured with probability 1/2. *blobs*: noise, then rounds in which each cell
takes the majority colour of its neighbourhood, which makes connected areas, as in drawings.
*mirrored*: blobs whose right half mirrors the left. *coloured*: blobs of three colours, by a
plurality vote. *shapes*: discs, boxes and the like (:mod:`.shapes`); *glyphs*: signs of a free font
(:mod:`.glyphs`); both refuse nearly empty and nearly full pictures. Images are passed as arrays
(:func:`picture_of_pixels`), as readers of image files return them.

*Uniqueness.* If a picture's puzzle has another solution, one of the cells that differ is changed to
its value there. If the search does not finish soon, one of the cells that it left open is changed.
Several such cells are drawn at random; the change is made after which the lines alone leave fewest
cells open, so few changes are needed. Mirrored pictures change a cell and its mirror image
together.

A puzzle depends only on (algorithm, rows, columns, seed, index): its repair continues the picture's
random stream. Cost: some tens of searches a puzzle.
"""

from collections.abc import Iterator
from itertools import count, repeat
from typing import cast

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted, distinct, numbered
from cpstudy.core.native import view, zeros
from cpstudy.core.random import Stream, stream
from cpstudy.core.random_words import below
from cpstudy.core.result import Verdict
from cpstudy.core.solving import Request, checked
from cpstudy.puzzles.picross.deduction import LINE, RULES
from cpstudy.puzzles.picross.explaining import EXPLAINER
from cpstudy.puzzles.picross.glyphs import draw_glyph
from cpstudy.puzzles.picross.noise import draw_noise, take_sides
from cpstudy.puzzles.picross.puzzle import MOST_COLOURS, Picross
from cpstudy.puzzles.picross.search import solving
from cpstudy.puzzles.picross.shapes import draw_shapes, is_worth_solving, mirror_of

# By name: the number in its streams, colours, rounds of majority votes, mirrored.
ALGORITHMS: dict[str, tuple[int, int, int, bool]] = {
    "blobs": (0, 1, 2, False),
    "noise": (1, 1, 0, False),
    "mirrored": (2, 1, 2, True),
    "coloured": (3, 3, 2, False),
    "shapes": (4, 1, 0, False),
    "glyphs": (5, 1, 0, False),
}
# Algorithms that refuse nearly empty or full pictures.
_WITH_A_FLOOR = {"shapes", "glyphs"}

Picture = npt.NDArray[np.uint8]


def stream_of(wanted: Wanted, index: int) -> Stream:
    """The random stream of one picture; its repair continues it."""
    number = ALGORITHMS[wanted.algorithm][0]
    return stream(wanted.seed, number, wanted.rows, wanted.columns, index)


def draw(wanted: Wanted, state: Stream) -> Picture:
    """The next picture of a stream: uint8[rows * columns]."""
    rows, columns = wanted.rows, wanted.columns
    if wanted.algorithm in _WITH_A_FLOOR:
        if wanted.algorithm == "glyphs":
            return draw_glyph(state, rows, columns)
        return draw_shapes(state, rows, columns, _level(wanted))
    _, colours, rounds, mirrored = ALGORITHMS[wanted.algorithm]
    cells = np.zeros(rows * columns, np.uint8)
    draw_noise(state, colours, view(cells))
    votes = zeros(colours + 1, "i64")
    for _ in range(rounds):
        smoothed = np.zeros_like(cells)
        take_sides(rows, columns, view(cells), view(smoothed), votes)
        cells = smoothed
    return mirror_of(cells.reshape(rows, columns)).ravel() if mirrored else cells


def generate(wanted: Wanted) -> Iterator[tuple[Picross, bytes]]:
    """Puzzles 0 … count-1 of a seed, each with its picture; some have several solutions."""

    def drawn(index: int) -> tuple[Picross, bytes]:
        picture = draw(wanted, stream_of(wanted, index)).tobytes()
        return Picross.of_picture(wanted.rows, wanted.columns, picture), picture

    return numbered(wanted, drawn)


def picture_of_pixels(
    pixels: npt.ArrayLike, rows: int, columns: int, *, threshold: float = 0.5
) -> Picture:
    """An image reduced to a picture of one colour: uint8[rows, columns].

    pixels: [height, width] or [height, width, channels], as ``matplotlib.pyplot.imread`` returns
    them; integers are 0 … 255, other numbers 0 … 1; a fourth channel is opacity, over white. A cell
    is coloured if the mean of its pixels is darker than ``threshold``. Raises InputError for a
    board without cells, RuntimeError for arrays that are not images or have fewer pixels than
    cells.
    """
    if rows < 1 or columns < 1:
        raise InputError(f"a board needs at least one row and one column, got {columns}x{rows}")
    values = np.asarray(pixels)
    scale = 255.0 if np.issubdtype(values.dtype, np.integer) else 1.0
    image = values.astype(np.float64) / scale
    if image.ndim == 3 and image.shape[2] in (2, 4):
        image = image[..., :-1] * image[..., -1:] + 1 - image[..., -1:]
    if image.ndim == 3:
        image = image.mean(axis=2)
    if image.ndim != 2 or image.shape[0] < rows or image.shape[1] < columns:
        raise RuntimeError(f"pixels of shape {values.shape} for {columns}x{rows} cells")
    down = np.linspace(0, image.shape[0], rows + 1).round().astype(int)
    right = np.linspace(0, image.shape[1], columns + 1).round().astype(int)
    sums = np.add.reduceat(np.add.reduceat(image, down[:-1], axis=0), right[:-1], axis=1)
    means = sums / np.outer(np.diff(down), np.diff(right))
    return np.asarray(means < threshold, np.uint8)


def check_picture(cells: Picture) -> Picture:
    """``cells`` as uint8[rows, columns]. Raises RuntimeError if it is not a picture."""
    if cells.ndim != 2 or not cells.size or int(cells.max()) > MOST_COLOURS:
        raise RuntimeError(f"a picture of shape {cells.shape} with colours up to {MOST_COLOURS}")
    return np.ascontiguousarray(cells, np.uint8)


# Looks for one search; puzzles that need more are made easier. Part of what a seed means, as are
# the cells tried for one change, the searches for one picture, and the pictures for one puzzle.
_LOOKS = 300
_TRIED = 6
_ROUNDS = 200
_PICTURES = 100
_SHAPED = 1000

# One cell is changed between two searches, and one more for this number of candidate cells.
_AT_ONCE = 30


def _open_cells(puzzle: Picross, clock: Clock) -> int:
    """The number of pairs (cell, colour) that lines alone leave open."""
    _, search = solving.searched(puzzle, Request(clock.budget(0), 1))
    clock.check()
    return len(search.trail) - search.trailed


class PictureRepair:
    """The repair of one picture, in ``cells``: uint8[rows * columns]."""

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
        """Change cells until the picture is the only solution; False if that fails."""
        for _ in range(_ROUNDS):
            puzzle = self.puzzle
            result, search = solving.searched(puzzle, Request(self.clock.budget(_LOOKS), 2))
            self.clock.check()
            if result.verdict is Verdict.UNIQUE:
                return True
            others = [np.frombuffer(cast(bytes, s), np.uint8) for s in result.solutions]
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
        """Change one of the places to its value in ``other``: the best of some drawn at random."""
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
    """A key that is equal for all images of a puzzle under the symmetries of its board."""
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
    """Puzzles with one solution, pairwise different up to symmetry, with their solutions.

    Raises InputError like :func:`distinct`.
    """
    rows, columns, grade, clock = wanted.rows, wanted.columns, wanted.grade, wanted.clock
    mirrored = ALGORITHMS[wanted.algorithm][3]

    def draw_unique(index: int) -> tuple[Picross, bytes] | None:
        state = stream_of(wanted, index)
        repair = PictureRepair(rows, columns, draw(wanted, state), state, clock, mirrored=mirrored)
        if not repair.run():
            return None
        if wanted.algorithm in _WITH_A_FLOOR and not _is_worth_solving(wanted, repair.cells):
            return None
        if grade is not None and not _may_be_of_grade(repair.puzzle, grade, clock):
            return None
        return repair.puzzle, repair.cells.tobytes()

    # A failed picture uses up its number: the next puzzle gets the next number.
    pictures = map(draw_unique, count())
    draws = _SHAPED if wanted.algorithm in _WITH_A_FLOOR else _PICTURES
    return distinct(wanted, repeat(pictures, wanted.count), _identity, EXPLAINER, draws)


def _level(wanted: Wanted) -> str | None:
    """The level for which shapes are drawn."""
    return EXPLAINER.levels.get(str(wanted.grade), wanted.grade)


def _is_worth_solving(wanted: Wanted, cells: Picture) -> bool:
    """Whether the repaired picture is still worth solving; boards below five lines always are."""
    rows, columns = wanted.rows, wanted.columns
    level = _level(wanted) if wanted.algorithm == "shapes" else None
    return min(rows, columns) < 5 or is_worth_solving(cells.reshape(rows, columns) > 0, level)


def _may_be_of_grade(puzzle: Picross, grade: str, clock: Clock) -> bool:
    """Whether the compiled lines allow that grade for a puzzle; this refuses most others early."""
    # One colour is left in each cell.
    by_lines = _open_cells(puzzle, clock) == puzzle.rows * puzzle.columns
    return by_lines == (EXPLAINER.grades_of(grade)[-1] in RULES[: LINE + 1])


def unique_of_picture(cells: Picture, seed: int = 0) -> tuple[Picross, bytes]:
    """A puzzle with one solution near a picture (uint8[rows, columns]), and that solution.

    Raises InputError if no changes were found that make it unique.
    """
    picture = check_picture(cells)
    rows, columns = picture.shape
    repair = PictureRepair(rows, columns, picture.ravel(), stream(seed), UNLIMITED)
    if not repair.run():
        raise InputError("no changes were found that make this picture the only solution")
    return repair.puzzle, checked(repair.puzzle, repair.cells.tobytes(), "generate")
