"""Unique puzzles of any size: mazes whose ambiguous regions are repaired until none is left.

A maze of one of the five algorithms is a solved board; beyond 20×20 hardly any is its puzzle's
only solution. Each round

1. applies the rules of :mod:`.search`, and looks near the solution for another one through every
   edge that they leave open (:mod:`.alternatives`); an edge whose tiles lie in a region found in
   this round is not looked at again;
2. where nothing was found, that scan is the proof that the puzzle is unique: done;
3. else exchanges, in *all* regions, an edge of the tree for another one across the cut, at random:
   a new edge at a tile of the region, and out of the cycle that it closes an edge at a tile of the
   region, so that no tile gets more than three open sides. (Repairing one region at a time pays
   for a whole scan each.)

A region that resists is left by a random walk of one step more every four rounds, so exchanges
happen further and further around it. Searches have few nodes at first; where they run out the
edge's two tiles are a region like any other. A board that is not unique after many rounds is drawn
again.

The random numbers go on where the maze's stream stands, so a board that is unique as it is drawn
stays what :mod:`.generate` makes of the same seed, and the puzzle depends on (algorithm, rows,
columns, wrap, seed, index) and on nothing else.

Cost: a few rounds, each little more than one application of the rules (benchmarks/). Limits: the
distribution of tiles moves by a few percent at most (experiments/04); wrapping boards with a
side of two are never unique, since every edge across that side has a twin.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import kernel, prepared
from cpstudy.core.random import below, streams
from cpstudy.core.solving import WrongAnswerError, load
from cpstudy.puzzles.pipes.board.checker import is_solution
from cpstudy.puzzles.pipes.board.neighbours import closed_sides, neighbour_table
from cpstudy.puzzles.pipes.board.symmetry import canonical_puzzle
from cpstudy.puzzles.pipes.generating.mazes import (
    ALGORITHMS,
    binary_tree,
    check_size,
    depth_first,
    kruskal,
    prim,
    turn_at_random,
    wilson,
)
from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES, Pipes
from cpstudy.puzzles.pipes.search.engine import Work, start, undo, workspace
from cpstudy.puzzles.pipes.search.near import (
    MARK,
    Near,
    changed_tiles,
    near,
    next_ambiguous_edge,
    root,
)

_DEGREE = np.array(list(OPEN_SIDES), np.int64)

# What a seed means rests on these numbers, and on the rules that :mod:`.search` applies: they
# decide which regions are found, and so which exchanges are drawn. Golden tests notice a change.

# Rounds before a board is drawn again, and how often it is.
_ROUNDS = 100
_MAZES = 50
# Tries to find an exchange in one region in one round.
_TRIES = 40
# Nodes of the search at one edge, times the number of the round.
_NODES = 5
_ENDLESS = 2**62
# A region is left by one step more after this many rounds.
_ROUNDS_A_STEP = 4

# Draws for one puzzle that is to differ from all before it, or to have a grade.
_DRAWS = 1000
_GRADED_DRAWS = 10_000

# Boards a task or a batch hold about this many tiles.
_TILES = 50_000


class Regions(NamedTuple):
    """What repairing keeps for a board of n tiles; see :func:`regions`.

    tiles: int32[4n], the regions' tiles, one region after the other. ends: int32[4n], where each
    ends. settled, undecided: uint8[n], sides, as ``next_ambiguous_edge`` has them. above: int64[n],
    stamped where a tile lies between the new edge and the root. inside: int64[n], stamped in the
    region. choices: int32[n], tiles whose edge upwards may be taken out. stamp: int64[1].
    """

    tiles: Any
    ends: Any
    settled: Any
    undecided: Any
    above: Any
    inside: Any
    choices: Any
    stamp: Any


def regions(n: int) -> Regions:
    """Fresh arrays for boards of n tiles."""
    return Regions(
        tiles=np.zeros(4 * n, np.int32),
        ends=np.zeros(4 * n, np.int32),
        settled=np.zeros(n, np.uint8),
        undecided=np.zeros(n, np.uint8),
        above=np.zeros(n, np.int64),
        inside=np.zeros(n, np.int64),
        choices=np.zeros(n, np.int32),
        stamp=np.zeros(1, np.int64),
    )


@kernel
def find_regions(w: Any, s: Any, r: Any, nodes: Any) -> Any:
    """Fill ``r.tiles`` and ``r.ends``; the number of regions, 0 where the puzzle is unique.

    ``w`` holds the puzzle of ``s.sides`` with the rules applied.
    """
    r.settled[:] = 0
    r.undecided[:] = 0
    number = 0
    size = np.int64(0)
    edge = np.int64(0)
    while True:
        edge = next_ambiguous_edge(w, s, edge, nodes, _ENDLESS, r.settled, r.undecided)
        if edge < 0:
            break
        end = changed_tiles(w, s, r.tiles, size)
        undo(w, s.control[MARK])
        if end < 0:
            return number  # no room: the rest waits for the next round
        for k in range(size, end):
            r.settled[r.tiles[k]] = 15
        size = end
        r.ends[number] = size
        number += 1
    for tile in range(s.sides.size):
        if r.undecided[tile] and size + 2 <= r.tiles.size:
            state = np.int64(w.state[tile])
            for side in (0, 3):
                # What was undecided may have been refuted since, or lie in a region.
                beyond = w.neighbours[tile, side]
                if (
                    r.undecided[tile] & ~(state | state >> 4) >> side & 1
                    and r.settled[tile] == 0
                    and r.settled[beyond] == 0
                ):
                    r.settled[tile] = 15
                    r.tiles[size] = tile
                    r.tiles[size + 1] = beyond
                    size += 2
                    r.ends[number] = size
                    number += 1
    return number


@kernel
def exchange(
    w: Any, s: Any, r: Any, closed: Any, first: Any, last: Any, steps: Any, state: Any
) -> bool:
    """Exchange an edge of the tree for another at the region ``r.tiles[first:last]``.

    steps: of a random walk away from the region. False where no exchange was found.
    """
    r.stamp[0] += 1
    region = r.stamp[0]
    for k in range(first, last):
        r.inside[r.tiles[k]] = region
    for _ in range(_TRIES):
        one = np.int64(r.tiles[first + below(state, last - first)])
        for _ in range(steps):
            side = below(state, 4)
            if closed[one] >> side & 1 == 0:
                one = np.int64(w.neighbours[one, side])
        r.inside[one] = region
        side = below(state, 4)
        if (closed[one] | s.sides[one]) >> side & 1:
            continue
        other = np.int64(w.neighbours[one, side])
        if s.sides[one] == 0 or s.sides[other] == 0:
            continue
        low, size = _choices(w, s, r, one, other, region)
        if size > 0:
            pick = below(state, size)
            # The part that is cut off hangs on the new edge from now on.
            if pick < low:
                _hang(w, s, np.int64(r.choices[pick]), other, side ^ 2)
            else:
                _hang(w, s, np.int64(r.choices[pick]), one, side)
            return True
    return False


@kernel
def _choices(w: Any, s: Any, r: Any, one: Any, other: Any, region: Any) -> Any:
    """The edges that may be taken out for a new one between two tiles, as the tiles below them.

    They lie on the way from one to the other, at a tile of the region, and at each end that is
    full. Fills ``r.choices``: how many are on the side of ``other``, and how many in all.
    """
    r.stamp[0] += 1
    stamp = r.stamp[0]
    tile = one
    r.above[tile] = stamp
    while s.up[tile] >= 0:
        tile = np.int64(w.neighbours[tile, s.up[tile]])
        r.above[tile] = stamp
    top = other
    while r.above[top] != stamp:
        top = np.int64(w.neighbours[top, s.up[top]])
    low = _choices_below(w, s, r, other, top, one, region, np.int64(0))
    return low, _choices_below(w, s, r, one, top, other, region, low)


@kernel
def _choices_below(
    w: Any, s: Any, r: Any, near_end: Any, top: Any, far_end: Any, region: Any, size: Any
) -> Any:
    """:func:`_choices` between one end and where the ways up meet; the size after them."""
    near_full = _DEGREE[s.sides[near_end]] >= 3
    far_full = _DEGREE[s.sides[far_end]] >= 3
    tile = near_end
    while tile != top:
        upper = np.int64(w.neighbours[tile, s.up[tile]])
        if (
            (r.inside[tile] == region or r.inside[upper] == region)
            and (tile == near_end or not near_full)
            and (upper == far_end or not far_full)
        ):
            r.choices[size] = tile
            size += 1
        tile = upper
    return size


@kernel
def _hang(w: Any, s: Any, low: Any, tile: Any, side: Any) -> None:
    """Take out the edge above ``low`` and open ``side`` of ``tile``, which lies below that edge."""
    cut = np.int64(s.up[low])
    beyond = w.neighbours[low, cut]
    s.sides[low] ^= 1 << cut
    s.sides[beyond] ^= 1 << (cut ^ 2)
    beyond = w.neighbours[tile, side]
    s.sides[tile] |= 1 << side
    s.sides[beyond] |= 1 << (side ^ 2)
    while True:
        before = np.int64(s.up[tile])
        s.up[tile] = side
        if tile == low:
            return
        tile = np.int64(w.neighbours[tile, before])
        side = before ^ 2


@kernel
def make_unique(w: Any, s: Any, r: Any, closed: Any, state: Any) -> bool:
    """Exchange edges of the tree ``s.sides`` until it is its puzzle's only solution.

    False where it is not within the rounds. closed: uint8[n]. state: the random stream.
    """
    for turn in range(_ROUNDS):
        start(w, s.sides, closed, True)
        root(w, s)
        number = find_regions(w, s, r, _NODES * (turn + 1))
        if number == 0:
            return True
        first = np.int64(0)
        for region in range(number):
            last = np.int64(r.ends[region])
            exchange(w, s, r, closed, first, last, turn // _ROUNDS_A_STEP, state)
            first = last
    return False


@kernel
def _draw_maze(
    algorithm: Any, neighbours: Any, rows: Any, columns: Any, state: Any, tiles: Any
) -> bool:
    """The algorithms by their numbers in ALGORITHMS, so that one kernel has them all."""
    tiles[:] = 0
    if algorithm == 0:
        return binary_tree(neighbours, rows, columns, state, tiles)
    if algorithm == 1:
        return depth_first(neighbours, rows, columns, state, tiles)
    if algorithm == 2:
        return kruskal(neighbours, rows, columns, state, tiles)
    if algorithm == 3:
        return prim(neighbours, rows, columns, state, tiles)
    return wilson(neighbours, rows, columns, state, tiles)


@kernel
def _draw_unique(
    w: Any,
    s: Any,
    r: Any,
    algorithm: Any,
    rows: Any,
    columns: Any,
    closed: Any,
    states: Any,
    solutions: Any,
    shuffled: Any,
) -> Any:
    """A unique puzzle from each stream of ``states``; -1, or the first for which there was none.

    solutions, shuffled: uint8[count, n].
    """
    for board in range(len(states)):
        unique = False
        for _ in range(_MAZES):
            if _draw_maze(algorithm, w.neighbours, rows, columns, states[board], s.sides):
                unique = make_unique(w, s, r, closed, states[board])
                if unique:
                    break
        if not unique:
            return board
        for tile in range(s.sides.size):
            solutions[board, tile] = s.sides[tile]
            shuffled[board, tile] = s.sides[tile]
        turn_at_random(states[board], shuffled[board])
    return -1


class Maker:
    """Draws unique puzzles of one algorithm and shape; not for several threads at once."""

    def __init__(
        self, algorithm: str, rows: int, columns: int, wrap: bool, barriers: bytes
    ) -> None:
        check_size(rows, columns)
        if algorithm not in _TREES:
            raise ValueError(f"algorithm {algorithm!r}: choose from {', '.join(_TREES)}")
        self.shape = shape = Pipes(
            rows, columns, bytes(rows * columns), wrap, barriers=bytes(barriers)
        )
        self.algorithm = algorithm
        if algorithm == "binary-tree" and shape.barriers:
            raise ValueError("binary-tree opens up or left whatever is there: no barriers")
        if wrap and not shape.barriers and 2 in (rows, columns):
            raise ValueError(
                f"{shape.size} wrapping: no puzzle is unique, for two tiles share two edges "
                f"across a side of two"
            )
        self._number = ALGORITHMS[algorithm][0]
        neighbours = _walled(shape)
        n = rows * columns
        self._work: Work = workspace(rows, columns, wrap)._replace(neighbours=neighbours)
        self._near: Near = near(n)
        self._regions = regions(n)
        none = np.zeros(0, np.uint8)
        find_closed = prepared(closed_sides, n)
        self._closed = find_closed(neighbours, rows, columns, none, True)

    def streams(self, seed: int, first: int, count: int) -> npt.NDArray[np.uint64]:
        """The streams of puzzles ``first`` …: those of the raw mazes."""
        shape = self.shape
        key = (self._number, shape.rows, shape.columns, int(shape.wrap))
        return streams(seed, key, first, count)

    def draw(
        self, states: npt.NDArray[np.uint64]
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
        """A (solution, shuffled tiles) from each stream, both uint8[count, n]; streams go on."""
        shape = self.shape
        solutions = np.empty((len(states), len(shape.tiles)), np.uint8)
        shuffled = np.empty_like(solutions)
        draw_unique = prepared(_draw_unique, 20 * solutions.size)
        failed = draw_unique(
            self._work,
            self._near,
            self._regions,
            self._number,
            shape.rows,
            shape.columns,
            self._closed,
            states,
            solutions,
            shuffled,
        )
        if failed >= 0:
            variant = " wrapping" * shape.wrap + " with barriers" * bool(shape.barriers)
            raise ValueError(
                f"{self.algorithm} on {shape.size}{variant}: no unique puzzle in {_MAZES} mazes"
            )
        for solution, tiles in zip(solutions, shuffled, strict=True):
            w = self._work
            if not prepared(is_solution, len(tiles))(
                w.neighbours, tiles, self._closed, True, solution, w.stack
            ):
                text = shape.encode_solution(tiles.tobytes())
                raise WrongAnswerError(f"unique: the solution breaks a rule of {text}")
        return solutions, shuffled


_TREES = tuple(name for name in ALGORITHMS if name != "random-joints")


def _walled(shape: Pipes) -> npt.NDArray[np.int32]:
    """The neighbours with -1 at barriers too. Raises ValueError where barriers cut a board up."""
    neighbours = neighbour_table(shape.rows, shape.columns, shape.wrap).astype(np.int32)
    if not shape.barriers:
        return neighbours
    for tile in range(len(shape.tiles)):
        for side in range(4):
            if shape.neighbour(tile, side) is None:
                neighbours[tile, side] = -1
    reached = {0}
    stack = [0]
    while stack:
        for beyond in neighbours[stack.pop()].tolist():
            if beyond >= 0 and beyond not in reached:
                reached.add(beyond)
                stack.append(beyond)
    for tile in range(len(shape.tiles)):
        if tile not in reached:
            raise ValueError(f"barriers cut tile {shape.cell(tile)} off from {shape.cell(0)}")
    return neighbours


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

    barriers: as ``Pipes.barriers``; the maze is drawn around them. Raises ValueError for an
    unknown algorithm (random joints make no trees), a size or barriers that are off, and where no
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
    wrap: bool = False,
    barriers: bytes = b"",
    jobs: int | None = None,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Unique puzzles 0 … count-1 of a seed, each as :func:`unique_board` draws it: (solutions,
    shuffled tiles), both uint8[count, rows, columns].

    jobs: threads, by default one a core. Raises ValueError as :func:`unique_board`.
    """
    check_size(rows, columns)
    solutions = np.empty((count, rows, columns), np.uint8)
    shuffled = np.empty_like(solutions)
    chunk = max(1, _TILES // (rows * columns))

    def draw(first: int) -> None:
        maker = Maker(algorithm, rows, columns, wrap, barriers)
        drawn = maker.draw(maker.streams(seed, first, min(chunk, count - first)))
        for boards, into in zip(drawn, (solutions, shuffled), strict=True):
            into[first : first + chunk] = boards.reshape(-1, rows, columns)

    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        for _ in pool.map(draw, range(0, count, chunk)):
            pass
    return solutions, shuffled


def unique(
    algorithm: str,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    wrap: bool = False,
    grade: str | None = None,
) -> Iterator[tuple[Pipes, bytes]]:
    """Unique puzzles of a seed as (puzzle, its solution), one at a time, no two the same.

    The same up to the symmetries of the board (:func:`.symmetry.canonical_puzzle`). What was seen
    already, or has not the ``grade``, is drawn again from where its own stream stands. So the
    first puzzles are the same whatever the count, and puzzle i is ``unique_board(…, i)`` but where
    that had to be drawn again. Raises ValueError as :func:`unique_board`, for an unknown grade,
    and where many draws gave nothing new or nothing of that grade.
    """
    maker = Maker(algorithm, rows, columns, wrap, b"")
    wanted = _any if grade is None else _of_grade(grade)
    most = _DRAWS if grade is None else _GRADED_DRAWS
    seen: set[bytes] = set()
    chunk = max(1, _TILES // (rows * columns))
    for first in range(0, count, chunk):
        states = maker.streams(seed, first, min(chunk, count - first))
        solutions, shuffled = maker.draw(states)
        for board in range(len(states)):
            one = slice(board, board + 1)
            for _ in range(most):
                puzzle = replace(maker.shape, tiles=shuffled[board].tobytes())
                key = canonical_puzzle(puzzle)
                if key not in seen and wanted(puzzle):
                    break
                solutions[one], shuffled[one] = maker.draw(states[one])
            else:
                of_grade = "" if grade is None else f" of grade {grade}"
                raise ValueError(
                    f"{algorithm} on {maker.shape.size}{' wrapping' * wrap}: {first + board} "
                    f"puzzles, then {most} unique ones without a new one{of_grade} among them"
                )
            seen.add(key)
            yield puzzle, solutions[board].tobytes()


def _any(puzzle: Pipes) -> bool:
    return True


def _of_grade(grade: str) -> Callable[[Pipes], bool]:
    """Whether a puzzle has a grade. Raises ValueError where there is no such grade."""
    module = "cpstudy.puzzles.pipes.explaining.explain"
    grades = cast(tuple[str, ...], load(f"{module}:GRADES"))
    if grade not in grades:
        raise ValueError(f"grade {grade!r}: choose from {', '.join(grades)}")
    measured = load(f"{module}:grade")
    return lambda puzzle: measured(puzzle) == grade
