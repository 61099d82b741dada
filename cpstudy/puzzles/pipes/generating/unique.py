"""Unique puzzles of any size: mazes whose ambiguous regions are repaired until there are none.

A maze of one of the five algorithms is a solved board; beyond 20×20 it is hardly ever its puzzle's
only solution. Each is repaired (:mod:`.making_unique`); a board that is not unique after many
rounds is drawn again.

The random numbers continue the maze's stream, so a board that is unique as it is drawn is the same
as in :mod:`.mazes` for this seed, and the puzzle depends only on (algorithm, rows, columns, wrap,
seed, index).

Cost: a few rounds, each little more than one application of the rules (benchmarks/). Limits: the
distribution of tiles moves by a few percent at most (experiments/04); wrapping boards with a
side of two are never unique, since every edge across that side has a twin.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted, distinct
from cpstudy.core.native import table, view, zeros
from cpstudy.core.random import streams
from cpstudy.core.solving import checked
from cpstudy.puzzles.pipes.board.neighbours import closed_sides, neighbours_of
from cpstudy.puzzles.pipes.board.symmetry import canonical_puzzle
from cpstudy.puzzles.pipes.explaining.explainer import EXPLAINER
from cpstudy.puzzles.pipes.generating.making_unique import DONE, PAUSED, Bench, repair_all
from cpstudy.puzzles.pipes.generating.mazes import LARGEST, maze_of
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search.engine import work_on
from cpstudy.puzzles.tilings.checker import first_unsolved
from cpstudy.puzzles.tilings.generating.algorithms import MAZES, draw_many
from cpstudy.puzzles.tilings.generating.mazes import check_size, cut_off

Boards = npt.NDArray[np.uint8]

# Mazes tried for a board that is not unique after its repair. The meaning of a seed depends on it.
_MAZES = 50

# Draws for one puzzle that must differ from all before it, or must have a grade.
_DRAWS = 1000
_GRADED_DRAWS = 10_000

# The boards of a task or a batch hold about this number of tiles.
_TILES = 50_000


class Maker:
    """Draws unique puzzles of one algorithm and shape; threads must not share an instance."""

    def __init__(
        self, algorithm: str, rows: int, columns: int, wrap: bool, barriers: bytes
    ) -> None:
        check_size(rows, columns, LARGEST)
        if algorithm not in MAZES:
            raise InputError(f"algorithm {algorithm!r}: choose from {', '.join(MAZES)}")
        self.shape = shape = Pipes(
            rows, columns, bytes(rows * columns), wrap, barriers=bytes(barriers)
        )
        self.algorithm = algorithm
        if algorithm == "binary-tree" and shape.barriers:
            raise InputError("binary-tree always opens up or left: it allows no barriers")
        if wrap and not shape.barriers and 2 in (rows, columns):
            raise InputError(
                f"{shape.size} wrapping: no puzzle is unique, for two tiles share two edges "
                f"across a side of two"
            )
        neighbours = neighbours_of(rows, columns, wrap, shape.barriers)
        tiles = range(len(shape.tiles))
        if shape.barriers and (tile := cut_off(neighbours, 0, tiles)) is not None:
            raise InputError(f"barriers cut {shape.cell(tile)} off from {shape.cell(0)}")
        closed = closed_sides(neighbours, np.zeros(0, np.uint8), tree=True)
        work = work_on(rows, columns, wrap)
        work.neighbours = table(neighbours, "i32")
        self._maze = maze_of(algorithm, rows, columns, neighbours)
        self._bench = Bench(work, view(closed))
        self._seen = zeros(rows * columns, "u8")

    def streams(self, seed: int, first: int, count: int) -> npt.NDArray[np.uint64]:
        """The streams of the puzzles from ``first`` on: those of the raw mazes."""
        shape = self.shape
        key = (MAZES[self.algorithm], shape.rows, shape.columns, int(shape.wrap))
        return streams(seed, key, first, count)

    def draw(
        self, states: npt.NDArray[np.uint64], clock: Clock = UNLIMITED
    ) -> tuple[Boards, Boards]:
        """A (solution, shuffled tiles) from each stream, both uint8[count, n]; streams continue.

        Raises InputError if no unique puzzle was found, OutOfTimeError by the clock.
        """
        solutions = np.zeros((len(states), len(self.shape.tiles)), np.uint8)
        shuffled = np.empty_like(solutions)
        drawn = np.zeros(len(states), np.uint8)
        self._draw_mazes(states, solutions, drawn)
        batch = view(states), view(solutions), view(drawn), view(shuffled)
        bench = self._bench
        bench.board = bench.turn = 0
        tries: dict[int, int] = {}
        while (board := repair_all(bench, *batch)) != DONE:
            clock.check()
            if board == PAUSED:
                continue
            tries[board] = tries.get(board, 1) + 1
            if tries[board] > _MAZES:
                raise InputError(f"{self}: no unique puzzle in {_MAZES} mazes")
            again = slice(board, board + 1)
            solutions[again] = 0
            self._draw_mazes(states[again], solutions[again], drawn[again])
        self._check(solutions, shuffled)
        return solutions, shuffled

    def __str__(self) -> str:
        variant = " wrapping" * self.shape.wrap + " with barriers" * bool(self.shape.barriers)
        return f"{self.algorithm} on {self.shape.size}{variant}"

    def _draw_mazes(
        self, states: npt.NDArray[np.uint64], boards: Boards, drawn: npt.NDArray[np.uint8]
    ) -> None:
        number = MAZES[self.algorithm]
        draw_many(self._maze, number, view(states), view(boards), view(drawn))

    def _check(self, solutions: Boards, shuffled: Boards) -> None:
        """Raise WrongAnswerError if a solution breaks a rule of its puzzle."""
        work, closed, seen = self._bench.work, self._bench.closed, self._seen
        boards, placements = view(shuffled), view(solutions)
        wrong = first_unsolved(
            work.neighbours, 2, boards, closed, True, placements, work.stack, seen
        )
        if wrong < len(solutions):
            puzzle = replace(self.shape, tiles=shuffled[wrong].tobytes())
            checked(puzzle, solutions[wrong].tobytes(), "unique")


def unique_board(
    algorithm: str,
    rows: int,
    columns: int,
    seed: int,
    index: int = 0,
    *,
    wrap: bool = False,
    barriers: bytes = b"",
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Unique puzzle ``index`` of a seed: (solution, shuffled tiles), both uint8[rows, columns].

    barriers: as ``Pipes.barriers``; the maze is drawn around them. Raises InputError for an
    unknown algorithm (random joints make no trees), an invalid size or barriers, and if no
    unique puzzle was found.
    """
    maker = Maker(algorithm, rows, columns, wrap, barriers)
    solutions, shuffled = maker.draw(maker.streams(seed, index, 1))
    return solutions.reshape(rows, columns), shuffled.reshape(rows, columns)


