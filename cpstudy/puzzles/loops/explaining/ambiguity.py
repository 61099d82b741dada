"""Where solutions differ: edges that are on the loop in one and not in another, and the others.

One search, asked again and again for a solution that differs from the first in an edge of which
that is not known yet; each answer settles at least one, and where there is none the others are the
same in all solutions. Edges that differ and touch each other are one region, told by the cells
beside them.
"""

from __future__ import annotations

from cpstudy.core.clock import Clock
from cpstudy.core.explaining import Ambiguity, Cell, Region
from cpstudy.core.result import Budget, Stop
from cpstudy.core.solving import checked
from cpstudy.puzzles.loops.rules import Loops
from cpstudy.puzzles.loops.search.solving import engine_of

# Conflicts in all before the rest is unknown.
_PATIENCE = 50_000


def ambiguity(puzzle: Loops, budget: Budget | None = None) -> Ambiguity:
    """The regions in which solutions differ. Raises ValueError where there is no solution.

    budget: seconds; iterations are conflicts.
    """
    clock, most = Clock(None if budget is None else budget.seconds), _PATIENCE
    if budget is not None and budget.iterations is not None:
        most = budget.iterations
    engine = engine_of(puzzle)
    same = set(range(puzzle.lattice.edges))  # as far as is known
    found: list[tuple[bytes, set[int]]] = []
    while True:
        model = engine.run(clock, most)
        if isinstance(model, Stop):
            break
        solution = checked(puzzle, model[: puzzle.lattice.edges].tobytes(), "ambiguity")
        first = found[0][0] if found else solution
        changed = {edge for edge, here in enumerate(solution) if here != first[edge]}
        found.append((solution, changed))
        same -= changed
        engine.add([[-edge - 1 if first[edge] else edge + 1 for edge in same]])
    if not found:
        if model is Stop.DONE:
            raise ValueError("no solution")
        return Ambiguity(puzzle, None, (), _cells(puzzle, same), engine.counters)
    unknown = set() if model is Stop.DONE else same
    regions = _regions(puzzle, found[1:])
    return Ambiguity(puzzle, found[0][0], regions, _cells(puzzle, unknown), engine.counters)


def _regions(puzzle: Loops, others: list[tuple[bytes, set[int]]]) -> tuple[Region, ...]:
    """The parts of what changes, each with the solution of fewest changes that touches it."""
    union = set().union(*(changed for _, changed in others))
    regions = []
    for part in puzzle.lattice.walks(union):
        touching = [other for other in others if not other[1].isdisjoint(part)]
        solution, changed = min(touching, key=lambda other: len(other[1]))
        regions.append(Region(_cells(puzzle, part), solution, _cells(puzzle, changed)))
    return tuple(sorted(regions, key=lambda region: region.cells))


def _cells(puzzle: Loops, edges: set[int] | list[int]) -> tuple[Cell, ...]:
    cells = {cell for edge in edges for cell in puzzle.cells_beside(edge)}
    return tuple(divmod(cell, puzzle.columns) for cell in sorted(cells))
