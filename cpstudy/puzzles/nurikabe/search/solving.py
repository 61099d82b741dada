"""Nurikabe by clause learning with propagators of islands and sea: the solver's row.

Solutions are enumerated by forbidding the sea of each. Nothing is probed: that costs two
propagations a variable, more than most boards take in all, and saved no conflicts on hard ones.
"""

from __future__ import annotations

import numpy as np

from cpstudy.cdcl.engine import Engine
from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, Nurikabe
from cpstudy.puzzles.nurikabe.search.board import SEA_SIZE, board_of, clauses_of
from cpstudy.puzzles.nurikabe.search.enclosing import land_around
from cpstudy.puzzles.nurikabe.search.propagator import PROPAGATOR


def engine_of(puzzle: Nurikabe) -> Engine:
    """The engine of a puzzle; variable i + 1 says that cell i is sea."""
    board = board_of(puzzle)
    clauses = clauses_of(puzzle, board)
    engine = Engine(len(board.cell) - 1, PROPAGATOR, board, room=8 * len(clauses))
    engine.add_flat(clauses)
    if board.control[SEA_SIZE] != ANY_SIZE:
        engine.add([[-cell - 1] for cell in land_around(puzzle)])
    engine.state.phase[1 : len(puzzle.clues) + 1] = 0  # sea first: land has to be reached
    return engine


def solve(
    puzzle: Nurikabe,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    found: Found | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all). The search has no random part.

    Counters: conflicts (the iterations), decisions, propagations. Phases: build, search.
    """
    clock = Clock(budget.seconds)
    engine = engine_of(puzzle)
    built = clock.passed
    solutions: list[bytes] = []
    stop = Stop.LIMIT
    while limit is None or len(solutions) < limit:
        told = engine.run(clock, budget.iterations)
        if isinstance(told, Stop):
            stop = told
            break
        solutions.append(told[: len(puzzle.clues)].tobytes())
        if found is not None:
            found(solutions[-1])
        engine.add([_another(puzzle, solutions[-1])])
    counters = {name: engine.counters[name] for name in ("conflicts", "decisions", "propagations")}
    return Result(
        solutions=tuple(solutions),
        exhausted=stop is Stop.DONE,
        stop=stop,
        counters=counters,
        phases={"build": built, "search": clock.passed - built},
    )


def _another(puzzle: Nurikabe, solution: bytes) -> list[int]:
    """The clause that forbids a solution: where sizes are given, some land of it becomes sea."""
    sized = ANY_SIZE not in puzzle.clues
    return [
        -cell - 1 if sea else cell + 1
        for cell, sea in enumerate(solution)
        if not (sea and sized) and not puzzle.clues[cell]
    ]
