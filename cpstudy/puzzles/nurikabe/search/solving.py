"""Nurikabe by clause learning with propagators of islands and sea: the solver's row.

Solutions are enumerated by forbidding the sea of each one found.

After some conflicts, the search is interrupted by probing at the frontier (cdcl/frontier.py), and
again after eight times as many, and so on. Cells next to known ones are probed; the owners of cells
follow from these. Most large boards are then solved in a fraction of the time: decisions far from
each other cause conflicts that have little to do with each other, so without probing the success of
a search is a matter of luck. On small hard boards, probing finds almost nothing.
"""

import sys

import numpy as np

from cpstudy.cdcl.engine import Engine, Values
from cpstudy.cdcl.frontier import Frontier
from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.native import array
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, Nurikabe
from cpstudy.puzzles.nurikabe.search.board import clauses_of, neighbours_of
from cpstudy.puzzles.nurikabe.search.enclosing import land_around
from cpstudy.puzzles.nurikabe.search.propagator import IslandsAndSea

# Conflicts before the board is first probed, and the factor for the next time.
UNPROBED, _LATER = 4, 8


def engine_of(puzzle: Nurikabe, *, cheapest_first: bool = True) -> Engine:
    """The engine of a puzzle; variable i + 1 means that cell i is sea.

    cheapest_first: see ``Board``.
    """
    board = IslandsAndSea(puzzle, cheapest_first=cheapest_first)
    clauses = clauses_of(board)
    engine = Engine(len(board.cell) - 1, board, arena=8 * len(clauses))
    engine.add_flat(clauses)
    if board.sea_size != ANY_SIZE:
        engine.add([[-cell - 1] for cell in land_around(puzzle)])
    array(engine.state.phase)[1 : len(puzzle.clues) + 1] = 0  # sea first: land has to be reached
    return engine


def solve(puzzle: Nurikabe, request: Request, *, as_seeded: bool = False) -> Result:
    """Up to ``limit`` solutions (None: all). The search has no random part.

    as_seeded: search as the seeds of generated puzzles require: no probing, islands examined in the
    order of their clues. Counters: conflicts (the iterations), decisions, propagations. Phases:
    build, search.
    """
    clock = Clock(request.budget.seconds)
    engine = engine_of(puzzle, cheapest_first=not as_seeded)
    built = clock.passed
    solutions: list[bytes] = []
    stop = Stop.LIMIT
    most = sys.maxsize if request.budget.iterations is None else request.budget.iterations
    models = Models(puzzle, engine, most if as_seeded else UNPROBED)
    while request.limit is None or len(solutions) < request.limit:
        found = models.next(clock, most)
        if isinstance(found, Stop):
            stop = found
            break
        solutions.append(found[: len(puzzle.clues)].tobytes())
        if request.found is not None:
            request.found(solutions[-1])
        engine.add([another(puzzle, solutions[-1])])
    counters = {name: engine.counters[name] for name in ("conflicts", "decisions", "propagations")}
    return Result(
        solutions=tuple(solutions),
        exhausted=stop is Stop.DONE,
        stop=stop,
        counters=counters,
        phases={"build": built, "search": clock.passed - built},
    )


class Models:
    """The models of an engine, which is probed after ``pause`` conflicts and later again."""

    def __init__(self, puzzle: Nurikabe, engine: Engine, pause: int = UNPROBED) -> None:
        self._puzzle, self._engine, self._pause = puzzle, engine, pause
        self._frontier: Frontier | None = None

    def next(self, clock: Clock = UNLIMITED, most: int = sys.maxsize) -> Values | Stop:
        """The next model; see ``Engine.run``. most: the largest number of conflicts in total."""
        while True:
            found = self._engine.run(clock, min(self._pause, most))
            if found is not Stop.ITERATIONS or self._pause >= most:
                return found
            self._frontier = self._frontier or cells_to_probe(self._puzzle)
            self._engine.probe(clock, frontier=self._frontier)
            self._pause *= _LATER


def cells_to_probe(puzzle: Nurikabe) -> Frontier:
    """The cells of a board, to be probed if they are next to known ones."""
    neighbours = np.zeros((len(puzzle.clues) + 1, 4), np.int64)
    neighbours[1:] = neighbours_of(puzzle.rows, puzzle.columns) + 1
    return Frontier(neighbours)


def another(puzzle: Nurikabe, solution: bytes) -> list[int]:
    """The clause that forbids a solution; if sizes are given, some of its land must become sea."""
    sized = ANY_SIZE not in puzzle.clues
    return [
        -cell - 1 if sea else cell + 1
        for cell, sea in enumerate(solution)
        if not (sea and sized) and not puzzle.clues[cell]
    ]
