"""How many solutions has a puzzle: the compiled searches as rows of the SOLVERS table.

A search stops at every board and after a twentieth of a second at the latest, so limits, the clock
and Ctrl-C are kept by every method. Counters: placements (the iterations), and boards where all
were found: pictures of solved boards, every rotation counted. The count is of classes.
"""

from __future__ import annotations

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.edge_matching.board.classes import Classes
from cpstudy.puzzles.edge_matching.puzzle import FRAME, EdgeMatching
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.methods import METHODS, Method
from cpstudy.puzzles.edge_matching.search.searches import MEMORY, UNLIMITED, Search


def solve(puzzle: EdgeMatching, request: Request, *, method: str) -> Result:
    """Up to ``limit`` solutions (None: all) by a method of METHODS, as its plain search finds them.

    found: gets the first board of each class at once.
    """
    clock = Clock(request.budget.seconds)
    memory = MEMORY if request.budget.memory is None else request.budget.memory
    try:
        search = _begun(puzzle, METHODS[method], request.rng, request.limit, memory)
    except MemoryError:
        return Result(stop=Stop.MEMORY, counters={"placements": 0})
    most = UNLIMITED if request.budget.iterations is None else request.budget.iterations
    classes = Classes(puzzle)
    stop = None
    while stop is None:
        status = search.go(most)
        if status == FOUND:
            classes.add(tuple((o >> 2, o & 3) for o in search.oriented().tolist()))
        if status == FOUND and len(classes.solutions) == request.limit:
            stop = Stop.LIMIT
        elif status == EXHAUSTED:
            stop = Stop.DONE
        elif status == SPENT and search.placements >= most:
            stop = Stop.BOUND if request.budget.iterations is None else Stop.ITERATIONS
        elif clock.late:
            stop = Stop.TIME
    done = stop is Stop.DONE
    counters = {"placements": search.placements}
    if done:
        counters["boards"] = len(classes.pictures)
    return Result(
        solutions=tuple(classes.solutions.values()),
        count=len(classes.solutions) if done else None,
        exhausted=done,
        stop=stop,
        counters=counters,
    )


def _begun(
    puzzle: EdgeMatching, method: Method, rng: np.random.Generator, limit: int | None, memory: int
) -> Search:
    # Tables grow with the square of the largest colour: number the colours without gaps, 0 first.
    used = {FRAME}.union(*puzzle.pieces)
    pieces = np.array(puzzle.pieces, np.int64)
    if max(used) >= len(used):
        pieces = np.searchsorted(sorted(used), pieces)
    search = Search(puzzle.rows, puzzle.columns, len(used), puzzle.framed, method, memory)
    restarts = method.restarts and limit is not None
    search.load(pieces, int(rng.integers(2**63)) if restarts else None)
    return search
