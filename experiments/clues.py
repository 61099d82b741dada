"""Edge-matching puzzles with clue pieces in chosen places: the study, and its ridge.

Clues are pieces of the planted board, fixed in place. A puzzle with more clues in the same kind of
place includes the clues of the puzzle with fewer; puzzles without clues are those of a sweep.

*The line.* Solutions differ in the arrangement of the pieces that are not fixed, each corner,
border and inner piece in its part of the board. Each edge that does not lie between two fixed cells
must match by chance. With B other borders and I insides for a border, (1 + B) · I further solutions
are expected, as in ``generating/planted.py`` but with independent colours: at 6×6 without clues,
one is expected at 3.75 inner colours instead of 4.00.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import exp, lgamma, log
from typing import Any

import numpy as np

from cpstudy.core.result import Budget
from cpstudy.core.solving import solve
from cpstudy.puzzles.edge_matching.generating.colours import batch
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Place
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.study.grid import Outcome, Study, Task

KIND = "edge_matching clues"

NONE, ANYWHERE, FRAME, INSIDE, FIRST, LAST = (
    "none",
    "anywhere",
    "on the frame",
    "inside",
    "first rows",
    "last rows",
)
PLACES = (ANYWHERE, FRAME, INSIDE, FIRST, LAST)


def places(size: int, place: str, clues: int, seed: int) -> list[int]:
    """Return the cells of this number of clues on a square board. seed: that of the puzzle.

    Raises ValueError if the place has fewer cells.
    """
    cells = np.arange(size * size)
    inner = ((cells // size) % (size - 1) > 0) & ((cells % size) % (size - 1) > 0)
    if place in (ANYWHERE, FRAME, INSIDE):
        cells = np.random.default_rng((size, seed)).permutation(cells)
        inner = inner[cells]
    chosen = {
        NONE: cells[:0],
        FRAME: cells[~inner],
        INSIDE: cells[inner],
        LAST: cells[::-1],
    }.get(place, cells)[:clues]
    if len(chosen) < clues:
        raise ValueError(f"{size}x{size} has fewer than {clues} cells {place}")
    return [int(cell) for cell in chosen]


def puzzle_with_clues(params: Mapping[str, Any], seed: int) -> EdgeMatching:
    """Return puzzle number ``seed`` of a cell of the study."""
    size = params["size"]
    pieces, solutions = batch(
        size, size, params["inner"], params["outer"], 1, params["seed"], first=seed
    )
    lying = solutions[0].tolist()
    fixed = tuple(
        Place(lying[cell][0], cell, lying[cell][1])
        for cell in places(size, params["place"], params["clues"], seed)
    )
    return EdgeMatching(size, size, tuple(map(tuple, pieces[0].tolist())), fixed=fixed)


def study(cells: Iterable[Mapping[str, Any]], solver: str, puzzles: int, limit: int) -> Study:
    """Return the study of first solutions. cells: size, inner, outer, place, clues, seed each."""
    row = SOLVERS[solver]
    return Study(
        kind=KIND,
        cells=list(cells),
        seeds=range(puzzles),
        solver=row.name,
        solver_version=row.version,
        counter=row.counter,
        budget=Budget(iterations=limit),
    )


def searched(task: Task) -> Iterator[Outcome]:
    """Task function: search for the first solution of each puzzle."""
    row = SOLVERS[task.cell.solver]
    for seed in task.seeds:
        puzzle = puzzle_with_clues(task.cell.params, seed)
        yield Outcome.of(solve(puzzle, row, budget=task.cell.budget, limit=1), row.counter)


def line(size: int, outer: int, fixed: Collection[int]) -> float:
    """Return inner colours, at least 1, at which one more solution is expected; fixed: cells."""
    shape = EdgeMatching(size, size, ((1, 1, 1, 1),) * size**2, framed=False)
    sides = {cell: _sides(cell, size) for cell in range(size * size)}
    free = [sum(sides[c] == kind for c in sides if c not in fixed) for kind in range(3)]
    open_edges = [0, 0]
    for cell, _, other in shape.edges():
        if cell not in fixed or other not in fixed:
            along = sides[cell] > 0 and sides[other] > 0 and _share_a_side(cell, other, size)
            open_edges[along] += 1
    if open_edges[0] == 0:
        return 1.0
    insides = lgamma(free[0] + 1) + free[0] * log(4)
    arranged = exp(lgamma(free[2] + 1) + lgamma(free[1] + 1))
    borders = (arranged - 1) * float(outer) ** -open_edges[1] / (1 if fixed else 4)
    return max(1.0, exp((log(1 + borders) + insides) / open_edges[0]))


def _sides(cell: int, size: int) -> int:
    """Return the number of sides of a cell that lie at the frame."""
    return sum(place in (0, size - 1) for place in divmod(cell, size))


def _share_a_side(cell: int, other: int, size: int) -> bool:
    """Return whether two adjacent border cells lie along the same side of the board."""
    both = zip(divmod(cell, size), divmod(other, size), strict=True)
    return any(one == two and one in (0, size - 1) for one, two in both)
