"""How many solutions has a puzzle: the compiled searches as rows of the SOLVERS table.

A search stops at every board and after a twentieth of a second at the latest, so limits, the clock
and Ctrl-C are kept by every method. Counters: placements (the iterations), and boards where all
were found: pictures of solved boards, every rotation counted. The count is of classes.
"""

from __future__ import annotations

from functools import partial
from itertools import chain

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.puzzles.edge_matching.puzzle import FRAME, EdgeMatching, Picture, Placement
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.search.searches import UNLIMITED, Search


def solve_by(
    name: str,
    puzzle: EdgeMatching,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    found: Found | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all) by the method ``name``, as its plain search finds them.

    found: gets the first board of each class at once.
    """
    clock = Clock(budget.seconds)
    search = _begun(name, puzzle, rng, limit)
    most = UNLIMITED if budget.iterations is None else budget.iterations
    pictures: set[Picture] = set()
    solutions: dict[Picture, Placement] = {}
    stop = None
    while stop is None:
        status = search.go(most)
        if status == FOUND:
            board = tuple((o >> 2, o & 3) for o in search.oriented().tolist())
            picture = puzzle.picture(board)
            if picture not in pictures:
                pictures.add(picture)
                key = puzzle.canonical(board)
                if key not in solutions:
                    solutions[key] = board
                    if found is not None:
                        found(board)
        if status == FOUND and len(solutions) == limit:
            stop = Stop.LIMIT
        elif status == EXHAUSTED:
            stop = Stop.DONE
        elif status != FOUND and search.placements >= most:
            stop = Stop.ITERATIONS
        elif clock.late:
            stop = Stop.TIME
    counters = {"placements": search.placements}
    if stop is Stop.DONE:
        counters["boards"] = len(pictures)
    return Result(
        solutions=tuple(solutions.values()),
        count=len(solutions) if stop is Stop.DONE else None,
        exhausted=stop is Stop.DONE,
        stop=stop,
        counters=counters,
    )


def _begun(name: str, puzzle: EdgeMatching, rng: np.random.Generator, limit: int | None) -> Search:
    method = METHODS[name]
    # Tables grow with the square of the largest colour: number the colours without gaps, 0 first.
    used, numbered = np.unique([FRAME, *chain(*puzzle.pieces)], return_inverse=True)
    search = Search(puzzle.rows, puzzle.columns, len(used), puzzle.framed, method)
    restarts = method.restarts and limit is not None
    pieces = numbered[1:].astype(np.int64).reshape(-1, 4)
    search.load(pieces, int(rng.integers(2**63)) if restarts else None)
    return search


# Rows of the SOLVERS table.
dfs = partial(solve_by, "dfs")
highest_connectivity = partial(solve_by, "highest-connectivity")
lowest_connectivity = partial(solve_by, "lowest-connectivity")
snopf = partial(solve_by, "snopf")
snopf_filtered = partial(solve_by, "snopf-filtered")
hybrid = partial(solve_by, "hybrid")
pla = partial(solve_by, "pla")
matching = partial(solve_by, "matching")
