"""Find the best board within the time: as many matched edges as possible (``breaks.py``).

The search is divided into runs with a fixed number of placements. Each run has the entries in
another random order and a schedule of some shape. After a full board, the next one must have fewer
breaks. A shape that found a better board also gets the next run. Full boards are improved by
assignment (``reassigning.py``), which gains a third of an edge in a third of a second; the search
continues from its own board. A board without breaks solves the puzzle. The search cannot prove that
there is none: it is stuck when all shapes are exhausted.

Cost: one table per puzzle. Limits: identical pieces are distinguished, which only costs time.
Source: see ``breaks.py``.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock
from cpstudy.core.native import array, view
from cpstudy.core.random import stream
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Piece, Placement, turned
from cpstudy.puzzles.edge_matching.search.breaks import PIECE_BITS, Breaks
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND
from cpstudy.puzzles.edge_matching.search.reassigning import Reassigned
from cpstudy.puzzles.edge_matching.search.standing import Standing

Entries = npt.NDArray[np.int64]

# Placements between two checks of the clock, and in a run.
CALL = 500_000
_RUN = 4_000_000

# The maximum number of rounds of assignment for a board that is better than all before; smaller
# boards have one round per cell.
_ROUNDS = 256

# Shapes of schedules: where breaks begin, as a share of the cells, and how fast they increase.
_SHAPES = ((0.6, 2.5), (0.55, 2.5), (0.6, 2.0), (0.65, 2.0), (0.7, 1.6), (0.0, 1.0))


class _Cell(NamedTuple):
    """The data that determines a cell's table: the border, its places, colours of fixed neighbours.

    placed: the cell, if the puzzle has places on it, or None. neighbour_colours: for each side the
    colour of a fixed piece there, or None.
    """

    border: tuple[bool, ...]
    placed: int | None
    neighbour_colours: tuple[int | None, ...]


def tables(puzzle: EdgeMatching) -> Breaks:
    """Return the search of a puzzle, with its lists in piece order."""
    used = sorted({0}.union(*puzzle.pieces))
    number = {colour: place for place, colour in enumerate(used)}
    sides = np.array(
        [[number[c] for c in turned(p, q)] for p in puzzle.pieces for q in range(4)], np.int64
    )
    lying = {
        place.cell: turned(puzzle.pieces[place.piece], place.quarters)
        for place in puzzle.fixed
        if place.quarters is not None
    }
    numbered: dict[_Cell, int] = {}
    kinds = []
    for cell in range(len(puzzle.pieces)):
        kinds.append(numbered.setdefault(_kind_of(puzzle, cell, lying, number), len(numbered)))
    starts, entries = [0], []
    for kind in numbered:
        for listed in _lists(puzzle, kind, sides, len(used), fixed=kind.placed in lying):
            entries.append(listed)
            starts.append(starts[-1] + len(listed))
    joined = np.concatenate(entries) if entries else np.zeros(0, np.int64)
    return Breaks(
        puzzle.columns,
        len(used),
        view(sides),
        view(np.array(kinds, np.int64)),
        view(np.array(starts, np.int64)),
        view(joined),
    )


def _kind_of(
    puzzle: EdgeMatching, cell: int, lying: dict[int, Piece], number: dict[int, int]
) -> _Cell:
    others = [puzzle.neighbour(cell, side) for side in range(4)]
    # The left and the upper neighbour are placed before.
    neighbour_colours = tuple(
        number[lying[other][side ^ 2]] if side in (1, 2) and other in lying else None
        for side, other in enumerate(others)
    )
    placed = any(place.cell == cell for place in (*puzzle.fixed, *puzzle.forbidden))
    return _Cell(
        tuple(other is None for other in others), cell if placed else None, neighbour_colours
    )


def _lists(
    puzzle: EdgeMatching, kind: _Cell, sides: Entries, colours: int, fixed: bool
) -> Iterator[Entries]:
    """Yield the entries of a kind of cell for each colour on the left and above, sorted by breaks.

    fixed: its neighbours have counted the edges between them.
    """
    chosen = np.array(_allowed(puzzle, kind), np.int64)
    around = sides[chosen]
    always = np.zeros(len(chosen), np.int64)
    for side, colour in enumerate(kind.neighbour_colours):
        if colour is not None:
            always += around[:, side] != colour
    top, _, _, left = kind.border
    for west in range(colours):
        broken = always if left or fixed else always + (around[:, 3] != west)
        for north in range(colours):
            if (west and left) or (north and top):
                yield chosen[:0]
                continue
            both = broken if top or fixed else broken + (around[:, 0] != north)
            kept = np.flatnonzero(both <= max(1, int(both.min(initial=0))))
            order = kept[np.argsort(both[kept], kind="stable")]
            yield chosen[order] | both[order] << PIECE_BITS


def _allowed(puzzle: EdgeMatching, kind: _Cell) -> list[int]:
    """Return the oriented pieces that may lie on a kind of cell, equal orientations once."""
    elsewhere = {place.piece for place in puzzle.fixed if place.cell != kind.placed}
    found: dict[tuple[int, Piece], int] = {}
    for piece, given in enumerate(puzzle.pieces):
        for quarters in range(4 if puzzle.turning and piece not in elsewhere else 1):
            lying = turned(given, quarters)
            bordering = [colour == 0 for colour in lying] == list(kind.border)
            placed = kind.placed is None or puzzle.allows(kind.placed, lying)
            if piece not in elsewhere and (bordering or not puzzle.framed) and placed:
                found.setdefault((piece, lying), 4 * piece + quarters)
    return list(found.values())


def _schedule(cells: int, breaks: int, begin: float, power: float) -> Entries:
    """Return the allowed number of breaks at each depth, ``breaks`` on the full board."""
    first = begin * cells
    share = np.clip((np.arange(cells) + 1 - first) / (cells - first), 0.0, 1.0)
    return np.asarray(np.floor(breaks * share**power + 1e-9), np.int64)


def solve(puzzle: EdgeMatching, request: Request) -> Result:
    """Find a board with as many matched edges as the budget allows; a solution if all match.

    Counters: nodes (placements, the iterations), and edges (the matched edges of the best board).
    """
    clock = Clock(request.budget.seconds)
    standing, score = Standing(puzzle, clock), -1
    most = 2**62 if request.budget.iterations is None else request.budget.iterations
    search = tables(puzzle)
    runs = Runs(puzzle, search, request.seed)
    stop = None
    while stop is None:
        runs.resume(min(most, search.nodes + CALL))
        if runs.score > score:
            score = runs.score
            cells = len(puzzle.pieces)
            standing.take([*runs.board, *[-1] * (cells - len(runs.board))], search.nodes)
        if runs.solved:
            stop = Stop.LIMIT if request.limit == 1 else Stop.STUCK
        elif search.nodes >= most:
            stop = Stop.ITERATIONS
        elif runs.barren == len(_SHAPES):
            stop = Stop.STUCK
        elif clock.late:
            stop = Stop.TIME
    solutions: tuple[Placement, ...] = ()
    if runs.solved:
        solutions = (tuple((o >> 2, o & 3) for o in runs.board),)
        if request.found is not None:
            request.found(solutions[0])
    return Result(
        solutions=solutions,
        stop=stop,
        counters={"nodes": search.nodes, "edges": runs.score},
        best=standing.best,
    )


class Runs:
    """Consecutive runs. board: the best board so far, as oriented pieces; score: its matched edges.

    searched: the matched edges of the best board before assignment, which a run has to exceed.
    barren: the number of consecutive runs that exhausted their schedule without exceeding it.
    """

    def __init__(self, puzzle: EdgeMatching, search: Breaks, seed: int) -> None:
        self.puzzle, self.search = puzzle, search
        self.edges = sum(1 for _ in puzzle.edges())
        self.board: list[int] = []
        self.score = self.searched = -1
        self.barren = 0
        self._target = self.edges
        self._state = stream(seed, 0)
        self._reassigned = Reassigned(puzzle, np.random.default_rng(seed))
        self._shape = self._next = 0
        self._fruitful, self._end = False, -1

    @property
    def solved(self) -> bool:
        """Whether the best board is full and all its edges match."""
        return self.score == self.edges and len(self.board) == len(self.puzzle.pieces)

    def resume(self, limit: int) -> None:
        """Search to ``limit`` placements, in this run or the next."""
        search = self.search
        if search.nodes >= self._end:
            self._begin()
        status = search.search(min(limit, self._end))
        self._look()
        if status == FOUND:
            self._target = search.broken - 1
            self._allow()
        elif status == EXHAUSTED:
            self._end = search.nodes
            self.barren += 1

    def _begin(self) -> None:
        """Begin a run, with the same shape if its last run found a better board."""
        if not self._fruitful:
            self._next = (self._next + 1) % len(_SHAPES)
            self._shape = self._next
        self._fruitful = False
        self._end = self.search.nodes + _RUN
        self.search.shuffle(self._state)
        self.search.begun = False
        self._allow()

    def _allow(self) -> None:
        cells = len(self.puzzle.pieces)
        schedule = _schedule(cells, self._target, *_SHAPES[self._shape])
        array(self.search.allowed)[:] = schedule

    def _look(self) -> None:
        """Keep the deepest board of the run if it is the best, with or without assignment."""
        pieces, columns = self.search.deepest, self.puzzle.columns
        rows, rest = divmod(pieces, columns)
        inside = rows * (columns - 1) + max(0, rest - 1)
        above = max(0, pieces - columns)
        score = inside + above - self.search.broken
        if score <= self.searched:
            return
        self.searched, self.barren, self._fruitful = score, 0, True
        board = array(self.search.best)[:pieces].tolist()
        if score < self.edges and pieces == len(self.puzzle.pieces):
            board, more = self._reassigned.improved(board, min(pieces, _ROUNDS))
            score += more
        if score > self.score:
            self.score, self.board = score, board