def unique_boards(
    algorithm: str,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    *,
    jobs: int | None = None,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Unique puzzles 0 … count-1 of a seed on plain boards, each as :func:`unique_board` draws it:
    (solutions, shuffled tiles), both uint8[count, rows, columns].

    jobs: threads, by default one a core. Raises InputError like :func:`unique_board`.
    """
    check_size(rows, columns, LARGEST)
    solutions = np.empty((count, rows, columns), np.uint8)
    shuffled = np.empty_like(solutions)
    chunk = max(1, _TILES // (rows * columns))

    def draw(first: int) -> None:
        maker = Maker(algorithm, rows, columns, False, b"")
        drawn = maker.draw(maker.streams(seed, first, min(chunk, count - first)))
        for boards, into in zip(drawn, (solutions, shuffled), strict=True):
            into[first : first + chunk] = boards.reshape(-1, rows, columns)

    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        for _ in pool.map(draw, range(0, count, chunk)):
            pass
    return solutions, shuffled


def unique(wanted: Wanted) -> Iterator[tuple[Pipes, bytes]]:
    """Unique puzzles of a seed as (puzzle, its solution), one at a time, no two the same.

    They differ by more than the symmetries of the board (:func:`.symmetry.canonical_puzzle`). A
    puzzle that was seen before, or has another grade, is drawn again from its own stream. The
    first puzzles are therefore the same for any count, and puzzle i is ``unique_board(…, i)``
    unless it had to be drawn again. Raises InputError like :func:`unique_board` and
    :func:`distinct`.
    """
    rows, columns = wanted.rows, wanted.columns
    maker = Maker(wanted.algorithm, rows, columns, wanted.wrap, b"")
    chunk = max(1, _TILES // (rows * columns))

    def candidates(
        states: npt.NDArray[np.uint64], solutions: Boards, shuffled: Boards
    ) -> Iterator[tuple[Pipes, bytes]]:
        while True:
            yield replace(maker.shape, tiles=shuffled.tobytes()), solutions.tobytes()
            solutions, shuffled = maker.draw(states, wanted.clock)

    def boards() -> Iterator[Iterator[tuple[Pipes, bytes]]]:
        for first in wanted.numbers[::chunk]:
            states = maker.streams(wanted.seed, first, min(chunk, wanted.count - first))
            drawn = maker.draw(states, wanted.clock)
            for board in range(len(states)):
                one = slice(board, board + 1)
                yield candidates(states[one], *(batch[one] for batch in drawn))

    draws = _DRAWS if wanted.grade is None else _GRADED_DRAWS
    # The maker has checked them with the compiled checker.
    return distinct(wanted, boards(), canonical_puzzle, EXPLAINER, draws, check=False, floor=False)
